"""Hold'em's rows of the catalogue (rules.md, table of products, Hold'em).

Times in ms.
"""

from __future__ import annotations

from games.rules.bots import holdem as holdem_bots
from games.rules.formats.freezeout import HEADS_UP_FREEZEOUT
from games.rules.game import RESULT_MS, SECOND, TWO_PLAYER_ABSENCE, Game
from games.rules.hands.holdem import HOLDEM
from games.rules.words import words

HEADS_UP = Game(
    key="heads_up",
    title=words("Heads-up Poker"),
    summary=words("One against one: no-limit Texas Hold'em, 1,000 match chips each, rising blinds."),
    hand=HOLDEM,
    format=HEADS_UP_FREEZEOUT,
    min_seats=2,
    max_seats=2,
    turn_ms=30 * SECOND,
    result_ms=RESULT_MS,
    absence=TWO_PLAYER_ABSENCE,
    bots=holdem_bots.POLICIES,
    modes=("practice", "free", "stake"),
    keys="board",
    gives_up=True,
)

HOLDEM_ROWS: tuple[Game, ...] = (HEADS_UP,)
