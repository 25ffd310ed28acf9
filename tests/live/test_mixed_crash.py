"""kill -9 in the middle of a posting of several currencies, of the web process or of the database's: all of it or
nothing, no unit is lost, and what was meant is done once."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing
from functools import partial
from typing import Any

import psycopg
import pytest

from battle21.installation import DATABASE_NAME
from tests.live.mixed_tables import PURSES
from tests.live.players import until
from tests.support.client import Client
from tests.support.stack import Stack, running_stack

pytestmark = [pytest.mark.alone, pytest.mark.slow]

PAID = [{"TBTC": 1_000, "TUSDT": 4_350_000}, {"TBTC": 1_000, "TETH": 174 * 10**13}]
LEFT = [{"TUSDT": 10**9 - 4_350_000}, {"TETH": 10**18 - 174 * 10**13}]
# Bob wins what Alice brought and has his own back, but for 1 % of each pot: 20 of 2,000, 43,500, 17.4 * 10^12.
WON = {"TBTC": 1_980, "TUSDT": 4_350_000 - 43_500, "TETH": 10**18 - 174 * 10**11}
NOTHING = {"free": list(PURSES), "inside": [{}, {}], "transfers": []}
BEGUN = {"free": LEFT, "inside": PAID, "transfers": ["stake"]}
SETTLED = {"free": [LEFT[0], WON], "inside": [{}, {}], "transfers": ["stake", "settle"]}
WAITING = "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%wallet_post%'"
ROWS = """
SELECT 1 FROM wallet_balance b JOIN wallet_account a ON a.id = b.account_id
WHERE a.owner_id = ANY(%s) AND a.kind = %s FOR UPDATE OF b
"""


class Holding(Client):
    """Keeps its seed back until it is let go."""

    holds = True

    async def _bring_seed(self) -> None:
        if not (self.holds and self.message.get("wants") == "value"):
            await super()._bring_seed()

    async def let_go(self) -> None:
        self.holds = False
        await self._bring_seed()


@pytest.fixture(scope="module")
def stack() -> Iterator[Stack]:
    with running_stack() as stack:
        yield stack


@pytest.fixture(autouse=True)
def all_running(stack: Stack) -> Iterator[None]:
    yield
    for web in stack.webs:
        if not web.running:
            web.start()
    for web in stack.webs:
        web.wait_ready()


def money(stack: Stack, table: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = stack.call(
        "tests.live.mixed_tables:money", table=table["table"], people=table["people"]
    )
    return found


@asynccontextmanager
async def at_the_table(stack: Stack, table: dict[str, Any]) -> AsyncIterator[tuple[Holding, Client]]:
    """Alice, whose seed is the last, on the first web process; Bob on the second. Nothing is paid in yet."""
    alice = Holding(stack.webs[0].port, table["table"], table["cookies"][0])
    bob = Client(stack.webs[1].port, table["table"], table["cookies"][1])
    try:
        for person in (alice, bob):
            await person.connect()
        await until(lambda: alice.message.get("wants") == "value", "all but one seed are there")
        await until(lambda: bob.view and bob.message.get("wants") is None, "Bob's is")
        yield alice, bob
    finally:
        for person in (alice, bob):
            await person.close()


@asynccontextmanager
async def held_up(stack: Stack, table: dict[str, Any], kind: str) -> AsyncIterator[psycopg.Connection[Any]]:
    """Every posting that changes the players' accounts of that kind waits in its middle."""
    with closing(psycopg.connect(stack.environment["OWNER_DATABASE_URL"])) as owner:
        owner.execute(ROWS, (table["people"], kind))
        yield owner


