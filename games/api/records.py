"""Matches and hands of one's players, each as that player saw it."""

from __future__ import annotations

from typing import Any

import msgspec
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.response import Response

from games import hands_seen
from games.api.base import ApiView
from games.api.lists import HandFilters, MatchFilters, filtered, names_of
from games.api.paging import page_of
from games.api.schema import PAGE, parameters_of
from games.api.shapes import HandHistory, Hands, Matches, MatchShape, dollars, shown
from games.api.tables import sitter_body
from games.errors import refusal
from games.hand_histories import FILES
from games.models import Hand, Match
from games.rules.catalog import GAMES
from games.services import hand_files, histories
from players.models import Partner, User


class MatchesView(ApiView):
    scopes = {"GET": "matches:read"}
    parameters = names_of(MatchFilters)

    @extend_schema(
        operation_id="list_matches",
        tags=["Matches"],
        parameters=[*parameters_of(MatchFilters), *PAGE],
        responses=Matches,
    )
    def get(self, request: Any, player: str) -> Response:
        """What your player has played and is playing, newest first."""
        user = self.player(player)
        rows = filtered(MatchFilters, self.query, matches_of(user))
        page = page_of(rows, self.query, at="started_at", by="table__public_id")
        return Response(
            shown(Matches, page.body([match_body(self.partner, match, user) for match in page.rows]))
        )


class MatchView(ApiView):
    scopes = {"GET": "matches:read"}

    @extend_schema(operation_id="get_match", tags=["Matches"], responses=MatchShape)
    def get(self, request: Any, player: str, table: str, number: int) -> Response:
        """One match. Its hands are in the list of hands, by `table`."""
        user = self.player(player)
        match = matches_of(user).filter(table__public_id=table, number=number).first()
        if match is None:
            raise refusal("unknown_match")
        return Response(shown(MatchShape, match_body(self.partner, match, user)))


class HandsView(ApiView):
    scopes = {"GET": "matches:read"}
    parameters = names_of(HandFilters)

    @extend_schema(
        operation_id="list_hands",
        tags=["Matches"],
        parameters=[*parameters_of(HandFilters), *PAGE],
        responses=Hands,
    )
    def get(self, request: Any, player: str) -> Response:
        """Finished hands of your player, newest first."""
        rows = Hand.objects.filter(table__seats__user=self.player(player), table__game__in=GAMES)
        rows = filtered(HandFilters, self.query, rows.select_related("table", "match").defer("sealed"))
        page = page_of(rows, self.query, at="ended_at", by="public_id")
        return Response(shown(Hands, page.body([hand_body(hand) for hand in page.rows])))


class HandView(ApiView):
    scopes = {"GET": "matches:read"}

    @extend_schema(operation_id="get_hand", tags=["Matches"], responses=OpenApiTypes.OBJECT)
    def get(self, request: Any, player: str, hand: str) -> Response:
        """The record of a hand as your player saw it, with the proofs of its cards (see Hand record)."""
        found, seat = hands_seen.hand_for(hand, self.player(player).public_id)
        return Response(msgspec.to_builtins(hand_files.player_file(found, seat)))


class HistoryView(ApiView):
    scopes = {"GET": "matches:read"}

    @extend_schema(operation_id="get_hand_history", tags=["Matches"], responses=HandHistory)
    def get(self, request: Any, player: str, hand: str) -> Response:
        """A hand of poker as other programs read it: in parts, as poker-room text, and as PHH; with your player's own
        cards and those that were shown (see Hand record, Histories). `no_history` for other games."""
        found, seat = hands_seen.hand_for(hand, self.player(player).public_id)
        told = histories.told_hand(found, seat)
        files = {ending: file.one(told) for ending, file in FILES.items() if ending != "json"}
        return Response(shown(HandHistory, {"history": msgspec.to_builtins(told), **files}))


def matches_of(user: User) -> Any:
    rows = Match.objects.filter(table__seats__user=user, table__game__in=GAMES)
    return rows.select_related("table").prefetch_related("table__seats__user__partner_player")


def match_body(partner: Partner, match: Match, user: User) -> dict[str, Any]:
    seats = sorted(match.table.seats.all(), key=lambda seat: seat.number)
    own = next(seat.number for seat in seats if seat.user_id == user.pk)
    decided = match.ended_at is not None and match.winners
    return {
        "table": match.table.public_id,
        "number": match.number,
        "game": match.table.game,
        "mode": match.table.mode,
        "stake": dollars(match.table.stake_cents),
        "seat": own,
        "taken": [sitter_body(partner, seat) for seat in seats],
        "started_at": match.started_at,
        "ended_at": match.ended_at,
        "reason": match.reason,
        "winners": match.winners,
        "won": own in match.winners if decided else None,
    }


def hand_body(hand: Hand) -> dict[str, Any]:
    return {
        "id": hand.public_id,
        "table": hand.table.public_id,
        "match": hand.match.number,
        "number": hand.number,
        "started_at": hand.started_at,
        "ended_at": hand.ended_at,
        "reason": hand.reason,
        "net": hand.net,
    }
