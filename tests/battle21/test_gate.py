"""The page gate: two run, twenty wait up to a limit, everybody else is refused at once."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from battle21.gate import PageGate


class SlowPages:
    """An ASGI application whose requests end when the test says so."""

    def __init__(self) -> None:
        self.running = 0
        self.most = 0
        self.done = asyncio.Event()

    async def __call__(self, _scope: dict[str, Any], _receive: Any, send: Any) -> None:
        self.running += 1
        self.most = max(self.most, self.running)
        try:
            await self.done.wait()
            await send({"type": "http.response.start", "status": 200, "headers": []})
        finally:
            self.running -= 1


async def request(gate: PageGate, kind: str = "http") -> dict[str, Any]:
    """The response's first message; empty when there was none."""
    sent: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    await gate({"type": kind}, None, send)
    return sent[0] if sent else {}


async def let_all_begin() -> None:
    for _ in range(50):
        await asyncio.sleep(0)


async def test_two_run_at_a_time_and_the_waiting_follow() -> None:
    pages = SlowPages()
    gate = PageGate(pages, running=2, queue=20, wait_ms=5_000)
    requests = [asyncio.create_task(request(gate)) for _ in range(22)]
    await let_all_begin()
    assert (pages.running, gate.waiting) == (2, 20)
    pages.done.set()
    responses = await asyncio.gather(*requests)
    assert [response["status"] for response in responses] == [200] * 22
    assert pages.most == 2


async def test_the_one_after_a_full_queue_is_refused_at_once_and_told_when_to_come_back() -> None:
    pages = SlowPages()
    gate = PageGate(pages, running=2, queue=20, wait_ms=5_000)
    requests = [asyncio.create_task(request(gate)) for _ in range(22)]
    await let_all_begin()
    refused = await request(gate)
    assert refused["status"] == 503
    assert dict(refused["headers"])[b"retry-after"].isdigit()
    pages.done.set()
    await asyncio.gather(*requests)


async def test_waiting_too_long_is_refused_and_leaves_the_queue() -> None:
    pages = SlowPages()
    gate = PageGate(pages, running=1, queue=20, wait_ms=10)
    first = asyncio.create_task(request(gate))
    await let_all_begin()
    assert (await request(gate))["status"] == 503
    assert gate.waiting == 0
    pages.done.set()
    assert (await first)["status"] == 200


async def test_sockets_pass_a_gate_that_is_full() -> None:
    pages = SlowPages()
    gate = PageGate(pages, running=1, queue=0, wait_ms=10)
    page = asyncio.create_task(request(gate))
    await let_all_begin()
    socket = asyncio.create_task(request(gate, "websocket"))
    await let_all_begin()
    assert pages.running == 2
    pages.done.set()
    await asyncio.gather(page, socket)


async def test_a_visitor_who_leaves_while_waiting_takes_no_slot_with_him() -> None:
    pages = SlowPages()
    gate = PageGate(pages, running=1, queue=5, wait_ms=5_000)
    first = asyncio.create_task(request(gate))
    await let_all_begin()
    leaver = asyncio.create_task(request(gate))
    await let_all_begin()
    leaver.cancel()
    pages.done.set()
    await asyncio.gather(first, leaver, return_exceptions=True)
    assert gate.waiting == 0
    assert (await request(gate))["status"] == 200


async def test_a_page_that_fails_frees_its_slot() -> None:
    async def broken(_scope: Any, _receive: Any, _send: Any) -> None:
        raise ValueError("broken page")

    gate = PageGate(broken, running=1, queue=0, wait_ms=10)
    for _ in range(3):  # a kept slot would turn the second into a 503
        failed = await asyncio.gather(request(gate), return_exceptions=True)
        assert isinstance(failed[0], ValueError)


async def test_a_program_is_refused_with_a_problem() -> None:
    sent: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    gate = PageGate(SlowPages(), running=0, queue=0, wait_ms=5_000)
    await gate({"type": "http", "path": "/api/v1/tables"}, None, send)
    start, body = sent
    assert (start["status"], dict(start["headers"])[b"content-type"]) == (503, b"application/problem+json")
    problem = json.loads(body["body"])
    assert (problem["status"], problem["code"], problem["type"]) == (503, "busy", "/api/errors#busy")
