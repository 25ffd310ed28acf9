"""Twenty-One (Polish) at a table: clocks, absences and endings (seed 002; rules.md, same game and Disconnects)."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.actions import Hit, Stand
from games.rules.clocks import State
from games.rules.commands import Back, Begin, GiveUp, Leave, Lost, Player, Skip, Tick
from games.rules.errors import Malformed, NotLegal, NotYourTurn, RulesError
from games.rules.given import GivenChance
from games.rules.runtime import next_due
from games.rules.table_view import view
from tests.rules.generic.random_play import Match
from tests.rules.generic.world import World
from tests.rules.hands.polish.round_of import shoe
from tests.rules.tables import ALICE, BOB, CHARLIE, DORA, NAMES, SECOND, GivenDeals, Table

NOBODY = -1
HIGH, LOW = "Tc 9c", "2c 3c"
"""Dealt 19 and 5; suits differ by seat."""


def rounds_won_by(*winners: int, seats: int = 4) -> GivenDeals:
    """One deck for each round: its winner is dealt 19, everybody else 5. Alice begins; all draw a 7 if any."""
    decks = []
    for nth, winner in enumerate(winners):
        dealt = tuple((HIGH if seat == winner else LOW).replace("c", "cdhs"[seat]) for seat in range(seats))
        codes = shoe(dealt, "7c 7d 7h 7s", nth % seats)
        decks.append(GivenChance.of(" ".join(codes), lambda label, counter, n: 0))
    return GivenDeals(*decks)


def table_of(seats: int, *winners: int, rounds: int = 3, **how: object) -> Table:
    deals = rounds_won_by(*winners or (ALICE,), seats=seats)
    people = tuple(map(Player, NAMES[:seats]))
    return Table(deals).start("polish", players=people, options={"rounds": rounds}, **how)


def all_stand(table: Table) -> Table:
    while table.state.phase == "hand":
        table.act(table.asked()[0], Stand())
    return table


def next_round(table: Table) -> Table:
    """The result has stood."""
    return table.at(table.next_due() or 0).tick()


def in_round(table: Table) -> tuple[int, ...]:
    """The seats that the present round was dealt to."""
    assert table.state.setup is not None
    return table.state.setup.seats


def won(table: Table) -> tuple[str, tuple[int, ...]]:
    result = table.state.result
    assert result is not None
    return result.reason, result.winners


# --- a match -----------------------------------------------------------------------------------------------


def test_a_match_is_played_to_its_early_end() -> None:
    """Two of three rounds are Bob's: nobody can reach him."""
    table = table_of(3, BOB, BOB)
    all_stand(table)
    assert table.match.points == (0, 1, 0)
    all_stand(next_round(table))
    assert won(table) == ("points", (BOB,))
    assert table.replayed() == table.state


def test_each_round_has_a_fresh_deck_and_the_next_first_seat() -> None:
    table = table_of(3, ALICE, BOB)
    assert table.asked() == (ALICE,)
    assert table.state.deal == 1
    next_round(all_stand(table))
    assert table.asked() == (BOB,)
    assert table.state.deal == 2
    assert {card.position for own in table.hand.cards for card in own} == set(range(6))


def test_decision_has_twenty_seconds_and_then_stands() -> None:
    table = table_of(2)
    assert table.due(ALICE) == 20 * SECOND
    table.at(20 * SECOND).tick()
    assert table.asked() == (BOB,)
    assert (table.last_said().kind, table.last_said().seat, table.last_said().auto) == ("done", ALICE, True)


def test_extra_rounds_are_dealt_to_the_tied_only() -> None:
    table = table_of(4, ALICE, BOB, CHARLIE, ALICE)
    for _ in range(3):
        next_round(all_stand(table))
    assert in_round(table) == (ALICE, BOB, CHARLIE)
    assert table.hand.cards[DORA] == ()
    assert table.seen_by(DORA).prompt is None


