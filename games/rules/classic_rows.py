"""Classic Blackjack's three rows of the catalogue: one hand, three formats (rules.md, table of products, Classic).

Times in ms.
"""

from __future__ import annotations

from msgspec.structs import replace

from games.rules.bots import classic as classic_bots
from games.rules.formats.cash_fixed import CASH_FIXED
from games.rules.formats.cash_open import CASH_OPEN
from games.rules.formats.series import SERIES
from games.rules.game import RESULT_MS, SECOND, TWO_PLAYER_ABSENCE, Game, OptionSpec
from games.rules.hands.classic import CLASSIC
from games.rules.words import words

HANDS = OptionSpec(key="hands", label=words("Hands"), default=6, choices=(2, 4, 6, 10, 20))
TURN_MS = 15 * SECOND
SIT_OUT_MS = 60 * SECOND
"""Seed 000, Unlimited Hands: how long who sits out may think."""
LEAST_VALUE_CENTS = 10

_SERIES = Game(
    key="classic_series",
    title=words("Classic Blackjack, Winner Takes All"),
    summary=words("One against one, no betting: who wins more of the agreed hands takes both stakes."),
    hand=CLASSIC,
    format=SERIES,
    min_seats=2,
    max_seats=2,
    turn_ms=TURN_MS,
    result_ms=RESULT_MS,
    absence=TWO_PLAYER_ABSENCE,
    bots=classic_bots.POLICIES,
    modes=("practice", "free", "stake"),
    options=(HANDS,),
    gives_up=True,
    counts_chips=False,
    stake_times=HANDS.key,
    least_value_cents=LEAST_VALUE_CENTS,
)

_FIXED = replace(
    _SERIES,
    key="classic_fixed",
    title=words("Classic Blackjack, Cash, Fixed Hands"),
    summary=words("One against one, no betting: an exact number of hands, each paid out when it ends."),
    format=CASH_FIXED,
)

_UNLIMITED = replace(
    _SERIES,
    key="classic_unlimited",
    title=words("Classic Blackjack, Cash, Unlimited Hands"),
    summary=words(
        "One against one, no betting: hand after hand, each with its own buy-in, until one leaves."
    ),
    format=CASH_OPEN,
    absence=replace(TWO_PLAYER_ABSENCE, per_hand=True),
    options=(),
    leaves_between=True,
    aside_ms=SIT_OUT_MS,
    stake_times="",
)

CLASSIC_ROWS: tuple[Game, ...] = (_SERIES, _FIXED, _UNLIMITED)
