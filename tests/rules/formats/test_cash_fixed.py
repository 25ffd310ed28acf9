"""Seed 000, Classic: Cash Game and Cash Game: Fixed Hands; rules.md, Classic: Fixed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.contracts import Fund, HandSetup, Pot, Refund, Settle
from games.rules.errors import NotLegal
from games.rules.formats.cash_fixed import CASH_FIXED
from games.rules.given import GivenChance
from tests.rules.books import Books
from tests.rules.formats.classic_matches import ALICE, BOB, Playing, outcome

WHOLE = Fund((ALICE, BOB), (1, 1))


def fixed(hands: int = 6, first: int = ALICE) -> Playing:
    return Playing(CASH_FIXED, hands, first)


def won(winner: int, hand: int, of: int = 6) -> Settle:
    """One hand's slices, less 1 %."""
    shares = (2, 0) if winner == ALICE else (0, 2)
    return Settle((Pot((1, 1), (ALICE, BOB), shares),), rake_bps=100, hand=hand, of=of)


# --- the hands -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("hands", [2, 4, 6, 10, 20])
def test_all_agreed_hands_are_played_whatever_the_score(hands: int) -> None:
    match = fixed(hands).play("A" * (hands - 1))
    assert match.over is None
    assert match.play("A").over == ("hands", (ALICE,))
    assert CASH_FIXED.next_hand(match.match, 0) is None


@pytest.mark.parametrize(
    ("winners", "ahead"), [("AABAB-", (ALICE,)), ("B-----", (BOB,)), ("------", ()), ("AB-BA-", ())]
)
def test_who_won_more_hands_is_ahead_and_there_is_no_overtime(winners: str, ahead: tuple[int, ...]) -> None:
    assert fixed().play(winners).over == ("hands", ahead)


def test_first_actor_alternates() -> None:
    assert fixed(first=BOB).play("AB-AB-").firsts == [BOB, ALICE] * 3


def test_score_and_history_are_public() -> None:
    view = fixed().play("A-B").view
    assert (view.hands, view.score, view.history, view.hands_left) == (6, (1, 1), (ALICE, -1, BOB), 3)
    assert view.forfeited == 0


@pytest.mark.parametrize("hands", [0, 1, 5, -6])
def test_odd_numbers_of_hands_and_none_are_faults(hands: int) -> None:
    with pytest.raises(ValueError, match="equally often"):
        fixed(hands)


def test_first_actor_of_the_match_is_drawn() -> None:
    assert CASH_FIXED.start(2, {"hands": 2}, GivenChance([], rolls={("first", 0): BOB})).first == BOB


# --- money, hand by hand ---------------------------------------------------------------------------------


def test_buy_in_is_paid_in_once_and_each_hand_settled_when_it_ends() -> None:
    match = fixed()
    match.deal()
    assert match.effects == [WHOLE]
    match = fixed().play("A")
    assert match.effects == [WHOLE, won(ALICE, 1)]
    match.play("B")
    assert match.effects == [WHOLE, won(ALICE, 1), won(BOB, 2)]


def test_tied_hand_gives_its_slices_back_without_rake() -> None:
    assert fixed().play("-").effects == [WHOLE, Refund("tied", hand=1, of=6)]


def test_two_buy_ins_of_600_over_six_hands_are_100_a_hand() -> None:
    """Seed 000's example in cents: 1,200 reserved, 100 of each in every hand; the winner gets 198, 2 are rake."""
    match = fixed()
    match.deal()
    books = Books((600, 600), same_currency=True).post(match.effects)
    assert books.held == (600, 600)
    match = fixed().play("A")
    books = Books((600, 600), same_currency=True).post(match.effects)
    assert books.held == (500, 500)
    assert books.free == {(ALICE, "A"): -600 + 198, (BOB, "A"): -600}
    assert books.rake == {"A": 2}


def test_won_units_are_free_at_once_and_the_rest_stays_locked() -> None:
    """7 units over 6 hands: 1, 1, 1, 1, 1, 2. Rake of 1 % of a pot of 1 unit is none."""
    match = fixed()
    books = Books((7, 1_000_003))
    posted = 0
    held = []
    for letter in "AB-ABA":
        match.play(letter)
        books.post(match.effects[posted:])
        posted = len(match.effects)
        held.append(books.held)
        books.check()
    assert held == [
        (6, 833_336),
        (5, 666_669),
        (4, 500_002),
        (3, 333_335),
        (2, 166_668),
        (0, 0),
    ]
    assert books.free[ALICE, "A"] == -7 + 1 + 1 + 1 + 2  # hands 1, 3 (tied), 4 and 6
    assert books.free[BOB, "A"] == 2  # hands 2 and 5
    # Of each of Bob's slices 1 %, rounded down: 1,666. Alice won hands 1, 4 and 6.
    assert books.free[ALICE, "B"] == 2 * (166_667 - 1_666) + 166_668 - 1_666
    assert books.rake == {"A": 0, "B": 5 * 1_666}


