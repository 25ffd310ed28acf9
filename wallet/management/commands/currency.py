"""`manage.py currency`: shows currencies and where their prices come from; adds one; switches them and their sources.

Runs as the database's owner: the runtime can switch a currency on and off, but neither add one nor choose who is asked.
"""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from wallet.agreement import LEAST_AGREEING
from wallet.models import Currency, PriceSource

RESERVED = ("TOTAL",)
"""Codes that say something else where a currency is chosen."""


class Command(BaseCommand):
    help = "Show currencies and their price sources; add a currency of money; switch either on or off."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("codes", nargs="*", metavar="CODE", help="without one: show all")
        parser.add_argument("--add", metavar="NAME", help="add this currency of money; wants --decimals")
        parser.add_argument("--decimals", type=int, help="one coin is 10^DECIMALS units, for ever")
        switch = parser.add_mutually_exclusive_group()
        switch.add_argument("--on", dest="enabled", action="store_true", default=None, help="may be staked")
        switch.add_argument("--off", dest="enabled", action="store_false", default=None, help="may not")
        parser.add_argument("--order", type=int, help="where it is shown")
        parser.add_argument(
            "--source", action="append", default=[], metavar="EXCHANGE=SYMBOL",
            help="ask this market, which must be one in USD",
        )  # fmt: skip
        parser.add_argument(
            "--source-on", action="append", default=[], metavar="EXCHANGE", help="ask it again"
        )
        parser.add_argument(
            "--source-off", action="append", default=[], metavar="EXCHANGE", help="ask it no more"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        codes: list[str] = options["codes"]
        if (options["add"] or options["source"]) and len(codes) != 1:
            raise CommandError("name one currency")
        with transaction.atomic():
            if options["add"]:
                _add(codes[0], options["add"], options["decimals"])
            currencies = [_existing(code) for code in codes]
            for currency in currencies:
                _change(currency, options)
        for currency in currencies or Currency.objects.all():
            self.stdout.write(_line(currency))
            for source in currency.price_sources.all():
                self.stdout.write(_source_line(source))


def _add(code: str, name: str, decimals: int | None) -> None:
    if code in RESERVED:
        raise CommandError(f"{code} is no currency: stakes of several are called so")
    if decimals is None:
        raise CommandError("say how many decimals (--decimals): they can never be changed")
    _save(Currency(code=code, name=name, decimals=decimals, family=Currency.Family.MONEY), adding=True)


def _existing(code: str) -> Currency:
    currency = Currency.objects.filter(code=code).first()
    if currency is None:
        raise CommandError(f"there is no currency {code}")
    return currency


def _change(currency: Currency, options: dict[str, Any]) -> None:
    if options["enabled"] and currency.family == Currency.Family.CHIPS:
        raise CommandError(f"{currency} is no stake: it stays off, and is played for all the same")
    if options["enabled"] is not None:
        currency.enabled = options["enabled"]
    if options["order"] is not None:
        currency.shown_order = options["order"]
    _save(currency)
    for text in options["source"]:
        exchange, _equals, symbol = text.partition("=")
        source = _source(currency, exchange) or PriceSource(currency=currency, exchange=exchange)
        source.symbol, source.enabled = symbol, True
        _save(source)
    for enabled, exchanges in ((True, options["source_on"]), (False, options["source_off"])):
        for exchange in exchanges:
            source = _source(currency, exchange)
            if source is None:
                raise CommandError(f"{currency} has no source {exchange}")
            source.enabled = enabled
            source.save(update_fields=["enabled"])


def _source(currency: Currency, exchange: str) -> PriceSource | None:
    return PriceSource.objects.filter(currency=currency, exchange=exchange).first()


def _save(row: Currency | PriceSource, *, adding: bool = False) -> None:
    try:
        row.full_clean()
    except ValidationError as wrong:
        raise CommandError("; ".join(wrong.messages)) from wrong
    row.save(force_insert=adding)


def _line(currency: Currency) -> str:
    asked = currency.price_sources.filter(enabled=True).count()
    money = currency.family == Currency.Family.MONEY
    note = " (no price: fewer than two sources)" if money and asked < LEAST_AGREEING else ""
    state = "on" if currency.enabled else "off"
    return f"{currency.code}: {currency.name}, {currency.decimals} decimals, {currency.family}, {state}{note}"


def _source_line(source: PriceSource) -> str:
    state = "on" if source.enabled else "off"
    return f"  {source.exchange} {source.symbol}, {state}{': ' if source.fault else ''}{source.fault}"
