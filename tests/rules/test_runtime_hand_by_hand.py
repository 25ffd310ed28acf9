"""Hands that are paid for one by one (rules.md, Classic: Unlimited): funding, budgets, endings."""

from __future__ import annotations

import pytest

from games.rules.actions import Go
from games.rules.contracts import Effect, Fund, Pot, Refund, Settle
from games.rules.errors import Malformed, NotLegal, RulesError
from tests.rules.classic_cards import classic_shoe, hand_for, open_shoe_for
from tests.rules.tables import ALICE, BOB, SECOND, Table

MINUTE = 60 * SECOND


@pytest.fixture
def table() -> Table:
    return Table(open_shoe_for([ALICE] * 20)).start("classic_unlimited")


def paid_in(hand: int) -> Effect:
    return Fund((ALICE, BOB), (1, 1), hand=hand)


def won_by_alice(hand: int) -> Effect:
    return Settle((Pot((1, 1), (ALICE, BOB), (2, 0)),), 100, hand=hand)


def over(table: Table) -> str:
    return table.state.result.reason if table.state.result is not None else ""


# --- paying in -------------------------------------------------------------------------------------------


def test_hand_is_paid_in_by_the_step_that_deals_it(table: Table) -> None:
    """The service refuses the step when it is not; then nothing of it has happened."""
    assert table.effects == [paid_in(1)]
    table.at(2 * SECOND).stand_out()
    assert table.effects == [paid_in(1), won_by_alice(1)]
    table.at(7 * SECOND).tick()
    assert table.effects == [paid_in(1), won_by_alice(1), paid_in(2)]


def test_first_hand_that_is_not_paid_in_ends_the_match_before_its_first_card() -> None:
    table = Table().at(0).begin("classic_unlimited").back(ALICE).back(BOB).digest(ALICE).digest(BOB)
    table.reveal(ALICE).not_funded(BOB, "insufficient_funds")
    assert over(table) == "not_funded"


def test_no_clock_runs_before_the_news_that_a_hand_was_not_paid_in(table: Table) -> None:
    """Else the hand would be dealt, and paid in, again."""
    table.at(2 * SECOND).stand_out().at(9 * SECOND).not_funded(-1, "no_fresh_quote")
    assert (table.state.phase, table.state.hand_number) == ("between", 1)
    assert table.next_due() == 19 * SECOND


def test_without_a_quote_nobody_is_charged_and_after_5_minutes_the_table_closes(table: Table) -> None:
    table.at(2 * SECOND).stand_out()
    tries = 0
    while not over(table):
        due = table.next_due()
        assert due is not None
        table.at(due).not_funded(-1, "no_fresh_quote")
        tries += 1
    assert over(table) == "no_quote"
    assert table.state.at == 100 * SECOND + 7 * SECOND + 5 * MINUTE
    assert tries == 31
    assert table.effects == [paid_in(1), won_by_alice(1)]


def test_either_may_leave_while_there_is_no_quote(table: Table) -> None:
    table.at(2 * SECOND).stand_out().at(7 * SECOND).not_funded(-1, "no_fresh_quote")
    assert table.seen_by(None).match.waits_for_quote
    table.at(16 * SECOND).leave(BOB)
    assert over(table) == "left"


def test_hand_comes_when_there_is_a_quote_again(table: Table) -> None:
    table.at(2 * SECOND).stand_out().at(7 * SECOND).not_funded(-1, "no_fresh_quote").at(17 * SECOND).tick()
    assert table.state.hand_number == 2
    assert table.effects[-1] == paid_in(2)


def test_wait_for_a_quote_stands_while_somebody_is_away(table: Table) -> None:
    table.at(2 * SECOND).stand_out().at(7 * SECOND).not_funded(-1, "no_fresh_quote")
    table.at(10 * SECOND).lose(BOB).at(40 * SECOND).tick().back(BOB)
    assert table.next_due() == 47 * SECOND


