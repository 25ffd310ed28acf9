"""A seat, played by single requests: what it may know, and what it answers. The socket does the same, at once."""

from __future__ import annotations

from typing import Any

import msgspec
from drf_spectacular.utils import extend_schema
from rest_framework.response import Response

from games import inbound, outbound, pools
from games.api.access import demand_scope
from games.api.base import ApiView
from games.api.bodies import (
    ActBody,
    AgreeBody,
    DigestBody,
    GiveUpBody,
    LeaveBody,
    RevealBody,
    ShowBody,
    SitOutBody,
    SkipBody,
)
from games.api.shapes import Accepted, SeatShape, shown
from games.api.strict import StrictSerializer
from games.errors import refusal
from games.live.hub import Snapshot, take_snapshot
from games.models import Table
from games.rules.errors import Malformed
from games.services import agreements, polling
from games.services.play import seat_of, submit
from games.services.store import moment
from players.models import User


class _Seated(ApiView):
    """Each request says that the player is there; ten seconds without one say that they are away."""

    def sit(self, public_id: str, player: User) -> tuple[Snapshot, int]:
        """The table as it is now, and the player's seat. Raises AppError: unknown_table, no_such_seat, people_only."""
        table = pools.table_of(self.partner, public_id)
        snapshot = take_snapshot(table.pk)
        state = snapshot.state
        # Whose cards these are the state itself says: a seat may have been left and taken since.
        seat = snapshot.facts.seat_of(player.pk) if state is None else seat_of(state, player.public_id)
        if seat is None:
            raise refusal("no_such_seat")
        if snapshot.facts.mode == Table.Mode.RANKED:
            raise refusal("people_only")
        if (
            state is not None
            and not snapshot.halted
            and polling.hear(table.pk, state, seat, player.public_id)
        ):
            snapshot = take_snapshot(table.pk, snapshot.facts)
        return snapshot, seat

    def send(self, public_id: str, player_id: str, kind: str, body: type[StrictSerializer]) -> Response:
        """What a socket would send: the same message, the same service, the same refusals."""
        self.body(body)
        player = self.actor(player_id)
        snapshot, seat = self.sit(public_id, player)
        command = inbound.command_for(message_of(kind, self.request.data), seat)
        if snapshot.state is None or command is None:
            raise refusal("no_match")
        reply = submit(snapshot.facts.id, command, by=player.public_id)
        return Response(shown(Accepted, reply._asdict()))


def message_of(kind: str, data: Any) -> inbound.Message:
    """Raises Malformed."""
    try:
        message: inbound.Message = msgspec.convert({**data, "type": kind}, inbound.Message)
    except (msgspec.ValidationError, RecursionError):
        raise Malformed from None
    return message


class SeatView(_Seated):
    scopes = {"GET": "play"}

    @extend_schema(operation_id="get_seat", tags=["Play"], responses=SeatShape)
    def get(self, request: Any, table: str, player: str) -> Response:
        """What your player may know of the table, and the decision they are asked for."""
        user = self.actor(player)
        snapshot, seat = self.sit(table, user)
        return Response(shown(SeatShape, seat_body(snapshot, seat, user)))


class ActView(_Seated):
    scopes = {"POST": "play"}

    @extend_schema(operation_id="act", tags=["Play"], request=ActBody, responses=Accepted)
    def post(self, request: Any, table: str, player: str) -> Response:
        """Answer the prompt. The same answer to the same token counts once, however often it is sent."""
        return self.send(table, player, "act", ActBody)


class DigestView(_Seated):
    scopes = {"POST": "play"}

    @extend_schema(operation_id="send_digest", tags=["Play"], request=DigestBody, responses=Accepted)
    def post(self, request: Any, table: str, player: str) -> Response:
        """The first half of the seat's own seed: its hash."""
        return self.send(table, player, "digest", DigestBody)


class RevealView(_Seated):
    scopes = {"POST": "play"}

    @extend_schema(operation_id="send_seed", tags=["Play"], request=RevealBody, responses=Accepted)
    def post(self, request: Any, table: str, player: str) -> Response:
        """The second half: the seed itself, when all hashes are in."""
        return self.send(table, player, "reveal", RevealBody)