# --- absence in a round ------------------------------------------------------------------------------------


def test_ten_seconds_away_in_a_row_are_a_bust() -> None:
    table = table_of(3)
    table.at(2 * SECOND).lose(BOB)
    assert table.next_due() == 12 * SECOND
    table.at(12 * SECOND - 1).tick()
    assert table.hand.lost == (False, False, False)
    table.at(12 * SECOND).tick()
    assert table.hand.lost == (False, True, False)
    assert table.asked() == (ALICE,)
    table.act(ALICE, Stand())
    assert table.asked() == (CHARLIE,)


def test_a_reload_costs_nothing() -> None:
    table = table_of(3)
    for nth in range(5):
        table.at(nth * 3 * SECOND).lose(BOB).at(nth * 3 * SECOND + 2 * SECOND).back(BOB)
    table.at(16 * SECOND).tick()
    assert table.hand.lost == (False, False, False)


def test_back_at_the_very_end_of_ten_seconds_is_too_late() -> None:
    table = table_of(3).at(0).lose(BOB).at(10 * SECOND).back(BOB)
    assert table.hand.lost == (False, True, False)
    assert not table.state.seats[BOB].out


def test_own_clock_that_ends_while_away_is_a_bust() -> None:
    table = table_of(3).at(15 * SECOND).lose(ALICE)
    table.at(20 * SECOND).tick()
    assert table.hand.lost == (True, False, False)
    assert table.asked() == (BOB,)


def test_clocks_run_on_for_the_others_while_somebody_is_away() -> None:
    table = table_of(3).at(5 * SECOND).lose(BOB)
    assert not table.seen_by(ALICE).paused
    assert table.due(ALICE) == 20 * SECOND


def test_who_is_away_himself_wins_nothing_by_anothers_absence() -> None:
    """Bob's ten seconds end one after Alice's; he would have had the higher total."""
    table = table_of(2, BOB).at(0).lose(ALICE).at(1 * SECOND).lose(BOB).at(10 * SECOND).tick()
    assert table.hand.lost == (True, False)
    assert table.asked() == (BOB,)
    table.at(11 * SECOND).tick()
    assert table.match.points == (0, 0)
    assert table.last_said().kind == "no_point"


def test_who_is_back_in_time_wins_by_anothers_absence() -> None:
    table = table_of(2, ALICE).at(0).lose(ALICE).at(1 * SECOND).lose(BOB).at(10 * SECOND).tick()
    table.back(BOB).act(BOB, Stand())
    assert table.match.points == (0, 1)


def test_ten_seconds_that_end_for_both_at_one_instant_are_nobodys_point() -> None:
    """As they do when both stay away after an outage."""
    table = table_of(2, BOB).at(2 * SECOND).lose(ALICE, ours=True).lose(BOB, ours=True)
    table.at(40 * SECOND).stood_still(2 * SECOND, 70 * SECOND).at(80 * SECOND).tick()
    assert table.match.points == (0, 0)
    assert table.hand.lost == (True, True)


def test_who_stood_keeps_his_result_however_long_he_is_away() -> None:
    table = table_of(3).act(ALICE, Stand()).lose(ALICE)
    table.at(11 * SECOND).tick().act(BOB, Stand()).act(CHARLIE, Stand())
    assert table.match.points == (1, 0, 0)


def test_absence_by_our_fault_begins_to_count_later() -> None:
    table = table_of(3).at(0).lose(BOB, ours=True)
    assert table.next_due() == 20 * SECOND, "first comes Alice's clock"
    table.at(20 * SECOND).tick()
    assert table.asked() == (BOB,)
    table.at(25 * SECOND).tick()
    assert table.hand.lost == (False, True, False)


