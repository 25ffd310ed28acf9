"""Blinds: who posts what, who speaks first, and what a blind that cannot be posted in full means.

TDA 32 (dead button), 34 (heads-up), rules.md, Hold'em: callers owe the full big blind.
"""

from __future__ import annotations

import pytest

from games.rules.contracts import Blinds, HandSetup
from games.rules.given import GivenChance
from games.rules.hands.holdem import HOLDEM, HoldemRules
from tests.rules.hands.holdem.hands import ALICE, BOB, CHARLIE, DORA, HoldemPlaying, blinds_for, shoe, table


def with_posts(
    stacks: tuple[int, ...], forced: tuple[int, ...], blinds: Blinds, seats: tuple[int, ...], button: int
) -> HoldemPlaying:
    setup = HandSetup(seats=seats, button=button, stacks=stacks, forced=forced, blinds=blinds)
    return HoldemPlaying(HOLDEM, setup, GivenChance(shoe("")))


def test_heads_up_the_button_posts_the_small_blind_and_speaks_first() -> None:
    """TDA 34: and last from the flop on."""
    hand = table([1_000, 1_000])
    assert hand.happened("small_blind", "big_blind") == [
        ("big_blind", "Alice", 30),
        ("small_blind", "Bob", 15),
    ]
    assert (hand.actor, hand.call, hand.raises) == ("Bob", 15, (60, 1_000))
    hand.play("Bob call, Alice check")
    assert (hand.actor, hand.hand.street) == ("Alice", "flop")


def test_heads_up_the_first_card_goes_to_the_other_the_last_to_the_button() -> None:
    hand = table([1_000, 1_000], cards="As Kd Qh Jc")
    assert (hand.codes(ALICE), hand.codes(BOB)) == ("As Qh", "Kd Jc")


def test_three_handed_the_button_speaks_first() -> None:
    hand = table([1_000, 1_000, 1_000])
    assert hand.happened("small_blind", "big_blind") == [
        ("small_blind", "Alice", 15),
        ("big_blind", "Bob", 30),
    ]
    assert (hand.actor, hand.call) == ("Charlie", 30)
    hand.play("Charlie call, Alice call")
    assert (hand.actor, hand.kinds(BOB)) == ("Bob", ["fold", "check", "raise"])
    assert hand.play("Bob check").actor == "Alice"


def test_cards_are_dealt_one_at_a_time_from_the_left_of_the_button() -> None:
    hand = table([1_000] * 3, cards="2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc", button=ALICE)
    assert [hand.codes(seat) for seat in (BOB, CHARLIE, ALICE)] == ["2c 5c", "3c 6c", "4c 7c"]
    hand.check_down()
    assert hand.board == "8c 9c Tc Jc Qc"
    assert hand.outcome.cards_used == 11


def test_big_blind_of_12_heads_up_plays_for_24_without_a_decision() -> None:
    """The button posts 15, three come back, and nobody is asked."""
    hand = table([12, 1_000])
    assert hand.to_act == ()
    assert hand.happened("small_blind", "big_blind", "all_in", "returned") == [
        ("big_blind", "Alice", 12),
        ("all_in", "Alice", 0),
        ("small_blind", "Bob", 15),
        ("returned", "Bob", 3),
    ]
    assert [pot[:2] for pot in hand.pots] == [(24, (ALICE, BOB))]
    assert sum(hand.stacks) == 1_012
    assert len(hand.hand.board) == 5


def test_big_blind_of_20_heads_up_is_owed_five_more() -> None:
    """More than the blind holds nobody could win from the button."""
    hand = table([20, 1_000])
    assert (hand.actor, hand.call, hand.raises) == ("Bob", 5, None)
    hand.play("Bob call")
    assert [pot[0] for pot in hand.pots] == [40]


def test_small_blind_all_in_leaves_the_big_blind_no_decision() -> None:
    """It gets back what the small blind cannot match."""
    hand = table([1_000, 10])
    assert hand.to_act == ()
    assert hand.happened("returned") == [("returned", "Alice", 20)]
    assert [pot[0] for pot in hand.pots] == [20]


