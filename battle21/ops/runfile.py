"""One run per data folder: a lock that dies with its holder, and a note about what runs and where."""

from __future__ import annotations

import fcntl
import json
import os
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import psutil

from battle21.ops.place import OpsError

STOP_S = 3.0


@dataclass
class RunNote:
    """`run.json` in the data folder, for a second run and for the run after a crash."""

    pid: int = field(default_factory=os.getpid)
    address: str = ""
    # Process id -> when it began: a number used again by another program begins later.
    children: dict[int, float] = field(default_factory=dict)

    def write(self, data: Path) -> None:
        draft = data / f".run.json.{os.getpid()}"
        draft.write_text(json.dumps(asdict(self)))
        draft.replace(data / "run.json")


def read_note(data: Path) -> RunNote:
    """The last note; an empty one when there is none or it is damaged."""
    try:
        content: dict[str, Any] = json.loads((data / "run.json").read_text())
        children = {int(pid): began for pid, began in content["children"].items()}
        return RunNote(content["pid"], content["address"], children)
    except (FileNotFoundError, ValueError, KeyError, TypeError, AttributeError):
        return RunNote(0)


def take_run_lock(data: Path) -> int:
    """The lock's file descriptor, to be kept open. Raises OpsError when another run holds it.

    Children do not inherit it, so it is free the moment the supervisor is dead, however it died.
    """
    handle = os.open(data / "run.lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(handle)
        note = read_note(data)
        where = f"at {note.address}" if note.address else "and is still starting"
        raise OpsError(
            f"already running with the data in {data} {where} (process {note.pid}): "
            "use that one, stop it with Ctrl-C, or choose another folder with --data."
        ) from None
    return handle


def end_leftovers(data: Path) -> list[int]:
    """End the children of a run that was killed; returns their process ids."""
    leftovers = [
        process for pid, began in read_note(data).children.items() if (process := same_process(pid, began))
    ]
    for process in leftovers:
        process.terminate()
    _gone, alive = psutil.wait_procs(leftovers, timeout=STOP_S)
    for process in alive:
        process.kill()
    psutil.wait_procs(alive, timeout=STOP_S)
    return [process.pid for process in leftovers]


def same_process(pid: int, began: float) -> psutil.Process | None:
    """The process of this number, if it is the one that began then."""
    try:
        process = psutil.Process(pid)
        return process if abs(process.create_time() - began) < 1.0 else None
    except psutil.NoSuchProcess:
        return None
