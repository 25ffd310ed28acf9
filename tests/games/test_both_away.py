"""The same two players both stay away from a match again: staff are told (rules.md, Disconnects)."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.test import Client
from django.urls import reverse
from structlog.testing import capture_logs

from games.models import Match, Seat, Table
from games.services import both_away
from players.models import User
from tests.games.staking import player
from tests.games.test_views import open_free
from tests.support.staff_pages import superuser

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 11, 30, tzinfo=UTC)


def ended(one: User, other: User, reason: str = "mutual") -> Match:
    table = open_free(one)
    Seat.objects.create(table=table, number=1, user=other)
    Table.objects.filter(pk=table.pk).update(status=Table.Status.OVER)
    return Match.objects.create(
        table=table, number=1, version=1, started_at=NOW, ended_at=NOW, reason=reason, winners=[]
    )


def test_matches_of_the_same_two_are_listed_from_the_second_on() -> None:
    alice, bob, charlie = player("Alice"), player("Bob"), player("Charlie")
    first = ended(alice, bob)
    ended(alice, charlie)
    ended(bob, charlie)
    ended(alice, bob, "void")
    assert both_away.repeated() == []
    again = ended(bob, alice)  # whoever sits where
    assert sorted(both_away.repeated()) == [first.pk, again.pk]


def test_log_hears_it_from_the_second_on() -> None:
    alice, bob, charlie = player("Alice"), player("Bob"), player("Charlie")
    with capture_logs() as lines:
        for one, other in ((alice, bob), (alice, charlie)):
            both_away.note(ended(one, other).table_id)
        assert lines == []
        both_away.note(ended(bob, alice).table_id)
    assert [line["before"] for line in lines] == [1]


def test_staff_see_them_on_the_front_page_and_in_the_list() -> None:
    alice, bob = player("Alice"), player("Bob")
    browser = Client()
    browser.force_login(superuser())
    ended(alice, bob)
    address = reverse("admin:games_match_changelist") + "?both_away=again"
    assert browser.get(address).context["cl"].result_count == 0
    ended(alice, bob)
    assert browser.get(address).context["cl"].result_count == 2
    assert address in browser.get(reverse("admin:index")).content.decode()
