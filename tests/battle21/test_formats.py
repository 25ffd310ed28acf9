"""Days, moments and figures as each language writes them."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.template import Context, Template
from django.utils.translation import override

from games.money import Amount

FIFTH = datetime(2026, 11, 5, 9, 4, 7, tzinfo=UTC)
FORMS = (
    '{{ at|date:"SHORT_DATE_FORMAT" }} | {{ at|date:"SHORT_DATETIME_FORMAT" }} | {{ at|to_the_second }}'
    ' | {{ at|date:"MONTH_DAY_FORMAT" }}'
)


@pytest.mark.parametrize(
    ("language", "written"),
    [
        ("en", "5 Nov 2026 | 5 Nov 2026, 09:04 | 5 Nov 2026, 09:04:07 | 5 Nov"),
        ("pl", "5.11.2026 | 5.11.2026, 09:04 | 5.11.2026, 09:04:07 | 5.11"),
        ("de", "5.11.2026 | 5.11.2026, 09:04 | 5.11.2026, 09:04:07 | 5.11."),
    ],
)
def test_days_are_written_as_in_the_readers_language(language: str, written: str) -> None:
    with override(language):
        assert Template("{% load shell %}" + FORMS).render(Context({"at": FIFTH})) == written


def test_units_that_went_out_have_the_minus_of_all_amounts() -> None:
    with override("de"):
        spent = Amount(-38_021, "TBTC", 8)
        assert (str(spent), spent.in_units) == ("\u22120,00038021 TBTC", "\u221238.021 Einheiten")
