"""Tables and players by the API: found, opened, joined, left, and paid for."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils.dateparse import parse_datetime

from games.models import Seat, Table
from players.models import PartnerPlayer, User
from tests.games.api.calling import GAME, Api, done, refused
from wallet import selectors as ledger
from wallet.services import set_gate

pytestmark = pytest.mark.django_db

CENTS = 500
STAKE = 7_693  # $5 of TBTC at $65,000, 8 decimals: 7,692.3… rounded up
MOST = 7_847  # 2 % more, 7,846.86, rounded up
FOR_A_STAKE = {"mode": "stake", "stake_usd": "5.00", "currency": "TBTC", "most_units": str(MOST)}


def ids(answer: Any) -> list[str]:
    return [row["id"] for row in done(answer)["data"]]


def user_of(player: str) -> User:
    return User.objects.get(public_id=player)


# --- players -----------------------------------------------------------------------------------------------


def test_new_player_is_the_partners_own(acme: Api) -> None:
    made = done(acme.post("/players", {"name": "Alice", "reference": "a-1"}), 201)
    assert (made["name"], made["reference"], made["is_active"]) == ("Alice", "a-1", True)
    assert made["created_at"].endswith("Z")
    assert parse_datetime(made["created_at"]) is not None
    assert done(acme.get(f"/players/{made['id']}")) == made
    assert done(acme.get("/players")) == {"data": [made], "next_cursor": None, "has_more": False}


def test_player_of_a_demos_sandbox_begins_with_test_coins_and_others_with_nothing(
    acme: Api, settings: Any
) -> None:
    rich = acme.player()
    settings.DEMO = False
    poor = acme.player()
    held = {purse["currency"]: purse for purse in done(acme.get(f"/players/{rich}/wallet"))["data"]}
    assert held["TBTC"]["free"] == {"amount": "1.00000000", "currency": "TBTC", "minor_units": "100000000"}
    assert not any(held.free for held in ledger.balances(user_of(poor).pk))


NO_NAMES = [
    ("", "blank"),
    ("support", "name_reserved"),
    ("a\u202eb", "name_characters"),
    ("x" * 10_000, "max_length"),
    ("<b>" * 20, "name_too_long"),
    ("a\0b", "null_characters_not_allowed"),
]


def test_name_nobody_may_have_is_refused(acme: Api) -> None:
    for name, code in NO_NAMES:
        problem = refused(acme.post("/players", {"name": name}), 422, "invalid_fields")
        assert [error["code"] for error in problem["errors"]] == [code]
    assert not PartnerPlayer.objects.exists()


def test_reference_twice_is_refused(acme: Api) -> None:
    acme.post("/players", {"name": "Alice", "reference": "a-1"})
    refused(acme.post("/players", {"name": "Bob", "reference": "a-1"}), 409, "reference_taken")
    assert PartnerPlayer.objects.count() == 1


# --- opened, joined, left -----------------------------------------------------------------------------------


def test_table_waits_until_the_last_seat_is_taken(acme: Api) -> None:
    alice, bob = acme.player("Alice"), acme.player("Bob")
    table = acme.table(alice, private=True)
    assert (table["status"], table["private"], table["stake"], table["seats"]) == ("open", True, None, 2)
    assert [(seat["number"], seat["player"], seat["yours"]) for seat in table["taken"]] == [(0, alice, True)]
    path = f"/tables/{table['id']}/join"
    refused(acme.post(path, {"player": bob}), 403, "not_invited")
    refused(acme.post(path, {"player": bob, "invitation": "not this one"}), 422, "invalid_fields")
    refused(acme.post(path, {"player": bob, "invitation": "nonsense"}), 403, "not_invited")
    joined = acme.join(table, bob)
    assert (joined["status"], joined["invitation"], len(joined["taken"])) == ("playing", None, 2)
    refused(
        acme.post(path, {"player": acme.player("Charlie"), "invitation": table["invitation"]}),
        409,
        "table_full",
    )
    assert done(acme.post(path, {"player": bob})) == joined


def test_practice_begins_with_house_bots(acme: Api) -> None:
    table = acme.table(acme.player(), mode="practice", clock=0)
    assert (table["status"], table["clock"]) == ("playing", 0)
    assert table["taken"][1] == {"number": 1, "player": None, "name": "", "bot": True, "yours": False}


def test_leaving_closes_the_own_table_and_frees_a_seat_at_others(acme: Api, house_table: str) -> None:
    alice = acme.player()
    own = acme.table(alice)
    assert acme.post(f"/tables/{own['id']}/leave", {"player": alice}).status_code == 204
    assert done(acme.get(f"/tables/{own['id']}"))["status"] == "closed"
    refused(acme.post(f"/tables/{house_table}/leave", {"player": alice}), 404, "unknown_table")
    playing, first, _second = acme.begun()
    refused(acme.post(f"/tables/{playing['id']}/leave", {"player": first}), 409, "not_open")


def test_rematch_names_the_table_before(acme: Api) -> None:
    table, first, second = acme.begun()
    done(acme.send(table["id"], first, "give-up", {"sure": "yes"}))
    again = done(acme.post(f"/tables/{table['id']}/rematch", {"player": second}))
    assert (again["rematch_of"], again["status"], again["private"]) == (table["id"], "open", True)
    joined = done(acme.post(f"/tables/{table['id']}/rematch", {"player": first}))
    assert (joined["id"], joined["status"]) == (again["id"], "playing")


# --- lists --------------------------------------------------------------------------------------------------


def test_tables_are_filtered(acme: Api, house_table: str) -> None:
    alice = acme.player()
    hidden, practice = acme.table(alice, private=True)["id"], acme.table(alice, mode="practice")["id"]
    assert ids(acme.get("/tables")) == [practice, hidden, house_table]
    assert ids(acme.get("/tables", mode="practice")) == [practice]
    assert ids(acme.get("/tables", status="open")) == [hidden, house_table]
    assert ids(acme.get("/tables", private="true")) == [hidden]
    assert ids(acme.get("/tables", player=alice)) == [practice, hidden]
    assert ids(acme.get("/tables", game=GAME, status="playing", player=alice)) == [practice]
    born = Table.objects.get(public_id=hidden).created_at.isoformat().replace("+00:00", "Z")
    assert ids(acme.get("/tables", created_after=born)) == [practice, hidden]
    assert ids(acme.get("/tables", created_before=born)) == [house_table]


def test_pages_follow_each_other_and_do_not_move(acme: Api) -> None:
    alice = acme.player()
    made = [acme.table(alice)["id"] for _ in range(5)]
    first = done(acme.get("/tables", limit="2"))
    acme.table(alice)
    second = done(acme.get("/tables", limit="2", cursor=first["next_cursor"]))
    third = done(acme.get("/tables", limit="2", cursor=second["next_cursor"]))
    pages = [[row["id"] for row in page["data"]] for page in (first, second, third)]
    assert pages == [made[:2:-1], made[2:0:-1], made[:1]]
    assert [page["has_more"] for page in (first, second, third)] == [True, True, False]
    assert third["next_cursor"] is None


NO_FILTERS: list[dict[str, Any]] = [
    {"colour": "red"},
    {"status": "open", "page": "1000000000"},
    {"limit": "0"},
    {"limit": "1000000000"},
    {"limit": "-1"},
    {"limit": "٥"},
    {"limit": ""},
    {"mode": "everything"},
    {"status": "OPEN"},
    {"game": "no-such-game"},
    {"game": ""},
    {"game": "x" * 10_000},
    {"game": "\0"},
    {"private": "1"},
    {"created_after": "yesterday"},
    {"created_after": "9999-99-99T00:00:00Z"},
    {"created_after": "0001-01-01T00:00:00+14:00"},
    {"limit": ["1", "2"]},
    {"status__in": "open"},
]


def test_filter_that_is_not_one_is_refused(acme: Api) -> None:
    for parameters in NO_FILTERS:
        problem = refused(acme.get("/tables", **parameters), 400, "bad_parameters")
        assert all(error["pointer"] in parameters for error in problem["errors"]), parameters


def test_times_are_understood_in_any_offset(acme: Api) -> None:
    """Also in those that PostgreSQL does not know: it is given UTC."""
    table = acme.table(acme.player())["id"]
    for offset in ("+23:59", "-23:59", "+14:00", "Z"):
        assert ids(acme.get("/tables", created_after=f"2020-01-02T00:00:00{offset}")) == [table]
        assert ids(acme.get("/tables", created_before=f"2020-01-02T00:00:00{offset}")) == []


NO_CURSORS = (
    "x", "!!!!", "1", "\0", "x" * 9_000, "OTk5OS0xMi0zMVQyMzo1OTo1OS05OTo5OXxh", "bm93fGE", "MjAyNi0wMS0wMXxh",
    "MjAyMC0wMS0wMVQwMDowMDowMCsyMzo1OXxh",  # an offset of 23:59
)  # fmt: skip


def test_cursor_that_is_none_of_ours_is_refused(acme: Api) -> None:
    own = f"/players/{acme.player()}"
    for path in ("/tables", "/players", f"{own}/statement", f"{own}/matches", f"{own}/hands"):
        for cursor in NO_CURSORS:
            refused(acme.get(path, cursor=cursor), 400, "bad_cursor")


# --- for a stake --------------------------------------------------------------------------------------------


def test_stake_is_agreed_to_as_on_the_page_and_holds_nothing(acme: Api) -> None:
    alice = acme.player()
    offers = done(acme.get(f"/players/{alice}/offers", stake_usd="5"))
    offer = next(offer for offer in offers["data"] if offer["currency"] == "TBTC")
    assert offers["stake"] == {"amount": "5.00", "currency": "USD", "minor_units": "500"}
    assert (offer["cost"]["minor_units"], offer["most"]["minor_units"]) == (str(STAKE), str(MOST))
    assert offer["cost"]["amount"] == "0.00007693"
    table = acme.table(alice, **{**FOR_A_STAKE, "most_units": offer["most"]["minor_units"]})
    assert table["stake"] == offers["stake"]
    seat = Seat.objects.get()
    assert (seat.currency, int(seat.most_units or 0)) == ("TBTC", MOST)
    assert Table.objects.get().stake_cents == CENTS
    held = next(held for held in ledger.balances(user_of(alice).pk) if held.currency == "TBTC")
    assert (held.free, held.in_play) == (10**8, 0)


def test_stake_never_costs_more_than_was_agreed_to(acme: Api) -> None:
    alice = acme.player()
    body = {"player": alice, "game": GAME, **FOR_A_STAKE}
    refused(acme.post("/tables", {**body, "most_units": str(STAKE - 1)}), 409, "above_consent")
    assert not Table.objects.exists()
    acme.table(alice, **{**FOR_A_STAKE, "most_units": "9" * 20})
    assert Seat.objects.get().most_units == MOST


def test_currency_that_cannot_be_staked_is_refused(acme: Api) -> None:
    body = {"player": acme.player(), "game": GAME, **FOR_A_STAKE}
    refused(acme.post("/tables", {**body, "currency": "DOGE"}), 400, "unknown_currency")
    refused(acme.post("/tables", {**body, "currency": "BTC"}), 409, "currency_disabled")
    assert not Table.objects.exists()


def test_limits_of_a_player_hold_for_the_partner_too(acme: Api) -> None:
    """The gates are the ledger's: excluded is excluded, whoever asks; nobody is charged."""
    alice, bob = acme.player("Alice"), acme.player("Bob")
    set_gate(player=user_of(bob).pk, by="sam", reason="asked for it", excluded=True)
    table = acme.table(alice, **FOR_A_STAKE)
    acme.join(table, bob, currency="TBTC", most_units=str(MOST))
    answers = [acme.seat(table["id"], player) for player in (alice, bob)]
    assert [answer["wants"] for answer in answers] == ["digest", "digest"]
    with pytest.raises(AssertionError, match=r"account_excluded|not_funded"):
        acme.bring_seeds(table["id"], alice, bob)
    assert done(acme.get(f"/tables/{table['id']}"))["status"] == "over"
    for player in (alice, bob):
        assert [held.in_play for held in ledger.balances(user_of(player).pk)] == [0, 0, 0]


