"""Processes of the real stack die, in every way; players lose nothing, least of all time. PostgreSQL is durable."""

from __future__ import annotations

import asyncio
import random
import signal
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack
from typing import Any

import pytest

from games.rules.state import SCHEMA
from tests.live.players import ALICE, BOB, fence, seated, take_turn, until, watcher, whose_turn
from tests.live.rows import STEADY, STEADY_MS
from tests.support.client import Client, View
from tests.support.stack import Server, Stack, running_stack

pytestmark = [pytest.mark.alone, pytest.mark.slow]

SECOND = 1_000
BUDGET_MS, GRACE_MS, MORE_MS = 60 * SECOND, 15 * SECOND, 30 * SECOND
"""rules.md: 60 s a player and match; 15 s free when we are to blame; 30 s more after an outage."""


@pytest.fixture(scope="module")
def stack() -> Iterator[Stack]:
    with running_stack(worker=True, extra={"B21_EXTRA_GAMES": "tests.live.rows"}) as stack:
        yield stack


@pytest.fixture(autouse=True)
def all_running(stack: Stack) -> Iterator[None]:
    yield
    stack.cluster.start()
    for server in stack.servers:
        if not server.running:
            server.start()
    for web in stack.webs:
        web.wait_ready()


async def start_again(*webs: Server) -> None:
    """Beside the open sockets, whose pings must be answered meanwhile."""
    for web in webs:
        web.start()
    for web in webs:
        await asyncio.to_thread(web.wait_ready)


def mine(view: View) -> tuple[Any, ...]:
    """What a player must find again."""
    return (
        view["hand"],
        view["prompt"] and view["prompt"]["token"],
        view["match"]["stacks"],
        view["hand_number"],
    )


def budget_left(view: View, seat: int) -> int:
    """Of a seat that is away, when its absence began: ms."""
    return int(view["seats"][seat]["away_until"] - view["at"])


def outages(stack: Stack) -> int:
    return int(stack.query("SELECT count(*) FROM games_outage")[0][0])


def clocks_stand_until(stack: Stack) -> int:
    """Of the last outage, the time given back included: ms."""
    return int(stack.query("SELECT (extract(epoch FROM max(until)) * 1000)::bigint FROM games_outage")[0][0])


@pytest.mark.parametrize("to", ["the other process", "the same, started again"])
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
async def test_hand_goes_on_where_it_was_after_the_web_process_died(stack: Stack, how: int, to: str) -> None:
    async with seated(stack) as (alice, bob):
        dice = random.Random(how)
        for _ in range(3):
            await take_turn((alice, bob), dice)
        before = mine(alice.view)
        stack.webs[0].signal(how)
        await alice.until_closed()
        await asyncio.to_thread(stack.webs[0].stop if how == signal.SIGTERM else stack.webs[0].kill)
        if to == "the other process":
            await alice.reconnect(stack.webs[1].port)
        else:
            await start_again(stack.webs[0])
            await alice.reconnect(stack.webs[0].port)
        await alice.until(
            lambda view: not view["seats"][ALICE]["away"] and not view["paused"], "Alice is back"
        )
        assert mine(alice.view) == before
        for _ in range(3):
            await take_turn((alice, bob), dice)


async def test_answers_acknowledged_before_the_kill_are_all_there_after_it(stack: Stack) -> None:
    """The process dies in the moment it has said yes."""
    table = stack.seed()[0]
    async with seated(stack, table) as people:
        for _ in range(4):
            asked, other = await whose_turn(*people)
            assert asked.prompt is not None
            token = asked.prompt["token"]
            kind = "check" if asked.prompt["legal"][0][0] == "check" else "pass"
            reply = await asked.act(kind)
            web = next(web for web in stack.webs if web.port == asked.port)
            web.kill()
            assert "reply" in reply
            seq = stack.query(
                "SELECT seq FROM games_journalentry WHERE table_id = %s AND token = %s", table["id"], token
            )
            assert seq == [(reply["reply"]["v"],)]
            await asked.until_closed()
            await asked.reconnect(other.port)
            await other.until(lambda view: not view["paused"], "both are here")
            again = await asked.act(kind, token=token)
            assert again == reply
            await start_again(web)
            await asked.reconnect(web.port)
            await asked.until(lambda view: not view["paused"], "both are here")


