"""Seed 002, Winning the match; rules.md, Twenty-One (Polish): rounds for points, without any cards."""

from __future__ import annotations

from typing import Any, Self

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from games.rules.actions import Go
from games.rules.contracts import HandOutcome, HandSetup, Line
from games.rules.errors import NotLegal, NotYourTurn
from games.rules.formats.rounds import ROUNDS_FOR_POINTS as ROUNDS
from games.rules.given import GivenChance

ALICE, BOB, CHARLIE, DORA, NOBODY = 0, 1, 2, 3, -1
LETTERS = {"A": ALICE, "B": BOB, "C": CHARLIE, "D": DORA, "-": NOBODY}


class Playing:
    """A match of rounds: who gets the point of each."""

    def __init__(self, seats: int = 3, rounds: int = 5, first: int = ALICE) -> None:
        options = {"rounds": rounds, "first_button": first}
        self.match = ROUNDS.start(seats, options, GivenChance([]))
        self.setups: list[HandSetup] = []

    def deal(self) -> HandSetup:
        setup = ROUNDS.next_hand(self.match, 0)
        assert setup is not None
        setup = replace(setup, hand_number=len(self.setups) + 1)
        self.setups.append(setup)
        self.match, effects = ROUNDS.deal(self.match, setup)
        assert effects == ()
        return setup

    def end(self, winner: int) -> Self:
        setup = self.setups[-1]
        lines = tuple(Line(seat, 0, int(seat == winner)) for seat in setup.seats)
        outcome = HandOutcome(reason="showdown", lines=lines)
        self.match, effects = ROUNDS.record(self.match, setup, outcome)
        assert effects == ()
        return self

    def play(self, winners: str) -> Self:
        """``AB-``: a round for Alice, one for Bob, one for nobody."""
        for letter in winners:
            self.deal()
            self.end(LETTERS[letter])
        return self

    def leave(self, *seats: int, in_hand: bool = False) -> Self:
        for seat in seats:
            self.match, effects = ROUNDS.withdraw(self.match, seat, "left", in_hand=in_hand)
            assert effects == ()
        return self

    @property
    def over(self) -> tuple[str, tuple[int, ...]] | None:
        result = ROUNDS.result(self.match)
        return None if result is None else (result.reason, result.winners)

    @property
    def view(self) -> Any:
        return ROUNDS.view(self.match, 0)

    @property
    def firsts(self) -> list[int]:
        return [setup.button for setup in self.setups]


# --- rounds ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rounds", [3, 5, 7, 10])
def test_most_points_after_the_last_round_win(rounds: int) -> None:
    """Alice has one point, and nobody else any, until the last round."""
    playing = Playing(rounds=rounds).play("-" * (rounds - 1))
    assert playing.over is None
    assert playing.view.rounds_left == 1
    assert playing.play("A").over == ("points", (ALICE,))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_first_seat_moves_on_each_round(seats: int) -> None:
    playing = Playing(seats, rounds=7, first=1).play("-" * 6)
    assert playing.firsts == [(1 + nth) % seats for nth in range(6)]
    assert all(setup.seats == tuple(range(seats)) for setup in playing.setups)


def test_first_seat_of_the_match_is_drawn_unless_set() -> None:
    drawn = ROUNDS.start(4, {"rounds": 3}, GivenChance([], {("first", 0): DORA}))
    assert drawn.first == DORA
    assert Playing(4, first=CHARLIE).match.first == CHARLIE


def test_score_and_history_are_public() -> None:
    view = Playing().play("A-B").view
    assert (view.points, view.history) == ((1, 1, 0), (ALICE, NOBODY, BOB))
    assert (view.rounds, view.rounds_left, view.extra, view.tied) == (5, 2, 0, ())


# --- the early end -----------------------------------------------------------------------------------------


def test_five_rounds_are_over_after_the_fourth_at_three_to_one() -> None:
    """The seed's match: 3:1:0 after four of five."""
    playing = Playing().play("BAB")
    assert playing.over is None
    assert playing.play("B").over == ("points", (BOB,))
    assert ROUNDS.next_hand(playing.match, 0) is None


def test_two_to_one_to_one_after_four_of_five_is_played_on() -> None:
    """One who wins the last round is level with the leader."""
    playing = Playing().play("AABC")
    assert playing.over is None
    assert playing.play("-").over == ("points", (ALICE,))


def test_who_can_still_be_level_keeps_the_match_open() -> None:
    assert Playing(2, rounds=3).play("A").over is None
    assert Playing(2, rounds=3).play("AA").over == ("points", (ALICE,))
    assert Playing(2, rounds=3).play("A-").over is None
    assert Playing(2, rounds=10).play("AAAAA").over is None
    assert Playing(2, rounds=10).play("AAAAAA").over == ("points", (ALICE,))


def test_a_record_after_the_end_changes_nothing() -> None:
    playing = Playing(2, rounds=3).play("AA")
    before = playing.match
    assert playing.end(BOB).match is before


# --- extra rounds ------------------------------------------------------------------------------------------


def test_level_at_the_top_plays_one_extra_round_of_those_only() -> None:
    playing = Playing().play("ABAB-")
    assert playing.over is None
    assert (playing.view.tied, playing.view.extra, playing.view.rounds_left) == ((ALICE, BOB), 1, 0)
    assert playing.deal().seats == (ALICE, BOB)
    assert playing.view.extra == 1
    assert playing.end(BOB).over == ("points", (BOB,))
    assert playing.view.points == (2, 3, 0)


def test_extra_rounds_go_on_until_the_tie_is_broken() -> None:
    playing = Playing(4, rounds=3).play("ABC")
    assert playing.view.tied == (ALICE, BOB, CHARLIE)
    playing.play("--")
    assert playing.over is None
    assert playing.view.extra == 3
    assert playing.play("C").over == ("points", (CHARLIE,))
    assert playing.view.extra == 3


