"""A player's own order of currencies: set in the wallet or by the API, followed by Total balance and every menu.

A TBTC is $65,000, a TETH $2,500, a TUSDT $1. 1,000 units of TBTC are 65 cents; $5 of TUSDT are 5,000,000 units.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from battle21.errors import AppError
from games import purses
from games.models import Seat, Table
from games.services import currency_order, tables
from players.models import User
from players.services import partners
from players.services.guests import create_guest
from tests.games.api.calling import Api, done, refused
from tests.games.staking import GAME, page, player
from tests.games.test_views import browser_of, text_of
from tests.live.seating import bring_seeds
from wallet import selectors as ledger
from wallet.models import Currency

pytestmark = pytest.mark.django_db

USUAL = ["TBTC", "TETH", "TUSDT"]
OWN = ["TUSDT", "TBTC"]
RICH = {"TBTC": 1_000, "TETH": 10**18, "TUSDT": 2_000_000}
"""65 cents, $2,500 and $2."""
NEW = {"game": GAME, "company": "anyone", "clock": "1", "purpose": "stake", "usd": "5"}


def order_of(user: User) -> list[str]:
    return [currency.code for currency in currency_order.order_of(User.objects.get(pk=user.pk))]


def codes_in(html: str, name: str) -> list[str]:
    return re.findall(rf'name="{name}" value="([A-Z]+)"', html)


def test_without_an_order_of_ones_own_the_installations_counts() -> None:
    alice = player("Alice")
    assert alice.currency_order == []
    assert order_of(alice) == USUAL


def test_what_is_not_named_follows_as_the_installation_shows_it() -> None:
    alice, bob = player("Alice"), player("Bob")
    currency_order.set_order(alice, ["TUSDT"])
    assert order_of(alice) == ["TUSDT", "TBTC", "TETH"]
    assert order_of(bob) == USUAL


@pytest.mark.parametrize(
    ("codes", "code"),
    [
        (["TBTC", "TETH", "TBTC"], "repeated_currency"),
        (["TBTC", "DOGE"], "unknown_currency"),
        (["tbtc"], "unknown_currency"),
        ([""], "unknown_currency"),
        (["TBTC\0"], "unknown_currency"),
        (["TBTC", "BTC"], "currency_disabled"),
    ],
)
def test_bad_order_is_refused_with_a_code_and_changes_nothing(codes: list[str], code: str) -> None:
    alice = player("Alice")
    currency_order.set_order(alice, OWN)
    with pytest.raises(AppError) as refusal:
        currency_order.set_order(alice, codes)
    assert refusal.value.code == code
    assert User.objects.get(pk=alice.pk).currency_order == OWN
    assert order_of(alice) == ["TUSDT", "TBTC", "TETH"]


def test_guests_have_no_order() -> None:
    guest = create_guest("Alice")
    with pytest.raises(AppError, match="needs_account"):
        currency_order.set_order(guest, OWN)


def test_a_currency_that_is_switched_off_later_does_no_harm() -> None:
    alice = player("Alice", **RICH)
    currency_order.set_order(alice, OWN)
    Currency.objects.filter(code="TUSDT").update(enabled=False)
    assert order_of(alice) == ["TBTC", "TETH"]
    assert [held.currency for held in currency_order.held_by(alice)] == ["TUSDT", "TBTC", "TETH"]


# --- Total balance ----------------------------------------------------------------------------------------------------


def test_total_balance_takes_currencies_in_the_players_order() -> None:
    """$2 of TUSDT and 65 cents of TBTC; the other $2.35 in TETH: 94 · 10^13 units, and $0.10, 4 · 10^13, more."""
    alice = player("Alice", **RICH)
    currency_order.set_order(alice, OWN)
    shown = browser_of(alice).post(page("new_table"), NEW).content.decode()
    most = "TUSDT:2000000,TBTC:1000,TETH:980000000000000"
    assert f'name="most_TOTAL" value="{most}"' in shown
    browser_of(alice).post(page("new_table"), {**NEW, "currency": "TOTAL", "most_TOTAL": most})
    seat = Seat.objects.get()
    assert list(seat.consent.items()) == [("TUSDT", 2_000_000), ("TBTC", 1_000), ("TETH", 98 * 10**13)]

    currency_order.set_order(alice, USUAL)  # what is agreed to stays as it was shown
    tables.join_table(player("Bob"), Table.objects.get().public_id, currency="TBTC")
    bring_seeds(Table.objects.get().pk)
    inside = {held.currency: held.in_play for held in ledger.balances(alice.pk)}
    assert inside == {"TBTC": 1_000, "TETH": 94 * 10**13, "TUSDT": 2_000_000}


def test_the_usual_order_begins_with_the_first_currency() -> None:
    """65 cents of TBTC, the other $4.35 in TETH: 174 · 10^13 units, with $0.10 more 178 · 10^13."""
    shown = browser_of(player("Alice", **RICH)).post(page("new_table"), NEW).content.decode()
    assert 'name="most_TOTAL" value="TBTC:1000,TETH:1780000000000000"' in shown


# --- pages ------------------------------------------------------------------------------------------------------------


def test_menus_follow_it() -> None:
    alice = player("Alice", TBTC=10**8, TETH=10**18, TUSDT=10**9)
    currency_order.set_order(alice, ["TETH"])
    browser = browser_of(alice)
    own = ["TETH", "TBTC", "TUSDT"]
    assert codes_in(browser.post(page("new_table"), NEW).content.decode(), "currency") == own
    assert codes_in(browser.get(page("new_table"), {"game": GAME}).content.decode(), "currencies") == own
    statement = browser.get(page("statement")).content.decode()
    assert re.findall(r"<option>(T[A-Z]+)", statement) == own
    assert re.findall(r"<caption>([A-Z]+)", statement) == own
    assert [purse.currency for purse in purses.wallet_of(alice).purses] == own
    assert chips_of(browser) == own
    assert chips_of(browser_of(player("Bob"))) == USUAL
    assert chips_of(Client()) == USUAL, "nobody has the installation's order"


def chips_of(browser: Client) -> list[str]:
    """Currencies that the lobby can be filtered by."""
    html = browser.get(page("lobby")).content.decode()
    return list(dict.fromkeys(re.findall(r'href="[^"]*currency=([A-Z]+)', html)))


def test_each_button_of_the_wallet_sends_the_whole_order_it_leads_to() -> None:
    places = purses.places([(code, code) for code in USUAL])
    assert [(place.currency, place.up, place.down) for place in places] == [
        ("TBTC", "", "TETH,TBTC,TUSDT"),
        ("TETH", "TETH,TBTC,TUSDT", "TBTC,TUSDT,TETH"),
        ("TUSDT", "TBTC,TUSDT,TETH", ""),
    ]


def move(browser: Client, order: str, moved: str = "") -> Any:
    address = page("order_currencies") + (f"?moved={moved}" if moved else "")
    return browser.post(address, {"order": order}, follow=True)


def test_the_wallet_changes_the_order_and_gives_the_usual_one_back() -> None:
    alice = player("Alice")
    browser = browser_of(alice)
    shown = move(browser, "TETH,TBTC,TUSDT", "TETH-up")
    assert order_of(alice) == ["TETH", "TBTC", "TUSDT"]
    assert "Your order of currencies is saved." in text_of(shown)
    # Test Ether is the first one now: it can go no further, so the focus is on its other button.
    assert re.findall(r"moved=([A-Z]+-[a-z]+)\"[^>]* autofocus", shown.content.decode()) == ["TETH-down"]
    shown = move(browser, "")
    assert User.objects.get(pk=alice.pk).currency_order == []
    assert "Back to the usual order" not in text_of(shown)


@pytest.mark.parametrize(
    ("order", "sentence", "status"),
    [
        ("TBTC,TBTC", "A currency is named twice", 400),
        ("TBTC,", "There is no such currency", 400),
        ("TBTC,BTC", "cannot be staked or deposited", 409),
        ("<script>x", "There is no such currency", 400),
    ],
)
def test_a_doctored_form_is_refused(order: str, sentence: str, status: int) -> None:
    alice = player("Alice")
    shown = move(browser_of(alice), order)
    assert shown.status_code == status
    assert sentence in text_of(shown)
    assert "<script>x" not in shown.content.decode()
    assert User.objects.get(pk=alice.pk).currency_order == []


def test_nobody_changes_it_without_logging_in() -> None:
    assert Client().post(page("order_currencies"), {"order": "TBTC"}).status_code == 302
    assert browser_of(player("Alice")).get(page("order_currencies")).status_code == 405


# --- the API ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def acme() -> Api:
    return Api(partners.create_partner("Acme", is_test=True))


def patch(acme: Api, name: str, body: dict[str, Any]) -> Any:
    return acme.client.patch(f"/api/v1/players/{name}", body, content_type="application/json")


def test_partners_set_the_order_of_their_players(acme: Api) -> None:
    alice = acme.player("Alice")
    assert done(acme.get(f"/players/{alice}"))["currency_order"] == []
    assert done(patch(acme, alice, {"currency_order": OWN}))["currency_order"] == OWN
    own = ["TUSDT", "TBTC", "TETH"]
    purse = done(acme.get(f"/players/{alice}/wallet"))["data"]
    assert [each["currency"] for each in purse] == own
    offers = done(acme.get(f"/players/{alice}/offers", stake_usd="5.00"))["data"]
    assert [each["currency"] for each in offers] == own


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"currency_order": ["TBTC", "TBTC"]}, 400, "repeated_currency"),
        ({"currency_order": ["TBTC", "DOGE"]}, 400, "unknown_currency"),
        ({"currency_order": ["USDT"]}, 409, "currency_disabled"),
        ({"currency_order": ["t b"]}, 422, "invalid_fields"),
        ({"currency_order": "TBTC"}, 422, "invalid_fields"),
        ({"currency_order": [1]}, 422, "invalid_fields"),
        ({}, 422, "invalid_fields"),
        ({"currency_order": [], "name": "Mallory"}, 422, "invalid_fields"),
    ],
)
def test_the_api_refuses_a_bad_order(acme: Api, body: dict[str, Any], status: int, code: str) -> None:
    alice = acme.player("Alice")
    done(patch(acme, alice, {"currency_order": OWN}))
    refused(patch(acme, alice, body), status, code)
    assert done(acme.get(f"/players/{alice}"))["currency_order"] == OWN


def test_only_ones_own_players_and_with_the_scope(acme: Api) -> None:
    alice = acme.player("Alice")
    other = Api(partners.create_partner("Other", is_test=True))
    refused(patch(other, alice, {"currency_order": OWN}), 404, "unknown_player")
    reader = Api(acme.partner, ("players:read",))
    refused(patch(reader, alice, {"currency_order": OWN}), 403, "missing_scope")
