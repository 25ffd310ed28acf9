"""The wallet as its owner reads it: balances, what is in play, the newest lines. Reads only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from games import history, statements
from games.history import MatchRow
from games.money import Amount, estimate, quotes_now
from games.statements import Line
from wallet import selectors as ledger
from wallet.models import Currency, Quote
from wallet.selectors import Held

LINES = 8
"""Of the statement on the wallet's page."""


class InPlay(NamedTuple):
    """What is in play in one match, in one or several currencies."""

    match: MatchRow | None
    amounts: tuple[Amount, ...]


class Purse(NamedTuple):
    """One currency of a player."""

    currency: str
    name: str
    is_test: bool
    free: Amount
    in_play: Amount
    usd: str
    """Of both, an estimate; "" without a price."""


class Wallet(NamedTuple):
    purses: tuple[Purse, ...]
    in_play: tuple[InPlay, ...]
    lines: tuple[Line, ...]
    """The newest."""


def wallet_of(user_id: int) -> Wallet:
    quotes = quotes_now()
    purses = tuple(_purse(held, quotes) for held in ledger.balances(user_id))
    return Wallet(purses, in_play(user_id), statements.newest(user_id, LINES))


def in_play(user_id: int) -> tuple[InPlay, ...]:
    """What the player has in play now, match by match, newest first."""
    found = ledger.in_play(user_id)
    matches = history.rows_by_subject({item.subject for item in found}, user_id)
    amounts: dict[str, list[Amount]] = {}
    for item in found:
        amounts.setdefault(item.subject, []).append(Amount(item.units, item.currency, item.decimals))
    return tuple(InPlay(matches.get(subject), tuple(of)) for subject, of in amounts.items())


def _purse(held: Held, quotes: Mapping[str, Quote]) -> Purse:
    code, decimals = held.currency, held.decimals
    return Purse(
        currency=code,
        name=held.name,
        is_test=held.family == Currency.Family.TEST,
        free=Amount(held.free, code, decimals),
        in_play=Amount(held.in_play, code, decimals),
        usd=estimate(held.free + held.in_play, decimals, quotes.get(code)),
    )
