"""Battle21: the project's own ground (settings, entry points, errors, supervisor). Knows no game."""
