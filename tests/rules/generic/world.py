"""All chance of a test match: shoes, dice, re-shuffles; and other worlds that look the same to one viewer."""

from __future__ import annotations

import random
from typing import Self

from games.rules.cards import FACES_PER_DECK
from games.rules.clocks import State
from games.rules.given import GivenChance
from tests.rules.generic.known import Known


class World:
    """The `Deals` of a test. Everything follows from the seed; `decks` to a shoe."""

    def __init__(self, seed: object, decks: int) -> None:
        self.seed = seed
        self.decks = decks
        self.orders: dict[tuple[int, int], tuple[int, ...]] = {}
        """Re-shuffles that were asked for, by (shoe, k)."""
        self._chances: dict[int, GivenChance] = {}

    def chance(self, state: State, number: int) -> GivenChance:
        if number not in self._chances:
            self._chances[number] = WorldChance(self, number)
        return self._chances[number]

    def root(self, state: State, number: int) -> str:
        """A real root hides the cards; here it tells nothing at all."""
        return f"{number:064x}"

    def faces(self, shoe: int) -> list[int]:
        faces = list(range(FACES_PER_DECK)) * self.decks
        random.Random(f"{self.seed}/{shoe}").shuffle(faces)
        return faces

    def roll(self, shoe: int, label: str, counter: int, n: int) -> int:
        return random.Random(f"{self.seed}/{shoe}/{label}/{counter}").randrange(n)

    def reshuffle(self, shoe: int, k: int, positions: tuple[int, ...]) -> tuple[int, ...]:
        order = sorted(positions)
        random.Random(f"{self.seed}/{shoe}/again/{k}").shuffle(order)
        self.orders[shoe, k] = tuple(order)
        return tuple(order)


class WorldChance(GivenChance):
    def __init__(self, world: World, shoe: int) -> None:
        super().__init__(world.faces(shoe), lambda label, counter, n: world.roll(shoe, label, counter, n))
        self._world = world
        self._shoe = shoe

    def reshuffle(self, k: int, positions: tuple[int, ...]) -> tuple[int, ...]:
        return self._world.reshuffle(self._shoe, k, positions)


class OtherWorld(World):
    """Another world that is equal in what is known, and drawn anew in everything else."""

    @classmethod
    def of(cls, base: World, known: Known, seed: object) -> Self:
        other = cls(seed, base.decks)
        other._base = base
        other._known = known
        return other

    _base: World
    _known: Known

    def faces(self, shoe: int) -> list[int]:
        faces = self._base.faces(shoe)
        free = [position for position in range(len(faces)) if (shoe, position) not in self._known.cards]
        return _shuffled_at(faces, free, f"{self.seed}/{shoe}")

    def roll(self, shoe: int, label: str, counter: int, n: int) -> int:
        if (label, counter) in self._known.rolls:
            return self._base.roll(shoe, label, counter, n)
        return super().roll(shoe, label, counter, n)

    def reshuffle(self, shoe: int, k: int, positions: tuple[int, ...]) -> tuple[int, ...]:
        """Known cards of it stay in their places."""
        order = list(self._base.orders.get((shoe, k), sorted(positions)))
        free = [place for place, at in enumerate(order) if (shoe, k, at) not in self._known.places]
        return tuple(_shuffled_at(order, free, f"{self.seed}/{shoe}/again/{k}"))


def _shuffled_at(items: list[int], places: list[int], seed: str) -> list[int]:
    """The items of these places in a new order, all others where they were."""
    drawn = list(places)
    random.Random(seed).shuffle(drawn)
    result = list(items)
    for place, source in zip(places, drawn, strict=True):
        result[place] = items[source]
    return result
