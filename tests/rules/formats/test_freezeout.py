"""Seed 000, Tactical BlackJack: General; rules.md, Tactical: antes. The match around the hands."""

from __future__ import annotations

import random

import pytest

from games.rules.actions import Check
from games.rules.contracts import HandOutcome, HandSetup, Line, MatchResult, Pot, Refund, Settle
from games.rules.errors import NotLegal, NotYourTurn
from games.rules.formats.freezeout import ANTES, TACTICAL_FREEZEOUT, Freezeout, FreezeoutMatch
from games.rules.given import GivenChance
from games.rules.hands.tactical import TACTICAL
from tests.rules.playing import ALICE, BOB, Playing, action

MINUTE = 60_000
FREEZEOUT = TACTICAL_FREEZEOUT


def started(first_button: int = BOB) -> FreezeoutMatch:
    return FREEZEOUT.start(2, {"first_button": first_button}, GivenChance([]))


def hand_of(match: FreezeoutMatch, elapsed: int = 0) -> HandSetup:
    setup = FREEZEOUT.next_hand(match, elapsed)
    assert setup is not None
    return setup


def after(match: FreezeoutMatch, alice_wins: int) -> FreezeoutMatch:
    """The match after a hand in which Alice won so many chips (or lost, below 0)."""
    return FREEZEOUT.record(match, hand_of(match), won_by_alice(alice_wins))[0]


def won_by_alice(chips: int) -> HandOutcome:
    staked = max(abs(chips), 50)
    lines = (Line(ALICE, staked, staked + chips), Line(BOB, staked, staked - chips))
    return HandOutcome(reason="showdown", lines=lines)


def with_stacks(alice: int, bob: int) -> FreezeoutMatch:
    return FreezeoutMatch(stacks=(alice, bob), button=BOB)


def test_both_start_with_1000_chips() -> None:
    """Whatever the stake."""
    assert hand_of(started()).stacks == (1_000, 1_000)


@pytest.mark.parametrize("drawn", [ALICE, BOB])
def test_first_button_is_drawn_from_the_deal(drawn: int) -> None:
    chance = GivenChance([], rolls={("first", 0): drawn})
    assert hand_of(FREEZEOUT.start(2, {}, chance)).button == drawn
    assert hand_of(FREEZEOUT.start(2, {"first_button": -1}, chance)).button == drawn


@pytest.mark.parametrize("button", [ALICE, BOB])
def test_rematch_starts_with_the_button_it_is_given(button: int) -> None:
    """Nothing is drawn then."""
    assert hand_of(started(button)).button == button


@pytest.mark.parametrize(("seats", "options"), [(1, {}), (3, {}), (2, {"first_button": 2})])
def test_other_than_two_seats_is_a_fault(seats: int, options: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="seat"):
        FREEZEOUT.start(seats, options, GivenChance([], rolls={("first", 0): 0}))


def test_button_changes_after_every_hand() -> None:
    """Ties and folds too."""
    match = started(BOB)
    buttons = []
    for alice_wins in (50, 0, -50, 0):
        buttons.append(hand_of(match).button)
        match = after(match, alice_wins)
    assert buttons == [BOB, ALICE, BOB, ALICE]


@pytest.mark.parametrize(
    ("elapsed", "ante"),
    [
        (0, 50),
        (10 * MINUTE - 1, 50),
        (10 * MINUTE, 100),
        (20 * MINUTE - 1, 100),
        (20 * MINUTE, 200),
        (30 * MINUTE, 400),
        (40 * MINUTE, 500),
        (50 * MINUTE - 1, 500),
        (50 * MINUTE, 1_000),
        (60 * MINUTE, 1_000),
        (24 * 60 * MINUTE, 1_000),
    ],
)
def test_ante_rises_every_ten_minutes_to_1000(elapsed: int, ante: int) -> None:
    """50, 100, 200, 400, 500, 1,000; a hand posted at exactly ten minutes is in the second level."""
    assert hand_of(started(), elapsed).forced == (ante, ante)


