"""Seam's row in the catalogue, and the bot that plays it."""

from __future__ import annotations

from collections.abc import Callable

from games.rules.actions import Action, Bet, Check, Legal
from games.rules.catalog import GAMES, SECOND, add
from games.rules.game import Absence, Game, OptionSpec
from tests.seam.format import SEAM_FORMAT
from tests.seam.hand import SEAM_HAND, SeamView

KEY = "seam"


def careful(view: SeamView, legal: Legal, roll: Callable[[int], int]) -> Action:
    """Bets a little when it feels lucky."""
    most = legal[-1].high
    return Bet(1 + roll(min(most, 3))) if view.luck and most else Check()


SEAM = Game(
    key=KEY,
    title="Seam",
    summary="Five cards, a sealed one in the middle, and a grudge.",
    hand=SEAM_HAND,
    format=SEAM_FORMAT,
    min_seats=2,
    max_seats=3,
    turn_ms=10 * SECOND,
    result_ms={"": 5 * SECOND, "fold": 2 * SECOND},
    absence=Absence(pauses=False, budget_ms=20 * SECOND, then="withdraw"),
    bots={"careful": careful},
    options=(OptionSpec(key="hands", label="Hands", default=6, choices=(3, 6, 12)),),
    joins_midway=True,
)


def register() -> None:
    """Put the row into the catalogue, once."""
    if KEY not in GAMES:
        add(SEAM)
