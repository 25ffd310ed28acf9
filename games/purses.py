"""The wallet as its owner reads it: balances, what is in play, the newest lines. Reads only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from games import history, statements
from games.history import MatchRow
from games.money import Amount, estimate, quotes_now
from games.services import currency_order
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
    is_chips: bool
    """Play chips: they are worth nothing."""
    free: Amount
    in_play: Amount
    usd: str
    """Of both, an estimate; "" without a price."""


class Place(NamedTuple):
    """One currency in the player's order. `up`, `down`: the whole order with it one place earlier, or later, as the
    form sends it; "" where it cannot go."""

    currency: str
    name: str
    up: str
    down: str


class Wallet(NamedTuple):
    purses: tuple[Purse, ...]
    order: tuple[Place, ...]
    is_own_order: bool
    in_play: tuple[InPlay, ...]
    lines: tuple[Line, ...]
    """The newest."""


def wallet_of(user: Any) -> Wallet:
    quotes = quotes_now()
    purses = tuple(_purse(held, quotes) for held in currency_order.held_by(user))
    order = places([(currency.code, currency.name) for currency in currency_order.order_of(user)])
    lines = statements.newest(user.pk, LINES)
    return Wallet(purses, order, bool(user.currency_order), in_play(user.pk), lines)


def places(order: Sequence[tuple[str, str]]) -> tuple[Place, ...]:
    """`order`: code and name of each currency."""
    codes = [code for code, _name in order]

    def swapped(first: int) -> str:
        """The order with the one at `first` and the next one changed over."""
        if not 0 <= first < len(codes) - 1:
            return ""
        return ",".join([*codes[:first], codes[first + 1], codes[first], *codes[first + 2 :]])

    return tuple(
        Place(code, name, swapped(place - 1), swapped(place)) for place, (code, name) in enumerate(order)
    )


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
        is_chips=held.family == Currency.Family.CHIPS,
        free=Amount(held.free, code, decimals),
        in_play=Amount(held.in_play, code, decimals),
        usd=estimate(held.free + held.in_play, decimals, quotes.get(code)),
    )
