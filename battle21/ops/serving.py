"""How the servers are called, the port they get, and whether they answer."""

from __future__ import annotations

import socket
import sys
import urllib.error
import urllib.request

from battle21.ops.place import OpsError

PORTS_TRIED = 100
BACKLOG = 512
MAX_FRAME_BYTES = 16_384
"""What a client may send at once."""
MAX_SENT_BYTES = 1_048_576
"""Daphne's limit for messages holds for those it sends, too: a view that is longer would not arrive."""


def daphne_command(fd: int) -> list[str]:
    """Quick pings (a frozen client is away within 7 s), small frames, no access log (links hold tokens)."""
    options = {
        "--ping-interval": 3,
        "--ping-timeout": 4,
        "--websocket-max-message-size": MAX_SENT_BYTES,
        "--websocket-max-frame-size": MAX_FRAME_BYTES,
        "--verbosity": 0,
    }
    arguments = [str(part) for option in options.items() for part in option]
    return [sys.executable, "-m", "daphne", "--fd", str(fd), *arguments, "battle21.asgi:application"]


def celery_command(what: str) -> list[str]:
    """Beat is a process of its own: embedded in a worker it is forked from it, threads and all."""
    command = [sys.executable, "-m", "celery", "--app", "battle21.celery", what, "--loglevel", "WARNING"]
    return [*command, "--without-gossip", "--without-mingle"] if what == "worker" else command


def open_port(first: int, address: str = "127.0.0.1") -> tuple[socket.socket, int]:
    """A listening socket on the first free port from `first` on, for callers of `address`. Raises OpsError."""
    for port in range(first, min(first + PORTS_TRIED, 65_536)):
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((address, port))
            listener.listen(BACKLOG)
        except PermissionError:
            listener.close()
            raise OpsError(
                f"Port {port} is reserved for the system: choose one above 1023 with --port."
            ) from None
        except OSError:
            listener.close()
            continue
        return listener, port
    raise OpsError(f"No port from {first} to {first + PORTS_TRIED - 1} is free: choose another with --port.")


def answers(port: int) -> bool:
    """Does the web server answer, its database included?"""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=2) as response:
            return bool(response.status < 500)
    except urllib.error.HTTPError as error:
        return error.code < 500
    except OSError:
        return False
