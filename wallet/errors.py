"""Refusals of the ledger, by the SQLSTATE `wallet_post` raises. Nothing has moved when one is raised."""

from __future__ import annotations

import json
from typing import Any

from django.db import Error as DatabaseError
from django.utils.translation import gettext_lazy as _

from battle21.errors import AppError


class WalletError(AppError):
    """A posting was refused. `player` is whose fault it is, for the caller alone: never shown to others."""

    status = 409
    player: int | None = None


class InsufficientFunds(WalletError):
    code = "insufficient_funds"
    message = _("There are not enough free coins for this. Choose a smaller amount or another currency.")


class AccountFrozen(WalletError):
    code = "account_frozen"
    status = 403
    message = _("This account is frozen: nothing can leave it. Support can tell why; matches in play go on.")


class AccountExcluded(WalletError):
    code = "account_excluded"
    status = 403
    message = _("This account is excluded from playing for a stake. Free balance can still be withdrawn.")


class StaleQuote(WalletError):
    code = "stale_quote"
    message = _("The price is too old by now. Look at the new amount and confirm again.")


class NoFreshQuote(WalletError):
    code = "no_fresh_quote"
    status = 503
    message = _("There is no up-to-date price just now, so nothing is charged. Please try again in a minute.")


class CurrencyDisabled(WalletError):
    code = "currency_disabled"
    message = _("This currency cannot be staked or deposited at present. Choose another one.")


class UnknownCurrency(WalletError):
    code = "unknown_currency"
    status = 400
    message = _("There is no such currency. Choose one of those shown.")


class MixedCurrencies(WalletError):
    code = "mixed_currencies"
    status = 400
    message = _("Test coins, play chips and money cannot be used together. Choose currencies of one kind.")


class BadAmount(WalletError):
    code = "bad_amount"
    status = 400
    message = _("That amount is not possible. Give a whole number of units above zero.")


class IdempotencyConflict(WalletError):
    code = "idempotency_conflict"
    message = _("This was already sent with other contents. Reload the page and look at your balance first.")


class AlreadySettled(WalletError):
    code = "already_settled"
    message = _("This was already paid out. Reload the page to see the result.")


class AlreadyReversed(WalletError):
    code = "already_reversed"
    message = _("This transfer was already corrected. Look at the correction it refers to.")


class NoTestCoins(WalletError):
    code = "no_test_coins"
    status = 403
    message = _("Test coins exist in demo installations only.")


class LedgerBusy(WalletError):
    code = "ledger_busy"
    status = 503
    message = _("The ledger is busy and nothing was moved. Please try again in a moment.")


class ClockSetBack(LedgerBusy):
    """The database's clock says a day that is closed already. Nothing is posted until it is right again."""

    code = "clock_set_back"
    message = _("Our clock is wrong just now, so nothing was moved. Please try again later.")


class LedgerFault(RuntimeError):
    """The caller asked for something no rule allows (wrong accounts, an escrow below zero). Not a refusal: a fault
    in our code, to be treated as one."""


REFUSALS: dict[str, type[WalletError]] = {
    "W2101": InsufficientFunds,
    "W2102": AccountFrozen,
    "W2103": AccountExcluded,
    "W2104": StaleQuote,
    "W2105": CurrencyDisabled,
    "W2106": UnknownCurrency,
    "W2107": IdempotencyConflict,
    "W2108": BadAmount,
    "W2109": AlreadySettled,
    "W2110": AlreadyReversed,
    "W2111": MixedCurrencies,
    "W2112": ClockSetBack,
}
BUSY = frozenset({"40001", "40P01", "55P03"})
"""Serialisation failure, deadlock, lock time-out: the same posting may be sent again."""
FAULTS = ("W219", "22", "23")
"""Our own faults, bad data, broken constraints: no posting of ours may come to that."""


def from_database(error: DatabaseError) -> Exception:
    """What a database error of a posting means; `error` itself when it is none of ours."""
    state = getattr(error.__cause__, "sqlstate", None) or ""
    if state in REFUSALS:
        data = _detail(error)
        refusal = REFUSALS[state](data={key: value for key, value in data.items() if key != "player"})
        refusal.player = data.get("player")
        return refusal
    if state in BUSY:
        return LedgerBusy()
    if state.startswith(FAULTS):
        return LedgerFault(f"{state} {error.__cause__}")
    return error


def _detail(error: DatabaseError) -> dict[str, Any]:
    detail = getattr(getattr(error.__cause__, "diag", None), "message_detail", None)
    found: dict[str, Any] = json.loads(detail) if detail else {}
    return found