def test_an_outage_moves_the_ten_seconds() -> None:
    table = table_of(3).at(2 * SECOND).lose(BOB).at(100 * SECOND).stood_still(6 * SECOND, 130 * SECOND)
    table.at(136 * SECOND - 1).tick()
    assert table.hand.lost == (False, False, False)
    table.at(136 * SECOND).tick()
    assert table.hand.lost == (False, True, False)


def test_who_has_been_away_for_ten_seconds_is_not_dealt_in() -> None:
    """He is bust in the round that he left, misses the next, and plays on when he is back."""
    table = table_of(3, ALICE, NOBODY, CHARLIE, rounds=5).at(0).lose(BOB).at(10 * SECOND).tick()
    next_round(all_stand(table))
    assert in_round(table) == (ALICE, CHARLIE)
    assert table.asked() == (CHARLIE,), "Bob's turn to begin goes to the next who is there"
    table.back(BOB)
    next_round(all_stand(table))
    assert in_round(table) == (ALICE, BOB, CHARLIE)


def test_who_went_a_moment_ago_is_dealt_in() -> None:
    table = all_stand(table_of(3, ALICE, ALICE, rounds=5)).at(1 * SECOND).lose(BOB)
    next_round(table)
    assert in_round(table) == (ALICE, BOB, CHARLIE)
    table.at(11 * SECOND).tick()
    assert table.hand.lost == (False, True, False)


# --- waiting, leaving, the last one standing ---------------------------------------------------------------


def test_no_round_starts_with_fewer_than_two_connected() -> None:
    table = all_stand(table_of(2, ALICE, BOB)).at(1 * SECOND).lose(BOB)
    table.at(5 * SECOND).tick()
    assert table.state.phase == "between"
    table.at(20 * SECOND).tick()
    assert table.state.hand_number == 1
    table.back(BOB)
    assert table.next_due() == 25 * SECOND
    assert table.at(25 * SECOND).tick().state.hand_number == 2


def test_first_round_waits_too() -> None:
    table = table_of(2)
    fresh = Table(table.deals).at(0)
    for command in table.journal[:-1]:
        fresh.send(command)
    fresh.lose(BOB)
    fresh.send(table.journal[-1])
    assert (fresh.state.phase, fresh.state.hand_number) == ("between", 0)
    assert view(fresh.state, ALICE).hand is None
    fresh.at(3 * SECOND).back(BOB)
    assert fresh.at(8 * SECOND).tick().state.hand_number == 1


def test_sixty_seconds_away_are_out_of_the_match_and_the_others_play_on() -> None:
    table = table_of(3, ALICE, ALICE, rounds=7).at(0).lose(BOB).at(60 * SECOND).tick()
    assert table.state.phase != "over"
    assert table.match.out == (False, True, False)
    assert table.state.seats[BOB].player == "Bob", "the seat keeps its name"
    table.back(BOB)
    while table.state.hand_number == 1:
        next_round(all_stand(table))
    assert in_round(table) == (ALICE, CHARLIE)


def test_time_away_adds_up_to_sixty_seconds() -> None:
    table = table_of(2, rounds=10)
    table.at(0).lose(BOB).at(9 * SECOND).back(BOB).at(9 * SECOND).lose(BOB)
    assert table.state.seats[BOB].allowance == 51 * SECOND


def test_last_one_standing_wins() -> None:
    table = table_of(3).leave(ALICE)
    assert table.state.phase == "hand"
    table.leave(CHARLIE)
    assert won(table) == ("last_standing", (BOB,))


def test_who_leaves_in_the_last_round_does_not_win_by_it() -> None:
    """Alice has the only point. She goes while the last round, in which Bob is bust, is in play."""
    table = table_of(2, ALICE, NOBODY, NOBODY)
    next_round(all_stand(table))
    next_round(all_stand(table))
    assert table.match.points == (1, 0)
    table.leave(ALICE)
    assert won(table) == ("last_standing", (BOB,))


