"""The page where somebody agrees to a stake: what it costs in each currency, and what is said before one pays."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from battle21.errors import AppError
from games import money
from games.errors import refusal
from games.lobby_live import forget
from games.models import Table
from games.rules.game import Game
from games.services import currency_order
from games.services.stakes import TOTAL
from games.terms import hands_agreed, terms
from wallet.errors import BadAmount, UnknownCurrency, WalletError

CURRENCY = r"[A-Za-z0-9]{1,16}"
"""What may be asked of the ledger as a currency's code."""
UNITS = r"[0-9]{1,78}"
MOST_PARTS = 20
ABOUT_THE_STAKE = (
    "needs_account", "bad_stake", "repeated_currency", "stake_too_small", "too_many_tables", "terms_changed",
)  # fmt: skip
"""Refusals besides the ledger's that are shown where one agrees to a stake."""


def ask_for_stake(
    request: HttpRequest, cents: int, take: Callable[..., Table], context: dict[str, Any]
) -> HttpResponse:
    """Show what a stake costs in each currency; once somebody has agreed to what was shown, take it."""
    refused: AppError | None = None
    currency = request.POST.get("currency") or request.GET.get("currency", "")
    try:
        shown = _agreed_to(request, currency)
        if shown is not None:
            table = take(currency=currency, most_units=shown)
            forget()
            return redirect("games:table", table.public_id)
    except AppError as error:
        if not isinstance(error, WalletError) and error.code not in ABOUT_THE_STAKE:
            raise
        refused = error
    only, taken = context.get("only", ""), context.get("taken", ())
    user: Any = request.user
    held, quotes = currency_order.held_by(user), money.quotes_now()
    offers = [
        each
        for each in money.offers(cents, held, quotes)
        if only in ("", each.currency) and (not taken or each.currency in taken)
    ]
    totals: tuple[money.TotalOffer, ...] = ()
    if only in ("", TOTAL):
        totals = money.total_offers(cents, held, quotes, taken, least=1 if only else 2)
    affordable = [offer.currency for offer in offers if offer.enough] + [TOTAL] * bool(totals)
    game = context["game"]
    context |= {
        "terms": terms(game, context["options"], cents),
        "hands": hands_agreed(game, context["options"]),
        "conditions": pieces("terms", game),
        "stake": money.dollars(cents),
        "offers": offers,
        "total": next(iter(totals), None),
        "priced": bool(quotes),
        "chosen": currency if currency in affordable else next(iter(affordable), ""),
        "affordable": bool(affordable),
        "test_coins": any(offer.is_test for offer in offers) or any(offer.is_test for offer in totals),
        "refused": refused,
    }
    return render(request, "games/stake.html", context, status=422 if refused else 200)


def _agreed_to(request: HttpRequest, currency: str) -> int | dict[str, int] | None:
    """The most units that the page said, by currency for Total balance; None: nothing is agreed to yet.

    Raises UnknownCurrency, BadAmount, AppError("repeated_currency") for what no page says.
    """
    name = f"most_{currency}"
    if not currency or name not in request.POST:
        return None
    text = request.POST[name]
    if currency != TOTAL:
        return _units(currency, text)
    parts = [part.partition(":") for part in text.split(",", MOST_PARTS)]
    found = {code: _units(code, units) for code, _colon, units in parts}
    if len(found) < len(parts):
        raise refusal("repeated_currency")
    return found


def _units(currency: str, text: str) -> int:
    """Of one currency, digits alone. Raises UnknownCurrency, BadAmount."""
    if not re.fullmatch(CURRENCY, currency, re.ASCII):
        raise UnknownCurrency
    if not re.fullmatch(UNITS, text, re.ASCII):
        raise BadAmount
    return int(text)


def pieces(folder: str, game: Game) -> list[str]:
    """Templates for a part of a page: the game's own where it has one, else that of all games."""
    return [f"games/{folder}/{game.key}.html", f"games/{folder}/game.html"]
