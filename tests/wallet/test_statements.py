"""A player's statement: lines of any period, pages that stand still, sums that balance, and all of it by key."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from players.models import User
from tests.wallet.conftest import Give
from tests.wallet.filling import fill
from wallet import statements
from wallet.errors import BadAmount
from wallet.models import Currency, Quote
from wallet.statements import Moved, Period, Span, Statement, StatementLine

pytestmark = pytest.mark.django_db

NOW = datetime.now(UTC)
FAR = timedelta(days=400_000)


def statement(
    player: User, *, currency: str = "", period: Period = statements.WHOLE, **how: Any
) -> Statement:
    return statements.statement(statements.spans(player.pk, currency=currency, period=period), **how)


def pages_of(player: User, **how: Any) -> list[Statement]:
    pages = [statement(player, **how)]
    while pages[-1].older:
        pages.append(statement(player, cursor=pages[-1].older, **how))
    return pages


def stakes_alone(lines: Any) -> list[StatementLine]:
    return [line for line in lines if line.kind == "stake"]


# --- lines ----------------------------------------------------------------------------------------------------------


def test_a_statement_shows_each_line_with_the_balance_before_and_after(alice: User, played: None) -> None:
    lines = statement(alice).lines
    assert [
        (line.kind, line.subject, line.currency, line.before, line.units, line.after) for line in lines
    ] == [
        ("stake", "match:2", "TUSDT", 500, -50, 450),
        ("settle", "match:1", "TBTC", 400, 198, 598),
        ("stake", "match:1", "TBTC", 500, -100, 400),
        ("test_coins", "", "TUSDT", 0, 500, 500),
        ("test_coins", "", "TBTC", 0, 500, 500),
    ]
    prices = [line.price and (line.price.usd, line.price.source) for line in lines]
    assert prices == [(10**8, "demo"), None, (65_000 * 10**8, "demo"), None, None]
    assert [line.decimals for line in lines[:2]] == [6, 8]
    assert all(earlier.at <= later.at for later, earlier in pairwise(lines))


def quote_of(currency: str, dollars: int, fetched_at: datetime, lifetime_s: int = 30) -> Quote:
    return Quote.objects.create(
        currency_id=currency, usd_price=dollars * 10**8, source="t", fetched_at=fetched_at,
        expires_at=fetched_at + timedelta(seconds=lifetime_s),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("ages_s", "dollars"),
    [
        ({1: 5}, 1),  # dollars of a quote fetched so many seconds before the line
        ({1: 29}, 1),
        ({1: 20, 2: 10}, 2),  # the newest counts
        ({1: 10, 2: -1}, 1),  # nothing of later
        ({1: 31}, None),
        ({}, None),
    ],
)
def test_a_line_that_used_no_price_has_the_newest_that_counted_then(
    ages_s: dict[int, int], dollars: int | None, alice: User, give: Give
) -> None:
    give(alice, TBTC=1)
    (given,) = statement(alice).lines
    for worth, age in ages_s.items():
        quote_of("TBTC", worth, given.at - timedelta(seconds=age))
        quote_of("TETH", 9, given.at - timedelta(seconds=age))
    for lines in (statement(alice).lines, statement(alice, currency="TBTC").lines):
        assert (lines[0].price, lines[0].then and lines[0].then.usd) == (None, dollars and dollars * 10**8)


def test_a_line_that_used_a_price_keeps_to_it(alice: User, played: None) -> None:
    (staked,) = [line for line in statement(alice, subjects=["match:1"]).lines if line.kind == "stake"]
    quote_of("TBTC", 1, staked.at)
    for lines in (statement(alice).lines, statement(alice, subjects=["match:1"]).lines):
        (again,) = [line for line in lines if (line.kind, line.subject) == ("stake", "match:1")]
        assert again.then == again.price == staked.price
        (paid,) = [line for line in lines if line.kind == "settle"]
        assert paid.price is None
        assert paid.then
        assert paid.then.usd == 10**8


def test_a_statement_of_one_currency(alice: User, played: None) -> None:
    assert {line.currency for line in statement(alice, currency="TBTC").lines} == {"TBTC"}
    assert statement(alice, currency="BTC").lines == ()


def test_a_statement_of_some_subjects(alice: User, played: None) -> None:
    for limit in (1, 2, 200):
        pages = pages_of(alice, subjects=["match:1", "", "match:9"], limit=limit)
        lines = [line for page in pages for line in page.lines]
        assert [(line.kind, line.units) for line in lines] == [("settle", 198), ("stake", -100)]
    assert statement(alice, subjects=[]).lines == ()
    assert statement(alice, subjects=["match:1"], currency="TUSDT").lines == ()


def test_a_currency_that_was_switched_off_can_still_be_asked_for(alice: User, bob: User, give: Give) -> None:
    give(alice, TBTC=1)
    Currency.objects.filter(code="TBTC").update(enabled=False)
    assert statements.currencies(alice.pk) == ("TBTC", "TETH", "TUSDT")
    assert statements.currencies(bob.pk) == ("TETH", "TUSDT")


# --- periods --------------------------------------------------------------------------------------------------------


def test_a_period_begins_with_its_first_moment_and_ends_before_its_last(alice: User, give: Give) -> None:
    for units in range(1, 10):
        give(alice, TBTC=units)
    lines = statement(alice).lines[::-1]
    for first in range(9):
        for last in range(first, 9):
            period = Period(lines[first].at, lines[last].at)
            (span,) = statements.spans(alice.pk, period=period)
            assert (span.low, span.high) == (first, last)
            assert (span.opening, span.closing) == (sum(range(first + 1)), sum(range(last + 1)))
            inside = statement(alice, period=period).lines
            assert [line.units for line in inside] == list(range(last, first, -1))


@pytest.mark.parametrize(
    ("period", "held"),
    [
        (Period(NOW - FAR, NOW + FAR), (0, 5)),
        (Period(NOW + FAR, None), (5, 5)),
        (Period(None, NOW - FAR), (0, 0)),
        (Period(NOW + FAR, NOW - FAR), (5, 0)),
        (Period(datetime(1, 1, 1, tzinfo=UTC), datetime(9999, 12, 31, tzinfo=UTC)), (0, 5)),
    ],
)
def test_a_period_out_of_time_is_empty_or_whole(
    period: Period, held: tuple[int, int], alice: User, give: Give
) -> None:
    give(alice, TBTC=5)
    (span,) = statements.spans(alice.pk, period=period)
    assert (span.opening, span.closing) == held
    assert span.lines == (1 if held == (0, 5) else 0)
    assert len(statement(alice, period=period).lines) == span.lines


def test_who_never_had_anything_has_no_span(alice: User) -> None:
    assert statements.spans(alice.pk) == ()
    assert statement(alice) == Statement((), "")
    assert statements.moved(()) == ()


# --- pages ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("limit", [1, 2, 3, 4, 5, 200])
def test_pages_of_a_statement_together_are_the_whole(limit: int, alice: User, played: None) -> None:
    whole = statement(alice).lines
    pages = pages_of(alice, limit=limit)
    assert tuple(line for page in pages for line in page.lines) == whole
    assert len(pages) == -(-len(whole) // limit)


@pytest.mark.parametrize(("chunk", "most"), [(1, 1), (2, 3), (3, 100), (1_000, 10_000)])
def test_pages_of_chosen_lines_are_all_of_them_however_far_a_page_may_look(
    chunk: int, most: int, alice: User, played: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(statements, "CHUNK", chunk)
    monkeypatch.setattr(statements, "MOST_READ", most)
    pages = pages_of(alice, keep=stakes_alone, limit=1)
    found = [line.subject for page in pages for line in page.lines]
    assert found == ["match:2", "match:1"]
    assert all(page.lines or page.searched_to or not page.older for page in pages)


def test_new_lines_do_not_shift_older_pages(alice: User, give: Give, played: None) -> None:
    first = statement(alice, limit=2)
    give(alice, TBTC=1, TETH=1)
    second = statement(alice, limit=2, cursor=first.older)
    assert [line.kind for line in second.lines] == ["stake", "test_coins"]


def test_spans_that_were_read_once_stay_as_they_are(alice: User, give: Give, played: None) -> None:
    """What is read in several queries is of one moment."""
    spans = statements.spans(alice.pk)
    before = statements.statement(spans), statements.moved(spans)
    give(alice, TBTC=7, TETH=7)
    assert (statements.statement(spans), statements.moved(spans)) == before


def test_the_number_decides_in_an_account_whatever_the_clock_did(
    alice: User, give: Give, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server whose clock was set back: no line is lost, none is shown twice."""
    for units in (1, 2, 3, 4):
        give(alice, TBTC=units, TETH=units)
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute(
            "UPDATE wallet_transfer t SET created_at = created_at - interval '1 hour' FROM wallet_entry e "
            "WHERE e.transfer_id = t.id AND e.amount = 3 AND e.currency_id = 'TBTC'"
        )
    for limit in (1, 2, 3, 5, 8):
        lines = [line for page in pages_of(alice, limit=limit) for line in page.lines]
        assert [line.units for line in lines if line.currency == "TBTC"] == [4, 3, 2, 1]
        assert [line.units for line in lines if line.currency == "TETH"] == [4, 3, 2, 1]


