"""Frozen records: commands and chance of a match as plain JSON, and what came of them under that version of the rules.

Nothing in a record is the shape of a state: fields of states may change, what happened may not.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from games.rules.cards import Card, code, parse
from games.rules.clocks import State
from games.rules.commands import Command
from games.rules.contracts import Effect, Fact, Line, MatchResult, Pot
from games.rules.given import GivenChance
from games.rules.runtime import step
from games.rules.work import Deals
from tests import seam

seam.register()

FOLDER = Path(__file__).parent


class Shoe(msgspec.Struct, frozen=True):
    """What was drawn of one shoe: cards by position, dice by ``label/counter``, re-shuffles by number."""

    cards: dict[int, str]
    rolls: dict[str, int]
    reshuffles: dict[int, tuple[int, ...]]

    def chance(self) -> GivenChance:
        rolls = {}
        for name, result in self.rolls.items():
            label, counter = name.split("/")
            rolls[label, int(counter)] = result
        return GivenChance({at: parse(text) for at, text in self.cards.items()}, rolls, self.reshuffles)


class Hand(msgspec.Struct, frozen=True):
    """One finished hand. Cards by seat, in the order they were dealt; times count from the first command."""

    number: int
    over_at: int
    first_card: int
    stacks: tuple[int, ...]
    forced: tuple[int, ...]
    cards: tuple[str, ...]
    reason: str
    lines: tuple[Line, ...]
    pots: tuple[Pot, ...]


class Happened(msgspec.Struct, frozen=True):
    """What a replay must come to, in full."""

    hands: tuple[Hand, ...]
    unfinished: tuple[str, ...]
    """Cards by seat of a hand that was not over at the end."""
    effects: tuple[Effect, ...]
    result: MatchResult | None
    log: tuple[Fact, ...]


class Record(msgspec.Struct, frozen=True):
    about: str
    game: str
    version: int
    shoes: tuple[Shoe, ...]
    commands: tuple[Command, ...]
    happened: Happened


def read(path: Path) -> Record:
    return msgspec.json.decode(path.read_bytes(), type=Record)


def all_records() -> list[Path]:
    return sorted(FOLDER.glob("*.json"))


class RecordedDeals:
    """The shoes of a record; a card or roll that was not drawn then raises LookupError now."""

    def __init__(self, shoes: Iterable[Shoe]) -> None:
        self.chances = [shoe.chance() for shoe in shoes]

    def chance(self, state: State, number: int) -> GivenChance:
        return self.chances[number - 1]

    def root(self, state: State, number: int) -> str:
        return f"{number:064x}"


def play(commands: Iterable[Command], deals: Deals) -> Happened:
    """What happens when the commands are carried out."""
    state: State | None = None
    hands: list[Hand] = []
    effects: tuple[Effect, ...] = ()
    log: tuple[Fact, ...] = ()
    began = 0
    for command in commands:
        before = state
        state, more = step(state, command, deals)
        began = began or command.at
        effects += more
        new = state.logged - (0 if before is None else before.logged)
        log += state.log[len(state.log) - new :]
        if state.outcome is not None and (before is None or before.outcome is not state.outcome):
            hands.append(_hand(state, began))
    if state is None:
        raise ValueError("a record has commands")
    unfinished = _cards(state) if state.hand is not None and state.outcome is None else ()
    return Happened(tuple(hands), unfinished, effects, state.result, log)


def _hand(state: State, began: int) -> Hand:
    outcome, setup = state.outcome, state.setup
    if outcome is None or setup is None:
        raise ValueError("no hand is over")
    return Hand(
        number=state.hand_number,
        over_at=state.at - began,
        first_card=setup.first_card,
        stacks=setup.stacks,
        forced=setup.forced,
        cards=_cards(state),
        reason=outcome.reason,
        lines=outcome.lines,
        pots=outcome.pots,
    )


def _cards(state: State) -> tuple[str, ...]:
    hand: Any = state.hand
    if state.game == "house":  # player hands, then the dealer's
        return tuple(" ".join(map(_text, own)) for own in (*(own.cards for own in hand.hands), hand.dealer))
    return tuple(" ".join(map(_text, own)) for own in hand.cards)


def _text(card: Any) -> str:
    return code(card.face) if isinstance(card, Card) else "??"
