"""Real servers for tests: PostgreSQL, Redis, a browser. No stand-ins."""
