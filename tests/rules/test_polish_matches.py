"""Twenty-One (Polish) at a table: rounds, their clocks and endings (seed 002; rules.md, same game)."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.actions import Hit
from games.rules.clocks import State
from games.rules.commands import Back, Begin, GiveUp, Leave, Lost, Player, Skip, Tick
from games.rules.errors import Malformed, NotLegal, NotYourTurn, RulesError
from games.rules.runtime import next_due
from tests.rules.generic.random_play import Match
from tests.rules.generic.world import World
from tests.rules.polish_rounds import all_stand, in_round, next_round, table_of, won
from tests.rules.tables import ALICE, BOB, CHARLIE, DORA, SECOND, Table

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
