"""What the effects of a match are in the ledger: names, keys and lines. Pure, so that a replay comes to the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from games.rules.clocks import State
from games.rules.contracts import Effect, Fund, Refund, Settle
from games.rules.slices import slice_of
from wallet.payouts import Escrow, refund_lines, settle_lines
from wallet.postings import Key, Line

KINDS: Mapping[type[Effect], str] = {Fund: "stake", Settle: "settle", Refund: "refund"}
"""Of the transfers that effects lead to."""
KEYS: Mapping[type[Effect], str] = {Fund: "fund", Settle: "settle", Refund: "refund"}
ACTOR = "table"
"""Who makes a match's transfers."""
SUBJECT = "match:"
HAND = "hand:"
ESCROW = "escrow"
"""Kind of account in which stakes are."""


def subject_of(state: State) -> str:
    """What the transfers of one match have in common."""
    return match_subject(state.table, state.match_number)


def match_subject(table: str, number: int) -> str:
    """`table`: its public id."""
    return f"{SUBJECT}{table}/{number}"


def escrow_ref(state: State, seat: int) -> str:
    """Name of a seat's escrow in one match."""
    return f"{subject_of(state)}/seat:{seat}"


def part_of(effect: Effect) -> str:
    """Which part of the match a transfer is for: "hand:3"; "" for all of it."""
    return hand_part(effect.hand) if effect.hand else ""


def hand_part(number: int) -> str:
    return f"{HAND}{number}"


def hand_of(part: str) -> int:
    """The hand a transfer was for; 0: the match."""
    number = part.removeprefix(HAND)
    return int(number) if part.startswith(HAND) and number.isascii() and number.isdigit() else 0


def key_of(state: State, effect: Effect) -> Key:
    """Makes the transfer happen once: each hand of a match has its own."""
    name, part = KEYS[type(effect)], part_of(effect)
    return Key(subject_of(state), f"{name}:{part}" if part else name)


def sliced(stakes: Iterable[Escrow], number: int, of: int) -> tuple[Escrow, ...]:
    """What hand `number` of `of` plays for, of stakes that were paid in as a whole."""
    return tuple(
        stake._replace(units={code: slice_of(units, number, of) for code, units in stake.units.items()})
        for stake in stakes
    )


def lines_of(
    state: State, effect: Settle | Refund, contributions: Sequence[Escrow], players: Mapping[int, int]
) -> Iterator[Line]:
    """Where `contributions` go. `players`: numbers by seat."""
    if isinstance(effect, Refund):
        return refund_lines(contributions)
    winners = [players[seat] for pot in effect.pots for seat, share in enumerate(pot.shares) if share]
    return settle_lines(contributions, winners, effect.rake_bps, key_of(state, effect))