def test_a_match_without_any_point_is_a_tie_of_all() -> None:
    playing = Playing(4, rounds=3).play("---")
    assert playing.view.tied == (ALICE, BOB, CHARLIE, DORA)
    assert playing.play("D").over == ("points", (DORA,))


def test_first_seat_moves_on_among_the_tied() -> None:
    """Three rounds end with Charlie first; the next in turn who is level is Alice, then Bob."""
    playing = Playing(4, rounds=3).play("AB-").play("--")
    assert playing.firsts == [ALICE, BOB, CHARLIE, ALICE, BOB]


# --- players who leave -------------------------------------------------------------------------------------


def test_last_one_left_wins_whatever_the_points() -> None:
    assert Playing(2).play("A").leave(ALICE).over == ("last_standing", (BOB,))
    playing = Playing(4).play("A").leave(ALICE, BOB)
    assert playing.over is None
    assert playing.leave(DORA).over == ("last_standing", (CHARLIE,))


def test_others_play_on_without_a_seat_that_left() -> None:
    playing = Playing(4, rounds=5, first=BOB).leave(CHARLIE)
    assert playing.play("-").setups[0].seats == (ALICE, BOB, DORA)
    assert playing.play("-").firsts == [BOB, DORA]
    assert playing.view.out == (False, False, True, False)


def test_points_of_who_left_do_not_count() -> None:
    """Alice goes between two rounds: Bob is the one whom nobody can reach."""
    playing = Playing(3, rounds=7).play("ABABB-")
    assert playing.over is None
    assert playing.leave(ALICE).over == ("points", (BOB,))


def test_leaving_in_mid_round_waits_for_its_result() -> None:
    playing = Playing(3, rounds=7).play("ABABB-")
    playing.deal()
    assert playing.leave(ALICE, in_hand=True).over is None
    assert playing.end(CHARLIE).over == ("points", (BOB,))


def test_last_of_the_tied_wins() -> None:
    playing = Playing(4, rounds=3).play("AB-")
    assert playing.leave(BOB).over == ("last_standing", (ALICE,))


def test_four_seats_with_two_leaving_in_a_tiebreak() -> None:
    """Three are level; one who is level leaves in mid-round, then the one who is not; two play it out."""
    playing = Playing(4, rounds=3).play("ABC")
    playing.deal()
    playing.leave(BOB, in_hand=True).leave(DORA)
    assert playing.over is None
    assert playing.end(NOBODY).over is None
    assert playing.deal().seats == (ALICE, CHARLIE)
    assert playing.end(CHARLIE).over == ("points", (CHARLIE,))


def test_two_of_four_tied_leaving_in_a_tiebreak() -> None:
    playing = Playing(4, rounds=3).play("---")
    playing.deal()
    playing.leave(ALICE, in_hand=True).end(NOBODY)
    assert playing.deal().seats == (BOB, CHARLIE, DORA)
    playing.leave(CHARLIE, in_hand=True).end(BOB)
    assert playing.over == ("points", (BOB,))


def test_leaving_twice_or_after_the_end_changes_nothing() -> None:
    playing = Playing(3).leave(BOB)
    before = playing.match
    assert playing.leave(BOB).match is before
    playing = Playing(2, rounds=3).play("AA")
    before = playing.match
    assert playing.leave(ALICE).match is before


# --- called off, refused -----------------------------------------------------------------------------------


def test_called_off_nobody_wins() -> None:
    playing = Playing().play("A")
    playing.match, effects = ROUNDS.call_off(playing.match, "void")
    assert (playing.over, effects) == (("void", ()), ())
    before = playing.match
    assert ROUNDS.call_off(before, "mutual") == (before, ())


@pytest.mark.parametrize(
    ("seats", "rounds", "first"), [(1, 3, 0), (5, 3, 0), (2, 0, 0), (3, 5, 3), (3, 5, -2)]
)
def test_wrong_matches_cannot_start(seats: int, rounds: int, first: int) -> None:
    with pytest.raises(ValueError):
        Playing(seats, rounds, first)


def test_nobody_joins_or_is_asked_anything() -> None:
    playing = Playing()
    assert ROUNDS.to_act(playing.match) == ()
    with pytest.raises(NotLegal):
        ROUNDS.sit(playing.match, ALICE)
    with pytest.raises(NotYourTurn):
        ROUNDS.apply_action(playing.match, ALICE, Go())


@given(
    seats=st.integers(2, 4),
    rounds=st.sampled_from([3, 5, 7, 10]),
    story=st.lists(st.tuples(st.integers(-1, 3), st.integers(0, 9)), min_size=40, max_size=40),
)
def test_a_match_ends_with_one_winner_who_is_there(
    seats: int, rounds: int, story: list[tuple[int, int]]
) -> None:
    """Any results and any leaving; at last somebody wins a round. A winner by points has the most of all there."""
    playing = Playing(seats, rounds)
    for winner, event in story:
        if playing.over is not None:
            break
        in_round = playing.deal().seats
        if event < seats:
            playing.leave(event, in_hand=event in in_round)
        if playing.over is None:
            able = [seat for seat in in_round if not playing.match.out[seat]]
            playing.end(winner if winner in able else NOBODY)
    while playing.over is None:
        in_round = playing.deal().seats
        playing.end(in_round[0])
    _, (winner,) = playing.over
    there = [seat for seat in range(seats) if not playing.match.out[seat]]
    assert winner in there
    points = playing.match.points
    level = playing.match.tied or there
    assert points[winner] == max(points[seat] for seat in level)
    assert sum(points) == sum(of != NOBODY for of in playing.match.history)
