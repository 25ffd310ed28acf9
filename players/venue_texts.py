"""What a venue may write: its address, its name, its texts. Everything is plain text; templates escape it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from django.conf import settings
from django.core.exceptions import ValidationError
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils.translation import gettext_lazy as _

from players.names import BLANK_LETTERS, MAX_MARKS_IN_A_ROW, REFUSED_CATEGORIES
from players.venue_models import MAX_PREFIX

PREFIX = re.compile(r"[a-z][a-z0-9-]{1,31}")
BESIDE_THE_PAGES = frozenset({"ws", "media"})
"""Paths that no page of ours has, and no venue shall have."""
MAX_LINES = 8


def checked_prefix(raw: str) -> str:
    """The address of a venue in small letters.

    Raises ValidationError: prefix_form, prefix_is_ours (a path of this site begins like that).
    """
    prefix = raw.strip().strip("/").lower()
    if not PREFIX.fullmatch(prefix):
        raise ValidationError(
            _("An address has 2 to %(most)d small letters, digits and hyphens, a letter first.")
            % {"most": MAX_PREFIX},
            code="prefix_form",
        )
    if prefix in own_paths():
        raise ValidationError(
            _("This site has pages of its own under /%(prefix)s/. Choose another address.")
            % {"prefix": prefix},
            code="prefix_is_ours",
        )
    return prefix


def own_paths() -> frozenset[str]:
    """The first parts of all addresses this site serves."""
    static = settings.STATIC_URL.strip("/").partition("/")[0]
    return frozenset({*_first_parts(get_resolver().url_patterns), *BESIDE_THE_PAGES, static})


def _first_parts(patterns: Iterable[URLPattern | URLResolver]) -> Iterable[str]:
    for each in patterns:
        first = str(each.pattern).lstrip("^/").partition("/")[0]
        if first and "<" not in first:
            yield first
        elif not first and isinstance(each, URLResolver):
            yield from _first_parts(each.url_patterns)


def neutral_text(raw: str, most: int) -> str:
    """The text composed (NFC), without characters one cannot see or that turn or pile up others, white space single;
    lines stay, empty ones do not. Raises ValidationError("text_too_long") for more than `most` characters.
    """
    if len(raw) <= 8 * most:
        lines = [" ".join(_seen(line).split()) for line in unicodedata.normalize("NFC", raw).splitlines()]
        text = "\n".join([line for line in lines if line][:MAX_LINES])
        if len(text) <= most:
            return text
    raise ValidationError(
        _("At most %(most)d characters. Shorten it.") % {"most": most}, code="text_too_long"
    )


def neutral_line(raw: str, most: int) -> str:
    """The same in one line. Raises ValidationError: text_too_long, text_empty."""
    line = neutral_text(raw, most).replace("\n", " ")
    if not line:
        raise ValidationError(_("There is nothing in it that one can see."), code="text_empty")
    return line


def _seen(line: str) -> str:
    kept, marks = [], 0
    for char in line:
        category = unicodedata.category(char)
        marks = marks + 1 if category.startswith("M") else 0
        if char.isspace():
            kept.append(" ")
        elif category not in REFUSED_CATEGORIES and char not in BLANK_LETTERS and marks <= MAX_MARKS_IN_A_ROW:
            kept.append(char)
    return "".join(kept)
