"""Heads-up Poker over real sockets: a whole match for a stake, what every role was sent, and what is refused."""

from __future__ import annotations

import asyncio
import json
import random
from functools import partial
from typing import Any

import pytest

from tests.live.players import ALICE, seated, take_turn, watcher, whose_turn
from tests.live.test_bad_input import rows
from tests.live.test_leaks import page_socket, read_all
from tests.support.client import Client
from tests.support.stack import Stack

pytestmark = pytest.mark.stack

KEY = "heads_up"
STAKE, RAKE = 7_693, 153  # $5 of TBTC at $65,000: 7,692.3… rounded up; 1 % of 15,386 rounded down
MOST_TURNS = 400


async def test_staked_match_is_played_and_settled_and_shows_nobody_a_hidden_card(stack: Stack) -> None:
    (table,) = await asyncio.to_thread(partial(stack.seed, mode="stake", game=KEY))
    eve = await watcher(stack.webs[0].port, table["table"])
    pages: list[tuple[int | None, Any, list[str], asyncio.Task[None]]] = []
    async with seated(stack, table) as people:
        frames: list[str] = []
        socket = await page_socket(stack.webs[1].port, table["table"], None)
        pages.append((None, socket, frames, asyncio.create_task(read_all(socket, frames))))
        dice = random.Random(5)
        for _ in range(MOST_TURNS):
            if people[ALICE].view["phase"] == "over":
                break
            await take_turn(people, dice)
        view = people[ALICE].view
        assert view["phase"] == "over"
        assert view["result"]["reason"] == "chips"
        late = await watcher(stack.webs[1].port, table["table"])
        await late.until(lambda view: bool(view["hand"]))
        for seat, person in enumerate(people):
            await person.close()
            socket = await page_socket(stack.webs[seat].port, table["table"], person.cookie)
            frames = [str(await socket.recv())]
            pages.append((seat, socket, frames, asyncio.create_task(read_all(socket, frames))))
        for _seat, socket, _frames, task in pages:
            await socket.close()
            await task
        await eve.close()
        await late.close()
    roles = [{"seat": seat, "frames": person.frames} for seat, person in enumerate(people)]
    roles += [{"seat": None, "frames": person.frames} for person in (eve, late)]
    roles += [{"seat": seat, "frames": frames} for seat, _socket, frames, _task in pages]
    find = partial(stack.call, "tests.live.secrets_of:leaks", table_id=table["id"])
    assert find(roles=roles) == []
    assert find(roles=[{"seat": None, "frames": roles[ALICE]["frames"]}]), (
        "Alice's frames are a leak to a watcher"
    )

    (winner,) = view["result"]["winners"]
    assert _free(stack, table["players"][winner]) == 10**8 + STAKE - RAKE
    assert _free(stack, table["players"][1 - winner]) == 10**8 - STAKE
    assert "ok" in stack.manage("check_ledger").lower()


def _free(stack: Stack, player: str) -> int:
    ((units,),) = stack.query(
        "SELECT sum(e.amount) FROM wallet_entry e JOIN wallet_account a ON a.id = e.account_id "
        "JOIN players_user u ON u.id = a.owner_id "
        "WHERE u.public_id = %s AND a.currency_id = 'TBTC' AND a.kind = 'player'",
        player,
    )
    return int(units)


def frames_of(token: str) -> list[tuple[str, str, set[str]]]:
    """(what it is, the frame, the codes it may be answered with) for a raise from 60 to 1,000."""

    def raised(to: str) -> str:
        return f'{{"type":"act","token":"{token}","action":{{"kind":"raise","to":{to}}}}}'

    def by_form(to: str) -> str:
        return json.dumps({"body": {"type": "act", "token": token, "kind": "raise", "to": to}})

    sizes = {"amount"}
    return [
        ("below the least raise", raised("59"), sizes),
        ("no more than the call", raised("30"), sizes),
        ("above the stack", raised("1001"), sizes),
        ("half a chip", raised("60.5"), {"malformed"}),
        ("a whole number as a fraction", raised("60.0"), {"malformed"}),
        ("not a number", raised("NaN"), {"malformed"}),
        ("a slider's NaN", by_form("NaN"), {"malformed"}),
        ("a slider's fraction", by_form("60.5"), {"malformed"}),
        ("an empty field", by_form(""), {"malformed"}),
        ("less than nothing", by_form("-60"), {"malformed"}),
        ("a bet where there is one", raised("90").replace('"raise"', '"bet"'), {"not_legal"}),
        ("a check that is not free", json.dumps({"type": "act", "token": token, "action": {"kind": "check"}}),
         {"not_legal"}),
    ]  # fmt: skip


async def test_what_cannot_be_bet_is_refused_and_changes_nothing(stack: Stack) -> None:
    (table,) = await asyncio.to_thread(partial(stack.seed, game=KEY))
    async with seated(stack, table) as people:
        asked, other = await whose_turn(*people)
        assert asked.prompt is not None
        token = asked.prompt["token"]
        assert ["raise", 60, 1_000] in asked.prompt["legal"]
        before = rows(stack, table)
        for what, frame, codes in frames_of(token):
            await asked.send(frame)
            refused = await asked.reply()
            assert refused.get("error", {}).get("code") in codes, (what, refused)
        await _refused(other, token, "not_your_turn", kind="call")
        assert rows(stack, table) == before


async def test_answer_chosen_before_the_price_changed_is_refused_and_changes_nothing(stack: Stack) -> None:
    """As a page would send it that has not heard of the raise: with the token of the decision it was made for."""
    (table,) = await asyncio.to_thread(partial(stack.seed, game=KEY))
    async with seated(stack, table) as people:
        button, blind = await whose_turn(*people)
        await button.act("call")
        await blind.until(lambda view: bool(view["prompt"]))
        assert blind.prompt is not None
        old = blind.prompt["token"]
        await blind.act("raise", to=90)
        await button.until(lambda view: bool(view["prompt"]))
        await button.act("raise", to=300)
        await blind.until(lambda view: view["prompt"] and view["prompt"]["token"] != old)
        assert blind.view["hand"]["to_call"] == 210
        before = rows(stack, table)
        await _refused(blind, old, "already_acted", kind="call")
        await _refused(blind, old[:-1] + "9", "stale_token", kind="check")
        assert rows(stack, table) == before


async def test_answer_sent_twice_counts_once(stack: Stack) -> None:
    """By a double click or from two tabs: the same reply; another answer to that decision is refused."""
    (table,) = await asyncio.to_thread(partial(stack.seed, game=KEY))
    async with seated(stack, table) as people:
        button, blind = await whose_turn(*people)
        assert button.prompt is not None
        token = button.prompt["token"]
        raised = {"type": "act", "token": token, "action": {"kind": "raise", "to": 90}}
        await button.send(raised)
        await button.send(raised)
        first, second = await button.reply(), await button.reply()
        assert first == second
        await blind.until(lambda view: bool(view["prompt"]))
        before = rows(stack, table)
        await button.send(raised)
        assert await button.reply() == first
        await _refused(button, token, "already_acted", kind="raise", to=91)
        await _refused(button, token, "already_acted", kind="fold")
        assert rows(stack, table) == before
        assert [seat["bet"] for seat in blind.view["hand"]["seats"]].count(90) == 1


async def _refused(person: Client, token: str, code: str, **action: Any) -> None:
    await person.send({"type": "act", "token": token, "action": action})
    assert (await person.reply())["error"]["code"] == code
