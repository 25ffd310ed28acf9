"""An embedded PostgreSQL 18: start, stop, kill, recover, and take over a server left running.

    cluster = Cluster(Path("var"))
    cluster.start()          # makes the cluster the first time, else adopts or starts the server
    cluster.url(RUNTIME_ROLE)
    cluster.stop()

The server listens on a Unix socket in a 0700 folder only; every role needs its password (scram-sha-256).
"""

from __future__ import annotations

import fcntl
import os
import secrets
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psutil
import psycopg

from battle21.installation import DATABASE_NAME, keep_secret
from battle21.ops.logfiles import last_line, rotate, tail
from battle21.ops.place import OpsError, Place, find_place

SUPERUSER = "postgres"
PORT = "5432"  # names the socket's file; nothing listens on TCP
MAJOR = "18"
START_S = 60.0  # crash recovery included
STOP_S = 20.0
POLL_S = 0.02
# A server whose postmaster was killed frees its memory when its last process has noticed.
STILL_ENDING = "still in use"

SERVER_SETTINGS = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "max_connections": "100",
    "shared_buffers": "64MB",
    "timezone": "UTC",
    "log_timezone": "UTC",
    "logging_collector": "off",
    # Statements and rows hold secrets; a refused statement is named by its error alone.
    "log_min_error_statement": "panic",
    "log_error_verbosity": "terse",
}
# For tests alone: a crash of the machine may then destroy the cluster. A crash of its processes may not.
UNSAFE_SETTINGS = {"fsync": "off", "full_page_writes": "off"}


# Servers launched by this process, to be reaped when they end. They may outlive their Cluster objects.
_launched: dict[int, subprocess.Popen[bytes]] = {}


