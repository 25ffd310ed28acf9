"""Files of finished poker hands: for those who sat there, each from its own seat."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest

from games.models import Seat
from games.rules.actions import Check
from games.rules.commands import Player
from games.services import records
from games.services.histories import number_of, told_hands
from players.models import User
from players.services import partners
from tests.games.api.calling import Api, done, refused
from tests.games.poker import KEY, checked_hand, folded_hand, next_hand, poker_table
from tests.games.staking import over, page, player
from tests.games.test_views import browser_of, text_of
from tests.live.seating import guests
from tests.rules.tables import ALICE, BOB, CHARLIE, SECOND, GivenDeals, MixedShoe
from tests.rules.tables import Table as RulesTable

pytestmark = pytest.mark.django_db


def test_hand_is_downloaded_from_its_page_with_own_cards_only() -> None:
    alice, bob = guests("Alice", "Bob")
    hand = folded_hand(poker_table(alice, bob))
    shown = browser_of(alice).get(page("hand", hand.public_id))
    own = {}
    for user in (alice, bob):
        for ending, kind in (
            ("txt", "text/plain"),
            ("phh", "application/toml"),
            ("json", "application/json"),
        ):
            address = page("history_file", hand.public_id, ending)
            assert address in shown.content.decode()
            response = browser_of(user).get(address)
            assert response.headers["Content-Type"].startswith(kind)
            assert f'filename="battle21-{hand.public_id}.{ending}"' in response.headers["Content-Disposition"]
            own[user.display_name, ending] = response.content.decode()
    for name in ("Alice", "Bob"):
        assert re.findall(r"Dealt to (\w+) \[", own[name, "txt"]) == [name]
        assert sorted(tomllib.loads(own[name, "phh"])["players"]) == ["Alice", "Bob"]
        assert own[name, "phh"].count("????") == 1
        seats = {seat["name"]: len(seat["cards"]) for seat in json.loads(own[name, "json"])["seats"]}
        assert seats == {"Alice": 0, "Bob": 0, name: 2}
    assert f"Battle21 Hand #{number_of(hand.public_id)}: Hold'em No Limit (15/30)" in own["Alice", "txt"]


def test_page_of_a_poker_hand_shows_its_board_and_what_was_never_shown_as_backs() -> None:
    alice, bob = guests("Alice", "Bob")
    table = poker_table(alice, bob)
    folded, checked = folded_hand(table), checked_hand(next_hand(table))
    pages = [
        browser_of(alice).get(page("hand", hand.public_id)).content.decode() for hand in (folded, checked)
    ]
    assert pages[0].count('class="playing-card back"') == 2
    assert "Board" not in pages[0]
    assert "<strong>Board</strong>" in pages[1]
    assert "total" not in pages[1]


def test_hands_of_a_match_come_in_one_file() -> None:
    alice, bob = guests("Alice", "Bob")
    table = poker_table(alice, bob)
    first = folded_hand(table)
    shown = browser_of(bob).get(page("match", table.public_id)).content.decode()
    assert page("histories_file", table.public_id, "txt") in shown
    second = checked_hand(next_hand(table))
    texts = {
        ending: browser_of(bob).get(page("histories_file", table.public_id, ending))
        for ending in ("txt", "phh", "json")
    }
    numbers = re.findall(r"Hand #(\d+):", texts["txt"].content.decode())
    assert numbers == [str(number_of(hand.public_id)) for hand in (first, second)]
    assert [each["hand"] for each in tomllib.loads(texts["phh"].content.decode()).values()] == [
        first.public_id, second.public_id,
    ]  # fmt: skip
    assert [each["hand"] for each in texts["json"].json()["hands"]] == [1, 2]
    assert f'filename="battle21-{table.public_id}.phhs"' in texts["phh"].headers["Content-Disposition"]


def test_file_of_a_match_asks_the_database_as_often_for_three_hands_as_for_one(
    django_assert_num_queries: Callable[..., AbstractContextManager[object]],
) -> None:
    alice, bob = guests("Alice", "Bob")
    table = poker_table(alice, bob)
    for hands in (1, 3):
        while table.hands.count() < hands:
            folded_hand(table if not table.hands.count() else next_hand(table))
        # The hands, what was shown after the last of them (in the journal, or in a hand's record), and the names.
        with django_assert_num_queries(4):
            assert len(told_hands(table, alice.public_id)) == hands


def test_files_are_for_those_who_sat_there_and_for_poker_alone() -> None:
    alice, bob = guests("Alice", "Bob")
    (charlie,) = guests("Charlie")
    table = poker_table(alice, bob)
    hand = folded_hand(table)
    addresses = [page("history_file", hand.public_id, "txt"), page("histories_file", table.public_id, "txt")]
    for address in addresses:
        assert browser_of(charlie).get(address).status_code == 404
        assert browser_of().get(address).status_code == 302
        assert browser_of(alice).get(address.replace("txt", "exe")).status_code == 404
    dora, emil = player("Dora"), player("Emil")
    other = over(dora, emil)
    played = other.hands.get()
    assert "Poker-room text" not in text_of(browser_of(dora).get(page("hand", played.public_id)))
    assert "Poker-room text" not in text_of(browser_of(dora).get(page("match", other.public_id)))
    for address in (
        page("history_file", played.public_id, "phh"),
        page("histories_file", other.public_id, "phh"),
    ):
        response = browser_of(dora).get(address)
        assert response.status_code == 404
        assert "Download the hand&#x27;s own file instead." in response.content.decode()


@pytest.mark.parametrize("named", ["hand", "replay", "hand_file", "history_file", "histories_file"])
def test_who_has_a_seat_now_sees_no_hand_that_was_dealt_to_another_there(named: str) -> None:
    """As at cash tables, where seats change hands."""
    alice, bob, charlie = guests("Alice", "Bob", "Charlie")
    table = poker_table(alice, bob)
    hand = folded_hand(table)
    of_match = named == "histories_file"
    ending = ("json",) if named in ("history_file", "histories_file") else ()
    address = page(named, table.public_id if of_match else hand.public_id, *ending)
    assert browser_of(bob).get(address).status_code == 200
    Seat.objects.filter(table=table, user=bob).update(user=charlie)
    response = browser_of(charlie).get(address)
    if of_match:
        assert response.json()["hands"] == [], "the match is his too by now, that hand is not"
    else:
        assert response.status_code == 404
    assert browser_of(alice).get(address).status_code == 200


def test_hand_is_of_those_it_was_dealt_to_whoever_comes_and_goes() -> None:
    """Charlie left in the middle, and was a watcher of its end; Dora came to his seat for the next one."""
    table = RulesTable(GivenDeals(MixedShoe("whose", decks=1))).start("seam")
    table.leave(CHARLIE)
    for seat in (ALICE, BOB):
        table.act(seat, Check())
    table.open_middle().sit(CHARLIE, Player("Dora"))
    assert (table.state.phase, table.state.hand_number) == ("between", 1)
    seats = [records.seat_in(table.state, name) for name in ("Alice", "Bob", "Charlie", "Dora", "")]
    assert seats == [ALICE, BOB, None, None, None]
    table.at(5 * SECOND).tick()
    assert table.state.hand_number == 2
    assert records.seat_in(table.state, "Dora") == CHARLIE


def test_partner_reads_the_history_of_its_player() -> None:
    acme = Api(partners.create_partner("Acme", is_test=True))
    table, alice, bob = acme.begun(game=KEY)
    done(acme.send(table["id"], bob, "give-up", {"sure": "yes"}))
    (hand,) = done(acme.get(f"/players/{alice}/hands"))["data"]
    told = done(acme.get(f"/players/{alice}/hands/{hand['id']}/history"))
    assert set(told) == {"history", "txt", "phh"}
    assert told["history"]["ending"] == "unfinished"
    assert [len(seat["cards"]) for seat in told["history"]["seats"]] == [2, 0]
    assert told["txt"].splitlines()[2] == "Seat 1: Alice (1000 in chips)"
    assert tomllib.loads(told["phh"])["hand"] == hand["id"]
    charlie = acme.player("Charlie")
    Seat.objects.filter(user__public_id=bob).update(user=User.objects.get(public_id=charlie))
    for what in ("", "/history"):
        refused(acme.get(f"/players/{charlie}/hands/{hand['id']}{what}"), 404, "unknown_hand")
        done(acme.get(f"/players/{bob}/hands/{hand['id']}{what}"))  # still his


def test_numbers_of_ids_differ_and_fit_into_fifty_bits() -> None:
    assert (number_of("2222222222"), number_of("2222222223"), number_of("2222222232")) == (0, 1, 31)
    assert number_of("zzzzzzzzzz") == 31**10 - 1 < 2**50
