"""Transfers with their entries, accounts with their statements, and what has been earned."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.urls import path, reverse
from django.utils.translation import gettext_lazy as _

from battle21.admin import ReadOnlyAdmin, Section, link
from wallet.admin.rake import RakePage
from wallet.admin.shown import coins, units_text
from wallet.admin.statements import entries_of, statement_of
from wallet.admin.subjects import subject_link
from wallet.models import Account, Transfer


@admin.register(Transfer)
class TransferAdmin(ReadOnlyAdmin):
    list_display = ("created_at", "kind", "subject_shown", "actor", "reason", "id")
    list_display_links = ("created_at", "id")
    list_filter = ("kind", "created_at")
    search_fields = ("=id", "=subject", "subject", "idem_key")
    ordering = ("-id",)
    fields = (
        "id",
        "created_at",
        "kind",
        "subject_shown",
        "part",
        "actor",
        "approved_by",
        "reason",
        "reverses_shown",
        "idem_scope",
        "idem_key",
    )

    @admin.display(description=_("For"), ordering="subject")
    def subject_shown(self, transfer: Transfer) -> str:
        return subject_link(transfer.subject) or "-"

    @admin.display(description=_("Corrects"))
    def reverses_shown(self, transfer: Transfer) -> str:
        if transfer.reverses_id is None:
            return "-"
        return link(
            reverse("admin:wallet_transfer_change", args=[transfer.reverses_id]), transfer.reverses_id
        )

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Sequence[str]:
        return self.fields

    def sections(self, request: HttpRequest, obj: Transfer) -> Sequence[Section]:
        return (entries_of(obj),)

    def get_urls(self) -> list[Any]:
        view = self.admin_site.admin_view(RakePage.as_view(model_admin=self))
        return [path("rake/", view, name="wallet_transfer_rake"), *super().get_urls()]


@admin.register(Account)
class AccountAdmin(ReadOnlyAdmin):
    list_display = ("id", "kind", "owner", "ref", "currency", "balance_shown", "lines")
    list_filter = ("kind", "currency")
    list_select_related = ("owner", "currency", "balance")
    search_fields = ("=ref", "=owner__public_id", "owner__display_name", "=owner__username")
    ordering = ("-id",)
    fields = ("id", "kind", "owner", "ref", "currency", "balance_shown", "units", "lines", "may_go_negative")

    @admin.display(description=_("Balance"), ordering="balance__amount")
    def balance_shown(self, account: Account) -> str:
        return coins(_balance(account)[0], account.currency.decimals)

    @admin.display(description=_("Balance in units"))
    def units(self, account: Account) -> str:
        return units_text(_balance(account)[0])

    @admin.display(description=_("Entries"))
    def lines(self, account: Account) -> int:
        return _balance(account)[1]

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Sequence[str]:
        return self.fields

    def sections(self, request: HttpRequest, obj: Account) -> Sequence[Section]:
        return (statement_of(obj, request),)


def _balance(account: Account) -> tuple[int, int]:
    """Units and number of entries; an account nothing was ever posted to has no row."""
    balance = getattr(account, "balance", None)
    return (balance.amount, balance.seq) if balance else (0, 0)
