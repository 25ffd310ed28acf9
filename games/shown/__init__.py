"""What one kind of hand shows besides what all tables show, made from the viewer's `TableView` alone.

A game that needs more than its hand's view gives (names for holdings, who could win a pot, amounts in words) adds a
file beside this one and its view's type to `KINDS`; its template finds the result as `t.hand_shown`. The other
registers are for games whose log, questions or offers mean something else than everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol

from games.rules.formats.solo import SoloView
from games.rules.hands.holdem_view import HoldemView
from games.rules.hands.house_view import HouseView
from games.rules.hands.polish_view import PolishView
from games.rules.table_view import TableView
from games.shown import dealer, dealer_read, dealer_told, poker, poker_told
from games.shown.rounds import show_round
from games.shown.telling import SeenHand, Teller


class HandShown(Protocol):
    """What such a file makes of a view."""

    def readouts(self) -> Iterable[tuple[str, str]]:
        """Key (`players.keys`) and sentence: what is read out when that key is pressed."""


Maker = Callable[[TableView, tuple[Any, ...], str], HandShown]
"""(view, `SeatShown`s from the viewer's own seat on, language) -> what is shown besides."""

KINDS: dict[type, Maker] = {
    HoldemView: poker.holdem_shown,
    HouseView: dealer.show_round,
    PolishView: show_round,
    SoloView: dealer.show_round,
}
"""By the type of the hand's view; before the first deal by that of the match's."""
TELLERS: dict[type, Teller] = {
    HoldemView: poker_told.told_of,
    HouseView: dealer_told.told_of,
    SoloView: dealer_told.told_of,
}
"""What the log says of facts of such a hand; of others it names the card a fact points at, and the total with it."""
QUESTIONS: dict[type, Callable[[TableView, str], str]] = {SoloView: dealer_read.question}
"""By the type of the match's view: (view with a prompt, language) -> the question to the viewer."""
WORDS: dict[type, Mapping[str, str]] = {SoloView: dealer.WORDS}
"""By the type of the match's view: what an offer of the format's is called, where it means something of its own."""
SEEN: dict[type, Callable[[TableView, str], tuple[SeenHand, ...]]] = {HouseView: dealer.seen_hands}
"""By the type of the hand's view, where the cards are not one hand for each seat."""


def hand_shown(view: TableView, seats: tuple[Any, ...], language: str) -> HandShown | None:
    """None where the hand needs nothing of its own, or before the first deal."""
    maker = KINDS.get(type(view.match if view.hand is None else view.hand))
    return None if maker is None else maker(view, seats, language)
