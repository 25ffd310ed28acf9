"""Replay proves the money, too: the transfers that a match's effects lead to are the transfers that were made."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable

from games.models import Table
from games.rules.clocks import State
from games.rules.commands import Command
from games.rules.contracts import Effect, Fund, Refund, Settle
from games.rules.runtime import step
from games.rules.work import Deals
from games.services import chip_proof
from games.services.postings import ESCROW, KINDS, escrow_ref, lines_of, part_of, sliced, subject_of
from games.services.stake_proof import stake_difference
from wallet import selectors as wallet
from wallet.payouts import Escrow
from wallet.postings import Line, merged
from wallet.selectors import SettlementLine

LEDGER = "ledger:"
"""How a difference of money begins."""
STAKE, OUT = KINDS[Fund], (KINDS[Settle], KINDS[Refund])
Sums = Counter[tuple[str, str, str]]
"""Units by (kind of account, its name, currency)."""


def effects_of(
    commands: Iterable[Command], deals: Deals, state: State | None
) -> tuple[State | None, tuple[Effect, ...]]:
    """The state these commands lead to, and all effects on the way. Raises RulesError."""
    effects: tuple[Effect, ...] = ()
    for command in commands:
        state, more = step(state, command, deals)
        effects += more
    return state, effects


def ledger_difference(table: Table, state: State, effects: tuple[Effect, ...], *, all_of_them: bool) -> str:
    """The first of these effects whose transfer is missing or other than it must be; "" when there is none.

    `all_of_them`: the effects are those of the whole match, so no other transfer may be there but corrections: these
    have a cause of their own, with two signatures, which the ledger's check demands.
    """
    if table.mode == Table.Mode.RANKED:
        found = chip_proof.chips_difference(state, effects, all_of_them=all_of_them)
        return f"{LEDGER} {found}" if found else ""
    parts = None if all_of_them else _parts_needed(effects)
    lines = wallet.settlement(subject_of(state), parts=parts).lines
    for effect in effects:
        kind, part = KINDS[type(effect)], part_of(effect)
        made = [line for line in lines if (line.kind, line.part) == (kind, part)]
        if isinstance(effect, Fund):
            difference = stake_difference(table, state, effect, made)
        else:
            difference = _payment_differs(state, effect, lines, made)
        if difference:
            return f"{LEDGER} {_named(kind, part)} {difference}"
    expected = {(KINDS[type(effect)], part_of(effect)) for effect in effects}
    extra = {(line.kind, line.part) for line in lines if line.kind != chip_proof.CORRECTION} - expected
    if not all_of_them or not extra:
        return ""
    return f"{LEDGER} {', '.join(_named(*one) for one in sorted(extra))} without a cause in the match"


def _parts_needed(effects: tuple[Effect, ...]) -> set[str] | None:
    """Of the ledger's lines, so that a long match is not read as a whole for each of its hands."""
    whole = any(not effect.hand or getattr(effect, "of", 0) for effect in effects)
    return None if whole else {part_of(effect) for effect in effects}


def _named(kind: str, part: str) -> str:
    return f"{kind} of {part}" if part else kind


def _payment_differs(
    state: State, effect: Settle | Refund, lines: Iterable[SettlementLine], made: list[SettlementLine]
) -> str:
    contributions = _contributions(state, effect, lines)
    players = {seat: escrow.player for seat, escrow in contributions.items()}
    due = lines_of(state, effect, list(contributions.values()), players) if contributions else ()
    was, expected = _sums(made), _line_sums(due)
    return "" if was == expected else f"was {dict(was)}, must be {dict(expected)}"


def _contributions(
    state: State, effect: Settle | Refund, lines: Iterable[SettlementLine]
) -> dict[int, Escrow]:
    """What each seat had in play for this effect: its slice, its stake for that hand, or all that was left."""
    if effect.of:
        paid_in = _held(state, (line for line in lines if line.kind == STAKE and not line.part))
        return dict(zip(paid_in, sliced(paid_in.values(), effect.hand, effect.of), strict=True))
    if effect.hand:
        part = part_of(effect)
        return _held(state, (line for line in lines if line.kind == STAKE and line.part == part))
    return _held(state, (line for line in lines if line.kind == STAKE or (line.part and line.kind in OUT)))


def _held(state: State, lines: Iterable[SettlementLine]) -> dict[int, Escrow]:
    """What these lines together leave in each seat's escrow, by seat."""
    units: defaultdict[str, Counter[str]] = defaultdict(Counter)
    players: dict[str, int] = {}
    for line in lines:
        if line.account_kind == ESCROW:
            units[line.ref][line.currency] += line.units
            players[line.ref] = line.player or 0
    refs = ((seat, escrow_ref(state, seat)) for seat in range(len(state.seats)))
    return {seat: Escrow(ref, players[ref], dict(units[ref])) for seat, ref in refs if ref in units}


def _line_sums(lines: Iterable[Line]) -> Sums:
    sums: Sums = Counter()
    for line in merged(lines):
        sums[line.account.kind, line.account.ref, line.account.currency] += line.units
    return sums


def _sums(lines: Iterable[SettlementLine]) -> Sums:
    sums: Sums = Counter()
    for line in lines:
        sums[line.account_kind, line.ref, line.currency] += line.units
    return sums
