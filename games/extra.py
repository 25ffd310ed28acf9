"""Rows of the catalogue that do not belong to the product, such as the tests' own; named in a setting."""

from __future__ import annotations

from importlib import import_module

from django.conf import settings


def register_extra_games() -> None:
    """Import each module of `EXTRA_GAMES` and call its `register()`."""
    for name in getattr(settings, "EXTRA_GAMES", ()):
        import_module(name).register()
