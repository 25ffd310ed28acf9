"""Who sits down agrees to what he was shown: a table that was changed since is refused, and shown anew."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from battle21.errors import AppError
from games.models import Seat, Table
from games.selectors import table_facts
from games.services import tables
from games.services.options import change_options
from games.services.tables import Payment
from games.services.terms_mark import mark_of, terms_mark
from players.models import User
from players.services import partners
from tests.games.api.calling import Api, done, refused
from tests.games.staking import page, player
from tests.games.test_views import browser_of, text_of

pytestmark = pytest.mark.django_db

FIXED = "classic_fixed"
TERMS: dict[str, Any] = {
    "game": FIXED,
    "mode": "stake",
    "clock": 1,
    "options": {"hands": 2},
    "stake_cents": 200,
    "currencies": [],
}


def open_table(host: User, *, mode: str = "free") -> Table:
    stake: dict[str, Any] = {"stake_cents": 100, "currency": "TBTC"} if mode == "stake" else {}
    return tables.open_table(host, FIXED, mode=mode, options={"hands": 2}, **stake)


def change(host: User, table: Table, hands: int = 4) -> None:
    change_options(host, table.public_id, {"hands": hands}, Payment("TBTC", None))


def shown_by(response: Any) -> str:
    found = re.search(r'name="terms" value="([0-9a-f]{32})"', response.content.decode())
    assert found is not None
    return found[1]


# --- the mark ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "other",
    [
        {"game": "classic_series"},
        {"mode": "free"},
        {"clock": 2},
        {"options": {"hands": 4}},
        {"options": {"hands": 2, "first_button": 1}},
        {"stake_cents": 201},
        {"stake_cents": None},
        {"currencies": ["TBTC"]},
    ],
)
def test_other_terms_have_another_mark(other: dict[str, Any]) -> None:
    assert terms_mark(**TERMS) == terms_mark(**{**TERMS, "options": dict(TERMS["options"])})
    assert terms_mark(**TERMS) != terms_mark(**{**TERMS, **other})


def test_page_lobby_and_service_say_the_same_mark() -> None:
    table = open_table(player("Alice"))
    bob = browser_of(player("Bob"))
    assert shown_by(bob.get(page("join", table.public_id))) == mark_of(table)
    assert table_facts(table.public_id).terms_mark == mark_of(table)
    lobby = bob.get(page("lobby")).content.decode()
    assert f"{page('join', table.public_id)}?terms={mark_of(table)}" in lobby


# --- sitting down -----------------------------------------------------------------------------------------------------


def test_a_table_changed_since_it_was_shown_is_refused_and_nobody_sits() -> None:
    alice, bob = player("Alice"), player("Bob")
    table = open_table(alice)
    seen = mark_of(table)
    change(alice, table)
    with pytest.raises(AppError) as refusal:
        tables.join_table(bob, table.public_id, shown=seen)
    assert (refusal.value.code, refusal.value.status) == ("terms_changed", 409)
    assert table.seats.count() == 1
    table.refresh_from_db()
    assert tables.join_table(bob, table.public_id, shown=mark_of(table)).seats.count() == 2


def test_changed_and_changed_back_is_what_was_shown() -> None:
    alice, bob = player("Alice"), player("Bob")
    table = open_table(alice)
    seen = mark_of(table)
    change(alice, table)
    change(alice, table, hands=2)
    tables.join_table(bob, table.public_id, shown=seen)
    assert table.seats.count() == 2


def test_the_page_shows_the_new_terms_and_takes_them() -> None:
    alice, bob = player("Alice"), browser_of(player("Bob"))
    table = open_table(alice)
    join = page("join", table.public_id)
    seen = shown_by(bob.get(join))
    change(alice, table)
    again = bob.post(join, {"terms": seen})
    assert again.status_code == 409
    assert "has changed meanwhile" in text_of(again)
    assert "4 hands" in text_of(again)
    assert table.seats.count() == 1
    assert bob.post(join, {"terms": shown_by(again)}).status_code == 302
    assert table.seats.count() == 2


def test_one_press_in_a_lobby_that_was_drawn_before_the_change_does_not_sit_down() -> None:
    alice, bob = player("Alice"), browser_of(player("Bob"))
    table = open_table(alice)
    address = f"{page('join', table.public_id)}?terms={mark_of(table)}"
    change(alice, table)
    again = bob.post(address)
    assert again.status_code == 409
    assert table.seats.count() == 1
    # The form of that page does not carry the old mark on.
    assert f'action="{page("join", table.public_id)}"' in again.content.decode()


def test_a_guest_who_is_refused_is_a_guest_from_then_on_and_sits_down_with_the_next_press() -> None:
    alice, nobody = player("Alice"), Client()
    table = open_table(alice)
    join = page("join", table.public_id)
    seen = shown_by(nobody.get(join))
    change(alice, table)
    again = nobody.post(join, {"terms": seen, "name": "Charlie"})
    assert again.status_code == 409
    assert nobody.post(join, {"terms": shown_by(again)}).status_code == 302
    assert [seat.user.display_name for seat in Seat.objects.order_by("number") if seat.user] == [
        "Alice",
        "Charlie",
    ]


def test_for_a_stake_the_new_one_is_shown_where_one_agrees() -> None:
    """$1 a hand: 2 hands cost 3,077 units (3,076.9…), 4 hands 6,154 (6,153.8…)."""
    alice, bob = player("Alice"), browser_of(player("Bob"))
    table = open_table(alice, mode="stake")
    join = page("join", table.public_id)
    first = bob.get(join)
    assert "3,077 units" in text_of(first)
    change(alice, table, hands=4)
    # Agreed to so much that the dearer stake would pass: the terms alone refuse it.
    agreed = {"currency": "TBTC", "most_TBTC": "10000", "terms": shown_by(first)}
    again = bob.post(join, agreed)
    assert again.status_code == 422
    assert "has changed meanwhile" in text_of(again)
    assert "6,154 units" in text_of(again)
    assert table.seats.count() == 1
    assert bob.post(join, {**agreed, "terms": shown_by(again)}).status_code == 302
    assert table.seats.count() == 2


# --- the API ----------------------------------------------------------------------------------------------------------


def test_partners_send_the_terms_of_the_table_they_have_seen() -> None:
    acme = Api(partners.create_partner("Acme", is_test=True))
    alice, bob = acme.player("Alice"), acme.player("Bob")
    table = done(
        acme.post("/tables", {"player": alice, "game": FIXED, "mode": "free", "options": {"hands": 2}}), 201
    )
    path, body = f"/tables/{table['id']}/join", {"player": bob, "invitation": table["invitation"] or ""}
    changed = acme.client.patch(
        f"/api/v1/tables/{table['id']}",
        {"player": alice, "options": {"hands": 4}},
        content_type="application/json",
    )
    assert done(changed)["terms"] != table["terms"]
    refused(acme.post(path, {**body, "terms": table["terms"]}), 409, "terms_changed")
    refused(acme.post(path, {**body, "terms": "x" * 32}), 422, "invalid_fields")
    assert Seat.objects.count() == 1
    assert done(acme.post(path, {**body, "terms": done(changed)["terms"]}))["status"] == "playing"
