"""The real stack as processes: an own PostgreSQL, several Daphnes, a Celery worker and beat; each may be killed."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil
import psycopg

from battle21.installation import DATABASE_NAME, OWNER_ROLE, PLACE_FILE, RUNTIME_ROLE
from battle21.ops.lan import EVERYWHERE, environment
from battle21.ops.postgres import Cluster
from battle21.ops.roles import ensure_roles
from battle21.ops.serving import answers, celery_command, daphne_command, open_port
from tests.support.postgres import runtime_url
from tests.support.runs import RUN_VARIABLE

ROOT = Path(__file__).resolve().parent.parent.parent
CORE = "B21_CORE"
FIRST_PORT = 21_000
WAIT_S = 20.0


def wait_until(condition: Callable[[], Any], what: str, seconds: float = WAIT_S) -> Any:
    """The first true value of `condition`; fails with `what` after `seconds`."""
    end = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > end:
            raise AssertionError(f"not within {seconds:g} s: {what}")
        time.sleep(0.02)


@dataclass
class Server:
    """One process of the stack, under the address it keeps when it is started again."""

    name: str
    command: list[str]
    environment: dict[str, str]
    log: Path
    port: int = 0
    fds: tuple[int, ...] = ()
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command, env=self.environment, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=log,
                stderr=subprocess.STDOUT, pass_fds=self.fds, start_new_session=True,
            )  # fmt: skip

    def signal(self, number: int) -> None:
        """To the process and its children."""
        if self.process is not None and self.process.poll() is None:
            os.killpg(self.process.pid, number)

    def kill(self) -> None:
        """kill -9: nothing in it gets a chance to say good-bye."""
        self.signal(signal.SIGKILL)
        if self.process is not None:
            self.process.wait()
            self.process = None

    def stop(self) -> None:
        """SIGTERM and wait."""
        if self.process is not None:
            self.process.terminate()
            self.process.wait(20)
            self.process = None

    @property
    def running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def wait_ready(self, seconds: float = WAIT_S) -> None:
        """Until it answers; fails with the end of its log."""
        try:
            wait_until(lambda: answers(self.port), f"{self.name} answers", seconds)
        except AssertionError as error:
            raise AssertionError(f"{error}\n{self.log.read_text()[-3000:]}") from None


class Remote:
    """A process that calls functions for us; `tests.support.remote` is its other side."""

    def __init__(self, stack: Stack) -> None:
        with (stack.folder / "remote.log").open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "tests.support.remote"], env=stack.environment, cwd=ROOT, text=True,
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log,
            )  # fmt: skip
        stack._remotes.append(self)

    def call(self, function: str, arguments: dict[str, Any]) -> Any:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps({"function": function, "arguments": arguments}) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        assert "error" not in answer, answer["error"]
        return answer["result"]


@dataclass
class Stack:
    """Start with `running_stack`."""

    cluster: Cluster
    folder: Path
    environment: dict[str, str]
    webs: list[Server] = field(default_factory=list)
    worker: Server | None = None
    beat: Server | None = None
    _remotes: list[Remote] = field(default_factory=list)
    _idle: list[Remote] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def servers(self) -> list[Server]:
        return [*self.webs, *(server for server in (self.worker, self.beat) if server)]

    def kill_database(self) -> None:
        """kill -9 of the postmaster and all its children."""
        pid = self.cluster.pid()
        children = [] if pid is None else psutil.Process(pid).children(recursive=True)
        self.cluster.kill()
        for child in children:
            try:
                child.kill()
            except psutil.NoSuchProcess:
                pass

    def manage(self, *arguments: str) -> str:
        """Run manage.py as the runtime role; its output."""
        done = self._run([sys.executable, "manage.py", *arguments])
        assert done.returncode == 0, done.stderr
        return done.stdout

    def call(self, function: str, **arguments: Any) -> Any:
        """Run "module:function" in a process of its own with the stack's settings; what it returns (JSON)."""
        with self._lock:
            remote = self._idle.pop() if self._idle else Remote(self)
        result = remote.call(function, arguments)
        with self._lock:
            self._idle.append(remote)
        return result

    def _run(self, command: list[str]) -> subprocess.CompletedProcess[str]:
        return subprocess.run(command, env=self.environment, cwd=ROOT, capture_output=True, text=True)

    def query(self, statement: str, *parameters: object) -> list[tuple[Any, ...]]:
        """Rows, read as the owner on a connection of its own."""
        with psycopg.connect(self.environment["OWNER_DATABASE_URL"], autocommit=True) as connection:
            cursor = connection.execute(statement, parameters or None)
            return cursor.fetchall() if cursor.description else []

    def seed(
        self, *, tables: int = 1, mode: str = "free", game: str = "tactical", clock: int = 1, people: int = 0,
        waiting: bool = False, private: bool = False, options: dict[str, int] | None = None,
    ) -> list[dict[str, Any]]:  # fmt: skip
        """Tables with logged-in guests, each {"table": public id, "id": …, "cookies": […], "players": [public ids]}.

        `people`: more guests than seats; the others stand by. `waiting`: only the first guest sits down.
        """
        seeded: list[dict[str, Any]] = self.call(
            "tests.support.seed:new_tables", tables=tables, mode=mode, game=game, clock=clock, people=people,
            waiting=waiting, private=private, options=options,
        )  # fmt: skip
        return seeded

    def join(self, table: dict[str, Any], guest: int) -> None:
        """A guest who stood by sits down."""
        self.call("tests.support.seed:join", table=table["table"], player=table["players"][guest])

    def end_remotes(self) -> None:
        for remote in self._remotes:
            remote.process.kill()
            remote.process.communicate()  # closes the pipes too

    def log_text(self) -> str:
        return "\n".join(f"--- {server.name}\n{server.log.read_text()}" for server in self.servers)


