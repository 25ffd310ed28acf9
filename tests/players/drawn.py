"""Pictures made for tests, as somebody's program would write them."""

from __future__ import annotations

import io
from typing import Any

from PIL import Image

RED = (200, 30, 30)


def picture(kind: str = "PNG", size: tuple[int, int] = (60, 40), mode: str = "RGB", **how: Any) -> bytes:
    colour: Any = {"RGB": RED, "RGBA": (*RED, 0), "L": 80, "CMYK": (0, 220, 220, 20)}[mode]
    file = io.BytesIO()
    Image.new(mode, size, colour).save(file, kind, **how)
    return file.getvalue()


def opened(content: bytes) -> Image.Image:
    return Image.open(io.BytesIO(content))


SVG_WITH_A_SCRIPT = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(document.cookie)</script></svg>'
