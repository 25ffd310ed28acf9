"""A round against a dealer: bets, insurance, doubled and split hands."""

from __future__ import annotations

from games.phrases.phrase import Said, Text

SAID: dict[str, Said] = {}

RESULTS: tuple[str, ...] = ()
LED_TO: tuple[str, ...] = ()

TURN: dict[str, Text] = {}
WHY: dict[str, Text] = {}
LABELS: dict[str, Text] = {}