def test_match_for_a_stake_moves_the_same_units_as_on_the_page(acme: Api) -> None:
    table, first, second = acme.begun(**FOR_A_STAKE)
    done(acme.send(table["id"], second, "give-up", {"sure": "yes"}))
    lines = done(acme.get(f"/players/{first}/statement", currency="TBTC"))["data"]
    rake = 2 * STAKE // 100
    assert [(line["kind"], line["change"]["minor_units"]) for line in lines] == [
        ("settle", str(2 * STAKE - rake)),
        ("stake", str(-STAKE)),
        ("test_coins", "100000000"),
    ]
    assert lines[1]["change"]["amount"] == "-0.00007693"
    assert lines[0]["balance"]["minor_units"] == str(10**8 + STAKE - rake)
    assert lines[0]["subject"] == f"match:{table['id']}/1"
    page = done(acme.get(f"/players/{first}/statement", limit="2"))
    rest = done(acme.get(f"/players/{first}/statement", limit="100", cursor=page["next_cursor"]))
    assert page["has_more"] is True
    assert len(page["data"]) + len(rest["data"]) == 5
    problem = refused(acme.get(f"/players/{first}/statement", currency="DOGE"), 400, "bad_parameters")
    assert problem["errors"][0]["code"] == "unknown_currency"
