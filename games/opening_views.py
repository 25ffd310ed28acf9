"""Buttons and the page that open a table."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.admission import admit, game_of, guest_form, has_account
from games.agreeing import ask_for_stake
from games.errors import refusal
from games.forms import FRIEND, NewTableForm, PracticeForm
from games.lobby_live import forget
from games.models import Table
from games.rules.catalog import GAMES
from games.rules.game import Game
from games.services import presses, tables
from games.venues import first_options
from players.venues import venue_of


@require_POST
def practice(request: HttpRequest) -> HttpResponse:
    """One press from the front page to the cards: nobody needs an account, a name or a choice."""
    game = game_of(request.POST.get("game", ""))
    form = PracticeForm(request.POST, game=game)
    if not form.is_valid():
        raise refusal("bad_option", option="clock")
    user = admit(request, "")
    named = presses.id_of(user, request.POST.get("press", ""))
    clock = form.cleaned_data["clock"]
    table = tables.open_table(
        user, game.key, mode=Table.Mode.PRACTICE, clock=clock, named=named, **_of_venue(request, game)
    )
    return redirect("games:table", table.public_id)


@never_cache
@require_http_methods(["GET", "POST"])
def new_table(request: HttpRequest) -> HttpResponse:
    """Open a table of one game. `game` and `company` may be chosen by the link that leads here. A game for one has a
    page of its own for that."""
    asked = request.POST if request.method == "POST" else request.GET
    game = game_of(asked.get("game") or next(iter(GAMES)))
    if game.alone:
        return redirect("games:alone", game.key)
    bound = request.POST if request.method == "POST" else None
    for_a_stake = Table.Mode.STAKE in game.modes
    may_stake = for_a_stake and has_account(request)
    of_venue = _of_venue(request, game)
    company = asked.get("company", FRIEND)
    form = NewTableForm(
        bound,
        game=game,
        company=company,
        may_stake=may_stake,
        first_options=of_venue["options"],
        user=request.user,
    )
    guest = guest_form(request)
    if form.is_valid() and (guest is None or guest.is_valid()):
        user = admit(request, guest.cleaned_data["name"] if guest else "")
        named = presses.id_of(user, request.POST.get("press", ""))
        wanted = {**of_venue, **form.table(), "named": named}
        if form.whole_stake_cents is not None:
            return ask_for_stake(
                request,
                form.whole_stake_cents,
                lambda **payment: tables.open_table(user, game.key, **wanted, **payment),
                {
                    "game": game,
                    "kept": form,
                    "action": reverse("games:new_table"),
                    "asked_for": "open",
                    "press": presses.new_press(user),
                    "options": wanted["options"],
                    "taken": wanted["currencies"],
                },
            )
        table = tables.open_table(user, game.key, **wanted)
        forget()
        return redirect("games:table", table.public_id)
    context = {
        "form": form,
        "guest": guest,
        "game": game,
        "games": list(GAMES.values()),
        "stake_needs_account": for_a_stake and not may_stake,
        "press": presses.new_press(request.user),
    }
    return render(request, "games/new_table.html", context, status=422 if form.is_bound else 200)


def _of_venue(request: HttpRequest, game: Game) -> dict[str, Any]:
    """What a new table is given by the venue somebody has come by: arguments of `open_table`."""
    venue = venue_of(request)
    return {"options": first_options(game, venue), "venue_id": venue.pk if venue is not None else None}
