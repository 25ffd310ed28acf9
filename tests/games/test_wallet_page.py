"""The wallet: amounts, demo coins, balances, what is in play, the newest lines."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games import money
from players.models import User
from players.services import seed_demo_players
from tests.games.staking import over, page, player, staked
from tests.games.test_views import browser_of, text_of
from tests.live.seating import guests
from wallet import selectors as ledger
from wallet import statements
from wallet.models import Currency, Transfer
from wallet.postings import Key
from wallet.services import give_test_coins

pytestmark = pytest.mark.django_db


# --- amounts --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("units", "decimals", "written"),
    [
        (7_693, 8, "0.00007693"),
        (0, 8, "0"),
        (10**12, 8, "10,000"),
        (-153, 8, "\u22120.00000153"),
        (2**63 + 1, 18, "9.223372036854775809"),
        (10**27 + 1, 18, "1,000,000,000.000000000000000001"),
        (12, 0, "12"),
    ],
)
def test_amount_is_written_to_the_last_unit(units: int, decimals: int, written: str) -> None:
    assert money.coins(units, decimals) == written


# --- demo coins -----------------------------------------------------------------------------------------------


def seed_coins() -> dict[str, Any]:
    out = io.StringIO()
    call_command("seed_demo_coins", stdout=out)
    found: dict[str, Any] = json.loads(out.getvalue())
    return found


def test_demo_players_get_test_coins_once(settings: Any) -> None:
    settings.DEMO = True
    seed_demo_players()
    player("Dora", TBTC=1)
    assert seed_coins()["given_to"] == ["alice", "bob", "charlie"]
    assert seed_coins()["given_to"] == []
    held = {held.currency: held.free for held in ledger.balances(User.objects.get(username="bob").pk)}
    assert (held["TBTC"], held["TETH"], held["TUSDT"]) == (10**8, 10 * 10**18, 10_000 * 10**6)
    assert {row.family for row in Currency.objects.filter(code__in=held)} == {"test"}
    # Neither the member of staff nor who is no demo player.
    assert not statements.spans(User.objects.get(username="support").pk)
    assert [span.closing for span in statements.spans(User.objects.get(username="dora").pk)] == [1]


def test_demo_coins_are_refused_outside_demo_mode(settings: Any) -> None:
    settings.DEMO = False
    with pytest.raises(CommandError):
        call_command("seed_demo_coins")
    assert not Transfer.objects.exists()


# --- wallet ---------------------------------------------------------------------------------------------------


def test_wallet_needs_an_account() -> None:
    assert Client().get(page("wallet")).status_code == 302
    shown = browser_of(guests("Bob")[0]).get(page("wallet"))
    assert "A wallet needs an account" in text_of(shown)


def test_wallet_of_a_new_account_says_that_nothing_has_moved() -> None:
    alice = User.objects.create_user(username="alice", display_name="Alice", password=None)
    text = text_of(browser_of(alice).get(page("wallet")))
    assert "Nothing has moved here yet." in text
    assert "Free 0 TBTC" in text
    assert "test coins, no money" in text


def test_wallet_shows_what_is_in_play_with_the_way_back() -> None:
    alice, bob = player("Alice"), player("Bob")
    table = staked(alice, bob)
    shown = browser_of(alice).get(page("wallet"))
    text = text_of(shown)
    assert "Free 0.99992307 TBTC In play 0.00007693 TBTC Estimate ≈ $65,000.00" in text
    assert "Tactical Blackjack against Bob 0.00007693 TBTC 7,693 units" in text
    assert f'href="{page("table", table.public_id)}"' in shown.content.decode()


def test_wallet_says_so_when_nothing_is_in_play() -> None:
    assert "Nothing is in play now." in text_of(browser_of(player("Alice")).get(page("wallet")))


def test_wallet_shows_the_newest_lines_and_the_way_to_all() -> None:
    alice = player("Alice")
    for number in range(8):
        give_test_coins(
            player=alice.pk, currency="TBTC", units=number + 1, key=Key("more", str(number)), actor="t"
        )
    shown = browser_of(alice).get(page("wallet"))
    assert shown.content.decode().count('class="entry"') == 8
    assert "+0.00000008 TBTC" in text_of(shown)
    assert "+1 TBTC" not in text_of(shown)
    assert f'href="{page("statement")}"' in shown.content.decode()


# --- as many queries for many as for one ----------------------------------------------------------------------


def queries(client: Client, address: str) -> int:
    with CaptureQueriesContext(connection) as asked:
        assert client.get(address).status_code == 200
    return len(asked)


@pytest.mark.parametrize("name", ["wallet", "statement", "matches", "lobby"])
def test_three_rows_ask_the_database_no_more_than_one(name: str) -> None:
    alice, bob = player("Alice"), player("Bob")
    client = browser_of(alice if name != "lobby" else player("Charlie"))

    def one_more() -> None:
        over(alice, bob)
        staked(alice, bob)
        staked(bob)

    one_more()
    client.get(page(name))  # a quote is fetched, the session is read
    one = queries(client, page(name))
    one_more()
    one_more()
    assert queries(client, page(name)) == one
