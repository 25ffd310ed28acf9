"""What holds at every step of every Tactical hand, whatever the cards, stacks and answers."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.actions import Action, Go, Offer, Stand
from games.rules.cards import code
from games.rules.errors import Malformed, NotLegal, NotYourTurn, RulesError
from games.rules.hands.comparison import best_total, may_hit
from games.rules.hands.tactical import TACTICAL
from games.rules.hands.tactical_state import TacticalHand
from tests.rules.known import known_tactical
from tests.rules.playing import ALICE, BOB, SIZED, Playing, action, deal

KINDS = ("check", "bet", "call", "raise", "fold", "hit", "pass")
VIEWERS = (ALICE, BOB, None)

faces = st.lists(st.integers(0, 51), min_size=20, max_size=20)
low_faces = st.lists(st.sampled_from([0, 1, 12, 25]), min_size=20, max_size=20)
stacks = st.tuples(st.integers(1, 2_000), st.integers(1, 2_000))


def new_hand(cards: list[int], button: int, chips: tuple[int, int], ante: int) -> Playing:
    return deal(" ".join(map(code, cards)), button=button, stacks=chips, ante=min(ante, *chips))


def draw_answer(draw: Callable[[int], int], offers: tuple[Offer, ...]) -> Action:
    offer = offers[draw(len(offers))]
    if offer.kind == "fold" and draw(4):
        offer = offers[1]
    return action(offer.kind, offer.low + draw(offer.high - offer.low + 1))


def steps(playing: Playing, draw: Callable[[int], int]) -> Iterator[tuple[int, Action]]:
    """Plays legal answers until the hand is over and yields each one before it is given."""
    while playing.to_act:
        (seat,) = playing.to_act
        answer = draw_answer(draw, playing.offers(seat))
        yield seat, answer
        playing.act(seat, answer)


hands = given(
    cards=faces | low_faces,
    button=st.integers(0, 1),
    chips=stacks,
    ante=st.integers(1, 1_000),
    dice=st.randoms(),
)


@hands
def test_chips_are_conserved_and_pots_even(
    cards: list[int], button: int, chips: tuple[int, int], ante: int, dice: random.Random
) -> None:
    playing = new_hand(cards, button, chips, ante)
    for _ in steps(playing, dice.randrange):
        hand: TacticalHand = playing.hand
        assert sum(hand.stacks) + sum(hand.committed) == sum(chips)
        assert min(hand.stacks) >= 0
        if hand.stage == "cards":
            assert hand.committed[0] == hand.committed[1]
    outcome = playing.outcome
    (pot,) = outcome.pots
    assert sum(outcome.net.values()) == 0
    assert sum(pot.shares) == sum(pot.contributions) == sum(line.staked for line in outcome.lines)
    assert pot.shares == tuple(line.returned for line in outcome.lines)
    if outcome.reason == "showdown":
        assert pot.contributions[0] == pot.contributions[1]
        assert max(pot.contributions) <= min(chips), "nothing uncalled"
    assert max(abs(net) for net in outcome.net.values()) <= min(chips)


@hands
def test_every_hand_ends_and_numbers_its_cards(
    cards: list[int], button: int, chips: tuple[int, int], ante: int, dice: random.Random
) -> None:
    """At most 16 cards are drawn, and each card round but the last draws one; no position comes twice."""
    playing = new_hand(cards, button, chips, ante)
    rounds = sum(1 for _, answer in steps(playing, dice.randrange) if answer.kind in ("hit", "pass"))
    assert rounds <= 2 * 17
    positions = sorted(card.position for own in playing.hand.cards for card in own)
    assert positions == list(range(playing.outcome.cards_used))
    assert all(2 <= len(own) <= 10 for own in playing.hand.cards)


def expected_refusal(hand: TacticalHand, kind: str, amount: int) -> type[RulesError]:
    return Malformed if kind in SIZED and amount < 1 else NotLegal


@settings(max_examples=60)
@hands
def test_offers_are_accepted_and_everything_else_is_refused(
    cards: list[int], button: int, chips: tuple[int, int], ante: int, dice: random.Random
) -> None:
    """Of each kind amounts at, inside and beyond the bounds; refusals say which of the three they are."""
    playing = new_hand(cards, button, chips, ante)
    for seat, _ in steps(playing, dice.randrange):
        hand, offers = playing.hand, {offer.kind: offer for offer in playing.offers(seat)}
        for kind in KINDS:
            offer = offers.get(kind)
            bounds = (offer.low, offer.high) if offer else (10, 500)
            amounts = {*bounds, bounds[0] - 1, bounds[1] + 1, 0, -5, 10**30} if kind in SIZED else {0}
            for amount in amounts:
                answer = action(kind, amount)
                if offer and (kind not in SIZED or offer.low <= amount <= offer.high):
                    after = TACTICAL.apply_action(hand, seat, answer, playing.chance)
                    assert len(after.facts) > len(hand.facts)
                else:
                    with pytest.raises(expected_refusal(hand, kind, amount)) as refused:
                        TACTICAL.apply_action(hand, seat, answer, playing.chance)
                    assert type(refused.value) is expected_refusal(hand, kind, amount)
                    if offer and amount >= 1:
                        assert refused.value.data == {"kind": kind, "low": offer.low, "high": offer.high}
        for foreign in (Stand(), Go()):
            with pytest.raises(Malformed):
                TACTICAL.apply_action(hand, seat, foreign, playing.chance)
        for stranger in (1 - seat, 2, -1):
            with pytest.raises(NotYourTurn):
                TACTICAL.apply_action(hand, stranger, action("pass"), playing.chance)


@hands
def test_default_answer_is_legal_and_never_puts_chips_in(
    cards: list[int], button: int, chips: tuple[int, int], ante: int, dice: random.Random
) -> None:
    playing = new_hand(cards, button, chips, ante)
    for seat, _ in steps(playing, dice.randrange):
        default = TACTICAL.default_action(playing.hand, seat)
        assert default.kind in ("check", "fold", "pass")
        assert default.kind in playing.kinds(seat)
        assert default.kind != "fold" or "check" not in playing.kinds(seat)


@hands
def test_facts_only_grow_and_have_known_kinds(
    cards: list[int], button: int, chips: tuple[int, int], ante: int, dice: random.Random
) -> None:
    """A numbered line of the log never changes. (That none tells a hidden card is tested below.)"""
    playing = new_hand(cards, button, chips, ante)
    before: tuple[Any, ...] = playing.hand.facts
    for _ in steps(playing, dice.randrange):
        assert playing.hand.facts[: len(before)] == before
        before = playing.hand.facts
    kinds = {fact.kind for fact in playing.hand.facts}
    assert kinds <= {*KINDS, "ante", "all_in", "dealt", "showdown", "won", "tie"}


@hands
def test_state_survives_storage(
    cards: list[int], button: int, chips: tuple[int, int], ante: int, dice: random.Random
) -> None:
    """Encoded and decoded it is the same hand, at every step."""
    playing = new_hand(cards, button, chips, ante)
    for _ in steps(playing, dice.randrange):
        stored = msgspec.msgpack.encode(playing.hand)
        assert msgspec.msgpack.decode(stored, type=TacticalHand) == playing.hand
    assert msgspec.json.decode(msgspec.json.encode(playing.hand), type=TacticalHand) == playing.hand


# --- nothing leaks ------------------------------------------------------------------------------------------

View = Callable[[TacticalHand, int | None], Any]


def other_cards(hand: TacticalHand, viewer: int | None, cards: list[int], dice: random.Random) -> list[int]:
    """A shoe that agrees with all the viewer knows, the rest dealt anew."""
    known = {hand.cards[seat][index].position for seat, index in known_tactical(hand, viewer)}
    return [face if position in known else dice.randrange(52) for position, face in enumerate(cards)]


def replayed(start: Playing, answers: list[tuple[int, Action]]) -> Any:
    """The hand after these answers, or None when the cards don't allow them (a hit at 21)."""
    try:
        for seat, answer in answers:
            start.act(seat, answer)
    except NotLegal:
        return None
    return start.hand


