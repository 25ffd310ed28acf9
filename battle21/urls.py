"""Addresses of the whole site."""

from __future__ import annotations

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

from battle21 import health
from players.views import LogOutView

urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", health.alive, name="healthz"),
    path("readyz", health.ready, name="readyz"),
    path("admin/", admin.site.urls),
    path("accounts/logout/", LogOutView.as_view(), name="account_logout"),
    path("accounts/", include("allauth.urls")),
    path("api/", include("games.api.urls")),
    path("", include("players.urls")),
    path("leaderboard/", include("leaderboard.urls")),
    path("", include("games.urls")),
    path("", include("players.venue_urls")),  # last: a venue's address is what nothing else has
]
