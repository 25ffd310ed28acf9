"""Options of a table that waits: changed by its creator alone, while nobody else sits there; else nothing changes."""

from __future__ import annotations

from typing import Any

import pytest

from games.live.hub import take_snapshot
from games.live.loops import _marks
from games.models import Seat, Table
from games.services import tables
from games.services.options import change_options
from players.models import User
from tests.games.api.calling import Api, done, refused
from tests.live.classic import opened, player
from tests.live.seating import at_once

pytestmark = pytest.mark.django_db

SERIES = "classic_series"
AGREED = {"currency": "TBTC", "most_units": "1000000"}
STAKE = {"mode": "stake", "stake_usd": "1.00", **AGREED}


def patch(api: Api, table: dict[str, Any], body: dict[str, Any]) -> Any:
    return api.client.patch(f"/api/v1/tables/{table['id']}", body, content_type="application/json")


def test_creator_changes_what_is_played_while_nobody_else_is_in(acme: Api) -> None:
    alice, bob = acme.player("Alice"), acme.player("Bob")
    table = acme.table(alice, game=SERIES, options={"hands": 2})
    changed = done(patch(acme, table, {"player": alice, "options": {"hands": 10}}))
    assert changed == {**table, "options": {"hands": 10}, "terms": changed["terms"]}
    assert changed["terms"] != table["terms"]
    assert done(acme.get(f"/tables/{table['id']}")) == changed
    assert done(patch(acme, table, {"player": alice, "options": {}})) == changed, "all others stay"
    joined = acme.join(table, bob)
    assert (joined["status"], joined["options"]) == ("playing", {"hands": 10})


def test_more_hands_of_the_same_value_are_a_greater_stake_and_agreed_to_anew(acme: Api) -> None:
    alice = acme.player("Alice")
    table = acme.table(alice, game=SERIES, options={"hands": 2}, **STAKE)
    # $10 of TBTC at $65,000, 8 decimals: 15,384.6… rounded up; 2 % more are 15,692.7, rounded up
    wanted = {"player": alice, "options": {"hands": 10}, "currency": "TBTC"}
    before = Seat.objects.get(table__public_id=table["id"])
    refused(patch(acme, table, {**wanted, "most_units": "15384"}), 409, "above_consent")
    assert done(acme.get(f"/tables/{table['id']}")) == table
    assert Seat.objects.get(pk=before.pk).most_units == before.most_units
    changed = done(patch(acme, table, {**wanted, "most_units": "15693"}))
    assert (changed["stake"]["amount"], changed["options"]) == ("10.00", {"hands": 10})
    assert int(Seat.objects.get(pk=before.pk).most_units or 0) == 15_693
    fewer = done(patch(acme, table, {**wanted, "options": {"hands": 4}, "most_units": "15693"}))
    assert fewer["stake"]["amount"] == "4.00"
    # $4 are 6,153.8…: 6,154, and 2 % more 6,277.08: never more than was shown, nor more than that
    assert int(Seat.objects.get(pk=before.pk).most_units or 0) == 6_278


@pytest.mark.parametrize(
    ("fields", "body", "status", "code"),
    [
        ({}, {"options": {"hands": 3}}, 400, "bad_option"),
        ({}, {"options": {"hands": 0}}, 400, "bad_option"),
        ({}, {"options": {"first_button": 1}}, 400, "bad_option"),
        ({}, {"options": {"hands": "6"}}, 422, "invalid_fields"),
        ({}, {}, 422, "invalid_fields"),
        ({}, {"options": {"hands": 6}, **AGREED}, 422, "invalid_fields"),
        ({}, {"options": {"hands": 6}, "mode": "stake"}, 422, "invalid_fields"),
        (STAKE, {"options": {"hands": 6}}, 422, "invalid_fields"),
        ({**STAKE, "stake_usd": "1000.00", "most_units": "10000000"}, {"options": {"hands": 20}, **AGREED}, 409,
         "bad_stake"),
    ],
)  # fmt: skip
def test_what_is_no_option_changes_nothing(
    acme: Api, fields: dict[str, Any], body: dict[str, Any], status: int, code: str
) -> None:
    alice = acme.player("Alice")
    table = acme.table(alice, game=SERIES, **fields)
    refused(patch(acme, table, {"player": alice, **body}), status, code)
    assert done(acme.get(f"/tables/{table['id']}")) == table


