"""A web process that stops in order calls its seats away, and its own sockets do not call them back."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from games.consumers import TableSocket
from games.live.hub import hub

ALICE = 0
AWAY = SimpleNamespace(phase="hand", seats=[SimpleNamespace(conn="")])


@pytest.fixture
def announced(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Seats said to be here."""
    said: list[int] = []

    async def announce(_socket: TableSocket, seat: int) -> None:
        said.append(seat)

    monkeypatch.setattr(TableSocket, "_announce", announce)
    return said


def show_seat_called_away() -> None:
    """Alice's open socket is shown her table in which her seat has no connection."""

    async def show() -> None:
        async def send(_message: dict[str, Any]) -> None: ...

        facts = SimpleNamespace(id=1, seat_of=lambda _user: ALICE)
        visitor = SimpleNamespace(user_id=7, language="en", session_key="", partner=None)
        socket = TableSocket(send, facts, visitor, as_json=False)  # type: ignore[arg-type]
        snapshot = SimpleNamespace(state=AWAY, halted=False, version=5)
        assert not socket._is_replaced(snapshot)  # type: ignore[arg-type]
        await asyncio.sleep(0)

    asyncio.run(show())


def test_seat_called_away_while_its_process_lives_says_that_it_is_here(announced: list[int]) -> None:
    show_seat_called_away()
    assert announced == [ALICE]


def test_seat_called_away_by_its_ending_process_is_not_called_back(
    announced: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "ending", True)
    show_seat_called_away()
    assert announced == []
