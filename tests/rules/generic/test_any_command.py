"""Any command in any phase gives a state or a refusal with a code, never another exception; for every row."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.catalog import GAMES
from games.rules.clocks import State, next_due
from games.rules.codec import encode_state
from games.rules.commands import (
    DECODER,
    ENCODER,
    Act,
    Back,
    Bankroll,
    Begin,
    Command,
    Digest,
    GiveUp,
    Leave,
    Lost,
    NotFunded,
    Open,
    Player,
    Reveal,
    Show,
    Sit,
    SitOut,
    Skip,
    StoodStill,
    Tick,
    Void,
)
from games.rules.errors import RulesError
from games.rules.runtime import step
from games.rules.table_view import view
from tests.rules.generic.random_play import PLAIN, Match, action_of, answer_to
from tests.rules.generic.test_play import dice, every_row, new_match
from tests.rules.generic.world import World

HUGE = 2**62
SEATS = st.integers(-2, 8) | st.sampled_from([0, 1, 2, -HUGE, HUGE])
TEXTS = st.sampled_from(["", "c0", "c1", "a" * 64, "é" * 64, "1.1.0.1", "\x00", "careful", "house"])
TIMES = st.integers(0, 10**7) | st.sampled_from([-HUGE, -1, HUGE])
AMOUNTS = st.integers(-20, 2_000) | st.sampled_from([HUGE, -HUGE])
ACTIONS = st.one_of(
    st.sampled_from(list(PLAIN.values())),
    st.builds(action_of, st.sampled_from(["bet", "raise"]), AMOUNTS),
)
PLAYERS = st.builds(Player, TEXTS, TEXTS)
OPTIONS = st.dictionaries(
    st.sampled_from(["hands", "first_button", "bankroll", "nonsense"]), AMOUNTS, max_size=2
)


def begins(key: str) -> st.SearchStrategy[Begin]:
    return st.builds(
        Begin,
        at=TIMES,
        game=st.sampled_from([key, "", "chess"]),
        version=st.integers(-1, 3),
        table=TEXTS,
        match=st.integers(-1, 3),
        mode=st.sampled_from(["free", "practice", "stake", "ranked", ""]),
        clock=st.integers(-1, 5),
        options=OPTIONS,
        players=st.lists(st.none() | PLAYERS, max_size=9).map(tuple),
    )


def commands(key: str) -> st.SearchStrategy[Command]:
    return st.one_of(
        begins(key),
        st.builds(Digest, at=TIMES, seat=SEATS, digest=TEXTS),
        st.builds(Reveal, at=TIMES, seat=SEATS, value=TEXTS),
        st.builds(Act, at=TIMES, seat=SEATS, token=TEXTS, action=ACTIONS),
        st.builds(Skip, at=TIMES, seat=SEATS),
        st.builds(GiveUp, at=TIMES, seat=SEATS),
        st.builds(Tick, at=TIMES),
        st.builds(Back, at=TIMES, seat=SEATS, conn=TEXTS),
        st.builds(Lost, at=TIMES, seat=SEATS, conn=TEXTS, ours=st.booleans()),
        st.builds(NotFunded, at=TIMES, seat=SEATS, code=TEXTS, hand=SEATS),
        st.builds(SitOut, at=TIMES, seat=SEATS, out=st.booleans(), hand=SEATS),
        st.builds(Sit, at=TIMES, seat=SEATS, player=PLAYERS),
        st.builds(Leave, at=TIMES, seat=SEATS),
        st.builds(Show, at=TIMES, seat=SEATS, hand=SEATS, cards=st.lists(SEATS, max_size=3).map(tuple)),
        st.builds(Bankroll, at=TIMES, seat=SEATS, amount=AMOUNTS),
        st.builds(Open, at=TIMES, position=SEATS, face=AMOUNTS),
        st.builds(StoodStill, at=TIMES, since=TIMES, until=TIMES),
        st.builds(Void, at=TIMES, staff=TEXTS, reason=TEXTS),
    )


def try_step(state: State | None, command: Command, world: World) -> State | None:
    """The state after the command, or the same one when it was refused, as a refusal must be."""
    before = None if state is None else encode_state(state)
    command = DECODER.decode(ENCODER.encode(command))
    try:
        return step(state, command, world).state
    except RulesError as refused:
        code = refused.code
    assert code.isidentifier()
    assert before == (None if state is None else encode_state(state))
    return state


def aimed(match: Match, data: Any) -> Command:
    """A command that is likely to be taken: the present time, a prompt's own token or connection."""
    state = match.now
    at = state.at + data.draw(st.sampled_from([0, 1, 1_000, 30_000]))
    seat = data.draw(st.integers(0, len(state.seats) - 1))
    conn = state.seats[seat].conn or "c"
    token = next((state.token(prompt) for prompt in state.prompts if prompt.seat == seat), "")
    return data.draw(  # type: ignore[no-any-return]
        st.sampled_from(
            [
                Tick(at=max(at, next_due(state) or 0)),
                Skip(at=at, seat=seat),
                Back(at=at, seat=seat, conn=f"{conn}'"),
                Lost(at=at, seat=seat, conn=conn),
                Leave(at=at, seat=seat),
                Show(
                    at=at,
                    seat=seat,
                    hand=state.hand_number,
                    cards=data.draw(st.sampled_from([(0,), (1,), (0, 1)])),
                ),
                SitOut(at=at, seat=seat, out=data.draw(st.booleans()), hand=state.hand_number + 1),
                NotFunded(at=at, seat=seat, code="insufficient_funds", hand=state.hand_number + 1),
                NotFunded(at=at, seat=-1, code="no_fresh_quote", hand=state.hand_number + 1),
                Sit(at=at, seat=seat, player=Player(f"guest-{at}")),
                Act(at=at, seat=seat, token=token, action=data.draw(ACTIONS)),
                answer_to(match.key, at, seat, token, data.draw(ACTIONS)),
                Bankroll(at=at, seat=seat, amount=data.draw(AMOUNTS)),
                StoodStill(at=at, since=max(0, at - 60_000), until=at + 30_000),
            ]
        )
    )


