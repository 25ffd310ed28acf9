"""An amount is a whole number in Python and in the database, however long."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.db.models import Sum

from wallet.fields import UnitsField, exact_units
from wallet.models import Balance, Entry

FIELD = UnitsField()


@pytest.mark.parametrize(
    "wrong",
    [1.0, 1.5, float("nan"), True, False, "1", "1e5", b"1", Decimal("1.0"), Decimal(10**29) + 1, Decimal("NaN"), [1]],
)  # fmt: skip
def test_what_is_not_a_whole_number_is_refused(wrong: Any) -> None:
    with pytest.raises(TypeError):
        exact_units(wrong)
    with pytest.raises(TypeError):
        FIELD.get_prep_value(wrong)
    with pytest.raises(ValidationError):
        FIELD.to_python(wrong)


@pytest.mark.parametrize("right", [0, -1, 2**63, 10**27, 10**78 - 1, Decimal(10**29)])
def test_whole_numbers_are_kept(right: Any) -> None:
    assert exact_units(right) == int(right)
    assert type(exact_units(right)) is int


@pytest.mark.parametrize("wrong", [10**78, -(10**78)])
def test_more_than_78_digits_are_refused(wrong: int) -> None:
    with pytest.raises(ValueError):
        exact_units(wrong)


def test_none_passes_where_a_column_may_be_empty() -> None:
    assert FIELD.get_prep_value(None) is None
    assert FIELD.to_python(None) is None
    assert FIELD.from_db_value(None, None, None) is None


@pytest.mark.django_db
@pytest.mark.parametrize("units", [1, 2**63, 2**63 + 1, 10**29 + 1, 10**77 + 1])
def test_amounts_come_back_as_the_same_int(units: int, alice: Any, give: Any) -> None:
    """Past 28 digits a Decimal under the default context would lose the last one."""
    give(alice, TETH=units)
    entry = Entry.objects.get(account__owner=alice)
    assert (entry.amount, entry.balance_after) == (units, units)
    assert type(entry.amount) is int
    assert Balance.objects.filter(amount=units).count() == 1
    assert Balance.objects.filter(amount__gt=0).aggregate(total=Sum("amount"))["total"] == units


@pytest.mark.django_db
def test_the_column_holds_78_digits() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT numeric_precision, numeric_scale FROM information_schema.columns"
            " WHERE table_name = 'wallet_entry' AND column_name IN ('amount', 'balance_after')"
        )
        assert cursor.fetchall() == [(78, 0), (78, 0)]
