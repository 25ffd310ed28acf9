"""Words that are typed at a table: for everything a key does, each meaning one thing there, in every language."""

from __future__ import annotations

import pytest
from django.utils import translation

from players import sayings
from players.keys import BOARD, DEALER, PLAYERS, TABLE_KEYS
from players.sayings import SAYINGS, Saying, sayings_at, sayings_told, words_by_key

KINDS = (PLAYERS, DEALER, BOARD)


def meanings(tables: str) -> dict[str, tuple[object, object]]:
    """Word -> what it does: key and kinds of buttons."""
    return {
        word: (saying["key"], saying["kinds"])
        for saying in sayings_told(tables)
        for word in saying["words"]  # type: ignore[attr-defined]
    }


@pytest.mark.parametrize("tables", KINDS)
def test_all_that_a_key_does_can_be_typed(tables: str) -> None:
    keys = {key.does for key in TABLE_KEYS if key.works_at(tables)}
    assert keys - set(words_by_key(tables)) == {"type"}, "to open the line one presses"
    assert {saying.key for saying in SAYINGS} - {key.does for key in TABLE_KEYS} == {""}


@pytest.mark.parametrize("language", ["en", "pl", "de"])
@pytest.mark.parametrize("tables", KINDS)
def test_each_word_means_one_thing(tables: str, language: str) -> None:
    with translation.override(language):
        words = [word for saying in sayings_told(tables) for word in saying["words"]]  # type: ignore[attr-defined]
        assert sorted(words) == sorted(set(words))
        assert all(word == " ".join(word.lower().split()) for word in words), "as the page compares them"
        assert "" not in words


def test_check_and_call_are_two_words_though_one_key_does_both() -> None:
    """Who types “check” must not call."""
    words = meanings(BOARD)
    assert words["check"] == ("call", ("check",))
    assert words["call"] == ("call", ("call",))
    assert words["raise to"] == words["raise"] == ("bet", ("raise",))
    assert words["all in"] == words["allin"] == ("all_in", ("raise", "bet"))


def test_same_word_may_do_something_else_at_another_kind_of_tables() -> None:
    assert meanings(BOARD)["bet"] == ("bet", ("bet",))
    assert meanings(DEALER)["bet"] == ("wager", ("bet",))
    assert meanings(PLAYERS)["cards"] == ("own", ())
    assert meanings(DEALER)["cards"] == ("my_hand", ())
    assert "board" not in meanings(PLAYERS)
    assert "fold" not in meanings(DEALER)


def test_amounts_are_due_where_something_is_bet() -> None:
    due = {(saying.key, saying.kinds, saying.how) for saying in sayings_at(DEALER) if saying.how}
    assert due == {("wager", ("bet",), "amount"), ("next", ("bet",), "may")}


def test_english_is_understood_in_any_language() -> None:
    with translation.override("de"):
        words = meanings(BOARD)
        assert words["fold"] == ("fold", ("fold",))
        assert words["aussteigen"] == ("fold", ("fold",))
        assert words_by_key(BOARD)["fold"] == "aussteigen"


def test_english_word_that_means_something_else_here_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    fold, call = (Changing("fold", "call"), Changing("call", "fold"))
    rows = (Saying("fold", fold, ("fold",)), Saying("call", call, ("call",)))
    monkeypatch.setattr(sayings, "SAYINGS", rows)
    with translation.override("pl"):
        assert meanings(BOARD) == {"call": ("fold", ("fold",)), "fold": ("call", ("call",))}


class Changing(str):
    """A word that is another one in Polish."""

    __slots__ = ("polish",)
    polish: str

    def __new__(cls, english: str, polish: str) -> Changing:
        word = super().__new__(cls, english)
        word.polish = polish
        return word

    def __str__(self) -> str:
        return self.polish if translation.get_language() == "pl" else super().__str__()
