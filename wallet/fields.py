"""Atomic units in the database: `numeric(78,0)`, a Python int on our side."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any

from django.core.exceptions import ValidationError
from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.utils.translation import gettext_lazy as _

DIGITS = 78
"""10^78 > 2^256: every amount a chain can hold."""
LIMIT = 10**DIGITS


def exact_units(value: object) -> int:
    """`value` as whole units. Raises TypeError for whatever is not exactly an integer (floats, texts, bools,
    Decimals with an exponent), ValueError beyond 78 digits."""
    if isinstance(value, Decimal) and value.as_tuple().exponent == 0:
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"units are whole numbers, not {type(value).__name__}: {value!r}")
    if not -LIMIT < value < LIMIT:
        raise ValueError(f"units have at most {DIGITS} digits")
    return value


if TYPE_CHECKING:
    _IntField = models.Field[int, int]
else:
    _IntField = models.Field  # only django-stubs knows it as generic


class UnitsField(_IntField):
    """An amount in atomic units (satoshi, wei). DecimalField would not do: under the default context
    `Decimal(10**29) + 1` loses the 1, and 10^9 ETH already has 27 digits."""

    description = _("Whole number of up to 78 digits")

    def db_type(self, connection: BaseDatabaseWrapper) -> str:
        return f"numeric({DIGITS},0)"

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> int | None:
        return None if value is None else int(value)

    def to_python(self, value: Any) -> Any:
        try:
            return None if value is None else exact_units(value)
        except (TypeError, ValueError) as wrong:
            raise ValidationError(str(wrong), code="invalid") from wrong

    def get_prep_value(self, value: Any) -> Any:
        value = super().get_prep_value(value)
        if value is None or hasattr(value, "resolve_expression"):
            return value
        return exact_units(value)
