"""What watches a process is told whether it lives and whether it can serve."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client, override_settings


def test_alive_asks_no_database(client: Client) -> None:
    assert client.get("/healthz").content == b"alive\n"


@pytest.mark.django_db
def test_ready_when_the_database_answers(client: Client) -> None:
    assert client.get("/readyz").status_code == 200


@pytest.mark.django_db(transaction=True)
def test_not_ready_when_the_database_is_away(client: Client) -> None:
    connection.close()
    host, connection.settings_dict["HOST"] = connection.settings_dict["HOST"], "/nonexistent"
    try:
        response = client.get("/readyz")
    finally:
        connection.settings_dict["HOST"] = host
    assert (response.status_code, response.content) == (503, b"database away\n")


@pytest.mark.django_db
def test_both_answer_plain_http_although_pages_demand_https(client: Client) -> None:
    with override_settings(SECURE_SSL_REDIRECT=True):
        assert client.get("/accounts/login/").status_code == 301
        assert client.get("/readyz").status_code == 200
        assert client.get("/healthz").status_code == 200
