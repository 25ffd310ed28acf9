"""A test-only row of the catalogue that uses every seam between hand, format and runtime.

Also the worked example of `docs/adding-a-game.md`: `hand.py` says how one deal is played, `format.py` how
deals make a match, `row.py` puts both into the catalogue.
"""

from tests.seam.row import KEY, SEAM, register

__all__ = ["KEY", "SEAM", "register"]
