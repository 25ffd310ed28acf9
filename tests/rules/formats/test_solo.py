"""Round after round against the house (seed 001; rules.md, House Blackjack and leaderboard). Half-chips unless said."""

from __future__ import annotations

import pytest

from games.rules.actions import Bet, Double, Go, Hit, Insure, LeaveTable, Offer, Stand
from games.rules.commitments import DEALS_PER_TABLE
from games.rules.contracts import Fund, HandOutcome, Line, MatchResult, Pot, Settle
from games.rules.errors import Malformed, NotLegal, NotYourTurn, RulesError
from games.rules.formats.solo import SoloMatch
from games.rules.house_rows import SOLO
from tests.rules.formats.house_matches import HOUSE, LOST, NATURAL, WON, decks, house
from tests.rules.tables import ALICE, FRESH_SEED, SECOND, Table

DAY = 24 * 3_600 * SECOND


def offers(table: Table) -> tuple[Offer, ...]:
    prompt = table.seen_by(ALICE).prompt
    return () if prompt is None else prompt.legal


# --- the bet ------------------------------------------------------------------------------------------------


def test_match_begins_with_a_thousand_chips_and_the_question_for_a_bet() -> None:
    table = house()
    assert table.match.balance == 2_000
    assert offers(table) == (Offer("bet", 5, 1_000), Offer("leave"))
    assert table.seen_by(ALICE).prompt.source == "format"  # type: ignore[union-attr]
    assert (table.state.phase, table.state.hand_number) == ("between", 0)


@pytest.mark.parametrize("chips", [0, 4, -5, 1_001, 2_000_001])
def test_bet_below_five_or_above_the_balance_is_refused(chips: int) -> None:
    table = house(WON)
    before = table.state
    with pytest.raises(NotLegal) as refused:
        table.deal(chips)
    assert refused.value.code == "amount"
    assert table.state is before


def test_bet_is_two_million_at_most_however_much_there_is() -> None:
    table = house(WON, options={"bankroll": 2 * 3_000_000})
    assert offers(table)[0] == Offer("bet", 5, 2_000_000)
    with pytest.raises(NotLegal, match="amount"):
        table.deal(2_000_001)
    assert table.deal(2_000_000).hand.hands[0].bet == 4_000_000


def test_bet_is_taken_when_the_round_begins_and_decides_what_can_be_added() -> None:
    table = house(WON).deal(100)
    assert table.match.balance == 1_800
    assert table.hand.bankroll == 1_800
    assert table.effects == [Fund((ALICE,), (200,), hand=1)]


def test_only_one_round_is_open() -> None:
    table = house(WON).deal(100)
    with pytest.raises(Malformed):
        table.deal(100)


def test_bet_needs_a_seed_of_its_own() -> None:
    table = house(WON)
    for seed in ("", "5e", "5E" * 32, "zz" * 32):
        with pytest.raises(Malformed) as refused:
            table.act(ALICE, Bet(5), seed=seed)
        assert refused.value.code == "bad_seed"
    assert table.state.hand_number == 0


def test_seed_is_taken_with_a_bet_only() -> None:
    table = house(WON).deal(5)
    with pytest.raises(Malformed, match="bad_seed"):
        table.act(ALICE, Stand(), seed=FRESH_SEED)


def test_every_round_has_a_shoe_of_its_own_shuffled_with_the_seed_of_its_bet() -> None:
    table = house(WON, LOST)
    assert (table.state.deal, table.state.contributions[0].seed) == (1, "41" * 32)
    table.deal(5)
    assert (table.state.deal, table.state.contributions[0].seed) == (2, FRESH_SEED)
    assert table.hand.first_card == 0
    table.act(ALICE, Stand()).at(1 * SECOND).tick().act(ALICE, Bet(5), seed="0a" * 32)
    assert (table.state.deal, table.state.contributions[0].seed) == (3, "0a" * 32)
    assert table.hand.first_card == 0


# --- the end of a round -------------------------------------------------------------------------------------


def test_win_returns_twice_the_bet() -> None:
    table = house(WON).deal(100).act(ALICE, Stand())
    assert table.match.balance == 2_200
    assert table.effects[-1] == Settle((Pot((200,), (ALICE,), (400,)),), hand=1)


