"""Bodies that are not understood are refused, and what is wrong with them is named."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games.models import Table
from tests.games.api.calling import GAME, Api, done, refused

pytestmark = pytest.mark.django_db

FOR_A_STAKE = {"mode": "stake", "stake_usd": "5.00", "currency": "TBTC", "most_units": "7847"}


WRONG_FIELDS: list[tuple[dict[str, Any], str, str]] = [
    ({"colour": "red"}, "/colour", "unknown_field"),
    ({"a/b~c": 1}, "/a~1b~0c", "unknown_field"),
    ({"game": None}, "/game", "null"),
    ({"game": 5}, "/game", "invalid"),
    ({"mode": "everything"}, "/mode", "invalid_choice"),
    ({"private": "yes"}, "/private", "invalid"),
    ({"clock": "1"}, "/clock", "invalid"),
    ({"clock": 1.0}, "/clock", "invalid"),
    ({"clock": True}, "/clock", "invalid"),
    ({"clock": 10**30}, "/clock", "max_value"),
    ({"options": []}, "/options", "not_a_dict"),
    ({"options": {"x": "1"}}, "/options/x", "invalid"),
    ({"stake_usd": "5"}, "/stake_usd", "needless"),
    ({"currency": "TBTC"}, "/currency", "needless"),
    ({"mode": "stake"}, "/stake_usd", "required"),
    ({"mode": "stake", "stake_usd": "5"}, "/currency", "required"),
    ({"mode": "stake", "stake_usd": 5}, "/stake_usd", "invalid"),
    ({"mode": "stake", "stake_usd": "5e0"}, "/stake_usd", "invalid"),
    ({"mode": "stake", "stake_usd": "0.09"}, "/stake_usd", "bad_stake"),
    ({"mode": "stake", "stake_usd": "10000.01"}, "/stake_usd", "bad_stake"),
    ({**FOR_A_STAKE, "most_units": "-1"}, "/most_units", "invalid"),
    ({**FOR_A_STAKE, "most_units": "1e9"}, "/most_units", "invalid"),
    ({**FOR_A_STAKE, "most_units": "9" * 79}, "/most_units", "max_length"),
]


def test_field_that_is_not_right_is_named(acme: Api) -> None:
    player = acme.player()
    for change, pointer, code in WRONG_FIELDS:
        body = {"player": player, "game": GAME, "mode": "free", **change}
        problem = refused(acme.post("/tables", body), 422, "invalid_fields")
        found = [(error["pointer"], error["code"]) for error in problem["errors"]]
        assert (pointer, code) in found, change
    assert not Table.objects.exists()


REFUSED: list[tuple[dict[str, Any], int, str]] = [
    ({"game": "no-such-game"}, 404, "unknown_game"),
    ({"clock": 2}, 400, "bad_option"),
    ({"mode": "practice", "clock": 3}, 400, "bad_option"),
    ({"options": {"colour": 1}}, 400, "bad_option"),
    ({"player": "ply_zzzzzzzzzzzz"}, 404, "unknown_player"),
    ({"player": "alice"}, 404, "unknown_player"),
]


def test_what_the_services_refuse_has_their_code(acme: Api) -> None:
    player = acme.player()
    for change, status, code in REFUSED:
        refused(
            acme.post("/tables", {"player": player, "game": GAME, "mode": "free", **change}), status, code
        )
    assert not Table.objects.exists()


NO_BODIES: list[tuple[str | bytes, str, int, str]] = [
    ("{", "application/json", 400, "malformed"),
    ("", "application/json", 422, "invalid_fields"),
    ('{"game": NaN}', "application/json", 400, "malformed"),
    ('{"game":' + "9" * 10_000 + "}", "application/json", 400, "malformed"),
    ("[" * 30_000 + "]" * 30_000, "application/json", 400, "malformed"),
    ("[]", "application/json", 422, "invalid_fields"),
    ('"table"', "application/json", 422, "invalid_fields"),
    ("null", "application/json", 422, "invalid_fields"),
    (b"\xff\xfe", "application/json", 400, "malformed"),
    ('{"game":"' + "x" * 70_000 + '"}', "application/json", 413, "too_large"),
    ("game=x", "application/x-www-form-urlencoded", 415, "unsupported_media_type"),
    ("{}", "text/plain", 415, "unsupported_media_type"),
    ("{}", "nonsense", 415, "unsupported_media_type"),
]


def test_body_that_is_no_object_is_refused(acme: Api) -> None:
    for text, kind, status, code in NO_BODIES:
        answer = acme.client.post(
            "/api/v1/tables", text, content_type=kind, headers={"Idempotency-Key": "one"}
        )
        refused(answer, status, code)


def test_field_that_is_given_twice_is_named_and_nothing_is_done(acme: Api) -> None:
    """Neither of the two counts, and the key is still good for the body that says it once."""
    once = json.dumps({"player": acme.player(), "game": GAME, "mode": "free", "options": {}})

    def sent(body: str) -> Any:
        headers = {"Idempotency-Key": "one"}
        return acme.client.post("/api/v1/tables", body, content_type="application/json", headers=headers)

    for twice, pointer in (
        (once.replace('"mode"', '"mode": "practice", "mode"'), "/mode"),
        (once.replace('"mode"', '"mode": "free", "mode"'), "/mode"),
        (once.replace("{}", '{"a/b": 1, "a/b": 2}'), "/options/a~1b"),
    ):
        problem = refused(sent(twice), 400, "repeated_field")
        assert [(error["pointer"], error["code"]) for error in problem["errors"]] == [(pointer, "repeated")]
        assert not Table.objects.exists()
    done(sent(once), 201)
