"""What staff see of money: every line with what was before and after, what was earned, and no way to change any."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
from django.contrib import admin
from django.db import connection
from django.db.models import Model
from django.test import Client

from battle21.admin import link
from players.models import User
from tests.support.staff_pages import (
    address,
    cells,
    queries_of,
    refuses_all_changes,
    shows_no_way_to_change,
    superuser,
    support,
    text_of,
)
from tests.wallet.conftest import Give, make_player
from tests.wallet.support import seat, settle, stake, without_triggers
from wallet import services
from wallet.admin import statements, subjects
from wallet.admin.shown import coins, price, signed
from wallet.models import (
    Account,
    ClosedDay,
    Currency,
    Entry,
    LedgerCheck,
    PlayerGate,
    PriceSource,
    Quote,
    Transfer,
)

MODELS = (Transfer, Account, Currency, Quote, PriceSource, LedgerCheck, ClosedDay, PlayerGate)
RAKE_PAGE = "/admin/wallet/transfer/rake/"
STAKE = 7_693
"""$5 of TBTC at $65,000, in units of 1e-8: 7,692.3… rounded up."""
RAKE = 153
"""1 % of both, of 15,386: 153.86 rounded down."""


@pytest.fixture
def staff(client: Client, db: None) -> Client:
    """A superuser's browser."""
    client.force_login(superuser())
    return client


@pytest.fixture
def played(alice: User, bob: User, give: Give) -> str:
    """A match between Alice and Bob, for a stake of 7,693 units each; Alice won. Its subject."""
    give(alice, TBTC=10_000)
    give(bob, TBTC=10_000)
    play_match("match:one/1", alice, bob)
    return "match:one/1"


def play_match(subject: str, winner: User, loser: User) -> None:
    seats = [seat(subject, 0, winner, TBTC=STAKE), seat(subject, 1, loser, TBTC=STAKE)]
    stake(subject, *seats)
    settle(subject, *seats, winners=[winner])


def other_rows(player: User) -> None:
    services.set_gate(player=player.pk, frozen=False, reason="lifted again", by="staff:sue")
    now = datetime(2026, 1, 1, tzinfo=UTC)
    fault = {"invariant": "zero_sum", "sentence": "Entries sum to zero.", "found": ["transfer 17: 1"]}
    LedgerCheck.objects.create(started_at=now, ended_at=now, ok=False, faults=[fault], figures={"entries": 8})
    digests = dict.fromkeys(("content_sha256", "balances_sha256", "previous_sha256", "sha256"), bytes(32))
    day = date(2026, 1, 1) + timedelta(days=ClosedDay.objects.count())
    with without_triggers():  # its digests are none
        ClosedDay.objects.create(day=day, transfers=4, entries=8, closed_at=now, **digests)


def one_of(model: type[Model]) -> Any:
    row = model._default_manager.order_by("pk").first()
    assert row is not None
    return row


# --- nobody changes anything ------------------------------------------------------------------------------------------


def test_every_model_of_the_wallet_with_a_page_is_tested_here() -> None:
    registered = {model for model in admin.site._registry if model._meta.app_label == "wallet"}
    assert registered == set(MODELS)


@pytest.mark.parametrize("model", MODELS)
def test_superuser_can_change_nothing(staff: Client, played: str, alice: User, model: type[Model]) -> None:
    other_rows(alice)
    entries = list(Entry.objects.order_by("account_id", "seq").values())
    refuses_all_changes(staff, one_of(model))
    assert list(Entry.objects.order_by("account_id", "seq").values()) == entries


@pytest.mark.parametrize("model", MODELS)
def test_list_and_page_open_without_any_way_to_change(
    staff: Client, played: str, alice: User, model: type[Model]
) -> None:
    other_rows(alice)
    shows_no_way_to_change(staff, one_of(model))


@pytest.mark.parametrize("model", MODELS)
def test_staff_need_the_permission_to_look(
    client: Client, played: str, alice: User, model: type[Model]
) -> None:
    other_rows(alice)
    row = one_of(model)
    client.force_login(support())
    assert client.get(address(model, "changelist")).status_code == 403
    assert client.get(address(model, "change", row.pk)).status_code == 403


def test_staff_with_all_permissions_by_name_still_change_nothing(client: Client, played: str) -> None:
    names = [f"wallet.{verb}_transfer" for verb in ("view", "add", "change", "delete")]
    client.force_login(support(*names))
    refuses_all_changes(client, one_of(Transfer))


# --- what is told -----------------------------------------------------------------------------------------------------


