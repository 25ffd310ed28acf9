"""The board: three tiers, search, a tier's pages, a player's 30 days. Anybody may look."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from leaderboard import days, selectors
from leaderboard.ranked import is_ranked
from leaderboard.scoring import TIERS
from leaderboard.shown import curve_of
from players.models import User
from players.names import MAX_STORED

TOP = 10
"""Lines of each tier on the board itself."""
LEAVING_SHOWN = 7


@never_cache
@require_GET
def board(request: HttpRequest) -> HttpResponse:
    """The top of each tier, where the reader stands, and names found."""
    now = selectors.database_now()
    name = " ".join(request.GET.get("name", "").replace("\0", "").split())[:MAX_STORED]
    context = {
        "now": now,
        "tiers": [(tier, selectors.top_of(tier, now, size=TOP)) for tier in TIERS],
        "name": name,
        "found": selectors.find_players(name, now) if name else (),
        "most_found": selectors.MOST_FOUND,
        **_reader(request, now),
    }
    return render(request, "leaderboard/board.html", context)


@never_cache
@require_GET
def tier(request: HttpRequest, key: str) -> HttpResponse:
    """One tier, page by page."""
    found = next((each for each in TIERS if each.key == key), None)
    if found is None:
        raise Http404
    now, page = selectors.database_now(), _page(request.GET.get("page", ""))
    places = selectors.top_of(found, now, page)
    context = {
        "now": now,
        "tier": found,
        "tiers": TIERS,
        "places": places,
        "page": page,
        "previous": page - 1,
        "next": page + 1 if places.more and page < selectors.MOST_PAGES else 0,
        **_reader(request, now),
    }
    return render(request, "leaderboard/tier.html", context)


@never_cache
@require_GET
def player(request: HttpRequest, public_id: str) -> HttpResponse:
    """One player's 30 days. Who is not on the board has a page for nobody but themselves."""
    found = User.objects.filter(public_id=public_id).first()
    now = selectors.database_now()
    own = selectors.standing_of(found.pk, now) if found else None
    if found is None or own is None or (own.tier is None and found.pk != request.user.pk):
        raise Http404
    month = days.month_of(found.pk, now)
    context = {
        "now": now,
        "shown": found,
        "own": own,
        "tiers": TIERS,
        "days": month.played,
        "best": max(month.played, key=lambda day: day.score),
        "busiest": max(month.played, key=lambda day: day.played),
        "leaving": month.leaving[:LEAVING_SHOWN],
        "curve": curve_of(month.played),
        "is_reader": found.pk == request.user.pk,
    }
    return render(request, "leaderboard/player.html", context)


def _reader(request: HttpRequest, now: datetime) -> dict[str, Any]:
    """Where the reader stands: `own`, or why there is nothing to say."""
    user = request.user
    if not isinstance(user, User) or user.is_guest:
        return {"visitor": True}
    if not is_ranked(user.pk):
        return {"unranked": True}
    return {"own": selectors.standing_of(user.pk, now)}


def _page(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 6):
        return 1
    return min(max(int(text), 1), selectors.MOST_PAGES)
