"""Second factors, and the admin that staff cannot open without one."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import struct
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings
from time_machine import TimeMachineFixture

from players.adapters import MfaAdapter
from players.models import User
from tests.players.conftest import PASSWORD, log_in, player_of, texts

STEP = 30


def code_at(secret: str, seconds: float) -> str:
    """RFC 6238 with the usual parameters (SHA-1, 30 s, 6 digits), by hand."""
    key = base64.b32decode(secret)
    digest = hmac.new(key, struct.pack(">Q", int(seconds) // STEP), hashlib.sha1).digest()
    start = digest[-1] & 0x0F
    number = struct.unpack(">I", digest[start : start + 4])[0] & 0x7FFFFFFF
    return f"{number % 1_000_000:06d}"


def now() -> float:
    return timezone.now().timestamp()


def set_up_app(client: Client) -> str:
    """Through the pages; returns the app's secret."""
    setup = "/accounts/2fa/totp/activate/"
    asked = client.get(setup)
    assert asked["Location"].startswith("/accounts/reauthenticate/")
    client.post("/accounts/reauthenticate/", {"password": PASSWORD, "next": setup})
    page = client.get(setup)
    found = re.search(r'<code class="code">([A-Z2-7]+)</code>', page.content.decode())
    assert found is not None
    assert "<svg" in page.content.decode()
    answer = client.post(setup, {"code": code_at(found[1], now())})
    assert answer.status_code == 302
    return found[1]


def test_log_in_asks_for_the_code_once_an_app_is_set_up(
    client: Client, alice: User, time_machine: TimeMachineFixture
) -> None:
    time_machine.move_to("2026-11-30T12:00:00Z", tick=False)
    log_in(client, "alice")
    secret = set_up_app(client)
    other = Client()
    assert log_in(other, "alice")["Location"] == "/accounts/2fa/authenticate/"
    assert player_of(other) is None
    assert other.get("/accounts/2fa/authenticate/").status_code == 200
    assert other.post("/accounts/2fa/authenticate/", {"code": "000000"}).status_code == 200
    assert player_of(other) is None
    time_machine.shift(STEP)
    other.post("/accounts/2fa/authenticate/", {"code": code_at(secret, now())})
    assert player_of(other) == alice


def test_recovery_code_opens_the_account_once(client: Client, alice: User) -> None:
    log_in(client, "alice")
    set_up_app(client)
    codes = re.findall(
        r'<code class="code">(\d{8})</code>', client.get("/accounts/2fa/recovery-codes/").content.decode()
    )
    assert len(codes) == 10
    first, second = Client(), Client()
    for browser, whose in ((first, alice), (second, None)):
        log_in(browser, "alice")
        browser.post("/accounts/2fa/authenticate/", {"code": codes[0]})
        assert player_of(browser) == whose


def test_guest_session_does_not_skip_the_second_factor(client: Client, alice: User) -> None:
    log_in(client, "alice")
    set_up_app(client)
    guest = Client()
    guest.post("/guest/", {"name": "Bob"})
    assert log_in(guest, "alice")["Location"] == "/accounts/2fa/authenticate/"
    found = player_of(guest)
    assert found is not None
    assert found.is_guest


def test_secrets_are_sealed_in_the_database(client: Client, alice: User, settings: Settings) -> None:
    log_in(client, "alice")
    secret = set_up_app(client)
    stored = Authenticator.objects.get(user=alice, type=Authenticator.Type.TOTP).data["secret"]
    assert secret not in stored
    assert MfaAdapter().decrypt(stored) == secret
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "a new key after a rotation"
    assert MfaAdapter().decrypt(stored) == secret


@pytest.mark.parametrize(
    "address",
    [
        "/accounts/2fa/",
        "/accounts/2fa/recovery-codes/generate/",
        "/accounts/2fa/webauthn/",
        "/accounts/2fa/webauthn/add/",
    ],
)
def test_pages_about_second_factors_render(client: Client, alice: User, address: str) -> None:
    log_in(client, "alice")
    set_up_app(client)
    assert client.get(address).status_code == 200


# --- the admin -------------------------------------------------------------------------------------
def test_staff_open_the_admin_of_a_demo_without_a_second_factor(client: Client, staff: User) -> None:
    log_in(client, "sam")
    assert client.get("/admin/").status_code == 200


def test_staff_are_logged_out_after_twelve_hours_and_players_are_not(alice: User, staff: User) -> None:
    ages = []
    for name in ("sam", "alice"):
        client = Client()
        log_in(client, name)
        ages.append(client.session.get_expiry_age())
    assert ages == [12 * 3600, 30 * 24 * 3600]


def test_staff_without_a_second_factor_are_sent_to_set_one_up(
    client: Client, staff: User, real_installation: Any
) -> None:
    client.force_login(staff)
    for page in ("/admin/", "/admin/players/user/", "/admin/login/", "/admin/nothing/"):
        answer = client.get(page, follow=True)
        assert answer.redirect_chain[0][0].startswith("/accounts/2fa/?next=")
        assert "Staff need a second factor" in texts(answer)


def test_staff_with_recovery_codes_alone_have_no_second_factor(
    client: Client, staff: User, real_installation: Any
) -> None:
    Authenticator.objects.create(user=staff, type=Authenticator.Type.RECOVERY_CODES, data={})
    client.force_login(staff)
    assert client.get("/admin/")["Location"].startswith("/accounts/2fa/?next=")


def test_staff_prove_the_second_factor_in_each_session(
    client: Client, staff: User, real_installation: Any, time_machine: TimeMachineFixture
) -> None:
    """A session begun with the password alone stays out even after the app is set up elsewhere."""
    time_machine.move_to("2026-11-30T12:00:00Z", tick=False)
    real_installation.ACCOUNT_EMAIL_VERIFICATION = "none"
    log_in(client, "sam")
    secret = set_up_app(client)
    assert client.get("/admin/")["Location"] == "/accounts/2fa/reauthenticate/?next=%2Fadmin%2F"
    time_machine.shift(STEP)
    answer = client.post("/accounts/2fa/reauthenticate/", {"code": code_at(secret, now()), "next": "/admin/"})
    assert answer["Location"] == "/admin/"
    assert client.get("/admin/").status_code == 200

    other = Client()
    log_in(other, "sam")
    time_machine.shift(STEP)
    other.post("/accounts/2fa/authenticate/", {"code": code_at(secret, now())})
    assert other.get("/admin/").status_code == 200


@pytest.mark.parametrize("demo", [True, False])
def test_admin_log_in_is_the_sites_own(client: Client, db: None, settings: Settings, demo: bool) -> None:
    settings.DEMO = demo
    assert client.get("/admin/login/?next=/admin/players/user/")["Location"] == (
        "/accounts/login/?next=%2Fadmin%2Fplayers%2Fuser%2F"
    )
    assert client.get("/admin/")["Location"] == "/accounts/login/?next=%2Fadmin%2F"


@pytest.mark.parametrize("demo", [True, False])
def test_admin_is_closed_to_players_and_guests(
    client: Client, alice: User, settings: Settings, demo: bool
) -> None:
    settings.DEMO = demo
    client.force_login(alice)
    assert client.get("/admin/").status_code == 403
    guest = Client()
    guest.post("/guest/", {"name": "Bob"})
    assert guest.get("/admin/")["Location"].startswith("/accounts/login/")
