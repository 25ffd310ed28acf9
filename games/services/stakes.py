"""What a stake costs a player, what he agreed to, and who may stake. USD is an estimate; units are exact.

No money is held before all seats are in: then `settle` locks every seat's units at the newest quote, or none.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext_lazy as _

from games.errors import refusal
from games.models import Seat
from games.rules.game import Game
from games.services import currency_order
from wallet import selectors as ledger
from wallet.errors import (
    BadAmount,
    CurrencyDisabled,
    InsufficientFunds,
    MixedCurrencies,
    UnknownCurrency,
    WalletError,
)
from wallet.models import Currency, Quote
from wallet.selectors import Held
from wallet.services import fresh_quotes, units_for_usd
from wallet.units import BPS, CENT, Purse, composed_of

LEAST_CENTS = 100
MOST_CENTS = 1_000_000
"""Stakes from $1, or from the least value of a game's own, to $10,000."""
CONSENT_BPS = 10_200
"""A player agrees to the units shown and 2 % more (rules.md, Money)."""
TOTAL = "TOTAL"
"""In place of a currency: Total balance. The player's currencies of one family in his own order, each as
far as it goes; the last one that is needed gives the rest."""


class AboveConsent(WalletError):
    """The price, or what a player has of a currency, has moved so far that he would pay more than he agreed to."""

    code = "above_consent"
    message = _(
        "The price has moved: the stake now costs more than you agreed to. Look at the new one and agree anew."
    )


class CurrencyNotTaken(WalletError):
    code = "currency_not_taken"
    message = _("This table does not take that currency. Choose one of those it takes, or another table.")


class Price(NamedTuple):
    """A stake in one currency now. `most`: what the player agrees to by taking it."""

    units: int
    most: int
    quote: Quote


def price(cents: int, currency: str) -> Price:
    """Raises AppError: no_fresh_quote, unknown_currency, currency_disabled."""
    return price_at(cents, fresh_quotes(currencies=[currency])[currency])


