"""Matches that are paid for hand by hand, by requests alone: sitting out, leaving, agreeing to another price."""

from __future__ import annotations

from typing import Any

import pytest

from games import inbound
from games.models import Table
from games.rules import commands
from games.rules.errors import Malformed
from games.services import play
from players.models import User
from tests.games.api.calling import Api, done, refused
from tests.live.classic import PRICE, price_is, stand
from wallet.postings import Key
from wallet.services import give_test_coins

UNLIMITED, FIXED = "classic_unlimited", "classic_fixed"


@pytest.fixture
def unlimited(acme: Api) -> tuple[dict[str, Any], str, str]:
    """Alice and Bob at their first hand, for $1 a hand."""
    first, second = (rich(acme, name) for name in ("Alice", "Bob"))
    payment = {"currency": "TBTC", "most_units": "1600"}
    table = acme.table(first, game=UNLIMITED, mode="stake", stake_usd="1.00", **payment)
    acme.join(table, second, **payment)
    acme.bring_seeds(table["id"], first, second)
    return table, first, second


def rich(acme: Api, name: str) -> str:
    public_id = acme.player(name)
    user = User.objects.get(public_id=public_id)
    give_test_coins(player=user.pk, currency="TBTC", units=10**8, key=Key("test", name), actor="test")
    return public_id


@pytest.mark.django_db
def test_catalogue_says_how_a_stake_is_made(acme: Api) -> None:
    games = {key: done(acme.get(f"/games/{key}")) for key in (UNLIMITED, FIXED, "tactical")}
    told = {
        key: (game["stake_times"], game["paid_by_hand"], game["can_leave"], game["least_value"]["amount"])
        for key, game in games.items()
    }
    assert told == {
        UNLIMITED: (None, True, True, "0.10"),
        FIXED: ("hands", False, False, "0.10"),
        "tactical": (None, False, False, "1.00"),
    }


@pytest.mark.django_db
def test_value_of_a_hand_makes_the_stake_and_its_hands_are_in_the_statement(acme: Api) -> None:
    first, second = (rich(acme, name) for name in ("Alice", "Bob"))
    payment = {"currency": "TBTC", "most_units": "1600"}
    terms = {"game": FIXED, "mode": "stake", "options": {"hands": 2}}
    refused(
        acme.post("/tables", {"player": first, **terms, "stake_usd": "0.09", **payment}),
        422,
        "invalid_fields",
    )
    table = acme.table(first, **terms, stake_usd="0.50", **payment)
    assert table["stake"]["amount"] == "1.00"
    acme.join(table, second, **payment)
    acme.bring_seeds(table["id"], first, second)
    done(acme.send(table["id"], second, "give-up", {"sure": "yes"}))
    lines = done(acme.get(f"/players/{first}/statement"))["data"]
    # $1 are 1,539 units: slices of 769 and 770, of which the winner gets both, less 15 units of rake each time.
    moved = [(line["kind"], line["hand"], line["change"]["minor_units"]) for line in lines[:3]]
    assert moved == [("settle", 2, "1525"), ("settle", 1, "1523"), ("stake", None, "-1539")]


@pytest.mark.django_db
def test_sitting_out_is_a_switch_and_leaving_waits_for_the_end_of_the_hand(
    acme: Api, unlimited: tuple[dict[str, Any], str, str]
) -> None:
    table, first, _ = unlimited
    here = table["id"]
    refused(acme.send(here, first, "leave", {}), 409, "cannot_leave")
    refused(acme.send(here, first, "sit-out", {"out": True, "hand": 1}), 409, "already_dealt")
    refused(acme.send(here, first, "sit-out", {"out": "yes", "hand": 2}), 422, "invalid_fields")
    for out in (True, True, False, True):
        done(acme.send(here, first, "sit-out", {"out": out, "hand": 2}))
    assert acme.seat(here, first)["view"]["match"]["chosen"] == [True, False]
    stand(Table.objects.get(public_id=here))
    prompt = acme.seat(here, first)["prompt"]
    assert (prompt["why"], [offer["kind"] for offer in prompt["legal"]]) == ("chosen", ["go", "leave"])
    done(acme.send(here, first, "leave", {}))
    assert acme.seat(here, first)["status"] == "over"


@pytest.mark.django_db
def test_price_is_agreed_to_anew(acme: Api, unlimited: tuple[dict[str, Any], str, str]) -> None:
    table, first, second = unlimited
    here, row = table["id"], Table.objects.get(public_id=table["id"])
    stand(row)
    price_is(PRICE * 100 // 103)
    for player in (first, second):
        done(acme.send(here, player, "skip", {}))
    for player in (first, second):
        prompt = acme.seat(here, player)["prompt"]
        assert prompt["why"] == "above_consent"
        cost = done(acme.get(f"/players/{player}/offers", stake_usd="1.00"))["data"][0]["cost"]
        body = {"token": prompt["token"], "most_units": cost["minor_units"]}
        less = {**body, "most_units": str(int(cost["minor_units"]) - 1)}
        refused(acme.send(here, player, "agree", less), 409, "above_consent")
        assert not done(acme.send(here, player, "agree", body))["repeated"]
        assert done(acme.send(here, player, "agree", body))["repeated"]
        play.expire(row.id)
    assert acme.seat(here, first)["view"]["hand_number"] == 2


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ('{"type":"sit_out","out":"yes","hand":"12"}', commands.SitOut(at=0, seat=1, out=True, hand=12)),
        ('{"type":"sit_out","out":false,"hand":3}', commands.SitOut(at=0, seat=1, out=False, hand=3)),
        ('{"type":"leave"}', commands.Leave(at=0, seat=1)),
    ],
)
def test_forms_and_programs_say_it_on_the_socket(text: str, command: commands.Command) -> None:
    assert inbound.command_for(inbound.read(text), 1) == command


@pytest.mark.parametrize(
    "text",
    [
        '{"type":"sit_out","out":"maybe","hand":"2"}',
        '{"type":"sit_out","out":true,"hand":"-1"}',
        '{"type":"sit_out","out":true,"hand":2.5}',
        '{"type":"sit_out","out":true}',
        '{"type":"sit_out","out":[],"hand":99999999999}',
        '{"type":"leave","sure":"yes"}',
    ],
)
def test_other_forms_of_it_are_not_understood(text: str) -> None:
    with pytest.raises(Malformed):
        inbound.read(text)
