"""Rolls and re-shuffles of a deal: independent streams, each provable without the others."""

from collections import Counter

import pytest

from games.rules import merkle
from games.rules.chance import DealtChance, GivenChance
from games.rules.dealt import reshuffle_leaf, roll_commitment, roll_from_key
from tests.rules.statistics_of_decks import chi_square_survival

SEED = bytes(range(32))


def test_rolls_do_not_depend_on_the_order_of_asking() -> None:
    asked = [("first", 0), ("bot", 0), ("bot", 1), ("modifier", 5)]
    one, other = DealtChance(SEED, b"any", 1), DealtChance(SEED, b"any", 1)
    forth = {key: one.roll(*key, 2**32) for key in asked}
    back = {key: other.roll(*key, 2**32) for key in reversed(asked)}
    assert forth == back
    assert len(set(forth.values())) == len(asked)


@pytest.mark.parametrize("label", ["modifier", "bot"])
def test_rolls_of_27_are_uniform_over_the_counters(label: str) -> None:
    chance = DealtChance(SEED, b"any", 1)
    counts = Counter(chance.roll(label, counter, 27) for counter in range(5_400))
    statistic = sum((counts[value] - 200) ** 2 / 200 for value in range(27))
    assert 1e-6 < chi_square_survival(statistic, 26) < 1 - 1e-6


def test_opened_roll_key_proves_its_own_label_only() -> None:
    chance = DealtChance(SEED, b"any", 1)
    key = chance.roll_key("first")
    assert roll_commitment("first", key) == chance.roll_commitment("first")
    assert [roll_from_key(key, counter, 6) for counter in range(20)] == [
        chance.roll("first", counter, 6) for counter in range(20)
    ]
    assert roll_commitment("second", key) != chance.roll_commitment("first")
    assert roll_commitment("first", chance.roll_key("second")) != chance.roll_commitment("first")


def test_reshuffle_is_a_permutation_and_blind_to_the_order_given() -> None:
    chance = DealtChance(SEED, b"any", 1)
    positions = (9, 3, 27, 14, 50, 2)
    order = chance.reshuffle(0, positions)
    assert sorted(order) == sorted(positions)
    assert chance.reshuffle(0, positions[::-1]) == order
    assert chance.reshuffle(0, ()) == ()
    wide = tuple(range(30))
    assert len({chance.reshuffle(k, wide) for k in range(10)}) == 10


def test_reshuffle_refuses_a_position_given_twice() -> None:
    for chance in (DealtChance(SEED, b"any", 1), GivenChance([0, 1])):
        with pytest.raises(ValueError, match="twice"):
            chance.reshuffle(0, (1, 1))


def test_reshuffle_openings_verify_against_their_own_second_root_only() -> None:
    chance = DealtChance(SEED, b"any", 1)
    positions = tuple(range(0, 22, 2))
    roots = [chance.reshuffle_root(k, positions) for k in (0, 1)]
    for place, position in enumerate(chance.reshuffle(0, positions)):
        opening = chance.reshuffle_opening(0, positions, place)
        assert (opening.k, opening.place, opening.position) == (0, place, position)
        assert opening.face == chance.card(position).face
        salt, path = bytes.fromhex(opening.salt), [bytes.fromhex(step) for step in opening.path]
        leaf = reshuffle_leaf(0, place, position, opening.face, salt)
        assert merkle.verify(roots[0], leaf, place, len(positions), path)
        assert not merkle.verify(roots[1], leaf, place, len(positions), path)
        other = reshuffle_leaf(0, place, position, (opening.face + 1) % 52, salt)
        assert not merkle.verify(roots[0], other, place, len(positions), path)
