"""Log files of processes: kept short, and asked for their last words."""

from __future__ import annotations

from pathlib import Path

LOG_LIMIT = 10_000_000  # bytes; a log is renamed at a start when it is longer


def rotate(log: Path) -> None:
    if log.exists() and log.stat().st_size > LOG_LIMIT:
        log.replace(log.with_name(log.name + ".1"))


def tail(log: Path, size: int = 4_000) -> str:
    with log.open("rb") as file:
        file.seek(max(0, log.stat().st_size - size))
        return file.read().decode(errors="replace")


def last_line(text: str) -> str:
    lines = [line for line in text.splitlines() if line.strip()]
    return lines[-1].strip() if lines else "it said nothing"
