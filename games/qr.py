"""A QR code as an SVG picture, drawn here: an address that is a secret goes to no other service."""

from __future__ import annotations

from functools import lru_cache

from qrcode import QRCode  # type: ignore[import-untyped]
from qrcode.constants import ERROR_CORRECT_M  # type: ignore[import-untyped]

QUIET = 4
"""Modules of white around it, as the standard asks."""


@lru_cache(maxsize=500)
def qr_svg(text: str) -> str:
    """Dark modules as one path on white, one unit each."""
    code = QRCode(border=0, error_correction=ERROR_CORRECT_M)
    code.add_data(text)
    code.make(fit=True)
    rows = code.get_matrix()
    size = len(rows) + 2 * QUIET
    dark = "".join(
        f"M{x + QUIET} {y + QUIET}h1v1h-1z"
        for y, row in enumerate(rows)
        for x, is_dark in enumerate(row)
        if is_dark
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" shape-rendering="crispEdges">'
        f'<path fill="#fff" d="M0 0h{size}v{size}H0z"/><path d="{dark}"/></svg>'
    )
