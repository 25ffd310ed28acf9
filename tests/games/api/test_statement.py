"""A player's statement by requests: filtered as on the page, and what there is not is refused."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from players.models import User
from tests.games.api.calling import Api, done, refused
from tests.games.staking import GAME, STAKE
from wallet.postings import Key
from wallet.services import give_test_coins

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


@pytest.fixture
def played(acme: Api) -> tuple[str, str]:
    """Alice, and the table where Bob gave up a match for $5; besides she got one unit of TETH."""
    payment = {"currency": "TBTC", "most_units": "8000"}
    first, second = (rich(acme, name) for name in ("Alice", "Bob"))
    table = acme.table(first, game=GAME, mode="stake", stake_usd="5.00", **payment)
    acme.join(table, second, **payment)
    acme.bring_seeds(table["id"], first, second)
    done(acme.send(table["id"], second, "give-up", {"sure": "yes"}))
    return first, table["id"]


def rich(acme: Api, name: str) -> str:
    public_id = acme.player(name)
    for currency, units in (("TBTC", 10**8), ("TETH", 1)):
        key = Key("test", f"{name}{currency}")
        user = User.objects.get(public_id=public_id)
        give_test_coins(player=user.pk, currency=currency, units=units, key=key, actor="test")
    return public_id


def kinds(acme: Api, player: str, **asked: str) -> list[str]:
    """Of all pages, three lines each."""
    found: list[str] = []
    cursor: dict[str, str] = {}
    while True:
        page: dict[str, Any] = done(acme.get(f"/players/{player}/statement", limit="3", **asked, **cursor))
        found += [line["kind"] for line in page["data"]]
        if not page["has_more"]:
            return found
        cursor = {"cursor": page["next_cursor"]}


def test_statement_is_filtered_as_on_the_page(acme: Api, played: tuple[str, str]) -> None:
    alice, table = played
    today = datetime.now(UTC).date()
    given = kinds(acme, alice, kind="test_coins")
    assert set(given) == {"test_coins"}
    assert kinds(acme, alice) == ["settle", "stake", *given]
    for asked, expected in (
        ({"kind": "play"}, ["settle", "stake"]),
        ({"kind": "stake", "currency": "TBTC"}, ["stake"]),
        ({"kind": "deposit"}, []),
        ({"game": GAME}, ["settle", "stake"]),
        ({"table": table}, ["settle", "stake"]),
        ({"table": table, "kind": "settle"}, ["settle"]),
        ({"from": str(today + 2 * DAY)}, []),
        ({"to": str(today - 2 * DAY)}, []),
        ({"from": "0001-01-01", "to": "9999-12-31", "kind": "play"}, ["settle", "stake"]),
    ):
        assert kinds(acme, alice, **asked) == expected, asked
    line = done(acme.get(f"/players/{alice}/statement", kind="stake"))["data"][0]
    assert line["change"]["minor_units"] == str(-STAKE)


@pytest.mark.parametrize(
    ("asked", "pointer", "code"),
    [
        ({"kind": "gift"}, "kind", "invalid_choice"),
        ({"kind": ""}, "kind", "invalid_choice"),
        ({"game": "chess"}, "game", "unknown_game"),
        ({"currency": "tbtc"}, "currency", "unknown_currency"),
        ({"table": "nosuchtable"}, "table", "unknown_table"),
        ({"table": ""}, "table", "unknown_table"),
        ({"table": "\x00"}, "table", "unknown_table"),
        ({"from": "9999-99-99"}, "from", "invalid"),
        ({"from": "1795996800"}, "from", "invalid"),
        ({"to": "2026-11-30T00:00:00Z"}, "to", "invalid"),
        ({"to": ""}, "to", "invalid"),
        ({"from": "2026-11-30", "to": "2026-11-29"}, "to", "invalid"),
        ({"match": "x"}, "match", "unknown_parameter"),
    ],
)
def test_what_there_is_not_is_refused(acme: Api, asked: dict[str, str], pointer: str, code: str) -> None:
    problem = refused(acme.get(f"/players/{acme.player()}/statement", **asked), 400, "bad_parameters")
    assert [(error["pointer"], error["code"]) for error in problem["errors"]] == [(pointer, code)]


def test_table_of_others_is_none(acme: Api, played: tuple[str, str]) -> None:
    _, table = played
    refused(acme.get(f"/players/{acme.player('Charlie')}/statement", table=table), 400, "bad_parameters")
