"""What staff see: standings as of any day, the hands behind a score, the way to a round that is to be voided."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client

from leaderboard import services
from leaderboard.models import RankedHand, Standing, StandingDifference
from players.models import User
from tests.leaderboard.played import NOW, play
from tests.support.staff_pages import address, cells, refuses_all_changes, superuser, support, text_of

pytestmark = pytest.mark.django_db

STANDINGS = "/admin/leaderboard/rankedhand/standings/"
DAY = timedelta(days=1)


@pytest.fixture
def staff(client: Client, db: None) -> Client:
    client.force_login(superuser())
    return client


def test_standings_are_shown_as_of_the_end_of_any_day(staff: Client, alice: User, bob: User) -> None:
    play(alice, bet=100, back=200, ago=40 * DAY)  # 6 May
    play(bob, bet=5, back=12.5, ago=39 * DAY)  # 7 May
    services.let_hands_leave(NOW)
    assert cells(staff.get(STANDINGS, {"day": "2026-05-05"})) == []
    assert cells(staff.get(STANDINGS, {"day": "2026-05-06"})) == [["1", "Alice", "1", "100"]]
    both = [["1", "Alice", "1", "100"], ["2", "Bob", "1", "7.5"]]
    assert cells(staff.get(STANDINGS, {"day": "2026-05-07"})) == both
    assert cells(staff.get(STANDINGS, {"day": "2026-06-04"})) == both
    assert cells(staff.get(STANDINGS, {"day": "2026-06-05"})) == [["1", "Bob", "1", "7.5"]]
    assert cells(staff.get(STANDINGS)) == []


def test_a_score_leads_to_the_hands_that_made_it(staff: Client, alice: User) -> None:
    won = play(alice, bet=100, back=200, ago=DAY)
    lost = play(alice, bet=30, ago=2 * DAY)
    play(alice, bet=1, back=2, ago=31 * DAY)
    services.void_hand(play(alice, bet=7, back=14, ago=DAY), reason="x", by="staff:sue")
    page = staff.get(STANDINGS, {"day": "2026-06-14", "player": str(alice.pk)})
    assert "2 hands, score 100." in text_of(page)
    assert cells(page) == [
        ["2026-06-14 12:00:00", f"{won}#0", "100"],
        ["2026-06-13 12:00:00", f"{lost}#0", "0"],
    ]


@pytest.mark.parametrize(
    "query",
    [{"day": "x"}, {"day": ""}, {"day": "2026-06-14", "player": "x"}, {"day": "2026-06-14", "player": "-1"},
     {"day": "0001-01-01"}, {"day": "1969-12-31"}],
)  # fmt: skip
def test_a_malformed_question_is_answered_with_what_is_wrong(staff: Client, query: dict[str, str]) -> None:
    assert staff.get(STANDINGS, query).status_code == 400


def test_a_hand_leads_to_its_round_until_it_is_voided(staff: Client, alice: User) -> None:
    hand = RankedHand.objects.get(hand=play(alice, bet=100, back=200))
    page = address(RankedHand, "change", hand.pk)
    assert f'href="/admin/games/hand/?q={hand.hand}"' in staff.get(page).content.decode()
    services.void_hand(hand.hand, reason="Wrong card shown", by="staff:sue")
    assert "?q=" not in staff.get(page).content.decode()
    assert "Wrong card shown" in text_of(staff.get(page))


def test_who_may_look_changes_nothing(client: Client, alice: User) -> None:
    hand = RankedHand.objects.get(hand=play(alice, bet=100, back=200))
    client.force_login(support("leaderboard.view_rankedhand"))
    assert "Alice" in text_of(client.get(address(RankedHand, "changelist")))
    assert client.get(STANDINGS).status_code == 200
    assert "/admin/games/hand/" not in client.get(address(RankedHand, "change", hand.pk)).content.decode()
    client.force_login(superuser())
    refuses_all_changes(client, hand)


def test_differences_are_listed(staff: Client, alice: User) -> None:
    play(alice, bet=100, back=200)
    Standing.objects.update(score=15)
    services.compare_standings(NOW)
    text = text_of(staff.get(address(StandingDifference, "changelist")))
    assert "Alice" in text
    assert "7.5" in text


def test_staff_without_permission_see_nothing(client: Client, alice: User) -> None:
    client.force_login(support())
    for page in (STANDINGS, address(RankedHand, "changelist"), address(StandingDifference, "changelist")):
        assert client.get(page).status_code == 403
