"""How a match was settled: own lines for a player, all of them for staff, zero at the bottom."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games import book_views
from games.models import Table
from games.rules.commands import GiveUp, Void
from games.services import play, tables
from players.models import User
from tests.games.staking import GAME, over, page, player, staked
from tests.games.test_views import browser_of, text_of
from tests.live.classic import price_is
from tests.live.seating import bring_seeds, guests
from wallet.models import Entry, Transfer
from wallet.services import reverse as reverse_transfer

pytestmark = pytest.mark.django_db


def test_settlement_adds_up_to_zero_and_shows_ones_own_lines() -> None:
    alice, bob = player("Alice"), player("Bob")
    table = over(alice, bob)
    text = text_of(browser_of(alice).get(page("settlement", table.public_id)))
    assert "Your balance changed by +0.0000754 TBTC." in text
    assert "Paid in by all players 0.00015386 TBTC" in text
    assert "Paid out to who won 0.00015233 TBTC" in text
    assert "Rake, 1 % of the pot rounded down 0.00000153 TBTC" in text
    assert "All lines added up 0 TBTC" in text
    assert "1 TBTC = $65,000.00" in text
    assert "Balance of" not in text
    assert "Stake of" not in text
    lost = text_of(browser_of(bob).get(page("settlement", table.public_id)))
    assert "Your balance changed by \u22120.00007693 TBTC." in lost


def test_settlement_shows_staff_every_line() -> None:
    alice, bob = player("Alice"), player("Bob")
    table = over(alice, bob)
    staff = User.objects.create_user(username="s", display_name="Support", password=None, is_staff=True)
    shown = browser_of(staff).get(page("settlement", table.public_id))
    assert (
        shown.content.decode().count('class="entry"')
        == Entry.objects.exclude(transfer__kind="test_coins").count()
    )
    for account in (
        "Balance of Alice",
        "Stake of Alice in play",
        "Balance of Bob",
        "Stake of Bob in play",
        "Rake",
    ):
        assert account in text_of(shown)
    assert "Won by Alice" in text_of(shown)


def test_match_for_nothing_moved_no_money() -> None:
    alice, bob = guests("Alice", "Bob")
    table = tables.open_table(alice, GAME, mode="free")
    tables.join_table(bob, table.public_id)
    bring_seeds(table.id)
    play.submit(table.id, GiveUp(at=0, seat=1))
    assert "No money moved in this match." in text_of(
        browser_of(alice).get(page("settlement", table.public_id))
    )


def test_table_tells_each_player_what_the_match_paid() -> None:
    alice, bob = player("Alice"), player("Bob")
    table = over(alice, bob)
    address = f"/matches/{table.public_id}/settled/"
    # 99 % of 15,386 units; Bob's stake is gone.
    won, lost = (text_of(browser_of(user).get(address)) for user in (alice, bob))
    assert won == "You won 0.00015233 TBTC; rake 0.00000153 TBTC. Your balance changed by +0.0000754 TBTC."
    assert lost == "Your balance changed by \u22120.00007693 TBTC."
    assert browser_of(player("Charlie")).get(address).status_code == 404


def test_table_says_that_stakes_were_given_back() -> None:
    alice, bob = player("Alice"), player("Bob")
    table = staked(alice, bob)
    play.submit(table.id, Void(at=0, staff="staff-1", reason="test"))
    address = f"/matches/{table.public_id}/settled/"
    assert text_of(browser_of(alice).get(address)) == "The stakes were given back."


# --- parts ------------------------------------------------------------------------------------------------------

FIXED = "classic_fixed"


def fixed(alice: User, bob: User) -> Table:
    """Six hands at $0.50 for one stake, given up by Bob in the first: each slice is Alice's."""
    table = tables.open_table(
        alice, FIXED, mode="stake", stake_cents=50, currency="TBTC", options={"hands": 6}
    )
    tables.join_table(bob, table.public_id, currency="TBTC")
    bring_seeds(table.id)
    play.submit(table.id, GiveUp(at=0, seat=1))
    return table


def part_of(response: Any, hand: int) -> str:
    """What the section of a hand says; 0: of the match as a whole."""
    body = response.content.decode()
    section = re.search(rf'<section [^>]*aria-labelledby="part-1-{hand}">.*?</section>', body, re.DOTALL)
    assert section is not None
    return re.sub(
        r" \d+ \w+ \d{4}, \d\d:\d\d:\d\d UTC", "", " ".join(re.sub(r"<[^>]+>", " ", section[0]).split())
    )


def staff_browser() -> Client:
    return browser_of(
        User.objects.create_user(username="s", display_name="Support", password=None, is_staff=True)
    )


def test_settlement_tells_what_one_paid_in_and_what_came_back() -> None:
    alice, bob = player("Alice"), player("Bob")
    table = over(alice, bob)
    address = page("settlement", table.public_id)
    won, lost = (text_of(browser_of(user).get(address)) for user in (alice, bob))
    assert "You paid in 0.00007693 TBTC Came back to you 0.00015233 TBTC" in won
    assert "You paid in 0.00007693 TBTC Came back to you 0 TBTC" in lost
    assert re.search(
        r"Price used for the stakes: 1 TBTC = \$65,000.00 at \d+ \w+ \d{4}, [\d:]+ UTC, source: demo", won
    )
    assert (
        f'href="{page("statement")}?match={table.public_id}"'
        in browser_of(alice).get(address).content.decode()
    )
    assert "You paid in" not in text_of(staff_browser().get(address))