def test_transfer_shows_each_entry_before_and_after_and_that_they_sum_to_zero(
    staff: Client, played: str
) -> None:
    transfer = Transfer.objects.get(kind="settle")
    answer = staff.get(address(Transfer, "change", transfer.pk))
    lines = {row[0]: row[2:6] for row in cells(answer) if len(row) == 7}
    won = 2 * STAKE - RAKE
    assert lines["Player, available: Alice"] == [
        "+0.00015233", "15,233", "0.00002307", "0.0001754",
    ]  # fmt: skip
    assert (won, 10_000 - STAKE + won) == (15_233, 17_540)
    assert lines["Stake in play: Bob (match:one/1/seat:1)"] == ["-0.00007693", "-7,693", "0.00007693", "0"]
    rake = next(values for name, values in lines.items() if name.startswith("Rake: "))
    assert rake == ["+0.00000153", "153", "0", "0.00000153"]
    assert "Sum of all entries: 0 TBTC." in text_of(answer)


def test_stake_shows_the_price_it_used(staff: Client, played: str) -> None:
    transfer = Transfer.objects.get(kind="stake")
    rows = [row for row in cells(staff.get(address(Transfer, "change", transfer.pk))) if len(row) == 7]
    assert {row[6] for row in rows} == {"$65,000"}


def test_statement_of_an_account_runs_without_a_gap(
    staff: Client, played: str, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(statements, "LINES", 2)
    account = Account.objects.get(owner=alice, kind="player", currency="TBTC")
    url = address(Account, "change", account.pk)
    lines: list[list[str]] = []
    for before in ("", "?before=2"):
        answer = staff.get(url + before)
        lines += [row for row in cells(answer) if len(row) == 8]
        assert ("Older lines" in text_of(answer)) is (before == "")
    assert [row[0] for row in lines] == ["3", "2", "1"]
    assert [row[4:7] for row in lines] == [
        ["0.00002307", "+0.00015233", "0.0001754"],
        ["0.0001", "-0.00007693", "0.00002307"],
        ["0", "+0.0001", "0.0001"],
    ]
    assert staff.get(f"{url}?before=nonsense").status_code == 200
    assert staff.get(f"{url}?before={'9' * 30}").status_code == 200


def test_account_shows_its_balance_and_is_found_by_its_owner(staff: Client, played: str) -> None:
    page = text_of(staff.get(address(Account, "changelist"), {"q": "Alice"}))
    assert "0.0001754" in page
    assert "Bob" not in page


def test_failed_check_names_its_faults(staff: Client, alice: User) -> None:
    other_rows(alice)
    page = text_of(staff.get(address(LedgerCheck, "change", one_of(LedgerCheck).pk)))
    assert "zero_sum" in page
    assert "transfer 17: 1" in page


def test_subject_is_a_link_where_somebody_said_where_it_leads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subjects, "_addresses", {})
    subjects.register_subjects("lottery:", lambda subject: f"/draws/{subject[8:]}")
    assert subjects.subject_link("lottery:7") == link("/draws/7", "lottery:7")
    assert subjects.subject_link("raffle:7") == "raffle:7"


def test_subject_of_a_match_leads_to_its_table(staff: Client, played: str) -> None:
    page = staff.get(address(Transfer, "changelist")).content.decode()
    assert 'href="/admin/games/table/of/one/"' in page


@pytest.mark.parametrize(
    ("units", "decimals", "text"),
    [(7_693, 8, "0.00007693"), (-7_693, 8, "-0.00007693"), (0, 8, "0"), (10**8, 8, "1"), (150, 0, "150"),
     (10**27 + 1, 18, "1,000,000,000.000000000000000001")],
)  # fmt: skip
def test_coins_are_exact(units: int, decimals: int, text: str) -> None:
    assert coins(units, decimals) == text


def test_what_came_in_has_a_plus_and_prices_are_dollars() -> None:
    assert (signed(1, 0), signed(-1, 0)) == ("+1", "-1")
    assert price(65_432_10 * 10**6) == "$65,432.1"
    assert price(None) == ""


# --- rake -------------------------------------------------------------------------------------------------------------


def today() -> date:
    return datetime.now(UTC).date()


def rake_rows(answer: Any) -> list[list[str]]:
    return [row[1:] for row in cells(answer)]


def moved_to(subject: str, when: datetime) -> None:
    """A settlement of another day: its id carries the day, too."""
    transfer = Transfer.objects.get(kind="settle", subject=subject)
    new = UUID(int=(int(when.timestamp() * 1000) << 80) | (transfer.id.int & ((1 << 80) - 1)))
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute(
            "UPDATE wallet_transfer SET id = %s, created_at = %s WHERE id = %s", [new, when, transfer.id]
        )
        cursor.execute("UPDATE wallet_entry SET transfer_id = %s WHERE transfer_id = %s", [new, transfer.id])
        cursor.execute("SET LOCAL session_replication_role = origin")


def test_rake_of_one_match_is_one_percent_of_its_pot(staff: Client, played: str) -> None:
    answer = staff.get(RAKE_PAGE)
    assert rake_rows(answer) == [["TBTC", "0.00000153", "153", "1"]]
    page = text_of(answer)
    assert "TBTC: 0.00000153" in page
    assert page.count("<rect ") == 1


