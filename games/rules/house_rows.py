"""House Blackjack's row of the catalogue (seed 001; rules.md, table of products, House Blackjack and leaderboard).

Times in ms. A product once `catalog.py` adds it.
"""

from __future__ import annotations

from games.rules.bots.house_basic import basic
from games.rules.formats.solo import Solo
from games.rules.game import SECOND, UNLIMITED, Absence, Game
from games.rules.hands.house import HOUSE, LEAST_BET, MOST_BET
from games.rules.hands.house_state import HALVES
from games.rules.words import words

START_CHIPS = 1_000
UNTOUCHED_MS = 24 * 60 * 60 * SECOND
"""A round that is not touched for so long is lost; a match is left."""
LEAST_ROUND_MS = 1 * SECOND

MOST_ROUNDS = 1_000
"""Of one match: each has a shoe of its own, and a table has few more than that (`commitments.DEALS_PER_TABLE`)."""

SOLO = Solo(unit=HALVES, least=LEAST_BET, most=MOST_BET, start_chips=START_CHIPS, most_rounds=MOST_ROUNDS)

HOUSE_GAME = Game(
    key="house",
    title=words("House Blackjack"),
    summary=words("You against the dealer, for play chips: two decks, naturals pay 3:2, and a leaderboard."),
    hand=HOUSE,
    format=SOLO,
    min_seats=1,
    max_seats=1,
    turn_ms=UNTOUCHED_MS,
    result_ms={"": LEAST_ROUND_MS},
    absence=Absence(pauses=False, budget_ms=UNLIMITED, then="withdraw"),
    bots={"basic": basic},
    keys="dealer",
    in_rounds=True,
    units=HALVES,
    modes=("practice", "ranked"),
    fresh_seeds=True,
    asks_after_result=True,
    expiry_withdraws=True,
    draws_by_hand=True,
)

HOUSE_ROWS: tuple[Game, ...] = (HOUSE_GAME,)
