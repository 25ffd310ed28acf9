"""What of a statement is asked for: read from an address, written back into it. What there is not is left out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as later

from games import history
from games.rules.catalog import GAMES
from wallet.statements import Keep, Period, StatementLine

KINDS: dict[str, str | Promise] = {
    "stake": later("Stake paid in"),
    "settle": later("Paid out"),
    "refund": later("Stake given back"),
    "reverse": later("Correction"),
    "deposit": later("Deposit"),
    "withdraw": later("Withdrawal"),
    "test_coins": later("Test coins received"),
    "bet": later("Bet of play chips"),
    "payout": later("Returned by the house"),
    "chips": later("Play chips received"),
}
PLAY = ("stake", "settle", "refund", "bet", "payout")
"""Kinds of the lines that playing makes; their sum is what was won or lost."""
GROUPS: dict[str, tuple[str, ...]] = {"play": PLAY, **{kind: (kind,) for kind in KINDS}}
"""What one may choose as kind."""
DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)
MATCH = re.compile(r"[0-9A-Za-z]{1,40}", re.ASCII)
NAMES = {
    "currency": "currency",
    "kind": "kind",
    "game": "game",
    "match": "match",
    "first": "from",
    "last": "to",
}
"""What a filter is called in an address."""


class Filters(NamedTuple):
    """Empty values choose nothing. Days are in UTC, both are included."""

    currency: str = ""
    kind: str = ""
    game: str = ""
    match: str = ""
    """Public id of its table."""
    first: date | None = None
    last: date | None = None
    strange: bool = False
    """The address held something there is not."""

    @property
    def chosen(self) -> bool:
        return any(self[:6])

    @property
    def picks(self) -> bool:
        """Of the lines of a period, only some are asked for."""
        return bool(self.kind or self.game or self.match)

    @property
    def turned_round(self) -> bool:
        return bool(self.first and self.last and self.first > self.last)

    @property
    def period(self) -> Period:
        first, last = self.first, self.last
        return Period(
            None if first is None else _midnight(first),
            # The day after the last one there is cannot be written.
            None if last is None or last == date.max else _midnight(last + timedelta(days=1)),
        )

    @property
    def kinds(self) -> tuple[str, ...]:
        """All of them, where none was chosen."""
        return GROUPS.get(self.kind, tuple(KINDS))

    @property
    def keep(self) -> Keep | None:
        """Chooses lines by kind and game; None where every line is wanted. The match is not its business."""
        if not self.kind and not self.game:
            return None
        return self._keep

    def _keep(self, lines: Sequence[StatementLine]) -> Iterable[StatementLine]:
        wanted = [line for line in lines if not self.kind or line.kind in self.kinds]
        if not self.game:
            return wanted
        of_game = history.of_game({line.subject for line in wanted}, self.game)
        return [line for line in wanted if line.subject in of_game]

    def query(self, **changes: Any) -> str:
        """With these filters and `changes`, always from the newest line: `?currency=TBTC`, `?` for all lines."""
        now = self._replace(**changes)
        kept = {called: str(value) for name, called in NAMES.items() if (value := getattr(now, name))}
        return f"?{urlencode(kept)}"


def read_filters(asked: Mapping[str, str], currencies: Iterable[str]) -> Filters:
    """From the address's parameters, but for the cursor. What there is not is left out and noted as `strange`."""
    allowed = {"currency": set(currencies), "kind": GROUPS, "game": GAMES}
    found: dict[str, Any] = {}
    strange = False
    for name, called in NAMES.items():
        value = asked.get(called, "")
        if not value:
            continue
        if name in ("first", "last"):
            found[name] = day_of(value)
        elif name == "match":
            found[name] = value if MATCH.fullmatch(value) else ""
        else:
            found[name] = value if value in allowed[name] else ""
        strange |= not found[name]
    strange |= any(name not in NAMES.values() and name != "cursor" for name in asked)
    return Filters(**found, strange=strange)


def day_of(text: str) -> date | None:
    """2026-11-30; None for what is no day. No other way of writing one is known."""
    try:
        return date.fromisoformat(text) if DAY.fullmatch(text) else None
    except ValueError:
        return None


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)