def test_both_away_for_good_the_last_one_left_wins() -> None:
    table = table_of(2).at(0).lose(ALICE).at(5 * SECOND).lose(BOB).at(60 * SECOND).tick()
    assert won(table) == ("last_standing", (BOB,))


def test_all_away_for_good_at_one_instant_nobody_wins() -> None:
    """None of them is the last one left, whatever the order of the seats."""
    table = table_of(3).at(0).lose(ALICE).lose(BOB).lose(CHARLIE).at(60 * SECOND).tick()
    assert won(table) == ("deserted", ())


def test_two_away_for_good_at_one_instant_leave_the_third() -> None:
    table = table_of(3).at(0).lose(ALICE).lose(CHARLIE).at(60 * SECOND).tick()
    assert won(table) == ("last_standing", (BOB,))


def test_four_seats_with_two_leaving_in_a_tiebreak() -> None:
    table = table_of(4, NOBODY, NOBODY, NOBODY, NOBODY)
    two_left = GivenChance.of("Td 2h 9d 3h")
    table.deals = GivenDeals(*table.deals.shoes, two_left)
    for _ in range(3):
        next_round(all_stand(table))
    assert table.match.tied == (ALICE, BOB, CHARLIE, DORA)
    table.leave(DORA).leave(ALICE)
    assert table.state.phase == "hand"
    next_round(all_stand(table))
    assert in_round(table) == (BOB, CHARLIE)
    all_stand(table)
    assert won(table) == ("points", (BOB,))
    assert table.replayed() == table.state


def test_bots_alone_do_not_play_on() -> None:
    people = (Player("Alice"), Player("", bot="house"), Player("", bot="house"))
    table = Table(rounds_won_by(ALICE, seats=3)).start("polish", mode="practice", players=people)
    table.leave(ALICE)
    assert won(table) == ("deserted", ())


def test_in_practice_an_absence_costs_nothing() -> None:
    people = (Player("Alice"), Player("", bot="house"))
    table = Table(rounds_won_by(ALICE, seats=2)).start("polish", mode="practice", players=people)
    table.lose(ALICE).at(15 * SECOND).tick()
    assert table.hand.lost == (False, False)
    table.at(20 * SECOND).tick()
    assert table.hand.done[ALICE]
    assert table.hand.lost == (False, False)


# --- bad input ---------------------------------------------------------------------------------------------


def refused(table: Table, command: object) -> str:
    before = table.state
    with pytest.raises(RulesError) as found:
        table.send(command)  # type: ignore[arg-type]
    assert table.state is before
    return found.value.code


def test_acting_for_another_seat_is_refused() -> None:
    table = table_of(3)
    before = table.state
    for seat in (BOB, CHARLIE):
        with pytest.raises(NotYourTurn):
            table.act(seat, Hit())
    with pytest.raises(Malformed):
        table.act(7, Hit())
    assert table.state is before


@pytest.mark.parametrize("rounds", [0, 1, 2, 4, 6, 11, -3, 10**20])
def test_other_numbers_of_rounds_are_refused(rounds: int) -> None:
    with pytest.raises(Malformed) as found:
        table_of(2, rounds=rounds)
    assert found.value.code == "bad_option"


@pytest.mark.parametrize("seats", [1, 5])
def test_one_player_or_five_are_refused(seats: int) -> None:
    people = tuple(Player(f"guest-{seat}") for seat in range(seats))
    with pytest.raises(Malformed) as found:
        Table().begin("polish", players=people)
    assert found.value.code == "bad_seats"


def test_options_cannot_be_changed_in_mid_match() -> None:
    table = table_of(2)
    (begin,) = (command for command in table.journal if isinstance(command, Begin))
    assert refused(table, begin) == "unknown_command"
    assert table.state.options == {"seats": 4, "rounds": 3, "flexible_ace": 0}


def test_a_stake_is_refused() -> None:
    with pytest.raises(Malformed) as found:
        table_of(2, mode="stake")
    assert found.value.code == "unknown_mode"


