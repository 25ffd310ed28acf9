"""Guests: a name is enough, the row stays when they sign up, and stale ones go."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from players import services
from players.errors import NoLongerGuest, UsernameTaken
from players.models import User
from players.tasks import remove_stale_guests
from tests.players.conftest import PASSWORD, log_in, player_of, texts


def test_guest_comes_in_by_name_and_is_sent_where_they_wanted(client: Client, db: None) -> None:
    answer = client.post("/guest/", {"name": " Alice  Cooper ", "next": "/tables/7/?seat=2"})
    assert (answer.status_code, answer["Location"]) == (302, "/tables/7/?seat=2")
    guest = player_of(client)
    assert guest is not None
    assert (guest.display_name, guest.is_guest, guest.has_usable_password()) == ("Alice Cooper", True, False)


def test_guest_without_a_name_gets_a_proposed_one(client: Client, db: None) -> None:
    client.post("/guest/")
    guest = player_of(client)
    assert guest is not None
    word, number = guest.display_name.split()
    assert word == "Guest"
    assert 1000 <= int(number) <= 9999


@pytest.mark.parametrize(
    "elsewhere",
    ["https://evil.example/", "//evil.example/", "javascript:alert(1)", "/\\evil.example", "http:evil", ""],
)
def test_guest_is_not_sent_to_another_host(client: Client, db: None, elsewhere: str) -> None:
    assert client.post("/guest/", {"name": "Bob", "next": elsewhere})["Location"] == "/"


@pytest.mark.parametrize("name", ["Ali\u202ece", "a" * 10_000, "Support"])
def test_guest_with_a_refused_name_is_told_and_not_made(client: Client, db: None, name: str) -> None:
    answer = client.post("/guest/", {"name": name, "next": "/tables/7/"})
    assert answer.status_code == 422
    assert "name" in texts(answer)
    assert 'value="/tables/7/"' in answer.content.decode()
    assert not User.objects.filter(is_guest=True).exists()


def test_guest_name_with_markup_is_text(client: Client, db: None) -> None:
    client.post("/guest/", {"name": "<i>Bob</i>&amp;"})
    page = client.get("/preferences/").content.decode()
    assert "<bdi>&lt;i&gt;Bob&lt;/i&gt;&amp;amp;</bdi>" in page
    assert "<i>Bob" not in page


def test_guest_view_leaves_a_logged_in_player_who_they_are(client: Client, alice: User) -> None:
    client.force_login(alice)
    assert client.post("/guest/", {"name": "Mallory", "next": "/x/"})["Location"] == "/x/"
    assert player_of(client) == alice
    assert not User.objects.filter(is_guest=True).exists()


def test_guests_of_one_address_are_limited_and_others_are_not(db: None, settings: Settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "guest": "3/m/ip"}
    answers = [Client().post("/guest/", {"name": "Bob"}, REMOTE_ADDR="192.0.2.1") for _ in range(4)]
    assert [answer.status_code for answer in answers] == [302, 302, 302, 429]
    assert "Wait a minute, then try again." in texts(answers[3])
    assert Client().post("/guest/", {"name": "Bob"}, REMOTE_ADDR="192.0.2.2").status_code == 302
    assert User.objects.filter(is_guest=True).count() == 4


# --- signing up ------------------------------------------------------------------------------------
def test_guest_signs_up_and_keeps_row_name_and_preferences(client: Client, db: None) -> None:
    client.post("/guest/", {"name": "Ace of Base"})
    guest = player_of(client)
    assert guest is not None
    services.change_preferences(guest, theme="dark")
    assert "Ace of Base becomes your account" in texts(client.get("/accounts/signup/"))
    client.post("/accounts/signup/", {"username": "Alice", "password1": PASSWORD})
    account = player_of(client)
    assert account == guest
    assert (account.username, account.display_name, account.theme) == ("alice", "Ace of Base", "dark")
    assert not account.is_guest
    assert log_in(Client(), "alice").status_code == 302


def test_guest_with_a_proposed_name_takes_the_user_name_at_sign_up(client: Client, db: None) -> None:
    client.post("/guest/")
    client.post("/accounts/signup/", {"username": "Alice", "password1": PASSWORD})
    account = player_of(client)
    assert account is not None
    assert account.display_name == "Alice"


def test_guest_is_upgraded_once(alice: User) -> None:
    guest = services.create_guest("Bob")
    services.upgrade_guest(guest, "bob", "", PASSWORD)
    with pytest.raises(NoLongerGuest):
        services.upgrade_guest(guest, "bobby", "", PASSWORD)
    with pytest.raises(UsernameTaken):
        services.upgrade_guest(services.create_guest("Charlie"), "ALICE", "", PASSWORD)


def test_guest_can_log_in_to_an_account_and_the_guest_stays_behind(client: Client, alice: User) -> None:
    client.post("/guest/", {"name": "Bob"})
    assert log_in(client, "alice").status_code == 302
    assert player_of(client) == alice
    # What has just been proven outlives the guest's session, which Django empties.
    assert [record["method"] for record in client.session["account_authentication_methods"]] == ["password"]
    assert User.objects.filter(is_guest=True, display_name="Bob").exists()


@pytest.mark.parametrize(
    "address", ["/accounts/password/set/", "/accounts/2fa/", "/accounts/email/", "/accounts/sessions/"]
)
def test_guest_is_sent_from_account_pages_to_sign_up(client: Client, db: None, address: str) -> None:
    client.post("/guest/", {"name": "Bob"})
    answer = client.get(address, follow=True)
    assert answer.redirect_chain == [("/accounts/signup/", 302)]
    assert "Sign up first" in texts(answer)


def test_guest_user_name_cannot_be_signed_up(client: Client, db: None) -> None:
    answer = client.post("/accounts/signup/", {"username": "guest-0123", "password1": PASSWORD})
    assert answer.status_code == 200
    assert not User.objects.exists()


# --- stale guests ----------------------------------------------------------------------------------
def guest_last_here(name: str, days_ago: float) -> User:
    guest = services.create_guest(name)
    User.objects.filter(pk=guest.pk).update(last_active_at=timezone.now() - timedelta(days=days_ago))
    return guest


def test_stale_guests_go_after_thirty_days_and_nobody_else(alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(last_active_at=timezone.now() - timedelta(days=400))
    guest_last_here("Bob", 31)
    guest_last_here("Charlie", 29)
    assert remove_stale_guests() == 1
    assert sorted(User.objects.values_list("display_name", flat=True)) == ["Alice", "Charlie"]


def test_stale_guest_somebody_refers_to_stays(db: None) -> None:
    """A table of another app refers with a foreign key; here a bare one stands for it."""
    kept, gone = guest_last_here("Bob", 31), guest_last_here("Charlie", 31)
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE seat_of_test (player bigint REFERENCES players_user)")
        cursor.execute("INSERT INTO seat_of_test VALUES (%s)", [kept.pk])
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    assert remove_stale_guests() == 1
    assert User.objects.filter(pk=kept.pk).exists()
    assert not User.objects.filter(pk=gone.pk).exists()


def test_visit_makes_a_guest_fresh_again_with_one_write_an_hour(
    client: Client, db: None, django_assert_num_queries: object
) -> None:
    client.post("/guest/", {"name": "Bob"})
    guest = player_of(client)
    assert guest is not None
    User.objects.filter(pk=guest.pk).update(last_active_at=timezone.now() - timedelta(days=31))
    client.get("/guest/")
    first = User.objects.get(pk=guest.pk).last_active_at
    assert timezone.now() - first < timedelta(minutes=1)
    client.get("/guest/")
    assert User.objects.get(pk=guest.pk).last_active_at == first
    assert remove_stale_guests() == 0


def test_create_guest_refuses_what_the_name_rule_refuses(db: None) -> None:
    with pytest.raises(ValidationError):
        services.create_guest("Ali\u202ece")
