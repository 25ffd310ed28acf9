"""Seed 000, Classic: Winner Takes All; rules.md, Classic: Series."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.actions import Go
from games.rules.contracts import DRAWN, Fund, HandSetup, MatchResult, Pot, Refund, Settle
from games.rules.errors import NotLegal, NotYourTurn
from games.rules.formats.series import SERIES, SeriesMatch
from games.rules.given import GivenChance
from tests.rules.formats.classic_matches import ALICE, BOB, Playing, outcome

OPEN = None


def series(hands: int = 6, first: int = ALICE) -> Playing:
    return Playing(SERIES, hands, first)


def pot(winner: int) -> Settle:
    """Both stakes less 1 %."""
    return Settle((Pot((1, 1), (ALICE, BOB), (2, 0) if winner == ALICE else (0, 2)),), rake_bps=100)


# --- the agreed hands ------------------------------------------------------------------------------------


@pytest.mark.parametrize("hands", [2, 4, 6, 10, 20])
def test_who_wins_more_hands_wins_the_match(hands: int) -> None:
    half = hands // 2
    match = series(hands).play("A" * (half - 1) + "B" * (half - 1) + "-")
    assert match.over is OPEN
    assert match.play("B").over == ("hands", (BOB,))


@pytest.mark.parametrize(
    ("hands", "before", "last"),
    [
        (2, "A", "A"),  # 1-0 with one left is no end: it can be tied
        (4, "AA", "A"),  # 2-0 with two left; 3-0
        (4, "A-", "A"),  # 1-0 with two left; 2-0 with one
        (6, "AAA", "A"),
        (6, "AAAB", "A"),  # 3-1 with two left
        (10, "AAAAA", "A"),
        (20, "A" * 10, "A"),
    ],
)
def test_uncatchable_lead_ends_the_match(hands: int, before: str, last: str) -> None:
    """Only when the lead is greater than the hands left; an equal one can still be tied and is played on."""
    match = series(hands).play(before)
    assert match.over is OPEN
    assert match.play(last).over == ("hands", (ALICE,))
    assert SERIES.next_hand(match.match, 0) is None


@pytest.mark.parametrize("winners", ["AA", "BB", "A--", "AAB-", "AABA"])
def test_lead_equal_to_the_hands_left_is_played_on(winners: str) -> None:
    """Of four hands: 2-0 with two left; 1-0 with one; of six: 2-1 with two left and 3-1 with two."""
    assert series(6 if len(winners) == 4 else 4).play(winners).over is OPEN


def test_tied_hand_awards_no_point() -> None:
    match = series().play("--A")
    assert match.view.score == (1, 0)
    assert match.view.history == (-1, -1, ALICE)
    assert match.view.hands_left == 3


def test_first_actor_alternates_after_every_hand() -> None:
    """Tied ones and overtime too, so both act first equally often."""
    match = series(4).play("AB--").play("--AB")
    assert match.firsts == [ALICE, BOB] * 4


@pytest.mark.parametrize("drawn", [ALICE, BOB])
def test_first_actor_of_the_match_is_drawn(drawn: int) -> None:
    chance = GivenChance([], rolls={("first", 0): drawn})
    assert SERIES.start(2, {"hands": 2}, chance).first == drawn
    assert SERIES.start(2, {"hands": 2, "first_button": DRAWN}, chance).first == drawn


@pytest.mark.parametrize("first", [ALICE, BOB])
def test_rematch_begins_with_the_seat_it_is_given(first: int) -> None:
    setup = SERIES.next_hand(series(first=first).match, 0)
    assert setup == HandSetup(seats=(0, 1), button=first, stacks=(1, 1), forced=(1, 1))


@pytest.mark.parametrize("hands", [0, -2, 1, 3, 7])
def test_odd_numbers_of_hands_and_none_are_faults(hands: int) -> None:
    with pytest.raises(ValueError, match="equally often"):
        series(hands)


@pytest.mark.parametrize(("seats", "first"), [(1, 0), (3, 0), (2, 2), (2, -2)])
def test_other_seats_are_faults(seats: int, first: int) -> None:
    with pytest.raises(ValueError, match="seat"):
        SERIES.start(seats, {"hands": 2, "first_button": first}, GivenChance([]))


# --- overtime --------------------------------------------------------------------------------------------


def test_tie_after_all_hands_leads_to_overtime_from_0_0() -> None:
    """The level score stands until the next cards."""
    match = series(4).play("ABAB")
    assert match.over is OPEN
    assert (match.view.overtime, match.view.score, match.view.hands_left) == (0, (2, 2), 0)
    match.play("A")
    assert (match.view.overtime, match.view.score, match.view.hands_left) == (1, (1, 0), 1)


@pytest.mark.parametrize("pair", ["AB", "BA", "--"])
def test_pair_that_is_level_is_cleared_and_repeated(pair: str) -> None:
    match = series(2).play("--").play(pair).play(pair)
    assert match.over is OPEN
    level = (pair.count("A"), pair.count("B"))
    assert (match.view.overtime, match.view.score, match.view.hands_left) == (2, level, 0)
    match.play("-")
    assert (match.view.overtime, match.view.score, match.view.hands_left) == (3, (0, 0), 1)


@pytest.mark.parametrize(("pair", "winner"), [("AA", ALICE), ("BB", BOB), ("-A", ALICE), ("B-", BOB)])
def test_more_wins_in_a_pair_win_the_match(pair: str, winner: int) -> None:
    """A tied hand and a win are enough."""
    assert series(2).play("AB").play(pair).over == ("hands", (winner,))


@pytest.mark.parametrize("first", ["A", "B", "-"])
def test_both_hands_of_a_pair_are_played(first: str) -> None:
    match = series(2).play("--").play(first)
    assert match.over is OPEN
    assert match.view.hands_left == 1


def test_points_of_earlier_pairs_do_not_count() -> None:
    """1-1, then 1-1, then one tie and one win of Bob's."""
    match = series(2).play("AB").play("AB").play("-B")
    assert match.over == ("hands", (BOB,))
    assert match.view.score == (0, 1)
    assert len(match.view.history) == 6


