"""Two players' blackjack hands side by side, as in Tactical and Classic (seed 000, Winning the hand).

Nobody is out by passing 21 here: a hand over 21 still beats a worse one over 21.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.rules.cards import TARGET, Card, Slot, hand_totals, shown_total

MOST_CARDS = 10
"""A hand never holds more cards than this (seed 000, Cards)."""


def opened(slot: Slot) -> Card:
    """The slot as a card we know. Raises ValueError for a sealed one: these games know every card."""
    if isinstance(slot, Card):
        return slot
    raise ValueError(f"the card at position {slot.position} is sealed")


def best_total(cards: Iterable[Card]) -> int:
    """The stronger value of the cards: aces 11 where that does not pass 21."""
    return hand_totals([card.face for card in cards])[1]


def readout(cards: Iterable[Card]) -> str:
    """The value as the table shows it: ``4/14``, or ``21`` alone."""
    return shown_total([card.face for card in cards])


def may_hit(cards: Sequence[Card]) -> bool:
    """Whether another card may be taken: not at exactly 21 and not with ten cards, but over 21 it may."""
    return len(cards) < MOST_CARDS and best_total(cards) != TARGET


def strength(total: int) -> int:
    """Greater for the better hand: up to 21 the total itself; beyond it, the lower the better."""
    return total if total <= TARGET else -total


def winning_seats(totals: Sequence[int]) -> tuple[int, ...]:
    """The seats with the best total, ascending; several when it is a tie."""
    strengths = [strength(total) for total in totals]
    best = max(strengths)
    return tuple(seat for seat, value in enumerate(strengths) if value == best)
