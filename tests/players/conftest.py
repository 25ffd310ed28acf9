from __future__ import annotations

import html
import re
from typing import Any

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from battle21.settings.accounts import SIGNUP_RULES
from players import services
from players.models import User

PASSWORD = "three kings and a river"


@pytest.fixture
def alice(db: None) -> User:
    return services.create_account("Alice", "alice@example.org", PASSWORD)


@pytest.fixture
def bob(db: None) -> User:
    return services.create_account("Bob", "bob@example.org", PASSWORD)


@pytest.fixture
def staff(db: None) -> User:
    return User.objects.create_user("sam", "sam@example.org", PASSWORD, is_staff=True, is_superuser=True)


@pytest.fixture
def real_installation(settings: Settings) -> Settings:
    """The test run is a demo; this is what an operator runs."""
    settings.DEMO = False
    for name, value in SIGNUP_RULES[False].items():
        setattr(settings, name, value)
    return settings


def log_in(client: Client, login: str, password: str = PASSWORD, **extra: Any) -> Any:
    """Through the page, as a player does."""
    return client.post("/accounts/login/", {"login": login, "password": password}, **extra)


def player_of(client: Client) -> User | None:
    """Who the session belongs to."""
    pk = client.session.get("_auth_user_id")
    return User.objects.get(pk=pk) if pk else None


def texts(response: Any) -> str:
    """The page with entities resolved and without changing tokens: for comparing and looking up sentences."""
    page = re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", response.content.decode())
    return " ".join(html.unescape(page).split())