# --- endings ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("reason", ["forfeit", "gave_up"])
def test_who_forfeits_loses_the_unfinished_hand_and_all_that_remain(reason: str) -> None:
    """After hand 3 of 6, in the fourth; each as a won hand. Finished ones stay as they are."""
    match = fixed().play("B-B")
    match.deal()
    before = list(match.effects)
    match.withdraw(BOB, reason)
    assert match.over == (reason, (ALICE,))
    assert match.effects == [*before, won(ALICE, 4), won(ALICE, 5), won(ALICE, 6)]
    assert match.view.history == (BOB, -1, BOB, ALICE, ALICE, ALICE)
    assert (match.view.forfeited, match.view.hands_left, match.view.score) == (3, 0, (3, 2))


def test_who_forfeits_between_hands_loses_all_that_remain() -> None:
    match = fixed(4).play("AAA").withdraw(ALICE, in_hand=False)
    assert match.effects[-1:] == [won(BOB, 4, of=4)]
    assert match.over == ("forfeit", (BOB,)), "although Alice won more hands"


def test_who_forfeits_gets_nothing_back() -> None:
    match = fixed().play("A-B")
    match.deal()
    books = Books((600, 1_200)).post(match.withdraw(BOB).effects)
    assert books.held == (0, 0)
    books.check()
    # Alice: hands 1, 4, 5, 6 of Bob's 200 each less 2; her own 100 of hand 2 back, hand 3 lost.
    assert books.free[ALICE, "B"] == 4 * 198
    assert books.free[ALICE, "A"] == -600 + 4 * 99 + 100
    assert books.free[BOB, "B"] == -1_200 + 200 + 198
    assert books.free[BOB, "A"] == 99


@pytest.mark.parametrize("reason", ["mutual", "void"])
def test_called_off_match_gives_back_what_is_not_settled(reason: str) -> None:
    """After two hands of six; finished hands stay."""
    match = fixed().play("AA")
    match.deal()
    match.call_off(reason)
    assert match.over == (reason, ())
    assert match.effects[-1] == Refund(reason)
    books = Books((600, 600), same_currency=True).post(match.effects)
    assert books.held == (0, 0)
    assert books.free == {(ALICE, "A"): -600 + 2 * 198 + 400, (BOB, "A"): -600 + 400}
    books.check()


def test_decided_match_stays_as_it_is() -> None:
    match = fixed(2).play("AB")
    decided, effects = match.match, list(match.effects)
    match.withdraw(ALICE).call_off("void")
    assert match.match is decided
    assert match.effects == effects
    setup = HandSetup(seats=(0, 1), button=0, stacks=(1, 1), forced=(1, 1))
    assert CASH_FIXED.record(decided, setup, outcome(BOB)) == (decided, ())


def test_nobody_sits_out_of_fixed_hands() -> None:
    with pytest.raises(NotLegal) as refused:
        CASH_FIXED.sit_out(fixed().match, ALICE, True)
    assert refused.value.code == "cannot_sit_out"


@given(
    units=st.tuples(st.integers(0, 10**9), st.integers(0, 10**9)),
    hands=st.sampled_from([2, 4, 6, 10, 20]),
    winners=st.text(alphabet="AB-", min_size=20, max_size=20),
    ending=st.sampled_from(["played", "forfeit", "mutual"]),
    until=st.integers(0, 19),
    same=st.booleans(),
)
def test_no_unit_is_lost_or_made(
    units: tuple[int, int], hands: int, winners: str, ending: str, until: int, same: bool
) -> None:
    match = fixed(hands).play(winners[: min(until, hands - 1)])
    match.deal()
    if ending == "forfeit":
        match.withdraw(BOB)
    elif ending == "mutual":
        match.call_off("mutual")
    else:
        match = fixed(hands).play(winners[:hands])
    books = Books(units, same_currency=same).post(match.effects)
    assert books.held == (0, 0)
    books.check()
