"""How days and moments are written to players, by language; what is not here is Django's own."""
