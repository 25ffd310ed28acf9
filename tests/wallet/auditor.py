"""A second ledger, in memory, that shares no code with the first: what everybody must have after each step.

Money as the rules tell it (rules.md, Money): a stake leaves the purse; of the pot of each currency one in a hundred
units is rake, the rest is the winners', the odd unit the first one's; a refund brings everything back.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

Purse = dict[str, int]


@dataclass
class Match:
    """What two players have in play, by seat."""

    players: tuple[int, int]
    inside: tuple[Purse, Purse]
    paid: list[tuple[int, Purse]] = field(default_factory=list)
    """What the last settlement gave to whom, for a correction."""
    raked: Purse = field(default_factory=dict)


class Auditor:
    def __init__(self) -> None:
        self.free: dict[int, Purse] = defaultdict(lambda: defaultdict(int))
        self.raked: Purse = defaultdict(int)
        self.given: Purse = defaultdict(int)
        self.frozen: set[int] = set()
        self.excluded: set[int] = set()
        self.matches: dict[str, Match] = {}

    def give(self, player: int, currency: str, units: int) -> None:
        self.free[player][currency] += units
        self.given[currency] += units

    def stake_refusal(self, stakes: dict[int, Purse]) -> str:
        """The error's name when these stakes cannot be paid; empty when they can."""
        for player in sorted(stakes):
            if player in self.frozen:
                return "AccountFrozen"
            if player in self.excluded:
                return "AccountExcluded"
        short = any(
            self.free[player][code] < units
            for player, purse in stakes.items()
            for code, units in purse.items()
        )
        return "InsufficientFunds" if short else ""

    def stake(self, name: str, players: tuple[int, int], stakes: tuple[Purse, Purse]) -> None:
        for player, purse in zip(players, stakes, strict=True):
            for code, units in purse.items():
                self.free[player][code] -= units
        self.matches[name] = Match(players, (dict(stakes[0]), dict(stakes[1])))

    def pay_out(self, name: str, winners: list[int]) -> None:
        match = self.matches[name]
        match.paid = []
        for code in {*match.inside[0], *match.inside[1]}:
            pot = match.inside[0].get(code, 0) + match.inside[1].get(code, 0)
            rake = pot // 100
            self.raked[code] += rake
            match.raked[code] = rake
            won = pot - rake
            odd = won % len(winners)
            for number, winner in enumerate(winners):
                share = won // len(winners) + (1 if number < odd else 0)
                self.free[winner][code] += share
                match.paid.append((winner, {code: share}))

    def give_back(self, name: str) -> None:
        match = self.matches[name]
        for player, purse in zip(match.players, match.inside, strict=True):
            for code, units in purse.items():
                self.free[player][code] += units

    def can_take_back(self, name: str) -> bool:
        """Has nobody spent what the wrong settlement gave?"""
        owed: dict[int, Purse] = defaultdict(lambda: defaultdict(int))
        for player, purse in self.matches[name].paid:
            for code, units in purse.items():
                owed[player][code] += units
        return all(
            self.free[player][code] >= units
            for player, purse in owed.items()
            for code, units in purse.items()
        )

    def void(self, name: str) -> None:
        """A settlement is undone and the stakes go back."""
        match = self.matches[name]
        for player, purse in match.paid:
            for code, units in purse.items():
                self.free[player][code] -= units
        for code, units in match.raked.items():
            self.raked[code] -= units
        self.give_back(name)
