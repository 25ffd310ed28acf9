"""Run the whole platform on this machine: `python -m battle21.ops.supervise [--port N] [--data FOLDER] [--lan]`.

Starts the embedded database (unless DATABASE_URL is set), prepares it, then keeps Daphne, a Celery worker
and beat running until Ctrl-C or SIGTERM.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from types import FrameType
from typing import Any

from battle21.installation import BASE_DIR, PREPARED, default_data_folder
from battle21.ops.children import Child, child_environment, stop_all
from battle21.ops.lan import EVERYWHERE, environment, lan_addresses
from battle21.ops.logfiles import last_line
from battle21.ops.place import OpsError
from battle21.ops.postgres import Cluster
from battle21.ops.roles import ensure_roles
from battle21.ops.runfile import RunNote, end_leftovers, read_note, take_run_lock
from battle21.ops.serving import answers, celery_command, daphne_command, open_port
from battle21.ops.welcome import welcome

FIRST_PORT = 8021
READY_S = 60.0
WATCH_S = 0.1
PREPARED_ONCE = ".prepared"  # in the data folder, when a start got as far as that
WORKER_PATIENCE_S = 3.0
GIVE_UP_AFTER = 4  # ends of Daphne before it ever answered


class Supervisor:
    """Everything of one run. `run` returns when a signal asked for the end."""

    def __init__(self, data: Path, port: int, *, lan: bool = False) -> None:
        self.data = data
        self.port = port
        self.lan_addresses = lan_addresses() if lan else []
        """Of this machine in its networks; empty: it serves itself alone."""
        self.asked_to_stop = False
        self.cluster = None if os.environ.get("DATABASE_URL") else Cluster(data)
        self.note = RunNote()
        self.children: list[Child] = []
        self.seeded: dict[str, Any] = {}

    # --- life --------------------------------------------------------------------------------------
    def run(self) -> None:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._ask_to_stop)
        try:
            self.note.children = read_note(self.data).children
            self.note.write(self.data)
            end_leftovers(self.data)
            listener = self._listen()
            self._start_database()
            self._define_children(listener)
            self._bring_up()
            if not self.asked_to_stop:
                print(self._welcome(), flush=True)
            self._keep_running()
        finally:
            self._stop()

    def _ask_to_stop(self, _number: int, _frame: FrameType | None) -> None:
        self.asked_to_stop = True

    def _stop(self) -> None:
        stop_all(self.children)
        if self.cluster is not None:
            self.cluster.stop()
        self.note.children = {}
        self.note.write(self.data)

    # --- start -------------------------------------------------------------------------------------
    def _listen(self) -> socket.socket:
        """The listening socket, ours for the whole run: while Daphne restarts, callers wait in its queue."""
        listener, port = open_port(self.port, EVERYWHERE if self.lan_addresses else "127.0.0.1")
        if port != self.port:
            print(f"Port {self.port} is taken, using {port}.", flush=True)
        self.port = port
        self.note.address = f"http://localhost:{port}"
        self.note.write(self.data)
        if self.lan_addresses:
            os.environ.update(environment(self.lan_addresses, port, os.environ.get("B21_HOSTS", "")))
        return listener

    def _start_database(self) -> None:
        if self.cluster is not None:
            self.cluster.start()
            ensure_roles(self.cluster)

    def _bring_up(self) -> None:
        """Prepare and, from the second start on, start the web server side by side; the rest when it answers.

        Two cores start two processes as fast as one. A web server that started on old tables or static
        files is started again; nobody was told its address yet.
        """
        daphne = self.children[:1]
        if (self.data / PREPARED_ONCE).exists():
            self._watch(daphne)
        prepared = prepare(self.data)
        (self.data / PREPARED_ONCE).touch()
        self.seeded = prepared["seeded"]
        if prepared["changed"]:
            stop_all(daphne)
        self._await_ready()
        self._watch(self.children)

    def _define_children(self, listener: socket.socket) -> None:
        fd = listener.fileno()
        self._define("daphne", daphne_command(fd), pass_fds=(fd,))
        self.children[0].environment.setdefault("B21_CORE", "0")
        # What these are doing when killed, the next sweep finds again; the worker polls for seconds.
        self._define("worker", celery_command("worker"), patience_s=WORKER_PATIENCE_S)
        self._define("beat", celery_command("beat"), patience_s=WORKER_PATIENCE_S)

    def _define(self, name: str, command: list[str], **options: Any) -> None:
        log = self.data / "logs" / f"{name}.log"
        self.children.append(Child(name, command, log, child_environment(self.data), **options))

    def _await_ready(self) -> None:
        daphne = self.children[0]
        end = time.monotonic() + READY_S
        while not self.asked_to_stop:
            self._watch([daphne])
            if answers(self.port):
                return
            if daphne.ends >= GIVE_UP_AFTER or time.monotonic() > end:
                raise OpsError(f"The web server does not start: {daphne.last_words()} (see {daphne.log})")
            time.sleep(WATCH_S / 2)

    # --- while it runs -----------------------------------------------------------------------------
    def _keep_running(self) -> None:
        while not self.asked_to_stop:
            if self.cluster is not None and self.cluster.pid() is None:
                restart(self.cluster)
            self._watch(self.children)
            time.sleep(WATCH_S)

    def _watch(self, children: list[Child]) -> None:
        started = [child for child in children if child.watch()]
        if started:
            self.note.children = {}
            for child in self.children:
                self.note.children |= child.began()
            self.note.write(self.data)

    def _welcome(self) -> str:
        place = self.cluster.place.root if self.cluster is not None else None
        guests = [f"http://{address}:{self.port}" for address in self.lan_addresses]
        return welcome(self.note, self.data, self.seeded, place, guests)


def prepare(data: Path) -> dict[str, Any]:
    """Run `battle21.ops.prepare` and return what it says."""
    log = data / "logs" / "prepare.log"
    log.parent.mkdir(exist_ok=True)
    done = subprocess.run(
        [sys.executable, "-m", "battle21.ops.prepare"],
        env=child_environment(data),
        capture_output=True,
        text=True,
        check=False,
        start_new_session=True,  # a Ctrl-C must not end it half-way
    )
    results = [line for line in done.stdout.splitlines() if line.startswith(PREPARED)]
    log.write_text(done.stderr)
    if done.returncode != 0 or not results:
        raise OpsError(f"The database could not be prepared: {last_line(done.stderr)} (see {log})")
    prepared: dict[str, Any] = json.loads(results[-1].removeprefix(PREPARED))
    return prepared


def restart(cluster: Cluster) -> None:
    try:
        cluster.start()
    except OpsError as error:
        print(f"{error} Trying again.", flush=True)


def parse_arguments(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./run", description="Run Battle21 on this machine with demo data.")
    parser.add_argument(
        "--port", type=int, default=FIRST_PORT, help="first port to try (default: %(default)s)"
    )
    parser.add_argument(
        "--lan", action="store_true", help="serve the local network too: guests join by phone, with a name"
    )
    parser.add_argument("--data", type=Path, default=None, help="folder for all data (default: var)")
    return parser.parse_args(arguments)


def main(arguments: list[str]) -> int:
    options = parse_arguments(arguments)
    data: Path = (options.data or Path(os.environ.get("B21_DATA") or default_data_folder())).absolute()
    os.environ["B21_DATA"] = str(data)
    os.chdir(BASE_DIR)
    try:
        data.mkdir(parents=True, exist_ok=True)
        lock = take_run_lock(data)
        Supervisor(data, options.port, lan=options.lan).run()
        os.close(lock)
    except OpsError as error:
        print(f"Battle21: {error}", file=sys.stderr)
        return 1
    except OSError as error:
        reason = f"{error.strerror} ({error.filename})"
        print(f"Battle21: {reason}: choose another folder with --data.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