async def kill_in_mid_posting(stack: Stack, what: str, owner: psycopg.Connection[Any]) -> None:
    """Once the posting waits; then what it waits for goes away, too."""
    with stack.cluster.connect(database=DATABASE_NAME) as watcher:
        await until(lambda: watcher.execute(WAITING).fetchone(), "the posting waits", 5)
        ((pid,),) = watcher.execute(WAITING).fetchall()
        if what == "web process":
            stack.webs[0].kill()
            owner.rollback()
            gone = "SELECT NOT EXISTS (SELECT FROM pg_stat_activity WHERE pid = %s)"
            await until(lambda: watcher.execute(gone, [pid]).fetchone() == (True,), "it is gone")
            return
    os.kill(pid, signal.SIGKILL)  # the postmaster then restarts all of the database
    await until(partial(is_back, stack), "the database is back")


def all_or_nothing(what: str, before: dict[str, Any], after: dict[str, Any]) -> tuple[dict[str, Any], ...]:
    """How the money may stand then. A web process that lives carries out what it was told once the database is back."""
    return (before,) if what == "web process" else (before, after)


def is_back(stack: Stack) -> bool:
    try:
        return bool(stack.query("SELECT 1"))
    except psycopg.OperationalError:
        return False


async def come_back(stack: Stack, what: str, *people: Client) -> None:
    """To the process that lives; to their own when only the database was away."""
    for person in people:
        await person.reconnect(stack.webs[1].port if what == "web process" else person.port)


@pytest.mark.parametrize("what", ["web process", "database process"])
async def test_killed_while_stakes_are_paid_in_nobody_has_paid_and_then_the_match_begins(
    stack: Stack, what: str
) -> None:
    table = await asyncio.to_thread(stack.call, "tests.live.mixed_tables:new_table")
    async with at_the_table(stack, table) as (alice, bob):
        async with held_up(stack, table, "player") as owner:
            await alice.let_go()
            await kill_in_mid_posting(stack, what, owner)
        assert money(stack, table) in all_or_nothing(what, NOTHING, BEGUN)
        await come_back(stack, what, *((alice,) if what == "web process" else (alice, bob)))
        await alice.until(lambda view: view["phase"] == "hand", "the first hand")
        assert money(stack, table) == BEGUN
        assert stack.call("tests.live.mixed_tables:faults") == []
        await gives_up(alice)
        assert money(stack, table) == SETTLED


@pytest.mark.parametrize("what", ["web process", "database process"])
async def test_killed_while_a_match_is_paid_out_nothing_has_moved_and_then_it_is_settled_once(
    stack: Stack, what: str
) -> None:
    table = await asyncio.to_thread(stack.call, "tests.live.mixed_tables:new_table")
    async with at_the_table(stack, table) as (alice, bob):
        await alice.let_go()
        await alice.until(lambda view: view["phase"] == "hand", "the first hand")
        async with held_up(stack, table, "escrow") as owner:
            await alice.send({"type": "give_up", "sure": "yes"})
            await kill_in_mid_posting(stack, what, owner)
        moved = money(stack, table)
        assert moved in all_or_nothing(what, BEGUN, SETTLED)
        await come_back(stack, what, *((alice,) if what == "web process" else (alice, bob)))
        assert stack.call("tests.live.mixed_tables:faults") == []
        if moved == BEGUN:
            await alice.until(lambda view: view["phase"] == "hand", "as it was")
            await gives_up(alice)
        await alice.until(lambda view: view["phase"] == "over", "the end")
        assert (await asks_to_give_up(alice))["error"]["code"] == "match_over"
        assert money(stack, table) == SETTLED
        assert stack.call("tests.live.mixed_tables:faults") == []


async def asks_to_give_up(person: Client) -> dict[str, Any]:
    """The reply to just this."""
    while not person.replies.empty():
        person.replies.get_nowait()
    await person.send({"type": "give_up", "sure": "yes"})
    return await person.reply()


async def gives_up(person: Client) -> None:
    """As a page does again, while it is told that the database was away."""
    end = time.monotonic() + 10
    while "reply" not in (answer := await asks_to_give_up(person)):
        assert answer["error"]["code"] == "busy", answer
        assert time.monotonic() < end, "busy for too long"
