"""Devices: see where one is logged in, and end it."""

from __future__ import annotations

import pytest
from django.test import Client

from players.devices import device_name
from players.models import User
from tests.players.conftest import log_in, player_of, texts

FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0"
PHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)"
    " Version/19.0 Mobile/15E148 Safari/604.1"
)


def test_sessions_are_listed_and_the_others_ended(alice: User, bob: User) -> None:
    here, there, elsewhere = Client(), Client(), Client()
    log_in(here, "alice", HTTP_USER_AGENT=FIREFOX)
    log_in(there, "alice", HTTP_USER_AGENT=PHONE, REMOTE_ADDR="192.0.2.7")
    log_in(elsewhere, "bob")
    page = texts(here.get("/accounts/sessions/"))
    assert "Firefox on Windows" in page
    assert "Safari on iPhone" in page
    assert "192.0.2.7" in page
    assert page.count("This one") == 1
    here.post("/accounts/sessions/")
    assert here.get("/preferences/").status_code == 200
    assert there.get("/preferences/")["Location"].startswith("/accounts/login/")
    assert player_of(elsewhere) == bob


def test_password_change_ends_the_other_sessions(alice: User) -> None:
    here, there = Client(), Client()
    log_in(here, "alice")
    log_in(there, "alice")
    new = "four queens and a turn"
    form = {"oldpassword": "three kings and a river", "password1": new, "password2": new}
    here.post("/accounts/password/change/", form)
    assert here.get("/preferences/").status_code == 200
    assert there.get("/preferences/")["Location"].startswith("/accounts/login/")


def test_user_agent_is_text(alice: User) -> None:
    client = Client()
    log_in(client, "alice", HTTP_USER_AGENT="<script>alert(1)</script>")
    page = client.get("/accounts/sessions/").content.decode()
    assert "<script>alert" not in page
    assert "Unknown browser" in page


@pytest.mark.parametrize(
    ("user_agent", "name"),
    [
        (FIREFOX, "Firefox on Windows"),
        (PHONE, "Safari on iPhone"),
        ("Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0 Safari/537.36", "Chrome on Linux"),
        (
            "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/156.0 Safari/537.36 Edg/156.0",
            "Edge on Windows",
        ),
        ("curl/8.0", "Unknown browser"),
        ("", "Unknown browser"),
    ],
)
def test_device_name(user_agent: str, name: str) -> None:
    assert device_name(user_agent) == name
