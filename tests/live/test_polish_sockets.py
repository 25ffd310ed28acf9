"""Twenty-One (Polish) over real sockets: four seats on two web processes, two of which leave in a tiebreak."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import pytest

from tests.live.test_bad_input import rows
from tests.support.client import Client
from tests.support.stack import Stack

pytestmark = pytest.mark.stack

KEY = "polish"
ALICE, BOB, CHARLIE, DORA, EMIL = range(5)
ROUNDS = 3
MOST_MATCHES = 10
MOST_ANSWERS = 200


@asynccontextmanager
async def four_seated(stack: Stack) -> AsyncIterator[tuple[dict[str, Any], list[Client]]]:
    """Alice and Charlie on the first web process, Bob and Dora on the second, at their first round; Emil stands by."""
    (table,) = await asyncio.to_thread(partial(stack.seed, game=KEY, people=5, options={"rounds": ROUNDS}))
    for guest in (CHARLIE, DORA):
        await asyncio.to_thread(partial(stack.join, table, guest))
    people = [
        Client(stack.webs[seat % 2].port, table["table"], cookie)
        for seat, cookie in enumerate(table["cookies"][:EMIL])
    ]
    try:
        for person in people:
            await person.connect()
        for person in people:
            await person.until(lambda view: view["phase"] != "seeding", "the first round")
        yield table, people
    finally:
        for person in people:
            await person.close()


async def up_to_date(people: list[Client]) -> None:
    newest = max(int(person.message["v"]) for person in people)
    for person in people:
        await person.until_version(newest)


async def answer(people: list[Client], standing: tuple[int, ...] = ()) -> None:
    """Whoever is asked draws until he is bust; those `standing` do not draw at all. Results are skipped by all."""
    await up_to_date(people)
    if people[ALICE].view["phase"] == "over":  # which not all had heard of before
        return
    if people[ALICE].view["phase"] == "between":
        number = people[ALICE].view["hand_number"]
        for person in people:
            if not person.view["match"]["out"][person.seat]:
                await person.send({"type": "skip"})
                await person.reply()
        await people[ALICE].until(
            lambda view: view["hand_number"] > number or view["phase"] == "over", "the next round"
        )
        return
    asked = next(person for person in people if person.prompt)
    assert asked.prompt is not None
    kinds = [offer[0] for offer in asked.prompt["legal"]]
    kind = "hit" if "hit" in kinds and asked.seat not in standing else "stand"
    reply = await asked.act(kind)
    assert "reply" in reply, reply
    await asked.until_version(reply["reply"]["v"])


async def play_to_tiebreak(people: list[Client]) -> bool:
    """All are bust in all rounds, so nobody has a point. False when somebody was dealt a Persian 21."""
    for _ in range(MOST_ANSWERS):
        await up_to_date(people)
        view = people[ALICE].view
        if any(view["match"]["points"]) or view["phase"] == "over":
            return False
        if view["match"]["tied"] and view["phase"] == "hand":
            return True
        await answer(people)
    raise AssertionError("no tiebreak")


async def test_two_of_four_leave_in_a_tiebreak_and_the_others_play_it_out(stack: Stack) -> None:
    for _ in range(MOST_MATCHES):
        async with four_seated(stack) as (table, people):
            if not await play_to_tiebreak(people):
                continue
            view = people[BOB].view
            assert view["match"]["tied"] == [ALICE, BOB, CHARLIE, DORA]
            assert view["hand_number"] == ROUNDS + 1
            for gone in (DORA, ALICE):
                await people[gone].send({"type": "leave"})
                left = await people[gone].reply()
                assert "reply" in left, left
            await up_to_date(people)
            for person in people:
                assert person.view["match"]["tied"] == [BOB, CHARLIE]
                assert person.view["match"]["out"] == [True, False, False, True]
            # Who has left is refused, and changes nothing.
            before = rows(stack, table)
            await people[DORA].send({"type": "leave"})
            refused = await people[DORA].reply()
            assert refused["error"]["code"] == "out_of_match", refused
            assert rows(stack, table) == before
            for _ in range(MOST_ANSWERS):
                if people[BOB].view["phase"] == "over":
                    break
                await answer(people, standing=(CHARLIE,))
            await up_to_date(people)
            views = [person.view for person in people]
            (winner,) = views[BOB]["result"]["winners"]
            persian = [seat["persian"] for seat in views[BOB]["hand"]["seats"]]
            assert winner == (BOB if persian[BOB] else CHARLIE), "Bob draws until he is bust"
            for view in views:
                assert (view["result"]["reason"], view["result"]["winners"]) == ("points", [winner])
                assert view["match"]["points"] == [int(seat == winner) for seat in range(4)]
            return
    raise AssertionError(f"a Persian 21 in each of {MOST_MATCHES} matches")


async def test_fifth_player_is_refused_and_the_table_stays_as_it_is(stack: Stack) -> None:
    async with four_seated(stack) as (table, people):
        before = rows(stack, table)
        with pytest.raises(AssertionError, match="table_full"):
            await asyncio.to_thread(partial(stack.join, table, EMIL))
        assert rows(stack, table) == before
        emil = await Client(stack.webs[1].port, table["table"], table["cookies"][EMIL]).connect()
        await emil.until(lambda view: view["seat"] is None, "what a watcher sees")
        asked = next(person for person in people if person.prompt)
        other = next(person for person in people if not person.prompt)
        assert asked.prompt is not None
        for stranger, code in ((emil, "no_such_seat"), (other, "not_your_turn")):
            refused = await stranger.act("hit", token=asked.prompt["token"])
            assert refused["error"]["code"] == code, refused
        assert rows(stack, table) == before
        await emil.close()