def test_hands_of_one_stake_are_sections_with_their_exact_slices() -> None:
    alice, bob = player("Alice"), player("Bob")
    # $3 are 4,616 units: slices of 769 (hands 1, 2, 4, 5) and 770 (3 and 6); 1 % of 1,538 and of 1,540 is 15.
    table = fixed(alice, bob)
    shown = browser_of(alice).get(page("settlement", table.public_id))
    assert "Your balance changed by +0.00004526 TBTC." in text_of(shown)  # 4,616 - 6 x 15
    assert part_of(shown, 0).endswith("Your balance \u22120.00004616 TBTC")
    for hand, slice_, coins, won in (
        (1, 769, "0.00000769", 1_523),
        (2, 769, "0.00000769", 1_523),
        (3, 770, "0.0000077", 1_525),
        (6, 770, "0.0000077", 1_525),
    ):
        text = part_of(shown, hand)
        assert f"Your stake in play Paid out · \u2212{coins} TBTC \u2212{slice_} units" in text
        assert f"+0.0000{won} TBTC {won:,} units" in text
        assert "Rake" in text
        assert "+0.00000015 TBTC 15 units" in text
        assert text.endswith(f"Your balance +0.0000{won} TBTC")
        assert "Bob" not in text


def test_staff_see_that_every_part_adds_up_to_zero() -> None:
    table = fixed(player("Alice"), player("Bob"))
    shown = staff_browser().get(page("settlement", table.public_id))
    for hand in range(7):
        text = part_of(shown, hand)
        assert text.endswith("All lines added up 0 TBTC"), hand
        assert "Stake of Bob in play" in text
    entries = Entry.objects.exclude(transfer__kind="test_coins").count()
    assert shown.content.decode().count('class="entry"') == entries


def test_pot_too_small_for_rake_says_why_there_is_none() -> None:
    alice, bob = player("Alice"), player("Bob")
    # $3 at this price of a coin are 7 units: slices of 1 and one of 2; 1 % of 2 or 4 units is none.
    price_is(4_285_714_285_714_286)
    table = fixed(alice, bob)
    shown = browser_of(alice).get(page("settlement", table.public_id))
    sentence = "Where a pot is so small that its rake is less than one unit, none is taken."
    assert sentence in part_of(shown, 1)
    assert "Rake" not in part_of(shown, 1)
    assert sentence not in part_of(shown, 0)
    assert "Your balance changed by +0.00000007 TBTC." in text_of(shown)


def test_match_called_off_says_that_all_was_given_back() -> None:
    alice, bob = player("Alice"), player("Bob")
    table = staked(alice, bob)
    play.submit(table.id, Void(at=0, staff="staff-1", reason="test"))
    text = text_of(browser_of(alice).get(page("settlement", table.public_id)))
    assert "Nobody won this, so every stake was given back whole and no rake was taken." in text
    assert "You paid in 0.00007693 TBTC Came back to you 0.00007693 TBTC" in text
    assert "Given back 0.00015386 TBTC All lines added up 0 TBTC" in text
    assert "Your balance 0 TBTC" in text


def test_correction_says_why() -> None:
    alice, bob = player("Alice"), player("Bob")
    table = over(alice, bob)
    result = Transfer.objects.get(kind="settle")
    reverse_transfer(transfer_id=result.pk, reason="<i>Wrong</i>", actor="staff:1", approved_by="staff:2")
    shown = browser_of(alice).get(page("settlement", table.public_id))
    assert "Corrected by support: &lt;i&gt;Wrong&lt;/i&gt;" in shown.content.decode()
    assert "Your balance changed by \u22120.00007693 TBTC." in text_of(shown)
    assert "Still in play 0.00015386 TBTC All lines added up 0 TBTC" in text_of(shown)


def test_many_hands_are_shown_page_by_page(monkeypatch: pytest.MonkeyPatch) -> None:
    alice, bob = player("Alice"), player("Bob")
    table = fixed(alice, bob)
    monkeypatch.setattr(book_views, "PARTS", 3)
    client = browser_of(alice)
    pages = [
        client.get(page("settlement", table.public_id), {"page": number}) for number in ("1", "3", "9", "x")
    ]
    shown = [re.findall(r'id="part-1-(\d)"', answer.content.decode()) for answer in pages]
    assert shown == [["0", "1", "2"], ["6"], [], ["0", "1", "2"]]
    assert "Later hands" in text_of(pages[0])
    assert "Earlier hands" in text_of(pages[1])
    assert "Later hands" not in text_of(pages[1])


def test_settlement_asks_as_many_queries_whatever_was_played() -> None:
    alice, bob = player("Alice"), player("Bob")
    counts = []
    for table in (over(alice, bob), fixed(alice, bob)):
        client = browser_of(alice)
        client.get(page("wallet"))
        with CaptureQueriesContext(connection) as asked:
            client.get(page("settlement", table.public_id))
        counts.append(len(asked))
    assert counts[0] == counts[1]
