"""Players at the real stack: they sit down on two web processes and answer at random."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from tests.support.client import SYNC, Client
from tests.support.stack import Stack

ALICE, BOB = 0, 1


@asynccontextmanager
async def seated(
    stack: Stack,
    table: dict[str, Any] | None = None,
    ports: tuple[int, int] | None = None,
    game: str = "tactical",
) -> AsyncIterator[tuple[Client, Client]]:
    """Alice on the first web process, Bob on the second, at their first decision."""
    if table is None:
        (table,) = await asyncio.to_thread(partial(stack.seed, game=game))
    ports = ports or (stack.webs[0].port, stack.webs[1].port)
    people = [
        Client(port, table["table"], cookie) for port, cookie in zip(ports, table["cookies"], strict=True)
    ]
    try:
        for person in people:
            await person.connect()
        for person in people:
            await person.until(lambda view: view["phase"] == "hand", "the first hand")
        yield people[ALICE], people[BOB]
    finally:
        for person in people:
            await person.close()


async def until(condition: Callable[[], object], what: str, seconds: float = 10) -> None:
    """Waits for something that no socket tells."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, f"not within {seconds:g} s: {what}"
        await asyncio.sleep(0.02)


async def watcher(port: int, table: str) -> Client:
    return await Client(port, table, None).connect()


async def whose_turn(*people: Client) -> tuple[Client, Client]:
    """Who is asked, and the other."""
    newest = max(people, key=lambda person: int(person.message["v"]))
    for person in people:
        await person.until_version(int(newest.message["v"]))
    asked = next(person for person in people if person.prompt)
    return asked, next(person for person in people if person is not asked)


def any_action(legal: list[list[Any]], dice: random.Random) -> dict[str, Any]:
    """One of the legal actions, as a message's `action`."""
    kind, low, high = dice.choice(legal)
    return {"kind": kind, "to": dice.choice((low, dice.randint(low, high)))} if high else {"kind": kind}


async def take_turn(people: tuple[Client, Client], dice: random.Random) -> int:
    """Whoever is asked answers at random, results are skipped; the version that both have seen then."""
    shown = max(people, key=lambda person: int(person.message["v"]))
    version = int(shown.message["v"])
    if shown.view["phase"] == "between":
        for person in people:
            await person.send({"type": "skip"})
        await shown.until(lambda view: view["phase"] != "between", "the next hand")
        version = int(shown.message["v"])
    else:
        asked, _ = await whose_turn(*people)
        assert asked.prompt is not None
        answer = any_action(asked.prompt["legal"], dice)
        reply = await asked.act(**answer)
        assert "reply" in reply, reply
        version = reply["reply"]["v"]
    for person in people:
        await person.until_version(version)
    return version


async def churn(stack: Stack, table: dict[str, Any], changes: int, seed: int = 1) -> int:
    """That many changes by a process of its own, as fast as it can; the last version."""
    call = partial(stack.call, "tests.live.churn:churn", table=table["id"], changes=changes, seed=seed)
    return int(await asyncio.to_thread(call))


def views(person: Client) -> list[dict[str, Any]]:
    """Every message with a view that the connection has brought, in order."""
    return [message for message in map(json.loads, person.frames) if "view" in message]


def without_ticks(person: Client) -> list[str]:
    return [frame for frame in person.frames if not frame.startswith('{"tick"')]


async def fence(person: Client) -> None:
    """When this returns, everything sent to the person before has arrived."""
    seen = len(views(person))
    await person.send(SYNC)
    await person.until(lambda _: len(views(person)) > seen, "the view asked for")
