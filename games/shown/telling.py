"""What a line of the log may say besides its fact, in the present hand; and hands that are not one seat's."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from games.rules.cards import Card
from games.rules.table_view import TableView


class Telling(NamedTuple):
    """What one viewer's view shows of a fact."""

    kind: str = ""
    """Words of this kind (`games.phrases`) are taken instead of the fact's own."""
    face: int = -1
    """Of the card it points at; -1: not seen."""
    total: str = ""
    cards: str = ""
    """Several cards, in words."""
    value: str = ""
    """A hand by its name, in words."""
    quiet: bool = False
    """It is told with another line, so that it has none of its own."""
    amount: int = -1
    """Told instead of the fact's own; -1: it is not."""


class SeenHand(NamedTuple):
    """Cards that lie together, where they are not one seat's: for pages of finished hands."""

    name: str
    own: bool
    """They are all the reader has."""
    cards: tuple[Card | None, ...]
    """None is one whose face this view does not show."""
    total: str
    told: str
    """What was bet on them and what became of it, in words; "" for nothing."""
    bet: str
    """Alone; "" for nothing."""


UNSEEN = Telling()
Teller = Callable[[TableView, int, str], Telling]
"""(view, index of a fact in its log, language) -> what is said of it. Asked for facts of the hand in the view alone."""
