"""What a table of Hold'em shows besides: hands by their names, pots with who can win them, amounts in other measures,
and what may be chosen before it is one's turn. What keys read out lies in `poker_read`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, NamedTuple, Protocol

from django.utils.formats import number_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from games import sentences
from games.money import dollars
from games.phrases.hand_values import hand_in_words
from games.phrases.phrase import Text
from games.phrases.poker import STREETS
from games.rules.cards import RANKS, rank_of, suit_of
from games.rules.contracts import Fact
from games.rules.hand_ranks import HandName
from games.rules.hands.holdem_state import BOARD_CARDS, HOLE_CARDS
from games.rules.hands.holdem_view import HoldemView
from games.rules.table_view import TableView
from games.shown import poker_read

ACTIONS = ("check", "bet", "raise", "call", "fold")
"""Kinds of facts that are a player's own answers."""
FULL_BOARD = BOARD_CARDS["river"]
SIGNS = tuple(f"{sign}\ufe0e" for sign in "♣♦♥♠")
"""Of the suits, as text and no picture."""
STREET_NAMES: dict[str, Text] = {
    "preflop": later("Before the flop"),
    "flop": later("Flop"),
    "turn": later("Turn"),
    "river": later("River"),
}


class Seated(Protocol):
    """A seat as the table shows it."""

    @property
    def number(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def own(self) -> bool: ...


class PotShown(NamedTuple):
    name: str
    amount: int
    who: str
    """Names of those who can win it."""


class PreSelect(NamedTuple):
    """An answer that may be chosen before it is one's turn; the page sends it then."""

    kind: str
    """``check_fold``, ``check`` or ``call``."""
    text: str


class ShowChoice(NamedTuple):
    """Cards that the viewer may show though it need not."""

    cards: str
    """``both``, ``first`` or ``second``: as it is sent, and what the key's name ends with."""
    text: str
    """For those who look: rank and sign of one card."""
    name: str
    """For those who listen."""


class HoldemShown(NamedTuple):
    """Amounts are in units of the hand's view."""

    table: TableView
    hand: HoldemView
    seats: tuple[Seated, ...]
    language: str

    @property
    def empty_places(self) -> range:
        """Of the board."""
        return range(FULL_BOARD - len(self.hand.board))

    def stack(self, seat: int) -> int:
        """Behind; once the hand is over with what it brought."""
        return self.hand.seats[seat].stack + (self.hand.shares[seat] if self.hand.shares else 0)

    def chips(self, units: int) -> str:
        return _chips(units, self.hand.chip, self.language)

    def blinds(self, units: int) -> str:
        """33.3 BB."""
        return _in_blinds(units, self.hand.big, self.language)

    def dollars(self, units: int, stake_cents: int | None) -> str:
        """That part of all stakes, where chips stand for them; "" where nothing is staked."""
        if not stake_cents:
            return ""
        whole = self.hand.pot + sum(seat.stack for seat in self.hand.seats)
        seats = sum(1 for seat in self.hand.seats if seat.claim)
        return f"≈ {dollars(units * stake_cents * seats // max(1, whole))}"

    def value(self, seat: int) -> str:
        """The name of a hand whose cards the viewer sees; "" before there is one."""
        name = self.holding(seat)
        return "" if name is None else _holding(name, self.language)

    def holding(self, seat: int) -> HandName | None:
        """Of the cards the viewer sees; before the flop of the two alone."""
        part = self.hand.seats[seat]
        if part.value is not None or self.hand.board:
            return part.value
        ranks = sorted((rank_of(card.face) for card in part.cards if card is not None), reverse=True)
        if len(ranks) < HOLE_CARDS:
            return None
        return HandName("pair", (ranks[0],)) if ranks[0] == ranks[-1] else HandName("high_card", tuple(ranks))

    @property
    def pots(self) -> tuple[PotShown, ...]:
        """As they lie in the middle, main pot first. While there is one pot for all who play it has no list."""
        names = {seat.number: "" if seat.own else seat.name for seat in self.seats}
        several = len(self.hand.pots) > 1
        return tuple(
            PotShown(
                name=_pot_name(number, several, self.language),
                amount=pot.amount,
                who=_who(tuple(names[seat] for seat in pot.eligible), self.language),
            )
            for number, pot in enumerate(self.hand.pots)
        )

    @property
    def result(self) -> str:
        """Of a hand that is over, in a word."""
        is_split = any(_is_split(pot.shares) for pot in self.hand.pots)
        return _result(self.hand.reason, is_split, self.language)

    @property
    def street(self) -> str:
        return _street_name(self.hand.street, self.language)

    @property
    def round(self) -> str:
        """What a choice made before one's turn is bound to."""
        return f"{self.table.hand_number}.{self.hand.street}"

    @property
    def preselects(self) -> tuple[PreSelect, ...]:
        """Empty where nothing can be waited for: it is one's turn, one is out or all-in, or has answered in this round,
        so that the next question will be another one."""
        me = self.table.seat
        if me is None or self.table.prompt is not None or self.table.phase != "hand" or not self.hand.to_act:
            return ()
        own = self.hand.seats[me]
        if own.claim != "in" or not own.stack or any(fact.seat == me for fact in self.actions()):
            return ()
        owed = self.hand.to_call
        return _preselects(self.chips(owed) if owed else "", self.language)

    @property
    def show_choices(self) -> tuple[ShowChoice, ...]:
        """Empty for all but who has won a pot that nobody contested, and while everything stands."""
        me, left = self.table.seat, self.hand.showable
        if me is None or not left or self.table.phase != "between" or self.table.paused:
            return ()
        cards = self.hand.seats[me].cards
        one_by_one = tuple(
            _show_card(("first", "second")[at], card.face, self.language)
            for at, card in enumerate(cards)
            if at in left and card is not None
        )
        return (ShowChoice("both", _("Both"), _("Show both")), *one_by_one) if len(left) > 1 else one_by_one

    def actions(self) -> list[Fact]:
        """Answers of this round of betting, oldest first."""
        found: list[Fact] = []
        for fact in reversed(self.table.log):
            if fact.kind in STREETS or fact.kind == "hand":
                break
            if fact.kind in ACTIONS:
                found.append(fact)
        return found[::-1]

    def readouts(self) -> Iterable[tuple[str, str]]:
        return poker_read.readouts(self)


def holdem_shown(view: TableView, seats: tuple[Any, ...], language: str) -> HoldemShown:
    return HoldemShown(view, view.hand, seats, language)


@lru_cache(maxsize=100)
def _street_name(street: str, language: str) -> str:
    """ "" once the hand is over."""
    names = {"preflop": _("Before the flop"), "flop": _("Flop"), "turn": _("Turn"), "river": _("River")}
    return names.get(street, "")


@lru_cache(maxsize=1_000)
def _show_card(which: str, face: int, language: str) -> ShowChoice:
    rank = RANKS[rank_of(face)]
    name = _("Show %(card)s") % {"card": sentences.card_name(face, language)}
    return ShowChoice(which, f"{'10' if rank == 'T' else rank}{SIGNS[suit_of(face)]}", name)


@lru_cache(maxsize=10_000)
def _holding(name: HandName, language: str) -> str:
    return str(capfirst(hand_in_words(name, language)))


@lru_cache(maxsize=100)
def _result(reason: str, is_split: bool, language: str) -> str:
    if reason == "fold":
        return _("Folded")
    if reason == "abandoned":
        return _("Broken off")
    return _("Split pot") if is_split else _("Showdown")


@lru_cache(maxsize=10_000)
def _preselects(owed: str, language: str) -> tuple[PreSelect, ...]:
    """`owed`: "" where a check is free."""
    if not owed:
        return PreSelect("check_fold", _("Check or fold")), PreSelect("check", _("Check"))
    return PreSelect("check_fold", _("Fold")), PreSelect("call", _("Call %(n)s") % {"n": owed})


@lru_cache(maxsize=10_000)
def _who(names: tuple[str, ...], language: str) -> str:
    """Those who can win a pot; "" is the reader."""
    return ", ".join(sentences.isolated(name) if name else _("you") for name in names)


@lru_cache(maxsize=100)
def _pot_name(number: int, several: bool, language: str) -> str:
    if not several:
        return _("Pot")
    return _("Side pot %(n)d") % {"n": number} if number else _("Main pot")


def _is_split(shares: tuple[int, ...]) -> bool:
    return sum(1 for share in shares if share) > 1


@lru_cache(maxsize=10_000)
def _chips(units: int, chip: int, language: str) -> str:
    whole, part = divmod(units, chip)
    if not part:
        return sentences.number(whole, language)
    return str(number_format(units / chip, decimal_pos=2, use_l10n=True, force_grouping=True))


@lru_cache(maxsize=10_000)
def _in_blinds(units: int, big: int, language: str) -> str:
    tenths = (units * 10 + big // 2) // big
    shown = number_format(
        tenths / 10, decimal_pos=1 if tenths % 10 else 0, use_l10n=True, force_grouping=True
    )
    return _("%(n)s BB") % {"n": shown}
