"""Players who come and go while a match runs, with their chips and their secrets; shown by Seam."""

from __future__ import annotations

import pytest

from games.rules.actions import Bet, Check, Go
from games.rules.commands import Open, Player
from games.rules.contracts import Fund, MatchResult, Pot, Settle
from games.rules.errors import Malformed, NotLegal
from tests.rules.tables import ALICE, BOB, CHARLIE, SECOND, GivenDeals, MixedShoe, Table

DORA = Player("Dora")
PAIR = (Player("Alice"), Player("Bob"), None)


@pytest.fixture
def table() -> Table:
    """Alice, Bob and Charlie, 20 chips and a wallet of 10 each, ante 1; three seats' bets are awaited."""
    return Table().start("seam")


def all_check(table: Table) -> Table:
    for seat in table.asked():
        table.act(seat, Check())
    return table.open_middle()


# --- many to act at once ---------------------------------------------------------------------------------


def test_all_are_asked_at_once_and_answer_in_any_order(table: Table) -> None:
    assert table.asked() == (ALICE, BOB, CHARLIE)
    tokens = {seat: table.token(seat) for seat in table.asked()}
    table.act(CHARLIE, Bet(3))
    assert table.asked() == (ALICE, BOB)
    assert table.token(ALICE) == tokens[ALICE]
    table.at(SECOND).act(ALICE, Bet(2))
    assert table.due(BOB) == 10 * SECOND


def test_bets_stay_unseen_until_all_are_in(table: Table) -> None:
    table.act(CHARLIE, Bet(3))
    assert table.seen_by(CHARLIE).hand.own_bet == 3
    for viewer in (None, ALICE, BOB):
        seen = table.seen_by(viewer)
        assert seen.hand.pot == (1, 1, 1)
        assert seen.hand.own_bet is None
        assert all(line.amount != 3 for line in seen.log)
    table.act(ALICE, Check()).act(BOB, Bet(1))
    assert table.seen_by(None).hand.pot == (1, 2, 4)


# --- money -----------------------------------------------------------------------------------------------


def test_bet_above_the_stack_is_funded_when_it_is_shown(table: Table) -> None:
    """19 chips are behind: of 25, 6 come from the wallet; of 29, all 10."""
    table.act(ALICE, Bet(25)).act(BOB, Bet(29))
    assert table.effects == []
    table.act(CHARLIE, Check())
    assert table.effects == [Fund((ALICE, BOB), (6, 10))]


def test_bet_above_the_wallet_is_refused(table: Table) -> None:
    with pytest.raises(NotLegal) as refused:
        table.act(ALICE, Bet(30))
    assert refused.value.data == {"low": 1, "high": 29}


def test_each_hand_settles_its_pot(table: Table) -> None:
    all_check(table)
    (settled,) = table.effects
    assert isinstance(settled, Settle)
    (pot,) = settled.pots
    assert pot.contributions == (1, 1, 1)
    assert pot.eligible == (ALICE, BOB, CHARLIE)
    assert sum(pot.shares) == 3


def test_clocks_effects_come_with_the_tick(table: Table) -> None:
    table.act(ALICE, Bet(25)).act(BOB, Check())
    table.at(10 * SECOND).tick()
    assert table.effects == [Fund((ALICE,), (6,))]


# --- leaving ---------------------------------------------------------------------------------------------


def test_leaving_in_mid_hand_leaves_the_chips_in_the_pot(table: Table) -> None:
    table.act(CHARLIE, Bet(5)).leave(CHARLIE)
    assert table.state.seats[CHARLIE].empty
    assert table.asked() == (ALICE, BOB)
    table.act(ALICE, Check()).act(BOB, Check()).open_middle()
    (settled,) = table.effects
    assert settled == Settle((Pot((1, 1, 1), (ALICE, BOB), settled.pots[0].shares),))  # type: ignore[union-attr]
    assert table.match.taken == 19
    assert sum(table.match.stacks) == 41


def test_last_but_one_to_leave_gives_the_pot_to_the_last(table: Table) -> None:
    table.leave(CHARLIE).leave(ALICE)
    assert table.state.phase == "between"
    assert table.effects == [Settle((Pot((1, 1, 1), (BOB,), (0, 3, 0)),))]
    assert table.next_due() == 2 * SECOND


