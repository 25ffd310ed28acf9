"""What stakes are made of comes to every open page and program by itself: with the first cards, with each hand that is
paid for by itself, and again to whoever comes back."""

from __future__ import annotations

from typing import Any

import pytest

from tests.live.players import seated, watcher, whose_turn
from tests.support.stack import Stack

pytestmark = pytest.mark.stack

STAKE = 7_693
"""$5 of TBTC at $65,000, 8 decimals: 7,692.3… rounded up."""
BOTH = [[("TBTC", STAKE)], [("TBTC", STAKE)]]


def units(message: dict[str, Any]) -> list[list[tuple[str, int]]]:
    return [
        [(put["currency"], int(put["minor_units"])) for put in seat] for seat in message["stakes"]["seats"]
    ]


async def test_stakes_are_pushed_to_seats_and_watchers_on_both_processes(stack: Stack) -> None:
    (table,) = stack.seed(mode="stake")
    eve = await watcher(stack.webs[1].port, table["table"])
    await eve.until(lambda view: view["phase"] == "seeding", "the match")
    assert eve.message["stakes"] is None
    async with seated(stack, table) as (alice, bob):
        await eve.until(lambda view: view["phase"] == "hand", "the first hand")
        for person in (alice, bob, eve):
            assert units(person.message) == BOTH
            assert person.message["stakes"]["hand"] == 0
        await eve.reconnect(stack.webs[0].port)
        await eve.until(lambda view: view["phase"] == "hand", "the table again")
        assert units(eve.message) == BOTH
    await eve.close()


async def test_stakes_of_the_next_hand_are_pushed_with_its_cards(stack: Stack) -> None:
    (table,) = stack.seed(mode="stake", game="classic_unlimited")
    async with seated(stack, table, game="classic_unlimited") as people:
        for person in people:
            assert (person.message["stakes"]["hand"], units(person.message)) == (1, BOTH)
        while people[0].view["phase"] == "hand":
            asked, _ = await whose_turn(*people)
            version = (await asked.act("stand"))["reply"]["v"]
            for person in people:
                await person.until_version(version)
        assert people[0].message["stakes"]["hand"] == 1
        for person in people:
            await person.send({"type": "skip"})
        for person in people:
            await person.until(lambda view: view["hand_number"] == 2, "the next hand")
            assert (person.message["stakes"]["hand"], units(person.message)) == (2, BOTH)
        paid_in = stack.query(
            "SELECT part FROM wallet_transfer WHERE kind = 'stake' AND subject = %s ORDER BY created_at",
            f"match:{table['table']}/1",
        )
        assert paid_in == [("hand:1",), ("hand:2",)]
