"""Child processes that are started again when they end."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import psutil

from battle21.ops.logfiles import last_line, rotate, tail

FIRST_PAUSE_S = 0.2
LONGEST_PAUSE_S = 10.0
# After this long a child counts as healthy and its next end starts with the shortest pause again.
HEALTHY_S = 30.0


@dataclass
class Child:
    """One kept process. Its output goes to `log`; it leads its own session, so Ctrl-C reaches only us."""

    name: str
    command: Sequence[str]
    log: Path
    environment: dict[str, str]
    pass_fds: tuple[int, ...] = ()
    patience_s: float = 10.0  # from SIGTERM to SIGKILL
    ends: int = 0  # since it was last healthy
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    not_before: float = field(default=0.0)

    def start(self) -> None:
        self.log.parent.mkdir(parents=True, exist_ok=True)
        rotate(self.log)
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                list(self.command),
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                pass_fds=self.pass_fds,
                start_new_session=True,
            )
        self.started = time.monotonic()

    def watch(self) -> bool:
        """Start it again when it has ended and its pause is over. True if it was started."""
        now = time.monotonic()
        if self.process is not None:
            if self.process.poll() is None:
                return False
            self._note_end(now)
        if now < self.not_before:
            return False
        self.start()
        return True

    def _note_end(self, now: float) -> None:
        if now - self.started > HEALTHY_S:
            self.ends = 0
        self.not_before = now + min(FIRST_PAUSE_S * 2**self.ends, LONGEST_PAUSE_S)
        self.ends += 1
        self.process = None

    @property
    def pid(self) -> int | None:
        return self.process.pid if self.process is not None else None

    def began(self) -> dict[int, float]:
        """Process id and time of birth, for the run note."""
        if self.process is None:
            return {}
        try:
            return {self.process.pid: psutil.Process(self.process.pid).create_time()}
        except psutil.NoSuchProcess:
            return {}

    def last_words(self) -> str:
        return last_line(tail(self.log)) if self.log.exists() else ""


def stop_all(children: Sequence[Child]) -> None:
    """SIGTERM to all at once, SIGKILL to whoever outlives its patience. They stay stopped until `watch`."""
    running = [(child.patience_s, child.process) for child in children if child.process is not None]
    for _patience, process in running:
        process.terminate()
    start = time.monotonic()
    for patience, process in sorted(running, key=lambda pair: pair[0]):
        try:
            process.wait(max(0.01, start + patience - time.monotonic()))
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def child_environment(data: Path) -> dict[str, str]:
    return {
        **os.environ,
        "B21_DATA": str(data),
        "DJANGO_SETTINGS_MODULE": "battle21.settings",
        "PYTHONUNBUFFERED": "1",
    }
