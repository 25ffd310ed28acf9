"""Tables at a venue: how they begin, and that all who come to one see its face."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.test import Client

from games.models import Table
from games.rules.catalog import GAMES
from games.services import tables
from games.venues import featured_game, first_options
from players.models import Venue
from players.services import create_guest, venues
from tests.rules import unlisted

pytestmark = pytest.mark.django_db
FLEXIBLE = "flexible_ace"


@pytest.fixture(autouse=True)
def every_row() -> Iterator[None]:
    with unlisted.listed():
        yield


@pytest.fixture
def venue() -> Venue:
    place = Venue(
        prefix="pod-asem", name="Pod Asem", theme="midnight", flexible_ace=True, featured_game="polish"
    )
    return venues.save_venue(place)


@pytest.fixture
def guest_of_venue(venue: Venue, client: Client) -> Client:
    client.get("/pod-asem/")
    return client


def newest() -> Table:
    return Table.objects.latest("pk")


def wears(client: Client, page: str) -> bool:
    return 'venue-midnight"' in client.get(page).content.decode()


def test_featured_game_comes_first_in_the_lobby(guest_of_venue: Client) -> None:
    def hero(client: Client) -> str:
        found = re.search(
            r'<input type="hidden" name="game" value="(\w+)">', client.get("/").content.decode()
        )
        assert found
        return found[1]

    assert hero(guest_of_venue) == "polish"
    assert hero(Client()) == "tactical"


def test_featured_game_that_the_catalogue_has_no_more_is_the_first_one(venue: Venue) -> None:
    venue.featured_game = "faro"
    assert featured_game(venue) == featured_game(None) == next(iter(GAMES.values()))


def test_new_table_begins_with_the_flexible_ace_and_its_creator_may_change_it(guest_of_venue: Client) -> None:
    page = guest_of_venue.get("/tables/new/?game=polish").content.decode()
    assert re.search(r'<option value="1" selected>', page.partition(f'name="option_{FLEXIBLE}"')[2])
    form = {"game": "polish", "company": "friend", "name": "Alice", "option_seats": "2", "option_rounds": "3"}
    guest_of_venue.post("/tables/new/", {**form, f"option_{FLEXIBLE}": "0"})
    assert (newest().options[FLEXIBLE], newest().venue_id) == (0, Venue.objects.get().pk)


def test_practice_at_the_venue_has_it_too(guest_of_venue: Client) -> None:
    guest_of_venue.post("/play/", {"game": "polish"})
    assert newest().options[FLEXIBLE] == 1
    Client().post("/play/", {"game": "polish"})
    assert (newest().options[FLEXIBLE], newest().venue_id) == (0, None)


def test_games_without_that_option_are_as_everywhere(venue: Venue, guest_of_venue: Client) -> None:
    assert first_options(GAMES["tactical"], venue) == {}
    guest_of_venue.post("/play/", {"game": "tactical"})
    assert (newest().options, newest().venue_id) == ({}, venue.pk)


def test_all_who_come_to_its_table_see_one_face(venue: Venue) -> None:
    alice = create_guest("Alice")
    table = tables.open_table(alice, "polish", mode="free", options={"seats": 2}, venue_id=venue.pk)
    stranger = Client()
    for page in (f"/t/{table.public_id}/", f"/t/{table.public_id}/join/", f"/i/{table.invitation}/"):
        assert wears(stranger, page), page
    assert not wears(stranger, "/")


def test_table_of_the_site_leaves_each_reader_the_own_face(guest_of_venue: Client) -> None:
    table = tables.open_table(create_guest("Alice"), "polish", mode="free", options={"seats": 2})
    assert wears(guest_of_venue, f"/t/{table.public_id}/")
    assert not wears(Client(), f"/t/{table.public_id}/")


def test_rematch_stays_at_the_venue(venue: Venue) -> None:
    alice, bob = create_guest("Alice"), create_guest("Bob")
    table = tables.open_table(alice, "polish", mode="free", options={"seats": 2}, venue_id=venue.pk)
    tables.join_table(bob, table.public_id)
    Table.objects.filter(pk=table.pk).update(status=Table.Status.OVER)
    assert tables.rematch(bob, Table.objects.get(pk=table.pk)).venue_id == venue.pk


def test_venue_that_is_gone_leaves_its_tables(venue: Venue) -> None:
    table = tables.open_table(
        create_guest("Alice"), "polish", mode="free", options={"seats": 2}, venue_id=venue.pk
    )
    venues.remove_venue(venue)
    assert not wears(Client(), f"/t/{table.public_id}/")
