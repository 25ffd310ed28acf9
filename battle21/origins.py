"""Who may open a socket. Browsers send cookies with foreign sockets too, so the origin must match exactly."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http import HttpRequest
from django.http.request import validate_host

Scope = dict[str, Any]
ASGIApp = Callable[[Scope, Any, Any], Awaitable[Any]]


def socket_addresses(host: str) -> list[str]:
    """Addresses of this host's sockets for a Content-Security-Policy."""
    return [f"wss://{host}"] if settings.HTTPS else [f"ws://{host}", f"wss://{host}"]


def visitors_address(forwarded: str, own: str) -> str:
    """As our outermost proxy says in X-Forwarded-For (`forwarded`, all its lines joined by commas), where we trust
    proxies; else the connection's `own`. What stands further left the visitor may have written himself."""
    if not settings.TRUST_PROXY or not forwarded:
        return own
    hops = [hop.strip() for hop in forwarded.split(",")]
    ours = max(1, getattr(settings, "ALLAUTH_TRUSTED_PROXY_COUNT", 1))
    return hops[-min(ours, len(hops))]


def is_this_machine_alone(request: HttpRequest) -> bool:
    """Was it asked for by a name that means another machine to everybody else?"""
    name = _name(request.get_host()).lower()
    return name in ("localhost", "127.0.0.1", "[::1]") or name.endswith(".localhost")


def address_for_others(request: HttpRequest, path: str) -> str:
    """The page's address as one sends it to others: on a local network never the host's own name for itself."""
    if settings.LAN_ADDRESS and is_this_machine_alone(request):
        return f"{settings.LAN_ADDRESS}{path}"
    return request.build_absolute_uri(path)


def header(scope: Scope, name: bytes) -> str | None:
    """The one value of a header; None when it is missing, doubled or not ASCII."""
    values = [value for key, value in scope["headers"] if key.lower() == name]
    if len(values) != 1:
        return None
    try:
        text: str = values[0].decode("ascii")
    except UnicodeDecodeError:
        return None
    return text


def is_allowed_origin(scope: Scope) -> bool:
    """Is the socket's Origin one of WS_ORIGINS or, when that is empty, the very host it was sent to?

    The host is held against ALLOWED_HOSTS first: a name that an attacker points at us (DNS rebinding) has
    a matching Origin. Programs send a key and no Origin; no page can make a browser send that header with a socket,
    and where it is sent no cookie counts.
    """
    origin = header(scope, b"origin")
    if origin is None:
        return _is_program(scope)
    if settings.WS_ORIGINS:
        return origin in settings.WS_ORIGINS
    host = header(scope, b"host")
    if host is None or not validate_host(_name(host), settings.ALLOWED_HOSTS):
        return False
    scheme = "https" if settings.HTTPS else "http"
    return origin.lower() == f"{scheme}://{host.lower()}"


def _is_program(scope: Scope) -> bool:
    names = [name.lower() for name, _ in scope["headers"]]
    return b"origin" not in names and names.count(b"authorization") == 1


def _name(host: str) -> str:
    """The host without its port, brackets of an IPv6 address kept."""
    name, colon, port = host.rpartition(":")
    return name if colon and port.isdigit() else host


class OriginGuard:
    """ASGI: closes a socket of a foreign origin before any session is read."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> Any:
        if is_allowed_origin(scope):
            return await self.app(scope, receive, send)
        return await WebsocketDenier()(scope, receive, send)