def test_a_statement_shows_nobody_elses_lines(alice: User, bob: User, played: None) -> None:
    """Not even with the cursor of another player's statement."""
    theirs = statement(bob, limit=1).older
    assert statement(bob, cursor=theirs).lines
    assert statement(alice, cursor=theirs) == Statement((), "")


def test_a_cursor_keeps_to_period_and_currency(alice: User, played: None) -> None:
    older = statement(alice, limit=1).older
    assert {line.currency for line in statement(alice, cursor=older, currency="TBTC").lines} == {"TBTC"}
    assert statement(alice, cursor=older, period=Period(None, NOW - FAR)) == Statement((), "")


@pytest.mark.parametrize(
    "cursor",
    ["x", "1", "1.2.3", "1.x", "-", "0.1", "1.-2", "1._2", f"1.{2**63}", "1.1-" * 600, "1.2;DROP", "1." + "9" * 5_000,
     "1_0.1", "+1.1", " 1.1", "1.1\n", "\u0661.1"],
)  # fmt: skip
def test_a_cursor_that_is_none_is_refused(cursor: str, alice: User) -> None:
    with pytest.raises(BadAmount) as caught:
        statement(alice, cursor=cursor)
    assert caught.value.code == "bad_cursor"


# --- sums -----------------------------------------------------------------------------------------------------------


