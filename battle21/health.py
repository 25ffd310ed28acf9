"""Two addresses for whatever watches this process."""

from __future__ import annotations

from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse


def alive(_request: HttpRequest) -> HttpResponse:
    """The process answers."""
    return HttpResponse("alive\n", content_type="text/plain")


def ready(_request: HttpRequest) -> HttpResponse:
    """The process can serve players: its database answers."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return HttpResponse("database away\n", status=503, content_type="text/plain")
    return HttpResponse("ready\n", content_type="text/plain")
