"""What the lobby shows: open tables, tables one may watch, one's own, and what others have won. Reads only."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple
from zlib import crc32

from django.conf import settings
from django.db.models import Count, Exists, F, Func, JSONField, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from battle21.errors import AppError
from games.errors import refusal
from games.models import Match, Seat, Table, TableState
from games.money import Offer, dollars, offers, quotes_now
from games.rules.catalog import GAMES
from games.rules.game import Game
from games.rules.table_view import view
from games.selectors import TableFacts, table_facts
from games.services import currency_order, store
from games.services.terms_mark import terms_mark
from games.terms import company, terms
from players.services.demo import ROOM_PREFIX

MOST_OPEN = 500
MOST_WATCHED = 100
"""Most tables read for a list; a lobby with more needs its filters."""
UNFINISHED = (Table.Status.OPEN, Table.Status.PLAYING)


class Record(NamedTuple):
    """Decided matches between people at one game."""

    won: int = 0
    played: int = 0


class TableRow(NamedTuple):
    """One line of the lobby."""

    id: int
    public_id: str
    game: Game
    mode: str
    clock: int
    private: bool
    status: str
    created_by: int
    stake_cents: int | None
    rematch: bool
    names: tuple[str, ...]
    """Of those who sit there, by seat; "" is a house bot."""
    users: dict[int, int]
    """Seat number by user id; never shown."""
    currencies: tuple[str, ...]
    """In which those who sit there pay."""
    taken: tuple[str, ...] = ()
    """In which stakes may be paid here; empty: in all of one family."""
    record: Record | None = None
    """Of who opened it; None where nobody asked."""
    offers: tuple[Offer, ...] = ()
    """What the stake costs who looks, by currency; empty for who cannot take it."""
    best: Offer | None = None
    """The offer to begin with."""
    own_turn: bool = False
    options: Mapping[str, int] = MappingProxyType({})
    """What its creator chose."""
    demo: bool = False
    """Bots of the demo's living room play here among themselves."""

    @property
    def seats(self) -> int:
        """How many the table has."""
        return max(self.game.seats_at(self.options), len(self.names))

    @property
    def free(self) -> int:
        return self.seats - len(self.names)

    @property
    def stake(self) -> str:
        return "" if self.stake_cents is None else dollars(self.stake_cents)

    @property
    def company(self) -> tuple[str, ...]:
        """`names`, several bots in one."""
        return company(self.names)

    @property
    def terms(self) -> str:
        """How many hands, and what one of them is played for; "" where the stake says it all."""
        return terms(self.game, self.options, self.stake_cents)

    @property
    def terms_mark(self) -> str:
        """What is played here, for who sits down to say that he has seen it."""
        return terms_mark(
            game=self.game.key,
            mode=self.mode,
            clock=self.clock,
            options=self.options,
            stake_cents=self.stake_cents,
            currencies=self.taken,
        )

    @property
    def takes(self) -> str:
        """The currencies that this table keeps to; "" for all."""
        return ", ".join(self.taken)

    @property
    def mode_name(self) -> str:
        return str(Table.Mode(self.mode).label)

    @property
    def seconds(self) -> int:
        """For one decision; 0: as long as one likes."""
        return self.game.turn_ms * self.clock // 1_000

    @property
    def host(self) -> str:
        return next((name for name in self.names if name), _("House bot"))

    @property
    def mark(self) -> str:
        """Another mark: the line has to be drawn anew."""
        costs = [(str(offer.cost), offer.enough, offer is self.best) for offer in self.offers]
        terms_now = (dict(self.options), self.stake_cents, self.taken)
        shown = (self.status, self.names, self.record, costs, self.own_turn, terms_now)
        return f"{crc32(repr(shown).encode()):x}"


# --- lists ----------------------------------------------------------------------------------------------------------


def open_tables() -> list[TableRow]:
    """Public tables with a free seat, newest first, each with the record of who waits there."""
    rows = _rows(_public_tables().filter(status=Table.Status.OPEN)[:MOST_OPEN])
    records = records_of((row.created_by, row.game.key) for row in rows)
    return [row._replace(record=records.get((row.created_by, row.game.key), Record())) for row in rows]


def tables_to_watch() -> list[TableRow]:
    """Public matches that are played, without anybody's practice; those of people before the demo's bots'."""
    tables = _public_tables().filter(status=Table.Status.PLAYING).exclude(mode=Table.Mode.PRACTICE)
    return sorted(_rows(tables[:MOST_WATCHED]), key=lambda row: row.demo)


def own_tables(user_id: int | None) -> list[TableRow]:
    """Where one sits and the match is not over: first where one is asked, then what is played, then what waits."""
    if user_id is None:
        return []
    rows = _rows(_tables().filter(seats__user_id=user_id, status__in=UNFINISHED))
    asked = _asked(rows, user_id)
    rows = [row._replace(own_turn=row.id in asked) for row in rows]
    return sorted(rows, key=lambda row: (not row.own_turn, row.status == Table.Status.OPEN))


def _asked(rows: list[TableRow], user_id: int) -> set[int]:
    """Tables whose match waits for this player's answer. States this process knows already are not read again."""
    playing = {row.id: row for row in rows if row.status == Table.Status.PLAYING}
    if not playing:
        return set()
    versions = TableState.objects.filter(pk__in=playing, live=True, halted_at__isnull=True)
    asked = set()
    for table_id, version in versions.values_list("pk", "version"):
        try:
            state = store.load(table_id, at_least=version).state
        except AppError:  # written by newer code: the page of the table says so
            continue
        if state is None:
            continue
        seen = view(state, playing[table_id].users[user_id])
        if seen.prompt is not None and not seen.paused:
            asked.add(table_id)
    return asked