def test_who_is_out_is_refused_and_no_round_waits_for_him() -> None:
    table = table_of(3, ALICE, BOB, rounds=5).leave(CHARLIE)
    at = table.now
    assert refused(table, Leave(at=at, seat=CHARLIE)) == "out_of_match"
    all_stand(table)
    assert refused(table, Skip(at=at, seat=CHARLIE)) == "out_of_match"
    assert table.skip(ALICE).skip(BOB).state.hand_number == 2


def test_giving_up_is_leaving_here() -> None:
    assert refused(table_of(2), GiveUp(at=0, seat=ALICE)) == "cannot_give_up"


def test_nobody_joins_in_mid_match() -> None:
    table = table_of(3).leave(BOB)
    with pytest.raises(NotLegal) as found:
        table.sit(BOB, Player("Emil"))
    assert found.value.code == "cannot_join"


def holds_at_every_step(before: State, after: State) -> None:
    """Points only grow, by one a round and to one seat; who is out stays out, is asked nothing and dealt nothing."""
    if before.match is None or after.match is None:
        return
    gained = [now - then for then, now in zip(before.match.points, after.match.points, strict=True)]
    assert sorted(gained)[:-1] == [0] * (len(gained) - 1)
    assert gained[0] >= 0
    assert max(gained) <= 1
    assert sum(after.match.points) <= len(after.match.history)
    for seat, (then, now) in enumerate(zip(before.seats, after.seats, strict=True)):
        assert now.out or not then.out
        assert not now.out or after.prompt_of(seat) is None
    if after.hand_number > before.hand_number:
        assert after.setup is not None
        assert len(after.setup.seats) >= 2
        # Of the state before: one command may let several clocks run out, and somebody go after the deal.
        assert not any(before.seats[seat].out for seat in after.setup.seats)
        if before.match.tied:
            assert set(after.setup.seats) <= set(before.match.tied), (
                "extra rounds are for those who are level"
            )


# --- any story ---------------------------------------------------------------------------------------------


@settings(max_examples=40)
@given(seed=st.integers(0, 2**32 - 1), seats=st.integers(2, 4), troubles=st.sampled_from([0.02, 0.2, 0.6]))
def test_a_match_with_absences_always_ends(seed: int, seats: int, troubles: float) -> None:
    """And somebody wins who is still there, or all have gone."""
    rng = random.Random(seed)
    match = Match("polish", World(seed, 1), seats)
    before = None
    for state in match.play(rng, 3_000, troubles=troubles):
        if before is not None:
            holds_at_every_step(before, state)
        before = state
    state = match.now
    assert state.phase == "over"
    assert state.result is not None
    assert len(state.result.winners) == (state.result.reason != "deserted")
    assert not any(state.seats[winner].out for winner in state.result.winners)
    assert not any(seat.away_since is not None and seat.out for seat in state.seats)


@settings(max_examples=25)
@given(seed=st.integers(0, 2**32 - 1), seats=st.integers(2, 4))
def test_a_match_ends_if_connections_only_drop_and_nobody_answers(seed: int, seats: int) -> None:
    """Clocks alone bring it to its end: they run until none is left."""
    rng = random.Random(seed)
    match = Match("polish", World(seed, 1), seats)
    for _ in range(2_000):
        state = match.now
        if state.phase == "over":
            break
        due = next_due(state)
        assert due is not None, "nothing would ever happen again"
        seat = rng.randrange(seats)
        conn = state.seats[seat].conn
        event = rng.random()
        at = min(state.at + rng.choice((0, 3_000)), due - 1)
        if event < 0.1 and conn and at >= state.at:
            match.send(Lost(at=at, seat=seat, conn=conn))
        elif event < 0.13 and not conn and at >= state.at:
            match.send(Back(at=at, seat=seat, conn="c'"))
        else:
            match.send(Tick(at=due))
    assert match.now.phase == "over"
