"""Seeds with which a browser gets the cards that a test is about. Called in a stack's own process (`Stack.call`).

A player cannot do that: the house's part of each shuffle is sealed until the shoe is retired.
"""

from __future__ import annotations

from msgspec.structs import replace

from games.models import Table
from games.rules.cards import Card, blackjack_value, hand_totals, rank_of
from games.rules.state import Contribution
from games.services import store

MOST_TRIED = 5_000
ACE = 11


def seed_of_a_split(table: str) -> str:
    """Hex of a seed for the next bet at that table: a pair that is no aces, against a two to six, and neither hand of
    the split has 21 with its second card."""
    loaded = store.fetch(Table.objects.get(public_id=table).id)
    state = loaded.state
    assert state is not None
    for number in range(MOST_TRIED):
        seed = f"{number:064x}"
        brought = (Contribution(0, state.seats[0].player, seed),)
        chance = loaded.deals.chance(replace(state, contributions=brought), state.deal + 1)
        if _is_wanted([chance.card(position) for position in range(6)]):
            return seed
    raise AssertionError("no such cards")


def _is_wanted(cards: list[object]) -> bool:
    one, up, two, _hole, first, second = [card.face for card in cards if isinstance(card, Card)]
    splits = rank_of(one) == rank_of(two) and blackjack_value(one) != ACE
    goes_on = all(hand_totals([one, face])[1] < 21 for face in (first, second))
    return splits and goes_on and blackjack_value(up) in range(2, 7)
