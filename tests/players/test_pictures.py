"""Uploaded pictures: decoded and encoded anew, or refused by a code. Nothing of the file that came is kept."""

from __future__ import annotations

import io
import struct
import zlib

import pytest
from django.core.exceptions import ValidationError
from PIL import Image

from players.pictures import BANNER, LOGO, MAX_BYTES, encoded
from tests.players.drawn import SVG_WITH_A_SCRIPT, opened, picture


def png_that_says(width: int, height: int) -> bytes:
    """A head that promises pixels, and no pixels."""

    def chunk(name: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(b"\0")) + chunk(b"IEND", b"")


@pytest.mark.parametrize(
    ("raw", "mode"),
    [
        (picture("PNG"), "RGB"),
        (picture("PNG", mode="RGBA"), "RGBA"),
        (picture("JPEG"), "RGB"),
        (picture("JPEG", mode="CMYK"), "RGB"),
        (picture("PNG", mode="L"), "RGB"),
        (picture("WEBP"), "RGB"),
    ],
)
def test_every_kind_that_is_taken_becomes_webp(raw: bytes, mode: str) -> None:
    done = encoded(raw, LOGO)
    stored = opened(done.content)
    assert (stored.format, stored.mode, stored.size) == ("WEBP", mode, (60, 40))
    assert (done.width, done.height) == (60, 40)
    assert len(done.digest) == 64


def test_large_picture_shrinks_into_its_box_and_keeps_its_shape() -> None:
    done = encoded(picture(size=(3_000, 1_000)), BANNER)
    assert (done.width, done.height) == (1_200, 400)
    assert encoded(picture(size=(1_000, 1_000)), LOGO)[1:] == (160, 160)


def test_same_picture_has_the_same_name() -> None:
    assert (
        encoded(picture(), LOGO).digest
        == encoded(picture(), LOGO).digest
        != encoded(picture(), (20, 20)).digest
    )


def test_nothing_but_pixels_is_kept() -> None:
    """The place where a photograph was taken, a comment, and what hangs behind the picture's end."""
    exif = Image.Exif()
    exif[0x010E] = "taken at home"
    raw = picture("JPEG", exif=exif.tobytes(), comment=b"made by Alice") + b"<script>alert(1)</script>"
    content = encoded(raw, LOGO).content
    for secret in (b"taken at home", b"made by Alice", b"<script>"):
        assert secret in raw
        assert secret not in content
    assert not opened(content).getexif()


def test_photograph_is_turned_upright() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # the camera was held sideways
    assert encoded(picture("JPEG", size=(60, 40), exif=exif.tobytes()), LOGO)[1:] == (40, 60)


def test_animation_becomes_its_first_image() -> None:
    first, second = Image.new("RGB", (9, 9), (255, 255, 255)), Image.new("RGB", (9, 9))
    file = io.BytesIO()
    first.save(file, "WEBP", save_all=True, append_images=[second], lossless=True)
    stored = opened(encoded(file.getvalue(), LOGO).content)
    assert getattr(stored, "n_frames", 1) == 1
    assert stored.convert("L").getpixel((4, 4)) == 255


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (SVG_WITH_A_SCRIPT, "picture_kind"),
        (b"<html><script>alert(1)</script></html>", "picture_kind"),
        (picture("GIF"), "picture_kind"),
        (picture("BMP"), "picture_kind"),
        (picture("TIFF"), "picture_kind"),
        (b"", "picture_kind"),
        (b"\x89PNG\r\n\x1a\n", "picture_kind"),
        (picture("PNG", size=(400, 400))[:-60], "picture_broken"),
        (picture("JPEG", size=(400, 400))[:-200], "picture_broken"),
        (png_that_says(40_000, 40_000), "picture_pixels"),
        (png_that_says(5_000, 5_000), "picture_pixels"),
        (bytes(MAX_BYTES + 1), "picture_too_large"),
    ],
)
def test_refused_with_a_code(raw: bytes, code: str) -> None:
    with pytest.raises(ValidationError) as refused:
        encoded(raw, LOGO)
    assert refused.value.code == code
