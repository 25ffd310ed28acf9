"""The local network: by which addresses phones in a room reach this machine, and what servers must know of it."""

from __future__ import annotations

import ipaddress
import socket

import psutil

from battle21.ops.place import OpsError

EVERYWHERE = "0.0.0.0"  # noqa: S104 (asked for by --lan alone)
OWN_NAMES = ("localhost", ".localhost", "127.0.0.1", "[::1]")
BRIDGES = ("docker", "br-", "veth", "virbr", "vmnet", "vboxnet", "podman", "cni")
"""Networks between this machine and its containers; no phone is there."""
FAR_AWAY = ("10.255.255.255", 9)
"""Asked for the way there only: nothing is sent."""


def lan_addresses() -> list[str]:
    """IPv4 addresses of this machine in its networks, the one that phones most likely share first.

    Raises OpsError when it is in no network.
    """
    states = psutil.net_if_stats()
    found = [
        (name, each.address)
        for name, addresses in psutil.net_if_addrs().items()
        for each in addresses
        if each.family == socket.AF_INET
        and name in states
        and states[name].isup
        and _is_reached(each.address)
    ]
    if not found:
        raise OpsError(
            "This machine is in no network: join one, or make a hotspot for the phones, then start again."
        )
    way_out = _address_of_the_way_out()
    found.sort(key=lambda one: (one[1] != way_out, one[0].startswith(BRIDGES), one[0]))
    return [address for _name, address in found]


def _is_reached(address: str) -> bool:
    """Not from this machine alone, and not the makeshift address of a network without any."""
    parsed = ipaddress.ip_address(address)
    return not (parsed.is_loopback or parsed.is_link_local or parsed.is_unspecified)


def _address_of_the_way_out() -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(FAR_AWAY)
        except OSError:
            return ""
        return str(probe.getsockname()[0])


def environment(addresses: list[str], port: int, hosts: str = "") -> dict[str, str]:
    """Settings of the servers: names they answer to, `hosts` (B21_HOSTS) among them, and what guests are told.

    Only these exact addresses: a name that somebody points at this machine is refused as everywhere.
    """
    names = [*(hosts.split(",") if hosts else OWN_NAMES), *addresses]
    return {"B21_HOSTS": ",".join(dict.fromkeys(names)), "B21_LAN_ADDRESS": f"http://{addresses[0]}:{port}"}