def _tables() -> QuerySet[Table]:
    return Table.objects.filter(game__in=GAMES).order_by("-created_at", "-pk")


def _public_tables() -> QuerySet[Table]:
    """Open to all; beside real players a partner's sandbox keeps its tables to itself."""
    tables = _tables().filter(private=False)
    if settings.DEMO:
        return tables
    sandbox = Seat.objects.filter(table=OuterRef("pk"), user__partner_player__partner__is_test=True)
    return tables.exclude(Exists(sandbox))


TERMS = (
    "id",
    "public_id",
    "game",
    "mode",
    "clock",
    "private",
    "status",
    "stake_cents",
    "options",
    "currencies",
    "created_by_id",
    "rematch_of_id",
)
SITTERS = (
    "number", "user_id", "user__display_name", "currency", "most_by_currency", "user__is_demo",
    "user__username",
)  # fmt: skip


def _rows(tables: QuerySet[Table]) -> list[TableRow]:
    """In two small queries: a lobby with hundreds of tables is read again and again."""
    found = list(tables.values(*TERMS))
    seats: dict[int, list[Any]] = {table["id"]: [] for table in found}
    for table_id, *sitter in (
        Seat.objects.filter(table__in=seats).order_by("table", "number").values_list("table_id", *SITTERS)
    ):
        seats[table_id].append(sitter)
    return [_row(table, seats[table["id"]]) for table in found]


def _row(table: Any, sitters: list[Any]) -> TableRow:
    return TableRow(
        id=table["id"],
        public_id=table["public_id"],
        game=GAMES[table["game"]],
        mode=table["mode"],
        clock=table["clock"],
        private=table["private"],
        status=table["status"],
        created_by=table["created_by_id"],
        stake_cents=table["stake_cents"],
        options=table["options"],
        taken=tuple(table["currencies"]),
        rematch=table["rematch_of_id"] is not None,
        names=tuple(name or "" for _number, _user, name, *_more in sitters),
        users={user_id: number for number, user_id, *_more in sitters if user_id},
        currencies=tuple(
            sorted(
                {
                    code
                    for *_who, currency, most, _demo, _name in sitters
                    for code in most or (currency,)
                    if code
                }
            )
        ),
        demo=bool(sitters)
        and all(is_demo and name.startswith(ROOM_PREFIX) for *_more, is_demo, name in sitters),
    )


# --- records --------------------------------------------------------------------------------------------------------


def records_of(asked: Iterable[tuple[int, str]]) -> dict[tuple[int, str], Record]:
    """By user and game: matches with a winner, and how many of them were won. Practice does not count, nor does a match
    in which house bots sat. One query."""
    pairs = set(asked)
    if not pairs:
        return {}
    number = Func(F("table__seats__number"), function="to_jsonb", output_field=JSONField())
    with_bots = Seat.objects.filter(table=OuterRef("table"), user=None)
    decided = (
        Match.objects.exclude(winners=[])
        .exclude(Exists(with_bots))
        .filter(
            table__status=Table.Status.OVER,
            table__mode__in=(Table.Mode.FREE, Table.Mode.STAKE),
            table__game__in={game for _user, game in pairs},
            table__seats__user_id__in={user_id for user_id, _game in pairs},
        )
    )
    counted = decided.values_list("table__seats__user_id", "table__game").annotate(
        won=Count("pk", filter=Q(winners__contains=number)), played=Count("pk")
    )
    return {(user_id, game): Record(won, played) for user_id, game, won, played in counted}


# --- prices ---------------------------------------------------------------------------------------------------------


def priced(rows: list[TableRow], user: Any, currency: str = "") -> list[TableRow]:
    """The same rows; those for a stake say what it costs this account just now, in `currency` first."""
    if not any(row.stake_cents for row in rows) or not user.is_authenticated or user.is_guest:
        return rows
    held, quotes = currency_order.held_by(user), quotes_now()
    return [_with_offers(row, offers(row.stake_cents, held, quotes), currency) if row.stake_cents else row
            for row in rows]  # fmt: skip


def _with_offers(row: TableRow, found: tuple[Offer, ...], currency: str) -> TableRow:
    found = tuple(offer for offer in found if not row.taken or offer.currency in row.taken)
    ranked = sorted(found, key=lambda offer: (not offer.enough, offer.currency != currency))
    return row._replace(offers=found, best=next(iter(ranked), None))


# --- single tables --------------------------------------------------------------------------------------------------


def facts_by_invitation(invitation: str) -> TableFacts:
    """The table an invitation link leads to; to a rematch of two none leads. Raises AppError("unknown_table")."""
    public_id = Table.objects.filter(invitation=invitation).values_list("public_id", flat=True).first()
    facts = None if public_id is None else table_facts(public_id)
    if facts is None or not facts.takes_newcomers:
        raise refusal("unknown_table")
    return facts


def rematch_of(table_id: int) -> str | None:
    """Public id of the table where the same players meet again, while it waits or plays; None without one."""
    again = Table.objects.filter(rematch_of=table_id, status__in=UNFINISHED)
    return again.values_list("public_id", flat=True).first()
