"""What matches between two players have in common: who begins, and what the winner of a pot gets."""

from __future__ import annotations

from games.rules.chance import Chance
from games.rules.contracts import DRAWN, FIRST_BUTTON, ROLL_FIRST, HandOutcome, HandSetup, Pot

SEATS = 2
BOTH = (0, 1)
RAKE_BPS = 100
"""1 % of the two stakes (seed 000: the winner receives 99 %)."""
TIED = -1


def first_of_match(seats: int, options: dict[str, int], chance: Chance) -> int:
    """Drawn, unless the options say who begins. Raises ValueError for other than two seats or an unknown one."""
    if seats != SEATS:
        raise ValueError("this match has two seats")
    first = options.get(FIRST_BUTTON, DRAWN)
    if first == DRAWN:
        first = chance.roll(ROLL_FIRST, 0, SEATS)
    if first not in BOTH:
        raise ValueError(f"no seat {first} to begin")
    return first


def pot_for(winner: int) -> Pot:
    """A stake from each seat, both for the winner."""
    shares = (SEATS, 0) if winner == 0 else (0, SEATS)
    return Pot(contributions=(1, 1), eligible=BOTH, shares=shares)


def winner_of(outcome: HandOutcome) -> int:
    """The seat that won the hand, or TIED."""
    for line in outcome.lines:
        if line.returned > line.staked:
            return line.seat
    return TIED


def counted(score: tuple[int, int], winner: int) -> tuple[int, int]:
    """The score after a hand; a tied hand awards nobody a point."""
    return (score[0] + (winner == 0), score[1] + (winner == 1))


def even_hands(options: dict[str, int]) -> int:
    """The agreed number of hands, so that both act first equally often. Raises ValueError for an odd one or none."""
    hands = options["hands"]
    if hands < SEATS or hands % SEATS:
        raise ValueError(f"{hands} hands: both players must act first equally often")
    return hands


def setup_for(first: int) -> HandSetup:
    """A hand for one value from each seat; `first` acts first, or DRAWN."""
    return HandSetup(seats=BOTH, button=first, stacks=(1, 1), forced=(1, 1))
