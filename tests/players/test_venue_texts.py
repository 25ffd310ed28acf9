"""Addresses of venues and what they write: plain, bounded, visible."""

from __future__ import annotations

import unicodedata

import pytest
from django.core.exceptions import ValidationError
from hypothesis import given
from hypothesis import strategies as st

from players.names import REFUSED_CATEGORIES
from players.venue_texts import MAX_LINES, checked_prefix, neutral_line, neutral_text, own_paths


@pytest.mark.parametrize(
    ("raw", "prefix"),
    [("pod-asem", "pod-asem"), (" /Pod-Asem/ ", "pod-asem"), ("b4", "b4"), ("x" * 32, "x" * 32)],
)
def test_address_is_taken(raw: str, prefix: str) -> None:
    assert checked_prefix(raw) == prefix


@pytest.mark.parametrize(
    "raw",
    [
        "",
        "a",
        "x" * 33,
        "4you",
        "-x",
        "zażółć",
        "a_b",
        "a.b",
        "a/b",
        "a b",
        "a\0b",
        "../etc",
        "%61dmin",
        "x" * 10_000,
    ],
)
def test_address_of_another_form_is_refused(raw: str) -> None:
    with pytest.raises(ValidationError) as refused:
        checked_prefix(raw)
    assert refused.value.code == "prefix_form"


@pytest.mark.parametrize(
    "ours",
    ["admin", "ADMIN", "accounts", "api", "static", "ws", "games", "tables", "leaderboard", "wallet", "matches",
     "hands", "guest", "preferences", "language", "demo", "play", "lobby", "healthz", "readyz", "pictures", "venue"],
)  # fmt: skip
def test_path_of_ours_is_refused(ours: str) -> None:
    with pytest.raises(ValidationError, match="pages of its own") as refused:
        checked_prefix(ours)
    assert refused.value.code == "prefix_is_ours"


def test_own_paths_are_first_parts_only_and_no_pattern() -> None:
    assert {"t", "i"} <= own_paths()
    assert [path for path in own_paths() if "<" in path or "/" in path] == []


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("  Witamy   przy stole! ", "Witamy przy stole!"),
        ("one\r\n\r\n\n two \u2028three", "one\ntwo\nthree"),
        ("<b>bold</b> <script>alert(1)</script>", "<b>bold</b> <script>alert(1)</script>"),
        ("a\u202eb\u200dc\0d\ue000e\u3164f", "abcdef"),
        ("e\u0301", "é"),
        ("a" + "\u0338" * 9, "a\u0338\u0338"),
        ("", ""),
    ],
)
def test_text_becomes_plain(raw: str, shown: str) -> None:
    assert neutral_text(raw, 60) == shown


def test_text_has_a_bound_and_a_number_of_lines() -> None:
    assert neutral_text("x" * 60, 60) == "x" * 60
    for raw in ("x" * 61, "x" * 1_000_000):
        with pytest.raises(ValidationError) as refused:
            neutral_text(raw, 60)
        assert refused.value.code == "text_too_long"
    assert neutral_text("a\n" * 30, 280).count("\n") == MAX_LINES - 1


def test_name_is_one_line_one_can_see() -> None:
    assert neutral_line("Pod\nAsem", 40) == "Pod Asem"
    for raw in ("", " \n ", "\u3164\u200b"):
        with pytest.raises(ValidationError) as refused:
            neutral_line(raw, 40)
        assert refused.value.code == "text_empty"


@given(st.text(max_size=80))
def test_nothing_unseen_is_left_and_doing_it_again_changes_nothing(raw: str) -> None:
    text = neutral_text(raw, 1_000)
    assert neutral_text(text, 1_000) == text
    assert not {unicodedata.category(char) for char in text.replace("\n", "")} & REFUSED_CATEGORIES