@every_row
@settings(max_examples=60)
@given(data=st.data())
def test_any_command_in_any_phase_gives_a_state_or_a_coded_refusal(key: str, data: Any) -> None:
    rng = data.draw(dice)
    match = new_match(key, rng, data.draw(st.sampled_from(GAMES[key].modes)))
    for _ in match.play(rng, data.draw(st.integers(0, 40)), troubles=0.2):
        pass
    for _ in range(data.draw(st.integers(1, 8))):
        command = data.draw(commands(key)) if data.draw(st.booleans()) else aimed(match, data)
        match.state = try_step(match.state, command, match.world)
        check_views(match.now)


@every_row
@settings(max_examples=40)
@given(data=st.data())
def test_any_first_commands_give_a_state_or_a_coded_refusal(key: str, data: Any) -> None:
    world = World(0, GAMES[key].hand.shoe.decks)
    state: State | None = None
    for _ in range(6):
        strategy = begins(key) if state is None else commands(key)
        state = try_step(state, data.draw(strategy), world)
        if state is not None:
            check_views(state)


@every_row
@settings(max_examples=30)
@given(data=st.data())
def test_seeding_takes_any_order(key: str, data: Any) -> None:
    """The commands that open a match, some lost, some doubled, in any order."""
    rng = random.Random(data.draw(st.integers(0, 100)))
    match = new_match(key, rng)
    opening = data.draw(st.permutations(match.journal[1:] * 2))
    state: State | None = step(None, match.journal[0], match.world).state
    for command in opening:
        state = try_step(state, command, match.world)
    assert state is not None
    check_views(state)


def check_views(state: State) -> None:
    """Any state can be shown to anybody, and its clocks are numbers."""
    for viewer in (None, *range(len(state.seats))):
        assert view(state, viewer).phase == state.phase
    due = next_due(state)
    assert due is None or isinstance(due, int)