def test_big_blind_is_not_asked_beside_a_small_blind_that_is_all_in() -> None:
    """The button has folded: a raise could be called by nobody, and the check would be the only answer."""
    hand = table([10, 1_000, 1_000]).play("Charlie fold")
    assert hand.to_act == ()
    assert hand.happened("returned") == [("returned", "Bob", 20)]
    assert [pot[0] for pot in hand.pots] == [20]


def test_callers_owe_the_full_big_blind_though_only_seven_were_posted() -> None:
    """Three-handed: the button calls 30 or raises to 60 at least; the small blind owes 15 more."""
    hand = table([1_000, 7, 1_000])
    assert (hand.actor, hand.call, hand.raises) == ("Charlie", 30, (60, 1_000))
    hand.play("Charlie call")
    assert (hand.actor, hand.call, hand.raises) == ("Alice", 15, (60, 1_000))
    hand.play("Alice call")
    assert hand.hand.street == "flop"
    assert [(pot.amount, pot.eligible) for pot in hand.view(None).pots] == [
        (21, (ALICE, BOB, CHARLIE)),
        (46, (ALICE, CHARLIE)),
    ]


def test_short_big_blind_is_alone_with_a_small_blind_that_covers_it() -> None:
    """All others folded: the small blind has put in more than can be won from it and is not asked."""
    hand = table([1_000, 7, 1_000]).play("Charlie fold")
    assert hand.to_act == ()
    assert hand.happened("returned") == [("returned", "Alice", 8)]
    assert [pot[0] for pot in hand.pots] == [14]


def test_everybody_folds_to_the_big_blind() -> None:
    """It wins the small blind; its own other half was never called."""
    hand = table([1_000, 1_000, 1_000]).play("Charlie fold, Alice fold")
    assert hand.happened("returned", "won") == [("returned", "Bob", 15), ("won", "Bob", 30)]
    assert hand.stacks == (985, 1_015, 1_000)
    assert hand.outcome.reason == "fold"


def test_dead_button_and_no_small_blind() -> None:
    """TDA 32: the button stays at an empty seat, nobody posts the small blind, the big blind is as ever."""
    hand = with_posts(
        (1_000, 0, 1_000, 1_000), (0, 0, 0, 30), Blinds(15, 30, big_seat=DORA), (0, 2, 3), button=BOB
    )
    assert hand.happened("small_blind", "big_blind") == [("big_blind", "Dora", 30)]
    assert (hand.actor, hand.call) == ("Alice", 30)
    hand.play("Alice call, Charlie call, Dora check")
    assert hand.actor == "Charlie", "the first to the left of the dead button"


def test_all_fold_to_a_big_blind_beside_which_nobody_posted() -> None:
    """Nothing was called and there is no pot; whose blind it was has won all the same, and everybody's net is 0."""
    hand = with_posts(
        (1_000, 0, 1_000, 1_000), (0, 0, 0, 30), Blinds(15, 30, big_seat=DORA), (0, 2, 3), button=BOB
    ).play("Alice fold, Charlie fold")
    assert hand.happened("returned", "won") == [("returned", "Dora", 30)]
    assert (hand.outcome.reason, hand.outcome.pots) == ("fold", ())
    assert [(line.seat, line.staked, line.returned) for line in hand.outcome.lines] == [
        (ALICE, 0, 0), (CHARLIE, 0, 0), (DORA, 0, 0),
    ]  # fmt: skip
    assert [hand.flags(name) for name in ("Alice", "Charlie", "Dora")] == [
        ("lost", "folded"), ("lost", "folded"), ("won",),
    ]  # fmt: skip
    assert hand.stacks == (1_000, 0, 1_000, 1_000)
    assert (hand.view(None).winners, hand.view(None).shares) == ((DORA,), (0, 0, 0, 0))