async def test_seats_of_a_killed_process_are_away_by_our_fault_within_8_seconds_and_spend_nothing_for_15(
    stack: Stack,
) -> None:
    table = stack.seed()[0]
    async with seated(stack, table) as (alice, bob):
        began = time.monotonic()
        stack.webs[0].kill()
        await bob.until(lambda view: view["seats"][ALICE]["away"], "Alice is away", 10)
        waited = time.monotonic() - began
        assert waited < 8, f"{waited:.1f} s"
        assert bob.view["paused"]
        assert budget_left(bob.view, ALICE) == BUDGET_MS + GRACE_MS
        await alice.reconnect(stack.webs[1].port)
        await bob.until(lambda view: not view["paused"], "Alice is back")
        await alice.close()
        await bob.until(lambda view: view["seats"][ALICE]["away"], "by her own doing now")
        assert budget_left(bob.view, ALICE) == BUDGET_MS


async def test_process_stopped_in_order_says_at_once_that_it_was_us(stack: Stack) -> None:
    async with seated(stack) as (_alice, bob):
        began = time.monotonic()
        stack.webs[0].signal(signal.SIGTERM)
        await bob.until(lambda view: view["seats"][ALICE]["away"], "Alice is away", 5)
        assert time.monotonic() - began < 3
        assert budget_left(bob.view, ALICE) == BUDGET_MS + GRACE_MS
        await asyncio.to_thread(stack.webs[0].stop)


async def test_nobody_is_timed_out_or_charged_when_all_web_processes_are_away_for_longer_than_a_turn(
    stack: Stack,
) -> None:
    """Worker and beat live on meanwhile and sweep."""
    table = stack.seed(game=STEADY)[0]
    before = outages(stack)
    async with seated(stack, table) as (alice, bob):
        asked, _ = await whose_turn(alice, bob)
        assert asked.prompt is not None
        token, due = asked.prompt["token"], asked.prompt["due"]
        killed = time.time() * SECOND
        for web in stack.webs:
            web.kill()
        await asyncio.sleep(30)  # the outage itself
        started = time.time() * SECOND
        await start_again(*stack.webs)
        for person, web in zip((alice, bob), stack.webs, strict=True):
            await person.reconnect(web.port)
        for person in (alice, bob):
            await person.until(lambda view: not view["paused"], "both are here")
        assert asked.prompt is not None
        assert asked.prompt["token"] == token
        assert not any(line[4] for line in asked.view["log"]), "a clock has acted"
        assert outages(stack) == before + 1
        assert asked.prompt["due"] - due >= started - killed + MORE_MS
        assert asked.prompt["due"] > started + MORE_MS
        for person, other, seat in ((alice, bob, ALICE), (bob, alice, BOB)):
            await person.close()
            await other.until(lambda view: any(seat["away"] for seat in view["seats"]), "away again")
            counted_from = max(other.view["at"], clocks_stand_until(stack))
            assert other.view["seats"][seat]["away_until"] - counted_from == BUDGET_MS
            await person.reconnect(person.port)
            await other.until(lambda view: not view["paused"])


async def test_outage_of_more_than_ten_minutes_voids_the_match(stack: Stack) -> None:
    """Ten minutes are not waited for: the leases are made that much older."""
    table = stack.seed()[0]
    async with seated(stack, table) as (alice, _bob):
        for web in stack.webs:
            web.kill()
        stack.query("UPDATE games_lease SET renewed_at = renewed_at - interval '601 seconds'")
        await start_again(*stack.webs)
        await alice.reconnect(stack.webs[1].port)
        await alice.until(lambda view: view["phase"] == "over", "the match is void")
        assert alice.view["result"] == {"reason": "void", "winners": []}


async def test_database_away_for_longer_than_a_turn_costs_nobody_anything(stack: Stack) -> None:
    """The web processes live, their sockets stay open, but nothing can be committed: an outage like any other."""
    table = stack.seed(game=STEADY)[0]
    async with seated(stack, table) as (alice, bob):
        asked, other = await whose_turn(alice, bob)
        assert asked.prompt is not None
        token = asked.prompt["token"]
        await asyncio.to_thread(stack.kill_database)
        answer = await asked.act("check")
        assert answer["error"]["code"] == "busy"
        await asyncio.sleep(STEADY_MS / SECOND + 2)  # the outage itself
        await asyncio.to_thread(stack.cluster.start)
        began = time.monotonic()
        for person in (alice, bob):
            if person.close_code is not None:
                await person.reconnect(person.port)
            await person.until(
                lambda view: any(line[0] == "outage" for line in view["log"]), "time is given back"
            )
            await person.until(lambda view: not view["paused"], "both are here")
        print(f"\nback in the game {time.monotonic() - began:.1f} s after the database")  # noqa: T201
        asked, other = await whose_turn(alice, bob)
        assert asked.prompt is not None
        assert asked.prompt["token"] == token
        assert asked.prompt["due"] > time.time() * SECOND + MORE_MS - 10 * SECOND
        await _answer_when_it_can_be(asked, "check", token)
        await other.until(lambda view: bool(view["prompt"]), "the game goes on")
        assert not any(line[4] for line in other.view["log"]), "a clock has acted"


