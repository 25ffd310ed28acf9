"""Who opens a socket: by the session's cookie or a partner's key, read in our own threads (Channels' middleware has one
per process)."""

from __future__ import annotations

from http.cookies import CookieError, SimpleCookie
from types import SimpleNamespace
from typing import Any, NamedTuple, cast

from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.sessions.backends.db import SessionStore
from django.http import HttpRequest
from django.utils.translation import get_language_from_request

from battle21.errors import AppError
from battle21.origins import visitors_address
from games import pools
from games.models import Table
from games.selectors import TableFacts, may_look
from players.languages import chosen_language
from players.models import Partner, User
from players.services import partners

KEY_MARK = "key:"
"""In place of a session's key: by which of its keys a partner came, and as whom ("key:3:15")."""
PLAY = "play"
"""The scope a key needs on sockets."""


class BadKey(Exception):
    """There is a key in the request, and it does not open this socket."""


class Visitor(NamedTuple):
    user_id: int | None
    """None: nobody is logged in."""
    player: str
    """Public id; "" when nobody is logged in."""
    session_key: str
    language: str
    partner: Partner | None = None
    """Whose key was sent."""


def who_is_it(scope: dict[str, Any], player: str = "") -> Visitor:
    """The visitor of an ASGI scope; with a key: that player of its partner, or with "" a watcher.

    Where a key is sent no cookie counts. Raises BadKey, AppError("unknown_player").
    """
    sent = [value for name, value in scope["headers"] if name == b"authorization"]
    if sent:
        return _by_key(sent, player)
    cookies = _cookies(scope)
    key = cookies.get(settings.SESSION_COOKIE_NAME, "")
    language = _language(scope, cookies)
    if not key:
        return Visitor(None, "", "", language)
    request = SimpleNamespace(session=SessionStore(key), META={})
    user = get_user(cast("HttpRequest", request))
    if not user.is_authenticated or not user.is_active:
        return Visitor(None, "", "", language)
    return Visitor(user.pk, user.public_id, key, chosen_language(user) or language)


def _by_key(sent: list[bytes], player: str) -> Visitor:
    kind, _, text = sent[0].decode("latin-1").partition(" ")
    key = partners.find_key(text.strip()) if len(sent) == 1 and kind.lower() == "bearer" else None
    if key is None or PLAY not in key.scopes:
        raise BadKey
    if not player:
        return Visitor(None, "", _mark(key.pk, 0), settings.LANGUAGE_CODE, key.partner)
    user = pools.player_of(key.partner, player)
    if not user.is_active:
        raise BadKey
    return Visitor(user.pk, user.public_id, _mark(key.pk, user.pk), settings.LANGUAGE_CODE, key.partner)


def _mark(key_id: int, user_id: int) -> str:
    return f"{KEY_MARK}{key_id}:{user_id}"


def may_see(visitor: Visitor, facts: TableFacts) -> bool:
    """Whether the table is there for this visitor."""
    if not may_look(facts, visitor.user_id):
        return False
    if visitor.partner is None:
        return True
    if facts.mode == Table.Mode.RANKED:
        return False  # people only
    try:
        pools.table_of(visitor.partner, facts.public_id)
    except AppError:
        return False
    return True


def living_keys(marks: set[str]) -> set[str]:
    """Those of these session keys that stand for API keys which still work, and for players who are not closed."""
    found = {mark: mark.split(":") for mark in marks if mark.startswith(KEY_MARK)}
    users = {int(user_id) for _, _, user_id in found.values()}
    open_users = {0, *User.objects.filter(pk__in=users, is_active=True).values_list("pk", flat=True)}
    keys = {int(key_id) for _, key_id, _ in found.values()}
    working = {key_id for key_id in keys if partners.key_works(key_id)}
    return {
        mark
        for mark, (_, key_id, user_id) in found.items()
        if int(key_id) in working and int(user_id) in open_users
    }


def address_of(scope: dict[str, Any]) -> str:
    """The visitor's address."""
    forwarded = [value.decode("latin-1") for name, value in scope["headers"] if name == b"x-forwarded-for"]
    client = scope.get("client")
    return visitors_address(",".join(forwarded), str(client[0]) if client else "")


def _cookies(scope: dict[str, Any]) -> dict[str, str]:
    jar: SimpleCookie = SimpleCookie()
    for name, value in scope["headers"]:
        if name == b"cookie":
            try:
                jar.load(value.decode("latin-1"))
            except CookieError:
                return {}
    return {name: morsel.value for name, morsel in jar.items()}


def _language(scope: dict[str, Any], cookies: dict[str, str]) -> str:
    """As for pages: what was chosen at the foot of one, else what the browser asks for."""
    asked = [value.decode("latin-1") for name, value in scope["headers"] if name == b"accept-language"]
    request = SimpleNamespace(COOKIES=cookies, META={"HTTP_ACCEPT_LANGUAGE": ",".join(asked)})
    return get_language_from_request(cast("HttpRequest", request))
