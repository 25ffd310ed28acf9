"""Logs hold no secrets, and no traceback of what is no fault of ours."""

from __future__ import annotations

from typing import Any

import pytest
from django.core import mail
from django.test import Client

from battle21.logs import MASK, mask_secrets


@pytest.mark.parametrize(
    "key",
    [
        "password",
        "new_password",
        "SECRET_KEY",
        "prompt_token",
        "deal_seed",
        "Cookie",
        "sessionid",
        "seal_key",
    ],
)
def test_values_under_secret_sounding_keys_are_masked(key: str) -> None:
    assert mask_secrets(None, "info", {key: "7d1", "event": "log-in"}) == {key: MASK, "event": "log-in"}


def test_other_values_stay() -> None:
    assert mask_secrets(None, "info", {"table": 7, "seat": 1}) == {"table": 7, "seat": 1}


@pytest.mark.parametrize("path", ["/", "/admin/", "/api/v1/games", "/nowhere/"])
def test_wrong_host_is_one_line_at_warning_without_traceback_or_mail(
    path: str, caplog: pytest.LogCaptureFixture, settings: Any
) -> None:
    settings.ADMINS = ["staff@example.com"]
    response = Client(headers={"host": "evil.example"}).get(path)
    assert response.status_code == 400
    (line,) = caplog.records
    assert (line.name, line.levelname, line.exc_info) == ("django.security.DisallowedHost", "WARNING", None)
    assert "evil.example" in line.getMessage()
    assert mail.outbox == []
    assert "evil.example" not in response.headers["Content-Security-Policy"]
