"""The three rows of Classic Blackjack (rules.md, table of products and Classic), and what a creator may choose."""

from __future__ import annotations

import pytest

from games.rules.actions import Bet
from games.rules.catalog import GAMES
from games.rules.classic_rows import CLASSIC_ROWS
from games.rules.contracts import MatchResult
from games.rules.errors import Malformed, RulesError
from tests.rules.classic_cards import open_shoe_for, shoe_for
from tests.rules.tables import ALICE, BOB, SECOND, Table

FIXED_LENGTH = ("classic_series", "classic_fixed")
every_key = pytest.mark.parametrize("key", [row.key for row in CLASSIC_ROWS])


def test_keys_and_titles() -> None:
    assert {row.key: row.title for row in CLASSIC_ROWS} == {
        "classic_series": "Classic Blackjack, Winner Takes All",
        "classic_fixed": "Classic Blackjack, Cash, Fixed Hands",
        "classic_unlimited": "Classic Blackjack, Cash, Unlimited Hands",
    }


def test_three_formats_over_one_hand_rule() -> None:
    assert len({row.hand for row in CLASSIC_ROWS}) == 1
    assert len({row.format for row in CLASSIC_ROWS}) == 3


@every_key
def test_two_seats_in_practice_and_for_a_stake(key: str) -> None:
    row = GAMES[key]
    assert (row.min_seats, row.max_seats) == (2, 2)
    assert {"practice", "stake"} <= set(row.modes)
    assert row.gives_up
    assert list(row.bots) == ["house"]


@pytest.mark.parametrize("key", FIXED_LENGTH)
def test_number_of_hands_is_chosen(key: str) -> None:
    (hands,) = GAMES[key].options
    assert (hands.key, hands.choices) == ("hands", (2, 4, 6, 10, 20))


def test_unlimited_has_no_number_of_hands() -> None:
    assert GAMES["classic_unlimited"].options == ()


@pytest.mark.parametrize("hands", [2, 4, 6, 10, 20])
@pytest.mark.parametrize("key", FIXED_LENGTH)
def test_stake_is_the_value_of_a_hand_times_their_number(key: str, hands: int) -> None:
    assert GAMES[key].values_in_stake({"hands": hands}) == hands


def test_unlimited_is_staked_hand_by_hand() -> None:
    assert GAMES["classic_unlimited"].values_in_stake({}) == 1
    assert GAMES["tactical"].values_in_stake({}) == 1


@every_key
def test_least_value_of_a_hand_is_ten_cents(key: str) -> None:
    assert GAMES[key].least_value_cents == 10


@pytest.mark.parametrize("hands", [0, 1, 3, 5, 7, -2, 8, 22, 10**20])
@pytest.mark.parametrize("key", FIXED_LENGTH)
def test_other_numbers_of_hands_are_refused(key: str, hands: int) -> None:
    with pytest.raises(Malformed) as refused:
        Table().at(0).begin(key, options={"hands": hands})
    assert (refused.value.code, refused.value.data) == ("bad_option", {"name": "hands"})


def test_unlimited_refuses_a_number_of_hands() -> None:
    with pytest.raises(Malformed):
        Table().at(0).begin("classic_unlimited", options={"hands": 6})


@every_key
def test_15_seconds_for_a_decision_and_each_hit_brings_a_new_one(key: str) -> None:
    table = Table(open_shoe_for([ALICE])).start(key)
    assert table.due(ALICE) == 15 * SECOND
    table.at(10 * SECOND).play("Alice hit")
    assert table.due(ALICE) == 25 * SECOND
    table.at(25 * SECOND - 1).tick()
    assert table.asked() == (ALICE,)
    table.at(25 * SECOND).tick()
    assert table.asked() == (BOB,)
    assert table.due(BOB) == 40 * SECOND


@every_key
def test_everything_pauses_while_a_player_is_away_and_his_budget_is_60_seconds(key: str) -> None:
    table = Table(open_shoe_for([ALICE])).start(key).at(5 * SECOND).lose(BOB)
    with pytest.raises(RulesError) as refused:
        table.play("Alice hit")
    assert refused.value.code == "paused"
    table.at(45 * SECOND).back(BOB)
    assert table.due(ALICE) == 55 * SECOND, "10 s were left"
    table.lose(BOB)
    assert table.next_due() == 65 * SECOND


@pytest.mark.parametrize("key", FIXED_LENGTH)
def test_result_stands_5_seconds(key: str) -> None:
    table = Table(shoe_for([ALICE])).start(key, options={"hands": 4}).at(2 * SECOND).stand_out()
    assert table.next_due() == 7 * SECOND


@pytest.mark.parametrize(("first", "second"), [(ALICE, BOB), (BOB, ALICE)])
@pytest.mark.parametrize("key", FIXED_LENGTH)
def test_rematch_begins_with_the_seat_it_is_told(key: str, first: int, second: int) -> None:
    table = Table(shoe_for([ALICE])).start(key, options={"hands": 2, "first_button": first})
    assert table.asked() == (first,)
    table.stand_out().skips()
    assert table.asked() == (second,)


@every_key
def test_other_games_actions_are_refused_and_change_nothing(key: str) -> None:
    table = Table(open_shoe_for([ALICE])).start(key)
    before = table.state
    for action in (Bet(10),):
        with pytest.raises(Malformed):
            table.act(ALICE, action)
    assert table.state is before


def test_forfeit_in_a_series_decides_the_whole_match() -> None:
    table = Table(shoe_for([BOB])).start("classic_series").stand_out().skips().at(1 * SECOND).lose(BOB)
    table.at(61 * SECOND).tick()
    assert table.state.result == MatchResult("forfeit", (ALICE,))


@every_key
def test_new_shoe_only_when_52_or_fewer_cards_remain_before_a_hand(key: str) -> None:
    """A hand without a hit takes four cards; the 66th begins with 52 left."""
    options = {} if key == "classic_unlimited" else {"hands": 20}
    table = Table(open_shoe_for([])).start(key, options=options)
    hands = 0
    while table.state.phase != "over" and hands < 66:
        assert table.state.setup is not None
        expected = (1, 4 * hands) if hands < 65 else (2, 0)
        assert (table.state.deal, table.state.setup.first_card) == expected
        hands += 1
        table.stand_out()
        if table.state.phase == "between":
            table.skips()
    assert hands == {"classic_series": 66, "classic_fixed": 20, "classic_unlimited": 66}[key]
