"""Filters of lists (django-filter). What is not a filter, or has a value that none can have, is refused."""

from __future__ import annotations

from datetime import UTC
from typing import Any

import django_filters
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django_filters.fields import IsoDateTimeField

from games.api.paging import PAGING
from games.api.problems import BadParameters
from games.api.strict import bad_parameter
from games.models import Hand, Match, Table
from games.rules.catalog import GAMES


def _of_game(field: str) -> django_filters.CharFilter:
    return django_filters.CharFilter(
        field_name=field, method="filter_game", max_length=32, label="Key of a game"
    )


class _InUtc(IsoDateTimeField):
    """Python knows offsets (up to 23:59) that PostgreSQL does not: it is given none."""

    def to_python(self, value: Any) -> Any:
        given = super().to_python(value)
        try:
            return given and given.astimezone(UTC)
        except OverflowError:
            raise ValidationError(self.error_messages["invalid"], code="invalid") from None


class IsoDateTimeFilter(django_filters.IsoDateTimeFilter):
    field_class = _InUtc


class _Filters(django_filters.FilterSet):
    def filter_game(self, rows: QuerySet[Any], name: str, value: str) -> QuerySet[Any]:
        if value not in GAMES:
            raise bad_parameter("game", _("There is no such game."), "unknown_game")
        return rows.filter(**{name: value})


class TableFilters(_Filters):
    game = _of_game("game")
    mode = django_filters.ChoiceFilter(choices=Table.Mode.choices)
    status = django_filters.ChoiceFilter(choices=Table.Status.choices)
    private = django_filters.ChoiceFilter(
        choices=[("true", "true"), ("false", "false")], method="filter_private"
    )
    player = django_filters.CharFilter(
        field_name="seats__user__public_id", max_length=24, label="Where this player of yours sits"
    )
    created_after = IsoDateTimeFilter(field_name="created_at", lookup_expr="gte")
    created_before = IsoDateTimeFilter(field_name="created_at", lookup_expr="lt")

    class Meta:
        model = Table
        fields: list[str] = []

    def filter_private(self, rows: QuerySet[Table], name: str, value: str) -> QuerySet[Table]:
        return rows.filter(private=value == "true")


class MatchFilters(_Filters):
    game = _of_game("table__game")
    table = django_filters.CharFilter(field_name="table__public_id", max_length=16)
    started_after = IsoDateTimeFilter(field_name="started_at", lookup_expr="gte")
    started_before = IsoDateTimeFilter(field_name="started_at", lookup_expr="lt")

    class Meta:
        model = Match
        fields: list[str] = []


class HandFilters(_Filters):
    game = _of_game("table__game")
    table = django_filters.CharFilter(field_name="table__public_id", max_length=16)
    ended_after = IsoDateTimeFilter(field_name="ended_at", lookup_expr="gte")
    ended_before = IsoDateTimeFilter(field_name="ended_at", lookup_expr="lt")

    class Meta:
        model = Hand
        fields: list[str] = []


def names_of(filters: type[_Filters]) -> tuple[str, ...]:
    return (*filters.base_filters, *PAGING)


def filtered(filters: type[_Filters], query: dict[str, str], rows: QuerySet[Any]) -> QuerySet[Any]:
    """Raises BadParameters."""
    empty = [name for name, value in query.items() if value == ""]
    if empty:
        raise bad_parameter(empty[0], _("A parameter is given with a value or not at all."), "empty")
    found = filters(query, queryset=rows)
    if not found.is_valid():
        errors = [
            {"pointer": name, "code": error.get("code") or "invalid", "detail": error["message"]}
            for name, wrong in found.form.errors.get_json_data().items()
            for error in wrong
        ]
        raise BadParameters(*errors)
    rows = found.qs
    assert isinstance(rows, QuerySet)
    return rows
