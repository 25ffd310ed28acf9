"""The lobby's filters: read from the address, written back into it, applied to rows. What there is not is left out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from games.lobby import TableRow
from games.models import Table
from games.money import dollars
from games.rules.catalog import GAMES

PAGE = 25
"""Tables on one page."""
MOST_PAGE = 10**9
DOLLAR = 100
BANDS: dict[str, tuple[int, int]] = {
    "low": (1 * DOLLAR, 5 * DOLLAR),
    "middle": (5 * DOLLAR + 1, 50 * DOLLAR),
    "high": (50 * DOLLAR + 1, 500 * DOLLAR),
    "top": (500 * DOLLAR + 1, 10_000 * DOLLAR),
}
"""Stakes of one player from … to, in US cents, both included."""
SORTS: dict[str, Callable[[TableRow], Any]] = {
    "player": lambda row: row.host.casefold(),
    "game": lambda row: _(row.game.title).casefold(),
    "stake": lambda row: row.stake_cents or 0,
}
"""Columns one may sort by; with a minus in front the other way round. Without: newest first."""
SWITCHES = ("free", "mine")
ON = "1"


class Filters(NamedTuple):
    """Empty values choose nothing."""

    game: str = ""
    mode: str = ""
    band: str = ""
    currency: str = ""
    free: str = ""
    """Only tables with a free seat."""
    mine: str = ""
    """Only where one sits."""
    sort: str = ""
    page: int = 1
    strange: bool = False
    """The address held something there is not."""

    @property
    def chosen(self) -> int:
        """How many filters are on; order and page are none."""
        return sum(1 for value in self[:6] if value)

    def address(self, **changes: Any) -> str:
        """Of the lobby with these filters and `changes`; another choice begins at its first page."""
        now = self._replace(**{"page": 1, **changes})
        kept = {name: value for name, value in now._asdict().items() if value and name != "strange"}
        if kept.get("page") == 1:
            del kept["page"]
        return f"?{urlencode(kept)}" if kept else "?"

    @property
    def query(self) -> str:
        return self.address(page=self.page)

    def keeps(self, row: TableRow) -> bool:
        if self.mine or (self.game and row.game.key != self.game) or (self.mode and row.mode != self.mode):
            return False
        if self.currency and self.currency not in (*row.currencies, *row.taken):
            return False
        low, high = BANDS.get(self.band, (0, 0))
        return not self.band or low <= (row.stake_cents or 0) <= high

    def ordered(self, rows: list[TableRow]) -> list[TableRow]:
        column = self.sort.removeprefix("-")
        return sorted(rows, key=SORTS[column], reverse=self.sort.startswith("-")) if column else rows


def read_filters(asked: Mapping[str, str], currencies: Mapping[str, str]) -> Filters:
    """From the address's parameters; values and names that there are not are left out and noted as `strange`."""
    allowed: dict[str, Any] = {
        "game": GAMES,
        "mode": Table.Mode.values,
        "band": BANDS,
        "currency": currencies,
        "free": (ON,),
        "mine": (ON,),
        "sort": (*SORTS, *(f"-{column}" for column in SORTS)),
    }
    found: dict[str, Any] = {}
    strange = False
    for name, value in asked.items():
        if name == "page":
            strange |= not (page := _page(value))
            found[name] = page or 1
        elif name in allowed and value in allowed[name]:
            found[name] = value
        else:
            strange |= bool(value) or name not in allowed
    return Filters(**found, strange=strange)


def _page(text: str) -> int:
    """0 for what is no number of a page."""
    if not re.fullmatch(r"[0-9]{1,10}", text, re.ASCII):
        return 0
    return int(text) if int(text) <= MOST_PAGE else 0


# --- chips ----------------------------------------------------------------------------------------------------------


class Chip(NamedTuple):
    """One choice: pressed it is in the address, pressed again it is not."""

    text: str | Promise
    address: str
    on: bool


class Group(NamedTuple):
    label: str
    chips: tuple[Chip, ...]


class Header(NamedTuple):
    """Of a column: where pressing it leads, and how the list is ordered by it now."""

    text: str
    address: str
    order: str
    """A value of aria-sort."""


PLAYED_FOR = {
    Table.Mode.PRACTICE: later("Practice"),
    Table.Mode.FREE: later("Nothing"),
    Table.Mode.STAKE: later("A stake"),
}


def chips(filters: Filters, currencies: Iterable[str], *, has_tables: bool) -> tuple[Group, ...]:
    """All choices, currencies in the order given. A single game or currency is none."""

    def group(label: str, name: str, choices: Mapping[Any, str | Promise]) -> Group:
        now = getattr(filters, name)
        made = [
            Chip(text, filters.address(**{name: "" if now == value else value}), now == value)
            for value, text in choices.items()
        ]
        return Group(label, tuple(made))

    games = {key: _(game.title) for key, game in GAMES.items()} if len(GAMES) > 1 else {}
    modes = {
        mode.value: words
        for mode, words in PLAYED_FOR.items()
        if any(mode in g.modes for g in GAMES.values())
    }
    bands = {key: _band_words(*ends) for key, ends in BANDS.items()} if Table.Mode.STAKE in modes else {}
    groups = [
        group(_("Game"), "game", games),
        group(_("Played for"), "mode", modes),
        group(_("Stake"), "band", bands),
        group(_("Paid in"), "currency", {code: code for code in currencies} if bands else {}),
    ]
    show = [*group("", "free", {ON: _("Free seats only")}).chips]
    if has_tables or filters.mine:
        show += group("", "mine", {ON: _("My tables")}).chips
    groups.append(Group(_("Show"), tuple(show)))
    return tuple(group for group in groups if group.chips)


def _band_words(low: int, high: int) -> str:
    least, most = (dollars(cents).removesuffix(dollars(0)[2:]) for cents in (low - low % DOLLAR, high))
    return _("%(least)s to %(most)s") % {"least": least, "most": most}


def headers(filters: Filters) -> tuple[Header, ...]:
    """Of the columns one may sort by: up, then down, then as it was."""
    words = {"player": _("Player"), "game": _("Game"), "stake": _("Played for")}
    made = []
    for column, text in words.items():
        up, down = filters.sort == column, filters.sort == f"-{column}"
        then = f"-{column}" if up else "" if down else column
        order = "ascending" if up else "descending" if down else "none"
        made.append(Header(text, filters.address(sort=then), order))
    return tuple(made)
