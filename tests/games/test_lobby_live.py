"""Pages of the lobby that stay open ask whether something is new, and are told only then."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games import lobby_live
from games.lobby_live import Listing
from games.models import Table
from tests.games.lobby_lists import GAME, open_five_tables, open_ids
from tests.games.staking import player
from tests.games.test_views import browser_of, open_free
from tests.live.seating import guests

pytestmark = pytest.mark.django_db


def test_lists_are_not_sent_again_until_something_changed() -> None:
    (alice,) = guests("Alice")
    client = Client()
    first = client.get("/lobby/")
    mark = first.headers["ETag"]
    same = client.get("/lobby/", headers={"If-None-Match": mark})
    assert (same.status_code, same.content) == (304, b"")
    table = open_free(alice)
    changed = client.get("/lobby/", headers={"If-None-Match": mark})
    assert changed.status_code == 200
    assert open_ids(changed) == [table.public_id]
    assert changed.headers["ETag"] != mark
    assert changed.headers["Cache-Control"] == "private, no-cache"


def test_lists_alone_are_those_of_the_page() -> None:
    open_five_tables()
    asked = {"band": "middle", "sort": "stake"}
    assert open_ids(Client().get("/lobby/", asked)) == open_ids(Client().get("/", asked))
    bob = browser_of(player("Charlie"))
    page, part = bob.get("/").content.decode(), bob.get("/lobby/").content.decode()
    marks = re.compile(r'id="(open-\w+)" data-mark="(\w+)"')
    assert marks.findall(part) == marks.findall(page)
    assert len(marks.findall(part)) == 5


@pytest.fixture
def kept_listing() -> Any:
    lobby_live.forget()
    yield
    lobby_live.forget()


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("kept_listing")
def test_a_burst_of_visitors_reads_the_database_once(
    django_assert_num_queries: Any, monkeypatch: Any
) -> None:
    monkeypatch.setattr(lobby_live, "LIVE_AGE_S", 3_600.0)
    monkeypatch.setattr("games.lobby_views.LIVE_AGE_S", 3_600.0)
    open_free(guests("Alice")[0])
    first = Client().get("/lobby/")
    with django_assert_num_queries(0):
        for _ in range(20):
            assert Client().get("/lobby/").content == first.content
    lobby_live.forget()  # what the views do after a change made here
    open_free(guests("Bob")[0])
    assert len(open_ids(Client().get("/lobby/"))) == 2


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("kept_listing")
def test_what_one_changes_oneself_is_seen_at_once() -> None:
    alice, bob = guests("Alice", "Bob")
    one, two = browser_of(alice), browser_of(bob)
    assert open_ids(two.get("/")) == []
    one.post(reverse("games:new_table"), {"game": GAME, "company": "anyone"})
    table = Table.objects.get()
    assert open_ids(two.get("/")) == [table.public_id]
    one.post(reverse("games:leave", args=[table.public_id]))
    assert open_ids(two.get("/")) == []


def test_listing_ages() -> None:
    listed = Listing(0.0, [], [], {}, {})
    assert lobby_live.listing(1.0) is not listed  # in a transaction one always reads for oneself
