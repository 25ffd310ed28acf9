"""A player's own order of currencies: in it Total balance takes them, and every menu shows them (rules.md, Money).

The account keeps codes as plain text (`User.currency_order`); what they mean is checked here. A code that has been
switched off since does no harm: it only has a place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from games.errors import refusal
from players.services import order_currencies
from wallet import selectors as ledger
from wallet.errors import CurrencyDisabled, UnknownCurrency
from wallet.models import Currency
from wallet.selectors import Held


def set_order(user: Any, codes: Sequence[str]) -> None:
    """Those not named follow as the installation shows them; no code at all: all of them do.

    Raises AppError, and changes nothing: needs_account, repeated_currency, unknown_currency, currency_disabled.
    """
    if user.is_guest:
        raise refusal("needs_account")
    if len(set(codes)) != len(codes):
        raise refusal("repeated_currency")
    enabled = dict(Currency.objects.values_list("code", "enabled"))
    for code in codes:
        if code not in enabled:
            raise UnknownCurrency
        if not enabled[code]:
            raise CurrencyDisabled(data={"currency": code})
    order_currencies(user, codes)


def in_own_order[T](user: Any, items: Iterable[T], code: Callable[[T], str]) -> tuple[T, ...]:
    """`items`, which come in the installation's order, as this player wants them. `code`: of an item's currency."""
    places = {code: place for place, code in enumerate(getattr(user, "currency_order", ()))}
    return tuple(sorted(items, key=lambda item: places.get(code(item), len(places))))


def held_by(user: Any) -> tuple[Held, ...]:
    """The player's balances in his own order."""
    return in_own_order(user, ledger.balances(user.pk), lambda held: held.currency)


def order_of(user: Any) -> tuple[Currency, ...]:
    """All enabled currencies in the player's own order."""
    return in_own_order(user, Currency.objects.filter(enabled=True), lambda currency: currency.code)
