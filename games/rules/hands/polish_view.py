"""What one viewer of a Polish round may know, built field by field (rules.md, Twenty-One (Polish)).

Until the round ends everybody sees how many cards a seat has and whether it is done; faces, totals and busts are
their owner's alone. Then all cards are shown.
"""

from __future__ import annotations

import msgspec

from games.rules.cards import Card
from games.rules.hands.polish_state import (
    NOBODY,
    Ending,
    PolishHand,
    all_open,
    counted,
    is_bust,
    is_persian,
)


class PolishSeatView(msgspec.Struct, frozen=True, kw_only=True):
    """One seat as the viewer sees it."""

    in_round: bool
    cards: tuple[Card | None, ...]
    """In the order they were dealt; None where the face is not for this viewer, or sealed."""
    card_count: int
    total: int | None
    """None unless the viewer sees every card of the hand."""
    bust: bool
    persian: bool
    """Both False while the viewer may not know."""
    done: bool
    away: bool
    """Lost the round by absence: known to all, as absences are."""

    @property
    def shown_total(self) -> str:
        """In figures; "" while the viewer may not know it."""
        return "" if self.total is None else str(self.total)


class PolishView(msgspec.Struct, frozen=True, kw_only=True):
    """A Polish round for one seat, or for a watcher (`viewer` None)."""

    viewer: int | None
    order: tuple[int, ...]
    """Of the turns."""
    to_act: tuple[int, ...]
    flexible: bool
    seats: tuple[PolishSeatView, ...]
    reason: Ending
    """``persian`` or ``showdown`` when the round is over."""
    winner: int | None
    """None until the round is over, and when nobody gets the point."""

    def open_cards(self) -> tuple[Card, ...]:
        """Every card whose face this viewer may know."""
        return tuple(card for seat in self.seats for card in seat.cards if card is not None)


def view_for(hand: PolishHand, viewer: int | None) -> PolishView:
    return PolishView(
        viewer=viewer,
        order=hand.order,
        to_act=() if hand.actor == NOBODY else (hand.actor,),
        flexible=hand.flexible,
        seats=tuple(_seat_view(hand, seat, viewer) for seat in range(len(hand.cards))),
        reason=hand.ending,
        winner=None if hand.winner == NOBODY else hand.winner,
    )


def _seat_view(hand: PolishHand, seat: int, viewer: int | None) -> PolishSeatView:
    own = hand.cards[seat]
    sees = bool(own) and (seat == viewer or bool(hand.ending))
    return PolishSeatView(
        in_round=seat in hand.order,
        cards=tuple(card if sees and isinstance(card, Card) else None for card in own),
        card_count=len(own),
        total=counted(own, hand.flexible) if sees and all_open(own) else None,
        bust=sees and is_bust(own, hand.flexible),
        persian=sees and is_persian(own),
        done=hand.done[seat],
        away=hand.lost[seat],
    )
