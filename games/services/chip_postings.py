"""What the effects of a ranked match are in the ledger: play chips between a player and the house. Pure, so that a
replay comes to the same.

The rules count in half-chips, the ledger in tenths. A bet goes into the seat's escrow; when the round ends, all of it
goes from there, and the house's purse of chips, which may be below zero, gives what is missing and takes what is left.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from games.rules.clocks import State
from games.rules.contracts import Effect, Fund, Refund, Settle
from games.services.postings import ACTOR, KEYS, escrow_ref, part_of, subject_of
from wallet.payouts import Escrow, refund_lines
from wallet.postings import Key, Line, Posting, bank, escrow_account, merged, player_account

CHIP = "CHIP"
UNITS_PER_HALF = 5
"""Of the ledger: CHIP has one decimal."""
SEAT = 0
"""The only one of a match against the house."""
KINDS: Mapping[type[Effect], str] = {Fund: "bet", Settle: "payout", Refund: "refund"}
"""Of the transfers that effects lead to."""


def key_of(state: State, effect: Effect) -> Key:
    """Makes the transfer happen once: each round has its own, and each bet that was added in it."""
    name = f"{KEYS[type(effect)]}:{part_of(effect)}"
    extra = effect.extra if isinstance(effect, Fund) else 0
    return Key(subject_of(state), f"{name}:extra:{extra}" if extra else name)


def posting_of(state: State, effect: Effect, player: int, in_play: int = 0) -> Posting:
    """`in_play`: units in the seat's escrow, which a refund gives back."""
    reason = effect.reason if isinstance(effect, Refund) else ""
    lines = merged(_lines_of(state, effect, player, in_play))
    kind, key = KINDS[type(effect)], key_of(state, effect)
    return Posting(kind, key, lines, ACTOR, subject_of(state), part_of(effect), reason)


def _lines_of(state: State, effect: Effect, player: int, in_play: int) -> Iterator[Line]:
    ref = escrow_ref(state, SEAT)
    purse, escrow = player_account(player, CHIP), escrow_account(ref, player, CHIP)
    if isinstance(effect, Fund):
        bet = units(sum(effect.amounts))
        yield Line(purse, -bet)
        yield Line(escrow, bet)
    elif isinstance(effect, Refund):
        yield from refund_lines([Escrow(ref, player, {CHIP: in_play})])
    else:
        staked = units(sum(sum(pot.contributions) for pot in effect.pots))
        returned = units(sum(sum(pot.shares) for pot in effect.pots))
        yield Line(escrow, -staked)
        yield Line(purse, returned)
        yield Line(bank(CHIP), staked - returned)


def units(halves: int) -> int:
    """Half-chips as the ledger counts them."""
    return halves * UNITS_PER_HALF
