"""The whole platform as ./run starts it: it serves, heals, stops, and starts again after kill -9."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx
import psutil
import pytest

from battle21.installation import BASE_DIR
from battle21.ops.postgres import Cluster
from battle21.ops.runfile import read_note, same_process
from battle21.ops.serving import answers, open_port
from battle21.ops.terminal_qr import terminal_qr
from tests.support.network import own_address

pytestmark = [pytest.mark.alone, pytest.mark.slow, pytest.mark.timeout(180)]

START_S = 60.0


def wait_for(condition: Callable[[], object], what: str, seconds: float = START_S) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, f"not within {seconds} s: {what}"
        time.sleep(0.05)


class Run:
    """One supervisor as a process, its output in a file."""

    def __init__(self, data: Path, *arguments: str) -> None:
        self.data = data
        self.output = data.parent / f"run-{time.monotonic_ns()}.txt"
        environment = {
            name: value for name, value in os.environ.items() if not name.startswith(("B21_", "DJANGO_"))
        }
        environment |= {"B21_DEMO": "1", "B21_DATA": str(data)}
        with self.output.open("wb") as out:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "battle21.ops.supervise", *arguments],
                env=environment,
                cwd=BASE_DIR,
                stdout=out,
                stderr=out,
            )

    @property
    def said(self) -> str:
        return self.output.read_text()

    @property
    def port(self) -> int:
        return int(read_note(self.data).address.rpartition(":")[2])

    def children(self) -> list[psutil.Process]:
        noted = read_note(self.data).children.items()
        return [process for pid, began in noted if (process := same_process(pid, began))]

    def child(self, name: str) -> psutil.Process | None:
        """The living child of that name."""
        for process in self.children():
            with suppress(psutil.Error):
                if process.status() != psutil.STATUS_ZOMBIE and name in " ".join(process.cmdline()):
                    return process
        return None

    def kill_child(self, name: str) -> None:
        """kill -9, and wait until another one is there."""
        killed = self.child(name)
        assert killed is not None
        killed.kill()
        wait_for(lambda: self.child(name) not in (None, killed), f"{name} is started again")

    def wait_until_it_serves(self) -> None:
        wait_for(lambda: "Stop " in self.said or self.process.poll() is not None, "the block is printed")
        assert self.process.poll() is None, self.said
        assert answers(self.port)

    def stop(self) -> int:
        self.process.terminate()
        return self.process.wait(60)


@pytest.fixture(scope="module")
def prepared() -> Iterator[Path]:
    """A data folder whose first start is over; tests copy it, for a first start takes seconds."""
    folder = Path(tempfile.mkdtemp(prefix="b21-run-"))
    folder.chmod(0o755)
    run = Run(folder / "data")
    try:
        run.wait_until_it_serves()
        assert run.stop() == 0
        yield folder / "data"
    finally:
        run.process.kill()
        run.process.wait()
        Cluster(folder / "data").stop()
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def running(data: Path, *arguments: str) -> Iterator[Run]:
    run = Run(data, *arguments)
    try:
        run.wait_until_it_serves()
        yield run
    finally:
        if run.process.poll() is None:
            run.stop()


def test_a_later_start_says_everything_needed_and_stops_without_remains(prepared: Path) -> None:
    with running(prepared) as run:
        for words in (
            f"http://localhost:{run.port}",
            "Alice /",
            "Staff, works once",
            "b21_test_",
            str(prepared),
            "Ctrl-C",
        ):
            assert words in run.said
        children = run.children()
        assert len(children) == 3
        assert run.stop() == 0
    assert not any(child.is_running() for child in children)
    assert Cluster(prepared).pid() is None


def test_a_second_run_on_the_same_data_says_where_the_first_runs(prepared: Path) -> None:
    with running(prepared) as run:
        second = Run(prepared)
        assert second.process.wait(START_S) == 1
        assert len(second.said.splitlines()) == 1
        assert f"http://localhost:{run.port}" in second.said
        assert str(run.process.pid) in second.said
        assert answers(run.port)


def test_a_taken_port_is_left_to_its_owner_and_the_next_one_used(prepared: Path) -> None:
    taken, port = open_port(8_300)
    with taken, running(prepared, "--port", str(port)) as run:
        assert run.port > port
        assert f"Port {port} is taken, using {run.port}." in run.said


def test_run_with_lan_serves_the_network_and_says_how_guests_join(prepared: Path) -> None:
    with own_address() as address, running(prepared, "--lan") as run:
        there = f"http://{address}:{run.port}"
        assert f"Guests join at     {there}\n" in run.said
        assert f"http://localhost:{run.port}" in run.said
        assert terminal_qr(there, coloured=False) in run.said
        page = httpx.get(f"{there}/games/tactical/")
        assert page.status_code == 200
        assert "csrftoken" in page.headers["Set-Cookie"]
        assert "Secure" not in page.headers["Set-Cookie"]
        assert httpx.get(there, headers={"Host": f"play.example:{run.port}"}).status_code == 400


def test_run_without_lan_serves_this_machine_alone(prepared: Path) -> None:
    with own_address() as address, running(prepared) as run:
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection((address, run.port), timeout=START_S)
        assert "Guests join" not in run.said


def test_killed_children_and_a_killed_database_come_back(prepared: Path) -> None:
    with running(prepared) as run:
        for name in ("daphne", "worker", "beat"):
            run.kill_child(name)
        cluster = Cluster(prepared)
        old = cluster.pid()
        cluster.kill()
        wait_for(lambda: cluster.pid() not in (None, old), "the database is started again")
        wait_for(lambda: answers(run.port), "the platform answers again")


def test_callers_wait_while_the_web_server_restarts(prepared: Path) -> None:
    """The listening socket is the supervisor's: a killed Daphne refuses nobody."""
    with running(prepared) as run:
        daphne = run.child("daphne")
        assert daphne is not None
        assert len(daphne.cpu_affinity()) == 1
        daphne.kill()
        with socket.create_connection(("127.0.0.1", run.port), timeout=START_S) as caller:
            caller.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            assert caller.recv(12) == b"HTTP/1.1 200"


def test_after_kill_9_of_the_run_the_next_one_takes_over(prepared: Path) -> None:
    run = Run(prepared)
    run.wait_until_it_serves()
    cluster = Cluster(prepared)
    database, children, port = cluster.pid(), run.children(), run.port
    run.process.kill()
    run.process.wait()
    assert cluster.pid() == database
    with running(prepared) as again:
        assert cluster.pid() == database
        assert again.port == port
        assert not any(child.is_running() for child in children)
    assert cluster.pid() is None


def test_ctrl_c_during_the_start_ends_it_cleanly(prepared: Path) -> None:
    run = Run(prepared)
    wait_for(lambda: Cluster(prepared).pid() is not None, "the database runs")
    run.process.send_signal(signal.SIGINT)
    assert run.process.wait(START_S) == 0
    assert Cluster(prepared).pid() is None
    assert json.loads((prepared / "run.json").read_text())["children"] == {}
