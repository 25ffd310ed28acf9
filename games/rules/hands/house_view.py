"""What one viewer of a round of House Blackjack may know, built field by field. Amounts are half-chips.

All cards are open but the dealer's hole card until it is turned. What the player could still bring is his alone.
"""

from __future__ import annotations

import msgspec

from games.rules.cards import Card
from games.rules.hands.comparison import readout
from games.rules.hands.house_state import PLAYER, HouseHand

HIDDEN = ("", "forfeit")
"""By `ending`: the hole card is not turned. Who leaves does not see it."""


class PlayerHandView(msgspec.Struct, frozen=True, kw_only=True):
    """One player hand."""

    cards: tuple[Card, ...]
    total: str
    """``4/14`` for ace and three, ``21`` alone."""
    bet: int
    doubled: bool
    active: bool
    flags: tuple[str, ...]
    """How it ended (`house_settlement.settled_lines`); empty until the round is over."""
    returned: int


class HouseView(msgspec.Struct, frozen=True, kw_only=True):
    """A round for its player, or for a watcher (`viewer` None)."""

    viewer: int | None
    hands: tuple[PlayerHandView, ...]
    dealer: tuple[Card | None, ...]
    """None: the hole card while it is hidden."""
    dealer_total: str
    """Of the cards that are open."""
    asks_insurance: bool
    insurance: int
    insurance_returned: int
    bankroll: int
    """What the player can still bring now; 0 for a watcher."""
    reason: str
    """Why the round ended; "" while it goes on."""

    def open_cards(self) -> tuple[Card, ...]:
        """Every card whose face this viewer may know."""
        own = [card for hand in self.hands for card in hand.cards]
        return (*own, *[card for card in self.dealer if card is not None])


def view_for(hand: HouseHand, viewer: int | None) -> HouseView:
    lines = hand.lines
    over = bool(lines)
    seen = hand.dealer if hand.ending not in HIDDEN else hand.dealer[:1]
    return HouseView(
        viewer=viewer,
        hands=tuple(
            PlayerHandView(
                cards=own.cards,
                total=readout(own.cards),
                bet=own.bet,
                doubled=own.doubled,
                active=number == hand.active,
                flags=lines[number].flags if over else (),
                returned=lines[number].returned if over else 0,
            )
            for number, own in enumerate(hand.hands)
        ),
        dealer=(*seen, *([None] * (len(hand.dealer) - len(seen)))),
        dealer_total=readout(seen),
        asks_insurance=hand.asks_insurance,
        insurance=hand.insurance,
        insurance_returned=sum(line.returned for line in lines if line.flags[0] == "insurance"),
        bankroll=hand.bankroll - hand.drawn if viewer == PLAYER else 0,
        reason=hand.ending,
    )
