"""How a match was settled, as a player or staff reads it in the ledger. Reads only."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from games.hands_seen import HandCause
from games.money import Amount
from games.services.postings import hand_of
from games.statement_filters import KINDS
from games.statements import PriceShown, price_shown
from wallet import selectors as ledger
from wallet.selectors import Settlement, SettlementLine

ACCOUNTS = {
    "rake": later("Rake"),
    "operator": later("Operator"),
    "external": later("Outside"),
    "test": later("Source of test coins"),
    "suspense": later("To be cleared"),
}


class Sums(NamedTuple):
    """Where the money of a match went, in one currency. Everything paid in is somewhere: `total` is zero."""

    currency: str
    paid_in: Amount
    rake: Amount
    paid_out: Amount
    given_back: Amount
    corrected: Amount
    left: Amount
    total: Amount
    prices: tuple[PriceShown, ...]
    """That the stakes were paid in at, oldest first."""
    by_hand: bool
    """Hands were settled one by one."""
    own_in: Amount | None
    """What the asker paid in; None, as the two below, for staff who did not sit there."""
    own_back: Amount | None
    """What came back to him, corrections included."""
    net: Amount | None
    """What his balance gained or lost."""


class Posted(NamedTuple):
    """One entry. `account` in words."""

    at: datetime
    kind: str
    hand: int
    """For that hand of the match alone; 0: for all of it."""
    account: str
    amount: Amount
    price: PriceShown | None


class Part(NamedTuple):
    """The lines of one hand, or of the match as a whole (`hand` is 0)."""

    hand: int
    words: tuple[str, ...]
    lines: tuple[Posted, ...]
    sums: tuple[Amount, ...]
    """By currency: of all lines, zero, for staff; else what the asker's balance gained or lost."""


class Settled(NamedTuple):
    sums: tuple[Sums, ...]
    lines: tuple[Posted, ...]
    parts: tuple[Part, ...]


def settled(
    subject: str,
    user: Any,
    names: Mapping[int, str],
    *,
    caused_by: HandCause | None = None,
    everything: bool = False,
) -> Settled:
    """A match's money: sums of all, and the asker's own lines with the rake; `everything`: all lines, for staff.

    `names`: of those who sat there, by their number. `caused_by`: only the lines that this hand led to.
    """
    found = ledger.settlement(subject)
    wanted = [
        line
        for line in found.lines
        if (everything or line.player in (user.pk, None))
        and (caused_by is None or caused_by.led_to(line.kind, line.part))
    ]
    player = user.pk if user.pk in names else None
    return Settled(
        sums=tuple(_sums(code, found, player) for code in found.totals),
        lines=tuple(_posted(line, user.pk, names) for line in wanted),
        parts=_parts(wanted, user.pk, names, everything=everything),
    )


# --- sums -----------------------------------------------------------------------------------------------------------


def _sums(code: str, found: Settlement, player: int | None) -> Sums:
    lines = [line for line in found.lines if line.currency == code]
    by: defaultdict[str, int] = defaultdict(int)
    for line in lines:
        if line.account_kind == "player":
            by[line.kind] += line.units
        elif line.account_kind != "escrow":
            by[line.account_kind] += line.units
    own = [line for line in lines if line.account_kind == "player" and line.player == player]
    own_in = -sum(line.units for line in own if line.kind == "stake")
    net = sum(line.units for line in own)

    def amount(units: int) -> Amount:
        return Amount(units, code, lines[0].decimals)

    def asked(units: int) -> Amount | None:
        return None if player is None else amount(units)

    return Sums(
        currency=code,
        paid_in=amount(-by["stake"]),
        rake=amount(by["rake"]),
        paid_out=amount(by["settle"]),
        given_back=amount(by["refund"]),
        corrected=amount(by["reverse"]),
        left=amount(found.left.get(code, 0)),
        total=amount(found.totals[code]),
        prices=_prices(lines),
        by_hand=any(line.part for line in found.lines),
        own_in=asked(own_in),
        own_back=asked(net + own_in),
        net=asked(net),
    )


def _prices(lines: Iterable[SettlementLine]) -> tuple[PriceShown, ...]:
    used = dict.fromkeys(line.price for line in lines if line.price)
    return tuple(shown for price in used if (shown := price_shown(price)))


# --- lines ----------------------------------------------------------------------------------------------------------


def _parts(
    lines: Sequence[SettlementLine], player: int, names: Mapping[int, str], *, everything: bool
) -> tuple[Part, ...]:
    """The match as a whole, then hand by hand."""
    by_hand: dict[int, list[SettlementLine]] = {}
    for line in lines:
        by_hand.setdefault(hand_of(line.part), []).append(line)
    return tuple(
        Part(
            hand,
            tuple(_words(own)),
            tuple(_posted(line, player, names) for line in own),
            _added_up(own if everything else [line for line in own if _of_balance(line, player)]),
        )
        for hand, own in sorted(by_hand.items())
    )


def _of_balance(line: SettlementLine, player: int) -> bool:
    return line.player == player and line.account_kind == "player"


def _added_up(lines: Iterable[SettlementLine]) -> tuple[Amount, ...]:
    found: dict[str, Amount] = {}
    for line in lines:
        before = found.get(line.currency, Amount(0, line.currency, line.decimals))
        found[line.currency] = before._replace(units=before.units + line.units)
    return tuple(found.values())


def _words(lines: Sequence[SettlementLine]) -> Iterable[str]:
    """What happened that the figures do not say."""
    kinds = {line.kind for line in lines}
    raked = {line.currency for line in lines if line.account_kind == "rake"}
    if "settle" in kinds and {line.currency for line in lines if line.kind == "settle"} - raked:
        yield _("Where a pot is so small that its rake is less than one unit, none is taken.")
    if "refund" in kinds and "settle" not in kinds:
        yield _("Nobody won this, so every stake was given back whole and no rake was taken.")
    for reason in dict.fromkeys(line.reason for line in lines if line.kind == "reverse"):
        yield _("Corrected by support: %(reason)s") % {"reason": reason}


def _posted(line: SettlementLine, player: int, names: Mapping[int, str]) -> Posted:
    return Posted(
        line.at,
        str(KINDS.get(line.kind, line.kind)),
        hand_of(line.part),
        _account(line, player, names),
        Amount(line.units, line.currency, line.decimals),
        price_shown(line.price) if line.account_kind == "player" else None,
    )


def _account(line: SettlementLine, player: int, names: Mapping[int, str]) -> str:
    if line.player is None:
        return str(ACCOUNTS.get(line.account_kind, line.account_kind))
    if line.player == player:
        return _("Your stake in play") if line.account_kind == "escrow" else _("Your balance")
    name = names.get(line.player, "?")
    form = _("Stake of %(name)s in play") if line.account_kind == "escrow" else _("Balance of %(name)s")
    return form % {"name": name}