def test_movements_are_what_lies_between_opening_and_closing(alice: User, played: None) -> None:
    spans = statements.spans(alice.pk)
    assert [(span.currency, span.opening, span.closing, span.lines) for span in spans] == [
        ("TBTC", 0, 598, 3),
        ("TUSDT", 0, 450, 2),
    ]
    assert statements.moved(spans) == (
        Moved("TBTC", "settle", "", 1, 198),
        Moved("TBTC", "stake", "", 1, -100),
        Moved("TBTC", "test_coins", "", 1, 500),
        Moved("TUSDT", "stake", "", 1, -50),
        Moved("TUSDT", "test_coins", "", 1, 500),
    )
    assert statements.moved(spans, subjects=["match:1"], by_subject=True) == (
        Moved("TBTC", "settle", "match:1", 1, 198),
        Moved("TBTC", "stake", "match:1", 1, -100),
    )


def test_too_many_lines_are_not_added_up(alice: User, played: None, monkeypatch: pytest.MonkeyPatch) -> None:
    spans = statements.spans(alice.pk)
    monkeypatch.setattr(statements, "MOST_SUMMED", 4)
    assert statements.moved(spans) is None
    assert statements.moved(spans[1:]) is not None
    assert statements.moved(spans, subjects=["match:1"]) is not None


# --- by key ---------------------------------------------------------------------------------------------------------


def test_a_page_takes_as_many_queries_whatever_it_shows(alice: User, give: Give, played: None) -> None:
    give(alice, TETH=1)
    reads: list[tuple[int, Callable[[], object]]] = [
        (1, lambda: statements.spans(alice.pk, period=Period(NOW - FAR, NOW + FAR))),
        (2, lambda: statement(alice)),
        (2, lambda: statement(alice, limit=1)),
        (2, lambda: statement(alice, keep=stakes_alone)),
        (2, lambda: statement(alice, subjects=["match:1"])),
        (1, lambda: statements.moved((Span(1, "TBTC", 8, 0, 1, 0, 1),))),
    ]
    for expected, read in reads:
        with CaptureQueriesContext(connection) as queries:
            read()
        assert len(queries) == expected


def rows_read(select: Callable[[], object]) -> int:
    """How many rows of entries and transfers the reads looked at, by PostgreSQL's own count."""
    count = (
        "SELECT sum(pg_stat_get_xact_tuples_returned(oid) + pg_stat_get_xact_tuples_fetched(oid)) FROM pg_class "
        "WHERE relname IN ('wallet_entry', 'wallet_transfer') "
        "OR oid IN (SELECT indexrelid FROM pg_index WHERE indrelid IN "
        "('wallet_entry'::regclass, 'wallet_transfer'::regclass))"
    )
    with connection.cursor() as cursor:
        cursor.execute(count)
        before = int(cursor.fetchone()[0])
        select()
        cursor.execute(count)
        return int(cursor.fetchone()[0]) - before


def test_a_long_history_is_read_by_key(alice: User) -> None:
    """The period by bisection, the page from its place: no more rows than that, of 20,000."""
    fill(alice, 20_000)
    now = datetime.now(UTC)
    middle = Period(now - timedelta(minutes=10_000.5), now - timedelta(minutes=9_000.5))
    (span,) = statements.spans(alice.pk, period=middle)
    assert (span.lines, span.closing - span.opening) == (1_000, 1_000)
    # 15 steps for each end, 2 rows a step, each met in an index and in its table.
    assert rows_read(lambda: statements.spans(alice.pk, period=middle)) < 300
    first = statement(alice, limit=25)
    assert first.lines[0].after == 20_000
    assert rows_read(lambda: statements.statement((span,), limit=25)) < 300
    deep = f"{span.account}.5000"
    (whole,) = statements.spans(alice.pk)
    assert statements.statement((whole,), cursor=deep, limit=25).lines[0].seq == 4_999
    assert rows_read(lambda: statements.statement((whole,), cursor=deep, limit=25)) < 300
    # 1,000 lines at once: an entry and its transfer each, met in an index and in their table.
    assert rows_read(lambda: next(statements.chunks((whole,), size=1_000))) < 6_000
    assert rows_read(lambda: statements.moved((whole,), subjects=["match:1"])) < 300
    assert rows_read(lambda: statements.statement((whole,), subjects=["match:1"])) < 300