@pytest.mark.parametrize(
    ("stacks", "elapsed", "ante"),
    [
        ((49, 1_951), 0, 49),
        ((1_999, 1), 0, 1),
        ((50, 1_950), 0, 50),
        ((1_925, 75), 10 * MINUTE, 75),
        ((933, 1_067), 50 * MINUTE, 933),
        ((1_000, 1_000), 50 * MINUTE, 1_000),
    ],
)
def test_both_antes_match_the_shorter_stack(stacks: tuple[int, int], elapsed: int, ante: int) -> None:
    assert hand_of(with_stacks(*stacks), elapsed).forced == (ante, ante)


def test_hand_is_set_up_for_both_seats_with_their_stacks() -> None:
    assert hand_of(with_stacks(1_377, 623)) == HandSetup(
        seats=(ALICE, BOB), button=BOB, stacks=(1_377, 623), forced=(50, 50)
    )


def test_chips_move_and_nothing_is_paid_while_the_match_goes_on() -> None:
    match, effects = FREEZEOUT.record(started(), hand_of(started()), won_by_alice(377))
    assert match.stacks == (1_377, 623)
    assert effects == ()
    assert FREEZEOUT.result(match) is None


@pytest.mark.parametrize(
    ("alice_wins", "winner", "stacks", "shares"),
    [(623, ALICE, (2_000, 0), (2, 0)), (-1_377, BOB, (0, 2_000), (0, 2))],
)
def test_match_ends_when_one_has_all_2000_chips(
    alice_wins: int, winner: int, stacks: tuple[int, int], shares: tuple[int, int]
) -> None:
    """Winner takes all: both stakes are his, 1 % of them the house's rake."""
    match = with_stacks(1_377, 623)
    match, effects = FREEZEOUT.record(match, hand_of(match), won_by_alice(alice_wins))
    assert match.stacks == stacks
    assert FREEZEOUT.result(match) == MatchResult("chips", (winner,))
    assert effects == (Settle((Pot((1, 1), (ALICE, BOB), shares),), rake_bps=100),)
    assert FREEZEOUT.next_hand(match, 0) is None


def test_last_chip_still_plays() -> None:
    """1,999 against 1 is no victory yet."""
    match = after(with_stacks(1_900, 100), 99)
    assert match.stacks == (1_999, 1)
    assert FREEZEOUT.result(match) is None


@pytest.mark.parametrize("reason", ["forfeit", "gave_up"])
@pytest.mark.parametrize("leaver", [ALICE, BOB])
def test_leaving_makes_the_other_the_winner(leaver: int, reason: str) -> None:
    """However the chips lie."""
    match, effects = FREEZEOUT.withdraw(with_stacks(1_999, 1), leaver, reason)
    assert FREEZEOUT.result(match) == MatchResult(reason, (1 - leaver,))
    shares = (2, 0) if leaver == BOB else (0, 2)
    assert effects == (Settle((Pot((1, 1), (ALICE, BOB), shares),), rake_bps=100),)
    assert FREEZEOUT.next_hand(match, 0) is None


@pytest.mark.parametrize("reason", ["mutual", "void"])
def test_calling_off_gives_both_stakes_back(reason: str) -> None:
    """No winner and no rake."""
    match, effects = FREEZEOUT.call_off(with_stacks(1_999, 1), reason)
    assert FREEZEOUT.result(match) == MatchResult(reason, ())
    assert effects == (Refund(reason),)
    assert FREEZEOUT.next_hand(match, 0) is None


def test_decided_match_is_paid_once_whatever_comes_after() -> None:
    """Whoever leaves, loses the connection or is called off later changes nothing."""
    decided, _ = FREEZEOUT.withdraw(started(), ALICE, "gave_up")
    assert FREEZEOUT.withdraw(decided, BOB, "forfeit") == (decided, ())
    assert FREEZEOUT.call_off(decided, "void") == (decided, ())
    assert FREEZEOUT.record(decided, hand_of(started()), won_by_alice(-1_000)) == (decided, ())


