"""Quotes: kept when fetched, referred to by the entries that used them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import timedelta

from django.db.models.functions import Now

from wallet.errors import CurrencyDisabled, NoFreshQuote, UnknownCurrency
from wallet.models import Currency, Quote
from wallet.quotes import LEFT_S, LIFETIME_S, sources
from wallet.units import units_for_usd as pure_units_for_usd


def fresh_quotes(*, currencies: Iterable[str]) -> dict[str, Quote]:
    """The newest quote of each currency, with some seconds to live; fetched now if there is none.

    Raises UnknownCurrency, CurrencyDisabled, NoFreshQuote.
    """
    codes = set(currencies)
    rows = {row.code: row for row in Currency.objects.filter(code__in=codes)}
    for code in sorted(codes):
        if code not in rows:
            raise UnknownCurrency(data={"currency": code})
        if not rows[code].enabled:
            raise CurrencyDisabled(data={"currency": code})
    kept = _newest(codes)
    missing = codes - kept.keys()
    if missing:
        _fetch([rows[code] for code in sorted(missing)])
        kept |= _newest(missing)
    for code in sorted(codes - kept.keys()):
        raise NoFreshQuote(data={"currency": code})
    return kept


def units_for_usd(usd: int, quote: Quote) -> int:
    """Units worth at least `usd` (in 1e-8 USD) at this quote; rounded up."""
    return pure_units_for_usd(usd, price=quote.usd_price, decimals=quote.currency.decimals)


def _newest(codes: Collection[str]) -> dict[str, Quote]:
    """By the database's clock, as the posting will look at them."""
    found = (
        Quote.objects.filter(currency__in=codes, expires_at__gt=Now() + timedelta(seconds=LEFT_S))
        .order_by("currency_id", "-expires_at", "-id")
        .distinct("currency_id")
        .select_related("currency")
    )
    return {quote.currency_id: quote for quote in found}


def _fetch(currencies: Collection[Currency]) -> None:
    by_family: dict[str, list[str]] = {}
    for currency in currencies:
        by_family.setdefault(currency.family, []).append(currency.code)
    available = sources()
    for family, codes in by_family.items():
        if family in available:
            _keep(available[family].prices(codes), available[family].name)


def _keep(prices: Mapping[str, int], source: str) -> None:
    for code, price in prices.items():
        Quote.objects.create(
            currency_id=code,
            usd_price=price,
            source=source,
            fetched_at=Now(),
            expires_at=Now() + timedelta(seconds=LIFETIME_S),
        )
