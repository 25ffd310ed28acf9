"""A winner shows a card over one web process; the other player and a watcher see it over another, with its proof."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from games.rules.dealt import Opening, verify_opening
from tests.live.players import seated, views, watcher, whose_turn
from tests.support.client import Client, View
from tests.support.stack import Stack

pytestmark = pytest.mark.stack

KEY = "heads_up"


async def show(person: Client, cards: str, hand: int = 1) -> Any:
    """What the socket answers: the code of a refusal, or True."""
    await person.send({"type": "show", "hand": hand, "cards": cards})
    answer = await person.reply()
    return answer["error"]["code"] if "error" in answer else answer["reply"]["ok"]


def cards_of(view: View, seat: int) -> list[Any]:
    cards: list[Any] = view["hand"]["seats"][seat]["cards"]
    return cards


def proven(person: Client) -> list[Opening]:
    """Proofs that came with the last view, each checked against the root told with it."""
    openings = []
    for told in person.message["openings"]:
        opening = Opening(told["position"], told["face"], told["salt"], tuple(told["path"]))
        assert verify_opening(bytes.fromhex(told["root"]), told["decks"], opening)
        assert told["root"] == person.view["root"]
        openings.append(opening)
    return openings


async def test_card_is_seen_by_all_with_its_proof_and_nobody_else_can_show(stack: Stack) -> None:
    table = await asyncio.to_thread(stack.call, "tests.live.unhurried:table_for_two", game=KEY)
    eve = await watcher(stack.webs[1].port, table["table"])
    async with seated(stack, table) as people:
        loser, winner = await whose_turn(*people)
        assert await show(winner, "both") == "hand_not_over"
        await loser.act("fold")
        everybody = (*people, eve)
        for person in everybody:
            await person.until(lambda view: view["phase"] == "between", "the result")
        seat = winner.seat
        own = cards_of(winner.view, seat)
        assert [cards_of(person.view, seat) for person in (loser, eve)] == [[None, None]] * 2
        assert await show(loser, "both") == "not_winner"
        assert await show(winner, "third") == "malformed"
        assert await show(winner, "both", hand=2) == "no_such_hand"

        assert await show(winner, "second") is True
        for person in everybody:
            await person.until(lambda view: view["log"][-1][0] == "shows_card", "the card")
        assert [cards_of(person.view, seat) for person in (loser, eve)] == [[None, own[1]]] * 2
        assert [[each.position, each.face] for each in proven(loser)] == [own[1][1:]]
        assert not loser.view["hand"]["showable"]

        assert await show(winner, "second") == "already_shown"
        assert await show(winner, "both") is True
        await loser.until(lambda view: None not in cards_of(view, seat), "both cards")
        assert [[each.position, each.face] for each in proven(loser)] == [own[0][1:]]

        for person in people:
            await person.send({"type": "skip"})
            assert (await person.reply())["reply"]["ok"]
        await eve.until(lambda view: view["hand_number"] == 2, "the next hand")
        assert await show(winner, "first") == "show_too_late"
        assert all(
            cards_of(each["view"], loser.seat) == [None, None] for each in views(eve) if each["view"]["hand"]
        )
    await eve.close()
