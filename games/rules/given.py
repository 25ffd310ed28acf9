"""Chance with given cards: for tests, benchmarks and the replay of a record whose cards are known."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Self

from games.rules.cards import Card, Sealed, Slot, parse
from games.rules.dealt import canonical_positions

if TYPE_CHECKING:
    from games.rules.chance import Chance

type Rolls = Mapping[tuple[str, int], int] | Callable[[str, int, int], int]
"""Results by (label, counter), or a function of (label, counter, n)."""


class GivenChance:
    """Faces by position, and rolls and re-shuffles as given. What was not given raises LookupError."""

    __slots__ = ("_faces", "_reshuffles", "_rolls")

    def __init__(
        self,
        faces: Sequence[int] | Mapping[int, int],
        rolls: Rolls | None = None,
        reshuffles: Mapping[int, tuple[int, ...]] | None = None,
    ) -> None:
        """``faces``: all from position 0 on, or only the known ones by position."""
        self._faces = dict(faces if isinstance(faces, Mapping) else enumerate(faces))
        self._rolls: Rolls = {} if rolls is None else rolls
        self._reshuffles = reshuffles or {}

    @classmethod
    def of(cls, codes: str, rolls: Rolls | None = None) -> Self:
        """Cards written out, from position 0: ``GivenChance.of("As Td 2c")``."""
        return cls([parse(text) for text in codes.split()], rolls)

    def card(self, position: int) -> Card:
        face = self._faces.get(position)
        if face is None:
            raise IndexError(f"no card given at position {position}")
        return Card(position, face)

    def roll(self, label: str, counter: int, n: int) -> int:
        """Raises ValueError when the given result is not in ``range(n)``."""
        if isinstance(self._rolls, Mapping):
            if (label, counter) not in self._rolls:
                raise LookupError(f"no roll given for {label!r}, {counter}")
            result = self._rolls[label, counter]
        else:
            result = self._rolls(label, counter, n)
        if not 0 <= result < n:
            raise ValueError(f"{label!r}, {counter}: {result} is not below {n}")
        return result

    def reshuffle(self, k: int, positions: tuple[int, ...]) -> tuple[int, ...]:
        """As given for ``k``; else in rising order. ValueError when what was given is of other cards."""
        in_order = canonical_positions(positions)
        given = self._reshuffles.get(k, in_order)
        if canonical_positions(given) != in_order:
            raise ValueError(f"re-shuffle {k} was given for other cards")
        return given


class UnknownChance:
    """Another chance with some positions sealed, as where the players keep a deck of their own."""

    __slots__ = ("_chance", "_unknown")

    def __init__(self, chance: "Chance", unknown: Collection[int]) -> None:
        self._chance = chance
        self._unknown = frozenset(unknown)

    def card(self, position: int) -> Slot:
        return Sealed(position) if position in self._unknown else self._chance.card(position)

    def roll(self, label: str, counter: int, n: int) -> int:
        return self._chance.roll(label, counter, n)

    def reshuffle(self, k: int, positions: tuple[int, ...]) -> tuple[int, ...]:
        return self._chance.reshuffle(k, positions)
