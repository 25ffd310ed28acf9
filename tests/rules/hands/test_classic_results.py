"""Seed 000, Classic BlackJack: Winning a hand. Totals worked out by hand."""

from __future__ import annotations

import pytest

from games.rules.contracts import Line, Pot
from tests.rules.playing import ALICE, BOB, deal_classic

NOBODY = -1


def shown_down(alice: str, bob: str, first: int = ALICE) -> tuple[int, int]:
    """Net of both when each has exactly these cards."""
    own, other = (alice.split(), bob.split()) if first == ALICE else (bob.split(), alice.split())
    start = [own[0], other[0], own[1], other[1]]
    playing = deal_classic(" ".join([*start, *own[2:], *other[2:]]), first=first)
    for seat, cards in ((first, own), (1 - first, other)):
        name = "Alice" if seat == ALICE else "Bob"
        for _ in cards[2:]:
            playing.play(f"{name} hit")
        playing.play(f"{name} stand")
    return playing.net


@pytest.mark.parametrize(
    ("alice", "bob", "winner"),
    [
        ("Tc 9c", "Td 8d", ALICE),  # 19 beats 18
        ("Tc 8c", "Td 9d", BOB),
        ("2c 2d", "2h 3h", BOB),  # 4 and 5
        ("Ac Kc", "Td Qd", ALICE),  # 21 beats 20
        ("2c 3c", "Td 6d 6h", ALICE),  # 5 beats 22: any total at or below 21 beats one over it
        ("Tc 6c 5c", "Td 9d 3d", ALICE),  # 21 beats 22
        ("Tc 6c 6h", "Td 9d 7d", ALICE),  # 22 beats 26
        ("Tc 9c 7h", "Td 6d 6s", BOB),
        ("Tc 9c", "9d Td", NOBODY),  # 19 and 19
        ("Tc 6c 6h", "Td 9d 3d", NOBODY),  # 22 and 22
        ("Ac Kc", "7d 7h 7s", NOBODY),  # a natural is 21 like any other
        ("Ac 8c", "Td 9d", NOBODY),  # soft 19
        ("Ac 8c 5d", "Td 5h", BOB),  # 14: the ace counts 1 where 11 would pass 21
        ("Ac Ad 9c", "Td Kd", ALICE),  # A+A+9 is 21
    ],
)
@pytest.mark.parametrize("first", [ALICE, BOB])
def test_who_wins(alice: str, bob: str, winner: int, first: int) -> None:
    """Whoever acts first."""
    net = {NOBODY: (0, 0), ALICE: (1, -1), BOB: (-1, 1)}
    assert shown_down(alice, bob, first) == net[winner]


def test_winner_gets_both_values() -> None:
    outcome = deal_classic("Tc Td 9c 8d").play("Alice stand, Bob stand").outcome
    assert outcome.lines == (Line(ALICE, 1, 2, ("won",)), Line(BOB, 1, 0, ("lost",)))
    assert outcome.pots == (Pot((1, 1), (ALICE, BOB), (2, 0)),)
    assert outcome.carry == ()


def test_tied_hand_gives_both_their_own_back() -> None:
    playing = deal_classic("Tc Td 9c 9d").play("Alice stand, Bob stand")
    assert playing.outcome.lines == (Line(ALICE, 1, 1, ("tied",)), Line(BOB, 1, 1, ("tied",)))
    assert playing.outcome.pots == (Pot((1, 1), (ALICE, BOB), (1, 1)),)
    assert playing.said()[-1] == ("tied_hand", NOBODY, 0, -1)


def test_seat_whose_every_decision_was_the_clocks_is_marked() -> None:
    """rules.md, Classic: Unlimited. Bob took a card himself before his time ran out."""
    playing = deal_classic("Tc 2d 9c 3d 4h").expire().play("Bob hit").expire()
    flags = [line.flags for line in playing.outcome.lines]
    assert flags == [("won", "clock"), ("lost",)]


def test_who_stands_himself_is_not_marked() -> None:
    playing = deal_classic("Tc Td 9c 9d").play("Alice stand").expire()
    assert [line.flags for line in playing.outcome.lines] == [("tied",), ("tied", "clock")]
