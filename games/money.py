"""Amounts as pages write them, and what a stake costs a player in each currency just now. Integers only."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from django.utils import timezone
from django.utils.formats import get_format, number_format
from django.utils.translation import gettext as _

from games.services import stakes
from wallet.errors import WalletError
from wallet.models import Currency, Quote
from wallet.selectors import Held
from wallet.services import fresh_quotes
from wallet.units import CENT, usd_for_units

MINUS = "\u2212"


def coins(units: int, decimals: int) -> str:
    """All digits of an amount in whole coins, none rounded: 7693 units of 8 decimals are "0.00007693"."""
    whole, part = divmod(abs(units), 10**decimals)
    digits = f"{part:0{decimals}d}".rstrip("0") if decimals else ""
    sign = MINUS if units < 0 else ""
    return f"{sign}{grouped(whole)}{get_format('DECIMAL_SEPARATOR') if digits else ''}{digits}"


def plain(units: int, decimals: int) -> str:
    """For programs: whole coins with all decimals and a point, "0.00007693"."""
    whole, part = divmod(abs(units), 10**decimals)
    digits = f".{part:0{decimals}d}" if decimals else ""
    return f"{'-' if units < 0 else ''}{whole}{digits}"


def grouped(number: int) -> str:
    """1,000 as the language writes it."""
    return str(number_format(number, use_l10n=True, force_grouping=True))


def dollars(cents: int) -> str:
    """A USD estimate: 500 cents are "$5.00"."""
    whole, part = divmod(cents, 100)
    return f"${grouped(whole)}{get_format('DECIMAL_SEPARATOR')}{part:02d}"


class Amount(NamedTuple):
    """Units of a currency, ready to be written."""

    units: int
    currency: str
    decimals: int

    def __str__(self) -> str:
        return f"{coins(self.units, self.decimals)} {self.currency}"

    @property
    def signed(self) -> str:
        """With a plus for what came in."""
        return f"{'+' if self.units > 0 else ''}{self}"

    @property
    def in_units(self) -> str:
        sign = MINUS if self.units < 0 else ""
        return _("%(n)s units") % {"n": f"{sign}{grouped(abs(self.units))}"}


class Offer(NamedTuple):
    """One currency in which a stake can be paid now."""

    currency: str
    name: str
    is_test: bool
    cost: Amount
    most: Amount
    """What taking it agrees to: the cost and 2 % more."""
    free: Amount
    coin_usd: str
    """What one whole coin is worth."""
    age_s: int
    """Of that price."""

    @property
    def enough(self) -> bool:
        return self.free.units >= self.cost.units


class Part(NamedTuple):
    """What Total balance takes of one currency."""

    name: str
    cost: Amount
    most: Amount
    usd: str
    """An estimate of `cost`."""
    coin_usd: str
    age_s: int


class TotalOffer(NamedTuple):
    """A stake paid of several currencies at once."""

    parts: tuple[Part, ...]
    usd: str
    """All parts together, an estimate."""
    is_test: bool

    @property
    def most(self) -> str:
        """What taking it agrees to, as the form sends it back: "TBTC:1000,TUSDT:4450000"."""
        return ",".join(f"{part.most.currency}:{part.most.units}" for part in self.parts)


def total_offers(
    cents: int,
    held: tuple[Held, ...],
    quotes: Mapping[str, Quote],
    taken: Collection[str] = (),
    *,
    least: int = 2,
) -> tuple[TotalOffer, ...]:
    """Total balance, where it takes `least` currencies or more; money and test coins each by themselves. `taken`: the
    currencies of the table; none: all."""
    now = timezone.now()
    found = []
    for family in dict.fromkeys(purse.family for purse in held):
        purses = [p for p in held if p.family == family and (not taken or p.currency in taken)]
        composed = stakes.composition(cents, purses, quotes)
        if composed is not None and len(composed.units) >= least:
            found.append(_total_offer(composed, purses, quotes, now))
    return tuple(found)


def _total_offer(
    composed: stakes.Composition, purses: list[Held], quotes: Mapping[str, Quote], now: Any
) -> TotalOffer:
    parts, worth = [], 0
    for purse in purses:
        code, decimals = purse.currency, purse.decimals
        if code not in composed.units:
            continue
        units, quote = composed.units[code], quotes[code]
        usd = usd_for_units(units, price=quote.usd_price, decimals=decimals)
        worth += usd
        parts.append(
            Part(
                name=purse.name,
                cost=Amount(units, code, decimals),
                most=Amount(composed.most[code], code, decimals),
                usd=dollars(usd // CENT),
                coin_usd=dollars(quote.usd_price // CENT),
                age_s=max(0, int((now - quote.fetched_at).total_seconds())),
            )
        )
    return TotalOffer(
        tuple(parts), dollars((worth + CENT // 2) // CENT), purses[0].family == Currency.Family.TEST
    )


def quotes_now() -> dict[str, Quote]:
    """Newest quotes of the currencies that may be staked and have a price now."""
    codes = list(Currency.objects.filter(enabled=True).values_list("code", flat=True))
    try:
        return fresh_quotes(currencies=codes)
    except WalletError:
        return _quotes_one_by_one(codes)


def _quotes_one_by_one(codes: list[str]) -> dict[str, Quote]:
    """One currency without a price does not hide the others."""
    found: dict[str, Quote] = {}
    for code in codes:
        try:
            found |= fresh_quotes(currencies=[code])
        except WalletError:
            continue
    return found


def offers(cents: int, held: tuple[Held, ...], quotes: Mapping[str, Quote]) -> tuple[Offer, ...]:
    """What a stake costs whoever holds `held`, in every currency with a quote. No database is asked."""
    now = timezone.now()
    return tuple(
        _offer(cents, purse, quotes[purse.currency], now) for purse in held if purse.currency in quotes
    )


def _offer(cents: int, purse: Held, quote: Quote, now: Any) -> Offer:
    price = stakes.price_at(cents, quote)
    code, decimals = purse.currency, purse.decimals
    return Offer(
        currency=code,
        name=purse.name,
        is_test=purse.family == Currency.Family.TEST,
        cost=Amount(price.units, code, decimals),
        most=Amount(price.most, code, decimals),
        free=Amount(purse.free, code, decimals),
        coin_usd=dollars(quote.usd_price // CENT),
        age_s=max(0, int((now - quote.fetched_at).total_seconds())),
    )


def estimate(units: int, decimals: int, quote: Quote | None) -> str:
    """What units are worth in USD, rounded down; "" without a price."""
    if quote is None:
        return ""
    return dollars(usd_for_units(units, price=quote.usd_price, decimals=decimals) // CENT)
