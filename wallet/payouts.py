"""Who gets what of a pot: pure, so that a replay and a page come to the same lines as the ledger."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from wallet.errors import BadAmount, LedgerFault
from wallet.postings import Key, Line, checked, escrow_account, player_account, rake_account
from wallet.units import rake_of, split, split_equally


class Escrow(NamedTuple):
    """What one seat puts in, or has in play: units by currency, in an escrow account per currency."""

    ref: str
    player: int
    units: Mapping[str, int]


class Division(NamedTuple):
    """A pot of one currency: all of it is rake or somebody's."""

    pot: int
    rake: int
    shares: tuple[int, ...]


def divide(pot: int, winners: int, rake_bps: int, weights: Sequence[int] | None = None) -> Division:
    """Rake on the whole pot, rounded down; the rest in equal shares, odd units one each to the first winners, or by
    `weights` (cumulative floor)."""
    rake = rake_of(pot, rake_bps)
    rest = pot - rake
    shares = split_equally(rest, winners) if weights is None else split(rest, weights)
    return Division(pot, rake, shares)


def pots(contributions: Sequence[Escrow]) -> dict[str, int]:
    """Units in all escrows together, by currency. Raises BadAmount."""
    totals: dict[str, int] = defaultdict(int)
    for escrow in contributions:
        for currency, units in escrow.units.items():
            totals[currency] += positive(units)
    return dict(totals)


def positive(units: object) -> int:
    """Zero or more whole units. Raises BadAmount."""
    whole = checked(units)
    if whole < 0:
        raise BadAmount
    return whole


def stake_lines(stakes: Sequence[Escrow], quotes: Mapping[str, int]) -> Iterator[Line]:
    """From each player's free balance into his seat's escrow. `quotes`: id of the quote by currency."""
    for stake in stakes:
        for currency, units in stake.units.items():
            quote = quotes.get(currency)
            yield Line(player_account(stake.player, currency), -positive(units), quote)
            yield Line(escrow_account(stake.ref, stake.player, currency), units, quote)


def settle_lines(
    contributions: Sequence[Escrow],
    winners: Sequence[int],
    rake_bps: int,
    key: Key,
    weights: Sequence[int] | None = None,
) -> Iterator[Line]:
    """All escrows are emptied into rake and the winners' free balances; `winners` are players' numbers, in the order
    in which odd units go."""
    if not winners:
        raise LedgerFault("a pot without a winner goes back by refund")
    yield from _emptied(contributions)
    for currency, pot in pots(contributions).items():
        division = divide(pot, len(winners), rake_bps, weights)
        yield Line(rake_account("/".join(key), currency), division.rake)
        for winner, share in zip(winners, division.shares, strict=True):
            yield Line(player_account(winner, currency), share)


def refund_lines(contributions: Sequence[Escrow]) -> Iterator[Line]:
    """Each escrow goes back to the player it came from."""
    yield from _emptied(contributions)
    for escrow in contributions:
        for currency, units in escrow.units.items():
            yield Line(player_account(escrow.player, currency), units)


def _emptied(contributions: Sequence[Escrow]) -> Iterator[Line]:
    for escrow in contributions:
        for currency, units in escrow.units.items():
            yield Line(escrow_account(escrow.ref, escrow.player, currency), -positive(units))
