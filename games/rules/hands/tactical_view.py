"""What one viewer of a Tactical hand may know, built field by field (rules.md, Tactical: what is public).

Open to all: antes, bets, actions, the number of cards and each player's first card. The rest of a hand is its
owner's, until a showdown; after a fold it stays so for ever. That a seat cannot hit (21, or ten cards) shows
nowhere.
"""

from __future__ import annotations

import msgspec

from games.rules.cards import Card
from games.rules.hands.comparison import readout
from games.rules.hands.tactical_state import NOBODY, SEATS, Ending, Stage, TacticalHand, is_all_in, owed

PUBLIC_CARDS = 1
"""How many of a player's cards, from the first on, everybody sees."""


class TacticalSeatView(msgspec.Struct, frozen=True, kw_only=True):
    """One seat as the viewer sees it; chips as in `TacticalHand`."""

    cards: tuple[Card | None, ...]
    """In the order they were dealt; None where the face is not for this viewer."""
    card_count: int
    shown_total: str
    """Of the cards the viewer sees: ``4/14``."""
    bet: int
    committed: int
    stack: int
    passed: bool


class TacticalView(msgspec.Struct, frozen=True, kw_only=True):
    """A Tactical hand for one seat, or for a watcher (`viewer` None)."""

    viewer: int | None
    button: int
    stage: Stage
    final_betting: bool
    all_in: bool
    """A player has no chips left. Unless that bet is still to be answered, there is no betting any more."""
    to_act: tuple[int, ...]
    to_call: int
    """Chips the viewer must add to go on; 0 for a watcher."""
    pot: int
    seats: tuple[TacticalSeatView, ...]
    reason: Ending
    """``showdown`` or ``fold`` when the hand is over."""
    winners: tuple[int, ...]
    shares: tuple[int, ...]
    """Chips out of the pot by seat; empty until the hand is over."""

    def open_cards(self) -> tuple[Card, ...]:
        """Every card whose face this viewer may know."""
        return tuple(card for seat in self.seats for card in seat.cards if card is not None)


def view_for(hand: TacticalHand, viewer: int | None) -> TacticalView:
    return TacticalView(
        viewer=viewer,
        button=hand.button,
        stage=hand.stage,
        final_betting=hand.final_betting,
        all_in=is_all_in(hand),
        to_act=() if hand.actor == NOBODY else (hand.actor,),
        to_call=0 if viewer is None else owed(hand, viewer),
        pot=sum(hand.committed),
        seats=tuple(_seat_view(hand, seat, viewer) for seat in range(SEATS)),
        reason=hand.ending,
        winners=tuple(seat for seat, share in enumerate(hand.shares) if share),
        shares=hand.shares,
    )


def _seat_view(hand: TacticalHand, seat: int, viewer: int | None) -> TacticalSeatView:
    own = hand.cards[seat]
    sees_all = seat == viewer or hand.ending == "showdown"
    seen = own if sees_all else own[:PUBLIC_CARDS]
    return TacticalSeatView(
        cards=(*seen, *([None] * (len(own) - len(seen)))),
        card_count=len(own),
        shown_total=readout(seen),
        bet=hand.bets[seat],
        committed=hand.committed[seat],
        stack=hand.stacks[seat],
        passed=hand.passed[seat],
    )
