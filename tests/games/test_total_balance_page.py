"""Total balance where one agrees to a stake: what it is made of, and that exactly this is agreed to.

1,000 units of TBTC are worth 65 cents at $65,000; the other $4.35 of $5 are 4,350,000 units of TUSDT, and 2 % of the
whole stake more is 4,450,000.
"""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import Seat, Table
from games.services import tables
from tests.games.staking import CENTS, GAME, page, player
from tests.games.test_views import browser_of, text_of

pytestmark = pytest.mark.django_db

NEW = {"game": GAME, "company": "anyone", "clock": "1", "purpose": "stake", "usd": "5"}
MOST = "TBTC:1000,TUSDT:4450000"


def alice() -> Client:
    return browser_of(player("Alice", TBTC=1_000, TUSDT=10**9))


def test_total_balance_shows_its_units_estimates_and_the_age_of_each_price() -> None:
    shown = alice().post(page("new_table"), NEW)
    text = text_of(shown)
    assert "Total balance" in text
    assert "0.00001 TBTC = 1,000 units ≈ $0.65. At most 0.00001 TBTC (1,000 units)." in text
    assert "4.35 TUSDT = 4,350,000 units ≈ $4.35. At most 4.45 TUSDT (4,450,000 units)." in text
    assert text.count("Price: 1 TUSDT = $1.00, 0 seconds old") == 2
    assert "≈ $5.00" in text
    assert f'name="most_TOTAL" value="{MOST}"' in shown.content.decode()
    assert not Table.objects.exists()


def test_total_balance_that_would_be_one_currency_is_not_offered_twice() -> None:
    shown = browser_of(player("Alice", TBTC=10**8, TUSDT=10**9)).post(page("new_table"), NEW)
    assert "Total balance" not in text_of(shown)


def test_what_was_shown_is_agreed_to() -> None:
    alice().post(page("new_table"), {**NEW, "currency": "TOTAL", "most_TOTAL": MOST})
    seat = Seat.objects.get()
    assert (seat.currency, seat.consent) == ("TOTAL", {"TBTC": 1_000, "TUSDT": 4_450_000})


NO_AMOUNT, NO_CURRENCY = "That amount is not possible", "There is no such currency"


@pytest.mark.parametrize(
    ("doctored", "sentence"),
    [
        ("", NO_CURRENCY), ("TBTC", NO_AMOUNT), ("TBTC:", NO_AMOUNT), ("TBTC:0,TUSDT:4450000", NO_AMOUNT),
        ("TBTC:1e3,TUSDT:4450000", NO_AMOUNT), ("TBTC:1.0,TUSDT:4450000", NO_AMOUNT),
        ("TBTC:-1,TUSDT:4450000", NO_AMOUNT), (f"TBTC:{'9' * 79}", NO_AMOUNT), ("TBTC:1000;TUSDT:4450000", NO_AMOUNT),
        ("TBTC:1000,TBTC:1000,TUSDT:4450000", "A currency is named twice"),
        ("TBTC:1000,TUSDT:4450000,", NO_CURRENCY), ("TBTC:1000, TUSDT:4450000", NO_CURRENCY),
        (",".join(f"T{number}:1" for number in range(21)), NO_CURRENCY),
    ],
)  # fmt: skip
def test_doctored_amounts_are_refused_open_nothing_and_the_offers_are_shown_anew(
    doctored: str, sentence: str
) -> None:
    shown = alice().post(page("new_table"), {**NEW, "currency": "TOTAL", "most_TOTAL": doctored})
    assert shown.status_code == 422
    assert sentence in text_of(shown)
    assert MOST in shown.content.decode()
    assert not Table.objects.exists()


@pytest.mark.parametrize(
    ("most", "sentence"),
    [
        ("TBTC:1000,TUSDT:4349999", "The price has moved"),
        ("TBTC:1000,DOGE:5", "There is no such currency"),
        ("TBTC:1000,USDT:9", "cannot be used together"),
    ],
)
def test_refusals_are_said_where_one_agrees(most: str, sentence: str) -> None:
    shown = alice().post(page("new_table"), {**NEW, "currency": "TOTAL", "most_TOTAL": most})
    assert shown.status_code == 422
    assert sentence in text_of(shown)
    assert not Table.objects.exists()


def test_who_joins_is_offered_what_the_table_takes() -> None:
    host = player("Bob", TBTC=10**8)
    table = tables.open_table(
        host, GAME, mode="stake", stake_cents=CENTS, currency="TBTC", currencies=["TBTC", "TETH"]
    )
    shown = alice().get(page("join", table.public_id)).content.decode()
    assert 'value="TETH"' in shown
    assert 'value="TUSDT"' not in shown
    assert 'value="TOTAL"' not in shown


def test_lobby_finds_a_table_by_each_currency_of_a_stake() -> None:
    alice().post(page("new_table"), {**NEW, "currency": "TOTAL", "most_TOTAL": MOST})
    public_id = Table.objects.get().public_id
    for code, found in (("TBTC", True), ("TUSDT", True), ("TETH", False)):
        shown = Client().get(page("lobby"), {"currency": code}).content.decode()
        assert (page("join", public_id) in shown or public_id in shown) is found
