"""The lobby as one visitor sees it now. What is the same for all is read about once a second in each process."""

from __future__ import annotations

import hashlib
import threading
import time
from collections import Counter
from typing import Any, NamedTuple

from django.db import connection

from games import lobby
from games.lobby import TableRow
from games.lobby_filters import PAGE, Filters, Group, Header, chips, headers, read_filters
from games.models import Table
from games.rules.catalog import GAMES
from games.rules.game import Game
from games.services import currency_order
from wallet.models import Currency

PAGE_AGE_S = 0.25
"""A page that is loaded shows public tables at most this old …"""
LIVE_AGE_S = 1.0
"""… and one that only looks whether something is new, this old."""
SHOWN_TO_WATCH = 24


class Listing(NamedTuple):
    """What everybody may see."""

    read_at: float
    open: list[TableRow]
    playing: list[TableRow]
    currencies: dict[str, str]
    """Name by code, in the installation's order."""
    drawn: dict[Any, Any]
    """Answers for those who are nobody, who all see the same."""


_listing: Listing | None = None
_reading = threading.Lock()


def listing(max_age_s: float) -> Listing:
    """At most so old. Within a transaction one reads for oneself: others must not get what may never be committed."""
    global _listing
    if connection.in_atomic_block:
        return _read()
    known = _listing
    if known is not None and time.monotonic() - known.read_at <= max_age_s:
        return known
    with _reading:  # a burst of visitors waits for one reader
        if _listing is None or time.monotonic() - _listing.read_at > max_age_s:
            _listing = _read()
        return _listing


def forget() -> None:
    """The next visitor reads anew: somebody has just changed something here and comes back to look."""
    global _listing
    _listing = None


def _read() -> Listing:
    now = time.monotonic()
    codes = Currency.objects.filter(enabled=True).values_list("code", "name")
    return Listing(now, lobby.open_tables(), lobby.tables_to_watch(), dict(codes), {})


class GameCard(NamedTuple):
    """A row of the catalogue, as the lobby offers it."""

    game: Game
    practises: bool
    """At once, against the house bot."""
    staked: bool
    free: int
    """Tables where somebody waits, whatever is filtered."""
    address: str
    """Of these tables."""


class LobbyShown(NamedTuple):
    filters: Filters
    groups: tuple[Group, ...]
    headers: tuple[Header, ...]
    own: list[TableRow]
    open: list[TableRow]
    """Of this page."""
    watch: list[TableRow]
    found: int
    """Open tables on all pages."""
    elsewhere: str
    """Public ids of those on other pages: a row that has only moved there is not gone."""
    games: tuple[GameCard, ...]

    @property
    def pages(self) -> int:
        return max(1, -(-self.found // PAGE))

    @property
    def earlier(self) -> str:
        """Address of the page before; "" without one. From far behind the end it is the last page."""
        page = min(self.filters.page - 1, self.pages)
        return self.filters.address(page=page) if page else ""

    @property
    def later(self) -> str:
        return self.filters.address(page=self.filters.page + 1) if self.filters.page < self.pages else ""

    @property
    def turns(self) -> int:
        return sum(row.own_turn for row in self.own)

    def mark(self, *also: Any) -> str:
        """An ETag: the same as long as the page would look the same."""
        rows = [(row.public_id, row.mark) for rows in (self.own, self.open, self.watch) for row in rows]
        text = repr((rows, self.elsewhere, self.filters, also))
        return f'"{hashlib.blake2b(text.encode(), digest_size=12).hexdigest()}"'


def show_lobby(user: Any, query: Any, listed: Listing) -> LobbyShown:
    """For `user` (who may be nobody) and the parameters of the address."""
    filters = read_filters(query, listed.currencies)
    own = lobby.own_tables(user.pk)
    others = [row for row in listed.open if user.pk is None or user.pk not in row.users]
    kept = filters.ordered([row for row in others if filters.keeps(row)])
    first = (filters.page - 1) * PAGE
    watch = [row for row in listed.playing if user.pk is None or user.pk not in row.users]
    return LobbyShown(
        filters=filters,
        groups=chips(
            filters, currency_order.in_own_order(user, listed.currencies, str), has_tables=bool(own)
        ),
        headers=headers(filters),
        own=own,
        open=lobby.priced(kept[first : first + PAGE], user, filters.currency),
        watch=[] if filters.free else [row for row in watch if filters.keeps(row)][:SHOWN_TO_WATCH],
        found=len(kept),
        elsewhere=" ".join(row.public_id for row in (*kept[:first], *kept[first + PAGE :])),
        games=_games(others),
    )


def _games(others: list[TableRow]) -> tuple[GameCard, ...]:
    waiting = Counter(row.game.key for row in others)
    return tuple(
        GameCard(
            game=game,
            practises=bool(game.bots) and Table.Mode.PRACTICE in game.modes,
            staked=Table.Mode.STAKE in game.modes,
            free=waiting[key],
            address=Filters(game=key).address(),
        )
        for key, game in GAMES.items()
    )
