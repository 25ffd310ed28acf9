"""The partner's own players."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from drf_spectacular.utils import extend_schema
from rest_framework.response import Response

from games import pools
from games.api.base import ApiView
from games.api.bodies import NewPlayerBody, PlayerChangeBody
from games.api.paging import PAGING, page_of
from games.api.schema import IDEMPOTENCY, PAGE, REPLAYED
from games.api.shapes import Players, PlayerShape, shown
from games.services import currency_order
from players.models import User
from players.services import partners
from wallet import selectors as ledger
from wallet.postings import Key
from wallet.services import give_test_coins

SANDBOX_COINS = {"TBTC": 1, "TETH": 10, "TUSDT": 10_000}
"""Whole test coins that a sandbox player of a demo installation begins with, as the demo's own players do."""
SCOPE = "api_sandbox"


class PlayersView(ApiView):
    scopes = {"GET": "players:read", "POST": "players:write"}
    parameters = PAGING

    @extend_schema(operation_id="list_players", tags=["Players"], parameters=PAGE, responses=Players)
    def get(self, request: Any) -> Response:
        """Your players, newest first."""
        rows = pools.players_of(self.partner).select_related("partner_player")
        page = page_of(rows, self.query, at="partner_player__created_at", by="public_id")
        return Response(shown(Players, page.body([player_body(user) for user in page.rows])))

    @extend_schema(
        operation_id="create_player",
        tags=["Players"],
        parameters=[IDEMPOTENCY],
        request=NewPlayerBody,
        responses={201: REPLAYED(PlayerShape)},
    )
    def post(self, request: Any) -> Response:
        """A new player. In the sandbox of a demo they begin with test coins."""
        fields = self.body(NewPlayerBody)
        return self.once(lambda: (201, self._create(**fields)))

    def _create(self, name: str, reference: str | None) -> dict[str, Any]:
        made = partners.create_player(self.partner, name, reference)
        if self.partner.is_test and settings.DEMO:
            for currency, coins in SANDBOX_COINS.items():
                units = coins * 10 ** ledger.decimals_of(currency)
                key = Key(SCOPE, f"{made.pk}/{currency}")
                give_test_coins(player=made.pk, currency=currency, units=units, key=key, actor=SCOPE)
        return dict(shown(PlayerShape, player_body(made.user)))


class PlayerView(ApiView):
    scopes = {"GET": "players:read", "PATCH": "players:write"}

    @extend_schema(operation_id="get_player", tags=["Players"], responses=PlayerShape)
    def get(self, request: Any, player: str) -> Response:
        """One of your players."""
        return Response(shown(PlayerShape, player_body(self.player(player))))

    @extend_schema(
        operation_id="change_player", tags=["Players"], request=PlayerChangeBody, responses=PlayerShape
    )
    def patch(self, request: Any, player: str) -> Response:
        """Your player's own order of currencies; an empty one gives the usual one back."""
        fields = self.body(PlayerChangeBody)
        user = self.actor(player)
        currency_order.set_order(user, fields["currency_order"])
        return Response(shown(PlayerShape, player_body(user)))


def player_body(user: User) -> dict[str, Any]:
    return {
        "id": user.public_id,
        "name": user.display_name,
        "reference": user.partner_player.reference,
        "currency_order": user.currency_order,
        "is_active": user.is_active,
        "created_at": user.partner_player.created_at,
    }
