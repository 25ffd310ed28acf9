"""The whole product as one table: each game is hand rules × match format, with seats, timers and options.

Times in ms. Sources: `rules.md` (table of products, All games, Tactical, Disconnects), seed 000.
"""

from __future__ import annotations

import re

from games.rules.bots import tactical as tactical_bots
from games.rules.classic_rows import CLASSIC_ROWS
from games.rules.formats.freezeout import TACTICAL_FREEZEOUT
from games.rules.game import RESULT_MS, SECOND, TWO_PLAYER_ABSENCE, Game
from games.rules.hands.tactical import TACTICAL
from games.rules.holdem_rows import HOLDEM_ROWS
from games.rules.house_rows import HOUSE_ROWS
from games.rules.polish_rows import POLISH_ROWS
from games.rules.words import words

__all__ = ["GAMES", "PRODUCTS", "RESULT_MS", "SECOND", "TWO_PLAYER_ABSENCE", "add"]

GAMES: dict[str, Game] = {}


def add(game: Game) -> None:
    """Put a row into the catalogue. Raises ValueError when the key is taken or cannot stand in an address."""
    if not re.fullmatch(r"[a-z][a-z0-9_-]*", game.key):
        raise ValueError(f"no key for a game: {game.key!r}")
    if game.key in GAMES:
        raise ValueError(f"the catalogue has a game {game.key!r} already")
    GAMES[game.key] = game


add(
    Game(
        key="tactical",
        title=words("Tactical Blackjack"),
        summary=words("One against one: blackjack hands, poker betting, 1,000 match chips each."),
        hand=TACTICAL,
        format=TACTICAL_FREEZEOUT,
        min_seats=2,
        max_seats=2,
        turn_ms=30 * SECOND,
        result_ms=RESULT_MS,
        absence=TWO_PLAYER_ABSENCE,
        bots=tactical_bots.POLICIES,
        modes=("practice", "free", "stake"),
        gives_up=True,
    )
)

for row in (*CLASSIC_ROWS, *HOLDEM_ROWS, *HOUSE_ROWS, *POLISH_ROWS):
    add(row)

PRODUCTS = tuple(GAMES)
"""Keys of the product's own rows; tests and operators may add others."""
