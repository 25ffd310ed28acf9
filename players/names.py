"""The rule for the name a player shows to others.

A name is text typed by a stranger and read by everybody at the table, by screen readers and by support staff.
Templates escape it, so markup needs no stripping; what has to be refused is what escaping does not cure:
characters that are invisible, that turn the direction of the text around them, or that pile up over the line.
"""

import unicodedata
from typing import TYPE_CHECKING

from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator, RegexValidator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

if TYPE_CHECKING:
    from players.models import User

MAX_VISIBLE = 24
"""Characters one can see: combining marks do not count, every other character does."""

MAX_STORED = 48
"""Code points in the database, marks included."""

MAX_MARKS_IN_A_ROW = 2

REFUSED_CATEGORIES = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"})
"""Control, format (bidi controls, zero-width joiners), unassigned, private, surrogate, line separators."""

BLANK_LETTERS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Characters that Unicode files under letters, marks or symbols although nothing is drawn."""

OPERATORS = "admin administrator battle21 house moderator staff support system"
RESERVED = frozenset(OPERATORS.split())
"""Names that would let a player speak as the operator (compared without case)."""


def clean_display_name(raw: str) -> str:
    """Return the name as it is stored: composed (NFC), whitespace collapsed, trimmed.

    Raises ValidationError with one sentence for the player. Accepts any script.
    """
    if len(raw) > 4 * MAX_STORED:
        raise _too_long()
    name = " ".join(unicodedata.normalize("NFC", raw).split())
    _refuse_unseen_characters(name)
    visible = sum(1 for char in name if not _is_mark(char))
    if visible == 0:
        raise ValidationError(_("Please enter a name."), code="name_empty")
    if visible > MAX_VISIBLE or len(name) > MAX_STORED:
        raise _too_long()
    if name.casefold() in RESERVED:
        raise ValidationError(
            _("That name belongs to the house. Please choose another."), code="name_reserved"
        )
    return name


def _refuse_unseen_characters(name: str) -> None:
    marks = 0
    for char in name:
        marks = marks + 1 if _is_mark(char) else 0
        if (
            unicodedata.category(char) in REFUSED_CATEGORIES
            or char in BLANK_LETTERS
            or marks > MAX_MARKS_IN_A_ROW
        ):
            raise ValidationError(
                _("A name can hold letters, digits, signs and single spaces, but no invisible characters."),
                code="name_characters",
            )


def _is_mark(char: str) -> bool:
    return unicodedata.category(char).startswith("M")


def _too_long() -> ValidationError:
    return ValidationError(
        _("A name can have at most %(max)d characters.") % {"max": MAX_VISIBLE}, code="name_too_long"
    )


GUEST_USERNAME_PREFIX = "guest-"

USERNAME_VALIDATORS = [
    MaxLengthValidator(30),
    # No "@": what looks like an address is looked up as one when logging in.
    RegexValidator(
        r"\A(?!guest-)[A-Za-z0-9][A-Za-z0-9._-]*\Z",
        gettext_lazy("A user name holds letters without accents, digits, dots, hyphens and underscores."),
        code="username_characters",
    ),
]
"""For sign-ups (the setting ACCOUNT_USERNAME_VALIDATORS); guests' own user names cannot be taken."""


def shown_name(user: "User") -> str:
    """The name in pages and letters (the setting ACCOUNT_USER_DISPLAY)."""
    return user.display_name
