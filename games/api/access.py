"""Who asks: a partner by its key. No session and no cookie is ever looked at, so there is nothing to forge."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.permissions import BasePermission

from battle21.origins import visitors_address
from games.api import limits
from games.api.problems import BadKey, MissingScope, NoKey
from players.models import PartnerKey
from players.services import partners

MOST_CHARACTERS = 200


class Caller:
    """What DRF takes for the user: the partner, by one of its keys."""

    is_authenticated = True

    def __init__(self, key: PartnerKey) -> None:
        self.key = key
        self.partner = key.partner


class KeyAuthentication(BaseAuthentication):
    """`Authorization: Bearer b21_…`. Wrong keys are counted by address, so that trying is slow."""

    def authenticate(self, request: Any) -> tuple[Caller, PartnerKey] | None:
        sent = get_authorization_header(request).split()
        if not sent:
            return None
        key = _key_in(sent)
        if key is None:
            sent_from = request.META.get("REMOTE_ADDR", "")
            limits.count_guess(visitors_address(request.META.get("HTTP_X_FORWARDED_FOR", ""), sent_from))
            raise BadKey
        partners.note_use(key, timezone.now())
        return Caller(key), key

    def authenticate_header(self, request: Any) -> str:
        return "Bearer"


def _key_in(sent: list[bytes]) -> PartnerKey | None:
    if len(sent) != 2 or sent[0].lower() != b"bearer" or len(sent[1]) > MOST_CHARACTERS:
        return None
    try:
        return partners.find_key(sent[1].decode("ascii"))
    except UnicodeDecodeError:
        return None


class HasScope(BasePermission):
    """Each view says what a key needs for each method."""

    def has_permission(self, request: Any, view: Any) -> bool:
        if not isinstance(request.user, Caller):
            raise NoKey
        demand_scope(request, view.scopes[request.method.replace("HEAD", "GET")])
        return True


def demand_scope(request: Any, scope: str) -> None:
    """Raises MissingScope."""
    if scope not in request.user.key.scopes:
        raise MissingScope(scope=scope)