def test_retry_after_playing_on_asks_again_within_the_same_minute(table: Table) -> None:
    """Seed 000, Sitting out: 60 seconds to decide; who can't pay does not hold the table by asking to play on."""
    table.at(2 * SECOND).stand_out().at(7 * SECOND).not_funded(BOB, "insufficient_funds")
    table.at(20 * SECOND).act(BOB, Go()).not_funded(BOB, "insufficient_funds")
    assert table.due(BOB) == 67 * SECOND
    assert table.said("sits_out", "plays_on") == [("sits_out", BOB), ("plays_on", BOB), ("sits_out", BOB)]


def test_last_retry_does_not_outlive_the_minute_it_began_in(table: Table) -> None:
    table.at(2 * SECOND).stand_out().at(7 * SECOND).not_funded(BOB, "insufficient_funds")
    table.at(66 * SECOND).act(BOB, Go()).at(68 * SECOND).not_funded(BOB, "insufficient_funds").tick()
    assert table.state.result is not None
    assert table.state.result.reason == "left"


def test_minute_to_decide_is_a_new_one_after_the_next_deal(table: Table) -> None:
    table.at(2 * SECOND).stand_out().at(7 * SECOND).not_funded(BOB, "insufficient_funds")
    table.at(20 * SECOND).act(BOB, Go()).tick()
    assert table.state.hand_number == 2
    table.at(30 * SECOND).stand_out().at(35 * SECOND).not_funded(BOB, "insufficient_funds")
    assert table.due(BOB) == 95 * SECOND


def test_outage_moves_the_minute_that_is_kept(table: Table) -> None:
    table.at(2 * SECOND).stand_out().at(7 * SECOND).not_funded(BOB, "insufficient_funds")
    table.at(20 * SECOND).act(BOB, Go())
    table.stood_still(20 * SECOND, 50 * SECOND).at(51 * SECOND).not_funded(BOB, "insufficient_funds")
    assert table.due(BOB) == 97 * SECOND


def test_same_news_twice_changes_nothing_for_who_is_asked(table: Table) -> None:
    """Two processes may have tried to deal."""
    table.at(2 * SECOND).stand_out().at(7 * SECOND).not_funded(BOB, "insufficient_funds")
    prompts, logged = table.state.prompts, table.state.logged
    table.at(8 * SECOND).not_funded(BOB, "insufficient_funds")
    assert (table.state.prompts, table.state.logged) == (prompts, logged)


def test_news_about_another_hand_is_refused(table: Table) -> None:
    """It comes too late: that hand has been dealt after all, or is long over."""
    for hand in (None, 1, 0):
        with pytest.raises(NotLegal) as refused:
            table.not_funded(BOB, "insufficient_funds", hand=hand)
        assert refused.value.code == "seeds_closed"
    table.stand_out()
    for hand in (0, 1, 3):
        with pytest.raises(NotLegal):
            table.not_funded(BOB, "insufficient_funds", hand=hand)
    with pytest.raises(Malformed):
        table.not_funded(2, "insufficient_funds")


@pytest.mark.parametrize("key", ["tactical", "classic_series", "classic_fixed"])
def test_match_that_was_paid_in_as_a_whole_knows_no_such_news(key: str) -> None:
    table = Table(open_shoe_for([ALICE] * 4)).start(key)
    if key == "tactical":
        table.fold_out()
    else:
        table.stand_out()
    with pytest.raises(NotLegal):
        table.not_funded(BOB, "insufficient_funds")


def test_excluded_player_ends_the_match_after_the_hand(table: Table) -> None:
    table.at(2 * SECOND).stand_out().at(7 * SECOND).not_funded(BOB, "account_excluded")
    assert over(table) == "closed"
    assert table.effects == [paid_in(1), won_by_alice(1)]


# --- first actors ----------------------------------------------------------------------------------------


def test_first_actor_is_thrown_for_each_hand_with_the_hands_number() -> None:
    """Counter 1, 2, 3 of the label "first": so everybody can check it afterwards."""
    firsts = {1: BOB, 2: BOB, 3: ALICE}
    cards = " ".join(hand_for(ALICE, first) for first in firsts.values())
    table = Table(classic_shoe(cards, (0, *firsts.values()))).start("classic_unlimited")
    seen = []
    for _ in firsts:
        assert table.state.setup is not None
        seen.append(table.state.setup.button)
        assert table.asked() == (seen[-1],)
        assert table.hand.cards[seen[-1]][0].position == table.state.setup.first_card
        table.stand_out().skips()
    assert seen == [BOB, BOB, ALICE]
    assert table.said("hand")[:3] == [("hand", BOB), ("hand", BOB), ("hand", ALICE)]


