"""What the stakes of a match are made of, as everybody at its table may see it.

A stake never changes once it is paid in, so what was read for a hand stays right as long as that hand is the newest:
it is read once a hand, and all views of it are drawn from memory.
"""

from __future__ import annotations

from typing import NamedTuple

from games.models import Table
from games.rules.clocks import State
from games.services.postings import HAND, escrow_ref, hand_of, subject_of
from wallet import selectors as wallet
from wallet.selectors import StakePart
from wallet.units import usd_for_units


class Put(NamedTuple):
    """What a seat has put in of one currency. `usd`: what that was worth then, in 1e-8 USD, rounded down."""

    currency: str
    units: int
    decimals: int
    usd: int


class PaidIn(NamedTuple):
    """The stakes as of one hand of a match."""

    match: int
    as_of: int
    """Number of the newest hand when they were read."""
    hand: int
    """The hand they were paid in for; 0: the whole match."""
    seats: tuple[tuple[Put, ...], ...]
    """By seat, the currencies in the order they are shown."""


def is_known(state: State, known: PaidIn | None) -> bool:
    """Whether the ledger need not be asked: nothing is paid in before the first cards, or for no stake."""
    if state.mode != Table.Mode.STAKE or not state.hand_number:
        return True
    return known is not None and (known.match, known.as_of) == (state.match_number, state.hand_number)


def paid_in(state: State, known: PaidIn | None = None) -> PaidIn | None:
    """What is paid in at the table of a committed state; None: nothing yet, or it plays for no stake.

    `known`: what was read before, which is read anew for a new hand alone.
    """
    if state.mode != Table.Mode.STAKE or not state.hand_number:
        return None
    if known is not None and is_known(state, known):
        return known
    found = wallet.stake_parts(subject_of(state), ("", f"{HAND}{state.hand_number}"))
    newest = max((hand_of(each.part) for each in found), default=0)
    own = [each for each in found if hand_of(each.part) == newest]
    seats = tuple(_of(escrow_ref(state, seat), own) for seat in range(len(state.seats)))
    return PaidIn(state.match_number, state.hand_number, newest, seats)


def _of(ref: str, found: list[StakePart]) -> tuple[Put, ...]:
    """Of one seat; what came in two transfers is one."""
    puts: dict[str, Put] = {}
    for each in found:
        if each.ref != ref:
            continue
        before = puts.get(each.currency, Put(each.currency, 0, each.decimals, 0))
        worth = usd_for_units(each.units, price=each.usd_price, decimals=each.decimals)
        puts[each.currency] = before._replace(units=before.units + each.units, usd=before.usd + worth)
    return tuple(puts.values())
