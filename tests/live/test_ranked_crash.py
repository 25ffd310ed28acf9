"""The process that dealt a ranked round dies: the round waits for its player, its bet is debited once and returned
once; and a table's socket takes no strange bet."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from tests.live.ranked import FRESH, HOUSE
from tests.support.client import Client
from tests.support.stack import Stack, running_stack

pytestmark = [pytest.mark.alone, pytest.mark.slow]


@pytest.fixture(scope="module")
def stack() -> Iterator[Stack]:
    with running_stack() as stack:
        yield stack


async def sit_down(stack: Stack) -> tuple[Client, dict[str, Any]]:
    """Alice, asked for a bet."""
    (table,) = await asyncio.to_thread(partial(stack.seed, mode="ranked", game=HOUSE))
    alice = await Client(stack.webs[0].port, table["table"], table["cookies"][0]).connect()
    await alice.until(lambda view: view["prompt"], "the question for a bet")
    return alice, table


async def bet(alice: Client, amount: object, seed: str = FRESH) -> dict[str, Any]:
    assert alice.prompt is not None
    action = {"kind": "bet", "to": amount}
    await alice.send({"type": "act", "token": alice.prompt["token"], "action": action, "seed": seed})
    return await asyncio.wait_for(alice.replies.get(), 10)


async def deal(alice: Client) -> int:
    """A round in which something is left to decide; how many rounds that took."""
    for rounds in range(1, 20):
        reply = await bet(alice, 5)
        assert "reply" in reply, reply
        await alice.until_version(reply["reply"]["v"])
        if alice.view["phase"] == "hand":
            return rounds
        await alice.until(lambda view: view["prompt"], "the next bet")
    raise AssertionError("nineteen naturals in a row")


def transfers(stack: Stack, table: dict[str, Any], kind: str) -> int:
    counted = "SELECT count(*) FROM wallet_transfer WHERE subject = %s AND kind = %s"
    return int(stack.query(counted, f"match:{table['table']}/1", kind)[0][0])


async def test_round_resumes_after_kill_9_with_one_debit_and_one_return(stack: Stack) -> None:
    alice, table = await sit_down(stack)
    rounds = await deal(alice)
    hand, token = alice.view["hand"], alice.prompt and alice.prompt["token"]
    stack.webs[0].kill()
    await alice.until_closed()
    assert (transfers(stack, table, "bet"), transfers(stack, table, "payout")) == (rounds, rounds - 1)
    await alice.reconnect(stack.webs[1].port)
    await alice.until(lambda view: view["prompt"] and not view["seats"][0]["away"], "Alice is back")
    assert (alice.view["hand"], alice.prompt and alice.prompt["token"]) == (hand, token)
    while alice.view["phase"] == "hand":
        assert alice.prompt is not None
        kinds = [kind for kind, _, _ in alice.prompt["legal"]]
        reply = await alice.act("decline" if "decline" in kinds else "stand")
        await alice.until_version(reply["reply"]["v"])
    assert transfers(stack, table, "payout") == rounds
    left = (
        "SELECT sum(b.amount) FROM wallet_balance b JOIN wallet_account a ON a.id = b.account_id"
        " WHERE a.kind = 'escrow'"
    )
    assert stack.query(left)[0][0] == 0
    assert "right" in await asyncio.to_thread(stack.manage, "check_ledger")
    await alice.close()
    stack.webs[0].start()
    await asyncio.to_thread(stack.webs[0].wait_ready)


STRANGE: tuple[tuple[object, str], ...] = (
    *((amount, "amount") for amount in (0, 4, -5, 1_001, 2_000_001, 10**30)),
    *((amount, "malformed") for amount in (4.5, "4.5", "text", None, True)),
)

WRITTEN = ("1e3", "5.0", "\u0665", " 5 ", "+5", "5_0", "0x5", "-5", "", "9" * 13, "9" * 5_000)
"""As a page's form sends it: text. An Arabic five among them, which Python's int() would take."""


async def test_strange_bets_are_refused_with_a_code_and_change_nothing(stack: Stack) -> None:
    alice, table = await sit_down(stack)
    version = alice.message["v"]
    for amount, code in STRANGE:
        assert (await bet(alice, amount))["error"]["code"] == code, amount
    for text in WRITTEN:
        assert alice.prompt is not None
        await alice.send(
            {"type": "act", "token": alice.prompt["token"], "kind": "bet", "to": text, "seed": FRESH}
        )
        answer = await asyncio.wait_for(alice.replies.get(), 10)
        assert answer["error"]["code"] == "malformed", text
    assert (await bet(alice, 5, seed="5e"))["error"]["code"] == "bad_seed"
    assert transfers(stack, table, "bet") == 0
    rows = stack.query("SELECT version FROM games_tablestate WHERE table_id = %s", table["id"])
    assert rows == [(version,)]
    await alice.close()
