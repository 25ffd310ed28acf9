"""What Daphne serves: pages through the gate, sockets past the origin guard."""

from __future__ import annotations

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "battle21.settings")

from django.core.asgi import get_asgi_application

# Loads the apps; everything below may import models.
django_application = get_asgi_application()

from channels.routing import ProtocolTypeRouter, URLRouter
from django.conf import settings

from battle21.gate import PageGate
from battle21.origins import OriginGuard
from games.live.start import WhenReady, start_with_server
from games.routing import websocket_urlpatterns


def build_application() -> ProtocolTypeRouter:
    """The ASGI application. Sockets read their session themselves: Channels' middleware has one thread for all."""
    pages = PageGate(
        django_application,
        running=settings.GATE_RUNNING,
        queue=settings.GATE_QUEUE,
        wait_ms=settings.GATE_WAIT_MS,
    )
    sockets = OriginGuard(URLRouter(websocket_urlpatterns))
    return ProtocolTypeRouter({"http": WhenReady(pages), "websocket": sockets})


application = build_application()
start_with_server()
