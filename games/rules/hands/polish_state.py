"""The state of one round of Twenty-One (Polish), and what cards count in it (seed 002, Card values)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from games.rules.cards import RANKS, TARGET, Card, Slot, rank_of
from games.rules.contracts import Fact

FACE_VALUES = {"J": 2, "Q": 3, "K": 4, "A": 11}
"""Number cards count their number."""
ACE_LESS = 10
"""What an ace loses when it drops to 1 (option `FLEXIBLE`)."""
FLEXIBLE = "flexible_ace"
STARTING_CARDS = 2
MOST_CARDS = 13
"""So many always count more than 21, even with all aces 1: the cheapest thirteen are A A A A, J and 2 four times
each, and a 3. So four hands never need more than one deck."""
NOBODY = -1

Ending = Literal["", "persian", "showdown"]

_ACE = RANKS.index("A")
_VALUES = tuple(FACE_VALUES.get(rank) or (10 if rank == "T" else int(rank)) for rank in RANKS)


class PolishHand(msgspec.Struct, frozen=True, kw_only=True, array_like=True):
    """One round. Tuples by seat, but `order`; a seat that is not in the round has no cards."""

    order: tuple[int, ...]
    """The seats in the round, as they take their turns."""
    actor: int
    """The seat whose turn it is; NOBODY when all turns are over, or a Persian 21 is seen."""
    cards: tuple[tuple[Slot, ...], ...]
    done: tuple[bool, ...]
    """Whose turn is over, for whatever reason."""
    lost: tuple[bool, ...]
    """Who was away too long before his turn was over: a bust, whatever his cards."""
    flexible: bool
    first_card: int
    next_card: int
    """Positions in the shoe: of this round's first card, and of the next one to be dealt."""
    ending: Ending = ""
    winner: int = NOBODY
    facts: tuple[Fact, ...] = ()


def total(cards: Sequence[Card], flexible: bool) -> int:
    """An ace is 11; with the option each drops to 1 as long as that is needed to come down to 21."""
    ranks = [rank_of(card.face) for card in cards]
    count = sum(_VALUES[rank] for rank in ranks)
    aces = ranks.count(_ACE) if flexible else 0
    while count > TARGET and aces:
        count -= ACE_LESS
        aces -= 1
    return count


def opened(cards: Sequence[Slot]) -> tuple[Card, ...]:
    """Those whose faces are known to us."""
    return tuple(card for card in cards if isinstance(card, Card))


def all_open(cards: Sequence[Slot]) -> bool:
    return len(opened(cards)) == len(cards)


def is_persian(cards: Sequence[Slot]) -> bool:
    """Two aces as the first two cards."""
    first = opened(cards[:STARTING_CARDS])
    return len(first) == STARTING_CARDS and all(rank_of(card.face) == _ACE for card in first)


def counted(cards: Sequence[Slot], flexible: bool) -> int:
    """What the hand counts, as far as it is open; a Persian 21 counts 21."""
    return TARGET if is_persian(cards) else total(opened(cards), flexible)


def is_bust(cards: Sequence[Slot], flexible: bool) -> bool:
    """Known to be over 21; a hand with a sealed card is not known to be anything."""
    return all_open(cards) and counted(cards, flexible) > TARGET


def may_draw(cards: Sequence[Slot], flexible: bool) -> bool:
    return len(cards) < MOST_CARDS and not is_bust(cards, flexible)


def contenders(hand: PolishHand) -> tuple[int, ...]:
    """The seats that may still win the round, busts among them that nobody has been told of."""
    return tuple(seat for seat in hand.order if not hand.lost[seat])