def test_natural_on_five_chips_returns_twelve_and_a_half() -> None:
    table = house(NATURAL).deal(5)
    assert table.match.balance == 2_000 - 10 + 25
    assert table.effects == [
        Fund((ALICE,), (10,), hand=1),
        Settle((Pot((10,), (ALICE,), (25,)),), hand=1),
    ]


def test_extra_bet_is_paid_in_for_its_hand_by_itself() -> None:
    """18 doubled to 20 against 19: a second 100 chips, four hundred back."""
    table = house("Th 9c 8d Tc 2s").deal(100).act(ALICE, Double())
    assert table.effects == [
        Fund((ALICE,), (200,), hand=1),
        Fund((ALICE,), (200,), hand=1, extra=200),
        Settle((Pot((400,), (ALICE,), (800,)),), hand=1),
    ]
    assert table.match.balance == 2_400


def test_half_a_chip_stays_in_the_balance_and_cannot_be_bet() -> None:
    table = house(NATURAL, WON).deal(5).at(1 * SECOND).tick()
    assert table.match.balance == 2_015
    assert offers(table)[0] == Offer("bet", 5, 1_007)


def test_round_takes_a_second_at_least() -> None:
    """The result stands for a second; nobody is asked before, and it cannot be skipped."""
    table = house(NATURAL).deal(5)
    assert (offers(table), table.next_due()) == ((), 1 * SECOND)
    with pytest.raises(NotLegal, match="nothing_to_skip"):
        table.skip(ALICE)
    with pytest.raises(NotYourTurn):
        table.at(999).deal(5)
    assert table.at(1 * SECOND).tick().asked() == (ALICE,)


def test_without_a_clock_the_next_bet_is_asked_for_at_once() -> None:
    assert house(NATURAL, clock=0).deal(5).asked() == (ALICE,)


def test_who_looks_at_the_match_sees_balance_rounds_and_the_last_bet() -> None:
    seen = house(LOST).deal(100).act(ALICE, Stand()).seen_by(ALICE).match
    assert (seen.balance, seen.rounds, seen.last_bet, seen.practice) == (1_800, 1, 200, True)


# --- out of chips -------------------------------------------------------------------------------------------


def test_practice_lends_another_thousand_below_five_chips() -> None:
    table = house(LOST, WON).deal(996).act(ALICE, Stand()).at(1 * SECOND).tick()
    assert table.match.balance == 8
    assert offers(table) == (Offer("go"), Offer("leave"))
    assert table.act(ALICE, Go()).match.balance == 2_008
    assert offers(table)[0] == Offer("bet", 5, 1_004)
    with pytest.raises(NotLegal):
        table.act(ALICE, Go())


def test_five_chips_are_enough_to_go_on() -> None:
    table = house(LOST).deal(995).act(ALICE, Stand()).at(1 * SECOND).tick()
    assert offers(table) == (Offer("bet", 5, 5), Offer("leave"))


def test_money_from_outside_is_not_lent() -> None:
    table = house(options={"bankroll": 9})
    assert offers(table) == (Offer("leave"),)
    assert table.seen_by(ALICE).match.practice is False


# --- money that lies outside --------------------------------------------------------------------------------


def test_balance_is_counted_anew_between_rounds_and_the_decision_stays_the_same() -> None:
    table = house(WON, options={"bankroll": 9})
    token = table.token(ALICE)
    table.bankroll(2_009)
    assert offers(table)[0] == Offer("bet", 5, 1_004)
    assert table.token(ALICE) == token


def test_balance_that_is_counted_anew_in_a_round_lacks_what_is_in_play() -> None:
    """2,000 less 100 chips less as many for the double, and 10 more from elsewhere: 1,610 outside. 400 chips come."""
    table = house("Th 9c 8d Tc 2s", options={"bankroll": 2_000}).deal(100)
    table.bankroll(1_810)
    assert table.match.balance == 1_810
    assert table.act(ALICE, Double()).match.balance == 1_810 - 200 + 800


def test_insured_round_keeps_count_of_what_it_drew_when_the_balance_is_told() -> None:
    table = house("Th Ac 9d 7c", options={"bankroll": 2_000}).deal(100).act(ALICE, Insure())
    assert table.bankroll(1_700).match.balance == 1_800
    assert table.act(ALICE, Stand()).match.balance == 2_000 - 200 - 100 + 400


