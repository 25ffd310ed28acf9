"""Addresses of sockets."""

from __future__ import annotations

from django.urls import URLPattern, path

from games.consumers import no_such_socket, table_socket

websocket_urlpatterns: list[URLPattern] = [
    path("ws/table/<slug:public_id>/", table_socket),  # type: ignore[arg-type]
    path("<path:anything>", no_such_socket),  # type: ignore[arg-type]
]
