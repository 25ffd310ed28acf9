"""Sign-up, log-in, limits on attempts, and answers that do not tell who has an account."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.hashers import identify_hasher
from django.core import mail
from django.db import IntegrityError, transaction
from django.test import Client
from pytest_django.fixtures import Settings

from battle21.settings import accounts
from battle21.settings.mail import mailer
from players.models import User
from tests.players.conftest import PASSWORD, log_in, player_of, texts


# --- sign-up ---------------------------------------------------------------------------------------
def test_sign_up_is_one_step_without_an_address_in_a_demo(client: Client, db: None) -> None:
    answer = client.post(
        "/accounts/signup/", {"username": "Alice", "password1": PASSWORD, "next": "/preferences/"}
    )
    assert (answer.status_code, answer["Location"]) == (302, "/preferences/")
    alice = player_of(client)
    assert alice is not None
    assert (alice.username, alice.display_name, alice.email, alice.is_guest) == ("alice", "Alice", "", False)
    assert re.fullmatch(r"ply_[0-9a-hjkmnp-tv-z]{12}", alice.public_id)


def test_sign_up_proves_the_address_on_a_real_installation(
    client: Client, db: None, real_installation: Any
) -> None:
    form = {"username": "Alice", "email": "alice@example.org", "password1": PASSWORD}
    assert client.post("/accounts/signup/", form)["Location"] == "/accounts/confirm-email/"
    assert player_of(client) is None
    assert client.get("/accounts/confirm-email/").status_code == 200
    code = re.search(r"^\s*([A-Z0-9]{4}-[A-Z0-9]{4})\s*$", str(mail.outbox[0].body), re.MULTILINE)
    assert code is not None
    client.post("/accounts/confirm-email/", {"code": code[1]})
    alice = player_of(client)
    assert alice is not None
    assert alice.username == "alice"


def test_sign_up_asks_for_an_address_on_a_real_installation(
    client: Client, db: None, real_installation: Any
) -> None:
    answer = client.post("/accounts/signup/", {"username": "Alice", "password1": PASSWORD})
    assert answer.status_code == 200
    assert not User.objects.exists()


def test_sign_up_with_a_known_address_answers_as_with_a_new_one(
    client: Client, alice: User, real_installation: Any
) -> None:
    """Who does not read the mailbox cannot find out whether the address has an account."""
    known = {"username": "mallory", "email": alice.email, "password1": PASSWORD}
    unknown = {"username": "trudy", "email": "nobody@example.org", "password1": PASSWORD}
    answers = []
    for form in (known, unknown):
        browser = Client()
        first = browser.post("/accounts/signup/", form)
        page = texts(browser.get(first["Location"])).replace(form["email"], "ADDRESS")
        answers.append((first.status_code, first["Location"], page))
    assert answers[0] == answers[1]
    assert not User.objects.filter(username="mallory").exists()


@pytest.mark.parametrize(
    "username",
    [
        "al",
        "a" * 31,
        "alice@example.org",
        "Ali ce",
        "-alice",
        "Äda",
        "support",
        "guest-x",
        "al\u202eice",
        "<b>alice",
    ],
)
def test_sign_up_refuses_user_names_that_could_mislead(client: Client, db: None, username: str) -> None:
    answer = client.post("/accounts/signup/", {"username": username, "password1": PASSWORD})
    assert answer.status_code == 200
    assert not User.objects.exists()


@pytest.mark.parametrize("password", ["eleven-char", "123456123456", "alice-in-wonder1"])
def test_sign_up_refuses_weak_passwords(client: Client, db: None, password: str) -> None:
    client.post("/accounts/signup/", {"username": "alice-in-wonder", "password1": password})
    assert not User.objects.exists()


def test_user_names_differ_in_more_than_case(alice: User) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user("ALICE")


def test_account_made_on_the_command_line_has_a_name_to_show(db: None) -> None:
    assert User.objects.create_superuser("root", password=PASSWORD).display_name == "root"


def test_guest_cannot_be_staff(db: None) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user("x", is_guest=True, is_staff=True)


# --- log-in ----------------------------------------------------------------------------------------
@pytest.mark.parametrize("login", ["alice", "ALICE", "alice@example.org", "Alice@Example.org"])
def test_log_in_by_user_name_or_address(client: Client, alice: User, login: str) -> None:
    assert log_in(client, login).status_code == 302
    assert player_of(client) == alice


def test_log_in_goes_where_the_player_was_going_on_this_host_only(client: Client, alice: User) -> None:
    form = {"login": "alice", "password": PASSWORD}
    assert Client().post("/accounts/login/", {**form, "next": "/preferences/"})["Location"] == "/preferences/"
    assert Client().post("/accounts/login/", {**form, "next": "//evil.example/"})["Location"] == "/"


def test_log_in_says_the_same_for_a_wrong_name_and_a_wrong_password(alice: User) -> None:
    sentences = {
        texts(log_in(Client(), login, "not the password")).partition('role="alert">')[2].partition("</p>")[0]
        for login in ("alice", "nobody")
    }
    assert sentences == {"<p>The username and/or password you specified are not correct."}


def test_log_in_slows_down_guessing_at_one_account(alice: User, bob: User) -> None:
    """Five wrong passwords in five minutes: from any address, the sixth try is not even looked at."""
    for number in range(5):
        log_in(Client(), "alice", "wrong", REMOTE_ADDR=f"192.0.2.{number}")
    refused = Client()
    answer = log_in(refused, "alice", REMOTE_ADDR="192.0.2.99")
    assert "Too many failed login attempts" in texts(answer)
    assert player_of(refused) is None
    assert log_in(Client(), "bob", REMOTE_ADDR="192.0.2.99").status_code == 302


def test_log_in_slows_down_guessing_from_one_address(alice: User) -> None:
    for number in range(10):
        log_in(Client(), f"nobody{number}", "wrong", REMOTE_ADDR="192.0.2.1")
    refused = Client()
    assert "Too many failed login attempts" in texts(log_in(refused, "alice", REMOTE_ADDR="192.0.2.1"))
    assert player_of(refused) is None
    assert log_in(Client(), "alice", REMOTE_ADDR="192.0.2.2").status_code == 302


def test_log_in_flood_gets_429_with_a_sentence(db: None) -> None:
    answers = [log_in(Client(), "", "", REMOTE_ADDR="192.0.2.1") for _ in range(31)]
    assert [answer.status_code for answer in answers] == [200] * 30 + [429]
    assert "Wait a minute, then try again." in texts(answers[-1])


def test_log_in_hides_behind_no_forged_address(alice: User) -> None:
    """Without a trusted proxy the client's own X-Forwarded-For changes nothing."""
    for number in range(10):
        log_in(Client(), f"nobody{number}", "wrong", HTTP_X_FORWARDED_FOR=f"198.51.100.{number}")
    assert "Too many failed" in texts(log_in(Client(), "alice", HTTP_X_FORWARDED_FOR="198.51.100.99"))


