"""The Content-Security-Policy: strict for players, relaxed for the admin's theme."""

from __future__ import annotations

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


def policy(client: Client, address: str) -> dict[str, set[str]]:
    header = client.get(address, headers={"host": "localhost:8021"}).headers["content-security-policy"]
    parts = [part.split() for part in header.split(";")]
    return {part[0]: set(part[1:]) for part in parts}


def test_players_pages_run_nothing_but_own_files(client: Client) -> None:
    found = policy(client, "/accounts/login/")
    assert found["default-src"] == {"'none'"}
    assert found["script-src"] == {"'self'"}
    assert found["style-src"] == {"'self'"}
    for directive in ("frame-ancestors", "base-uri", "object-src"):
        assert found[directive] == {"'none'"}
    assert found["form-action"] == {"'self'"}


def test_players_pages_connect_to_their_own_host_only(client: Client) -> None:
    assert policy(client, "/accounts/login/")["connect-src"] == {
        "'self'",
        "ws://localhost:8021",
        "wss://localhost:8021",
    }


def test_the_admin_alone_may_evaluate(client: Client) -> None:
    assert "'unsafe-eval'" in policy(client, "/admin/")["script-src"]
    assert policy(client, "/admin/")["frame-ancestors"] == {"'none'"}


def test_a_path_that_only_looks_like_the_admin_is_strict(client: Client) -> None:
    assert policy(client, "/administer/")["script-src"] == {"'self'"}
