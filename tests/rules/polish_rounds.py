"""Matches of Twenty-One (Polish) whose rounds are won as a test wants it."""

from __future__ import annotations

from games.rules.actions import Stand
from games.rules.commands import Player
from games.rules.given import GivenChance
from tests.rules.hands.polish.round_of import shoe
from tests.rules.tables import ALICE, NAMES, GivenDeals, Table

NOBODY = -1
HIGH, LOW = "Tc 9c", "2c 3c"
"""Dealt 19 and 5; suits differ by seat."""


def rounds_won_by(*winners: int, seats: int = 4) -> GivenDeals:
    """One deck for each round: its winner is dealt 19, everybody else 5. Alice begins; all draw a 7 if any."""
    decks = []
    for nth, winner in enumerate(winners):
        dealt = tuple((HIGH if seat == winner else LOW).replace("c", "cdhs"[seat]) for seat in range(seats))
        codes = shoe(dealt, "7c 7d 7h 7s", nth % seats)
        decks.append(GivenChance.of(" ".join(codes), lambda label, counter, n: 0))
    return GivenDeals(*decks)


def table_of(seats: int, *winners: int, rounds: int = 3, **how: object) -> Table:
    deals = rounds_won_by(*winners or (ALICE,), seats=seats)
    people = tuple(map(Player, NAMES[:seats]))
    return Table(deals).start("polish", players=people, options={"rounds": rounds}, **how)


def all_stand(table: Table) -> Table:
    while table.state.phase == "hand":
        table.act(table.asked()[0], Stand())
    return table


def next_round(table: Table) -> Table:
    """The result has stood."""
    return table.at(table.next_due() or 0).tick()


def in_round(table: Table) -> tuple[int, ...]:
    """The seats that the present round was dealt to."""
    assert table.state.setup is not None
    return table.state.setup.seats


def won(table: Table) -> tuple[str, tuple[int, ...]]:
    result = table.state.result
    assert result is not None
    return result.reason, result.winners