def test_closed_account_cannot_log_in(client: Client, alice: User) -> None:
    alice.is_active = False
    alice.save()
    log_in(client, "alice")
    assert player_of(client) is None


def test_log_out_by_address_alone_does_nothing(client: Client, alice: User) -> None:
    client.force_login(alice)
    assert client.get("/accounts/logout/").status_code == 200
    assert player_of(client) == alice
    client.post("/accounts/logout/")
    assert player_of(client) is None


# --- passwords -------------------------------------------------------------------------------------
def test_argon2_is_the_first_hasher(db: None, settings: Settings) -> None:
    settings.PASSWORD_HASHERS = accounts.PASSWORD_HASHERS
    user = User.objects.create_user("alice", password=PASSWORD)
    assert identify_hasher(user.password).algorithm == "argon2"
    assert user.password.startswith("argon2$argon2id$")


def test_password_change_needs_the_old_one(client: Client, alice: User) -> None:
    log_in(client, "alice")
    new = "four queens and a turn"
    client.post("/accounts/password/change/", {"oldpassword": "wrong", "password1": new, "password2": new})
    assert User.objects.get(pk=alice.pk).check_password(PASSWORD)
    client.post("/accounts/password/change/", {"oldpassword": PASSWORD, "password1": new, "password2": new})
    assert User.objects.get(pk=alice.pk).check_password(new)
    assert player_of(client) == alice


def test_password_reset_by_letter(client: Client, alice: User) -> None:
    client.post("/accounts/password/reset/", {"email": alice.email})
    link = re.search(r"http://testserver(/accounts/password/reset/key/\S+)", str(mail.outbox[0].body))
    assert link is not None
    form = client.get(link[1], follow=True)
    new = "four queens and a turn"
    client.post(form.redirect_chain[-1][0], {"password1": new, "password2": new})
    assert User.objects.get(pk=alice.pk).check_password(new)
    assert "no longer works" in texts(Client().get(link[1], follow=True))


def test_password_reset_does_not_tell_who_has_an_account(alice: User) -> None:
    pages = [
        texts(Client().post("/accounts/password/reset/", {"email": email}, follow=True))
        for email in (alice.email, "nobody@example.org")
    ]
    assert pages[0] == pages[1]


# --- letters ---------------------------------------------------------------------------------------
def test_letters_are_files_only_we_can_read_without_a_mail_server(
    client: Client, alice: User, settings: Settings, tmp_path: Path
) -> None:
    folder = tmp_path / "mail"
    settings.MAILERS = {"default": mailer("", folder)}
    client.post("/accounts/password/reset/", {"email": alice.email})
    (letter,) = folder.iterdir()
    assert "/accounts/password/reset/key/" in letter.read_text()
    assert folder.stat().st_mode & 0o077 == 0


def test_mail_server_is_named_by_a_url(tmp_path: Path) -> None:
    entry = mailer("submission://user:secret@mail.example.org:587", tmp_path)
    assert entry["BACKEND"] == "django.core.mail.backends.smtp.EmailBackend"
    assert entry["OPTIONS"] == {
        "host": "mail.example.org",
        "port": 587,
        "username": "user",
        "password": "secret",
        "use_tls": True,
        "use_ssl": False,
        "timeout": 10,
    }
