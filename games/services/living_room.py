"""The demo's living room: bots that play against each other at tables of their own, while there are visitors.

Their tables are ordinary tables of ordinary players that nobody can log in as. What is to be done is read from the
tables at each look, so nothing is lost with a process, and it does no harm when two look.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from typing import NamedTuple

import structlog
from django.conf import settings
from django.db import connection
from django.utils import timezone

from battle21.errors import AppError
from games.models import Seat, Table
from games.services import bots_at_play, demo_past, leases, store
from players import services as players
from players.models import User
from players.services import visits
from players.services.demo import ROOM_PREFIX

log = structlog.get_logger(__name__)

ROOM_LOCK = 0x_B21_4003
RESTS_AFTER_S = 15 * 60
"""Without a visitor no new match begins; those in play are played to their end."""
MOST_AN_HOUR = 60
"""Matches begun: should they end at once, for whatever reason, the database does not fill."""
REMEMBERS_EVERY_S = 4.0

_remembered = time.monotonic()


class Place(NamedTuple):
    """One table of the room, always opened by the same bot."""

    thinks_ms: tuple[int, int]
    """Least and most time for a decision."""
    stake_cents: int | None = None
    currency: str = ""


PLACES = (
    Place((2_000, 4_000)),
    Place((3_000, 6_000)),
    Place((2_500, 5_000)),
    Place((2_000, 5_000), 500, "TUSDT"),
    Place((3_000, 6_000), 2_500, "TETH"),
)


class RoomTable(NamedTuple):
    """A table of the room whose match is not over."""

    id: int
    place: int
    version: int
    halted: bool


def tend() -> int:
    """Let every bot act whose time has come, and begin a match where a place is free; how much was done.

    Nothing while no web process lives: then time is nobody's, the bots' too.
    """
    if not settings.LIVING_ROOM or not _is_served():
        return 0
    with _alone() as alone:
        if not alone:
            return 0
        playing = _playing()
        done = sum(_move(table) for table in playing if not table.halted)
        if visits.seconds_since_last() < RESTS_AFTER_S:
            done += _fill_a_place(playing) or _remember_one()
        return done


def _remember_one() -> bool:
    """One more match of the past, slowly: who has just come shall not feel it."""
    global _remembered
    if time.monotonic() - _remembered < REMEMBERS_EVERY_S:
        return False
    _remembered = time.monotonic()
    return demo_past.add_one()


def _is_served() -> bool:
    newest = leases.newest()
    return newest is not None and store.database_ms() - newest <= leases.LEASE_DEAD_MS


@contextmanager
def _alone() -> Iterator[bool]:
    """Whether nobody else tends the room meanwhile; the lock goes with the session of who dies."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [ROOM_LOCK])
        row = cursor.fetchone()
    alone = bool(row and row[0])
    try:
        yield alone
    finally:
        if alone:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(%s)", [ROOM_LOCK])


def _playing() -> list[RoomTable]:
    hosts = {name: number for number, name in enumerate(players.room_usernames()[: len(PLACES)])}
    found = Table.objects.filter(status=Table.Status.PLAYING, created_by__username__in=hosts)
    rows = found.values_list("id", "created_by__username", "state__version", "state__halted_at")
    return [RoomTable(pk, hosts[name], version, halted is not None) for pk, name, version, halted in rows]


def _move(table: RoomTable) -> bool:
    """What the bots of one table have to do now; one table's trouble is its own."""
    try:
        state = store.load(table.id, at_least=table.version).state
        if state is None or state.phase == "over":
            return False
        if state.phase == "seeding":
            bots_at_play.bring_seeds(table.id, state)
            return True
        bots_at_play.take_seats(table.id, state)
        now = store.database_ms()
        for prompt in state.prompts:
            due = bots_at_play.due_at(state, prompt, PLACES[table.place].thinks_ms)
            if due is not None and due <= now:
                bots_at_play.answer(table.id, state, prompt)
                return True
    except AppError as refused:  # the next look knows more
        log.info("bot refused", table=table.id, code=refused.code)
    except Exception:
        log.exception("bots are stuck", table=table.id)
    return False


def _fill_a_place(playing: Sequence[RoomTable]) -> bool:
    """Begin a match at the first free place, one at each look."""
    taken = {table.place for table in playing}
    free = [number for number in range(len(PLACES)) if number not in taken]
    if not free or _begun_lately() >= MOST_AN_HOUR:
        return False
    bots = players.seed_room_bots()
    seated = Seat.objects.filter(table_id__in=[table.id for table in playing]).values_list(
        "user_id", flat=True
    )
    guests = [bot for bot in bots[len(PLACES) :] if bot.pk not in set(seated)]
    return _begin(bots[free[0]], guests, PLACES[free[0]])


def _begun_lately() -> int:
    since = timezone.now() - timedelta(hours=1)
    return Table.objects.filter(created_at__gt=since, created_by__username__startswith=ROOM_PREFIX).count()


def _begin(host: User, guests: list[User], place: Place) -> bool:
    """For the place's stake; for nothing where that cannot be had (coins used up, no quote)."""
    games = bots_at_play.playable_games(1 + len(guests))
    if not games:
        return False
    secrets.SystemRandom().shuffle(guests)
    game = secrets.choice(games)
    stakes = [place.stake_cents] if place.stake_cents and Table.Mode.STAKE in game.modes else []
    for stake in (*stakes, None):
        try:
            bots_at_play.open_full_table([host, *guests], game, stake, place.currency)
        except AppError as refused:
            log.warning("the living room begins no match", stake=stake, code=refused.code)
        else:
            return True
    return False