@contextmanager
def running_stack(
    *, webs: int = 2, worker: bool = False, fsync: bool = True, extra: dict[str, str] | None = None,
    lan: str = "",
) -> Iterator[Stack]:  # fmt: skip
    """A stack of its own on free ports; everything is stopped and deleted afterwards. `lan`: the machine's address in a
    network that it serves, too."""
    folder = Path(tempfile.mkdtemp(prefix="b21-stack-"))
    folder.chmod(0o755)
    stack = Stack(Cluster(folder / "data", fsync=fsync), folder, {})
    try:
        _start_database(stack, extra or {})
        for number in range(webs):
            _add_web(stack, number, lan)
        if worker:
            stack.worker = _server(stack, "worker", celery_command("worker"))
            stack.beat = _server(stack, "beat", celery_command("beat"))
        for server in stack.servers:
            server.start()
        for web in stack.webs:
            web.wait_ready()
        yield stack
    finally:
        stack.end_remotes()
        for server in stack.servers:
            server.kill()
            for fd in server.fds:
                os.close(fd)
        stack.kill_database()
        shutil.rmtree(folder, ignore_errors=True)


def _start_database(stack: Stack, extra: dict[str, str]) -> None:
    """With all tables. Making and migrating a cluster takes seconds: within one test run it is done once and copied."""
    run = os.environ.get(RUN_VARIABLE)
    if run is None:
        stack.cluster.data.mkdir(mode=0o755)
        _make_database(stack, extra)
        return
    template = Path(run) / "stack-template"
    with (Path(run) / "stack-template.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not template.exists():
            draft = template.with_name("stack-draft")
            draft.mkdir(mode=0o755)
            made = Stack(Cluster(draft, fsync=False), Path(run), {})
            _make_database(made, {})
            made.cluster.stop()
            draft.rename(template)
    subprocess.run(["cp", "-a", str(template), str(stack.cluster.data)], check=True)
    (stack.cluster.data / PLACE_FILE).unlink()
    stack.cluster.start()
    stack.environment = _environment(stack, extra)


def _make_database(stack: Stack, extra: dict[str, str]) -> None:
    stack.cluster.start()
    ensure_roles(stack.cluster)
    stack.environment = _environment(stack, extra)
    done = subprocess.run(
        [sys.executable, "-m", "battle21.ops.prepare"],
        env=stack.environment, cwd=ROOT, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    runtime_url(stack.cluster, DATABASE_NAME)


def _environment(stack: Stack, extra: dict[str, str]) -> dict[str, str]:
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("B21_", "DJANGO_"))}
    return {
        **kept,
        "B21_DATA": str(stack.cluster.data),
        "B21_DEMO": "1",
        "B21_DEMO_PRICES": "fixed",
        "DJANGO_SETTINGS_MODULE": "battle21.settings",
        "DATABASE_URL": stack.cluster.url(RUNTIME_ROLE),
        "OWNER_DATABASE_URL": stack.cluster.url(OWNER_ROLE),
        "PYTHONPATH": str(ROOT),
        "PYTHONUNBUFFERED": "1",
        **extra,
    }


def _add_web(stack: Stack, number: int, lan: str) -> None:
    first = FIRST_PORT + os.getpid() % 500 * 20 + number
    listener, port = open_port(first, EVERYWHERE if lan else "127.0.0.1")
    fd = os.dup(listener.fileno())
    listener.close()
    os.set_inheritable(fd, True)
    server = _server(stack, f"web{number}", daphne_command(fd))
    if CORE in server.environment:  # each on one of its own, as docs/operations.md says
        server.environment = {**server.environment, CORE: str(number)}
    server.port, server.fds = port, (fd,)
    if lan:
        server.environment = {**server.environment, **environment([lan], port)}
    stack.webs.append(server)


def _server(stack: Stack, name: str, command: list[str]) -> Server:
    return Server(name, command, stack.environment, stack.folder / f"{name}.log")
