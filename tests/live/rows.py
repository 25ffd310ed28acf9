"""Rows of the catalogue for tests of the live side: Tactical with short clocks, few chips, and faults planted."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from games.rules.actions import Action, Hit
from games.rules.catalog import GAMES, add
from games.rules.chance import Chance
from games.rules.formats.freezeout import ANTES, Freezeout
from games.rules.hands.tactical import TacticalRules
from tests import seam

QUICK = "quick"
"""Two seconds for a decision, so that a test can see clocks run out."""
QUICK_MS = 2_000
STEADY_MS = 10_000
STEADY = "steady"
"""Ten seconds, so that many tables can be made before the first of them is due."""
FAULTY = "faulty"
"""As steady, but its clock cannot run out and its HIT cannot be carried out: the step raises what nobody expects."""
QUICK_SEAM = "quick-seam"
SHORT = "short"
"""Two antes of chips, so that a match is soon over."""
SHORT_STACK = 100
STAKED = "staked"
"""Seam for a stake: what a seat brings in and what pots pay out goes to the ledger."""


class PlantedFault(Exception):
    """Not a refusal: a mistake in a program."""


class FaultyRules(TacticalRules):
    def apply_action(
        self, hand: Any, seat: int, action: Action, chance: Chance, *, auto: bool = False
    ) -> Any:
        if isinstance(action, Hit) or auto:
            raise PlantedFault
        return super().apply_action(hand, seat, action, chance, auto=auto)


def register() -> None:
    """Put the rows into the catalogue, once."""
    seam.register()
    if QUICK not in GAMES:
        quick = {"": 300}
        add(replace(GAMES["tactical"], key=QUICK, turn_ms=QUICK_MS, result_ms=quick))
        add(replace(GAMES["tactical"], key=STEADY, turn_ms=STEADY_MS))
        add(replace(GAMES["tactical"], key=FAULTY, turn_ms=STEADY_MS, hand=FaultyRules()))
        short = Freezeout(levels=ANTES, starting_stack=SHORT_STACK)
        add(replace(GAMES["tactical"], key=SHORT, format=short))
        add(replace(seam.SEAM, key=QUICK_SEAM, turn_ms=QUICK_MS))
        add(replace(seam.SEAM, key=STAKED, modes=("stake",)))
