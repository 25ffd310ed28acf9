"""What one viewer of a Classic hand may know, built field by field (rules.md, Classic: what is public).

Open to all: each player's first card, the number of cards, who has stood. The rest of a hand is its owner's until
the showdown. That a seat cannot hit (21, or ten cards) shows nowhere.
"""

from __future__ import annotations

import msgspec

from games.rules.cards import Card
from games.rules.hands.classic_state import BOTH, NOBODY, ClassicHand, Ending
from games.rules.hands.comparison import readout

PUBLIC_CARDS = 1
"""How many of a player's cards, from the first on, everybody sees."""


class ClassicSeatView(msgspec.Struct, frozen=True, kw_only=True):
    """One seat as the viewer sees it."""

    cards: tuple[Card | None, ...]
    """In the order they were dealt; None where the face is not for this viewer."""
    card_count: int
    shown_total: str
    """Of the cards the viewer sees: ``4/14``."""
    stood: bool


class ClassicView(msgspec.Struct, frozen=True, kw_only=True):
    """A Classic hand for one seat, or for a watcher (`viewer` None)."""

    viewer: int | None
    first: int
    to_act: tuple[int, ...]
    seats: tuple[ClassicSeatView, ...]
    reason: Ending
    """``showdown`` or ``withdrawn`` when the hand is over."""
    winners: tuple[int, ...]
    """Both when the hand is tied; empty until it is over."""

    def open_cards(self) -> tuple[Card, ...]:
        """Every card whose face this viewer may know."""
        return tuple(card for seat in self.seats for card in seat.cards if card is not None)


def view_for(hand: ClassicHand, viewer: int | None) -> ClassicView:
    return ClassicView(
        viewer=viewer,
        first=hand.first,
        to_act=() if hand.actor == NOBODY else (hand.actor,),
        seats=tuple(_seat_view(hand, seat, viewer) for seat in BOTH),
        reason=hand.ending,
        winners=hand.winners,
    )


def _seat_view(hand: ClassicHand, seat: int, viewer: int | None) -> ClassicSeatView:
    own = hand.cards[seat]
    sees_all = seat == viewer or hand.ending == "showdown"
    seen = own if sees_all else own[:PUBLIC_CARDS]
    return ClassicSeatView(
        cards=(*seen, *([None] * (len(own) - len(seen)))),
        card_count=len(own),
        shown_total=readout(seen),
        stood=hand.stood[seat],
    )
