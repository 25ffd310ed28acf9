"""Main and side pots: who put in what, who may win it, and how it is shared (TDA 20 and 21; rules.md, Hold'em)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from games.rules.contracts import Pot
from games.rules.hands.holdem_state import HoldemHand, contenders

BPS = 10_000


def uncalled(hand: HoldemHand) -> list[int]:
    """Units by seat that nobody has matched: above the second most that was put in, or above the most of any
    contender (where somebody left whose chips were not called)."""
    committed = hand.committed
    cap = max(committed[seat] for seat in contenders(hand))
    second = sorted(min(units, cap) for units in committed)[-2]
    return [max(0, units - second) for units in committed]


def layers(hand: HoldemHand) -> list[Pot]:
    """The pots, main pot first, without rake and shares. Nothing uncalled may be in them."""
    return _layers(hand, hand.committed)


def collected(hand: HoldemHand) -> list[Pot]:
    """The pots as they lay when this street began, without its bets."""
    return _layers(hand, tuple(put - bet for put, bet in zip(hand.committed, hand.bets, strict=True)))


def _layers(hand: HoldemHand, committed: tuple[int, ...]) -> list[Pot]:
    """A new pot begins at each amount that a contender stopped at; dead chips are in the first."""
    alive = contenders(hand)
    pots: list[Pot] = []
    below = 0
    for level in sorted({committed[seat] for seat in alive}):
        contributions = [min(units, level) - min(units, below) for units in committed]
        if not pots:
            contributions = [units + dead for units, dead in zip(contributions, hand.dead, strict=True)]
        eligible = tuple(seat for seat in alive if committed[seat] >= level)
        if any(contributions):
            pots.append(Pot(tuple(contributions), eligible, ()))
        below = level
    return pots


def rake_of(hand: HoldemHand, units: int) -> int:
    """Of a pot of so many: nothing without a flop."""
    return units * hand.rake_bps // BPS if hand.board else 0


def shared(hand: HoldemHand, pot: Pot, winners: Sequence[int]) -> Pot:
    """The pot paid out in equal parts, odd units one each from the left of the button."""
    amount = sum(pot.contributions)
    rake = rake_of(hand, amount)
    return Pot(pot.contributions, pot.eligible, _parts(hand, amount - rake, winners), rake)


def given_back(hand: HoldemHand, pot: Pot) -> Pot:
    """An abandoned pot: who is eligible gets back his own; what others put in is shared among them, and raked."""
    own = [units if seat in pot.eligible else 0 for seat, units in enumerate(pot.contributions)]
    others = sum(pot.contributions) - sum(own)
    rake = rake_of(hand, others)
    parts = _parts(hand, others - rake, pot.eligible)
    shares = tuple(mine + part for mine, part in zip(own, parts, strict=True))
    return Pot(pot.contributions, pot.eligible, shares, rake)


def _parts(hand: HoldemHand, units: int, seats: Sequence[int]) -> tuple[int, ...]:
    each, odd = divmod(units, len(seats))
    shares = [0] * len(hand.claims)
    from_the_left = sorted(seats, key=_distance_from_button(hand))
    for place, seat in enumerate(from_the_left):
        shares[seat] = each + (place < odd)
    return tuple(shares)


def _distance_from_button(hand: HoldemHand) -> Callable[[int], int]:
    return lambda seat: (seat - hand.button - 1) % len(hand.claims)
