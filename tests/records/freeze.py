"""Freeze a playthrough as a record: ``python -m tests.records.freeze tactical_whole_match``.

Done once for each version of a game's rules, after a person has checked the playthrough. What is frozen is never
written again: rules that change get a new version beside the old one.
"""

from __future__ import annotations

import sys

import msgspec

from games.rules.cards import Card, Slot, code
from games.rules.catalog import GAMES
from games.rules.chance import Chance
from games.rules.clocks import State
from tests.records.replaying import FOLDER, Record, Shoe, play
from tests.rules.playthroughs.scripts import SCRIPTS
from tests.rules.tables import GivenDeals


class Noting:
    """Another chance, and what was drawn from it."""

    def __init__(self, chance: Chance) -> None:
        self.of = chance
        self.cards: dict[int, str] = {}
        self.rolls: dict[str, int] = {}
        self.reshuffles: dict[int, tuple[int, ...]] = {}

    def card(self, position: int) -> Slot:
        slot = self.of.card(position)
        if isinstance(slot, Card):
            self.cards[position] = code(slot.face)
        return slot

    def roll(self, label: str, counter: int, n: int) -> int:
        result = self.of.roll(label, counter, n)
        self.rolls[f"{label}/{counter}"] = result
        return result

    def reshuffle(self, k: int, positions: tuple[int, ...]) -> tuple[int, ...]:
        self.reshuffles[k] = self.of.reshuffle(k, positions)
        return self.reshuffles[k]


class NotingDeals:
    def __init__(self, deals: GivenDeals) -> None:
        self.deals = deals
        self.noted: dict[int, Noting] = {}

    def chance(self, state: State, number: int) -> Noting:
        if number not in self.noted:
            self.noted[number] = Noting(self.deals.chance(state, number))
        return self.noted[number]

    def root(self, state: State, number: int) -> str:
        return self.deals.root(state, number)


def freeze(name: str) -> None:
    table = SCRIPTS[name]()
    game = table.state.game
    version = GAMES[game].version
    path = FOLDER / f"{name}-v{version}.json"
    if path.exists():
        raise SystemExit(f"{path.name} is frozen")
    deals = NotingDeals(table.deals)
    happened = play(table.journal, deals)
    shoes = tuple(
        Shoe(noted.cards, noted.rolls, noted.reshuffles) for _, noted in sorted(deals.noted.items())
    )
    about = (SCRIPTS[name].__doc__ or "").strip()
    record = Record(about, game, version, shoes, tuple(table.journal), happened)
    path.write_bytes(msgspec.json.format(msgspec.json.encode(record), indent=1) + b"\n")


if __name__ == "__main__":
    for wanted in sys.argv[1:]:
        freeze(wanted)
