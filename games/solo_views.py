"""Pages of games that one plays alone against the house: where one chooses what to play for."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from games.errors import refusal
from games.rules.catalog import GAMES
from games.rules.game import Game
from players.models import User


@never_cache
@require_GET
def alone(request: HttpRequest, key: str) -> HttpResponse:
    """Practice, or ranked rounds for who has an account. Raises AppError("unknown_game") where it takes others."""
    context = {"game": _game(key), "has_account": _has_account(request)}
    return render(request, "games/alone.html", context)


def _game(key: str) -> Game:
    game = GAMES.get(key)
    if game is None or not game.alone:
        raise refusal("unknown_game")
    return game


def _has_account(request: HttpRequest) -> bool:
    return isinstance(request.user, User) and not request.user.is_guest
