"""What two players on two web processes send and are sent: agreement, once, take-over, slow and broken connections."""

from __future__ import annotations

import asyncio
import json
import random
import time
from typing import Any

import pytest
import websockets

from tests.live.players import (
    ALICE,
    BOB,
    any_action,
    churn,
    fence,
    seated,
    take_turn,
    until,
    views,
    watcher,
    whose_turn,
)
from tests.support.client import Client
from tests.support.proxy import running_proxy
from tests.support.stack import Stack

pytestmark = pytest.mark.alone

MANY = 150


def new_table(stack: Stack, **wanted: Any) -> dict[str, Any]:
    return stack.seed(tables=1, **wanted)[0]


def journalled(stack: Stack, table: dict[str, Any]) -> list[tuple[Any, ...]]:
    return stack.query(
        "SELECT seq, kind, seat, token FROM games_journalentry WHERE table_id = %s ORDER BY seq", table["id"]
    )


async def test_both_seats_and_a_watcher_see_every_version_of_one_game(stack: Stack) -> None:
    table = new_table(stack)
    async with seated(stack, table) as people:
        eve = await watcher(stack.webs[1].port, table["table"])
        dice = random.Random(5)
        for _ in range(25):
            version = await take_turn(people, dice)
            await eve.until_version(version)
        await eve.close()
        public = [
            {message["v"]: (message["view"]["log"], message["view"]["seats"]) for message in views(person)}
            for person in (*people, eve)
        ]
        for version in set(public[0]) & set(public[1]) & set(public[2]):
            assert public[0][version] == public[1][version] == public[2][version]
        assert len(set(public[0]) & set(public[1]) & set(public[2])) > 20
        for person in (*people, eve):
            versions = [message["v"] for message in views(person)]
            assert versions == sorted(versions)


async def test_own_cards_are_shown_to_their_owner_alone(stack: Stack) -> None:
    table = new_table(stack)
    async with seated(stack, table) as (alice, bob):
        eve = await watcher(stack.webs[0].port, table["table"])
        await eve.until(lambda view: view["phase"] == "hand")
        for person, own in ((alice, ALICE), (bob, BOB), (eve, None)):
            for seat, shown in enumerate(person.view["hand"]["seats"]):
                assert [card is not None for card in shown["cards"]] == [True, seat == own]
        await eve.close()


async def test_answer_sent_20_times_by_four_tabs_on_two_processes_at_once_counts_once(stack: Stack) -> None:
    """The tabs take the seat from each other meanwhile; whatever one of them is told is the same."""
    table = new_table(stack)
    async with seated(stack, table) as people:
        asked, other = await whose_turn(*people)
        assert asked.prompt is not None
        token = asked.prompt["token"]
        answer = {"type": "act", "token": token, "action": {"kind": "check"}}
        tabs = [Client(stack.webs[n % 2].port, table["table"], asked.cookie) for n in range(4)]
        await asyncio.gather(*(_connect_and_send(tab, answer, times=5) for tab in tabs))
        await other.until(lambda view: bool(view["prompt"]), "the answer counts")
        await until(lambda: sum(tab.close_code is None for tab in tabs) == 1, "one tab is left")
        last = next(tab for tab in tabs if tab.close_code is None)
        await fence(last)
        told = [reply["reply"]["v"] for tab in tabs for reply in replies(tab)]
        assert len(told) >= 5
        for web in stack.webs:  # whoever comes later, wherever, is told the same
            last = await Client(web.port, table["table"], asked.cookie).connect()
            told.append((await last.act("check", token=token))["reply"]["v"])
        assert len(set(told)) == 1
        assert [row[3] for row in journalled(stack, table) if row[1] == "act"] == [token]
        await last.send({**answer, "action": {"kind": "bet", "to": 10}})
        assert (await _next_error(last))["code"] == "already_acted"
        await last.close()


async def _connect_and_send(tab: Client, message: dict[str, Any], times: int) -> None:
    await tab.connect()
    for _ in range(times):
        try:
            await tab.send(message)
        except websockets.ConnectionClosed:
            return


def replies(tab: Client) -> list[dict[str, Any]]:
    found = []
    while not tab.replies.empty():
        found.append(tab.replies.get_nowait())
    return found


async def _next_error(tab: Client) -> dict[str, Any]:
    reply = await tab.reply()
    return dict(reply["error"])


