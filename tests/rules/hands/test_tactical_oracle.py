"""Random hands played by the rules and by a second, differently written set of rules side by side."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from games.rules.cards import RANKS, SUITS
from games.rules.hands.tactical import TACTICAL
from tests.rules.hands.tactical_oracle import Answer, Deal, Question, Result
from tests.rules.playing import Playing, action, deal

DECK = [rank + suit for suit in SUITS for rank in RANKS]
HANDS = 3_000


def random_deal(dice: random.Random) -> tuple[list[str], int, tuple[int, int], int]:
    """Twenty cards, the button, stacks that are often short, and an ante within both."""
    cards = dice.choices(DECK, k=20)
    stacks = (dice.choice([1, 55, 63, 120, 400, 1_000]), dice.choice([1, 50, 70, 155, 300]))
    ante = min(dice.choice([1, 50, 55]), *stacks)
    return cards, dice.randrange(2), stacks, ante


def random_answer(dice: random.Random, legal: dict[str, list[int]]) -> Answer:
    """Folds seldom, so that hands last; sizes often at their bounds."""
    kinds = [kind for kind in legal if kind != "fold"] * 6 + [kind for kind in legal if kind == "fold"]
    kind = dice.choice(kinds)
    amounts = legal[kind]
    return kind, dice.choice([amounts[0], amounts[-1], dice.choice(amounts)])


def assert_same_offers(playing: Playing, question: Question) -> None:
    """The same seat, kinds in the same order, and the bounds of a size without gaps."""
    assert playing.to_act == (question.seat,)
    offered = {offer.kind: (offer.low, offer.high) for offer in playing.offers(question.seat)}
    assert offered == {kind: (amounts[0], amounts[-1]) for kind, amounts in question.legal.items()}
    assert list(offered) == list(question.legal)
    for amounts in question.legal.values():
        assert amounts == list(range(amounts[0], amounts[-1] + 1))


def play_both(dice: random.Random) -> tuple[Playing, Result]:
    cards, button, stacks, ante = random_deal(dice)
    playing = deal(" ".join(cards), button=button, stacks=stacks, ante=ante)
    oracle = Deal(iter(cards), button, list(stacks), ante).play()
    question = next(oracle)
    while True:
        assert_same_offers(playing, question)
        kind, amount = random_answer(dice, question.legal)
        playing.act(question.seat, action(kind, amount))
        try:
            question = oracle.send((kind, amount))
        except StopIteration as stop:
            return playing, stop.value


@pytest.mark.parametrize("seed", range(6))
def test_random_hands_agree_with_the_second_set_of_rules(seed: int) -> None:
    """At each decision the same offers; at the end the same cards, chips and kind of ending."""
    dice = random.Random(seed)
    seen: Counter[str] = Counter()
    for _ in range(HANDS // 6):
        playing, result = play_both(dice)
        hand, outcome = playing.hand, playing.outcome
        chips = [stack + share for stack, share in zip(hand.stacks, hand.shares, strict=True)]
        assert chips == result.chips
        assert [playing.codes(seat).split() for seat in (0, 1)] == result.hands
        assert outcome.reason == ("fold" if result.folded else "showdown")
        assert outcome.cards_used == sum(len(cards) for cards in result.hands)
        seen[outcome.reason] += 1
        seen["all-in"] += any("all_in" in line.flags for line in outcome.lines)
        seen["tie"] += all("tied" in line.flags for line in outcome.lines)
        seen["many cards"] += outcome.cards_used > 12
    assert min(seen[what] for what in ("fold", "showdown", "all-in", "tie", "many cards")) >= 10, seen


def test_comparison_with_the_second_set_notices_a_difference() -> None:
    """A raise that adds nine to the call would be caught."""
    playing = deal(stacks=(400, 400)).play("Alice bet 20")
    question = Question(1, {"fold": [0], "call": [0], "raise": list(range(29, 351))})
    with pytest.raises(AssertionError):
        assert_same_offers(playing, question)
    assert TACTICAL.legal_actions(playing.hand, 1)[2].low == 30
