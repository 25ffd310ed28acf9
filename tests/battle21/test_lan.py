"""Addresses for the phones of a room, and the QR code they look at."""

from __future__ import annotations

import socket
from types import SimpleNamespace
from typing import Any

import psutil
import pytest
from qrcode import QRCode  # type: ignore[import-untyped]

from battle21.ops import lan
from battle21.ops.lan import environment, lan_addresses
from battle21.ops.place import OpsError
from battle21.ops.terminal_qr import terminal_qr
from tests.support.network import own_address

ADDRESS = "http://192.168.1.20:8021"


@pytest.fixture
def networks(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The machine's networks as the system would tell them: name, address, whether it is up."""

    def say(*told: tuple[str, str, bool], way_out: str = "") -> None:
        addresses = {
            name: [SimpleNamespace(family=socket.AF_INET, address=address)] for name, address, _ in told
        }
        states = {name: SimpleNamespace(isup=up) for name, _, up in told}
        monkeypatch.setattr(psutil, "net_if_addrs", lambda: addresses)
        monkeypatch.setattr(psutil, "net_if_stats", lambda: states)
        monkeypatch.setattr(lan, "_address_of_the_way_out", lambda: way_out)

    return say


def test_address_that_phones_share_comes_first(networks: Any) -> None:
    networks(
        ("lo", "127.0.0.1", True),
        ("docker0", "172.17.0.1", True),
        ("eth0", "10.0.0.7", True),
        ("wlan0", "192.168.1.20", True),
        ("eth1", "10.9.9.9", False),
        ("eth2", "169.254.7.7", True),
        way_out="192.168.1.20",
    )
    assert lan_addresses() == ["192.168.1.20", "10.0.0.7", "172.17.0.1"]


def test_hotspot_without_a_way_out_is_a_network_too(networks: Any) -> None:
    networks(("lo", "127.0.0.1", True), ("br-1", "172.18.0.1", True), ("wlan0", "10.42.0.1", True))
    assert lan_addresses() == ["10.42.0.1", "172.18.0.1"]


def test_machine_in_no_network_says_what_to_do(networks: Any) -> None:
    networks(("lo", "127.0.0.1", True), ("eth0", "10.0.0.7", False))
    with pytest.raises(OpsError, match="join one, or make a hotspot"):
        lan_addresses()


def test_own_address_of_this_very_machine_can_be_listened_on() -> None:
    with own_address() as address, socket.socket() as listener:
        listener.bind((address, 0))
        assert not address.startswith("127.")


def test_servers_answer_to_exactly_these_names() -> None:
    told = environment(["192.168.1.20", "10.0.0.7"], 8021)
    assert told == {
        "B21_HOSTS": "localhost,.localhost,127.0.0.1,[::1],192.168.1.20,10.0.0.7",
        "B21_LAN_ADDRESS": ADDRESS,
    }
    assert environment(["192.168.1.20"], 8021, "play.example")["B21_HOSTS"] == "play.example,192.168.1.20"


@pytest.mark.parametrize("coloured", [True, False])
def test_code_in_the_terminal_is_that_of_the_address(coloured: bool) -> None:
    """Read back from its letters: a light module is a blank on white paper, a block on a dark terminal."""
    lines = terminal_qr(ADDRESS, coloured=coloured).splitlines()
    rows: list[list[bool]] = []
    for line in lines:
        letters = line.removeprefix("  ")
        if coloured:
            assert letters.startswith("\x1b[30;107m")
            assert letters.endswith("\x1b[0m")
            letters = letters.removeprefix("\x1b[30;107m").removesuffix("\x1b[0m")
        drawn = [[letter in "▀█" for letter in letters], [letter in "▄█" for letter in letters]]
        rows += [[ink == coloured for ink in row] for row in drawn]
    code = QRCode(border=2, error_correction=1)
    code.add_data(ADDRESS)
    code.make(fit=True)
    matrix = code.get_matrix()
    assert rows[: len(matrix)] == matrix
    assert len(rows) - len(matrix) <= 1
    assert not any(any(row) for row in rows[len(matrix) :])