def test_one_player_alone_waits_for_another(table: Table) -> None:
    table.leave(CHARLIE).leave(ALICE).at(2 * SECOND).tick()
    assert table.state.phase == "between"
    assert table.next_due() is None
    table.at(100 * SECOND).sit(ALICE, DORA)
    assert table.next_due() == 105 * SECOND
    table.at(105 * SECOND).tick()
    assert table.asked() == (ALICE, BOB)


def test_when_all_have_left_the_match_is_over(table: Table) -> None:
    table.leave(CHARLIE).leave(ALICE).leave(BOB)
    assert table.state.result == MatchResult("left")


# --- coming ----------------------------------------------------------------------------------------------


def test_newcomer_takes_an_empty_seat_and_plays_from_the_next_hand_on() -> None:
    table = Table().start("seam", players=PAIR)
    assert table.asked() == (ALICE, BOB)
    table.sit(CHARLIE, DORA).back(CHARLIE)
    assert table.asked() == (ALICE, BOB)
    assert table.seen_by(CHARLIE).prompt is None
    all_check(table).at(5 * SECOND).tick()
    assert table.asked() == (ALICE, BOB, CHARLIE)


@pytest.mark.parametrize(
    ("seat", "player", "code"),
    [
        (ALICE, DORA, "seat_taken"),
        (-1, DORA, "no_such_seat"),
        (3, DORA, "no_such_seat"),
        (CHARLIE, Player("Bob"), "already_seated"),
        (CHARLIE, Player(""), "no_player"),
        (CHARLIE, Player("", bot="careful"), "unknown_bot"),
        (CHARLIE, Player("", bot="nonsense"), "unknown_bot"),
    ],
)
def test_seat_is_refused(seat: int, player: Player, code: str) -> None:
    """Bots sit in practice only."""
    table = Table().start("seam", players=PAIR)
    before = table.state
    with pytest.raises((NotLegal, Malformed)) as refused:
        table.sit(seat, player)
    assert refused.value.code == code
    assert table.state is before


def test_seat_whose_chips_are_still_in_the_hand_is_not_free(table: Table) -> None:
    table.leave(CHARLIE)
    with pytest.raises(NotLegal) as refused:
        table.sit(CHARLIE, DORA)
    assert refused.value.code == "seat_busy"
    all_check(table).sit(CHARLIE, DORA)


def test_nobody_joins_a_match_of_two() -> None:
    with pytest.raises(NotLegal) as refused:
        Table().start().sit(ALICE, DORA)
    assert refused.value.code == "cannot_join"


def test_newcomer_does_not_see_the_cards_of_who_sat_there_before() -> None:
    """Charlie folded by leaving; his cards were never shown. Dora takes his seat while the result stands."""
    table = Table(GivenDeals(MixedShoe("newcomer", decks=1))).start("seam").leave(CHARLIE)
    all_check(table)
    assert all(card is None for card in table.seen_by(ALICE).hand.cards[CHARLIE])
    table.sit(CHARLIE, DORA).back(CHARLIE)
    seen = table.seen_by(CHARLIE)
    assert seen.hand == table.seen_by(None).hand
    assert all(card is None for card in seen.hand.cards[CHARLIE])
    table.at(5 * SECOND).tick()
    assert all(card is not None for card in table.seen_by(CHARLIE).hand.cards[CHARLIE])


# --- questions of the format -----------------------------------------------------------------------------


@pytest.fixture
def asked(table: Table) -> Table:
    """The third hand is over at 10 s; all three are asked to go on until 20 s."""
    all_check(table).at(5 * SECOND).tick()
    all_check(table).at(10 * SECOND).tick()
    all_check(table)
    assert table.asked() == (ALICE, BOB, CHARLIE)
    return table


def test_next_hand_waits_for_all_answers(asked: Table) -> None:
    asked.at(15 * SECOND).tick()
    assert asked.state.phase == "between"
    asked.at(16 * SECOND).act(ALICE, Go()).act(BOB, Go())
    assert asked.state.hand_number == 3
    asked.at(17 * SECOND).act(CHARLIE, Go())
    assert asked.state.hand_number == 4
    assert asked.due(ALICE) == 27 * SECOND


