"""Pieces of the lobby that look the same for many: each is drawn once for each language and kept.

A row costs half a millisecond to draw, and a lobby is looked at far more often than it changes.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Hashable
from typing import Any

from django import template
from django.template.loader import get_template
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.lobby import TableRow
from games.lobby_live import LobbyShown

register = template.Library()

KEPT = 5_000
"""Pieces kept in one process."""

_kept: OrderedDict[Hashable, SafeString] = OrderedDict()
_lock = threading.Lock()


def drawn(name: str, mark: Hashable, context: dict[str, Any]) -> SafeString:
    """The template `name`, drawn with `context`; the same as before for the same `mark`. No request: nobody's own."""
    key = (name, get_language(), mark)
    with _lock:
        if key in _kept:
            _kept.move_to_end(key)
            return _kept[key]
    piece = SafeString(get_template(name).render(context))
    with _lock:
        _kept[key] = piece
        if len(_kept) > KEPT:
            _kept.popitem(last=False)
    return piece


@register.simple_tag
def open_row(row: TableRow, user: Any) -> SafeString:
    """A free seat; who is logged in takes one for nothing with one press."""
    at_once = bool(user.is_authenticated) and not row.stake
    mark = (row.public_id, row.mark, at_once)
    return drawn("games/row.html", mark, {"row": row, "at_once": at_once})


@register.simple_tag
def watch_row(row: TableRow) -> SafeString:
    return drawn("games/lobby/watch_row.html", (row.public_id, row.mark), {"row": row})


@register.simple_tag
def game_rows(shown: LobbyShown) -> SafeString:
    mark = tuple((card.game.key, card.practises, card.staked, card.free) for card in shown.games)
    return drawn("games/lobby/games.html", mark, {"shown": shown})


@register.simple_tag
def filter_chips(shown: LobbyShown) -> SafeString:
    chips = tuple((group.label, group.chips) for group in shown.groups)
    return drawn("games/lobby/filters.html", (shown.filters, chips), {"shown": shown})