# --- time away -------------------------------------------------------------------------------------------


def test_each_hand_brings_a_new_budget(table: Table) -> None:
    """Hand 1: 50 s away. Hand 2: 60 s again."""
    table.at(1 * SECOND).lose(BOB).at(51 * SECOND).back(BOB).stand_out().skips()
    table.lose(BOB)
    assert table.next_due() == 111 * SECOND


def test_budget_of_a_hand_goes_on_after_it(table: Table) -> None:
    """It is used up across absences until the next hand is dealt."""
    table.at(1 * SECOND).lose(BOB).at(51 * SECOND).back(BOB).stand_out().lose(BOB)
    assert table.next_due() == 61 * SECOND


def test_budget_used_up_in_a_hand_loses_that_hand_and_ends_the_match(table: Table) -> None:
    table.stand_out().skips().at(1 * SECOND).lose(BOB).at(61 * SECOND).tick()
    assert over(table) == "forfeit"
    assert table.state.result.winners == (ALICE,)  # type: ignore[union-attr]
    assert table.effects == [paid_in(1), won_by_alice(1), paid_in(2), won_by_alice(2)]


def test_budget_used_up_between_hands_closes_the_table_and_nobody_pays(table: Table) -> None:
    table.stand_out().at(1 * SECOND).lose(BOB).at(61 * SECOND).tick()
    assert over(table) == "away"
    assert table.state.result.winners == ()  # type: ignore[union-attr]
    assert table.effects == [paid_in(1), won_by_alice(1)]


def test_first_budget_used_up_between_hands_closes_the_table_though_the_other_is_away(table: Table) -> None:
    table.stand_out().at(1 * SECOND).lose(BOB).at(30 * SECOND).lose(ALICE).at(61 * SECOND).tick()
    assert over(table) == "away"


def test_both_budgets_used_up_in_a_hand_give_that_hand_back(table: Table) -> None:
    """Finished hands stay."""
    table.stand_out().skips().at(1 * SECOND).lose(BOB).at(2 * SECOND).lose(ALICE).at(70 * SECOND).tick()
    assert over(table) == "mutual"
    assert table.effects[2:] == [paid_in(2), Refund("mutual", hand=2)]


def test_budget_of_other_matches_is_for_the_whole_match() -> None:
    table = Table(open_shoe_for([ALICE] * 4)).start("classic_fixed")
    table.at(1 * SECOND).lose(BOB).at(51 * SECOND).back(BOB).stand_out().skips().lose(BOB)
    assert table.next_due() == 61 * SECOND


# --- giving up, voiding ----------------------------------------------------------------------------------


def test_giving_up_in_a_hand_loses_it(table: Table) -> None:
    table.give_up(BOB)
    assert over(table) == "gave_up"
    assert table.effects == [paid_in(1), won_by_alice(1)]


def test_giving_up_between_hands_is_leaving(table: Table) -> None:
    table.stand_out().give_up(BOB)
    assert over(table) == "left"
    assert len(table.effects) == 2


def test_staff_voids_the_hand_in_play_alone(table: Table) -> None:
    table.stand_out().skips().void()
    assert over(table) == "void"
    assert table.effects[2:] == [paid_in(2), Refund("void", hand=2)]


def test_outage_of_more_than_ten_minutes_voids_the_hand_in_play(table: Table) -> None:
    table.at(20 * MINUTE).stood_still(1 * SECOND, 12 * MINUTE)
    assert over(table) == "void"
    assert table.effects == [paid_in(1), Refund("void", hand=1)]


def test_replay_of_the_journal_is_the_state(table: Table) -> None:
    table.sit_out(BOB).at(2 * SECOND).stand_out().act(BOB, Go()).at(7 * SECOND)
    table.not_funded(-1, "no_fresh_quote").at(17 * SECOND).not_funded(ALICE, "above_consent")
    table.act(ALICE, Go()).tick().stand_out().leave(BOB)
    assert table.replayed() == table.state
    with pytest.raises(RulesError):
        table.leave(BOB)
