"""Pages of games that one plays alone against the house: where one chooses what to play for."""

from __future__ import annotations

from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from games import sentences
from games.errors import refusal
from games.models import Table
from games.rules.catalog import GAMES
from games.rules.game import Game
from games.rules.hands.house_state import HALVES
from games.services import chips, presses
from players.models import User


@never_cache
@require_GET
def alone(request: HttpRequest, key: str) -> HttpResponse:
    """Practice, or ranked rounds for who has an account. Raises AppError("unknown_game") where it takes others."""
    game = _game(key)
    ranked = Table.Mode.RANKED in game.modes
    context = {
        "game": game,
        "ranked": ranked,
        "purse": _purse(request) if ranked else None,
        "press": presses.new_press(request.user),
    }
    return render(request, "games/alone.html", context)


class Purse(NamedTuple):
    """The reader's play chips, as texts."""

    free: str
    in_play: str
    """"" for none."""
    waits: bool
    """A match of his goes on."""
    begun: bool
    """He has been given his first chips."""
    is_empty: bool
    """He may take an hour's chips, once they are due."""
    minutes: int
    """Until they are; 0: now."""


def _purse(request: HttpRequest) -> Purse | None:
    """None for who has no account."""
    user = request.user
    if not isinstance(user, User) or user.is_guest:
        return None
    language = get_language() or ""
    free, in_play = chips.held(user.pk)
    begun = chips.has_begun(user.pk)
    return Purse(
        free=sentences.chips(free, HALVES, language),
        in_play=sentences.chips(in_play, HALVES, language) if in_play else "",
        waits=chips.playing_table(user) is not None,
        begun=begun,
        is_empty=begun and free + in_play < chips.FEW,
        minutes=chips.minutes_of(chips.waiting_time(user.pk)),
    )


def _game(key: str) -> Game:
    game = GAMES.get(key)
    if game is None or not game.alone:
        raise refusal("unknown_game")
    return game