def test_rake_is_by_day_and_currency_and_bounds_are_included(
    staff: Client, played: str, alice: User, bob: User, give: Give
) -> None:
    """Three matches in TBTC on two days, one in TETH: 153, 2 × 153, and 1 % of 2 × 2,000 = 40."""
    give(alice, TBTC=100_000, TETH=2_000)
    give(bob, TBTC=100_000, TETH=2_000)
    for number in (2, 3):
        play_match(f"match:m{number}/1", alice, bob)
    seats = [seat("match:eth/1", 0, alice, TETH=2_000), seat("match:eth/1", 1, bob, TETH=2_000)]
    stake("match:eth/1", *seats)
    settle("match:eth/1", *seats, winners=[bob])
    earlier = datetime.now(UTC) - timedelta(days=3)
    moved_to("match:m2/1", earlier)
    moved_to("match:m3/1", earlier)
    now = [["TBTC", "0.00000153", "153", "1"], ["TETH", "0.00000000000000004", "40", "1"]]
    then = [["TBTC", "0.00000306", "306", "2"]]

    def shown(first: int, last: int) -> list[list[str]]:
        """Days ago."""
        bounds = {"first": today() - timedelta(days=first), "last": today() - timedelta(days=last)}
        return rake_rows(staff.get(RAKE_PAGE, {key: day.isoformat() for key, day in bounds.items()}))

    assert shown(3, 0) == now + then
    assert shown(3, 3) == then
    assert shown(2, 0) == now
    assert shown(9, 4) == []
    assert "TBTC: 0.00000459" in text_of(staff.get(RAKE_PAGE))


def test_rake_as_csv_has_exact_numbers(staff: Client, played: str) -> None:
    days = {"first": today().isoformat(), "last": today().isoformat()}
    answer = staff.get(RAKE_PAGE, {**days, "format": "csv"})
    assert answer["Content-Type"].startswith("text/csv")
    assert answer["Content-Disposition"] == f'attachment; filename="rake-{today()}-{today()}.csv"'
    assert answer.content.decode().splitlines() == [
        "day_utc,currency,units,coins,transfers",
        f"{today()},TBTC,153,0.00000153,1",
    ]


@pytest.mark.parametrize(
    "asked",
    [{"first": "2026-02-01", "last": "2026-01-01"}, {"first": "2020-01-01", "last": "2026-01-01"},
     {"first": "yesterday", "last": "2026-01-01"}, {"first": "2026-01-01"},
     {"first": "2026-02-30", "last": "2026-03-01"}, {"first": "1969-12-31", "last": "1970-01-01"},
     {"first": "0001-01-01", "last": "0001-01-02"}, {"first": "9999-12-30", "last": "9999-12-31"}],
)  # fmt: skip
@pytest.mark.parametrize("form", ["", "csv"])
def test_bad_days_are_refused(staff: Client, asked: dict[str, str], form: str) -> None:
    answer = staff.get(RAKE_PAGE, {**asked, "format": form})
    assert answer.status_code == 400
    assert 'role="alert"' in answer.content.decode()


def test_rake_page_needs_the_permission_and_is_in_the_menu(
    client: Client, staff: Client, played: str
) -> None:
    assert f'href="{RAKE_PAGE}"' in staff.get("/admin/").content.decode()
    client.force_login(support())
    assert client.get(RAKE_PAGE).status_code == 403
    client.logout()
    assert client.get(RAKE_PAGE).status_code == 302


# --- cost -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("model", [Transfer, Account, Quote, LedgerCheck, PlayerGate])
def test_longer_list_costs_no_more_queries(
    staff: Client, alice: User, bob: User, give: Give, model: type[Model]
) -> None:
    give(alice, TBTC=100_000)
    give(bob, TBTC=100_000)
    other_rows(alice)
    stake("match:m0/1", seat("match:m0/1", 0, alice, TBTC=1), seat("match:m0/1", 1, bob, TBTC=1))
    url = address(model, "changelist")
    queries_of(staff, url)  # content types and permissions are remembered from now on
    few, before = queries_of(staff, url), model._default_manager.count()
    for name in ("Charlie", "Dora"):
        player = make_player(name)
        give(player, TBTC=100_000)
        play_match(f"match:{name}/1", alice, player)
        other_rows(player)
        price_of(Currency.objects.get(code="TBTC"))
    assert model._default_manager.count() >= before + 2
    assert queries_of(staff, url) == few


def price_of(currency: Currency) -> None:
    now = datetime.now(UTC)
    Quote.objects.create(
        currency=currency,
        usd_price=10**8,
        source="test",
        fetched_at=now,
        expires_at=now + timedelta(minutes=1),
    )


def test_pages_of_a_long_transfer_and_statement_cost_no_more(
    staff: Client, alice: User, bob: User, give: Give
) -> None:
    give(alice, TBTC=100_000)
    give(bob, TBTC=100_000)
    url = address(Account, "change", Account.objects.get(owner=alice, kind="player", currency="TBTC").pk)
    queries_of(staff, url)
    short = queries_of(staff, url)
    for number in range(3):
        play_match(f"match:m{number}/1", alice, bob)
    assert queries_of(staff, url) == short