def price_at(cents: int, quote: Quote) -> Price:
    units = units_for_usd(cents * CENT, quote)
    return Price(units, -(-units * CONSENT_BPS // 10_000), quote)


def whole(game: Game, options: Mapping[str, int], value_cents: object) -> int:
    """US cents of each seat's stake, from the value its creator enters. Raises AppError("bad_stake")."""
    times = game.values_in_stake(options)
    most = MOST_CENTS // times
    if type(value_cents) is not int or not game.least_value_cents <= value_cents <= most:
        raise refusal("bad_stake", least=in_dollars(game.least_value_cents), most=in_dollars(most))
    return value_cents * times


def value_of(game: Game, options: Mapping[str, int], stake_cents: int) -> int:
    """The other way round: what a stake's creator entered, such as the value of one of its hands."""
    return stake_cents // game.values_in_stake(options)


def in_dollars(cents: int) -> str:
    """As sentences name a bound: 100 cents are "1", 10 are "0.10"."""
    whole_dollars, part = divmod(cents, 100)
    return f"{whole_dollars}.{part:02d}" if part else str(whole_dollars)


def agreed(
    user: Any,
    cents: int,
    currency: str,
    most_units: int | Mapping[str, int] | None = None,
    *,
    least_units: int = 1,
) -> int:
    """Units the player agrees to at most by sitting down now; nothing is held.

    `most_units`: what the page said the stake costs at most; None where nobody was shown a price. `least_units`: with
    fewer the stake could not be divided.
    Raises AppError: needs_account, bad_amount, insufficient_funds, above_consent, stake_too_small and what `price`
    raises.
    """
    if user.is_guest:
        raise refusal("needs_account")
    if isinstance(most_units, Mapping):
        raise BadAmount
    asked = price(cents, currency)
    if most_units is not None and asked.units > most_units:
        raise AboveConsent
    if asked.units < least_units:
        raise refusal("stake_too_small")
    free = {held.currency: held.free for held in ledger.balances(user.pk)}
    if free.get(currency, 0) < asked.units:
        raise InsufficientFunds(data={"currency": currency})
    return asked.most if most_units is None else min(asked.most, most_units)


# --- several currencies -----------------------------------------------------------------------------------------------


class Composition(NamedTuple):
    """A stake as Total balance pays it: units by currency in the order they are taken, and the most of each."""

    units: dict[str, int]
    most: dict[str, int]


def composition(
    cents: int,
    held: Sequence[Held],
    quotes: Mapping[str, Quote],
    limits: Mapping[str, int] | None = None,
) -> Composition | None:
    """What Total balance would pay now, of the currencies with a quote; None: it is not enough. `held` is in the order
    in which currencies are taken; `limits`: at most so many units of each, in their order, and no other currencies.

    What is agreed to is worth 2 % more than the stake at the prices of now, as in one currency: the earlier ones as
    they are (all there is), the last one what it gives and 2 % of the whole stake.
    """
    if limits is not None:
        by_code = {purse.currency: purse for purse in held}
        held = [
            by_code[code]._replace(free=min(by_code[code].free, most))
            for code, most in limits.items()
            if code in by_code
        ]
    purses = [
        Purse(purse.currency, purse.free, quotes[purse.currency].usd_price, purse.decimals)
        for purse in held
        if purse.currency in quotes
    ]
    units = composed_of(cents * CENT, purses)
    if units is None:
        return None
    last = next(reversed(units))
    whole_stake = units_for_usd(cents * CENT, quotes[last])
    return Composition(units, {**units, last: units[last] - (-whole_stake * (CONSENT_BPS - BPS) // BPS)})


def composed_within(
    cents: int, held: Sequence[Held], limits: Mapping[str, int], quotes: Mapping[str, Quote]
) -> Composition:
    """Of what a player has (`held`). Raises InsufficientFunds; AboveConsent where only more than `limits` of some
    currency would do."""
    found = composition(cents, held, quotes, limits)
    if found is not None:
        return found
    if composition(cents, [purse for purse in held if purse.currency in limits], quotes) is None:
        raise InsufficientFunds
    raise AboveConsent


def agreed_in_all(user: Any, cents: int, most: Mapping[str, int], *, least_units: int = 1) -> dict[str, int]:
    """As `agreed`, for Total balance: `most` units by currency are what the page showed, and nothing else is taken. The
    answer has the player's own order, for in that they are shown and will be taken.

    Raises AppError: needs_account, bad_amount, mixed_currencies, insufficient_funds, above_consent, stake_too_small
    and what `price` raises.
    """
    if user.is_guest:
        raise refusal("needs_account")
    if not most or any(type(units) is not int or units < 1 for units in most.values()):
        raise BadAmount
    family_of(most)
    held = currency_order.held_by(user)
    shown = {purse.currency: most[purse.currency] for purse in held if purse.currency in most}
    now = composed_within(cents, held, shown, fresh_quotes(currencies=most))
    if max(now.units.values()) < least_units:
        raise refusal("stake_too_small")
    return {code: min(units, most[code]) for code, units in now.most.items()}


def consent(
    user: Any,
    cents: int,
    currency: str,
    most: int | Mapping[str, int] | None,
    *,
    least_units: int = 1,
    taken: Collection[str] = (),
) -> dict[str, Any]:
    """What a player who sits down agrees to, as the fields of his `Seat`. `most`: as the page showed it, for TOTAL by
    currency. `taken`: the currencies of the table; empty: all.

    Raises AppError: currency_not_taken, and what `agreed` and `agreed_in_all` raise.
    """
    codes = (most if isinstance(most, Mapping) else ()) if currency == TOTAL else (currency,)
    if taken and not set(codes) <= set(taken):
        raise CurrencyNotTaken
    if currency == TOTAL:
        if not isinstance(most, Mapping):
            raise BadAmount
        limits = agreed_in_all(user, cents, most, least_units=least_units)
        kept = {code: str(units) for code, units in limits.items()}
        return {
            "currency": TOTAL,
            "most_units": None,
            "most_by_currency": kept,
            "currency_order": list(kept),
        }
    units = agreed(user, cents, currency, most, least_units=least_units)
    return {"currency": currency, "most_units": units, "most_by_currency": {}, "currency_order": []}


def currencies_of(seats: Iterable[Seat]) -> set[str]:
    """In which these seats pay, or may."""
    return {code for seat in seats for code in (seat.consent or (seat.currency,)) if code}


def units_due(seat: Seat, cents: int, quotes: Mapping[str, Quote], held: Sequence[Held]) -> dict[str, int]:
    """Units by currency that this seat's stake is at these quotes; of Total balance by what its player has (`held`).

    Raises AboveConsent, InsufficientFunds.
    """
    if seat.currency == TOTAL:
        return composed_within(cents, held, seat.consent, quotes).units
    units = units_for_usd(cents * CENT, quotes[seat.currency])
    if units > seat.consent.get(seat.currency, -1):
        raise AboveConsent
    return {seat.currency: units}


def family_of(codes: Collection[str]) -> str:
    """The one family of these currencies. Raises UnknownCurrency, MixedCurrencies."""
    families = dict(Currency.objects.filter(code__in=codes).values_list("code", "family"))
    for code in codes:
        if code not in families:
            raise UnknownCurrency(data={"currency": code})
    if len(set(families.values())) > 1:
        raise MixedCurrencies
    return next(iter(families.values()), "")


def checked_currencies(codes: Sequence[str]) -> list[str]:
    """The currencies a table takes, in the order they are shown; none: all of them.

    Raises AppError: bad_option for a repeat, unknown_currency, currency_disabled, mixed_currencies.
    """
    if len(set(codes)) != len(codes):
        raise refusal("bad_option", option="currencies")
    family_of(codes)
    rows = list(Currency.objects.filter(code__in=codes).order_by("shown_order", "code"))
    for row in rows:
        if not row.enabled:
            raise CurrencyDisabled(data={"currency": row.code})
    return [row.code for row in rows]
