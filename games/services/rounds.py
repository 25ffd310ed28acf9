"""Ranked rounds: what the leaderboard is told of them."""

from __future__ import annotations

from games.models import Hand, Seat
from games.rules.clocks import State
from games.services.chip_postings import SEAT
from leaderboard.services import FinishedHand, tell_hands

INSURANCE = "insurance"
"""Flag of a line that is no player hand."""


def tell(hand: Hand, after: State) -> None:
    """In the transaction that ends the round: a row for each of its player hands; none if it was called off."""
    if after.outcome is None:
        return
    player = Seat.objects.values_list("user_id", flat=True).get(table_id=hand.table_id, number=SEAT)
    assert player is not None
    played = (line for line in after.outcome.lines if INSURANCE not in line.flags)
    tell_hands(
        [
            FinishedHand(hand.public_id, number, player, hand.ended_at, line.staked, line.returned)
            for number, line in enumerate(played)
        ]
    )
