"""The keys of a live table, as data: what each does, its key unless the player chose another, how a choice is checked.

The help of the table, its hints and its `aria-keyshortcuts` are made from this one list and the player's own map.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import NamedTuple

from django.core.exceptions import ValidationError
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

Text = str | Promise

ACTS = "act"
READS = "read"
HELPS = "help"


class TableKey(NamedTuple):
    """One thing a key can do."""

    name: str
    default: str
    text: Text
    group: str


TABLE_KEYS: tuple[TableKey, ...] = (
    TableKey("fold", "f", later("Fold"), ACTS),
    TableKey("call", "c", later("Check or call"), ACTS),
    TableKey("bet", "r", later("To the field for a bet or raise; Enter sends it"), ACTS),
    TableKey("hit", "h", later("Hit"), ACTS),
    TableKey("pass", "p", later("Pass or stand"), ACTS),
    TableKey("next", "n", later("Next hand"), ACTS),
    TableKey("own", "d", later("Read out: your cards"), READS),
    TableKey("opponent", "o", later("Read out: your opponent's cards"), READS),
    TableKey("pot", "b", later("Read out: bets and pot"), READS),
    TableKey("stacks", "s", later("Read out: everybody's chips, or the score"), READS),
    TableKey("clock", "t", later("Read out: time left"), READS),
    TableKey("log", "l", later("Read out: what happened last"), READS),
    TableKey("level", "a", later("Read out: the ante and when it rises, or the hands left"), READS),
    TableKey("status", "e", later("Read out: what the table waits for"), READS),
    TableKey("help", "?", later("The list of keys"), HELPS),
)
NAMES = frozenset(key.name for key in TABLE_KEYS)


def keys_of(chosen: Mapping[str, str]) -> dict[str, str]:
    """The whole map of a player who chose `chosen`: name -> key, "" for none. What is no longer known is left out.

    A default gives way to a choice made before that default was there: no key ever does two things.
    """
    taken = {key for name, key in chosen.items() if key and name in NAMES}
    return {
        key.name: chosen.get(key.name, key.default if key.default not in taken else "") for key in TABLE_KEYS
    }


def checked_key(value: str) -> str:
    """A key as it is stored: one visible character in lower case, or "" for none. Raises ValidationError."""
    key = unicodedata.normalize("NFC", value.strip()).lower()
    if len(key) > 1 or (key and unicodedata.category(key)[0] not in "LNPS"):
        raise ValidationError(_("Enter one letter, digit or sign."), code="not_a_key")
    return key


def checked_keys(wanted: Mapping[str, str]) -> dict[str, str]:
    """The choices in `wanted` (name -> key) that differ from the defaults.

    Raises ValidationError for a name that is not in the list, for what is no key, and for a key with two meanings.
    """
    if unknown := set(wanted) - NAMES:
        raise ValidationError(f"not keys of a table: {sorted(unknown)}", code="unknown_key")
    keys: dict[str, str] = {}
    refused: dict[str, ValidationError] = {}
    first_use: dict[str, TableKey] = {}
    for key in TABLE_KEYS:
        try:
            chosen = keys[key.name] = checked_key(wanted.get(key.name, key.default))
        except ValidationError as error:
            refused[key.name] = error
            continue
        first = first_use.setdefault(chosen, key) if chosen else key
        if first is not key:
            refused[key.name] = ValidationError(
                _("%(key)s is the key of “%(other)s” already."),
                code="key_taken",
                params={"key": chosen.upper(), "other": first.text},
            )
    if refused:
        raise ValidationError(refused)
    return {key.name: keys[key.name] for key in TABLE_KEYS if keys[key.name] != key.default}
