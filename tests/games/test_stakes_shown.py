"""The table tells everybody what each stake is made of: from the first cards on, for each hand that is paid for by
itself, in one currency or several.

A TBTC is $65,000, a TUSDT $1: $5 are 7,693 units of TBTC; 1,000 units of it are 65 cents, the other $4.35 are
4,350,000 units of TUSDT.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from battle21.errors import AppError
from games.live.hub import known_snapshot, take_snapshot
from games.models import Table
from games.rules.commands import GiveUp
from games.services import play, store, tables
from players.models import User
from tests.games.staking import COIN, page, player, staked
from tests.games.test_views import browser_of
from tests.live.classic import PRICE, UNLIMITED, next_hand, price_is, stand
from tests.live.mixed import LITTLE, MOST
from tests.live.seating import bring_seeds, remember

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_remembered() -> Iterator[None]:
    store.forget()
    yield
    store.forget()


def table_of(visitor: Client, table: Table) -> str:
    html = visitor.get(page("table", table.public_id)).content.decode()
    return html[html.index('id="table"') : html.index("</section>")]


def line_of(html: str) -> str:
    """Above the felt, as it is read."""
    found = re.search(r'class="stakes-line".*?</(button|p)>', html, re.DOTALL)
    assert found is not None
    return _text(f"<{found[0]}")


def read_out(html: str) -> str:
    found = re.search(r'<li data-key="stakes">([^<]*)</li>', html)
    assert found is not None
    return unescape(found[1])


def _text(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def test_nothing_is_paid_in_before_the_first_cards() -> None:
    alice, bob = player("Alice"), player("Bob")
    table = tables.open_table(alice, "tactical", mode="stake", stake_cents=500, currency="TBTC")
    tables.join_table(bob, table.public_id, currency="TBTC")
    html = table_of(browser_of(alice), table)
    assert line_of(html) == "Stakes They are paid in with the first cards."
    assert read_out(html) == "Stakes. They are paid in with the first cards."
    bring_seeds(table.id)
    assert "7,693 units" in table_of(browser_of(alice), table)


def test_players_and_watchers_are_told_the_units_of_every_seat() -> None:
    alice, bob = player("Alice"), player("Bob")
    table = staked(alice, bob)
    for visitor, first in ((browser_of(alice), "You"), (browser_of(bob), "You"), (Client(), "Alice")):
        line = line_of(table_of(visitor, table))
        assert line.startswith(f"Stakes ≈ $5.00 each : {first} 0.00007693 TBTC")
        assert line.count("0.00007693 TBTC") == 2
    html = table_of(Client(), table)
    assert html.count('0.00007693 TBTC</b> <span class="soft">= 7,693 units ≈ $5.00') == 2
    assert read_out(html) == (
        "Stakes. Alice has put in 0.00007693 TBTC, about $5.00. Bob has put in 0.00007693 TBTC, about $5.00."
    )
    assert read_out(table_of(browser_of(bob), table)) == (
        "Stakes. You have put in 0.00007693 TBTC, about $5.00. Alice has put in 0.00007693 TBTC, about $5.00."
    )


def test_a_stake_of_several_currencies_is_told_by_currency_and_together() -> None:
    alice, bob = player("Alice", **LITTLE), player("Bob", TETH=10**18)
    table = tables.open_table(
        alice, "tactical", mode="stake", stake_cents=500, currency="TOTAL", most_units=MOST
    )
    tables.join_table(bob, table.public_id, currency="TETH")
    bring_seeds(table.id)
    html = table_of(browser_of(bob), table)
    assert '0.00001 TBTC</b> <span class="soft">= 1,000 units ≈ $0.65' in html
    assert '4.35 TUSDT</b> <span class="soft">= 4,350,000 units ≈ $4.35' in html
    assert "Together ≈ $5.00" in html
    # $5 of TETH at $2,500: 0.002 coins of 18 decimals.
    assert '0.002 TETH</b> <span class="soft">= 2,000,000,000,000,000 units ≈ $5.00' in html
    assert read_out(html) == (
        "Stakes. You have put in 0.002 TETH, about $5.00. "
        "Alice has put in 0.00001 TBTC, 4.35 TUSDT, about $5.00."
    )


def test_where_each_hand_is_paid_for_by_itself_its_own_stakes_are_told() -> None:
    """$1 of TBTC: 1,538.46… units rounded up; at twice the price 769.2… rounded up."""
    alice, bob = player("Alice"), player("Bob")
    table = tables.open_table(alice, UNLIMITED, mode="stake", stake_cents=100, currency="TBTC")
    tables.join_table(bob, table.public_id, currency="TBTC")
    bring_seeds(table.id)
    assert "Stakes of hand 1 ≈ $1.00 each" in line_of(table_of(Client(), table))
    assert table_of(Client(), table).count("1,539 units") == 2
    stand(table)
    assert "Stakes of hand 1" in line_of(table_of(Client(), table))
    price_is(PRICE * 2)
    next_hand(table)
    html = table_of(Client(), table)
    assert "Stakes of hand 2 ≈ $1.00 each" in line_of(html)
    assert html.count('0.0000077 TBTC</b> <span class="soft">= 770 units ≈ $1.00') == 2


def test_a_match_that_was_not_paid_in_says_so() -> None:
    alice, bob = player("Alice"), player("Bob")
    table = tables.open_table(alice, "tactical", mode="stake", stake_cents=500, currency="TBTC")
    tables.join_table(bob, table.public_id, currency="TBTC")
    price_is(PRICE // 2)  # twice the units: more than was agreed to
    with pytest.raises(AppError, match="not_funded"):
        bring_seeds(table.id)
    assert line_of(table_of(browser_of(alice), table)) == "Stakes Nothing was paid in."


def test_it_is_told_after_the_match_too() -> None:
    alice, bob = player("Alice"), player("Bob")
    table = staked(alice, bob)
    play.submit(table.id, GiveUp(at=0, seat=1))
    assert "Stakes ≈ $5.00 each" in line_of(table_of(browser_of(alice), table))


@pytest.mark.parametrize("mode", ["free", "practice"])
def test_without_a_stake_nothing_is_said_of_it(mode: str) -> None:
    table = tables.open_table(player("Alice"), "tactical", mode=mode)
    html = table_of(browser_of(User.objects.get()), table)
    assert "stakes-line" not in html
    assert 'data-key="stakes"' not in html


def queries(call: Any) -> list[str]:
    with CaptureQueriesContext(
        connection,
    ) as made:
        call()
    return [query["sql"] for query in made]


def test_the_ledger_is_asked_once_a_hand_not_once_a_view() -> None:
    alice, bob = player("Alice"), player("Bob")
    table = tables.open_table(alice, UNLIMITED, mode="stake", stake_cents=100, currency="TBTC")
    tables.join_table(bob, table.public_id, currency="TBTC")
    bring_seeds(table.id)
    drawn = take_snapshot(table.id)
    assert drawn.stakes is not None
    again: list[Any] = []
    made = queries(lambda: again.append(take_snapshot(table.id, drawn.facts, drawn.stakes)))
    assert again[0].stakes is drawn.stakes
    assert not any("wallet" in sql for sql in made)
    remember(store.fetch(table.id))
    assert queries(lambda: again.append(known_snapshot(table.id, drawn.facts, drawn.stakes, 0))) == []
    assert again[1].stakes is drawn.stakes

    stand(table)
    next_hand(table)
    remember(store.fetch(table.id))
    assert known_snapshot(table.id, drawn.facts, drawn.stakes, 0) is None
    newer = take_snapshot(table.id, drawn.facts, drawn.stakes)
    assert newer.stakes is not None
    assert (drawn.stakes.hand, newer.stakes.hand) == (1, 2)
    assert [sum(put.units for put in seat) for seat in newer.stakes.seats] == [1_539, 1_539]


def test_coins_that_nobody_staked_are_not_told() -> None:
    """What else a player has is his own business."""
    table = staked(player("Alice", TBTC=COIN, TUSDT=123_456_789), player("Bob"))
    html = table_of(Client(), table)
    assert "TUSDT" not in html
