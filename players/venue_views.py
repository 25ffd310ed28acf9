"""The door of a venue, the way out, and its pictures."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.utils.csp import CSP
from django.views.decorators.cache import never_cache
from django.views.decorators.csp import csp_override
from django.views.decorators.http import require_POST, require_safe

from players import venues
from players.pictures import CONTENT_TYPE
from players.venue_models import Picture


@never_cache
@require_safe
def door(request: HttpRequest, prefix: str) -> HttpResponse:
    """What a venue's address opens: the lobby, from now on with its face."""
    venue = venues.venue_at(prefix.lower())
    if venue is None:
        raise Http404
    response = HttpResponseRedirect("/")
    venues.keep_in_cookie(response, venue)
    return response


@require_POST
def leave(request: HttpRequest) -> HttpResponse:
    """Back to the site's own face."""
    response = HttpResponseRedirect("/")
    response.delete_cookie(venues.COOKIE, samesite="Lax")
    return response


@csp_override({"default-src": [CSP.NONE], "frame-ancestors": [CSP.NONE]})
@require_safe
def picture(request: HttpRequest, digest: str) -> HttpResponse:
    """Bytes we have encoded ourselves, under a name that says which: they may be kept for ever."""
    found = get_object_or_404(Picture, pk=digest)
    response = HttpResponse(bytes(found.content), content_type=CONTENT_TYPE)
    response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
    response.headers["X-Content-Type-Options"] = "nosniff"
    return response
