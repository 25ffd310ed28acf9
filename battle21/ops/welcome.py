"""The one block of text that ./run prints when players can come."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from battle21.ops.runfile import RunNote
from battle21.ops.terminal_qr import terminal_qr


def welcome(
    note: RunNote, data: Path, seeded: dict[str, Any], database: Path | None, guests: Sequence[str] = ()
) -> str:
    """`seeded` is what the demo data printed; `database` the cluster's folder, None for a server by URL; `guests` the
    addresses on the local network, the likeliest first: that one as a QR code, too."""
    lines = [("Battle21 runs at", note.address)]
    lines += [("Guests join at" if not number else "or at", address) for number, address in enumerate(guests)]
    lines += [("Demo log-in", describe_login(login)) for login in seeded.get("logins", [])]
    link = str(seeded.get("staff_link") or "")
    if link:
        lines.append(("Staff, works once", note.address + link if link.startswith("/") else link))
    if seeded.get("sandbox_key"):
        lines.append(("API, sandbox key", str(seeded["sandbox_key"])))
        lines.append(("API, documentation", f"{note.address}/api/docs/"))
    lines.append(("Data", str(data)))
    if database is not None and data not in database.parents:
        lines.append(("Database", str(database)))
    lines += [("Logs", str(data / "logs")), ("Stop", f"Ctrl-C here, or kill {note.pid}")]
    code = ["", terminal_qr(guests[0], coloured=sys.stdout.isatty())] if guests else []
    return "\n".join(["", *(f"  {name:<18} {value}" for name, value in lines), *code, ""])


def describe_login(login: Any) -> str:
    """A log-in of the demo data: a mapping with name, password and perhaps a role, or ready text."""
    if not isinstance(login, dict):
        return str(login)
    text = f"{login.get('name', '')} / {login.get('password', '')}"
    return f"{text}  ({login['role']})" if login.get("role") else text
