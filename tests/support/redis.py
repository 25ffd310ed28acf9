"""A real Redis or Valkey for tests, when the machine has one."""

from __future__ import annotations

import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import redis

START_S = 10.0
POLL_S = 0.02


def find_redis() -> str | None:
    """The server's binary, Valkey's or Redis'."""
    return shutil.which("valkey-server") or shutil.which("redis-server")


@contextmanager
def running_redis(binary: str, folder: Path) -> Iterator[str]:
    """A server on a Unix socket in `folder`, nothing kept on disk; yields its URL."""
    socket = folder / "redis.sock"
    arguments = ["--port", "0", "--unixsocket", str(socket), "--save", "", "--appendonly", "no"]
    with (folder / "redis.log").open("wb") as log:
        process = subprocess.Popen([binary, *arguments, "--dir", str(folder)], stdout=log, stderr=log)
    try:
        url = f"unix://{socket}"
        wait_for(url, process, folder / "redis.log")
        yield url
    finally:
        process.terminate()
        process.wait(START_S)


def wait_for(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    client = redis.Redis.from_url(url)
    end = time.monotonic() + START_S
    while time.monotonic() < end and process.poll() is None:
        try:
            client.ping()
        except redis.ConnectionError:
            time.sleep(POLL_S)
        else:
            client.close()
            return
    raise RuntimeError(f"redis did not start: {log.read_text()}")
