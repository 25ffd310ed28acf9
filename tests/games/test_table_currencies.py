"""Tables that keep to some currencies: chosen where one is opened, said where it is found and joined."""

from __future__ import annotations

import pytest
from django.test import Client

from games import lobby
from games.models import Table
from games.services import tables
from games.services.options import change_options
from tests.games.staking import CENTS, GAME, page, player
from tests.games.test_views import browser_of, text_of

pytestmark = pytest.mark.django_db

NEW = {"game": GAME, "company": "anyone", "clock": "1", "purpose": "stake", "usd": "5"}


def alice() -> Client:
    return browser_of(player("Alice", TBTC=10**8, TETH=10**18, TUSDT=10**9))


def test_currencies_chosen_for_a_new_table_are_the_only_ones_offered_and_kept() -> None:
    chosen = {**NEW, "currencies": ["TETH", "TUSDT"]}
    browser = alice()
    shown = browser.post(page("new_table"), chosen)
    assert "At this table stakes are paid in TETH, TUSDT alone." in text_of(shown)
    html = shown.content.decode()
    assert 'value="TBTC" ' not in html
    assert html.count('type="hidden" name="currencies"') == 2
    browser.post(page("new_table"), {**chosen, "currency": "TUSDT", "most_TUSDT": "5100000"})
    assert Table.objects.get().currencies == ["TETH", "TUSDT"]


@pytest.mark.parametrize("codes", [["DOGE"], ["TBTC", "\x00"], ["tbtc"]])
def test_currencies_that_there_are_not_are_refused_beside_their_field(codes: list[str]) -> None:
    shown = alice().post(page("new_table"), {**NEW, "currencies": codes})
    assert shown.status_code == 422
    assert "Select a valid choice" in text_of(shown)
    assert not Table.objects.exists()


def test_a_currency_that_is_named_twice_is_refused_beside_its_field() -> None:
    shown = alice().post(page("new_table"), {**NEW, "currencies": ["TBTC", "TBTC"]})
    assert shown.status_code == 422
    assert "A currency is named twice" in text_of(shown)
    assert not Table.objects.exists()


def test_currencies_of_a_table_for_nothing_are_left_out() -> None:
    alice().post(page("new_table"), {**NEW, "purpose": "nothing", "currencies": ["TBTC"]})
    table = Table.objects.get()
    assert (table.mode, table.currencies) == ("free", [])


def test_lobby_says_which_currencies_a_table_keeps_to_and_prices_it_in_these() -> None:
    host = player("Bob", TETH=10**18, TUSDT=10**9)
    tables.open_table(
        host, GAME, mode="stake", stake_cents=CENTS, currency="TUSDT", currencies=["TETH", "TUSDT"]
    )
    shown = alice().get(page("lobby"))
    assert "in TETH, TUSDT alone" in text_of(shown)
    assert '<option value="TBTC"' not in shown.content.decode()
    assert "Bob" in text_of(alice_again().get(page("lobby"), {"currency": "TETH"}))
    assert "No free seat fits" in text_of(alice_again().get(page("lobby"), {"currency": "TBTC"}))


def alice_again() -> Client:
    """Whoever looks; filters by currency are for everybody."""
    return Client()


def test_a_row_whose_options_were_changed_is_drawn_anew() -> None:
    host = player("Bob")
    table = tables.open_table(host, "classic_series", mode="free", options={"hands": 2})
    (before,) = lobby.open_tables()
    change_options(host, table.public_id, {"hands": 10}, tables.Payment("", None))
    (after,) = lobby.open_tables()
    assert before.mark != after.mark