def test_balance_is_told_before_the_first_bet_is_asked_for() -> None:
    table = Table(decks(WON)).begin(HOUSE, mode="practice", options={"bankroll": 8}).bankroll(2_008)
    table.back(ALICE).digest(ALICE).reveal(ALICE)
    assert table.match.balance == 2_008


def test_practice_has_no_money_outside() -> None:
    with pytest.raises(NotLegal, match="no_bankroll"):
        house().bankroll(5_000)


@pytest.mark.parametrize("amount", [-1, -(2**62)])
def test_nobody_has_less_than_nothing(amount: int) -> None:
    with pytest.raises(RulesError):
        house(options={"bankroll": amount})
    with pytest.raises(Malformed, match="amount"):
        house(options={"bankroll": 9}).bankroll(amount)


# --- leaving ------------------------------------------------------------------------------------------------


def test_leaving_between_rounds_costs_nothing() -> None:
    for table in (house().leave(ALICE), house().act(ALICE, LeaveTable())):
        assert table.state.result == MatchResult("left")
        assert table.match.balance == 2_000
        assert table.effects == []


def test_leaving_in_a_round_loses_all_its_bets() -> None:
    table = house("Th 9c 6d Tc 2s").deal(100).act(ALICE, Hit()).leave(ALICE)
    assert table.state.result == MatchResult("left")
    assert table.effects[-1] == Settle((Pot((200,), (ALICE,), (0,)),), hand=1)
    assert table.match.balance == 1_800
    assert table.state.outcome is not None
    assert table.state.outcome.reason == "forfeit"


def test_lost_connection_costs_nothing_and_the_round_waits() -> None:
    table = house(WON).deal(100).lose(ALICE).at(DAY - 1).tick()
    assert (table.state.phase, table.state.paused_at) == ("hand", None)
    assert table.back(ALICE, "conn-9").act(ALICE, Stand()).match.balance == 2_200


def test_round_that_is_untouched_for_a_day_is_lost() -> None:
    table = house("Th 9c 2d Tc 2s").deal(100).at(5 * SECOND).act(ALICE, Hit()).lose(ALICE)
    assert table.next_due() == 5 * SECOND + DAY
    table.at(5 * SECOND + DAY).tick()
    assert table.effects[-1] == Settle((Pot((200,), (ALICE,), (0,)),), hand=1)
    assert table.state.outcome is not None
    assert table.state.outcome.reason == "forfeit"


def test_match_without_a_bet_for_a_day_is_left() -> None:
    assert house().at(DAY).tick().state.result == MatchResult("left")


def test_void_gives_the_bets_of_an_open_round_back() -> None:
    table = house("Th 9c 8d Tc").deal(100).void()
    assert table.state.result == MatchResult("void")
    assert (table.effects[-1].reason, table.effects[-1].hand) == ("void", 1)  # type: ignore[union-attr]


def test_void_between_rounds_moves_nothing() -> None:
    assert house(NATURAL).deal(5).void().effects[-1] == Settle((Pot((10,), (ALICE,), (25,)),), hand=1)


def test_journal_replays_to_the_same_state() -> None:
    table = house(WON, NATURAL).deal(100).act(ALICE, Stand()).at(2 * SECOND).tick().deal(7)
    assert table.replayed() == table.state


# --- as many rounds as there are shoes ------------------------------------------------------------------------


def test_match_is_over_after_a_thousand_rounds() -> None:
    setup = SOLO.next_hand(SoloMatch(balance=2_000, outside=True, bet=10), 0)
    assert setup is not None
    lost = HandOutcome(reason="showdown", lines=(Line(0, 10, 0, ("lost",)),), pots=(Pot((10,), (0,), (0,)),))
    played = [
        SOLO.record(SoloMatch(balance=1_990, outside=True, bet=10, in_play=True, rounds=of), setup, lost)[
            0
        ].result
        for of in (998, 999)
    ]
    assert played == [None, MatchResult("hands")]


def test_table_has_a_shoe_for_each_of_them_and_for_the_beginning() -> None:
    assert SOLO.most_rounds + 1 < DEALS_PER_TABLE
