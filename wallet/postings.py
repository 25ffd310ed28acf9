"""What is sent to the ledger: accounts, lines, postings. Plain values; `wallet.ledger` sends them."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable
from typing import Any, NamedTuple
from uuid import UUID

import msgspec

from wallet.errors import BadAmount, LedgerFault
from wallet.fields import exact_units
from wallet.units import rake_shard


class AccountRef(NamedTuple):
    """An account by name. It is opened by the first posting that names it."""

    kind: str
    ref: str
    currency: str
    owner: int | None = None
    """Number of the player whose it is; players' accounts and escrows have one."""


class Line(NamedTuple):
    """Units that come into an account, or leave it (below zero)."""

    account: AccountRef
    units: int
    quote: int | None = None


class Key(NamedTuple):
    """Makes a posting happen once. Derived from what is posted ("settle:17"), never random, when it is ours."""

    scope: str
    key: str


class Posting(NamedTuple):
    """One transfer to be made."""

    kind: str
    key: Key
    lines: tuple[Line, ...]
    actor: str
    subject: str = ""
    part: str = ""
    reason: str = ""
    reverses: UUID | None = None
    approved_by: str = ""
    request: bytes = b""
    """What the key stands for, if that is not the posting itself: the body of a player's request, say, whose
    amounts follow from a quote."""


class Posted(NamedTuple):
    """A transfer that exists. `repeated`: it was made before, under the same key."""

    id: UUID
    repeated: bool


def player_account(player: int, currency: str) -> AccountRef:
    """What a player can freely use."""
    return AccountRef("player", str(player), currency, player)


def escrow_account(ref: str, player: int | None, currency: str) -> AccountRef:
    """What a seat has in play; `ref` is the caller's ("table:17/seat:0"). The player may be left out once it is
    open."""
    return AccountRef("escrow", ref, currency, player)


def rake_account(key: str, currency: str) -> AccountRef:
    """The shard of the rake that a posting with this key pays into."""
    return AccountRef("rake", rake_shard(key), currency)


def faucet(currency: str) -> AccountRef:
    """Where test coins come from."""
    return AccountRef("test", "faucet", currency)


def bank(currency: str) -> AccountRef:
    """The operator's purse of play chips: where they come from, and where lost ones go."""
    return AccountRef("operator", "bank", currency)


def outside(way: str, currency: str) -> AccountRef:
    """`way`: "deposit" or "withdraw"."""
    return AccountRef("external", way, currency)


def merged(lines: Iterable[Line]) -> tuple[Line, ...]:
    """One line per account; accounts that neither gain nor lose are left out. Raises BadAmount for whatever is not
    a whole number."""
    units: dict[AccountRef, int] = defaultdict(int)
    quotes: dict[AccountRef, int | None] = {}
    for line in lines:
        units[line.account] += checked(line.units)
        quotes[line.account] = quotes.get(line.account) or line.quote
    return tuple(Line(account, total, quotes[account]) for account, total in units.items() if total)


def checked(units: object) -> int:
    """`units` if it is an int. Raises BadAmount: floats, texts, bools, Decimals with an exponent."""
    try:
        return exact_units(units)
    except (TypeError, ValueError) as wrong:
        raise BadAmount from wrong


def body(posting: Posting) -> dict[str, Any]:
    """The posting as `wallet_post` takes it. Raises BadAmount, LedgerFault when it does not sum to zero."""
    lines = merged(posting.lines)
    _demand_zero_sum(lines)
    content: dict[str, Any] = {
        "kind": posting.kind,
        "subject": posting.subject,
        "part": posting.part,
        "reverses": str(posting.reverses) if posting.reverses else None,
        "actor": posting.actor,
        "approved_by": posting.approved_by,
        "reason": posting.reason,
        "lines": [_line_body(line) for line in sorted(lines, key=lambda line: line.account[:3])],
    }
    request = posting.request or _default_request(content)
    content["sha256"] = hashlib.sha256(request).hexdigest()
    content["scope"], content["key"] = posting.key
    return content


def _default_request(content: dict[str, Any]) -> bytes:
    """Everything but the quotes: who tries again may meanwhile find a newer one, and means the same."""
    lines = [{key: value for key, value in line.items() if key != "quote"} for line in content["lines"]]
    return msgspec.json.encode({**content, "lines": lines}, order="deterministic")


def _line_body(line: Line) -> dict[str, Any]:
    kind, ref, currency, owner = line.account
    found: dict[str, Any] = {"kind": kind, "ref": ref, "currency": currency, "units": str(line.units)}
    if owner is not None:
        found["owner"] = owner
    if line.quote is not None:
        found["quote"] = line.quote
    return found


def _demand_zero_sum(lines: tuple[Line, ...]) -> None:
    if not lines:
        raise BadAmount
    totals: dict[str, int] = defaultdict(int)
    for line in lines:
        totals[line.account.currency] += line.units
    if any(totals.values()):
        raise LedgerFault(f"a transfer sums to zero in each currency: {dict(totals)}")
