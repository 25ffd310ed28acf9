"""The operator's earnings by day and currency: bars, a table, and the same as CSV."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any, NamedTuple

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _
from django.views.generic import TemplateView
from unfold.views import UnfoldModelAdminViewMixin
from unfold.widgets import INPUT_CLASSES

from wallet import selectors
from wallet.admin.shown import coins, units_text
from wallet.models import Currency
from wallet.selectors import DayOfRake

DAYS = 30
"""Shown without dates."""
MOST_DAYS = 366
EARLIEST, LATEST = date(1970, 1, 1), date(9999, 12, 30)
"""Ids of transfers begin with the time since then; and the day after the last one asked for can still be written."""
BAR, GAP, HEIGHT = 14, 4, 120
"""Sizes of the drawing: a day's bar, the space after it, the highest bar."""


def _date_field(label: Any) -> forms.DateField:
    attributes = {"type": "date", "class": " ".join(INPUT_CLASSES)}
    widget = forms.DateInput(attributes, format="%Y-%m-%d")
    return forms.DateField(
        label=label, widget=widget, validators=[MinValueValidator(EARLIEST), MaxValueValidator(LATEST)]
    )


class Period(forms.Form):
    first = _date_field(_("From"))
    last = _date_field(_("To"))

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        first, last = data.get("first"), data.get("last")
        if first and last and not timedelta(0) <= last - first < timedelta(days=MOST_DAYS):
            raise forms.ValidationError(
                _("From comes before To, and at most %(days)d days lie between.") % {"days": MOST_DAYS}
            )
        return data


class Bar(NamedTuple):
    x: int
    y: int
    height: int
    label: str


class Chart(NamedTuple):
    """One currency's days as bars; drawn by `admin/rake.html`."""

    currency: str
    total: str
    units: str
    transfers: int
    bars: tuple[Bar, ...]
    width: int


class RakePage(UnfoldModelAdminViewMixin, TemplateView):  # type: ignore[misc]
    title = _("Rake by day and currency")
    permission_required = ("wallet.view_transfer",)
    template_name = "admin/rake.html"

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        asked = "first" in request.GET or "last" in request.GET
        today = timezone.now().date()
        first, last = today - timedelta(days=DAYS - 1), today
        form = Period(request.GET if asked else None, initial={"first": first, "last": last})
        if asked and not form.is_valid():
            return self.render_to_response(self.get_context_data(form=form, wrong=True), status=400)
        if asked:
            first, last = form.cleaned_data["first"], form.cleaned_data["last"]
        days = selectors.rake_by_day(first, last)
        decimals = dict(Currency.objects.values_list("code", "decimals"))
        if request.GET.get("format") == "csv":
            return as_csv(days, decimals, first, last)
        return self.render_to_response(
            self.get_context_data(form=form, **_shown(days, decimals, first, last))
        )


def as_csv(days: Sequence[DayOfRake], decimals: dict[str, int], first: date, last: date) -> HttpResponse:
    """Exact numbers, days in UTC, in the order of the page."""
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="rake-{first}-{last}.csv"'
    lines = csv.writer(response)
    lines.writerow(["day_utc", "currency", "units", "coins", "transfers"])
    for day in days:
        amount = coins(day.units, decimals[day.currency]).replace(",", "")
        lines.writerow([day.day.isoformat(), day.currency, day.units, amount, day.transfers])
    return response


def _shown(days: Sequence[DayOfRake], decimals: dict[str, int], first: date, last: date) -> dict[str, Any]:
    currencies = sorted({day.currency for day in days})
    return {
        "first": first,
        "last": last,
        "charts": [
            _chart([day for day in days if day.currency == code], decimals[code], first, last)
            for code in currencies
        ],
        "headers": (_("Day (UTC)"), _("Currency"), _("Rake"), _("Units"), _("Transfers")),
        "rows": [
            (
                date_format(day.day, "SHORT_DATE_FORMAT"),
                day.currency,
                coins(day.units, decimals[day.currency]),
                units_text(day.units),
                day.transfers,
            )
            for day in days
        ],
    }


def _chart(days: Sequence[DayOfRake], decimals: int, first: date, last: date) -> Chart:
    """Heights are shares of the best day in whole pixels; a day with rake has at least one."""
    best = max(abs(day.units) for day in days) or 1
    total = sum(day.units for day in days)
    bars = []
    for day in days:
        height = max(1, abs(day.units) * HEIGHT // best)
        label = f"{date_format(day.day, 'SHORT_DATE_FORMAT')}: {coins(day.units, decimals)} {day.currency}"
        bars.append(Bar((day.day - first).days * (BAR + GAP), HEIGHT - height, height, label))
    return Chart(
        days[0].currency,
        coins(total, decimals),
        units_text(total),
        sum(day.transfers for day in days),
        tuple(bars),
        ((last - first).days + 1) * (BAR + GAP),
    )
