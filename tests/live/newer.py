"""Tomorrow's code: the same rules, stored under the next schema number. Named in B21_EXTRA_GAMES of one process."""

from __future__ import annotations

from games.rules import beginning, codec, state
from games.services import store

NEWER = state.SCHEMA + 1


def register() -> None:
    for module in (state, beginning, codec, store):
        assert vars(module)["SCHEMA"] == NEWER - 1
        vars(module)["SCHEMA"] = NEWER
