"""Seed 000, Blackjack basics and Winning the hand, as both two-player games compare."""

from __future__ import annotations

import pytest

from games.rules.cards import Card, Sealed, parse
from games.rules.hands.comparison import best_total, may_hit, opened, readout, strength, winning_seats


def cards(codes: str) -> tuple[Card, ...]:
    return tuple(Card(position, parse(text)) for position, text in enumerate(codes.split()))


@pytest.mark.parametrize(
    ("codes", "best", "shown"),
    [
        ("As 3d", 14, "4/14"),
        ("As Kd", 21, "21"),
        ("As As", 12, "2/12"),
        ("As As 9c", 21, "21"),
        ("As 6d Kc", 17, "17"),
        ("As Kd Qc", 21, "21"),
        ("Jc Qd Kh", 30, "30"),
        ("2c 9d", 11, "11"),
        ("As", 11, "1/11"),
        ("Td 9c 3s", 22, "22"),
    ],
)
def test_total_counts_an_ace_the_stronger_way(codes: str, best: int, shown: str) -> None:
    """Pictures are ten; an ace is one or eleven, whichever is stronger; 21 is shown alone."""
    assert best_total(cards(codes)) == best
    assert readout(cards(codes)) == shown


@pytest.mark.parametrize(
    ("alice", "bob", "winners"),
    [
        (20, 19, (0,)),
        (4, 22, (0,)),
        (22, 21, (1,)),
        (22, 26, (0,)),
        (30, 23, (1,)),
        (21, 21, (0, 1)),
        (24, 24, (0, 1)),
        (12, 12, (0, 1)),
    ],
)
def test_winner_is_nearest_to_21_and_under_it_before_over(
    alice: int, bob: int, winners: tuple[int, ...]
) -> None:
    """Higher up to 21 wins, any total up to 21 beats one over it, both over: the lower; equal: a tie."""
    assert winning_seats((alice, bob)) == winners


def test_strength_orders_all_totals_without_equal_places() -> None:
    """From the worst to the best: 31 down to 22, then 4 up to 21."""
    totals = [*range(31, 21, -1), *range(4, 22)]
    assert sorted(totals, key=strength) == totals
    assert len({strength(total) for total in totals}) == len(totals)


@pytest.mark.parametrize(
    ("codes", "allowed"),
    [
        ("As Kd", False),
        ("7c 7d 7h", False),
        ("Jc Qd Kh", True),
        ("9c 2d", True),
        ("As As As As 2c 2c 2c 2c 2c", True),
        ("As As As As 2c 2c 2c 2c 2c 2c", False),
        ("Kc Kc Kc Kc Kc Kc Kc Kc Kc Kc", False),
    ],
)
def test_hit_is_out_at_exactly_21_and_at_ten_cards_only(codes: str, allowed: bool) -> None:
    """Nine small cards (14) may still be added to, ten may not; over 21 it stays allowed."""
    assert may_hit(cards(codes)) is allowed


def test_sealed_card_is_an_error() -> None:
    with pytest.raises(ValueError, match="position 7 is sealed"):
        opened(Sealed(7))
    assert opened(Card(7, 3)) == Card(7, 3)
