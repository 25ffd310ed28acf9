"""Makes logged-in guests and tables in the stack's database. Called through `Stack.call`."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore

from games.models import Seat
from games.rules.catalog import GAMES
from games.services.tables import join_table, open_table
from players.models import User
from players.services.guests import create_guest
from wallet.postings import Key
from wallet.services import give_test_coins

NAMES = ("Alice", "Bob", "Charlie", "Dora", "Emil")
STAKE_CENTS = 500
COIN = "TBTC"


def logged_in(name: str) -> tuple[User, str]:
    """A guest and the value of the session's cookie."""
    user = create_guest(name)
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    assert session.session_key
    return user, f"{settings.SESSION_COOKIE_NAME}={session.session_key}"


def new_table(
    *,
    mode: str,
    game: str,
    clock: int,
    people: int,
    waiting: bool,
    private: bool,
    options: dict[str, int] | None = None,
) -> dict[str, Any]:
    """See `Stack.seed`."""
    seats = 1 if mode in ("practice", "ranked") else GAMES[game].min_seats
    guests = [logged_in(name) for name in NAMES[: people or seats]]
    stake: dict[str, Any] = {"stake_cents": STAKE_CENTS, "currency": COIN} if mode == "stake" else {}
    for user, _cookie in guests if mode in ("stake", "ranked") else ():
        _with_account(user)
    table = open_table(guests[0][0], game, mode=mode, clock=clock, private=private, options=options, **stake)
    for user, _cookie in [] if waiting else guests[1:seats]:
        join_table(user, table.public_id, invitation=table.invitation, currency=stake.get("currency", ""))
    return {
        "table": table.public_id,
        "id": table.id,
        "mode": table.mode,
        "cookies": [cookie for _, cookie in guests],
        "players": [user.public_id for user, _ in guests],
    }


def _with_account(user: User) -> None:
    """Somebody who can stake: no guest, and with test coins."""
    User.objects.filter(pk=user.pk).update(is_guest=False)
    user.is_guest = False
    key = Key("seed", user.public_id)
    give_test_coins(player=user.pk, currency=COIN, units=10**8, key=key, actor="seed")


def new_tables(tables: int, **wanted: Any) -> list[dict[str, Any]]:
    return [new_table(**wanted) for _ in range(tables)]


def join(table: str, player: str) -> None:
    join_table(User.objects.get(public_id=player), table)


def sit_early(table: int, player: str) -> None:
    """On the second seat of a table that goes on waiting, as games of three seats will have it."""
    Seat.objects.create(table_id=table, number=1, user=User.objects.get(public_id=player))


def stand_up(table: int) -> None:
    Seat.objects.get(table_id=table, number=1).delete()
