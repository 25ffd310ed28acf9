"""Tables: found, opened, joined, left."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.response import Response

from games import broadcast, pools
from games.api.access import demand_scope
from games.api.base import ApiView
from games.api.bodies import BeginBody, JoinBody, NewTableBody, OptionsBody, PlayerBody, RematchBody
from games.api.lists import TableFilters, filtered, names_of
from games.api.paging import page_of
from games.api.problems import InvalidFields
from games.api.schema import IDEMPOTENCY, PAGE, REPLAYED, parameters_of
from games.api.shapes import Tables, TableShape, dollars, shown
from games.errors import refusal
from games.models import Seat, Table
from games.rules.catalog import GAMES
from games.services import gathering, tables
from games.services.options import change_options
from games.services.stakes import TOTAL
from games.services.terms_mark import mark_of
from players.models import Partner, User
from wallet import selectors as ledger
from wallet.errors import CurrencyDisabled
from wallet.models import Currency

PAYMENT = ("currency", "most_units", "most_by_currency")


class _Staking(ApiView):
    """What sits down a player, perhaps for a stake: the same services, prices and consents as the pages."""

    def payment(self, mode: str, fields: dict[str, Any], player: User) -> dict[str, Any]:
        """Arguments of the services for a table of that mode. Raises MissingScope, InvalidFields, CurrencyDisabled."""
        given = {name: fields[name] for name in PAYMENT if name in fields}
        if mode != Table.Mode.STAKE:
            if given:
                raise InvalidFields(*(_wrong(name, "needless") for name in given))
            return {}
        demand_scope(self.request, "stake")
        needed = ("currency", "most_by_currency" if given.get("currency") == TOTAL else "most_units")
        wrong = [_wrong(name, "required") for name in needed if name not in given]
        wrong += [_wrong(name, "other_currency") for name in given if name not in needed]
        if wrong:
            raise InvalidFields(*wrong)
        currency, most = (given[name] for name in needed)
        self._keep_to_test_coins(most if currency == TOTAL else (currency,), player)
        return {"currency": currency, "most_units": most if currency == TOTAL else int(most)}

    def _keep_to_test_coins(self, currencies: Iterable[str], player: User) -> None:
        """A sandbox never touches money."""
        families = {held.currency: held.family for held in ledger.balances(player.pk)}
        for currency in currencies:
            if self.partner.is_test and families.get(currency, Currency.Family.TEST) != Currency.Family.TEST:
                raise CurrencyDisabled(data={"currency": currency})

    def seated(self, table: Table) -> dict[str, Any]:
        """The table as it is when everything is committed; who watches it is told then."""
        transaction.on_commit(partial(broadcast.table_changed, table.id, 0))
        (body,) = table_bodies(self.partner, [pools.table_of(self.partner, table.public_id)])
        return dict(shown(TableShape, body))


class TablesView(_Staking):
    scopes = {"GET": "tables:read", "POST": "tables:write"}
    parameters = names_of(TableFilters)

    @extend_schema(
        operation_id="list_tables",
        tags=["Tables"],
        parameters=[*parameters_of(TableFilters), *PAGE],
        responses=Tables,
    )
    def get(self, request: Any) -> Response:
        """Tables of your players, and the public ones you may join or watch; newest first."""
        if "player" in self.query:
            self.player(self.query["player"])
        rows = filtered(TableFilters, self.query, pools.tables_of(self.partner))
        page = page_of(rows, self.query, at="created_at", by="public_id")
        return Response(shown(Tables, page.body(table_bodies(self.partner, page.rows))))

    @extend_schema(
        operation_id="create_table",
        tags=["Tables"],
        parameters=[IDEMPOTENCY],
        request=NewTableBody,
        responses={201: REPLAYED(TableShape)},
    )
    def post(self, request: Any) -> Response:
        """Open a table with your player on its first seat. Practice fills the others with house bots and begins."""
        fields = self.body(NewTableBody)
        return self.once(lambda: (201, self._open(fields)))

    def _open(self, fields: dict[str, Any]) -> dict[str, Any]:
        player = self.actor(fields["player"])
        if fields["mode"] == Table.Mode.RANKED:
            raise refusal("people_only")
        payment = self.payment(fields["mode"], fields, player)
        table = tables.open_table(
            player,
            fields["game"],
            mode=fields["mode"],
            clock=fields.get("clock", 1),
            options=fields["options"],
            private=fields["private"] or pools.is_apart(self.partner),
            stake_cents=fields.get("stake_usd"),
            currencies=fields["currencies"],
            bot=fields.get("bot", ""),
            **payment,
        )
        return self.seated(table)


class TableView(_Staking):
    scopes = {"GET": "tables:read", "PATCH": "tables:write"}

    @extend_schema(operation_id="get_table", tags=["Tables"], responses=TableShape)
    def get(self, request: Any, table: str) -> Response:
        """One table."""
        (body,) = table_bodies(self.partner, [pools.table_of(self.partner, table)])
        return Response(shown(TableShape, body))

    @extend_schema(operation_id="change_table", tags=["Tables"], request=OptionsBody, responses=TableShape)
    def patch(self, request: Any, table: str) -> Response:
        """Change options of a table that your player has opened, while nobody else sits there. The value of a hand
        stays; where options multiply it, a stake is agreed to anew."""
        fields = self.body(OptionsBody)
        player = self.actor(fields["player"])
        waiting = pools.table_of(self.partner, table)
        agreed = {"currency": "", "most_units": None, **self.payment(waiting.mode, fields, player)}
        changed = change_options(player, table, fields["options"], tables.Payment(**agreed))
        return Response(self.seated(changed))


class JoinView(_Staking):
    scopes = {"POST": "tables:write"}

    @extend_schema(
        operation_id="join_table",
        tags=["Tables"],
        parameters=[IDEMPOTENCY],
        request=JoinBody,
        responses=REPLAYED(TableShape),
    )
    def post(self, request: Any, table: str) -> Response:
        """Take the next free seat; the last one begins the match. Sitting there already is no error."""
        fields = self.body(JoinBody)
        return self.once(lambda: (200, self._join(table, fields)))

    def _join(self, public_id: str, fields: dict[str, Any]) -> dict[str, Any]:
        player = self.actor(fields["player"])
        table = pools.table_of(self.partner, public_id)
        payment = self.payment(table.mode, fields, player)
        joined = tables.join_table(
            player, public_id, invitation=fields["invitation"], shown=fields["terms"], **payment
        )
        return self.seated(joined)


class RematchView(_Staking):
    scopes = {"POST": "tables:write"}

    @extend_schema(
        operation_id="rematch",
        tags=["Tables"],
        parameters=[IDEMPOTENCY],
        request=RematchBody,
        responses=REPLAYED(TableShape),
    )
    def post(self, request: Any, table: str) -> Response:
        """The same again on the same seats, with the next one first. Who asks later joins it; where several play, who
        has asked first may begin without the others."""
        fields = self.body(RematchBody)
        return self.once(lambda: (200, self._rematch(table, fields)))

    def _rematch(self, public_id: str, fields: dict[str, Any]) -> dict[str, Any]:
        player = self.actor(fields["player"])
        table = pools.table_of(self.partner, public_id)
        payment = self.payment(table.mode, fields, player)
        return self.seated(tables.rematch(player, table, **payment))


class BeginView(_Staking):
    scopes = {"POST": "tables:write"}

    @extend_schema(
        operation_id="begin_match", tags=["Tables"], parameters=[IDEMPOTENCY], request=BeginBody,
        responses=REPLAYED(TableShape),
    )  # fmt: skip
    def post(self, request: Any, table: str) -> Response:
        """Your player, who has opened the table, begins although seats are free: without them or, where the game lets
        bots fill in, with house bots on them."""
        fields = self.body(BeginBody)
        return self.once(lambda: (200, self._begin(table, fields)))

    def _begin(self, public_id: str, fields: dict[str, Any]) -> dict[str, Any]:
        player = self.actor(fields["player"])
        pools.table_of(self.partner, public_id)
        return self.seated(gathering.begin_table(player, public_id, with_bots=fields["bots"]))


class LeaveView(ApiView):
    scopes = {"POST": "tables:write"}

    @extend_schema(operation_id="leave_table", tags=["Tables"], request=PlayerBody, responses={204: None})
    def post(self, request: Any, table: str) -> Response:
        """Get up before the match; whose table it is closes it."""
        player = self.actor(self.body(PlayerBody)["player"])
        pools.table_of(self.partner, table)
        tables.leave_table(player, table)
        return Response(status=204)


def _wrong(name: str, code: str) -> dict[str, str]:
    sentences = {
        "required": _("A stake needs this."),
        "needless": _("Only a table for a stake has this."),
        "other_currency": _("Not with that currency: one has most_units, TOTAL has most_by_currency."),
    }
    return {"pointer": f"/{name}", "code": code, "detail": sentences[code]}


def table_bodies(partner: Partner, rows: Sequence[Table]) -> list[dict[str, Any]]:
    seats: dict[int, list[Seat]] = {table.pk: [] for table in rows}
    own = set()
    found = Seat.objects.filter(table__in=rows).select_related("user__partner_player").order_by("number")
    for seat in found:
        seats[seat.table_id].append(seat)
        if is_own(partner, seat):
            own.add(seat.table_id)
    before = dict(Table.objects.filter(rematch__in=rows).values_list("rematch__pk", "public_id"))
    return [_body(partner, table, seats[table.pk], table.pk in own, before.get(table.pk)) for table in rows]


def _body(partner: Partner, table: Table, seats: list[Seat], own: bool, before: str | None) -> dict[str, Any]:
    return {
        "id": table.public_id,
        "game": table.game,
        "mode": table.mode,
        "status": table.status,
        "clock": table.clock,
        "private": table.private,
        "options": table.options,
        "stake": dollars(table.stake_cents),
        "currencies": table.currencies,
        "terms": mark_of(table),
        "seats": GAMES[table.game].seats_at(table.options),
        "taken": [sitter_body(partner, seat) for seat in seats],
        "commitment": table.commitment,
        "invitation": table.invitation if own and table.status == Table.Status.OPEN else None,
        "rematch_of": before,
        "created_at": table.created_at,
        "ended_at": table.ended_at,
    }


def is_own(partner: Partner, seat: Seat) -> bool:
    brought = getattr(seat.user, "partner_player", None)
    return brought is not None and brought.partner_id == partner.pk


def sitter_body(partner: Partner, seat: Seat) -> dict[str, Any]:
    return {
        "number": seat.number,
        "player": seat.user.public_id if seat.user else None,
        "name": seat.user.display_name if seat.user else "",
        "bot": seat.user is None,
        "yours": is_own(partner, seat),
    }
