"""The demo's living room: bots at tables of their own, and what the demo's players have played before."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.utils import timezone
from msgspec.structs import replace
from pytest_django.fixtures import Settings

from battle21.errors import AppError
from games import lobby_live
from games.models import Hand, Match, Seat, Table
from games.rules.catalog import GAMES, PRODUCTS
from games.rules.commands import Digest, GiveUp, StoodStill
from games.rules.game import Game
from games.services import bots_at_play, demo_past, leases, living_room, play, records, store, tables
from games.services.living_room import PLACES, Place
from players import services as players
from players.models import User
from players.services import visits
from players.services.demo import ROOM_NAMES, ROOM_PREFIX
from players.services.guests import create_guest
from tests.live.seating import at_once, state_of
from wallet.models import Transfer
from wallet.services import check_ledger

pytestmark = pytest.mark.django_db(transaction=True)

ALL_PAST = demo_past.PASTS
THINKS_LONG = (20_000, 25_000)
"""Of the 30 s that a decision has."""


@pytest.fixture(autouse=True)
def room(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As ./run has it: a web process lives, the demo's players are there, somebody has just started it. No past."""
    settings.LIVING_ROOM = True
    monkeypatch.setattr(demo_past, "PASTS", ())
    monkeypatch.setattr(
        bots_at_play, "PRODUCTS", PRODUCTS[:1]
    )  # what follows counts on its clocks and stakes
    lobby_live.forget()
    players.seed_demo_players()
    leases.renew("web", first=True)
    leases._serves = False  # the worker tends the room
    yield
    store.forget()


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots that do not think."""
    monkeypatch.setattr(living_room, "PLACES", tuple(place._replace(thinks_ms=(0, 1)) for place in PLACES))


@pytest.fixture
def nobody_came(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visits, "_began", time.time() - 3_600)
    monkeypatch.setattr(visits, "_noted", 0.0)


def look(times: int) -> None:
    """The worker looks so often; the web process goes on living meanwhile."""
    for _ in range(times):
        leases.renew("web", first=True)
        leases._serves = False
        living_room.tend()


def room_tables() -> list[Table]:
    return list(Table.objects.filter(created_by__username__startswith=ROOM_PREFIX).order_by("id"))


# --- tables in play ---------------------------------------------------------------------------------------------------


def test_every_place_gets_a_match_between_two_bots_one_at_a_look() -> None:
    for number in range(1, len(PLACES) + 1):
        look(1)
        assert len(room_tables()) == number
    look(3)
    playing = room_tables()
    assert [table.status for table in playing] == [Table.Status.PLAYING] * len(PLACES)
    assert [table.stake_cents for table in playing] == [place.stake_cents for place in PLACES]
    seats = Seat.objects.select_related("user")
    assert len({seat.user_id for seat in seats}) == 2 * len(PLACES)
    for seat in seats:
        assert seat.user is not None
        assert seat.user.is_demo
        assert seat.user.display_name.endswith(" (bot)")
    assert {state_of(table.id).phase for table in playing} == {"hand"}


def test_bots_play_hands_to_their_ends_and_their_records_replay(quick: None) -> None:
    for _ in range(500):
        look(1)
        hands = Hand.objects.count()
        if hands == len(PLACES):
            break
    assert hands == len(PLACES)
    assert records.verify_hands() == (hands, 0)


def test_a_bot_thinks_before_it_acts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(living_room, "PLACES", (Place(THINKS_LONG),))
    look(2)
    (table,) = room_tables()
    state = state_of(table.id)
    assert state.phase == "hand"
    look(2)
    assert state_of(table.id) == state
    for prompt in state.prompts:
        assert prompt.due is not None
        asked_at = prompt.due - 30_000
        due = bots_at_play.due_at(state, prompt, THINKS_LONG)
        assert due is not None
        assert asked_at + 20_000 <= due < asked_at + 25_000


def test_time_given_back_after_an_outage_is_not_spent_in_thought(quick: None) -> None:
    look(2)
    (first, *_) = room_tables()
    decision = state_of(first.id).decision
    now = store.database_ms()
    play.submit(first.id, StoodStill(at=0, since=now - 60_000, until=now + 30_000))
    look(1)
    assert state_of(first.id).decision > decision


def test_nothing_is_remembered_so_another_process_goes_on_where_one_was_killed(quick: None) -> None:
    look(len(PLACES))
    half = room_tables()[-1]  # begun, and not one seed is in
    assert state_of(half.id).phase == "seeding"
    store.forget()
    look(1)
    assert state_of(half.id).phase == "hand"
    before = state_of(half.id).decision
    store.forget()
    look(2)
    assert state_of(half.id).decision > before


def test_seeds_lost_with_a_process_are_bound_again(quick: None) -> None:
    look(1)
    (table,) = room_tables()
    state = state_of(table.id)
    bots_at_play.take_seats(table.id, state)
    play.submit(table.id, Digest(at=0, seat=0, digest="00" * 32))
    look(1)
    assert state_of(table.id).phase == "hand"


def test_many_lookers_open_no_table_twice(quick: None) -> None:
    at_once(*[living_room.tend] * 4)
    look(len(PLACES) + 1)
    hosts = [table.created_by_id for table in room_tables()]
    assert len(hosts) == len(set(hosts)) == len(PLACES)


def test_bots_play_no_game_that_nobody_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    first = GAMES[PRODUCTS[0]]
    monkeypatch.setitem(GAMES, "endless", replace(first, key="endless", leaves_between=True))
    monkeypatch.setattr(bots_at_play, "PRODUCTS", (first.key, "endless"))
    assert bots_at_play.playable_games(2) == [first]
    assert bots_at_play.playable_games(1) == []


def test_a_finished_match_makes_room_for_another(quick: None) -> None:
    look(len(PLACES))
    first = room_tables()[0]
    play.submit(first.id, GiveUp(at=0, seat=0))
    assert Table.objects.get(pk=first.pk).status == Table.Status.OVER
    look(1)
    again = room_tables()[-1]
    assert again.pk != first.pk
    assert again.created_by_id == first.created_by_id


def test_matches_that_end_at_once_do_not_fill_the_database(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(living_room, "MOST_AN_HOUR", 2)
    for _ in range(3):
        look(1)
        Table.objects.filter(status=Table.Status.PLAYING).update(status=Table.Status.OVER)
    assert len(room_tables()) == 2


def test_where_a_stake_cannot_be_paid_the_bots_play_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(living_room, "PLACES", (Place(THINKS_LONG, 500, "NONE"), Place(THINKS_LONG)))
    look(2)
    assert [table.mode for table in room_tables()] == ["free", "free"]


# --- rest -------------------------------------------------------------------------------------------------------------


def test_without_visitors_what_is_played_goes_on_and_nothing_begins(
    quick: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    look(2)
    monkeypatch.setattr(visits, "_began", time.time() - 3_600)
    before = [state_of(table.id).decision for table in room_tables()]
    look(4)
    assert len(room_tables()) == 2
    assert [state_of(table.id).decision for table in room_tables()] > before


def test_a_visitors_page_wakes_the_room(nobody_came: None, client: Client) -> None:
    look(2)
    assert room_tables() == []
    assert client.get("/healthz").status_code == 200
    look(1)
    assert room_tables() == []
    assert client.get("/").status_code == 200
    look(1)
    assert len(room_tables()) == 1


def test_there_is_no_room_where_it_is_switched_off(settings: Settings) -> None:
    settings.LIVING_ROOM = False
    look(2)
    assert not Table.objects.exists()


def test_bots_stand_still_while_no_web_process_lives(quick: None) -> None:
    look(2)
    states = [state_of(table.id).decision for table in room_tables()]
    with connection.cursor() as cursor:
        cursor.execute("UPDATE games_lease SET renewed_at = clock_timestamp() - interval '7 seconds'")
    assert living_room.tend() == 0
    assert [state_of(table.id).decision for table in room_tables()] == states


# --- people -----------------------------------------------------------------------------------------------------------


def test_bots_leave_peoples_tables_alone_and_people_cannot_sit_at_theirs(quick: None) -> None:
    alice, bob = create_guest("Alice"), create_guest("Bob")
    hers = tables.open_table(alice, "tactical", mode="free")
    look(len(PLACES) + 4)
    assert hers.seats.count() == 1
    for table in room_tables():
        with pytest.raises(AppError) as refused:
            tables.join_table(bob, table.public_id)
        assert refused.value.code == "table_full"


def test_nobody_can_be_a_bot_of_the_room(client: Client) -> None:
    look(1)
    for name in (f"{ROOM_PREFIX}ada", "Ada", "ada", "Ada (bot)"):
        assert client.post("/demo/become/", {"name": name}).status_code == 404
    assert not any(bot.has_usable_password() for bot in User.objects.filter(username__startswith=ROOM_PREFIX))


def test_the_lobby_shows_the_rooms_tables_as_bots(client: Client) -> None:
    look(len(PLACES))
    page = client.get("/").content.decode()
    assert sum(f"{name} (bot)" in page for name in ROOM_NAMES) == 2 * len(PLACES)
    assert page.count('<span class="badge">Demo</span>') == len(PLACES)


# --- the past ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def short_past(room: None, monkeypatch: pytest.MonkeyPatch) -> tuple[demo_past.Past, ...]:
    """One for nothing, one for a stake, and one that is given up: of a game that cannot be over by then."""
    past = (*ALL_PAST[:2], ALL_PAST[2]._replace(gives_up_after=2))
    playable = bots_at_play.playable_games

    def games_in_turn(people: int) -> list[Game]:
        return playable(people) if demo_past.finished_matches() < 2 else [GAMES["classic_series"]]

    monkeypatch.setattr(bots_at_play, "playable_games", games_in_turn)
    monkeypatch.setattr(demo_past, "PASTS", past)
    return past


def test_the_past_lies_in_the_past_replays_and_leaves_the_books_right(
    short_past: tuple[demo_past.Past, ...],
) -> None:
    now = timezone.now()
    while demo_past.add_one():
        pass
    matches = list(Match.objects.order_by("id").select_related("table"))
    assert len(matches) == len(short_past)
    for match, past in zip(matches, short_past, strict=True):
        assert abs(match.started_at - (now - timedelta(hours=past.hours_ago))) < timedelta(minutes=5)
        assert match.table.created_at == match.started_at
        assert match.ended_at is not None
        assert match.started_at < match.ended_at < now
        assert match.table.status == Table.Status.OVER
        assert len(match.winners) == 1
        for hand in match.hands.all():
            assert match.started_at <= hand.started_at < hand.ended_at <= match.ended_at
    assert matches[2].reason == "gave_up"
    hands = Hand.objects.count()
    assert records.verify_hands(1_000) == (hands, 0)
    call_command("replay", "--all")
    assert check_ledger().faults == []
    # Money has no past. 10 TUSDT each at 6 decimals: 1 % of 20 is the house's.
    stake, settled = Transfer.objects.exclude(kind=Transfer.Kind.TEST_COINS).order_by("id")
    assert stake.created_at >= now - timedelta(seconds=1)
    paid = {entry.account.kind: entry.amount for entry in settled.entries.select_related("account")}
    assert paid["rake"] == 200_000


def test_a_match_of_the_past_is_there_wholly_or_not_at_all(
    short_past: tuple[demo_past.Past, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(demo_past, "LONGEST", 12)
    monkeypatch.setattr(demo_past, "_failures", 0)
    for _ in range(demo_past.TRIES):
        assert demo_past.add_one() is False
    assert not Table.objects.exists()
    assert not Hand.objects.exists()
    monkeypatch.setattr(demo_past, "LONGEST", 5_000)
    assert demo_past.add_one() is False  # this process leaves it
    monkeypatch.setattr(demo_past, "_failures", 0)
    assert demo_past.add_one() is True


def test_demo_players_can_look_at_their_finished_matches(
    short_past: tuple[demo_past.Past, ...], client: Client
) -> None:
    assert demo_past.add_one()
    client.post("/demo/become/", {"name": "Alice"})
    page = client.get("/matches/").content.decode()
    table = Table.objects.order_by("id").first()
    assert table is not None
    assert table.public_id in page
    hand = Hand.objects.filter(table=table).order_by("number").first()
    assert hand is not None
    assert client.get(f"/hands/{hand.public_id}/").status_code == 200


def test_a_clock_of_ones_own_is_for_demos_only(settings: Settings) -> None:
    settings.DEMO = False
    with pytest.raises(RuntimeError), store.own_clock(lambda: 0):
        pass
