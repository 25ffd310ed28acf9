"""What players have, what moved, and what a stake would cost them. Nothing here moves anything."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.response import Response

from games import money as prices
from games.api.base import ApiView
from games.api.catalogue import least_value
from games.api.paging import PAGING, Page, limit_of
from games.api.problems import BadCursor
from games.api.schema import PAGE
from games.api.shapes import Offers, Statement, WalletShape, dollars, money, shown
from games.api.strict import bad_parameter
from games.forms import cents_of
from games.rules.catalog import GAMES
from games.services import currency_order
from games.services.postings import hand_of
from games.statement_filters import GROUPS, MATCH, Filters, day_of
from games.statements import spans_of, subjects_of
from wallet.errors import BadAmount
from wallet.models import Currency
from wallet.selectors import Held
from wallet.statements import StatementLine, currencies
from wallet.statements import statement as lines_in

ONE_KIND = "One kind; `play`: what playing makes"
SHORT = "A page may then hold fewer lines than `limit`, even none, while `has_more` is true"


class WalletView(ApiView):
    scopes = {"GET": "wallet:read"}

    @extend_schema(operation_id="get_wallet", tags=["Wallet"], responses=WalletShape)
    def get(self, request: Any, player: str) -> Response:
        """What your player has, free and in play, by currency, in their own order."""
        held = currency_order.held_by(self.player(player))
        return Response(shown(WalletShape, {"data": [purse_body(purse) for purse in held]}))


class StatementView(ApiView):
    scopes = {"GET": "wallet:read"}
    parameters = ("currency", "kind", "game", "table", "from", "to", *PAGING)

    @extend_schema(
        operation_id="get_statement",
        tags=["Wallet"],
        parameters=[
            OpenApiParameter("currency", str, description="Lines of one currency"),
            OpenApiParameter("kind", str, enum=list(GROUPS), description=f"{ONE_KIND}. {SHORT}"),
            OpenApiParameter("game", str, description=f"One game's matches, by its key. {SHORT}"),
            OpenApiParameter("table", str, description="Lines of the matches at one table"),
            OpenApiParameter("from", OpenApiTypes.DATE, description="First day (UTC)"),
            OpenApiParameter("to", OpenApiTypes.DATE, description="Last day (UTC), included"),
            *PAGE,
        ],
        responses=Statement,
    )  # fmt: skip
    def get(self, request: Any, player: str) -> Response:
        """What came into your player's free balance and what left it, newest first."""
        user = self.player(player)
        filters = self.filters(user.pk)
        cursor, limit = self.query.get("cursor", ""), limit_of(self.query)
        try:
            found = lines_in(
                spans_of(user.pk, filters),
                cursor=cursor,
                limit=limit,
                subjects=subjects_of(user.pk, filters),
                keep=filters.keep,
            )
        except BadAmount:
            raise BadCursor from None
        page = Page([], found.older or None)
        return Response(shown(Statement, page.body([line_body(line) for line in found.lines])))

    def filters(self, user_id: int) -> Filters:
        """Raises BadParameters for what there is not."""
        known: dict[str, tuple[Collection[str], str, Any]] = {
            "currency": (currencies(user_id), "unknown_currency", _("There is no such currency.")),
            "kind": (GROUPS, "invalid_choice", _("There is no such kind of line.")),
            "game": (GAMES, "unknown_game", _("There is no such game.")),
        }
        for name, (allowed, code, sentence) in known.items():
            if name in self.query and self.query[name] not in allowed:
                raise bad_parameter(name, sentence, code)
        table = self.query.get("table", "")
        if "table" in self.query and not (
            MATCH.fullmatch(table) and subjects_of(user_id, Filters(match=table))
        ):
            raise bad_parameter("table", _("This player has no match at such a table."), "unknown_table")
        first, last = self.day("from"), self.day("to")
        if first and last and first > last:
            raise bad_parameter("to", _("The last day comes before the first."))
        currency, kind, game = (self.query.get(name, "") for name in known)
        return Filters(currency, kind, game, table, first, last)

    def day(self, name: str) -> date | None:
        if name not in self.query:
            return None
        day = day_of(self.query[name])
        if day is None:
            raise bad_parameter(name, _("Give a day as in 2026-11-30."))
        return day


class OffersView(ApiView):
    scopes = {"GET": "wallet:read"}
    parameters = ("stake_usd",)

    @extend_schema(
        operation_id="get_offers",
        tags=["Wallet"],
        parameters=[OpenApiParameter("stake_usd", str, required=True, description="As in `5.00`")],
        responses=Offers,
    )
    def get(self, request: Any, player: str) -> Response:
        """What a stake costs your player just now, in each currency. USD is an estimate, nothing is exchanged."""
        user = self.player(player)
        try:
            cents = cents_of(self.query.get("stake_usd", ""), least_value())
        except ValidationError as wrong:
            raise bad_parameter("stake_usd", " ".join(wrong.messages), "bad_stake") from None
        held, quotes = currency_order.held_by(user), prices.quotes_now()
        body = {
            "stake": dollars(cents),
            "data": [offer_body(offer) for offer in self.own(prices.offers(cents, held, quotes))],
            "total": [total_body(total) for total in self.own(prices.total_offers(cents, held, quotes))],
        }
        return Response(shown(Offers, body))

    def own[Offered: (prices.Offer, prices.TotalOffer)](self, offers: tuple[Offered, ...]) -> list[Offered]:
        """A sandbox never touches money."""
        return [offer for offer in offers if offer.is_test or not self.partner.is_test]


def purse_body(held: Held) -> dict[str, Any]:
    return {
        "currency": held.currency,
        "name": held.name,
        "is_test": held.family == Currency.Family.TEST,
        "free": money(held.free, held.currency, held.decimals),
        "in_play": money(held.in_play, held.currency, held.decimals),
    }


def line_body(line: StatementLine) -> dict[str, Any]:
    return {
        "transfer": line.transfer,
        "at": line.at,
        "kind": line.kind,
        "subject": line.subject,
        "hand": hand_of(line.part) or None,
        "reason": line.reason if line.kind == "reverse" else "",
        "change": money(line.units, line.currency, line.decimals),
        "balance": money(line.after, line.currency, line.decimals),
    }


def offer_body(offer: prices.Offer) -> dict[str, Any]:
    amounts = {"cost": offer.cost, "most": offer.most, "free": offer.free}
    return {
        "currency": offer.currency,
        "name": offer.name,
        "is_test": offer.is_test,
        **{name: money(*amount) for name, amount in amounts.items()},
        "enough": offer.enough,
        "price_age_s": offer.age_s,
    }


def total_body(total: prices.TotalOffer) -> dict[str, Any]:
    return {
        "is_test": total.is_test,
        "parts": [
            {
                "currency": part.cost.currency,
                "name": part.name,
                "cost": money(*part.cost),
                "most": money(*part.most),
                "price_age_s": part.age_s,
            }
            for part in total.parts
        ],
    }
