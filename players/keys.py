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
BOARD = "board"
"""Kinds of tables: players against each other, one against a dealer, or players with cards in common. A row of the
catalogue says which it is."""
KINDS = (PLAYERS, DEALER, BOARD)

SPACE = "space"
"""The one key that has a name instead of a sign."""
SHIFT = "shift+"
"""Before a letter that is pressed together with Shift; it is another key than the letter alone."""
CHORD = "ctrl+shift+"
"""Before a letter that is pressed together with both: works in fields, too, as it types nothing."""


class TableKey(NamedTuple):
    """One thing a key can do."""

    name: str
    """``clock``; where one kind of tables has another key for the same thing, ``clock.board`` is that one."""
    default: str
    text: Text
    group: str
    tables: tuple[str, ...] = ()
    """The kinds of tables where it does it; empty: at all that have no other key for it."""

    @property
    def does(self) -> str:
        """What the page knows it by."""
        return self.name.partition(".")[0]

    def works_at(self, tables: str) -> bool:
        return tables in WORKS_AT[self.name]

    def meets(self, other: TableKey) -> bool:
        """Whether there is a table where both would be asked for."""
        return not WORKS_AT[self.name].isdisjoint(WORKS_AT[other.name])


AMONG_PLAYERS = (PLAYERS,)
AT_A_DEALER = (DEALER,)
AT_A_BOARD = (BOARD,)
BETTING = (PLAYERS, BOARD)

TABLE_KEYS: tuple[TableKey, ...] = (
    TableKey("fold", "f", later("Fold"), ACTS, BETTING),
    TableKey("call", "c", later("Check or call"), ACTS, BETTING),
    TableKey("bet", "r", later("To the field for a bet or raise; Enter sends it"), ACTS, BETTING),
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
    TableKey(
        "all_in",
        f"{SHIFT}a",
        later("To the field with all your chips in it; Enter sends it"),
        ACTS,
        AT_A_BOARD,
    ),
    TableKey("next.board", "h", later("Next hand"), ACTS, AT_A_BOARD),
    TableKey("show_both", "o", later("Won without a showdown: show both cards"), ACTS, AT_A_BOARD),
    TableKey("show_first", "u", later("Won without a showdown: show your first card"), ACTS, AT_A_BOARD),
    TableKey("show_second", "i", later("Won without a showdown: show your second card"), ACTS, AT_A_BOARD),
    TableKey("own", "d", later("Read out: your cards"), READS, BETTING),
    TableKey("opponent", "o", later("Read out: the others' cards"), READS, AMONG_PLAYERS),
    TableKey("my_hand", "r", later("Read out: your hand"), READS, AT_A_DEALER),
    TableKey("dealer", "c", later("Read out: the dealer's cards"), READS, AT_A_DEALER),
    TableKey("pot", "b", later("Read out: bets and pot"), READS),
    TableKey("stacks", "s", later("Read out: everybody's chips, or the score"), READS),
    TableKey("clock", "t", later("Read out: time left"), READS),
    TableKey("log", "l", later("Read out: what happened last"), READS),
    TableKey(
        "level", "a", later("Read out: ante or blinds and when they rise, or the hands left"), READS, BETTING
    ),
    TableKey("stakes", "m", later("Read out: what each stake is made of"), READS),
    TableKey("stakes.board", "k", later("Read out: what each stake is made of"), READS, AT_A_BOARD),
    TableKey("status", "e", later("Read out: what the table waits for"), READS),
    TableKey("board", "e", later("Read out: the board"), READS, AT_A_BOARD),
    TableKey("value", "g", later("Read out: what your hand is worth"), READS, AT_A_BOARD),
    TableKey("pot.board", "p", later("Read out: the pots, and who can win them"), READS, AT_A_BOARD),
    TableKey(
        "price", "n", later("Read out: the bets of this round, and how much to call"), READS, AT_A_BOARD
    ),
    TableKey("least", "m", later("Read out: the least bet or raise"), READS, AT_A_BOARD),
    TableKey("button", "x", later("Read out: who has the button"), READS, AT_A_BOARD),
    TableKey("position", "z", later("Read out: your position"), READS, AT_A_BOARD),
    TableKey("round", "l", later("Read out: what was done in this round"), READS, AT_A_BOARD),
    TableKey("log.board", f"{SHIFT}l", later("Read out: what happened last"), READS, AT_A_BOARD),
    TableKey("clock.board", f"{SHIFT}t", later("Read out: time left"), READS, AT_A_BOARD),
    TableKey("status.board", "w", later("Read out: what the table waits for"), READS, AT_A_BOARD),
    TableKey("card1", "1", later("Read out: your first card"), READS, AT_A_BOARD),
    TableKey("card2", "2", later("Read out: your second card"), READS, AT_A_BOARD),
    TableKey("card3", "3", later("Read out: the first card of the board"), READS, AT_A_BOARD),
    TableKey("card4", "4", later("Read out: the second card of the board"), READS, AT_A_BOARD),
    TableKey("card5", "5", later("Read out: the third card of the board"), READS, AT_A_BOARD),
    TableKey("card6", "6", later("Read out: the fourth card of the board"), READS, AT_A_BOARD),
    TableKey("card7", "7", later("Read out: the fifth card of the board"), READS, AT_A_BOARD),
    TableKey("help", "?", later("The list of keys"), HELPS),
    TableKey("type", "/", later("Type what to do or to read out"), HELPS),
    TableKey("speech", f"{CHORD}s", later("Say more or less: brief, normal, full"), HELPS),
)
NAMES = frozenset(key.name for key in TABLE_KEYS)