class SkipView(_Seated):
    scopes = {"POST": "play"}

    @extend_schema(operation_id="skip", tags=["Play"], request=SkipBody, responses=Accepted)
    def post(self, request: Any, table: str, player: str) -> Response:
        """No more time is needed to look at the result."""
        return self.send(table, player, "skip", SkipBody)


class GiveUpView(_Seated):
    scopes = {"POST": "play"}

    @extend_schema(operation_id="give_up", tags=["Play"], request=GiveUpBody, responses=Accepted)
    def post(self, request: Any, table: str, player: str) -> Response:
        """The match is lost at once."""
        return self.send(table, player, "give_up", GiveUpBody)


class SitOutView(_Seated):
    scopes = {"POST": "play"}

    @extend_schema(operation_id="sit_out", tags=["Play"], request=SitOutBody, responses=Accepted)
    def post(self, request: Any, table: str, player: str) -> Response:
        """While a hand is played: be out of the next one, or after all in it. The same again changes nothing."""
        return self.send(table, player, "sit_out", SitOutBody)


class ShowView(_Seated):
    scopes = {"POST": "play"}

    @extend_schema(operation_id="show_cards", tags=["Play"], request=ShowBody, responses=Accepted)
    def post(self, request: Any, table: str, player: str) -> Response:
        """Show cards that need not be shown, while the hand's result stands: who has won because all others folded.
        The view's `hand.showable` says whose turn for that it is, and which cards are left."""
        return self.send(table, player, "show", ShowBody)


class LeaveSeatView(_Seated):
    scopes = {"POST": "play"}

    @extend_schema(operation_id="leave_match", tags=["Play"], request=LeaveBody, responses=Accepted)
    def post(self, request: Any, table: str, player: str) -> Response:
        """Leave a match: between two hands at no cost or, where the others play on, at any time and for good."""
        return self.send(table, player, "leave", LeaveBody)


class AgreeView(_Seated):
    scopes = {"POST": "play"}

    @extend_schema(operation_id="agree", tags=["Play"], request=AgreeBody, responses=Accepted)
    def post(self, request: Any, table: str, player: str) -> Response:
        """Asked because a hand costs more than was agreed to (`above_consent`): agree to more, and play on."""
        fields = self.body(AgreeBody)
        demand_scope(self.request, "stake")
        user = self.actor(player)
        self.sit(table, user)
        most = fields["most_by_currency"] if "most_by_currency" in fields else int(fields["most_units"])
        reply = agreements.agree_anew(user, table, token=fields["token"], most_units=most)
        return Response(shown(Accepted, reply._asdict()))


def seat_body(snapshot: Snapshot, seat: int, player: User) -> dict[str, Any]:
    """Made of the very message that the socket would send this seat, so that neither can tell more than the other."""
    message = msgspec.json.decode(outbound.json_message(snapshot, seat, set()))
    view = message["view"]
    prompt = view and view["prompt"]
    return {
        "table": snapshot.facts.public_id,
        "player": player.public_id,
        "seat": seat,
        "status": message["status"],
        "version": message["v"],
        "at": moment(message["at"]) if "at" in message else None,
        "halted": message.get("halted", False),
        "wants": message.get("wants"),
        "bound": message.get("bound") or None,
        "prompt": prompt and prompt_body(prompt),
        "stakes": message.get("stakes"),
        "view": view,
        "openings": message.get("openings", []),
    }


def prompt_body(prompt: dict[str, Any]) -> dict[str, Any]:
    return {
        "token": prompt["token"],
        "due_at": None if prompt["due"] is None else moment(prompt["due"]),
        "why": prompt["why"],
        "legal": [
            {
                "kind": offer[0],
                "low": offer[1] if len(offer) > 1 else 0,
                "high": offer[2] if len(offer) > 2 else 0,
            }
            for offer in prompt["legal"]
        ],
    }
