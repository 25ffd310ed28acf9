"""Stakes in several currencies, and tables that take only some, by the API.

A TBTC is $65,000, a TETH $2,500, a TUSDT $1.
"""

from __future__ import annotations

from typing import Any

import pytest

from games.models import Seat, Table
from players.models import User
from tests.games.api.calling import Api, done, refused
from tests.live.mixed import spend
from wallet import selectors as ledger

pytestmark = pytest.mark.django_db

FIVE = {"mode": "stake", "stake_usd": "5.00"}
LEFT = 1_000
"""TBTC units worth 65 cents; the other $4.35 of $5 come in TETH: 174 · 10^13 units."""
IN_ETH = 174 * 10**13
MOST = {"TBTC": "1000", "TETH": str(IN_ETH + 4 * 10**13)}
"""2 % of the whole $5 more: $0.10 of TETH are 4 · 10^13 units."""
TOTAL: dict[str, Any] = {**FIVE, "currency": "TOTAL", "most_by_currency": MOST}


def with_little(acme: Api, name: str) -> str:
    """A player of the sandbox who has but few units of the first currency."""
    player = acme.player(name)
    user = User.objects.get(public_id=player)
    free = {held.currency: held.free for held in ledger.balances(user.pk)}
    spend(user, "TBTC", free["TBTC"] - LEFT)
    return player


def test_offers_say_what_total_balance_is_made_of_and_a_table_is_opened_with_just_that(acme: Api) -> None:
    alice = with_little(acme, "Alice")
    offers = done(acme.get(f"/players/{alice}/offers", stake_usd="5.00"))
    (total,) = offers["total"]
    assert total["is_test"]
    parts = {part["currency"]: (part["cost"], part["most"]) for part in total["parts"]}
    assert {code: cost["minor_units"] for code, (cost, _) in parts.items()} == {
        "TBTC": str(LEFT), "TETH": str(IN_ETH),
    }  # fmt: skip
    most = {code: most["minor_units"] for code, (_, most) in parts.items()}
    assert most == MOST
    table = acme.table(alice, **TOTAL, currencies=["TETH", "TBTC"])
    assert table["currencies"] == ["TBTC", "TETH"]
    seat = Seat.objects.get(table__public_id=table["id"])
    assert (seat.currency, {code: str(units) for code, units in seat.consent.items()}) == ("TOTAL", MOST)


def test_a_stake_of_several_currencies_is_paid_in_beside_one_of_a_single_currency(acme: Api) -> None:
    alice, bob = with_little(acme, "Alice"), acme.player("Bob")
    table = acme.table(alice, **TOTAL)
    acme.join(table, bob, currency="TUSDT", most_units="5100000")
    acme.bring_seeds(table["id"], alice, bob)
    for player, expected in ((alice, {"TBTC": LEFT, "TETH": IN_ETH}), (bob, {"TUSDT": 5_000_000})):
        purses = done(acme.get(f"/players/{player}/wallet"))["data"]
        inside = {purse["currency"]: int(purse["in_play"]["minor_units"]) for purse in purses}
        assert {code: units for code, units in inside.items() if units} == expected


@pytest.mark.parametrize(
    ("fields", "pointer", "code"),
    [
        ({**FIVE, "currency": "TOTAL"}, "/most_by_currency", "required"),
        ({**TOTAL, "most_units": "5"}, "/most_units", "other_currency"),
        ({**FIVE, "currency": "TBTC", "most_by_currency": MOST}, "/most_units", "required"),
        ({**TOTAL, "most_by_currency": {"TBTC": "1e9"}}, "/most_by_currency/TBTC", "invalid"),
        ({**TOTAL, "most_by_currency": {"TBTC": 1_000}}, "/most_by_currency/TBTC", "invalid"),
        ({**TOTAL, "most_by_currency": {"\x00": "5"}}, "/most_by_currency", "invalid_key"),
        ({**TOTAL, "most_by_currency": {f"A{n}": "5" for n in range(99)}}, "/most_by_currency", "max_length"),
        ({**TOTAL, "currencies": ["b t c"]}, "/currencies/0", "invalid"),
        ({"mode": "free", "currencies": ["TBTC"]}, "/currencies", "needless"),
        ({"mode": "free", "most_by_currency": MOST}, "/most_by_currency", "needless"),
    ],
)
def test_bad_payment_is_refused_by_its_field(
    acme: Api, fields: dict[str, Any], pointer: str, code: str
) -> None:
    alice = acme.player("Alice")
    problem = refused(
        acme.post("/tables", {"player": alice, "game": "tactical", **fields}), 422, "invalid_fields"
    )
    assert (pointer, code) in {(error["pointer"], error["code"]) for error in problem["errors"]}
    assert not Table.objects.exists()


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({"most_by_currency": {}}, 400, "bad_amount"),
        ({"most_by_currency": {"TBTC": "0"}}, 400, "bad_amount"),
        ({"most_by_currency": {"TBTC": "5", "DOGE": "5"}}, 400, "unknown_currency"),
        ({"most_by_currency": {"TBTC": "1000"}}, 409, "insufficient_funds"),
        ({"most_by_currency": {**MOST, "TETH": str(IN_ETH - 1)}}, 409, "above_consent"),
        ({"currencies": ["TBTC", "TBTC"]}, 400, "bad_option"),
        ({"currencies": ["TUSDT"]}, 409, "currency_not_taken"),
        ({"currencies": ["TBTC", "USDT"]}, 400, "mixed_currencies"),
    ],
)
def test_payment_that_the_ledger_refuses_changes_nothing(
    acme: Api, change: dict[str, Any], status: int, code: str
) -> None:
    alice = with_little(acme, "Alice")
    body = {"player": alice, "game": "tactical", **TOTAL, **change}
    refused(acme.post("/tables", body), status, code)
    assert not Table.objects.exists()


def test_a_table_that_takes_some_currencies_refuses_the_others(acme: Api) -> None:
    alice, bob = acme.player("Alice"), acme.player("Bob")
    table = acme.table(alice, **FIVE, currency="TUSDT", most_units="5100000", currencies=["TUSDT"])
    body = {"player": bob, "currency": "TBTC", "most_units": "8000"}
    refused(acme.post(f"/tables/{table['id']}/join", body), 409, "currency_not_taken")
    assert acme.join(table, bob, currency="TUSDT", most_units="5100000")["status"] == "playing"


def test_agreeing_anew_takes_one_way_to_say_how_much(acme: Api) -> None:
    table, alice, _bob = acme.begun()
    for body in ({"token": "1.1.0.1"}, {"token": "1.1.0.1", "most_units": "1", "most_by_currency": MOST}):
        problem = refused(acme.send(table["id"], alice, "agree", body), 422, "invalid_fields")
        assert problem["errors"][0]["pointer"] == "/most_units"
