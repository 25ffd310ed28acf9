"""What a match of hands that are won or lost shows besides the cards: score, history, who sits out, what is awaited.

Formats that have no such thing have no such fields in their view, and nothing is shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, Protocol

from django.utils.translation import gettext as _

from games import sentences
from games.rules.game import Game
from games.rules.state import ASIDE
from games.rules.table_view import TableView

TALLY_SHOWN = 20
"""Hands of the history on the table; older ones stand on the page of the match."""


class Sitter(Protocol):
    """A seat as it is shown."""

    @property
    def number(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def own(self) -> bool: ...


class HandWon(NamedTuple):
    """One finished hand of the history."""

    number: int
    kind: str
    """near, far or tied: who of the two as they are drawn has won it."""
    text: str
    overtime: bool


def stands(view: TableView, game: Game) -> bool:
    """Whether nothing can be pressed because the game is paused. What stands beside the game can."""
    if not view.paused or view.seat is None:
        return view.paused
    return not (is_beside(view) or (game.leaves_between and view.phase == "between"))


def is_beside(view: TableView) -> bool:
    """The viewer is asked something that waits for him also while the game is paused."""
    return view.prompt is not None and view.prompt.source == ASIDE


def full_time(view: TableView, game: Game) -> int:
    """How long whoever is asked now may take in all."""
    return (game.aside_ms if view.phase == "between" and game.aside_ms else game.turn_ms) * view.clock


def waiting(view: TableView, seats: Iterable[Sitter]) -> str:
    """What the next hand waits for, other than its time; "" for nothing."""
    match = view.match
    if getattr(match, "waits_for_quote", False):
        return _("No up-to-date price: nobody pays, the next hand is tried again.")
    sitting = getattr(match, "sitting", ())
    out = [seat.name for seat in seats if seat.number < len(sitting) and sitting[seat.number]]
    if out:
        names = ", ".join(sentences.isolated(name) for name in out)
        return _("%(names)s sits out. Nobody pays while the answer is awaited.") % {"names": names}
    between = view.phase == "between" and view.mode != "practice"  # where no clock may be running
    if hasattr(match, "extra") and between and view.next_hand_due is None:
        return _("The next round waits until at least two players are there.")
    return ""


def tally(view: TableView, near: Sitter, far: Sitter, language: str) -> tuple[HandWon, ...]:
    """The last finished hands, oldest first."""
    match = view.match
    history = getattr(match, "history", ())
    played = match.hands if hasattr(match, "sitting") else len(history)
    agreed = match.hands if hasattr(match, "overtime") else played
    first = played - len(history) + 1
    shown = [_won(number, winner, near, far, number > agreed) for number, winner in enumerate(history, first)]
    return tuple(shown[-TALLY_SHOWN:])


def _won(number: int, winner: int, near: Sitter, far: Sitter, overtime: bool) -> HandWon:
    seat = near if winner == near.number else far if winner == far.number else None
    if seat is None:
        return HandWon(number, "tied", _("Hand %(n)d: tied") % {"n": number}, overtime)
    kind = "near" if seat is near else "far"
    if seat.own:
        return HandWon(number, kind, _("Hand %(n)d: yours") % {"n": number}, overtime)
    return HandWon(number, kind, _("Hand %(n)d: %(name)s") % {"n": number, "name": seat.name}, overtime)


def readouts(view: TableView, seats: tuple[Sitter, ...], language: str) -> Iterator[tuple[str, str]]:
    """Score, and how many hands there still are; under the keys that read out chips and antes elsewhere."""
    match = view.match
    score = getattr(match, "score", None)
    if score is None:
        return
    won = tuple((seat.name, seat.own, score[seat.number]) for seat in seats)
    yield "stacks", sentences.score_read(won, language)
    left = getattr(match, "hands_left", 0)
    agreed = match.hands if hasattr(match, "hands_left") else 0
    yield (
        "level",
        sentences.hands_read(view.hand_number, agreed, left, getattr(match, "overtime", 0), language),
    )
