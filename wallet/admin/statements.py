"""Entries, which have no page of their own: those of one transfer, and the statement of one account."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from battle21.admin import Section, link, utc
from wallet.admin.shown import coins, price, signed, units_text
from wallet.admin.subjects import subject_link
from wallet.models import Account, Entry, Transfer

LINES = 50
"""Lines on one page of a statement."""


def entries_of(transfer: Transfer) -> Section:
    """Who paid and who got, with each account's balance before and after, and what the lines add up to."""
    entries = transfer.entries.select_related("account__owner", "currency", "quote").order_by(
        "currency_id", "account__lock_rank", "account_id"
    )
    sums: dict[str, int] = {}
    rows: list[Sequence[Any]] = []
    for entry in entries:
        sums[entry.currency_id] = sums.get(entry.currency_id, 0) + entry.amount
        decimals = entry.currency.decimals
        rows.append(
            [
                link(_account_url(entry.account_id), account_name(entry.account)),
                entry.currency_id,
                signed(entry.amount, decimals),
                units_text(entry.amount),
                coins(entry.balance_after - entry.amount, decimals),
                coins(entry.balance_after, decimals),
                price(entry.quote.usd_price) if entry.quote else "",
            ]
        )
    total = ", ".join(f"{units_text(units)} {currency}" for currency, units in sorted(sums.items()))
    return Section(
        _("Entries"),
        (_("Account"), _("Currency"), _("Amount"), _("Units"), _("Before"), _("After"), _("Price used")),
        rows,
        after=_("Sum of all entries: %(total)s.") % {"total": total},
        empty=_("No entries."),
    )


def statement_of(account: Account, request: HttpRequest) -> Section:
    """Newest first. `?before=17` in the address: lines older than number 17."""
    entries = Entry.objects.filter(account=account).select_related("transfer", "quote").order_by("-seq")
    before = request.GET.get("before", "")
    if before.isdecimal() and len(before) < 19:
        entries = entries.filter(seq__lt=int(before))
    page = list(entries[: LINES + 1])
    decimals = account.currency.decimals
    rows = [
        [
            entry.seq,
            utc(entry.transfer.created_at),
            link(reverse("admin:wallet_transfer_change", args=[entry.transfer_id]), entry.transfer.get_kind_display()),
            subject_link(entry.transfer.subject),
            coins(entry.balance_after - entry.amount, decimals),
            signed(entry.amount, decimals),
            coins(entry.balance_after, decimals),
            price(entry.quote.usd_price) if entry.quote else "",
        ]
        for entry in page[:LINES]
    ]  # fmt: skip
    older = link(f"?before={page[LINES - 1].seq}", _("Older lines")) if len(page) > LINES else ""
    return Section(
        _("Statement"),
        (_("No."), _("Time (UTC)"), _("Kind"), _("For"), _("Before"), _("Amount"), _("After"), _("Price used")),
        rows,
        after=older,
        empty=_("No entries."),
    )  # fmt: skip


def account_name(account: Account) -> str:
    """Kind and whose: "Player, available: Alice"."""
    whose = account.owner.display_name if account.owner else account.ref
    if account.kind == Account.Kind.ESCROW:
        whose = f"{whose} ({account.ref})"
    return f"{account.get_kind_display()}: {whose}"


def _account_url(account_id: int) -> str:
    return reverse("admin:wallet_account_change", args=[account_id])
