"""Own matches and hands: for those who sat there, from their own view."""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import Hand
from games.rules.commands import GiveUp
from games.services import play
from tests.games.staking import over, page, player, staked
from tests.games.test_views import browser_of, text_of
from tests.live.seating import finish_hand

pytestmark = pytest.mark.django_db


def test_matches_lists_own_ones_from_ones_own_seat() -> None:
    alice, bob = player("Alice"), player("Bob")
    assert "You have not played a match yet." in text_of(browser_of(alice).get(page("matches")))
    table = over(alice, bob)
    assert "Tactical Blackjack against Bob" in text_of(browser_of(alice).get(page("matches")))
    assert "You won For a stake · $5.00 · TBTC" in text_of(browser_of(alice).get(page("matches")))
    assert "You lost" in text_of(browser_of(bob).get(page("matches")))
    stranger = browser_of(player("Charlie")).get(page("matches"))
    assert table.public_id not in stranger.content.decode()


def test_pages_of_a_match_are_for_those_who_sat_there() -> None:
    alice, bob = player("Alice"), player("Bob")
    table = over(alice, bob)
    hand = Hand.objects.get()
    addresses = [
        page("match", table.public_id),
        page("settlement", table.public_id),
        page("hand", hand.public_id),
        page("hand_file", hand.public_id),
    ]
    for address in addresses:
        assert browser_of(alice).get(address).status_code == 200, address
        assert browser_of(bob).get(address).status_code == 200, address
        assert browser_of(player(f"C{address}")).get(address).status_code == 404, address
        assert Client().get(address).status_code == 302, address
    for unknown in ("match", "settlement", "hand", "hand_file"):
        assert browser_of(alice).get(page(unknown, "2222222222")).status_code == 404


def test_hand_is_told_step_by_step_from_ones_own_view() -> None:
    alice, bob = player("Alice"), player("Bob")
    over(alice, bob)
    hand = Hand.objects.get()
    shown, theirs = (browser_of(user).get(page("hand", hand.public_id)) for user in (alice, bob))
    assert "Bob gives up the match. You win the match." in text_of(shown)
    assert "You give up the match. Alice wins the match." in text_of(theirs)
    assert text_of(shown).count("You are dealt the ") == 2
    assert "Bob is dealt a hidden card." in text_of(shown)
    # One open card of the other, one that was never shown: its face is in neither page nor file.
    # Counted by position: six decks hold each face six times.
    file = browser_of(alice).get(page("hand_file", hand.public_id))
    seen = {card["position"] for card in file.json()["cards"]}
    hers = {
        card["position"] for card in browser_of(bob).get(page("hand_file", hand.public_id)).json()["cards"]
    }
    assert len(seen) == len(hers) == 3
    assert len(seen & hers) == 2
    assert shown.content.decode().count('class="playing-card back"') == 1
    assert "attachment" in file.headers["Content-Disposition"]


def test_hand_shows_the_ledger_lines_it_caused() -> None:
    alice, bob = player("Alice"), player("Bob")
    over(alice, bob)
    text = text_of(browser_of(bob).get(page("hand", Hand.objects.get().public_id)))
    assert "What moved in the ledger" in text
    assert "\u22120.00007693 TBTC" in text
    assert "Rake Paid out" in text


def test_hand_in_mid_match_caused_nothing_more() -> None:
    alice, bob = player("Alice"), player("Bob")
    table = staked(alice, bob)
    finish_hand(table.id)
    play.submit(table.id, GiveUp(at=0, seat=1))
    first = Hand.objects.order_by("number")[0]
    text = text_of(browser_of(alice).get(page("hand", first.public_id)))
    assert "Stake paid in" in text
    assert "Rake" not in text


def test_hand_is_found_by_the_number_the_table_knows_it_by() -> None:
    alice, bob = player("Alice"), player("Bob")
    table = over(alice, bob)
    (hand,) = Hand.objects.all()
    address = f"/matches/{table.public_id}/hands/{{}}/"
    for user in (alice, bob):
        assert browser_of(user).get(address.format(1))["Location"] == page("hand", hand.public_id)
    for number in (0, 2, 10**30):
        assert browser_of(alice).get(address.format(number)).status_code == 404
    assert browser_of(player("Charlie")).get(address.format(1)).status_code == 404
