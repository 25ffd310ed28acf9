"""The rule for shown names: 1 to 24 visible characters, nothing invisible, whitespace collapsed."""

import pytest
from django.core.exceptions import ValidationError
from hypothesis import given
from hypothesis import strategies as st

from players.names import clean_display_name


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("Alice", "Alice"),
        ("  Alice \t\n Cooper ", "Alice Cooper"),
        ("Zoë", "Zoë"),
        ("Zoe\u0308", "Zo\u00eb"),  # composed
        ("Łukasz", "Łukasz"),
        ("علي", "علي"),
        ("李雷", "李雷"),
        ("<b>Bob</b>", "<b>Bob</b>"),  # markup is text; templates escape it
        ("a" * 24, "a" * 24),
        ("นิ้ว", "นิ้ว"),  # two marks over one letter
        ("♠ Ace 🂡", "♠ Ace 🂡"),
    ],
)
def test_name_is_stored_as_it_will_be_shown(typed: str, stored: str) -> None:
    assert clean_display_name(typed) == stored


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("", "name_empty"),
        (" \t\n\u00a0\u2003", "name_empty"),
        ("\u0301\u0301", "name_empty"),  # marks with nothing under them
        ("a" * 25, "name_too_long"),
        ("a" * 10_000, "name_too_long"),
        ("\u202e" * 10_000, "name_too_long"),
        ("Ali\u202ece", "name_characters"),  # right-to-left override
        ("Ali\u2066ce", "name_characters"),  # isolate
        ("Ali\u200bce", "name_characters"),  # zero-width space
        ("Ali\u0000ce", "name_characters"),
        ("Ali\u001bce", "name_characters"),
        ("Ali\ufeffce", "name_characters"),
        ("\u3164", "name_characters"),  # a letter nobody can see
        ("a\u0301\u0301\u0301\u0301", "name_characters"),  # piled up: one is composed, three stay
        ("Ali\ud800ce", "name_characters"),
        ("Support", "name_reserved"),
        ("hOUSE", "name_reserved"),
    ],
)
def test_name_that_could_deceive_is_refused(typed: str, code: str) -> None:
    with pytest.raises(ValidationError) as refusal:
        clean_display_name(typed)
    assert refusal.value.code == code


@given(st.text(max_size=80))
def test_name_cleaned_twice_is_the_same_name(typed: str) -> None:
    try:
        once = clean_display_name(typed)
    except ValidationError:
        return
    assert clean_display_name(once) == once
    assert 1 <= len(once) <= 48
