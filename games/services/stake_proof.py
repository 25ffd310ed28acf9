"""What a stake cost is what its players had agreed to: proven from what was kept, the quotes used and nothing else."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import timedelta
from fractions import Fraction

from games.models import Table
from games.rules.clocks import State
from games.rules.contracts import Fund
from games.services import consents
from games.services.consents import Agreed
from games.services.postings import ACTOR, ESCROW, KINDS, escrow_ref, key_of, part_of, subject_of
from wallet.errors import LedgerFault
from wallet.postings import AccountRef, Line, Posting, body
from wallet.quotes import LIFETIME_S
from wallet.selectors import SettlementLine
from wallet.units import CENT, Purse, composed_of

Lines = Sequence[SettlementLine]


def stake_difference(table: Table, state: State, effect: Fund, made: Lines) -> str:
    """The first thing about these lines of a stake that was not agreed to; "" when there is none."""
    paid: defaultdict[str, list[SettlementLine]] = defaultdict(list)
    for line in made:
        if line.account_kind == ESCROW:
            paid[line.ref].append(line)
    for seat in effect.seats:
        if not paid[escrow_ref(state, seat)]:
            return f"of seat {seat} is missing"
    if len(paid) != len(effect.seats) or table.stake_cents is None:
        return "of somebody without a seat"
    if len({line.transfer for line in made}) > 1:
        return "was paid in twice"
    return _quotes_differ(made) or _agreement_differs(table, state, effect, made, paid)


def _quotes_differ(made: Lines) -> str:
    """One quote of each currency for all seats, alive when the stake was posted (rules.md, Money)."""
    quotes: dict[str, int | None] = {}
    for line in made:
        if line.price is None:
            return f"has no quote of {line.currency}"
        if quotes.setdefault(line.currency, line.quote) != line.quote:
            return f"has two quotes of {line.currency}"
        if not timedelta(0) <= line.at - line.price.at <= timedelta(seconds=LIFETIME_S):
            return f"has a quote of {line.currency} that was {(line.at - line.price.at).total_seconds():.0f} s old"
    return ""


def _agreement_differs(
    table: Table, state: State, effect: Fund, made: Lines, paid: Mapping[str, Lines]
) -> str:
    kept = consents.kept(table, state, effect)
    if kept is None and _is_older(state, effect, made):
        return _older_differs(table.stake_cents or 0, paid)
    if kept is None or consents.digest(kept) != made[0].request:
        return "was not agreed to so"
    agreed = consents.decoded(kept)
    if agreed.cents != table.stake_cents or {each.seat for each in agreed.seats} != set(effect.seats):
        return f"was agreed to for {agreed.cents} cents by seats {[each.seat for each in agreed.seats]}"
    for each in agreed.seats:
        difference = _seat_differs(each, agreed.cents, paid[escrow_ref(state, each.seat)])
        if difference:
            return f"of seat {each.seat} {difference}"
    return ""


def _seat_differs(agreed: Agreed, cents: int, lines: Lines) -> str:
    """Each of its currencies was agreed to; they were taken in the agreed order, each as far as it went and was agreed
    to, and the last gave the rest, not a unit more."""
    was = {line.currency: line.units for line in lines}
    limits = agreed.limits()
    for line in lines:
        most = limits.get(line.currency, 0)
        if line.player != agreed.player:
            return f"was paid by player {line.player}, agreed to by {agreed.player}"
        if not 0 < line.units <= most:
            return f"was {line.units} {line.currency}, at most {most} could be taken"
    prices = {line.currency: (line.usd_price or 0, line.decimals) for line in lines}
    last = max(list(limits).index(code) for code in was)
    passed_over = [code for code in list(limits)[:last] if limits[code] and code not in was]
    if passed_over:
        return f"leaves out {', '.join(passed_over)}"
    purses = [Purse(code, units, *prices[code]) for code, units in limits.items() if code in was]
    due = composed_of(cents * CENT, purses)
    return "" if due == was else f"was {_said(was)}, must be {_said(due or limits)}"


def _said(units: Mapping[str, int]) -> str:
    return ", ".join(f"{amount} {code}" for code, amount in units.items())


# --- stakes from before consents were kept --------------------------------------------------------------------------


def _is_older(state: State, effect: Fund, made: Lines) -> bool:
    """Then the ledger's digest is that of the posting itself."""
    lines = [
        Line(AccountRef(line.account_kind, line.ref, line.currency, line.player), line.units) for line in made
    ]
    posting = Posting(
        KINDS[Fund], key_of(state, effect), tuple(lines), ACTOR, subject_of(state), part_of(effect)
    )
    try:
        digest: str = body(posting)["sha256"]
    except LedgerFault:  # it does not even sum to zero
        return False
    return digest == made[0].request.hex()


def _older_differs(cents: int, paid: Mapping[str, Lines]) -> str:
    """Each seat's units are worth the stake, and one of its currencies gave exactly the rest."""
    for ref, lines in paid.items():
        worth = {line.currency: _usd(line) for line in lines}
        rest = {
            line.currency: -(-(cents * CENT - sum(worth.values()) + worth[line.currency]) // _usd(line, 1))
            for line in lines
        }
        if not any(line.units == rest[line.currency] for line in lines):
            return f"of {ref} must be {_said(rest)}"
    return ""


def _usd(line: SettlementLine, units: int | None = None) -> Fraction:
    """What a line is worth, or so many units of its currency, in 1e-8 USD."""
    amount = line.units if units is None else units
    return Fraction(amount * (line.usd_price or 0), 10**line.decimals)