def _kinds_of(key: TableKey) -> frozenset[str]:
    others = {kind for other in TABLE_KEYS if other.does == key.does for kind in other.tables}
    return frozenset(key.tables) or frozenset(KINDS) - others


WORKS_AT = {key.name: _kinds_of(key) for key in TABLE_KEYS}
"""The kinds of tables where a key does what it does."""


def keys_of(chosen: Mapping[str, str]) -> dict[str, str]:
    """The whole map of a player who chose `chosen`: name -> key, "" for none. What is no longer known is left out.

    A default gives way to a choice made before that default was there: no key ever does two things at one table.
    """
    return {key.name: chosen.get(key.name, _default(key, chosen)) for key in TABLE_KEYS}


def _default(key: TableKey, chosen: Mapping[str, str]) -> str:
    taken = chosen and any(chosen.get(other.name) == key.default and key.meets(other) for other in TABLE_KEYS)
    return "" if taken else key.default


def keys_at(tables: str, keys: Mapping[str, str]) -> dict[str, str]:
    """Of a whole map, what works at that kind of table, by what the page knows it by."""
    return {key.does: keys[key.name] for key in TABLE_KEYS if key.works_at(tables)}


def shown_key(key: str) -> str:
    """As it is written on the key."""
    if key == SPACE:
        return str(_("Space"))
    if key.startswith(SHIFT):
        return _("Shift+%(letter)s") % {"letter": key.removeprefix(SHIFT).upper()}
    if key.startswith(CHORD):
        return _("Ctrl+Shift+%(letter)s") % {"letter": key.removeprefix(CHORD).upper()}
    return key.upper()


def checked_key(value: str) -> str:
    """A key as it is stored: one visible character in lower case, ``shift+`` or ``ctrl+shift+`` and a letter, the word
    of the space bar, or "" for none.

    Raises ValidationError.
    """
    key = unicodedata.normalize("NFC", value.strip()).lower()
    if key in (SPACE, shown_key(SPACE).lower()):
        return SPACE
    letter = key[-1:]
    for held in (SHIFT, CHORD):
        if letter.isalpha() and key in (f"{held}{letter}", shown_key(f"{held}{letter}").lower()):
            return f"{held}{letter}"
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
