"""Logs hold no secrets."""

from __future__ import annotations

import pytest

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
