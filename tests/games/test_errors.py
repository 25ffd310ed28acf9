"""Every refusal has a code, a sentence that says what to do, and changes nothing more than that."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from games.errors import SENTENCES, STATUS, from_rules, refusal
from games.rules.errors import Malformed, NotLegal, NotYourTurn

SOURCES = [path for path in Path("games").rglob("*.py") if "rules" not in path.parts]


@pytest.mark.parametrize("code", sorted(SENTENCES))
def test_refusal_has_a_sentence_with_an_end(code: str) -> None:
    assert re.fullmatch(r"[A-Z][^\n]+[.]", str(SENTENCES[code]))


def test_refusal_codes_in_the_source_all_have_sentences() -> None:
    used = {code for path in SOURCES for code in re.findall(r'refusal\(\s*"(\w+)"', path.read_text())}
    assert used
    assert used <= set(SENTENCES)


def test_status_is_of_known_codes_only() -> None:
    assert set(STATUS) <= set(SENTENCES)


def test_amount_names_its_bounds() -> None:
    error = from_rules(NotLegal("amount", kind="bet", low=10, high=950))
    assert (error.code, error.status) == ("amount", 409)
    assert str(error.message) == "That amount is not possible. Choose one from 10 to 950."
    assert error.data == {"kind": "bet", "low": 10, "high": 950}


@pytest.mark.parametrize(
    ("raised", "sentence"),
    [
        (Malformed("bad_card"), SENTENCES["malformed"]),
        (NotYourTurn("some_new_code"), SENTENCES["not_your_turn"]),
        (NotLegal("some_new_code", kind="hit"), SENTENCES["not_legal"]),
    ],
)
def test_a_code_without_sentence_takes_that_of_its_class(raised: ValueError, sentence: str) -> None:
    error = from_rules(raised)  # type: ignore[arg-type]
    assert str(error.message) == str(sentence)
    assert error.code == raised.code  # type: ignore[attr-defined]


def test_refusal_carries_its_data() -> None:
    assert refusal("bad_option", option="clock").data == {"option": "clock"}
