"""Daphne, called as we call it: how much may go over a socket in each direction."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator

import pytest
import websockets

from battle21.ops.serving import MAX_FRAME_BYTES, daphne_command, open_port
from tests.support.stack import ROOT

LONG_VIEW = 200_000
"""Far more than a table with all its cards and their proofs."""


@pytest.fixture(scope="module")
def loud_port() -> Iterator[int]:
    listener, port = open_port(23_000)
    command = [*daphne_command(listener.fileno())[:-1], "tests.support.loud:application"]
    process = subprocess.Popen(
        command, cwd=ROOT, pass_fds=(listener.fileno(),), stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    yield port  # connections wait in the listener's queue until Daphne is up
    process.kill()
    process.wait()
    listener.close()


async def test_long_view_arrives(loud_port: int) -> None:
    async with websockets.connect(f"ws://127.0.0.1:{loud_port}/", open_timeout=60) as socket:
        await socket.send(str(LONG_VIEW))
        assert len(await socket.recv()) == LONG_VIEW


async def test_long_frame_of_a_client_ends_the_connection(loud_port: int) -> None:
    async with websockets.connect(f"ws://127.0.0.1:{loud_port}/", open_timeout=60) as socket:
        await socket.send("7".ljust(MAX_FRAME_BYTES))
        assert await socket.recv() == "x" * 7
        await socket.send("7".ljust(MAX_FRAME_BYTES + 1))
        with pytest.raises(websockets.ConnectionClosed):
            await socket.recv()
