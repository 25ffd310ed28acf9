"""The lobby, its lists for pages that stay open, and what a game's rules are."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import select_template
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from games.admission import game_of
from games.agreeing import pieces
from games.forms import clock_choices
from games.lobby_live import LIVE_AGE_S, PAGE_AGE_S, listing, show_lobby
from games.services import presses
from games.venues import featured_game
from players.venues import venue_of

MOST_DRAWN = 200
"""Answers for filters of those who are nobody, kept until the lists are read again."""


@never_cache
@require_GET
def home(request: HttpRequest) -> HttpResponse:
    """Lobby and front page in one: a first game without an account is one press away."""
    featured = featured_game(venue_of(request))
    context = {
        "featured": featured,
        "hero": pieces("hero", featured),
        "clocks": clock_choices(featured),
        "shown": show_lobby(request.user, request.GET, listing(PAGE_AGE_S)),
        "press": presses.new_press(request.user),
    }
    return render(request, "games/home.html", context)


@require_GET
def lobby_part(request: HttpRequest) -> HttpResponse:
    """The lists of the lobby alone, for pages that look now and then whether something is new.

    Parameters as for the page. 304 when nothing is; those who are nobody share one drawing.
    """
    listed = listing(LIVE_AGE_S)
    shown = show_lobby(request.user, request.GET, listed)
    mark = shown.mark(get_language(), request.user.pk)
    if request.headers.get("If-None-Match") == mark:
        response = HttpResponse(status=304)
    elif request.user.is_authenticated:
        response = render(request, "games/lobby/part.html", {"shown": shown})
    else:
        if mark not in listed.drawn and len(listed.drawn) < MOST_DRAWN:
            listed.drawn[mark] = render(request, "games/lobby/part.html", {"shown": shown}).content
        drawn = listed.drawn.get(mark)
        response = (
            HttpResponse(drawn) if drawn else render(request, "games/lobby/part.html", {"shown": shown})
        )
    response.headers["ETag"] = mark
    response.headers["Cache-Control"] = "private, no-cache"
    return response


@require_GET
def rules(request: HttpRequest, key: str) -> HttpResponse:
    """How a game is played, in our own words."""
    game = game_of(key)
    page = select_template([f"games/rules/{game.key}.html", "games/rules.html"])
    return HttpResponse(page.render({"game": game, "press": presses.new_press(request.user)}, request))
