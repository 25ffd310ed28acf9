"""Sitting out and leaving between hands that are played one by one, over the sockets of two web processes."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from tests.live.players import ALICE, BOB, seated, whose_turn
from tests.support.client import Client, View
from tests.support.stack import Stack

pytestmark = pytest.mark.stack

UNLIMITED = "classic_unlimited"


def has_chosen(out: bool, view: View) -> bool:
    """Whether Alice is shown to sit out the next hand, or not to."""
    chosen: bool = view["match"]["chosen"][ALICE]
    return chosen is out


async def switch(person: Client, *, out: bool, hand: int) -> dict[str, Any]:
    """What the socket answers."""
    await person.send({"type": "sit_out", "out": out, "hand": hand})
    return await person.reply()


async def finish_hand(*people: Client) -> None:
    """Both stand as long as they are asked."""
    while people[0].view["phase"] == "hand":
        asked, _ = await whose_turn(*people)
        await asked.act("stand")
        version = int(asked.message["v"])
        for person in people:
            await person.until_version(version)


async def test_one_sits_out_over_one_process_and_goes_on_or_leaves_while_the_other_watches_over_another(
    stack: Stack,
) -> None:
    async with seated(stack, game=UNLIMITED) as (alice, bob):
        assert alice.port != bob.port
        for out in (True, False, True):  # chosen, cancelled, chosen again
            answer = await switch(alice, out=out, hand=2)
            assert answer["reply"]["ok"]
            await bob.until(partial(has_chosen, out), f"chosen: {out}")
        await finish_hand(alice, bob)
        for person in (alice, bob):
            await person.until(lambda view: view["match"]["sitting"][ALICE], "Alice sits out")
        assert not bob.view["match"]["sitting"][BOB]
        assert bob.prompt is None
        assert (await alice.act("go"))["reply"]["ok"]
        for person in (alice, bob):
            await person.until(lambda view: view["phase"] == "hand" and view["hand_number"] == 2, "hand 2")
        late = await switch(alice, out=True, hand=2)
        assert late["error"]["code"] == "already_dealt"
        assert alice.view["match"]["chosen"] == [False, False]
        assert (await switch(bob, out=True, hand=3))["reply"]["ok"]
        await finish_hand(alice, bob)
        await bob.until(lambda view: view["match"]["sitting"][BOB] and view["prompt"], "Bob is asked")
        assert (await bob.act("leave"))["reply"]["ok"]
        for person in (alice, bob):
            over = await person.until(lambda view: view["phase"] == "over", "the match is over")
            assert over["result"]["reason"] == "left"
        assert over["match"]["hands"] == 2
