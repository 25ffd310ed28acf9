"""What a viewer may know of a hand, said from the rules of each game and not from its views."""

from __future__ import annotations

from typing import Any


def known_tactical(hand: Any, seat: int | None) -> set[tuple[int, int]]:
    """(seat, number of the card) of every card whose face the viewer may know.

    The first card of each player is public, one's own cards are known, a showdown opens all, a fold nothing.
    """
    shown_down = any(fact.kind == "showdown" for fact in hand.facts)
    return {
        (owner, index)
        for owner, cards in enumerate(hand.cards)
        for index in range(len(cards))
        if index == 0 or owner == seat or shown_down
    }
