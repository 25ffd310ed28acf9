"""A QR code made of letters, for a phone held up to the terminal."""

from __future__ import annotations

from qrcode import QRCode  # type: ignore[import-untyped]
from qrcode.constants import ERROR_CORRECT_L  # type: ignore[import-untyped]

QUIET = 2
"""Modules of white around it: half of what the standard asks, which cameras take from a screen."""
HALVES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}
"""By whether the upper and the lower module are dark."""
BLACK_ON_WHITE, AS_BEFORE = "\x1b[30;107m", "\x1b[0m"


def terminal_qr(text: str, *, coloured: bool) -> str:
    """Two modules a letter, one above the other.

    `coloured`: black on white whatever the terminal's colours are. Else dark modules are left blank and light ones
    drawn, which is right on a dark terminal.
    """
    code = QRCode(border=QUIET, error_correction=ERROR_CORRECT_L)
    code.add_data(text)
    code.make(fit=True)
    rows: list[list[bool]] = code.get_matrix()
    if len(rows) % 2:
        rows.append([False] * len(rows[0]))
    if not coloured:
        rows = [[not dark for dark in row] for row in rows]
    lines = [
        "".join(HALVES[pair] for pair in zip(upper, lower, strict=True))
        for upper, lower in zip(rows[::2], rows[1::2], strict=True)
    ]
    return "\n".join(f"  {BLACK_ON_WHITE}{line}{AS_BEFORE}" if coloured else f"  {line}" for line in lines)
