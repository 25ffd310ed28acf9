"""Cards: faces as small integers, the two kinds of dealt slot, and blackjack totals.

A *face* is an int 0..51: ``suit * 13 + rank``. A shoe of several decks holds each face once per deck;
what tells two equal faces apart is the *position* in the shoe.
"""

from collections.abc import Iterable

import msgspec

RANKS = "23456789TJQKA"
SUITS = "cdhs"
FACES_PER_DECK = 52

TARGET = 21
ACE_BONUS = 10
"""What an ace gains when it counts 11 instead of 1."""

_RANK = tuple(face % 13 for face in range(FACES_PER_DECK))
_SUIT = tuple(face // 13 for face in range(FACES_PER_DECK))
_CODE = tuple(RANKS[_RANK[face]] + SUITS[_SUIT[face]] for face in range(FACES_PER_DECK))
_FACE = {text: face for face, text in enumerate(_CODE)}
_ACE = RANKS.index("A")
_HARD = tuple(1 if rank == _ACE else min(rank + 2, 10) for rank in _RANK)
_VALUE = tuple(11 if rank == _ACE else hard for rank, hard in zip(_RANK, _HARD, strict=True))


class Card(msgspec.Struct, frozen=True, array_like=True, tag="c"):
    """A card we know: its index in the deal's shoe and its face."""

    position: int
    face: int


class Sealed(msgspec.Struct, frozen=True, array_like=True, tag="s"):
    """A card that is dealt but whose face we do not know (a players' own deck)."""

    position: int


Slot = Card | Sealed


def rank_of(face: int) -> int:
    """0..12, an index into ``RANKS``."""
    return _RANK[face]


def suit_of(face: int) -> int:
    """0..3, an index into ``SUITS``."""
    return _SUIT[face]


def code(face: int) -> str:
    """Two characters, rank then suit: ``As``, ``Td``, ``2c``."""
    return _CODE[face]


def parse(code: str) -> int:
    """The face of a two-character code. Raises ValueError when there is no such card."""
    try:
        return _FACE[code]
    except KeyError:
        raise ValueError(f"no such card: {code!r}") from None


def blackjack_value(face: int) -> int:
    """2..10, tens for pictures, 11 for an ace."""
    return _VALUE[face]


def hand_totals(faces: Iterable[int]) -> tuple[int, int]:
    """``(hard, best)``: aces all 1, and with one ace as 11 where that does not pass 21.

    At most one ace can be 11 (two make 22), so the two numbers say everything (seed 000, Blackjack basics).
    """
    hard = 0
    ace = False
    for face in faces:
        value = _HARD[face]
        hard += value
        if value == 1:
            ace = True
    if ace and hard + ACE_BONUS <= TARGET:
        return hard, hard + ACE_BONUS
    return hard, hard


def shown_total(faces: Iterable[int]) -> str:
    """As the table shows it: ``4/14`` for A+3, ``21`` alone at 21, else the one number (seed 000)."""
    hard, best = hand_totals(faces)
    if hard == best or best == TARGET:
        return str(best)
    return f"{hard}/{best}"
