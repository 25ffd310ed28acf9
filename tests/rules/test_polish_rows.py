"""The row of Twenty-One (Polish) (rules.md, table of products and same game)."""

from __future__ import annotations

from games.rules.catalog import GAMES
from games.rules.polish_rows import POLISH_GAME, POLISH_ROWS


def test_key_title_and_seats() -> None:
    assert [(row.key, row.title) for row in POLISH_ROWS] == [("polish", "Twenty-One (Polish)")]
    assert (POLISH_GAME.min_seats, POLISH_GAME.max_seats) == (2, 4)
    assert GAMES["polish"] is POLISH_GAME


def test_points_only_so_practice_and_free_tables() -> None:
    assert POLISH_GAME.modes == ("practice", "free")
    assert not POLISH_GAME.counts_chips


def test_seats_rounds_and_the_flexible_ace_are_chosen() -> None:
    assert {option.key: option.choices for option in POLISH_GAME.options} == {
        "seats": (2, 3, 4),
        "rounds": (3, 5, 7, 10),
        "flexible_ace": (0, 1),
    }
    assert POLISH_GAME.checked_options({}) == {"seats": 4, "rounds": 5, "flexible_ace": 0}


def test_one_deck_fresh_each_round() -> None:
    shoe = POLISH_GAME.hand.shoe
    assert (shoe.decks, shoe.keep_until) == (1, 52)


def test_clocks() -> None:
    assert POLISH_GAME.turn_ms == 20_000
    absence = POLISH_GAME.absence
    assert (absence.hand_ms, absence.budget_ms, absence.least_present) == (10_000, 60_000, 2)
    assert not absence.pauses