def test_nobody_joins_and_nobody_is_asked_between_hands() -> None:
    match = started()
    assert FREEZEOUT.to_act(match) == ()
    assert FREEZEOUT.legal_actions(match, ALICE) == ()
    with pytest.raises(NotLegal):
        FREEZEOUT.sit(match, ALICE)
    with pytest.raises(NotYourTurn):
        FREEZEOUT.apply_action(match, ALICE, Check())
    with pytest.raises(NotYourTurn):
        FREEZEOUT.default_action(match, ALICE)


@pytest.mark.parametrize(
    ("elapsed", "level", "forced", "next_forced", "left"),
    [
        (0, 0, (50,), (100,), 10 * MINUTE),
        (10 * MINUTE - 1, 0, (50,), (100,), 1),
        (10 * MINUTE, 1, (100,), (200,), 10 * MINUTE),
        (45 * MINUTE, 4, (500,), (1_000,), 5 * MINUTE),
        (50 * MINUTE, 5, (1_000,), None, None),
        (99 * MINUTE, 5, (1_000,), None, None),
    ],
)
def test_view_tells_the_level_by_the_clock_and_when_it_rises(
    elapsed: int, level: int, forced: tuple[int], next_forced: tuple[int] | None, left: int | None
) -> None:
    view = FREEZEOUT.view(with_stacks(1_377, 623), elapsed)
    assert (view.level, view.forced, view.next_forced, view.ms_to_next_level) == (
        level,
        forced,
        next_forced,
        left,
    )
    assert (view.stacks, view.button) == ((1_377, 623), BOB)


def test_another_freezeout_is_a_matter_of_data() -> None:
    """Forced bets by seat from a rule of their own, another stack, length and rake."""

    def blinds(level: tuple[int, ...], stacks: tuple[int, ...], button: int) -> tuple[int, ...]:
        return tuple(min(level[0 if seat == button else 1], stack) for seat, stack in enumerate(stacks))

    freezeout = Freezeout(
        starting_stack=20, levels=((15, 30), (25, 50)), level_ms=1_000, forced_bets=blinds, rake_bps=0
    )
    match = freezeout.start(2, {"first_button": ALICE}, GivenChance([]))
    first, second = freezeout.next_hand(match, 999), freezeout.next_hand(match, 1_000)
    assert first is not None
    assert second is not None
    assert (first.forced, second.forced) == ((15, 20), (20, 20))
    assert freezeout.withdraw(match, ALICE, "forfeit")[1] == (
        Settle((Pot((1, 1), (ALICE, BOB), (0, 2)),), rake_bps=0),
    )


@pytest.mark.parametrize("seed", range(40))
def test_random_match_ends_with_all_chips_at_one_seat(seed: int) -> None:
    """Whole matches of random legal play: 2,000 chips after every hand, the antes what the rules say."""
    dice = random.Random(seed)
    match, elapsed, minutes_per_hand = started(seed % 2), 0, 2 * MINUTE
    while (setup := FREEZEOUT.next_hand(match, elapsed)) is not None:
        level = (50, 100, 200, 400, 500, 1_000)[min(elapsed // (10 * MINUTE), 5)]
        assert setup.forced == (min(level, *setup.stacks),) * 2
        playing = Playing(TACTICAL, setup, GivenChance(dice.choices(range(52), k=20)))
        while playing.to_act:
            (seat,) = playing.to_act
            offer = dice.choice(playing.offers(seat))
            playing.act(seat, action(offer.kind, dice.randint(offer.low, offer.high)))
        match, effects = FREEZEOUT.record(match, setup, playing.outcome)
        assert sum(match.stacks) == 2_000
        assert (len(effects) == 1) is (0 in match.stacks)
        elapsed += minutes_per_hand
    result = FREEZEOUT.result(match)
    assert result is not None
    assert (result.reason, match.stacks[result.winners[0]]) == ("chips", 2_000)


def test_levels_are_the_seeds() -> None:
    assert ANTES == ((50,), (100,), (200,), (400,), (500,), (1_000,))
