"""The three bots of Hold'em: they see their view alone, play legally, reckon sensibly, and differ from each other."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import pytest

from games.rules.actions import Action, Check, Fold
from games.rules.bots.holdem import POLICIES
from games.rules.bots.holdem_outlook import chance_to_win
from games.rules.cards import parse
from games.rules.flow import DICE_PER_DECISION
from games.rules.hands.holdem import HoldemRules
from tests.rules.hands.holdem.hands import ALICE, BOB, HoldemPlaying, dealt, table

every_bot = pytest.mark.parametrize("name", sorted(POLICIES))
BOARD = "2c 7d 9h Js 3c"
CASH = HoldemRules(chip=100, rake_bps=200)


def always(number: int) -> Callable[[int], int]:
    return lambda n: min(number, n - 1)


def decided(name: str, hand: HoldemPlaying, roll: Callable[[int], int]) -> Action:
    (seat,) = hand.to_act
    return POLICIES[name](hand.view(seat), hand.offers(seat), roll)


def faces(codes: str) -> list[int]:
    return [parse(text) for text in codes.split()]


def chance(own: str, board: str = "", opponents: int = 1) -> float:
    return chance_to_win(faces(own), faces(board), opponents)


def test_there_are_three() -> None:
    assert len(POLICIES) == 3


@every_bot
@pytest.mark.parametrize("seed", range(25))
def test_bot_plays_whole_hands_legally_with_few_dice(name: str, seed: int) -> None:
    """Two to six seats, whole chips or hundredths; what is not legal the rules refuse by raising."""
    rng = random.Random(seed)
    count = rng.randint(2, 6)
    if seed % 2:
        hand = table([rng.randint(10, 900) for _ in range(count)], seed=seed)
    else:
        stacks = [rng.randint(1_000, 90_000) for _ in range(count)]
        hand = table(stacks, seed=seed, rules=CASH, small=1_500, big=3_000)
    while hand.to_act:
        used: list[int] = []

        def roll(n: int, used: list[int] = used) -> int:
            used.append(n)
            return rng.randrange(n)

        hand.act(hand.to_act[0], decided(name, hand, roll))
        assert len(used) <= DICE_PER_DECISION


@every_bot
def test_same_view_and_dice_give_the_same_answer(name: str) -> None:
    hand = table([1_000, 1_000], seed=5)
    answers = {str(decided(name, hand, random.Random(9).randrange)) for _ in range(5)}
    assert len(answers) == 1


@every_bot
def test_bot_never_folds_where_a_check_is_free(name: str) -> None:
    for seed in range(60):
        hand = table([1_000, 1_000], seed=seed).play("Bob call")
        assert not isinstance(decided(name, hand, random.Random(seed).randrange), Fold)


@every_bot
def test_bot_does_not_see_the_others_cards(name: str) -> None:
    """Its own cards and the board are the same, the other's and the rest of the deck are not: so is the answer."""
    for seed in range(40):
        answers = set()
        for hidden, more in (("As Ad", "2c 3c"), ("4s 5d", "Ks Qd")):
            hand = table([1_000, 1_000], cards=dealt([hidden, "9s Td"], f"Jh 8c 2h {more}"))
            hand.play("Bob call, Alice check, Alice check")
            answers.add(str(decided(name, hand, random.Random(seed).randrange)))
        assert len(answers) == 1


@every_bot
def test_bot_calls_with_the_best_hand_and_folds_the_worst_to_a_big_bet(name: str) -> None:
    """With dice that never bluff or raise."""
    for own, folds in (("Ac Kc", False), ("4d 5h", True)):
        hand = table([1_000, 1_000], cards=dealt(["8s 8d", own], "Qc Jc Tc 2s 2d"))
        hand.play("Bob call, Alice check, Alice check, Bob check, Alice check, Bob check, Alice bet 900")
        assert isinstance(decided(name, hand, always(99)), Fold) is folds


@every_bot
def test_bot_checks_with_dice_that_never_bet(name: str) -> None:
    hand = table([1_000, 1_000], cards=dealt(["As Ad", "Ks Kd"], BOARD)).play("Bob call")
    assert decided(name, hand, always(99)) == Check()


def test_styles_differ_in_how_often_they_put_chips_in() -> None:
    """The bold one bets and raises most, the careful one folds most; the same hands for all three."""
    counted = {name: Counter[str]() for name in POLICIES}
    for name, kinds in counted.items():
        for seed in range(90):
            rng = random.Random(seed)
            hand = table([1_000, 1_000], seed=seed)
            while hand.to_act:
                seat = hand.to_act[0]
                answer = decided(name if seat == BOB else "steady", hand, rng.randrange)
                if seat == BOB:
                    kinds[answer.kind] += 1
                hand.act(seat, answer)
    wild = {name: (of["bet"] + of["raise"]) / of.total() for name, of in counted.items()}
    shy = {name: of["fold"] / of.total() for name, of in counted.items()}
    assert wild["bold"] > wild["steady"] > wild["careful"]
    assert shy["careful"] > shy["steady"] > shy["bold"]


def test_chance_before_the_flop_follows_the_cards() -> None:
    ladder = [chance(own) for own in ("As Ad", "Ks Kd", "As Ks", "As Kd", "Qs Jd", "8s 7d", "7s 2d", "3s 2d")]
    assert ladder == sorted(ladder, reverse=True)
    assert ladder[0] == pytest.approx(0.85, abs=0.03), "two aces win about so often against any hand"
    assert 0.3 < ladder[-1] < 0.4


def test_chance_on_the_board() -> None:
    assert chance("As Ks", "Qs Js Ts 2d 2c") == 1
    assert chance("2d 3h", "As Kd Qs Jh 9c") < 0.2, "at best a tie"
    assert chance("As Ks", "Qs Js 2d") > chance("Ah Kd", "Qs Js 2c"), "a draw to a flush as well"
    assert chance("As 2d", "Ks Qs Js Ts 9s") == 1


def test_more_opponents_leave_less() -> None:
    assert chance("As Ad", opponents=5) < chance("As Ad", opponents=2) < chance("As Ad")


def test_watcher_has_nothing_to_decide() -> None:
    hand = table([1_000, 1_000])
    with pytest.raises(ValueError, match="watcher"):
        POLICIES["steady"](hand.view(None), hand.offers(BOB), always(0))
    assert hand.offers(ALICE) == ()