async def test_second_tab_takes_the_seat_over_and_the_old_one_is_told(stack: Stack) -> None:
    async with seated(stack) as (alice, _bob):
        cards = alice.view["hand"]["seats"][ALICE]["cards"]
        other_tab = await Client(stack.webs[1].port, alice.table, alice.cookie).connect()
        assert await alice.until_closed() == 4409
        await other_tab.until(lambda view: view["hand"]["seats"][ALICE]["cards"] == cards, "the same cards")
        assert not other_tab.view["seats"][ALICE]["away"]
        await other_tab.close()


async def test_of_ten_tabs_opened_at_once_one_keeps_the_seat(stack: Stack) -> None:
    table = new_table(stack)
    async with seated(stack, table) as (alice, bob):
        tabs = [Client(stack.webs[n % 2].port, alice.table, alice.cookie) for n in range(10)]
        await asyncio.gather(*(tab.connect() for tab in tabs))
        await until(lambda: sum(tab.close_code is None for tab in [alice, *tabs]) == 1, "one tab is left")
        left = next(tab for tab in tabs if tab.close_code is None)
        assert {tab.close_code for tab in [alice, *tabs] if tab is not left} == {4409}
        await bob.until(lambda view: not view["seats"][ALICE]["away"] and not view["paused"], "Alice is here")
        await left.close()
        await bob.until(lambda view: view["seats"][ALICE]["away"], "Alice is away")


async def test_closed_page_is_away_at_once_and_the_table_waits_for_it(stack: Stack) -> None:
    async with seated(stack) as (alice, bob):
        prompt = (await whose_turn(alice, bob))[0].prompt
        assert prompt is not None
        began = time.monotonic()
        await alice.close()
        await bob.until(lambda view: view["paused"] and view["seats"][ALICE]["away"], "Alice is away", 2)
        assert time.monotonic() - began < 2
        await alice.reconnect(stack.webs[1].port)
        await bob.until(lambda view: not view["paused"], "Alice is back")
        asked, _ = await whose_turn(alice, bob)
        assert asked.prompt is not None
        assert asked.prompt["token"] == prompt["token"]
        assert asked.prompt["due"] > prompt["due"]


async def test_page_frozen_for_150_changes_ends_with_the_present_state(stack: Stack) -> None:
    """A watcher's: the table of a frozen seat would soon wait for it."""
    table = new_table(stack)
    async with seated(stack, table) as (_alice, bob):
        eve = await watcher(stack.webs[0].port, table["table"])
        await eve.until(lambda view: view["phase"] == "hand")
        eve.pause_reading()
        first = int(bob.message["v"])
        version = await churn(stack, table, MANY)
        assert version >= first + MANY
        await bob.until_version(version)
        assert eve.message["v"] < version
        eve.resume_reading()
        await until(lambda: eve.close_code is not None or eve.message["v"] >= version, "all has been read")
        if eve.close_code is not None:  # a slow machine: the page was taken for gone meanwhile
            await eve.reconnect(eve.port)
        await eve.until_version(version)
        await fence(eve)
        await fence(bob)
        assert (eve.message["v"], eve.view["log"]) == (bob.message["v"], bob.view["log"])
        await eve.close()


async def test_page_frozen_for_long_is_away_within_10_seconds_and_comes_back_to_the_present_state(
    stack: Stack,
) -> None:
    table = new_table(stack)
    async with seated(stack, table) as (alice, bob):
        alice.pause_reading()
        began = time.monotonic()
        await bob.until(lambda view: view["seats"][ALICE]["away"], "Alice is away", 12)
        waited = time.monotonic() - began
        assert waited < 10, f"{waited:.1f} s"
        alice.resume_reading()
        await alice.until_closed()
        await alice.reconnect(stack.webs[1].port)
        await alice.until(lambda view: not view["paused"], "back in the game")


async def test_connection_dropped_while_much_is_still_to_be_written_leaves_the_seat_away(
    stack: Stack,
) -> None:
    table = new_table(stack)
    async with seated(stack, table) as (alice, bob):
        alice.pause_reading()
        version = await churn(stack, table, MANY, seed=2)
        await bob.until_version(version)
        assert alice.message["v"] < version
        alice.abort()
        await bob.until(lambda view: view["seats"][ALICE]["away"], "Alice is away", 3)


async def test_network_that_swallows_everything_is_away_within_10_seconds(stack: Stack) -> None:
    table = new_table(stack)
    async with (
        running_proxy(stack.webs[0].port) as proxy,
        seated(stack, table, ports=(proxy.port, stack.webs[1].port)) as (alice, bob),
    ):
        proxy.swallowing = True
        began = time.monotonic()
        await bob.until(lambda view: view["seats"][ALICE]["away"], "Alice is away", 12)
        waited = time.monotonic() - began
        assert waited < 10, f"{waited:.1f} s"
        proxy.swallowing = False
        proxy.cut()
        await alice.reconnect(proxy.port)
        await bob.until(lambda view: not view["paused"], "Alice is back")


