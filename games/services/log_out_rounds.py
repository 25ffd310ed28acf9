"""Who logs out in the browser he plays in loses an open ranked round; warned first (rules.md, House Blackjack)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import structlog
from django.utils.translation import gettext_lazy as _

from battle21.errors import AppError
from games.models import Seat, Table
from games.rules.commands import Leave
from games.services import store
from games.services.chip_postings import SEAT
from games.services.play import submit
from games.services.presence import session_digest
from players.models import User

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as StrPromise

log = structlog.get_logger(__name__)


def warning(player: User, session_key: str) -> StrPromise | str:
    """What is told before; "" without an open round in that browser."""
    if _table_with_open_round(player, session_key) is None:
        return ""
    return _("You have an open round. If you log out now, all bets of it are lost. Finish it first.")


def lose_open_round(player: User, session_key: str) -> None:
    """All bets of the round are lost, and the match is left. A table that is halted waits for staff as it is."""
    table_id = _table_with_open_round(player, session_key)
    if table_id is None:
        return
    try:
        submit(table_id, Leave(at=0, seat=SEAT), by=player.public_id)
    except AppError as refused:
        log.warning("round not lost by a log-out", table=table_id, code=refused.code)


def _table_with_open_round(player: User, session_key: str) -> int | None:
    """Where the browser of that session had the seat last: another device's log-out costs nothing."""
    if not session_key:
        return None
    seats = Seat.objects.filter(
        user=player,
        session=session_digest(session_key),
        table__mode=Table.Mode.RANKED,
        table__status=Table.Status.PLAYING,
    )
    for table_id in seats.values_list("table_id", flat=True):
        state = store.fetch(table_id).state  # another process may have dealt the round
        if state is not None and state.phase == "hand":
            return int(table_id)
    return None
