"""The live side of one web process: who watches what, when it is drawn again, and which clocks it serves."""
