"""Who plays, as requests say it: the one who is logged in, or a guest who becomes one by his first press; and which
game, by its key in the address."""

from __future__ import annotations

from typing import Any

from allauth.core import ratelimit
from django.contrib.auth import login
from django.http import HttpRequest
from django.utils.translation import gettext as _

from battle21.errors import AppError
from games.errors import refusal
from games.rules.catalog import GAMES
from games.rules.game import Game
from players.forms import GuestForm
from players.models import User
from players.services import create_guest, propose_guest_name
from players.views import BACKEND


def game_of(key: str) -> Game:
    if key not in GAMES:
        raise refusal("unknown_game")
    return GAMES[key]


def player_of(request: HttpRequest) -> User:
    if not isinstance(request.user, User):
        raise refusal("unknown_table")
    return request.user


def has_account(request: HttpRequest) -> bool:
    return isinstance(request.user, User) and not request.user.is_guest


def guest_form(request: HttpRequest) -> GuestForm | None:
    """The question for a name, for those who are nobody yet."""
    if request.user.is_authenticated:
        return None
    if request.method == "POST":
        return GuestForm({"name": request.POST.get("name", "").strip() or propose_guest_name()})
    return GuestForm(initial={"name": propose_guest_name()})


def admit(request: HttpRequest, name: str) -> User:
    """Who is logged in, or a new guest. Raises AppError("too_fast") for one guest too many from this address."""
    if isinstance(request.user, User):
        return request.user
    if not ratelimit.consume(request, action="guest"):
        sentence = _("Too many new guests come from your network. Wait a minute, or log in.")
        raise AppError(sentence, code="too_fast", status=429)
    guest: Any = create_guest(name or propose_guest_name())
    login(request, guest, backend=BACKEND)
    return guest  # type: ignore[no-any-return]
