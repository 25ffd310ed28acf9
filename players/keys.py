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

PLAYERS = "players"
DEALER = "dealer"
"""Kinds of tables: players against each other, or one against a dealer. A row of the catalogue says which it is."""

SPACE = "space"
"""The one key that has a name instead of a sign."""


class TableKey(NamedTuple):
    """One thing a key can do."""

    name: str
    default: str
    text: Text
    group: str
    tables: tuple[str, ...] = ()
    """The kinds of tables where it does it; empty: at all."""

    def works_at(self, tables: str) -> bool:
        return not self.tables or tables in self.tables

    def meets(self, other: TableKey) -> bool:
        """Whether there is a table where both would be asked for."""
        return not self.tables or not other.tables or bool(set(self.tables) & set(other.tables))


AMONG_PLAYERS = (PLAYERS,)
AT_A_DEALER = (DEALER,)

TABLE_KEYS: tuple[TableKey, ...] = (
    TableKey("fold", "f", later("Fold"), ACTS, AMONG_PLAYERS),
    TableKey("call", "c", later("Check or call"), ACTS, AMONG_PLAYERS),
    TableKey("bet", "r", later("To the field for a bet or raise; Enter sends it"), ACTS, AMONG_PLAYERS),
    TableKey("hit", "h", later("Hit"), ACTS, AMONG_PLAYERS),
    TableKey("pass", "p", later("Pass or stand"), ACTS, AMONG_PLAYERS),
    TableKey("take", SPACE, later("Hit"), ACTS, AT_A_DEALER),
    TableKey("keep", "x", later("Stand"), ACTS, AT_A_DEALER),
    TableKey("double", "d", later("Double"), ACTS, AT_A_DEALER),
    TableKey("split", "p", later("Split"), ACTS, AT_A_DEALER),
    TableKey("insure", "i", later("Take insurance"), ACTS, AT_A_DEALER),
    TableKey("next", "n", later("Go on: next hand, deal, or no insurance"), ACTS),
    TableKey("wager", "a", later("To the field for the bet; Enter deals"), ACTS, AT_A_DEALER),
    TableKey("rebet", "u", later("The last bet again"), ACTS, AT_A_DEALER),
    TableKey("twice", "2", later("Twice the bet"), ACTS, AT_A_DEALER),
    TableKey("hint", "h", later("Practice: show the best play"), ACTS, AT_A_DEALER),
    TableKey("own", "d", later("Read out: your cards"), READS, AMONG_PLAYERS),
    TableKey("opponent", "o", later("Read out: your opponent's cards"), READS, AMONG_PLAYERS),
    TableKey("my_hand", "r", later("Read out: your hand"), READS, AT_A_DEALER),
    TableKey("dealer", "c", later("Read out: the dealer's cards"), READS, AT_A_DEALER),
    TableKey("pot", "b", later("Read out: bets and pot"), READS),
    TableKey("stacks", "s", later("Read out: everybody's chips, or the score"), READS),
    TableKey("clock", "t", later("Read out: time left"), READS),
    TableKey("log", "l", later("Read out: what happened last"), READS),
    TableKey(
        "level", "a", later("Read out: the ante and when it rises, or the hands left"), READS, AMONG_PLAYERS
    ),
    TableKey("status", "e", later("Read out: what the table waits for"), READS),
    TableKey("help", "?", later("The list of keys"), HELPS),
)
NAMES = frozenset(key.name for key in TABLE_KEYS)


def keys_of(chosen: Mapping[str, str]) -> dict[str, str]:
    """The whole map of a player who chose `chosen`: name -> key, "" for none. What is no longer known is left out.

    A default gives way to a choice made before that default was there: no key ever does two things at one table.
    """
    return {key.name: chosen.get(key.name, _default(key, chosen)) for key in TABLE_KEYS}


def _default(key: TableKey, chosen: Mapping[str, str]) -> str:
    taken = any(chosen.get(other.name) == key.default and key.meets(other) for other in TABLE_KEYS)
    return "" if taken else key.default


def keys_at(tables: str, keys: Mapping[str, str]) -> dict[str, str]:
    """Of a whole map, what works at that kind of table."""
    return {key.name: keys[key.name] for key in TABLE_KEYS if key.works_at(tables)}


def shown_key(key: str) -> str:
    """As it is written on the key."""
    return str(_("Space")) if key == SPACE else key.upper()


def checked_key(value: str) -> str:
    """A key as it is stored: one visible character in lower case, the word of the space bar, or "" for none.

    Raises ValidationError.
    """
    key = unicodedata.normalize("NFC", value.strip()).lower()
    if key in (SPACE, shown_key(SPACE).lower()):
        return SPACE
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
    for key in TABLE_KEYS:
        try:
            keys[key.name] = checked_key(wanted.get(key.name, key.default))
        except ValidationError as error:
            refused[key.name] = error
            continue
        if first := _same_key(key, keys):
            refused[key.name] = ValidationError(
                _("%(key)s is the key of “%(other)s” already."),
                code="key_taken",
                params={"key": shown_key(keys[key.name]), "other": first.text},
            )
    if refused:
        raise ValidationError(refused)
    return {key.name: keys[key.name] for key in TABLE_KEYS if keys[key.name] != key.default}


def _same_key(key: TableKey, keys: Mapping[str, str]) -> TableKey | None:
    """What comes before `key` in the list and has its key at a table where both are asked for."""
    for other in TABLE_KEYS:
        if other is key:
            return None
        if keys[key.name] and keys.get(other.name) == keys[key.name] and key.meets(other):
            return other
    return None