def test_nobody_changes_what_others_are_in_for(acme: Api, other: Api, house_table: str) -> None:
    alice, bob = acme.player("Alice"), acme.player("Bob")
    six = {"player": alice, "options": {"hands": 6}}
    table = acme.table(alice, game=SERIES, options={"hands": 2}, private=True)
    refused(patch(acme, table, {**six, "player": bob}), 403, "not_creator")
    refused(patch(acme, {"id": house_table}, six), 403, "not_creator")
    refused(patch(other, table, {**six, "player": other.player("Eve")}), 404, "unknown_table")
    refused(patch(other, table, six), 404, "unknown_player")
    acme.join(table, bob)
    refused(patch(acme, table, six), 409, "not_open")
    acme.bring_seeds(table["id"], alice, bob)
    done(acme.send(table["id"], alice, "give-up", {"sure": "yes"}))
    refused(patch(acme, table, six), 409, "not_open")
    again = done(acme.post(f"/tables/{table['id']}/rematch", {"player": alice}))
    refused(patch(acme, again, six), 409, "already_joined")  # Bob is asked for the same again
    assert done(acme.get(f"/tables/{again['id']}"))["options"]["hands"] == 2
    assert Table.objects.get(public_id=table["id"]).options["hands"] == 2
    own = acme.table(alice, game=SERIES)
    done_with = acme.post(f"/tables/{own['id']}/leave", {"player": alice})
    assert done_with.status_code == 204
    refused(patch(acme, own, six), 409, "not_open")


@pytest.mark.django_db(transaction=True)
def test_joining_and_changing_at_once_is_one_after_the_other() -> None:
    """Whoever is first: both play the same number of hands, and Bob pays in no more than he was shown."""
    alice, bob = player("Alice"), player("Bob")
    table = tables.open_table(
        alice, SERIES, mode="stake", stake_cents=100, currency="TBTC", options={"hands": 2}
    )
    shown = 3_139  # $2 are 3,076.9…: 3,077 units, and 2 % more, rounded up
    changed, joined = at_once(
        lambda: change_options(alice, table.public_id, {"hands": 20}, tables.Payment("TBTC", 10**6)),
        lambda: tables.join_table(bob, table.public_id, currency="TBTC", most_units=shown),
    )
    now = Table.objects.get(pk=table.pk)
    if isinstance(changed, Exception):
        assert getattr(changed, "code", "") == "not_open"
        assert (now.status, now.options, now.stake_cents) == ("playing", {"hands": 2}, 200)
    else:
        assert getattr(joined, "code", "") == "above_consent"
        assert (now.status, now.options, now.stake_cents) == ("open", {"hands": 20}, 2_000)


def test_open_pages_show_it_though_every_wake_up_is_lost() -> None:
    """The poll compares what a page has drawn with the table's row."""
    alice = player("Alice")
    table = tables.open_table(alice, SERIES, mode="free", options={"hands": 2})
    drawn = take_snapshot(table.pk)
    assert _marks([table.pk]) == [(table.pk, drawn.mark)]
    change_options(alice, table.public_id, {"hands": 4}, tables.Payment("", None))
    now = take_snapshot(table.pk, drawn.facts)
    assert now.facts.options == {"hands": 4}
    assert _marks([table.pk]) == [(table.pk, now.mark)] != [(table.pk, drawn.mark)]


def test_who_else_sits_there_keeps_the_terms() -> None:
    """A table that waits for its third player would have somebody who has already agreed."""
    people: tuple[User, User] = player("Alice"), player("Bob")
    table = opened(SERIES, people, 100, hands=2)
    Table.objects.filter(pk=table.pk).update(status=Table.Status.OPEN)
    with pytest.raises(Exception, match="already_joined"):
        change_options(people[0], table.public_id, {"hands": 4}, tables.Payment("TBTC", 10**6))
    assert Table.objects.get(pk=table.pk).options == {"hands": 2}
