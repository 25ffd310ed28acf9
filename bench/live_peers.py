"""The yardsticks of `bench.live`: what its figures are measured against, in the same run on the same machine."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from battle21.ops.postgres import PORT, SUPERUSER
from battle21.ops.serving import open_port
from bench.live_clients import figures, seconds_of
from bench.live_socket import LeanSocket, connect
from tests.support.stack import ROOT, Stack, wait_until

CONNECTIONS = 16
STATE = os.urandom(1_500)
"""About as long as a sealed state."""
FIRST_PORT = 24_000
PEER_TRIES = 3
WRITE = """
WITH hot AS (UPDATE bench_hot SET version = version + 1, sealed = %s WHERE id = %s RETURNING id, version)
INSERT INTO bench_journal (table_id, seq, body) SELECT id, version, %s FROM hot
"""


# --- a Daphne that only echoes ----------------------------------------------------------------------------------------


def daphne_echo(tables: int, seconds: float) -> dict[str, Any]:
    """Two sockets a table; what one sends comes back to both, as long as a view."""
    listener, port = open_port(FIRST_PORT)
    command = [sys.executable, "-m", "daphne", "--fd", str(listener.fileno()), "--verbosity", "0"]
    process = subprocess.Popen(
        [*command, "bench.live_echo:application"], cwd=ROOT, pass_fds=(listener.fileno(),),
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    listener.close()
    try:
        return asyncio.run(_echo(port, tables, seconds, process.pid))
    finally:
        process.kill()
        process.wait()


async def _echo(port: int, tables: int, seconds: float, pid: int) -> dict[str, Any]:
    rooms = [EchoRoom() for _ in range(tables)]
    for number, room in enumerate(rooms):
        for _ in range(2):
            room.sockets.append(await _patiently(port, f"/{number}", room))
    cpu, began = seconds_of(pid), time.perf_counter()
    for room in rooms:
        room.act()
    await asyncio.sleep(seconds)
    took = time.perf_counter() - began
    used = round((seconds_of(pid) - cpu) / took, 3)
    return {**figures([each for room in rooms for each in room.latencies], took), "cpu": {"daphne": used}}


async def _patiently(port: int, path: str, room: EchoRoom) -> LeanSocket:
    return await connect(port, path, "", room.heard, lambda code: None)


class EchoRoom:
    def __init__(self) -> None:
        self.sockets: list[LeanSocket] = []
        self.latencies: list[float] = []
        self._awaited = 0
        self._turn = 0
        self._sent = 0.0

    def act(self) -> None:
        self._turn, self._awaited, self._sent = 1 - self._turn, 2, time.perf_counter()
        self.sockets[self._turn].send('{"headers":{},"body":{"type":"act"}}')

    def heard(self, text: bytes) -> None:
        self._awaited -= 1
        if self._awaited == 0:
            self.latencies.append((time.perf_counter() - self._sent) * 1000)
            self.act()


# --- a bare durable commit --------------------------------------------------------------------------------------------


def durable_commit(stack: Stack, tables: int, seconds: float) -> dict[str, Any]:
    """One row moved on and one added, in one statement and so one commit; nothing else."""
    connections = min(tables, CONNECTIONS)
    with stack.cluster.connect() as owner:
        owner.execute("CREATE TABLE bench_hot (id int PRIMARY KEY, version bigint, sealed bytea)")
        owner.execute(
            "CREATE TABLE bench_journal (table_id int, seq bigint, body text, PRIMARY KEY (table_id, seq))"
        )
        for number in range(connections):
            owner.execute("INSERT INTO bench_hot VALUES (%s, 0, %s)", [number, STATE])
    latencies: list[list[float]] = [[] for _ in range(connections)]
    end = time.perf_counter() + seconds
    threads = [
        threading.Thread(target=_commit, args=(stack, number, end, latencies[number]))
        for number in range(connections)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with stack.cluster.connect() as owner:
        owner.execute("DROP TABLE bench_hot, bench_journal")
    return {"connections": connections, **figures([each for one in latencies for each in one], seconds)}


def _commit(stack: Stack, number: int, end: float, latencies: list[float]) -> None:
    with stack.cluster.connect() as connection:
        while (began := time.perf_counter()) < end:
            connection.execute(WRITE, [STATE, number, '{"type":"act"}'])
            latencies.append((time.perf_counter() - began) * 1000)


# --- boardgame.io -----------------------------------------------------------------------------------------------------


def boardgame_io(peers: str, tables: int, seconds: float, stack: Stack | None) -> dict[str, Any]:
    """A two-player 21 on boardgame.io, fresh; its state in memory, or on the stack's PostgreSQL.

    `peers`: the folder with package.json, server.cjs and load.cjs; it is copied before anything is installed.
    """
    if not peers:
        return {"left_out": "no folder was given with --peers"}
    if shutil.which("node") is None or shutil.which("npm") is None:
        return {"left_out": "there is no node on this machine"}
    folder = _installed(Path(peers))
    for _ in range(PEER_TRIES):
        found = _load_peer(folder, tables, seconds, stack)
        if "left_out" not in found:
            break
    return found


def _load_peer(folder: Path, tables: int, seconds: float, stack: Stack | None) -> dict[str, Any]:
    """One run with a server of its own. On PostgreSQL its load stalls at times, before a single action is counted."""
    environment = {**os.environ, **(_postgres(stack) if stack else {})}
    command = ["node", "load.cjs", str(tables), str(int(seconds))]
    with _serving(folder, environment) as pid:
        began, cpu = time.perf_counter(), seconds_of(pid)
        done = subprocess.run(
            command,
            cwd=folder,
            capture_output=True,
            text=True,
            env=environment,
            timeout=seconds + 120,
            check=False,
        )
        used = (seconds_of(pid) - cpu) / (time.perf_counter() - began)
    if done.returncode != 0:
        return {"left_out": f"its load has failed: {done.stderr.strip()[-300:]}"}
    found: dict[str, Any] = json.loads(done.stdout.strip().splitlines()[-1])
    return {**found, "cpu": {"node": round(used, 3)}}


def _installed(peers: Path) -> Path:
    """A copy in the folder for temporary files, with its packages; made once."""
    folder = Path(tempfile.gettempdir()) / "b21-bench-peer"
    if not (folder / "node_modules").exists():
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(peers, folder, ignore=shutil.ignore_patterns("node_modules"))
        install = ["npm", "install", "--no-audit", "--no-fund", "--silent"]
        subprocess.run(install, cwd=folder, check=True)
    return folder


def _postgres(stack: Stack) -> dict[str, str]:
    with stack.cluster.connect() as owner:
        owner.execute("DROP DATABASE IF EXISTS bgio WITH (FORCE)")
        owner.execute("CREATE DATABASE bgio")
    place = stack.cluster.place
    return {
        "PGHOST": str(place.socket), "PGPORT": PORT, "PGDATABASE": "bgio", "PGUSER": SUPERUSER,
        "PGPASSWORD": stack.cluster.password(SUPERUSER),
    }  # fmt: skip


@contextmanager
def _serving(folder: Path, environment: dict[str, str]) -> Iterator[int]:
    with (folder / "server.log").open("w") as log:
        command = ["node", "server.cjs"]
        process = subprocess.Popen(command, cwd=folder, env=environment, stdout=log, stderr=log)
    try:
        wait_until(lambda: "up" in (folder / "server.log").read_text(), "boardgame.io is up", 30)
        yield process.pid
    finally:
        process.kill()
        process.wait()
