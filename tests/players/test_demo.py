"""Demo installations: known players, a change with one click, a link for staff that works once."""

from __future__ import annotations

import io
import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.template.loader import render_to_string
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from games.rules.catalog import PRODUCTS
from players import services
from players.models import StaffLink, User
from tests.players.conftest import log_in, player_of, texts


def seed() -> dict[str, Any]:
    out = io.StringIO()
    call_command("seed_demo", stdout=out)
    report: dict[str, Any] = json.loads(out.getvalue())
    return report


def test_seed_prints_log_ins_that_work(client: Client, db: None) -> None:
    report = seed()
    assert [login["name"] for login in report["logins"]] == ["Alice", "Bob", "Charlie"]
    for login in report["logins"]:
        browser = Client()
        log_in(browser, login["name"], login["password"])
        player = player_of(browser)
        assert player is not None
        assert (player.display_name, player.is_demo, player.is_staff) == (login["name"], True, False)


def test_seed_runs_any_number_of_times_and_keeps_sessions(client: Client, db: None) -> None:
    client.post(seed()["staff_link"])
    support = player_of(client)
    seed()
    assert client.get("/admin/").status_code == 200
    assert player_of(client) == support
    assert User.objects.count() == 4


def test_seed_refuses_a_real_installation(db: None, real_installation: Any) -> None:
    with pytest.raises(CommandError, match="demo"):
        seed()
    assert not User.objects.exists()


def test_seed_leaves_a_real_account_of_that_name_alone(alice: User) -> None:
    with pytest.raises(CommandError, match="alice"):
        seed()
    assert list(User.objects.all()) == [alice]
    assert not User.objects.get(pk=alice.pk).is_demo


def test_demo_staff_has_no_password(client: Client, db: None) -> None:
    seed()
    for password in ("", services.DEMO_PASSWORD):
        log_in(client, "support", password)
        assert player_of(client) is None


def test_demo_accounts_are_closed_outside_demo_mode(client: Client, db: None, settings: Settings) -> None:
    login = seed()["logins"][0]
    log_in(client, login["name"], login["password"])
    assert client.get("/preferences/").status_code == 200
    settings.DEMO = False
    assert client.get("/preferences/").status_code == 302
    again = Client()
    log_in(again, login["name"], login["password"])
    assert player_of(again) is None


# --- one-time link ---------------------------------------------------------------------------------
def test_staff_link_works_once(db: None) -> None:
    link = seed()["staff_link"]
    first, second = Client(), Client()
    answer = first.post(link)
    assert (answer.status_code, answer["Location"]) == (302, "/admin/")
    assert first.get("/admin/").status_code == 200
    refused = second.post(link)
    assert refused.status_code == 410
    assert "used already or is too old" in texts(refused)
    assert player_of(second) is None


def test_staff_link_survives_being_looked_at(client: Client, db: None) -> None:
    link = seed()["staff_link"]
    assert "Log in as staff" in texts(client.get(link))
    assert player_of(client) is None
    assert client.post(link).status_code == 302


def test_staff_link_is_too_old_after_an_hour(client: Client, db: None) -> None:
    _players, staff = services.seed_demo_players()
    hour_ago = timezone.now() - timedelta(hours=1)
    link = f"/demo/staff/{services.issue_staff_link(staff, hour_ago)}/"
    assert client.post(link).status_code == 410
    just_in_time = f"/demo/staff/{services.issue_staff_link(staff, hour_ago + timedelta(seconds=30))}/"
    assert client.post(just_in_time).status_code == 302


def test_staff_link_is_not_in_the_database(db: None) -> None:
    token = seed()["staff_link"].split("/")[-2]
    stored = StaffLink.objects.get()
    assert token not in stored.token_hash
    assert len(stored.token_hash) == 64


def test_staff_link_made_up_is_refused(client: Client, db: None) -> None:
    seed()
    assert client.post("/demo/staff/guess/").status_code == 410


# --- switcher --------------------------------------------------------------------------------------
def test_switcher_makes_one_another_player_with_one_click(client: Client, db: None) -> None:
    seed()
    for name in ("Alice", "Bob", "Charlie"):
        answer = client.post("/demo/become/", {"name": name, "next": "/preferences/"})
        assert answer["Location"] == "/preferences/"
        player = player_of(client)
        assert player is not None
        assert player.display_name == name


@pytest.mark.parametrize("name", ["support", "sam", "mallory", ""])
def test_switcher_reaches_demo_players_only(client: Client, staff: User, name: str) -> None:
    seed()
    assert client.post("/demo/become/", {"name": name}).status_code == 404
    assert player_of(client) is None


def test_demo_doors_do_not_exist_on_a_real_installation(client: Client, db: None, settings: Settings) -> None:
    link = seed()["staff_link"]
    assert "demo-ribbon" in texts(client.get("/guest/"))
    settings.DEMO = False
    assert client.post("/demo/become/", {"name": "Alice"}).status_code == 404
    assert client.get(link).status_code == 404
    assert client.post(link).status_code == 404
    assert "demo-ribbon" not in texts(client.get("/guest/"))


def test_switcher_needs_a_post(client: Client, db: None) -> None:
    seed()
    assert client.get("/demo/become/?name=Alice").status_code == 405


@pytest.mark.parametrize(
    ("address", "status"),
    [("/", 200), ("/guest/", 200), ("/accounts/login/", 200), ("/wallet/", 200), ("/no/such/page/", 404)],
)
def test_every_page_says_that_it_is_a_demo(client: Client, db: None, address: str, status: int) -> None:
    seed()
    if address == "/wallet/":
        client.post("/demo/become/", {"name": "Alice"})
    answer = client.get(address)
    assert answer.status_code == status
    assert "demo-ribbon" in texts(answer)


def test_a_table_and_refused_requests_say_that_it_is_a_demo(db: None) -> None:
    seed()
    browser = Client()
    browser.post("/demo/become/", {"name": "Alice"})
    table = browser.post("/play/", {"game": PRODUCTS[0]}, follow=True)
    assert table.resolver_match.url_name == "table"
    assert "demo-ribbon" in texts(table)
    forged = Client(enforce_csrf_checks=True).post("/guest/", {"name": "Mallory"})
    assert (forged.status_code, "demo-ribbon" in texts(forged)) == (403, True)
    misled = browser.get("/", headers={"host": "elsewhere.example"})
    assert (misled.status_code, "demo-ribbon" in texts(misled)) == (400, True)


def test_the_staffs_pages_say_that_it_is_a_demo(client: Client, db: None) -> None:
    client.post(seed()["staff_link"])
    assert re.search(r">\s*Demo\s*<", texts(client.get("/admin/")))


def test_a_fault_on_our_side_says_that_it_is_a_demo(settings: Settings) -> None:
    assert "demo-ribbon" in render_to_string("500.html")
    settings.DEMO = False
    assert "demo-ribbon" not in render_to_string("500.html")
