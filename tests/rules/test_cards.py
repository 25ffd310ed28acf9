"""Faces, codes and totals (seed 000, Blackjack basics; rules.md, All games)."""

import itertools

import msgspec
import pytest

from games.rules.cards import Card, Sealed, Slot, blackjack_value, code, hand_totals, parse, rank_of, suit_of
from games.rules.cards import shown_total as shown


def faces(codes: str) -> list[int]:
    return [parse(text) for text in codes.split()]


@pytest.mark.parametrize(
    ("text", "face", "rank", "suit"),
    [("2c", 0, 0, 0), ("Ac", 12, 12, 0), ("2d", 13, 0, 1), ("Th", 34, 8, 2), ("As", 51, 12, 3)],
)
def test_face_is_suit_times_13_plus_rank(text: str, face: int, rank: int, suit: int) -> None:
    assert (parse(text), code(face), rank_of(face), suit_of(face)) == (face, text, rank, suit)


def test_codes_name_each_of_52_faces_once() -> None:
    assert [parse(code(face)) for face in range(52)] == list(range(52))


@pytest.mark.parametrize("text", ["", "A", "as", "1s", "10s", "Ax", "sA", " As", "Ass"])
def test_parse_refuses_what_is_no_card(text: str) -> None:
    with pytest.raises(ValueError, match="no such card"):
        parse(text)


def test_blackjack_values_of_every_rank() -> None:
    expected = {rank: int(rank) for rank in "23456789"} | dict.fromkeys("TJQK", 10) | {"A": 11}
    for rank, suit in itertools.product(expected, "cdhs"):
        assert blackjack_value(parse(rank + suit)) == expected[rank]


@pytest.mark.parametrize(
    ("codes", "hard", "best", "text"),
    [
        ("", 0, 0, "0"),
        ("As 3c", 4, 14, "4/14"),
        ("As Kc", 11, 21, "21"),
        ("7h 7d 7c", 21, 21, "21"),
        ("As Ac 9d", 11, 21, "21"),
        ("As Ac", 2, 12, "2/12"),
        ("As Ac Ad Ah", 4, 14, "4/14"),
        ("Ks 2c", 12, 12, "12"),
        ("As Kc Ad", 12, 12, "12"),
        ("As 9c", 10, 20, "10/20"),
        ("As 9c Ah Kd", 21, 21, "21"),
        ("As Kc Kd Ah", 22, 22, "22"),
        ("Ts Jc Qd", 30, 30, "30"),
        ("As 2c 8d", 11, 21, "21"),
        ("As 2c 9d", 12, 12, "12"),
    ],
)
def test_totals_and_how_they_are_shown(codes: str, hard: int, best: int, text: str) -> None:
    assert hand_totals(faces(codes)) == (hard, best)
    assert shown(faces(codes)) == text


def test_best_total_is_the_best_of_all_ways_to_count_the_aces() -> None:
    ranks = [parse(rank + "s") for rank in "A2589K"]
    for size in range(1, 5):
        for hand in itertools.combinations_with_replacement(ranks, size):
            aces = hand.count(parse("As"))
            others = sum(blackjack_value(face) for face in hand) - 11 * aces
            ways = [others + aces + 10 * high for high in range(aces + 1)]
            best = max((total for total in ways if total <= 21), default=min(ways))
            assert hand_totals(hand) == (min(ways), best)


def test_slots_survive_json_with_their_kind() -> None:
    slots: tuple[Slot, ...] = (Card(3, 51), Sealed(4))
    data = msgspec.json.encode(slots)
    assert data == b'[["c",3,51],["s",4]]'
    assert msgspec.json.decode(data, type=tuple[Slot, ...]) == slots
