"""What a hostile or broken client sends: a coded error to the sender alone, or a closed socket; nothing else."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest
import websockets

from games.errors import SENTENCES
from tests.live.conftest import SOCKETS_PER_ADDRESS
from tests.live.players import ALICE, fence, seated, watcher, whose_turn, without_ticks
from tests.support.client import Client
from tests.support.stack import Stack

pytestmark = pytest.mark.stack

TOO_BIG = 1_000_000
DIGITS = "9" * 10_000


def act(token: Any, **action: Any) -> str:
    return json.dumps({"type": "act", "token": token, "action": action})


def bad_messages(token: str) -> Iterator[tuple[str, str | bytes, set[str]]]:
    """(what it is, the frame, the codes it may be answered with)."""
    malformed = {"malformed"}
    bounds = {"amount", "malformed", "not_legal"}
    yield "no JSON", "{", malformed
    yield "empty", "", malformed
    yield "a list", "[]", malformed
    yield "a text", '"act"', malformed
    yield "null", "null", malformed
    yield "NaN", '{"type":"act","token":NaN}', malformed
    yield "binary", b"\x00\xff\xfe", malformed
    yield "binary JSON", act(token, kind="check").encode(), malformed
    yield "deep nesting", '{"type":' + "[" * 7_000 + "]" * 7_000 + "}", malformed
    yield "10,000 digits", f'{{"type":"act","token":{DIGITS}}}', malformed
    yield (
        "10,000 digits as amount",
        f'{{"type":"act","token":"{token}","action":{{"kind":"bet","to":{DIGITS}}}}}',
        malformed | bounds,
    )
    yield (
        "exponent without end",
        f'{{"type":"act","token":"{token}","action":{{"kind":"bet","to":1e999}}}}',
        malformed,
    )
    yield (
        "half a surrogate",
        '{"type":"act","token":"\\ud800","action":{"kind":"check"}}',
        malformed | {"stale_token"},
    )
    yield "NUL in the token", '{"type":"act","token":"1\\u0000","action":{"kind":"check"}}', malformed
    yield "quote in the token", act("1.1.0.1' OR 1=1 --", kind="check"), malformed | {"stale_token"}
    yield "endless token", act("1" * 9_000, kind="check"), malformed
    yield "no token", json.dumps({"type": "act", "action": {"kind": "check"}}), malformed
    yield "token of another kind", act({"a": 1}, kind="check"), malformed
    yield "no type", json.dumps({"token": token}), malformed
    yield "unknown type", json.dumps({"type": "deal"}), malformed
    yield "command of ours", json.dumps({"type": "void", "staff": "me", "reason": "x"}), malformed
    yield "tick", json.dumps({"type": "tick", "at": 1}), malformed
    yield (
        "additional field",
        json.dumps({"type": "act", "token": token, "action": {"kind": "check"}, "seat": 1}),
        malformed,
    )
    yield "additional field in the action", act(token, kind="check", seat=1), malformed
    yield "unknown action", act(token, kind="peek"), {"malformed", "unknown_action"}
    yield "action of another game", act(token, kind="stand"), {"malformed", "unknown_action", "not_legal"}
    yield "action as a list", json.dumps({"type": "act", "token": token, "action": ["check"]}), malformed
    yield "kind as an object", act(token, kind={"$gt": ""}), malformed
    yield "negative amount", act(token, kind="bet", to=-10), bounds
    yield "amount of nothing", act(token, kind="bet", to=0), bounds
    yield "fraction", act(token, kind="bet", to=10.5), malformed
    yield "text as amount", act(token, kind="bet", to="ten"), malformed
    yield "digits of another script", act(token, kind="bet", to="١٠"), malformed
    yield "true as amount", act(token, kind="bet", to=True), malformed
    yield "10^30", act(token, kind="bet", to=10**30), bounds
    yield "10^18", act(token, kind="bet", to=10**18), bounds
    yield "2^63", act(token, kind="bet", to=2**63), bounds
    yield "no amount", act(token, kind="bet"), malformed
    yield "one chip too many", act(token, kind="bet", to=951), bounds
    yield "invented token", act("9.9.9.9", kind="check"), {"stale_token"}
    yield (
        "token of the other seat",
        act(token[:4] + str(1 - int(token[4])) + token[5:], kind="check"),
        {"stale_token"},
    )
    yield (
        "a field twice",
        f'{{"type":"act","token":"{token}","action":{{"kind":"fold"}},"action":{{"kind":"check"}}}}',
        {"repeated_field"},
    )
    yield (
        "a field of the action twice",
        f'{{"type":"act","token":"{token}","action":{{"kind":"bet","to":50,"to":50}}}}',
        {"repeated_field"},
    )
    yield (
        "a field of a form twice",
        f'{{"body":{{"type":"act","token":"{token}","kind":"check","kind":"check"}}}}',
        {"repeated_field"},
    )
    yield "giving up by mistake", json.dumps({"type": "give_up"}), malformed
    yield "giving up unsure", json.dumps({"type": "give_up", "sure": "no"}), malformed
    yield "seed after the deal", json.dumps({"type": "digest", "digest": "ab" * 32}), {"seeds_closed"}
    yield (
        "seed of no form",
        json.dumps({"type": "reveal", "value": "x"}),
        {"seeds_closed", "bad_seed", "malformed"},
    )
    yield (
        "form fields of another kind",
        json.dumps({"body": {"type": "act", "token": [], "kind": "bet", "to": {}}}),
        malformed,
    )


def rows(stack: Stack, table: dict[str, Any]) -> list[tuple[Any, ...]]:
    """Everything of the table that a command could change."""
    journal = stack.query("SELECT * FROM games_journalentry WHERE table_id = %s ORDER BY seq", table["id"])
    return journal + stack.query(
        "SELECT version, schema, sealed, due_at FROM games_tablestate WHERE table_id = %s", table["id"]
    )


async def test_bad_messages_get_a_coded_error_and_nobody_else_gets_anything(stack: Stack) -> None:
    table = stack.seed()[0]
    async with seated(stack, table) as people:
        asked, other = await whose_turn(*people)
        eve = await watcher(stack.webs[1].port, table["table"])
        await eve.until(lambda view: view["phase"] == "hand")
        assert asked.prompt is not None
        before = rows(stack, table)
        quiet = [len(without_ticks(person)) for person in (other, eve)]
        for what, frame, codes in bad_messages(asked.prompt["token"]):
            await asked.send(frame)
            answer = await asked.reply()
            assert answer.get("error", {}).get("code") in codes, (what, answer)
            assert set(answer["error"]) == {"code", "message", "data"}, what
            assert answer["error"]["message"], what
            await asyncio.sleep(1 / 20)  # stays within the rate, which has its own test
        assert rows(stack, table) == before
        assert [len(without_ticks(person)) for person in (other, eve)] == quiet
        assert "reply" in await asked.act("check")
        await other.until(lambda view: bool(view["prompt"]), "the table plays on")
        await eve.close()


async def test_out_of_turn_and_without_a_seat_is_refused(stack: Stack) -> None:
    table = stack.seed()[0]
    async with seated(stack, table) as people:
        asked, other = await whose_turn(*people)
        assert asked.prompt is not None
        before = rows(stack, table)
        answer = {"type": "act", "token": asked.prompt["token"], "action": {"kind": "check"}}
        eve = await watcher(stack.webs[0].port, table["table"])
        for person, code in ((other, "not_your_turn"), (eve, "no_such_seat")):
            await person.send(answer)
            assert (await person.reply())["error"]["code"] == code
        await eve.send({"type": "give_up", "sure": "yes"})
        assert (await eve.reply())["error"]["code"] == "no_such_seat"
        assert rows(stack, table) == before
        await eve.close()


async def test_late_and_doubled_answers_change_nothing(stack: Stack) -> None:
    table = stack.seed()[0]
    async with seated(stack, table) as people:
        asked, other = await whose_turn(*people)
        assert asked.prompt is not None
        token = asked.prompt["token"]
        reply = await asked.act("check", token=token)
        await other.until(lambda view: bool(view["prompt"]))
        before = rows(stack, table)
        assert await asked.act("check", token=token) == reply
        assert (await asked.act("bet", token=token, to=10))["error"]["code"] == "already_acted"
        await other.act("check")
        assert (await asked.act("bet", token=token, to=10))["error"]["code"] == "already_acted"
        assert len(rows(stack, table)) == len(before) + 1


@pytest.mark.parametrize("frame", ["x" * TOO_BIG, b"\x00" * TOO_BIG], ids=["text", "binary"])
async def test_megabyte_closes_the_socket_which_is_then_away(stack: Stack, frame: Any) -> None:
    table = stack.seed()[0]
    async with seated(stack, table) as (alice, bob):
        try:
            await alice.send(frame)
        except websockets.ConnectionClosed:
            pass
        await alice.until_closed(5)
        await bob.until(lambda view: view["seats"][ALICE]["away"], "Alice is away", 3)
        await alice.reconnect(alice.port)
        await bob.until(lambda view: not view["paused"], "the table plays on")


async def test_thousand_messages_a_second_are_told_so_once_and_closed(stack: Stack) -> None:
    table = stack.seed()[0]
    async with seated(stack, table) as (alice, bob):
        before = len(rows(stack, table))
        alice.hurries = True
        try:
            for _ in range(1_000):
                await alice.send({"type": "skip"})
        except websockets.ConnectionClosed:
            pass
        assert await alice.until_closed(10) == 4429
        answers = [json.loads(frame) for frame in without_ticks(alice) if "error" in frame]
        assert [answer["error"]["code"] for answer in answers].count("too_fast") == 1
        assert len(answers) < 100
        await bob.until(lambda view: view["seats"][ALICE]["away"], "Alice is away", 3)
        await alice.reconnect(alice.port)
        await bob.until(lambda view: not view["paused"], "the table plays on")
        assert len(rows(stack, table)) == before + 2  # away and back


async def test_flood_at_one_table_does_not_slow_another(stack: Stack) -> None:
    flooded, calm = stack.seed(tables=2)
    async with seated(stack, flooded) as (alice, _), seated(stack, calm) as people:
        stop = asyncio.Event()
        alice.hurries = True

        async def flood() -> None:
            while not stop.is_set():
                try:
                    await alice.send({"type": "sync"})
                except websockets.ConnectionClosed:
                    await alice.reconnect(alice.port)

        flooding = asyncio.create_task(flood())
        for _ in range(4):
            asked, _ = await whose_turn(*people)
            async with asyncio.timeout(2):
                assert "reply" in await asked.act("check" if _offers(asked, "check") else "pass")
        stop.set()
        await flooding


def _offers(person: Client, kind: str) -> bool:
    return person.prompt is not None and any(offer[0] == kind for offer in person.prompt["legal"])


@pytest.mark.parametrize("name", ["nosuchtable", "a" * 3_000, "%00", "..%2f..%2fetc", "tactical'--"])
async def test_unknown_table_closes_with_its_code(stack: Stack, name: str) -> None:
    nobody = await watcher(stack.webs[0].port, name)
    assert await nobody.until_closed() == 4404
    assert without_ticks(nobody) == []


async def test_one_address_holds_so_many_sockets_and_no_more_until_some_are_closed(stack: Stack) -> None:
    table = stack.seed()[0]
    async with seated(stack, table) as (alice, bob):
        crowd = [await watcher(stack.webs[0].port, table["table"]) for _ in range(SOCKETS_PER_ADDRESS - 1)]
        one_more = await watcher(stack.webs[0].port, table["table"])
        assert await one_more.until_closed() == 4429
        assert [person.close_code for person in (alice, bob, *crowd) if person.close_code] == []
        await asyncio.gather(*(person.close() for person in crowd))
        again = await watcher(stack.webs[0].port, table["table"])
        await again.until(lambda view: view["phase"] == "hand", "there is room again")
        await again.close()


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1", None])
async def test_foreign_origin_gets_no_socket(stack: Stack, origin: str | None) -> None:
    table = stack.seed()[0]
    address = f"ws://127.0.0.1:{stack.webs[0].port}/ws/table/{table['table']}/"
    with pytest.raises(websockets.InvalidStatus) as refused:
        await websockets.connect(address, additional_headers={"Cookie": table["cookies"][0]}, origin=origin)  # type: ignore[arg-type]
    assert refused.value.response.status_code == 403


@pytest.mark.parametrize(
    "cookie", ["sessionid=; a=b", "sessionid=" + "x" * 4_000, "sessionid=a; =;;;\t,", 'sessionid="unclosed']
)
async def test_broken_cookie_is_nobody_who_may_watch(stack: Stack, cookie: str) -> None:
    table = stack.seed()[0]
    async with seated(stack, table):
        nobody = await Client(stack.webs[0].port, table["table"], cookie).connect()
        await nobody.until(lambda view: view["seat"] is None, "the public view")
        await fence(nobody)
        await nobody.close()


def test_every_code_has_a_sentence_that_says_what_to_do() -> None:
    assert all(str(sentence).endswith(".") for sentence in SENTENCES.values())
