"""What all views of the API are: a key with the right scope, a limit, strict parameters, problems, a request id."""

from __future__ import annotations

import hashlib
import json
import uuid
from collections.abc import Callable, Collection
from typing import Any

from django.utils.cache import patch_vary_headers
from rest_framework.negotiation import BaseContentNegotiation, DefaultContentNegotiation
from rest_framework.renderers import JSONRenderer
from rest_framework.response import Response
from rest_framework.views import APIView

from games import pools
from games.api import limits
from games.api.access import HasScope, KeyAuthentication
from games.api.problems import MethodNotAllowed, NoIdempotencyKey, handle
from games.api.strict import JSONParser, StrictSerializer, checked_query
from games.errors import refusal
from games.services.answers import answer_once
from players.models import Partner, User

MOST_KEY_CHARACTERS = 255


class AlwaysJSON(BaseContentNegotiation):
    """Answers are JSON whatever is asked for."""

    def select_parser(self, request: Any, parsers: Any) -> Any:
        return DefaultContentNegotiation().select_parser(request, parsers)

    def select_renderer(self, request: Any, renderers: Any, format_suffix: Any = None) -> Any:
        return renderers[0], renderers[0].media_type


class ApiView(APIView):
    """Subclasses name the scope that each method needs, and the parameters that reading them knows."""

    scopes: dict[str, str] = {}
    parameters: Collection[str] = ()

    authentication_classes: tuple[Any, ...] = (KeyAuthentication,)
    permission_classes: tuple[Any, ...] = (HasScope,)
    throttle_classes: tuple[Any, ...] = (limits.KeyThrottle,)
    parser_classes = (JSONParser,)
    renderer_classes = (JSONRenderer,)
    content_negotiation_class = AlwaysJSON
    metadata_class = None
    query: dict[str, str]

    def get_exception_handler(self) -> Callable[..., Response]:
        return handle

    def initialize_request(self, request: Any, *args: Any, **kwargs: Any) -> Any:
        made = super().initialize_request(request, *args, **kwargs)
        made.request_id = str(uuid.uuid4())
        return made

    def initial(self, request: Any, *args: Any, **kwargs: Any) -> None:
        if request.method.replace("HEAD", "GET") not in self.scopes:
            raise MethodNotAllowed
        super().initial(request, *args, **kwargs)
        is_read = request.method in ("GET", "HEAD")
        self.query = checked_query(request, self.parameters if is_read else ())

    def finalize_response(self, request: Any, response: Any, *args: Any, **kwargs: Any) -> Any:
        response = super().finalize_response(request, response, *args, **kwargs)
        if hasattr(request, "request_id"):
            response.headers["Request-Id"] = request.request_id
        response.headers["Cache-Control"] = "no-store"
        patch_vary_headers(response, ("Authorization", "Accept-Language"))
        limits.add_headers(request, response)
        return response

    # --- what every view asks ---------------------------------------------------------------------------------------

    @property
    def partner(self) -> Partner:
        partner: Partner = self.request.user.partner
        return partner

    def player(self, public_id: str) -> User:
        """One of the partner's own. Raises AppError("unknown_player")."""
        return pools.player_of(self.partner, public_id)

    def actor(self, public_id: str) -> User:
        """One of the partner's own who may do something. Raises AppError("player_closed") too."""
        player = self.player(public_id)
        if not player.is_active:
            raise refusal("player_closed")
        return player

    def body(self, kind: type[StrictSerializer]) -> dict[str, Any]:
        """Raises ValidationError, which becomes `invalid_fields`."""
        serializer = kind(data=self.request.data)
        serializer.is_valid(raise_exception=True)
        fields: dict[str, Any] = serializer.validated_data
        return fields

    def once(self, work: Callable[[], tuple[int, dict[str, Any]]]) -> Response:
        """Do what creates or moves something once for each Idempotency-Key. Raises NoIdempotencyKey and what
        `answer_once` raises."""

        def rendered() -> tuple[int, str]:
            status, body = work()
            return status, JSONRenderer().render(body).decode()

        answer = answer_once(self.partner.pk, self._idempotency_key(), self._fingerprint(), rendered)
        response = Response(json.loads(answer.body), status=answer.status)
        if answer.replayed:
            response.headers["Idempotent-Replayed"] = "true"
        return response

    def _idempotency_key(self) -> str:
        key = str(self.request.headers.get("Idempotency-Key", ""))
        if not 0 < len(key) <= MOST_KEY_CHARACTERS or not all("!" <= char <= "~" for char in key):
            raise NoIdempotencyKey
        return key

    def _fingerprint(self) -> str:
        """The same for the same request, whatever the order of its fields."""
        body = json.dumps(self.request.data, sort_keys=True)
        text = f"{self.request.method}\n{self.request.path}\n{body}"
        return hashlib.sha256(text.encode()).hexdigest()
