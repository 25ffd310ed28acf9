"""The words for facts, questions and actions, by their kinds; `games.sentences` makes sentences of them.

A game whose kinds are new adds a file beside these, named after what it tells of, and its name here.
"""

from __future__ import annotations

from games.phrases import common, dealer, poker, rounds
from games.phrases.phrase import Said, Text

__all__ = [
    "AFTER",
    "BRIEF",
    "BRIEF_OWN",
    "LABELS",
    "LED_TO",
    "RESULTS",
    "SAID",
    "TURN",
    "WHY",
    "Said",
    "Text",
]

FILES = (dealer, rounds, poker, common)
"""Questions are looked up in this order."""

SAID: dict[str, Said] = {kind: said for file in FILES for kind, said in file.SAID.items()}
RESULTS: tuple[str, ...] = tuple(kind for file in FILES for kind in file.RESULTS)
"""Kinds that tell how a hand ended; together they are its result in one line. So is every ``over_…``."""
LED_TO: tuple[str, ...] = tuple(kind for file in FILES for kind in file.LED_TO)
"""Ends that are told after what led to them."""
BRIEF = frozenset(RESULTS) | {kind for file in FILES for kind in file.BRIEF}
"""Kinds that are said to who has asked for few words: results, and what the hand cannot be played without. So is every
``over_…``. The log has all kinds."""
BRIEF_OWN = frozenset(kind for file in FILES for kind in file.BRIEF_OWN)
"""Those that are, where they tell of the listener's own seat: what he is dealt."""
AFTER: dict[str, tuple[str, ...]] = {kind: reads for file in FILES for kind, reads in file.AFTER.items()}
"""By kind: what is read out (`players.keys`) after it to who has asked for all there is to say."""
TURN: dict[str, Text] = {kinds: text for file in FILES for kinds, text in file.TURN.items()}
"""By the first of these that is offered, all of its kinds together."""
WHY: dict[str, Text] = {reason: text for file in FILES for reason, text in file.WHY.items()}
"""Questions that a format asks for a reason; by that reason."""
LABELS: dict[str, Text] = {kind: text for file in FILES for kind, text in file.LABELS.items()}
"""What stands on a button."""
