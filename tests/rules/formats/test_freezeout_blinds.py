"""Seed 000, Heads-up Poker: the match around the hands; rules.md, Hold'em: levels. What all freezeouts share is tested
in `test_freezeout.py`.
"""

from __future__ import annotations

import random

import pytest

from games.rules.contracts import Blinds, HandSetup, MatchResult, Pot, Settle
from games.rules.formats.freezeout import BLINDS, HEADS_UP_FREEZEOUT, FreezeoutMatch
from games.rules.given import GivenChance
from games.rules.hands.holdem import HOLDEM
from tests.rules.playing import ALICE, BOB, Playing, action

MINUTE = 60_000
MATCH = HEADS_UP_FREEZEOUT


def started(first_button: int = BOB) -> FreezeoutMatch:
    return MATCH.start(2, {"first_button": first_button}, GivenChance([]))


def hand_of(match: FreezeoutMatch, elapsed: int = 0) -> HandSetup:
    setup = MATCH.next_hand(match, elapsed)
    assert setup is not None
    return setup


def with_stacks(alice: int, bob: int) -> FreezeoutMatch:
    return FreezeoutMatch(stacks=(alice, bob), button=BOB)


def test_first_hand_is_1000_chips_each_and_blinds_of_15_and_30() -> None:
    """The button has the small blind."""
    assert hand_of(started(BOB)) == HandSetup(
        seats=(ALICE, BOB),
        button=BOB,
        stacks=(1_000, 1_000),
        forced=(30, 15),
        blinds=Blinds(small=15, big=30, big_seat=ALICE, small_seat=BOB),
    )
    assert hand_of(started(ALICE)).forced == (15, 30)


def test_button_and_blinds_alternate_after_every_hand() -> None:
    match, posted = started(BOB), []
    for _ in range(4):
        setup = hand_of(match)
        posted.append(setup.forced)
        playing = Playing(HOLDEM, setup, GivenChance(range(52)))
        playing.expire()
        match, _ = MATCH.record(match, setup, playing.outcome)
    assert posted == [(30, 15), (15, 30), (30, 15), (15, 30)]


@pytest.mark.parametrize(
    ("minutes", "blinds"),
    [
        (0, (15, 30)),
        (10, (25, 50)),
        (20, (50, 100)),
        (30, (75, 150)),
        (40, (100, 200)),
        (50, (150, 300)),
        (60, (200, 400)),
        (70, (300, 600)),
        (80, (500, 1_000)),
        (500, (500, 1_000)),
    ],
)
def test_blinds_rise_every_ten_unpaused_minutes(minutes: int, blinds: tuple[int, int]) -> None:
    """A hand dealt at the very minute has the new ones, a millisecond before it those of the last level."""
    big_stacks = with_stacks(1_000, 1_000)
    assert hand_of(big_stacks, minutes * MINUTE).forced == (blinds[1], blinds[0])
    if 0 < minutes <= 80:
        before = BLINDS[minutes // 10 - 1]
        assert hand_of(big_stacks, minutes * MINUTE - 1).forced == (before[1], before[0])


@pytest.mark.parametrize(
    ("stacks", "forced"),
    [((12, 1_988), (12, 15)), ((1_990, 10), (30, 10)), ((30, 1_970), (30, 15)), ((1_999, 1), (30, 1))],
)
def test_who_cannot_post_a_blind_posts_what_is_left(stacks: tuple[int, int], forced: tuple[int, int]) -> None:
    """The blinds are by rule what they were: callers owe the full big blind."""
    setup = hand_of(with_stacks(*stacks))
    assert setup.forced == forced
    assert setup.blinds == Blinds(15, 30, big_seat=ALICE, small_seat=BOB)


def test_view_tells_the_blinds_and_the_next() -> None:
    view = MATCH.view(with_stacks(1_377, 623), 12 * MINUTE)
    assert (view.level, view.forced, view.next_forced, view.ms_to_next_level) == (
        1,
        (25, 50),
        (50, 100),
        8 * MINUTE,
    )


@pytest.mark.parametrize("seed", range(25))
def test_random_match_ends_with_all_2000_chips_at_one_seat(seed: int) -> None:
    """The winner gets both stakes less 1 %."""
    dice = random.Random(seed)
    match, elapsed = started(seed % 2), 0
    effects: tuple[object, ...] = ()
    while (setup := MATCH.next_hand(match, elapsed)) is not None:
        playing = Playing(HOLDEM, setup, GivenChance(dice.sample(range(52), 52)))
        while playing.to_act:
            (seat,) = playing.to_act
            offer = dice.choice(playing.offers(seat))
            playing.act(seat, action(offer.kind, dice.randint(offer.low, offer.high)))
        match, effects = MATCH.record(match, setup, playing.outcome)
        assert sum(match.stacks) == 2_000
        elapsed += MINUTE
    (winner,) = (seat for seat, stack in enumerate(match.stacks) if stack)
    assert MATCH.result(match) == MatchResult("chips", (winner,))
    shares = (2, 0) if winner == ALICE else (0, 2)
    assert effects == (Settle((Pot((1, 1), (ALICE, BOB), shares),), rake_bps=100),)