class Cluster:
    """One embedded cluster, found by its data folder. Several objects may speak of the same cluster."""

    def __init__(self, data: Path, *, fsync: bool = True) -> None:
        self.data = data.absolute()
        self.fsync = fsync
        self.log_path = self.data / "logs" / "postgres.log"
        self._place: Place | None = None

    @property
    def place(self) -> Place:
        if self._place is None:
            self._place = find_place(self.data)
        return self._place

    # --- life --------------------------------------------------------------------------------------
    def start(self) -> None:
        """Return when the server answers. Raises OpsError. Safe to call when it runs already."""
        with self._locked():
            child = None
            if self.pid() is None:
                if not self.place.cluster.exists():
                    self._create()
                self._refuse_other_version()
                child = self._launch()
            self._await_ready(child)

    def stop(self) -> None:
        """Fast shutdown: sessions are ended, everything is written. Nothing happens if it is down."""
        pid = self.pid()
        if pid is None:
            return
        for sent, patience in ((signal.SIGINT, STOP_S), (signal.SIGQUIT, STOP_S)):
            send_signal(pid, sent)
            if self._gone(pid, patience):
                return
        raise OpsError(f"The database server (process {pid}) does not stop: look into {self.log_path}.")

    def kill(self) -> None:
        """kill -9 of the postmaster, as a crash would. Its other processes end by themselves."""
        pid = self.pid()
        if pid is not None:
            send_signal(pid, signal.SIGKILL)
            if not self._gone(pid, STOP_S):
                raise OpsError(f"The database server (process {pid}) survived kill -9.")

    def pid(self) -> int | None:
        """The postmaster's process id while it lives; a file left by a dead one does not count."""
        lines = self._postmaster_lines()
        if not lines:
            return None
        pid = int(lines[0])
        return pid if is_postmaster(pid, self.place.cluster) else None

    # --- access ------------------------------------------------------------------------------------
    def password(self, role: str) -> str:
        return keep_secret(self.data / "secrets", role, lambda: secrets.token_urlsafe(24))

    def url(self, role: str, database: str = DATABASE_NAME) -> str:
        """A DATABASE_URL; contains the role's password."""
        host = quote(str(self.place.socket), safe="")
        return f"postgresql://{role}:{quote(self.password(role))}@{host}:{PORT}/{database}"

    def connect(self, role: str = SUPERUSER, database: str = "postgres") -> psycopg.Connection[Any]:
        """An autocommit connection of psycopg."""
        return psycopg.connect(
            host=str(self.place.socket),
            port=PORT,
            user=role,
            password=self.password(role),
            dbname=database,
            autocommit=True,
            connect_timeout=5,
        )

    # --- steps -------------------------------------------------------------------------------------
    def _create(self) -> None:
        """initdb into a draft, renamed when complete: a start killed half-way leaves no half cluster."""
        place = self.place
        draft = place.root / "cluster.new"
        shutil.rmtree(draft, ignore_errors=True)
        password_file = place.root / "superuser.password"
        password_file.unlink(missing_ok=True)
        password_file.touch(mode=0o600)
        password_file.write_text(self.password(SUPERUSER))
        if place.user.switch:
            os.chown(password_file, place.user.uid, place.user.gid)
        try:
            self._initdb(draft, password_file)
        finally:
            password_file.unlink(missing_ok=True)
        draft.replace(place.cluster)

    def _initdb(self, draft: Path, password_file: Path) -> None:
        command = [
            str(self.place.binaries / "initdb"),
            f"--pgdata={draft}",
            f"--username={SUPERUSER}",
            f"--pwfile={password_file}",
            "--auth=scram-sha-256",
            "--encoding=UTF8",
            "--locale=C",
            "--locale-provider=builtin",
            "--builtin-locale=C.UTF-8",
            *([] if self.fsync else ["--no-sync"]),
        ]
        done = subprocess.run(
            command,
            cwd=self.place.root,
            env=server_environment(),
            capture_output=True,
            text=True,
            check=False,
            **self.place.user.popen_options(),  # type: ignore[call-overload]
        )
        if done.returncode != 0:
            raise OpsError(f"PostgreSQL could not make its cluster: {last_line(done.stderr)}")

    def _refuse_other_version(self) -> None:
        found = (self.place.cluster / "PG_VERSION").read_text().strip()
        if found != MAJOR:
            raise OpsError(
                f"{self.place.cluster} was made by PostgreSQL {found}, this is {MAJOR}: "
                f"dump it with {found} and load it here, or choose another --data."
            )

    def _launch(self) -> subprocess.Popen[bytes]:
        self._drop_stale_locks()
        self.log_path.parent.mkdir(parents=True, exist_ok=True)
        rotate(self.log_path)
        options = {**SERVER_SETTINGS, "unix_socket_directories": str(self.place.socket)}
        if not self.fsync:
            options |= UNSAFE_SETTINGS
        command = [str(self.place.binaries / "postgres"), "-D", str(self.place.cluster), "-p", PORT]
        for name, value in options.items():
            command += ["-c", f"{name}={value}"]
        with self.log_path.open("ab") as log:
            child: subprocess.Popen[bytes] = subprocess.Popen(
                command,
                cwd=self.place.root,
                env=server_environment(),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,  # Ctrl-C is for the supervisor, which stops the server last
                **self.place.user.popen_options(),  # type: ignore[call-overload]
            )
        _launched[child.pid] = child
        return child

    def _drop_stale_locks(self) -> None:
        """Remove lock files of a dead server: with its number used again by another program, or by a process
        that nobody has reaped, the next one would not start.

        Living processes of a killed server are still safe: the server finds their shared memory by itself.
        """
        if self.pid() is None:
            (self.place.cluster / "postmaster.pid").unlink(missing_ok=True)
            (self.place.socket / f".s.PGSQL.{PORT}.lock").unlink(missing_ok=True)

    def _await_ready(self, child: subprocess.Popen[bytes] | None) -> None:
        """`child` is the server we launched, None for one that ran already."""
        end = time.monotonic() + START_S
        while time.monotonic() < end:
            if child is not None and child.poll() is not None:
                child = self._launch_again()
            if self._says_ready() and self._answers():
                return
            time.sleep(POLL_S)
        raise OpsError(f"The database server does not answer for {START_S:.0f} s: look into {self.log_path}.")

    def _launch_again(self) -> subprocess.Popen[bytes]:
        """After a start that failed because a killed server was still ending; else raises OpsError."""
        end_of_log = tail(self.log_path)
        if STILL_ENDING not in end_of_log:
            complaint = last_line(end_of_log)
            raise OpsError(f"The database server did not start: {complaint} (see {self.log_path})")
        time.sleep(POLL_S * 10)
        return self._launch()

    def _says_ready(self) -> bool:
        lines = self._postmaster_lines()
        return len(lines) > 7 and lines[7].strip() == "ready"

    def _answers(self) -> bool:
        try:
            self.connect().close()
        except psycopg.OperationalError as error:
            if "password authentication failed" in str(error):
                raise OpsError(
                    f"The passwords in {self.data / 'secrets'} are not those of the cluster: "
                    "put the old folder back, or choose another --data."
                ) from error
            return False
        return True

    def _postmaster_lines(self) -> list[str]:
        try:
            return (self.place.cluster / "postmaster.pid").read_text().splitlines()
        except FileNotFoundError:
            return []

    def _gone(self, pid: int, patience: float) -> bool:
        end = time.monotonic() + patience
        while time.monotonic() < end:
            if not is_postmaster(pid, self.place.cluster):
                reap(pid)
                return True
            time.sleep(POLL_S)
        return False

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """One start at a time, over all processes of this machine."""
        with (self.place.root / "start.lock").open("w") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield


def is_postmaster(pid: int, cluster: Path) -> bool:
    """Is this process a live PostgreSQL server working in `cluster`? Process ids are used again, so look."""
    try:
        process = psutil.Process(pid)
        if process.status() == psutil.STATUS_ZOMBIE or "postgres" not in process.name():
            return False
        return Path(process.cwd()) == cluster.resolve()
    except (psutil.NoSuchProcess, psutil.AccessDenied, FileNotFoundError):
        return False


def reap(pid: int) -> None:
    """Collect a dead server launched by this process; until then its number would look alive."""
    child = _launched.pop(pid, None)
    if child is not None:
        child.wait()


def send_signal(pid: int, number: signal.Signals) -> None:
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        pass


def server_environment() -> dict[str, str]:
    """Nothing of ours: variables such as PGDATA or a locale would change the server."""
    return {"PATH": "/usr/bin:/bin", "LC_ALL": "C", "TZ": "UTC"}
