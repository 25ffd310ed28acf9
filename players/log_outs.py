"""What logging out means to other apps, which say so here: players know nothing of games."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from players.models import User

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as StrPromise

    Words = StrPromise | str

Warning_ = Callable[[User, str], "Words"]
"""(player, key of the session) -> what the player is told before; "" when there is nothing to say."""
Consequence = Callable[[User, str], None]

_registered: list[tuple[Warning_, Consequence]] = []


def register(warning: Warning_, consequence: Consequence) -> None:
    """Both are asked at each log-out of a player, with the key of the session that ends. Once per app, at its start."""
    if (warning, consequence) not in _registered:
        _registered.append((warning, consequence))


def warnings(player: User, session_key: str) -> list[Words]:
    """Why a player should think twice before he logs out."""
    said = [warning(player, session_key) for warning, _ in _registered]
    return [words for words in said if words]


def log_out(player: User, session_key: str) -> None:
    """The player has said so himself, in this session; an expired one or another device's is none of this."""
    for _, consequence in _registered:
        consequence(player, session_key)
