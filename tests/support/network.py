"""An address of this machine that is not its loopback, as phones on a local network have it before them."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from battle21.ops.lan import lan_addresses
from battle21.ops.place import OpsError

DUMMY, DUMMY_ADDRESS = "b21test0", "192.0.2.121"  # RFC 5737: of nobody


@contextmanager
def own_address() -> Iterator[str]:
    """Of a network the machine is in; where it is in none, of a make-believe one, which only root can make."""
    try:
        yield lan_addresses()[0]
        return
    except OpsError:
        pass
    if os.geteuid() != 0 or not _ip("link", "add", DUMMY, "type", "dummy"):
        pytest.skip("this machine has its loopback alone, and a dummy interface cannot be made here")
    try:
        assert _ip("addr", "add", f"{DUMMY_ADDRESS}/32", "dev", DUMMY)
        assert _ip("link", "set", DUMMY, "up")
        yield DUMMY_ADDRESS
    finally:
        _ip("link", "del", DUMMY)


def _ip(*arguments: str) -> bool:
    try:
        return subprocess.run(["ip", *arguments], capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        return False
