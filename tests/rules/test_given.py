"""Given and unknown cards."""

import pytest

from games.rules.cards import Card, Sealed, parse
from games.rules.chance import Chance, GivenChance, UnknownChance


def test_given_chance_gives_the_cards_written_out() -> None:
    chance: Chance = GivenChance.of("As Td 2c")
    assert [chance.card(position) for position in range(3)] == [
        Card(0, parse("As")),
        Card(1, parse("Td")),
        Card(2, parse("2c")),
    ]
    for position in (-1, 3):
        with pytest.raises(IndexError, match="no card given"):
            chance.card(position)


def test_given_chance_takes_only_the_known_cards_of_a_record() -> None:
    chance = GivenChance({5: 51})
    assert chance.card(5) == Card(5, 51)
    with pytest.raises(IndexError):
        chance.card(0)


def test_given_chance_rolls_from_a_table_or_a_function() -> None:
    assert GivenChance([], {("first", 0): 1}).roll("first", 0, 2) == 1
    assert GivenChance([], lambda label, counter, n: counter % n).roll("bot", 7, 4) == 3


def test_given_chance_refuses_a_roll_not_given_or_out_of_range() -> None:
    with pytest.raises(LookupError, match="no roll given"):
        GivenChance([], {("first", 0): 1}).roll("first", 1, 2)
    with pytest.raises(LookupError, match="no roll given"):
        GivenChance([]).roll("first", 0, 2)
    with pytest.raises(ValueError, match="not below 2"):
        GivenChance([], {("first", 0): 2}).roll("first", 0, 2)


def test_given_chance_reshuffles_as_given_else_in_rising_order() -> None:
    chance = GivenChance(range(52), reshuffles={1: (4, 2, 9)})
    assert chance.reshuffle(0, (9, 2, 4)) == (2, 4, 9)
    assert chance.reshuffle(1, (9, 2, 4)) == (4, 2, 9)
    with pytest.raises(ValueError, match="other cards"):
        chance.reshuffle(1, (9, 2, 5))


def test_unknown_chance_seals_the_chosen_positions_only() -> None:
    inner = GivenChance(range(52), {("first", 0): 1})
    chance: Chance = UnknownChance(inner, {1, 3})
    assert [chance.card(position) for position in range(4)] == [Card(0, 0), Sealed(1), Card(2, 2), Sealed(3)]
    assert chance.roll("first", 0, 2) == 1
    assert chance.reshuffle(0, (3, 1)) == (1, 3)