# --- money -----------------------------------------------------------------------------------------------


def test_both_stakes_are_paid_in_once_and_the_winner_gets_them_less_rake() -> None:
    """Nothing moves in between."""
    match = series(4).play("AB").play("AA")
    assert match.effects == [Fund((ALICE, BOB), (1, 1)), pot(ALICE)]


@pytest.mark.parametrize("loser", [ALICE, BOB])
@pytest.mark.parametrize("reason", ["forfeit", "gave_up"])
def test_who_leaves_loses_the_whole_match_whatever_the_score(loser: int, reason: str) -> None:
    match = series(4).play("A" if loser == ALICE else "B").withdraw(loser, reason)
    assert match.over == (reason, (1 - loser,))
    assert match.effects[1:] == [pot(1 - loser)]


@pytest.mark.parametrize("reason", ["mutual", "void"])
def test_called_off_match_gives_both_stakes_back(reason: str) -> None:
    match = series(4).play("AB").call_off(reason)
    assert match.over == (reason, ())
    assert match.effects[1:] == [Refund(reason)]


def test_decided_match_stays_as_it_is() -> None:
    match = series(2).play("AA")
    decided, effects = match.match, list(match.effects)
    setup = HandSetup(seats=(0, 1), button=0, stacks=(1, 1), forced=(1, 1))
    match.withdraw(ALICE).call_off("void")
    assert match.match is decided
    assert match.effects == effects
    assert SERIES.record(decided, setup, outcome(BOB)) == (decided, ())


def test_nobody_joins_sits_out_or_is_asked() -> None:
    match: SeriesMatch = series().match
    assert SERIES.to_act(match) == ()
    assert SERIES.legal_actions(match, ALICE) == ()
    assert SERIES.question(match, ALICE) == ""
    for refused in (
        lambda: SERIES.sit(match, ALICE),
        lambda: SERIES.sit_out(match, ALICE, True),
        lambda: SERIES.not_funded(match, ALICE, "insufficient_funds", 0),
    ):
        with pytest.raises(NotLegal):
            refused()
    with pytest.raises(NotYourTurn):
        SERIES.apply_action(match, ALICE, Go())
    with pytest.raises(NotYourTurn):
        SERIES.default_action(match, ALICE)


# --- properties ------------------------------------------------------------------------------------------


@given(st.sampled_from([2, 4, 6, 10, 20]), st.text(alphabet="AB-", min_size=60, max_size=60))
def test_match_ends_exactly_when_the_rest_cannot_change_or_tie_it(hands: int, winners: str) -> None:
    """The rest is tried out: could the trailing player, winning all that is left, still draw level?"""
    match = series(hands)
    for count, letter in enumerate(winners, 1):
        match.play(letter)
        if count <= hands:
            alice, bob = (winners[:count].count(who) for who in "AB")
            lead, left = abs(alice - bob), hands - count
            decided = lead - left > 0
            leader = ALICE if alice > bob else BOB
        else:
            pair = winners[hands + (count - hands - 1) // 2 * 2 : count]
            alice, bob = pair.count("A"), pair.count("B")
            decided = len(pair) == 2 and alice != bob
            leader = ALICE if alice > bob else BOB
        assert match.over == (("hands", (leader,)) if decided else None)
        if decided:
            assert match.match.result == MatchResult("hands", (leader,))
            return
