"""Replay proves the chips, too: the transfers of a ranked match are those that its effects lead to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from games.rules.clocks import State
from games.rules.contracts import Effect, Fund, Refund
from games.services.chip_postings import KINDS, posting_of
from games.services.postings import ESCROW, part_of, subject_of
from wallet import selectors as wallet
from wallet.selectors import SettlementLine

CORRECTION = "reverse"
"""Kind of what staff put right: no effect of the match's."""
Sums = Counter[tuple[str, str, str]]
"""Units by (kind of account, its name, currency)."""


def chips_difference(state: State, effects: tuple[Effect, ...], *, all_of_them: bool) -> str:
    """The first of these effects whose transfer is missing or other than it must be; "" when there is none.

    `all_of_them`: the effects are those of the whole match, so no other transfer may be there.
    """
    parts = None if all_of_them else {part_of(effect) for effect in effects}
    lines = [
        line for line in wallet.settlement(subject_of(state), parts=parts).lines if line.kind != CORRECTION
    ]
    made, due = _sums(lines), _due(state, effects, lines)
    for name, expected in due.items():
        if made.get(name) != expected:
            return f"{' of '.join(name)} was {dict(made.get(name, {}))}, must be {dict(expected)}"
    extra = sorted(set(made) - set(due))
    return f"{' of '.join(extra[0])} without a cause in the match" if all_of_them and extra else ""


def _sums(lines: Sequence[SettlementLine]) -> dict[tuple[str, str], Sums]:
    """What moved, by kind of transfer and round: several bets of one round are one sum."""
    found: dict[tuple[str, str], Sums] = {}
    for line in lines:
        sums = found.setdefault((line.kind, line.part), Counter())
        sums[line.account_kind, line.ref, line.currency] += line.units
    return found


def _due(
    state: State, effects: tuple[Effect, ...], lines: Sequence[SettlementLine]
) -> dict[tuple[str, str], Sums]:
    """What must have moved. Whose seat it is the ledger itself says: the owner of the escrow."""
    player = next((line.player for line in lines if line.account_kind == ESCROW and line.player), 0)
    found: dict[tuple[str, str], Sums] = {}
    for effect in effects:
        part = part_of(effect)
        in_play = _bets(lines, part) if isinstance(effect, Refund) else 0
        sums = found.setdefault((KINDS[type(effect)], part), Counter())
        for line in posting_of(state, effect, player, in_play).lines:
            sums[line.account.kind, line.account.ref, line.account.currency] += line.units
    return found


def _bets(lines: Sequence[SettlementLine], part: str) -> int:
    bets = (line for line in lines if (line.kind, line.part) == (KINDS[Fund], part))
    return sum(line.units for line in bets if line.account_kind == ESCROW)