def test_answers_before_the_result_has_stood_do_not_cut_it_short(asked: Table) -> None:
    asked.at(12 * SECOND)
    for seat in (ALICE, BOB, CHARLIE):
        asked.act(seat, Go())
    assert asked.state.phase == "between"
    asked.at(15 * SECOND).tick()
    assert asked.state.hand_number == 4


def test_question_expires_with_its_default(asked: Table) -> None:
    asked.at(20 * SECOND).tick()
    assert asked.state.hand_number == 4
    assert asked.due(ALICE) == 30 * SECOND


def test_skipping_does_not_answer(asked: Table) -> None:
    for seat in (ALICE, BOB, CHARLIE):
        asked.skip(seat)
    assert asked.state.phase == "between"
    assert asked.asked() == (ALICE, BOB, CHARLIE)


def test_who_leaves_is_no_longer_asked(asked: Table) -> None:
    asked.at(16 * SECOND).tick().act(ALICE, Go()).act(BOB, Go()).leave(CHARLIE)
    assert asked.state.hand_number == 4
    assert asked.asked() == (ALICE, BOB)


def test_question_is_not_answered_with_a_move_of_the_hand(asked: Table) -> None:
    with pytest.raises(Malformed):
        asked.act(ALICE, Check())


# --- a card that nobody knows ----------------------------------------------------------------------------


def test_hand_waits_for_the_sealed_card(table: Table) -> None:
    for seat in (ALICE, BOB, CHARLIE):
        table.act(seat, Check())
    assert table.asked() == ()
    assert table.next_due() is None
    assert table.seen_by(ALICE).hand.middle is None
    table.open_middle()
    assert table.state.outcome is not None
    assert table.state.outcome.reason == "showdown"
    assert table.seen_by(None).hand.middle == table.hand.middle


def test_sealed_card_opens_only_when_all_bets_are_in(table: Table) -> None:
    with pytest.raises(NotLegal) as refused:
        table.open_middle()
    assert refused.value.code == "too_early"


@pytest.mark.parametrize(
    ("position", "face", "code"),
    [
        (15, 0, "wrong_card"),
        (14, 0, "not_sealed"),
        (-1, 0, "not_sealed"),
        (15, 52, "bad_card"),
        (15, -1, "bad_card"),
    ],
)
def test_another_card_is_refused(table: Table, position: int, face: int, code: str) -> None:
    """Fifteen cards were dealt, the sealed one lies at 15; in this shoe that is the eight of spades."""
    for seat in (ALICE, BOB, CHARLIE):
        table.act(seat, Check())
    with pytest.raises((NotLegal, Malformed)) as refused:
        table.send(Open(at=table.now, position=position, face=face))
    assert refused.value.code == code


def test_no_card_is_opened_between_hands(table: Table) -> None:
    all_check(table)
    with pytest.raises(NotLegal) as refused:
        table.send(Open(at=table.now, position=15, face=0))
    assert refused.value.code == "no_hand"


# --- what is carried on ----------------------------------------------------------------------------------


def test_carry_goes_from_hand_to_hand_and_into_no_view() -> None:
    table = Table(GivenDeals(MixedShoe("carry", decks=1))).start("seam", options={"hands": 12})
    carried = []
    for _ in range(5):
        all_check(table)
        assert table.state.outcome is not None
        carried.append(table.state.outcome.carry)
        while table.state.phase == "between":
            table.at(table.next_due() or 0).tick()
        assert table.state.setup is not None
        assert table.state.setup.carry == carried[-1]
        for viewer in (None, ALICE, BOB, CHARLIE):
            assert "grudge" not in repr(table.seen_by(viewer))
            assert "carry" not in repr(table.seen_by(viewer))
    assert any(any(grudges) for grudges in carried)


def test_newcomer_has_no_part_in_the_leavers_grudge() -> None:
    table = Table(GivenDeals(MixedShoe("carry", decks=1))).start("seam", options={"hands": 12})
    while not any(table.match.grudges):
        all_check(table)
        while table.state.phase == "between" and not any(table.match.grudges):
            table.at(table.next_due() or 0).tick()
    bearer = next(seat for seat, grudge in enumerate(table.match.grudges) if grudge)
    table.leave(bearer).sit(bearer, DORA)
    assert table.match.grudges[bearer] == 0
