"""The rows that the generic suites run over: the product's, the one that uses every seam, and those to come."""

from __future__ import annotations

from games.rules.catalog import PRODUCTS
from tests import seam
from tests.rules import unlisted

seam.register()

KEYS = tuple(sorted((*PRODUCTS, seam.SEAM.key)))
"""With pages and all."""
RULES_KEYS = tuple(sorted({*KEYS, *unlisted.KEYS}))
"""With complete rules."""