async def test_change_between_subscribing_and_the_first_view_arrives(stack: Stack) -> None:
    """Watchers come while the table changes all the time; each of them ends with the last version."""
    table = new_table(stack)
    async with seated(stack, table):
        watchers: list[Client] = []
        seed, version = 0, 0
        while len(watchers) <= 5:  # a fast machine is through with its changes before so many have come
            changing = asyncio.create_task(churn(stack, table, 40, seed=(seed := seed + 1)))
            while not changing.done():
                watchers.append(await watcher(stack.webs[len(watchers) % 2].port, table["table"]))
                await asyncio.sleep(0.05)
            version = changing.result()
        await asyncio.gather(*(person.until_version(version, 1.5) for person in watchers))
        assert {len(views(person)) > 0 for person in watchers} == {True}
        await asyncio.gather(*(person.close() for person in watchers))


async def test_every_viewer_is_right_within_1500_ms_when_all_wake_ups_are_swallowed(stack: Stack) -> None:
    """The database refuses to notify: commits go on, hints do not."""
    table = new_table(stack)
    async with seated(stack, table) as people:
        eve = await watcher(stack.webs[0].port, table["table"])
        with stack.cluster.connect(database="battle21") as admin:
            admin.execute("REVOKE EXECUTE ON FUNCTION pg_notify(text, text) FROM PUBLIC")
            try:
                slowest = 0.0
                dice = random.Random(11)
                for _ in range(6):
                    asked, other = await whose_turn(*people)
                    assert asked.prompt is not None
                    reply = await asked.act(
                        **any_action(
                            [["check", 0, 0]] if _may(asked, "check") else asked.prompt["legal"], dice
                        )
                    )
                    began = time.monotonic()
                    version = reply["reply"]["v"]
                    await asyncio.gather(*(person.until_version(version, 5) for person in (*people, eve)))
                    slowest = max(slowest, time.monotonic() - began)
                    if other.view["phase"] != "hand":
                        break
            finally:
                admin.execute("GRANT EXECUTE ON FUNCTION pg_notify(text, text) TO PUBLIC")
        await eve.close()
        assert slowest < 1.5, f"{slowest:.2f} s"
        assert slowest > 0.1, "the wake-ups were not swallowed"


def _may(person: Client, kind: str) -> bool:
    return person.prompt is not None and any(offer[0] == kind for offer in person.prompt["legal"])


async def test_listener_whose_connection_is_cut_again_and_again_misses_nothing(stack: Stack) -> None:
    table = new_table(stack)
    async with seated(stack, table) as people:
        dice = random.Random(12)
        for _ in range(10):
            stack.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%%'")
            began = time.monotonic()
            await take_turn(people, dice)
            assert time.monotonic() - began < 3
            if people[0].view["phase"] == "over":
                break


async def test_socket_of_who_left_the_seat_shows_and_plays_nothing_of_who_took_it(stack: Stack) -> None:
    """Bob sits down and leaves, but keeps his socket; Charlie takes the seat, and the match begins."""
    table = new_table(stack, people=3, waiting=True)
    stack.call("tests.support.seed:sit_early", table=table["id"], player=table["players"][BOB])
    bob = await Client(stack.webs[0].port, table["table"], table["cookies"][BOB]).connect()
    await until(lambda: bob.message.get("status") == "open", "Bob sees the waiting table")
    stack.call("tests.support.seed:stand_up", table=table["id"])
    await asyncio.to_thread(stack.join, table, 2)
    charlies = {**table, "cookies": [table["cookies"][ALICE], table["cookies"][2]]}
    async with seated(stack, charlies) as (alice, charlie):
        await bob.until(lambda view: view["phase"] == "hand", "the first hand")
        assert (bob.view["seat"], bob.view["prompt"], charlie.view["seat"]) == (None, None, BOB)
        assert bob.view["hand"]["seats"][BOB]["cards"][1:] == [None]
        assert "openings" not in bob.message
        await bob.send({"type": "give_up", "sure": "yes"})
        assert (await bob.reply())["error"]["code"] == "no_such_seat"
        await fence(alice)
        assert alice.view["phase"] == "hand"
    await bob.close()


async def test_private_table_closes_on_strangers(stack: Stack) -> None:
    table = new_table(stack, people=3, private=True)
    for cookie in (None, table["cookies"][2]):
        stranger = await Client(stack.webs[0].port, table["table"], cookie).connect()
        assert await stranger.until_closed() == 4404
        assert "view" not in json.dumps(stranger.frames)
