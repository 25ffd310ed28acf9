"""Views of tables in a test, drawn as a page would get them."""

from __future__ import annotations

import re
from html import unescape

from games import presenters
from games.paid_in import PaidIn
from games.rules.cards import parse
from games.rules.clocks import State
from games.rules.given import GivenChance
from games.rules.table_view import view
from games.selectors import Sitter, TableFacts
from tests.rules.tables import BOB, NAMES

INVITATION = "invitation-of-this-table"


def facts_of(
    game: str = "tactical", *, mode: str = "free", status: str = "playing", private: bool = False,
    names: tuple[str, ...] = NAMES[:2], stake_cents: int | None = None,
) -> TableFacts:  # fmt: skip
    sitters = tuple(Sitter(number, f"ply_{number}", name, "") for number, name in enumerate(names))
    users = {10 + number: number for number in range(len(names))}
    return TableFacts(
        id=1, public_id="table-1", game=game, mode=mode, status=status, clock=1, private=private,
        invitation=INVITATION, commitment="c" * 64, created_by=10, sitters=sitters, users=users,
        stake_cents=stake_cents,
    )  # fmt: skip


def draw(
    state: State,
    seat: int | None,
    facts: TableFacts | None = None,
    *,
    version: int = 7,
    halted: bool = False,
    language: str = "en",
    paid_in: PaidIn | None = None,
) -> str:
    shown = facts or facts_of(state.game)
    return presenters.render_table(
        view(state, seat), shown, version=version, halted=halted, language=language, paid_in=paid_in
    )


def log_of(html: str) -> dict[int, str]:
    """The log's lines by number."""
    return {
        int(n): unescape(text) for n, text in re.findall(r'<li data-line="(\d+)"[^>]*>([^<]*)</li>', html)
    }


def said_last(html: str) -> str:
    lines = log_of(html)
    return lines[max(lines)]


def texts(html: str) -> str:
    """What a reader sees, tags gone and spaces single."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def attribute(html: str, name: str) -> str | None:
    """Of the section itself."""
    found = re.search(rf'<section [^>]*\b{name}="([^"]*)"', html)
    return unescape(found[1]) if found else None


def shoe_with(position: int, face: int) -> GivenChance:
    """The tame shoe of the tests with another card at one place; Bob has the first button."""
    faces = [parse(code) for code in ["9c", "Td", "7h", "8s"]] * 78
    faces[position] = face
    return GivenChance(faces, lambda label, counter, n: BOB if label == "first" else 0)