def test_returning_player_posts_the_big_blind_live_and_the_small_blind_dead() -> None:
    """rules.md: the live post counts as a bet, with the right to raise; the dead one only lies in the pot."""
    blinds = Blinds(15, 30, big_seat=BOB, small_seat=ALICE, dead=(0, 0, 0, 15))
    hand = with_posts((1_000,) * 4, (15, 30, 0, 30), blinds, (0, 1, 2, 3), button=DORA)
    assert hand.happened("dead_post", "post") == [("dead_post", "Dora", 15), ("post", "Dora", 30)]
    hand.play("Charlie call")
    assert (hand.actor, hand.kinds(DORA), hand.raises) == ("Dora", ["fold", "check", "raise"], (60, 985))
    hand.play("Dora check, Alice call, Bob check")
    assert [pot.amount for pot in hand.view(None).pots] == [135]
    hand.check_down()
    assert sum(sum(pot.contributions) for pot in hand.outcome.pots) == 135
    assert sum(hand.stacks) == 4_000


def test_dead_chips_are_in_the_main_pot_whatever_the_poster_has_in() -> None:
    """All-in with its posts alone, the poster plays for everybody's 30 and the 15."""
    blinds = Blinds(15, 30, big_seat=BOB, small_seat=ALICE, dead=(0, 0, 0, 15))
    hand = with_posts((1_000, 1_000, 1_000, 45), (15, 30, 0, 30), blinds, (0, 1, 2, 3), button=DORA)
    hand.play("Charlie raise 90, Alice call, Bob call")
    assert [(pot.amount, pot.eligible) for pot in hand.view(None).pots] == [
        (135, (ALICE, BOB, CHARLIE, DORA)),
        (180, (ALICE, BOB, CHARLIE)),
    ]


def test_who_could_only_post_dead_plays_for_the_dead_chips() -> None:
    blinds = Blinds(15, 30, big_seat=BOB, small_seat=ALICE, dead=(0, 0, 9))
    hand = with_posts((1_000, 1_000, 9), (15, 30, 0), blinds, (0, 1, 2), button=CHARLIE)
    hand.play("Alice call, Bob check").check_down()
    assert [pot[:2] for pot in hand.pots] == [(9, (ALICE, BOB, CHARLIE)), (60, (ALICE, BOB))]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"blinds": None}, "blinds"),
        ({"seats": (0,)}, "two to six"),
        ({"seats": (1, 2)}, "big blind"),
        ({"forced": (15, 30)}, "by seat"),
        ({"forced": (30, 15, -1)}, "cannot post"),
        ({"forced": (30, 15, 2_000)}, "cannot post"),
        ({"stacks": (1_000, 1_000, 0)}, "without chips"),
        ({"seats": (0, 2)}, "without being in it"),
    ],
)
def test_setup_that_is_none_is_a_fault(change: dict[str, object], why: str) -> None:
    setup: dict[str, object] = {
        "seats": (0, 1, 2),
        "button": 2,
        "stacks": (1_000, 1_000, 1_000),
        "forced": (30, 15, 0),
        "blinds": Blinds(15, 30, big_seat=0, small_seat=1),
    }
    with pytest.raises(ValueError, match=why):
        HOLDEM.start(HandSetup(**(setup | change)), GivenChance(shoe("")))  # type: ignore[arg-type]


def test_posts_are_by_seat_for_two_to_six() -> None:
    """What these tests post themselves is what the rules say, for every number of seats and every button."""
    for count in range(2, 7):
        for button in range(count):
            forced, blinds = blinds_for(count, button, [1_000] * count)
            assert sorted(forced)[-2:] == [15, 30]
            setup = HandSetup(
                seats=tuple(range(count)),
                button=button,
                stacks=(1_000,) * count,
                forced=forced,
                blinds=blinds,
            )
            hand = HoldemRules().start(setup, GivenChance(shoe("")))
            assert hand.actor == (blinds.big_seat + 1) % count
