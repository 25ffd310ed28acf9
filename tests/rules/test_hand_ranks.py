"""Ranking of poker hands: how many of each kind there are, what beats what, and names as data."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, combinations_with_replacement, groupby, pairwise
from math import comb

import pytest
from pokerkit import StandardHighHand

from games.rules.cards import RANKS, code, parse
from games.rules.hand_ranks import CATEGORIES, HandName, named, strength

ALL_FIVE_CARD_HANDS = {
    "straight_flush": 40,
    "four_of_a_kind": 624,
    "full_house": 3_744,
    "flush": 5_108,
    "straight": 10_200,
    "three_of_a_kind": 54_912,
    "two_pair": 123_552,
    "pair": 1_098_240,
    "high_card": 1_302_540,
}


def of(codes: str) -> int:
    return strength(parse(text) for text in codes.split())


def name(codes: str) -> tuple[str, str, str]:
    """(category, ranks, kickers) with ranks as letters."""
    said = named(of(codes))
    return (
        said.category,
        "".join(RANKS[rank] for rank in said.ranks),
        "".join(RANKS[rank] for rank in said.kickers),
    )


def in_different_suits(ranks: tuple[int, ...]) -> list[int]:
    """One hand of these ranks that is no flush."""
    faces: list[int] = []
    for rank, same in groupby(sorted(ranks)):
        faces += [suit * 13 + rank for suit, _ in enumerate(same)]
    if len(set(ranks)) == len(ranks):
        faces[0] += 13
    return faces


def test_all_five_card_hands_are_counted() -> None:
    """Each multiset of ranks stands for all its suits: four of them are flushes where the ranks differ."""
    counted: Counter[str] = Counter()
    for ranks in combinations_with_replacement(range(13), 5):
        times = Counter(ranks)
        if max(times.values()) > 4:
            continue
        ways = 1
        for count in times.values():
            ways *= comb(4, count)
        if len(times) == 5:
            counted[named(strength(ranks)).category] += 4
            ways -= 4
        counted[named(strength(in_different_suits(ranks))).category] += ways
    assert counted == ALL_FIVE_CARD_HANDS
    assert sum(counted.values()) == comb(52, 5)


def test_second_evaluator_orders_all_classes_of_five_cards_alike() -> None:
    """7,462 hands of different worth: every multiset of ranks, and the flush of it where the ranks differ."""
    classes: list[list[int]] = []
    for ranks in combinations_with_replacement(range(13), 5):
        if max(Counter(ranks).values()) <= 4:
            classes.append(in_different_suits(ranks))
        if len(set(ranks)) == 5:
            classes.append(list(ranks))
    assert len(classes) == 7_462
    classes.sort(key=strength)
    assert len({strength(faces) for faces in classes}) == 7_462
    theirs = [StandardHighHand("".join(map(code, faces))) for faces in classes]
    assert all(lower < higher for lower, higher in pairwise(theirs))


@pytest.mark.parametrize(
    ("codes", "expected"),
    [
        ("As Ks Qs Js Ts 2d 2c", ("straight_flush", "A", "")),
        ("5h 4h 3h 2h Ah Kh 9d", ("straight_flush", "5", "")),
        ("9c 9d 9h 9s Kc Kd 2s", ("four_of_a_kind", "9", "K")),
        ("Kc Kd Kh 5s 5d 5c 2h", ("full_house", "K5", "")),
        ("3c 3d 3h Qs Qd Jc Jh", ("full_house", "3Q", "")),
        ("Ah Jh 9h 4h 2h 3h Kd", ("flush", "AJ943", "")),
        ("Ac Kd Qh Js Tc Td Th", ("straight", "A", "")),
        ("Ac 2d 3h 4s 5c Kd Kh", ("straight", "5", "")),
        ("2c 3d 4h 5s 6c Ad Ks", ("straight", "6", "")),
        ("7c 7d 7h As Jd 4c 2h", ("three_of_a_kind", "7", "AJ")),
        ("Kc Kd 5h 5s 4c 4d Ah", ("two_pair", "K5", "A")),
        ("Kc Kd 5h 5s 4c 4d 3h", ("two_pair", "K5", "4")),
        ("8c 8d As Jd 4c 3h 2s", ("pair", "8", "AJ4")),
        ("Ac Jd 9h 7s 4c 3d 2h", ("high_card", "AJ974", "")),
    ],
)
def test_best_five_of_seven_are_named(codes: str, expected: tuple[str, str, str]) -> None:
    assert name(codes) == expected


def test_categories_beat_each_other_in_order() -> None:
    worst = ("7c 5d 4h 3s 2c", "2c 2d 5h 4s 3c", "3c 3d 2h 2s 4c", "2c 2d 2h 4s 3c", "Ac 2d 3h 4s 5c",
             "7c 5c 4c 3c 2c", "2c 2d 2h 3s 3c", "2c 2d 2h 2s 3c", "Ac 2c 3c 4c 5c")  # fmt: skip
    best = ("Ac Kd Qh Js 9c", "Ac Ad Kh Qs Jc", "Ac Ad Kh Ks Qc", "Ac Ad Ah Ks Qc", "Ac Kd Qh Js Tc",
            "Ac Kc Qc Jc 9c", "Ac Ad Ah Ks Kc", "Ac Ad Ah As Kc", "Ac Kc Qc Jc Tc")  # fmt: skip
    ladder = [of(codes) for pair in zip(worst, best, strict=True) for codes in pair]
    assert [named(value).category for value in ladder[::2]] == list(CATEGORIES)
    assert ladder == sorted(ladder)
    assert len(set(ladder)) == len(ladder)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("Ac Ad Kh 7s 3c", "As Ah Qh Js Tc"),
        ("Ac Ad Kh 7s 3c", "As Ah Kc 7d 2c"),
        ("2c 3d 4h 5s 6c", "Ac 2d 3h 4s 5c"),
        ("4c 4d 4h 2s 2c", "3c 3d 3h As Ac"),
        ("Ah Jh 9h 4h 3h", "Ac Jc 9c 4c 2c"),
        ("6c 6d 5h 5s 2c", "6h 6s 4h 4s Ac"),
    ],
)
def test_within_a_category_the_higher_card_decides(better: str, worse: str) -> None:
    assert of(better) > of(worse)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ac Kd Qh Js Tc 2d 2h", "Ad Ks Qh Js Tc 9d 3h"),
        ("Kc Kd 5h 5s Ac 4d 4h", "Ks Kh 5h 5s Ac 3d 2h"),
        ("Ah Kh Qh Jh 9h 8h 2c", "Ah Kh Qh Jh 9h 3h 2h"),
    ],
)
def test_cards_beyond_the_best_five_decide_nothing(one: str, other: str) -> None:
    assert of(one) == of(other)


def test_order_of_the_cards_does_not_matter() -> None:
    faces = [parse(text) for text in ["Kc", "Kd", "5h", "5s", "4c", "4d", "3h"]]
    rng = random.Random(3)
    for _ in range(20):
        rng.shuffle(faces)
        assert named(strength(faces)) == HandName("two_pair", (11, 3), (2,))


@pytest.mark.parametrize("cards", [5, 6, 7])
def test_seven_cards_are_worth_the_best_five_of_them(cards: int) -> None:
    rng = random.Random(cards)
    for _ in range(200):
        faces = rng.sample(range(52), cards)
        assert strength(faces) == max(strength(five) for five in combinations(faces, 5))


def test_second_evaluator_orders_sampled_hands_alike() -> None:
    """pokerkit's, over seven cards: the same board, two hands."""
    rng = random.Random(7)
    for _ in range(400):
        cards = rng.sample(range(52), 9)
        board = "".join(code(face) for face in cards[4:])
        ours = [strength(cards[at : at + 2] + cards[4:]) for at in (0, 2)]
        theirs = [
            StandardHighHand.from_game("".join(code(face) for face in cards[at : at + 2]), board)
            for at in (0, 2)
        ]
        assert (ours[0] > ours[1]) is (theirs[0] > theirs[1])
        assert (ours[0] == ours[1]) is (theirs[0] == theirs[1])