def differences(view: View, seed: int, tries: int) -> tuple[int, int]:
    """(comparisons made, comparisons where a view told two hands apart that its viewer cannot)."""
    dice = random.Random(seed)
    compared = told_apart = 0
    for _ in range(tries):
        cards = dice.choices(range(52), k=20)
        button, chips, ante = dice.randrange(2), (dice.randrange(1, 2_000), 1_000), 50
        playing, answers = new_hand(cards, button, chips, ante), list[tuple[int, Action]]()
        moves = steps(playing, dice.randrange)
        while (move := next(moves, None)) is not None or playing.hand.stage == "over":
            for viewer in VIEWERS:
                twin_cards = other_cards(playing.hand, viewer, cards, dice)
                twin = replayed(new_hand(twin_cards, button, chips, ante), answers)
                if twin is not None:
                    compared += 1
                    told_apart += view(twin, viewer) != view(playing.hand, viewer)
            if move is None:
                break
            answers.append(move)
    return compared, told_apart


def test_view_is_the_same_for_all_hands_its_viewer_cannot_tell_apart() -> None:
    """Hidden cards dealt anew: the view, what the viewer may answer and the log stay the same."""

    def all_that_is_sent(hand: TacticalHand, viewer: int | None) -> Any:
        offers = TACTICAL.legal_actions(hand, viewer) if viewer is not None else ()
        return TACTICAL.view(hand, viewer), offers, TACTICAL.to_act(hand), hand.facts

    compared, told_apart = differences(all_that_is_sent, seed=21, tries=150)
    assert compared > 2_000
    assert told_apart == 0


def total_of_the_opponent(hand: TacticalHand, viewer: int | None) -> Any:
    return [best_total(own) for own in hand.cards]


def whether_the_opponent_can_hit(hand: TacticalHand, viewer: int | None) -> Any:
    return [may_hit(own) for own in hand.cards]


def last_card(hand: TacticalHand, viewer: int | None) -> Any:
    return hand.cards[0][-1], hand.cards[1][-1]


@pytest.mark.parametrize("leak", [total_of_the_opponent, whether_the_opponent_can_hit, last_card])
def test_planted_leak_is_caught(leak: View) -> None:
    """The comparison above has teeth, down to a single bit."""
    compared, told_apart = differences(leak, seed=7, tries=60)
    assert told_apart > compared // 50


def test_what_is_known_is_what_the_view_opens() -> None:
    """The rules' own list of known cards and the view agree, finished hands included."""
    dice = random.Random(3)
    for _ in range(200):
        playing = new_hand(dice.choices(range(52), k=20), dice.randrange(2), (500, 500), 50)
        finished = False
        moves = steps(playing, dice.randrange)
        while not finished:
            finished = next(moves, None) is None
            for viewer in VIEWERS:
                known = {playing.hand.cards[s][i] for s, i in known_tactical(playing.hand, viewer)}
                assert set(playing.view(viewer).open_cards()) == known
