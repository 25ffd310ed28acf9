"""Prices of money: asked of exchanges every few seconds, by workers alone, and kept as quotes when enough agree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

import structlog
from django.conf import settings
from django.db import connection, transaction

from wallet.agreement import Agreement, agree
from wallet.models import Currency, PriceSource, Quote
from wallet.quotes import LIFETIME_S

if TYPE_CHECKING:
    from wallet.asking import Answer

log = structlog.get_logger(__name__)

LEAST_APART_S = 7
"""Beat nudges every 10 s. A second worker with the same nudge finds that it has been done."""
ROUND_LOCK = 0x_B21_9407


def refresh_quotes() -> dict[str, Quote]:
    """Ask for the price of every enabled currency of money; the new quotes by currency.

    A currency without two sources that agree gets none: its last quote counts until it is 30 s old, and then nobody
    stakes it. Not inside a transaction: nothing is held while others are asked.
    """
    from wallet.asking import Market, ask  # with the HTTP client, which web processes need not load

    asked_at, sources = _claim()
    if not sources:
        return {}
    markets = {source.pk: Market(source.exchange, source.symbol) for source in sources}
    answers = ask(set(markets.values()), settings.PRICE_URLS, settings.PRICE_TIMEOUT_S)
    return _keep(asked_at, sources, {key: answers[market] for key, market in markets.items()})


def _claim() -> tuple[datetime, Sequence[PriceSource]]:
    """Sources to be asked now, by us alone; none when somebody else does so or just has. The time is the database's,
    from before they are asked: a quote is never younger than it says."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_try_advisory_xact_lock(%s), date_trunc('milliseconds', clock_timestamp())",
                [ROUND_LOCK],
            )
            taken, now = cursor.fetchone()
        sources = list(
            PriceSource.objects.filter(
                enabled=True, currency__enabled=True, currency__family=Currency.Family.MONEY
            ).order_by("exchange", "currency")
        )
        last = max((source.asked_at for source in sources if source.asked_at), default=None)
        if not taken or (last and last > now - timedelta(seconds=LEAST_APART_S)):
            return now, ()
        due = [source for source in sources if source.rest_until is None or source.rest_until <= now]
        PriceSource.objects.filter(pk__in=[source.pk for source in due]).update(asked_at=now)
    return now, due


@transaction.atomic
def _keep(
    asked_at: datetime, sources: Sequence[PriceSource], answers: Mapping[int, Answer]
) -> dict[str, Quote]:
    by_currency: dict[str, list[PriceSource]] = {}
    for source in sources:
        by_currency.setdefault(source.currency_id, []).append(source)
    kept: dict[str, Quote] = {}
    for currency, asked in by_currency.items():
        prices = {
            source.exchange: price for source in asked if (price := answers[source.pk].price) is not None
        }
        agreement = agree(prices, settings.PRICE_MOST_OFF_BPS)
        for source in asked:
            _note(source, answers[source.pk], agreement, asked_at)
        if agreement.price is None:
            log.warning("no quote: too few sources agree", currency=currency, answered=sorted(prices))
            continue
        kept[currency] = Quote.objects.create(
            currency_id=currency,
            usd_price=agreement.price,
            source=agreement.source,
            fetched_at=asked_at,
            expires_at=asked_at + timedelta(seconds=LIFETIME_S),
        )
    return kept


def _note(source: PriceSource, answer: Answer, agreement: Agreement, asked_at: datetime) -> None:
    """How the source is, for staff. The log hears when that changes, not every ten seconds."""
    before = source.fault
    source.rest_until = asked_at + timedelta(seconds=answer.rest_s) if answer.rest_s else None
    if answer.price is None:
        source.fault = answer.fault
    else:
        source.answered_at, source.usd_price = asked_at, answer.price
        source.off_bps = agreement.off_bps[source.exchange]
        left_out = source.off_bps > settings.PRICE_MOST_OFF_BPS
        source.fault = f"left out: {source.off_bps} bps off the others" if left_out else ""
    source.fault = source.fault[:200]
    if source.fault:
        source.fault_at = asked_at
    if source.fault and not before:
        log.warning(
            "a price source is left out", **_named(source), fault=source.fault, usd_price=answer.price
        )
    elif before and not source.fault:
        log.info("a price source is back", **_named(source))
    source.save(update_fields=["rest_until", "answered_at", "usd_price", "off_bps", "fault", "fault_at"])


def _named(source: PriceSource) -> dict[str, str]:
    return {"exchange": source.exchange, "currency": source.currency_id}
