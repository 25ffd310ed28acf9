"""Twenty-One (Polish)'s row of the catalogue (rules.md, table of products, Twenty-One (Polish), Disconnects).

Times in ms. A product once `catalog.py` adds it.
"""

from __future__ import annotations

from games.rules.bots import polish as polish_bots
from games.rules.formats.rounds import LEAST_SEATS, MOST_SEATS, ROUNDS, ROUNDS_FOR_POINTS
from games.rules.game import RESULT_MS, SEATS, SECOND, Absence, Game, OptionSpec
from games.rules.hands.polish import POLISH
from games.rules.hands.polish_state import FLEXIBLE
from games.rules.words import words

SEATS_TAKEN = OptionSpec(
    key=SEATS, label=words("Seats"), default=MOST_SEATS, choices=tuple(range(LEAST_SEATS, MOST_SEATS + 1))
)
ROUNDS_PLAYED = OptionSpec(key=ROUNDS, label=words("Rounds"), default=5, choices=(3, 5, 7, 10))
FLEXIBLE_ACE = OptionSpec(key=FLEXIBLE, label=words("Flexible ace"), default=0, choices=(0, 1))

ABSENCE = Absence(
    pauses=False,
    budget_ms=60 * SECOND,
    then="withdraw",
    hand_ms=10 * SECOND,
    least_present=2,
)

POLISH_GAME = Game(
    key="polish",
    title=words("Twenty-One (Polish)"),
    summary=words(
        "Two to four players, no dealer: the closest to 21 takes the round, the most rounds take the match."
    ),
    hand=POLISH,
    format=ROUNDS_FOR_POINTS,
    min_seats=LEAST_SEATS,
    max_seats=MOST_SEATS,
    turn_ms=20 * SECOND,
    result_ms=RESULT_MS,
    absence=ABSENCE,
    bots=polish_bots.POLICIES,
    modes=("practice", "free"),
    options=(SEATS_TAKEN, ROUNDS_PLAYED, FLEXIBLE_ACE),
    others_play_on=True,
    counts_chips=False,
    counts_points=True,
    in_rounds=True,
    bots_fill=True,
)

POLISH_ROWS: tuple[Game, ...] = (POLISH_GAME,)
