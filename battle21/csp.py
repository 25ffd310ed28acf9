"""Which Content-Security-Policy a page gets: strict for players, relaxed for the admin's theme alone."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse
from django.views.decorators.csp import csp_override

from battle21.origins import socket_addresses

GetResponse = Callable[[HttpRequest], HttpResponse]
ADMIN_PREFIX = "/admin/"


def policy_by_page(get_response: GetResponse) -> GetResponse:
    """Middleware. A view that set its own policy keeps it."""
    admin_page: GetResponse = csp_override(settings.ADMIN_CSP)(get_response)

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.path.startswith(ADMIN_PREFIX):
            return admin_page(request)
        response = get_response(request)
        if not hasattr(response, "_csp_config"):
            # Older Safari does not count ws: as 'self', so the socket's address is named.
            connect = [*settings.SECURE_CSP["connect-src"], *_own_sockets(request)]
            response._csp_config = {**settings.SECURE_CSP, "connect-src": connect}  # type: ignore[attr-defined]
        return response

    return middleware


def _own_sockets(request: HttpRequest) -> list[str]:
    """None for who calls us by a name that is not ours: he has been refused, and that is told in the log once."""
    try:
        return socket_addresses(request.get_host())
    except DisallowedHost:
        return []
