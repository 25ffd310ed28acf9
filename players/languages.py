"""Which language somebody reads: the player's own choice, else a cookie, else what the browser asks for."""

from __future__ import annotations

from typing import Literal, cast

from django.conf import settings
from django.http import HttpResponse


def chosen_language(user: object) -> str:
    """The language of this player's preferences; "" where there is none, or one we no longer speak."""
    language: str = getattr(user, "language", "")
    return language if language in dict(settings.LANGUAGES) else ""


def keep_in_cookie(response: HttpResponse, language: str) -> None:
    """For who is nobody yet; Django's middleware reads it, and so do sockets (`games.visitors`)."""
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
        samesite=cast("Literal['Lax']", settings.LANGUAGE_COOKIE_SAMESITE),
    )
