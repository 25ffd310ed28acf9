"""Images somebody uploads are decoded and encoded anew: what is stored are our own bytes, pixels and nothing else."""

from __future__ import annotations

import hashlib
import io
import struct
import warnings
from typing import NamedTuple

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from PIL import Image, ImageOps

KINDS = ("PNG", "JPEG", "WEBP")
"""What is decoded at all. No vector formats: those are programs."""
MAX_BYTES = 2 * 1024 * 1024
MAX_PIXELS = 16_000_000
DAMAGED = (OSError, ValueError, SyntaxError, EOFError, TypeError, LookupError, OverflowError, struct.error)
"""What Pillow raises for bytes that are not what they say."""
LOGO = (480, 160)
BANNER = (1_200, 400)
"""Most width and height of what is stored, in pixels."""
QUALITY = 86
CONTENT_TYPE = "image/webp"


class Encoded(NamedTuple):
    content: bytes
    width: int
    height: int

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.content).hexdigest()


def encoded(raw: bytes, box: tuple[int, int]) -> Encoded:
    """The picture as WebP, turned upright and shrunk into `box`, without metadata; of an animation the first image.

    Raises ValidationError: picture_too_large, picture_kind, picture_pixels, picture_broken.
    """
    if len(raw) > MAX_BYTES:
        raise ValidationError(
            _("The file is larger than 2 MB. Choose a smaller one."), code="picture_too_large"
        )
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            picture = Image.open(io.BytesIO(raw), formats=KINDS)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise _too_many_pixels() from None
    except DAMAGED:
        raise ValidationError(
            _("This is no PNG, JPEG or WebP picture. Others, SVG among them, are not taken."),
            code="picture_kind",
        ) from None
    if picture.width * picture.height > MAX_PIXELS:
        raise _too_many_pixels()
    try:
        upright = ImageOps.exif_transpose(picture)
        has_alpha = upright.mode in ("RGBA", "LA", "PA") or "transparency" in upright.info
        plain = upright.convert("RGBA" if has_alpha else "RGB")
    except DAMAGED:
        raise ValidationError(
            _("The picture is damaged. Save it anew and choose that file."), code="picture_broken"
        ) from None
    plain.thumbnail(box, Image.Resampling.LANCZOS)
    return _as_webp(plain)


def _as_webp(picture: Image.Image) -> Encoded:
    clean = Image.new(picture.mode, picture.size)
    clean.paste(picture)  # pixels alone: no profile, comment or place goes along
    file = io.BytesIO()
    clean.save(file, "WEBP", quality=QUALITY, method=4)
    return Encoded(file.getvalue(), clean.width, clean.height)


def _too_many_pixels() -> ValidationError:
    return ValidationError(
        _("The picture has more than 16 million pixels. Choose a smaller one."), code="picture_pixels"
    )
