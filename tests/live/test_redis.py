"""The same stack with Redis or Valkey: wake-ups by its channel, Celery by its lists."""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
import redis

from tests.live.players import any_action, seated, take_turn, until, watcher, whose_turn
from tests.support.redis import find_redis, running_redis
from tests.support.stack import Stack, running_stack

pytestmark = [pytest.mark.alone, pytest.mark.redis, pytest.mark.slow]


class Broker:
    """A server that can be taken away and comes back under its address."""

    def __init__(self, binary: str, folder: Path) -> None:
        self.binary = binary
        self.folder = folder
        self.url = f"unix://{folder / 'redis.sock'}"
        self._running = ExitStack()
        self.start()

    def start(self) -> None:
        assert self._running.enter_context(running_redis(self.binary, self.folder)) == self.url

    def stop(self) -> None:
        self._running.close()


@pytest.fixture(scope="module")
def broker() -> Iterator[Broker]:
    binary = find_redis()
    if binary is None:
        pytest.skip("no redis-server or valkey-server on this machine")
    with tempfile.TemporaryDirectory(prefix="b21-redis-") as folder:
        broker = Broker(binary, Path(folder))
        yield broker
        broker.stop()


@pytest.fixture(scope="module")
def stack(broker: Broker) -> Iterator[Stack]:
    with running_stack(worker=True, extra={"REDIS_URL": broker.url}) as stack:
        yield stack


async def slowest_of_turns(stack: Stack, turns: int) -> float:
    """From an answer's reply until all viewers, on both processes, have seen it: the slowest, s."""
    table = stack.seed()[0]
    async with seated(stack, table) as people:
        eve = await watcher(stack.webs[1].port, table["table"])
        dice, slowest = random.Random(51), 0.0
        for _ in range(turns):
            asked, _ = await whose_turn(*people)
            assert asked.prompt is not None
            calm = [offer for offer in asked.prompt["legal"] if offer[0] in ("check", "pass", "call")]
            reply = await asked.act(**any_action(calm, dice))
            began = time.monotonic()
            await asyncio.gather(*(person.until_version(reply["reply"]["v"], 5) for person in (*people, eve)))
            slowest = max(slowest, time.monotonic() - began)
            if asked.view["phase"] != "hand":
                break
        await eve.close()
    return slowest


async def test_wake_ups_travel_by_redis_and_not_by_the_poll(stack: Stack, broker: Broker) -> None:
    """The poll alone takes up to a second; a channel that works is far below it."""
    with redis.Redis.from_url(broker.url) as client:
        assert client.pubsub_numsub("b21_tables")[0][1] == len(stack.webs)
    assert await slowest_of_turns(stack, 4) < 0.5


async def test_idle_subscription_outlives_the_socket_timeout_of_the_client(
    stack: Stack, broker: Broker
) -> None:
    """redis-py 8 takes 5 s of silence for a failure unless told otherwise."""
    await asyncio.sleep(6)  # the silence itself
    with redis.Redis.from_url(broker.url) as client:
        assert client.pubsub_numsub("b21_tables")[0][1] == len(stack.webs)
    assert "wake-ups are deaf" not in stack.log_text()


async def test_every_viewer_is_right_within_1500_ms_while_redis_is_away_and_at_once_when_it_is_back(
    stack: Stack, broker: Broker
) -> None:
    broker.stop()
    try:
        assert await slowest_of_turns(stack, 3) < 1.5
    finally:
        broker.start()

    def both_listen() -> bool:
        with redis.Redis.from_url(broker.url) as client:
            return int(client.pubsub_numsub("b21_tables")[0][1]) == len(stack.webs)

    await until(both_listen, "both web processes listen again", 15)
    assert await slowest_of_turns(stack, 3) < 0.5


async def test_worker_verifies_hands_by_tasks_that_came_by_redis(stack: Stack) -> None:
    table = stack.seed()[0]
    async with seated(stack, table) as people:
        dice = random.Random(52)
        while people[0].view["hand_number"] < 2:
            await take_turn(people, dice)

    def verified() -> bool:
        return stack.query(
            "SELECT verified_at IS NOT NULL FROM games_hand WHERE table_id = %s", table["id"]
        ) == [(True,)]

    await until(verified, "the first hand is verified", 60)
