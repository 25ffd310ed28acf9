"""Whose face a page wears: that of the venue whose address somebody came by, or of the table's own venue."""

from __future__ import annotations

import re
from typing import Any

from django.conf import settings
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse

from players.venue_models import Venue, VenueBanner
from players.venue_texts import PREFIX

COOKIE = "venue"
"""Holds the venue's id: an address may change while people sit there."""
COOKIE_S = 30 * 24 * 3600


def _shown() -> QuerySet[Venue]:
    return Venue.objects.filter(is_active=True).select_related("logo").defer("logo__content")


def venue_at(prefix: str) -> Venue | None:
    """The active venue of this address."""
    return _shown().filter(prefix=prefix).first() if PREFIX.fullmatch(prefix) else None


def venue_of(request: Any) -> Venue | None:
    """The venue whose face this request's page wears; looked up once."""
    if request is None:  # a page made of an error, outside of any request
        return None
    if not hasattr(request, "worn_venue"):
        kept = getattr(request, "COOKIES", {}).get(COOKIE, "")
        request.worn_venue = (
            _shown().filter(pk=int(kept)).first() if re.fullmatch("[0-9]{1,9}", kept) else None
        )
    venue: Venue | None = request.worn_venue
    return venue


def wear(request: HttpRequest, venue_id: int | None) -> None:
    """This page belongs to a table of that venue: all at one table see one face. None: the visitor's own stays."""
    if venue_id is not None:
        request.worn_venue = _shown().filter(pk=venue_id).first()  # type: ignore[attr-defined]


def banner_of(request: Any, game: str) -> VenueBanner | None:
    """What the venue says on this game's pages."""
    venue = venue_of(request)
    if venue is None or not game:
        return None
    banners = VenueBanner.objects.select_related("picture").defer("picture__content")
    return banners.filter(venue=venue, game=game).first()


def keep_in_cookie(response: HttpResponse, venue: Venue) -> None:
    response.set_cookie(
        COOKIE, str(venue.pk), max_age=COOKIE_S, secure=settings.HTTPS, httponly=True, samesite="Lax"
    )