async def _answer_when_it_can_be(person: Client, kind: str, token: str) -> dict[str, Any]:
    """As a page does with the same token, while it is told "busy"."""
    end = time.monotonic() + 15
    while True:
        reply = await person.act(kind, token=token)
        if reply.get("error", {}).get("code") != "busy":
            assert "reply" in reply, reply
            return reply
        assert time.monotonic() < end, "busy for too long"
        await asyncio.sleep(0.2)


async def test_frozen_web_process_that_wakes_up_finds_its_seats_again(stack: Stack) -> None:
    """Stopped for longer than its lease: its seats are called away by the other, and come back by themselves."""
    table = stack.seed()[0]
    async with seated(stack, table) as (alice, bob):
        stack.webs[0].signal(signal.SIGSTOP)
        try:
            await bob.until(lambda view: view["seats"][ALICE]["away"], "Alice is away", 10)
            assert budget_left(bob.view, ALICE) == BUDGET_MS + GRACE_MS
        finally:
            stack.webs[0].signal(signal.SIGCONT)
        if alice.close_code is not None:
            await alice.reconnect(alice.port)
        await bob.until(
            lambda view: not view["seats"][ALICE]["away"] and not view["paused"], "Alice is back", 10
        )
        await take_turn((alice, bob), random.Random(2))


async def test_rows_held_by_a_stuck_process_delay_their_own_tables_only(stack: Stack) -> None:
    """Both seats of three tables wait for rows: more than a web process has threads."""
    *stuck, sound = stack.seed(tables=4)
    async with AsyncExitStack() as open_sockets:
        waiting = [
            person
            for table in stuck
            for person in await open_sockets.enter_async_context(
                seated(stack, table, ports=(stack.webs[0].port, stack.webs[0].port))
            )
        ]
        people = await open_sockets.enter_async_context(seated(stack, sound))
        with stack.cluster.connect(database="battle21") as admin, admin.transaction():
            ids = [table["id"] for table in stuck]
            admin.execute("SELECT 1 FROM games_tablestate WHERE table_id = ANY(%s) FOR UPDATE", [ids])
            for person in waiting:
                await person.send({"type": "give_up", "sure": "yes"})
            dice = random.Random(4)
            for _ in range(4):
                async with asyncio.timeout(6):
                    await take_turn(people, dice)
            told = [(await person.reply()).get("error", {}).get("code") for person in waiting]
        assert told == ["busy"] * len(waiting)
        await waiting[0].send({"type": "give_up", "sure": "yes"})
        assert "reply" in await waiting[0].reply()


def schema_of(stack: Stack, table: dict[str, Any]) -> int:
    return int(stack.query("SELECT schema FROM games_tablestate WHERE table_id = %s", table["id"])[0][0])


async def test_state_of_older_code_plays_on_in_newer_code_and_older_code_leaves_it_alone(
    stack: Stack,
) -> None:
    """A rolling update: one web process has the next schema already."""
    table = stack.seed()[0]
    async with seated(stack, table) as (alice, bob):
        await take_turn((alice, bob), random.Random(8))
        before = mine(bob.view)
        newer = Server(
            "newer",
            stack.webs[1].command,
            {**stack.environment, "B21_EXTRA_GAMES": "tests.live.rows,tests.live.newer"},
            stack.folder / "newer.log",
            stack.webs[1].port,
            stack.webs[1].fds,
        )
        stack.webs[1].kill()
        try:
            await start_again(newer)
            await bob.reconnect(newer.port)
            await bob.until(lambda view: not view["seats"][BOB]["away"], "Bob is back")
            assert mine(bob.view) == before
            await until(lambda: schema_of(stack, table) == SCHEMA + 1, "newer code has written the state")
            await alice.send({"type": "give_up", "sure": "yes"})
            assert (await alice.reply())["error"]["code"] == "newer_schema"
            await fence(bob)
            assert bob.view["phase"] == "hand"
            await alice.reconnect(newer.port)
            for person in (alice, bob):
                await person.until(lambda view: not view["paused"], "Alice is back")
            await take_turn((alice, bob), random.Random(9))
        finally:
            newer.kill()


async def test_watcher_alone_keeps_no_seat_connected(stack: Stack) -> None:
    """Watching is not being connected (rules.md, All games)."""
    table = stack.seed()[0]
    async with seated(stack, table) as (alice, _bob):
        eve = await watcher(stack.webs[1].port, table["table"])
        await alice.close()
        await eve.until(lambda view: view["seats"][ALICE]["away"], "Alice is away", 3)
        await eve.close()
