"""The house's bot for Twenty-One (Polish): from its own seat's view it weighs how likely the next card is a bust.

The more players are still to be beaten, the higher a total must be to win alone, and the more it dares. No dice.
"""

from __future__ import annotations

from collections.abc import Callable

from games.rules.actions import Action, Hit, Legal, Stand
from games.rules.cards import FACES_PER_DECK, TARGET, Card
from games.rules.game import Policy
from games.rules.hands.polish_state import total
from games.rules.hands.polish_view import PolishView

DARES = {1: 48, 2: 54, 3: 60}
"""Percent of the unseen cards that may be a bust, by the number of others who may still win."""


def decide(view: PolishView, legal: Legal, roll: Callable[[int], int]) -> Action:
    """HIT while few enough of the cards it has not seen would be a bust; not when nobody else can win any more."""
    if not any(offer.kind == "hit" for offer in legal):
        return Stand()
    me = view.viewer
    if me is None:
        raise ValueError("a watcher has nothing to decide")
    own = [card for card in view.seats[me].cards if card is not None]
    faces = {card.face for card in own}
    unseen = [Card(-1, face) for face in range(FACES_PER_DECK) if face not in faces]
    busts = sum(total([*own, card], view.flexible) > TARGET for card in unseen)
    others = sum(seat.in_round and not seat.away for seat in view.seats) - 1
    return Hit() if others and busts * 100 <= DARES[others] * len(unseen) else Stand()


POLICIES: dict[str, Policy] = {"house": decide}
