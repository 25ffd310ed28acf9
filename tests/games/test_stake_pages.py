"""What a stake costs is shown before it is taken: opening a table, joining one, a rematch."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Seat, Table
from players.models import User
from tests.games.staking import CENTS, COIN, GAME, MOST, STAKE, amounts, over, page, player, staked
from tests.games.test_views import browser_of, text_of
from tests.live.seating import bring_seeds, guests
from wallet.models import Quote

pytestmark = pytest.mark.django_db

NEW = {"game": GAME, "company": "anyone", "clock": "1", "purpose": "stake", "usd": "5"}


# --- a table for a stake --------------------------------------------------------------------------------------


def test_new_table_offers_a_stake_to_accounts_and_an_account_to_guests() -> None:
    alice = player("Alice")
    own = browser_of(alice).get(page("new_table"))
    assert 'name="usd"' in own.content.decode()
    for client in (Client(), browser_of(guests("Bob")[0])):
        shown = client.get(page("new_table"))
        assert 'name="usd"' not in shown.content.decode()
        assert "Playing for a stake needs an account." in text_of(shown)
        assert reverse("account_signup") in shown.content.decode()


def test_guest_who_sends_a_stake_gets_a_table_for_nothing() -> None:
    (bob,) = guests("Bob")
    browser_of(bob).post(page("new_table"), {**NEW, "currency": "TBTC", "most_TBTC": str(MOST)})
    assert Table.objects.get().mode == "free"


def test_stake_is_shown_in_units_before_the_table_is_opened() -> None:
    alice = player("Alice")
    shown = browser_of(alice).post(page("new_table"), NEW)
    assert shown.status_code == 200
    assert not Table.objects.exists()
    text = text_of(shown)
    assert "0.00007693 TBTC = 7,693 units" in text
    assert "At most 0.00007847 TBTC (7,847 units) if the price moves" in text
    assert "You have 1 TBTC free" in text
    assert "Price: 1 TBTC = $65,000.00, 0 seconds old" in text
    assert "Test coins, no money" in text
    for promise in (
        "no dollars are held",
        "nothing is exchanged",
        "no rate is guaranteed",
        "1 % of the pot, rounded",
    ):
        assert promise in text
    # Of test coins she has none of, she can choose none.
    assert "You have 0 TETH free: not enough" in text


def test_stake_that_was_agreed_to_opens_the_table_and_holds_nothing() -> None:
    alice = player("Alice")
    done = browser_of(alice).post(page("new_table"), {**NEW, "currency": "TBTC", "most_TBTC": str(MOST)})
    table = Table.objects.get()
    assert done.headers["Location"] == page("table", table.public_id)
    assert (table.mode, table.stake_cents, table.private) == ("stake", CENTS, False)
    seat = Seat.objects.get()
    assert (seat.currency, int(seat.most_units or 0)) == ("TBTC", MOST)
    assert amounts(alice) == (COIN, 0)


@pytest.mark.parametrize("usd", ["0.99", "10000.01", "1e3", "5,00", "five", "", "-5", "5.001", "٥", "NaN"])
def test_stake_that_is_no_amount_is_refused_beside_its_field(usd: str) -> None:
    refused = browser_of(player("Alice")).post(page("new_table"), {**NEW, "usd": usd})
    assert refused.status_code == 422
    assert "That stake is not possible. Choose one from $1 to $10000." in text_of(refused)
    assert not Table.objects.exists()


@pytest.mark.parametrize(("usd", "cents"), [("1", 100), ("10000", 1_000_000), ("$5.5", 550), (" 7.05 ", 705)])
def test_stake_is_taken_to_the_cent(usd: str, cents: int) -> None:
    alice = player("Alice", TBTC=10 * COIN)
    browser_of(alice).post(page("new_table"), {**NEW, "usd": usd, "currency": "TBTC", "most_TBTC": "9" * 12})
    assert Table.objects.get().stake_cents == cents


@pytest.mark.parametrize("most", ["", "7693.5", "1e9", "-1", "0x10", "9" * 79, "٧"])
def test_ceiling_that_is_no_number_of_units_is_refused_and_the_price_shown_again(most: str) -> None:
    shown = browser_of(player("Alice")).post(
        page("new_table"), {**NEW, "currency": "TBTC", "most_TBTC": most}
    )
    assert shown.status_code == 422
    assert "That amount is not possible. Give a whole number of units above zero." in text_of(shown)
    assert "7,693 units" in text_of(shown)
    assert not Table.objects.exists()


def test_page_never_agrees_to_more_than_it_showed() -> None:
    alice = player("Alice")
    low = str(STAKE - 1)  # shown before the price fell
    refused = browser_of(alice).post(page("new_table"), {**NEW, "currency": "TBTC", "most_TBTC": low})
    assert refused.status_code == 422
    assert "The price has moved" in text_of(refused)
    assert "7,693 units" in text_of(refused)
    browser_of(alice).post(page("new_table"), {**NEW, "currency": "TBTC", "most_TBTC": str(STAKE)})
    assert Seat.objects.get().most_units == STAKE
    # Nor to more than 2 % above the present price, whatever was sent.
    bob = player("Bob")
    browser_of(bob).post(page("new_table"), {**NEW, "currency": "TBTC", "most_TBTC": "9" * 20})
    assert Seat.objects.get(user=bob).most_units == MOST


@pytest.mark.parametrize(
    ("currency", "sentence"),
    [
        ("TETH", "There are not enough free coins for this."),
        ("DOGE", "There is no such currency."),
        ("BTC", "This currency cannot be staked or deposited at present."),
        ("CHIP", "This currency cannot be staked or deposited at present."),
        ("tbtc", "There is no such currency."),
        ("TBTC\0", "There is no such currency."),
        ("T" * 17, "There is no such currency."),
        ("\uff34BTC", "There is no such currency."),
    ],
)
def test_refused_currency_is_told_on_the_form(currency: str, sentence: str) -> None:
    sent = {**NEW, "currency": currency, f"most_{currency}": "9" * 30}
    refused = browser_of(player("Alice")).post(page("new_table"), sent)
    assert refused.status_code == 422
    assert sentence in text_of(refused)
    assert not Table.objects.exists()


def test_without_a_price_nothing_can_be_staked(settings: Any) -> None:
    alice = player("Alice")
    settings.DEMO = False
    shown = browser_of(alice).post(page("new_table"), NEW)
    assert "There is no up-to-date price just now" in text_of(shown)
    refused = browser_of(alice).post(page("new_table"), {**NEW, "currency": "TBTC", "most_TBTC": str(MOST)})
    assert refused.status_code == 422
    assert "so nothing is charged" in text_of(refused)
    assert not Quote.objects.exists()


# --- joining --------------------------------------------------------------------------------------------------


def test_lobby_shows_the_stake_to_all_and_units_to_accounts() -> None:
    staked(player("Alice"))
    assert "$5.00 each" in text_of(Client().get("/"))
    assert "0.00007693 TBTC" not in text_of(Client().get("/"))
    own = text_of(browser_of(player("Bob")).get("/"))
    assert "0.00007693 TBTC" in own
    assert "0.002 TETH (not enough)" in own


def test_joining_shows_the_stake_first_and_takes_it_when_agreed() -> None:
    alice, bob = player("Alice"), player("Bob")
    table = staked(alice)
    client = browser_of(bob)
    address = page("join", table.public_id)
    shown = client.get(address, {"currency": "TBTC"})
    assert "Play Alice for $5.00" in text_of(shown)
    assert "0.00007693 TBTC = 7,693 units" in text_of(shown)
    assert client.post(address).status_code == 200
    assert Seat.objects.count() == 1
    done = client.post(address, {"currency": "TBTC", "most_TBTC": str(MOST)})
    assert done.headers["Location"] == page("table", table.public_id)
    assert Seat.objects.filter(user=bob, currency="TBTC", most_units=MOST).exists()
    bring_seeds(table.id)
    assert amounts(alice) == amounts(bob) == (COIN - STAKE, STAKE)


def test_table_says_what_it_is_played_for() -> None:
    table = staked(player("Alice"))
    assert "$5.00 each" in text_of(browser_of(player("Bob")).get(page("table", table.public_id)))


def test_join_by_invitation_shows_the_stake_too() -> None:
    table = staked(player("Alice"), private=True)
    bob = browser_of(player("Bob"))
    address = page("invitation", table.invitation)
    assert "7,693 units" in text_of(bob.get(address))
    assert bob.post(address, {"currency": "TBTC", "most_TBTC": str(MOST)}).status_code == 302
    assert Seat.objects.count() == 2


def test_guests_are_told_that_a_stake_needs_an_account() -> None:
    table = staked(player("Alice"))
    for client in (Client(), browser_of(guests("Bob")[0])):
        for answer in (client.get(page("join", table.public_id)), client.post(page("join", table.public_id))):
            assert "A stake needs an account." in text_of(answer)
    assert Seat.objects.count() == 1
    assert User.objects.count() == 2


def test_taken_seat_is_told_as_such() -> None:
    alice, bob, charlie = player("Alice"), player("Bob"), player("Charlie")
    table = staked(alice, bob)
    late = browser_of(charlie).post(
        page("join", table.public_id), {"currency": "TBTC", "most_TBTC": str(MOST)}
    )
    assert "This seat is taken" in text_of(late)
    assert amounts(charlie) == (COIN, 0)


def test_rematch_asks_again_before_it_takes_the_stake() -> None:
    alice, bob = player("Alice"), player("Bob")
    table = over(alice, bob)
    client = browser_of(bob)
    shown = client.post(page("rematch", table.public_id))
    assert shown.status_code == 200
    assert "Play again for $5.00" in text_of(shown)
    assert Table.objects.count() == 1
    agreed = {"currency": "TBTC", "most_TBTC": str(MOST)}
    assert client.post(page("rematch", table.public_id), agreed).status_code == 302
    assert browser_of(alice).post(page("rematch", table.public_id), agreed).status_code == 302
    again = Table.objects.get(rematch_of=table)
    assert (again.status, again.stake_cents, again.seats.count()) == ("playing", CENTS, 2)
