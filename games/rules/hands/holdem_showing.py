"""Which hole cards lie open, and those that the winner of a pot nobody contested shows though he need not.

No rule document speaks of that. Decided here, as poker rooms have it: who has won because all others folded or lost
their claim may show his first card, his second or both. Who folded or mucked may not: nothing of such a hand is sent,
ever. At a showdown everything is shown that is to be shown.

That a single card lies open stands in the hand's facts alone; both together are `shown`, as at a showdown.
"""

from __future__ import annotations

from msgspec.structs import replace

from games.rules.contracts import Fact
from games.rules.errors import Malformed, NotLegal
from games.rules.hands.holdem_state import HOLE_CARDS, HoldemHand

BOTH = tuple(range(HOLE_CARDS))


def lying_open(hand: HoldemHand, seat: int) -> tuple[int, ...]:
    """Numbers of the seat's cards that everybody sees, in the order they were shown."""
    if seat in hand.shown:
        return BOTH
    if hand.ending != "fold":
        return ()
    return tuple(fact.index for fact in hand.facts if fact.kind == "shows_card" and fact.seat == seat)


def showable(hand: HoldemHand, seat: int) -> tuple[int, ...]:
    """Numbers of the cards that the seat may show; empty for all but the winner of a pot that nobody contested."""
    if hand.ending != "fold" or hand.claims[seat] != "in":
        return ()
    seen = lying_open(hand, seat)
    return tuple(card for card in BOTH if card not in seen)


def with_shown(hand: HoldemHand, seat: int, cards: tuple[int, ...]) -> HoldemHand:
    """Fact ``shows_card`` (index: which of the two) while the other one stays hidden, ``shows`` when both lie open.

    Raises Malformed for what are no cards, NotLegal: ``hand_not_over``, ``contested_pot``, ``not_winner``, or
    ``already_shown`` when all of them lie open.
    """
    if cards not in (BOTH, BOTH[:1], BOTH[1:]):
        raise Malformed("no_such_card")
    if hand.street != "over":
        raise NotLegal("hand_not_over")
    if hand.ending != "fold":
        raise NotLegal("contested_pot")
    if hand.claims[seat] != "in":
        raise NotLegal("not_winner")
    left = showable(hand, seat)
    if not set(cards) & set(left):
        raise NotLegal("already_shown")
    if set(left) <= set(cards):
        return replace(hand, shown=(*hand.shown, seat), facts=(*hand.facts, Fact("shows", seat)))
    (card,) = cards
    return replace(hand, facts=(*hand.facts, Fact("shows_card", seat, index=card)))
