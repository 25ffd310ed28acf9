"""What is offered is accepted, and everything else is refused and changes nothing; for every row."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings

from games.rules.actions import Action, Offer
from games.rules.catalog import GAMES
from games.rules.clocks import State
from games.rules.errors import RulesError
from games.rules.runtime import step
from games.rules.table_view import view
from tests.rules.generic.random_play import PLAIN, SIZED, Match, action_of, answer_to
from tests.rules.generic.test_play import dice, every_row, new_match

AMOUNTS = (-(10**30), -1, 0, 1, 9, 10, 10**30)


def offers(state: State, seat: int) -> tuple[Offer, ...]:
    prompt = view(state, seat).prompt
    return () if prompt is None else prompt.legal


def inside(offer: Offer, rng: random.Random) -> set[int]:
    return {offer.low, offer.high, rng.randint(offer.low, offer.high)}


def outside(legal: tuple[Offer, ...]) -> list[Action]:
    """Every action that the offers do not cover: other kinds, and sizes just beside the bounds or absurd."""
    offered = {offer.kind: offer for offer in legal}
    wrong: list[Action] = [action for kind, action in PLAIN.items() if kind not in offered]
    for kind in SIZED:
        offer = offered.get(kind)
        sizes = set(AMOUNTS) if offer is None else {*AMOUNTS, offer.low - 1, offer.high + 1}
        wrong += [
            action_of(kind, size) for size in sizes if offer is None or not offer.low <= size <= offer.high
        ]
    return wrong


def answer(match: Match, seat: int, action: Action) -> State:
    state = match.now
    token = next((state.token(prompt) for prompt in state.prompts if prompt.seat == seat), "1.1.0.1")
    return step(state, answer_to(match.key, state.at, seat, token, action), match.world).state


@every_row
@settings(max_examples=15)
@given(rng=dice)
def test_what_is_offered_is_accepted_and_nothing_else(key: str, rng: random.Random) -> None:
    match = new_match(key, rng)
    for state in match.play(rng, 60):
        for seat in range(len(state.seats)):
            legal = offers(state, seat)
            assert (seat in [prompt.seat for prompt in state.prompts]) == bool(legal)
            if state.paused_at is None:
                for offer in legal:
                    for amount in inside(offer, rng):
                        assert answer(match, seat, action_of(offer.kind, amount)) != state
            for action in outside(legal):
                with pytest.raises(RulesError) as refused:
                    answer(match, seat, action)
                assert refused.value.code
        assert match.now is state


@every_row
@settings(max_examples=15)
@given(rng=dice)
def test_what_the_clock_answers_is_offered(key: str, rng: random.Random) -> None:
    match = new_match(key, rng)
    hand, format_ = GAMES[key].rules(1)
    for state in match.play(rng, 80):
        for prompt in state.prompts:
            default = (
                hand.default_action(state.hand, prompt.seat)
                if prompt.source == "hand"
                else format_.default_action(state.match, prompt.seat)
            )
            assert default.kind in [offer.kind for offer in offers(state, prompt.seat)]


@every_row
def test_every_offer_has_bounds_in_order(key: str) -> None:
    rng = random.Random(3)
    match = new_match(key, rng)
    for state in match.play(rng, 200):
        for seat in range(len(state.seats)):
            for offer in offers(state, seat):
                assert offer.low <= offer.high
                assert (offer.low > 0) == (offer.kind in SIZED)


@every_row
@settings(max_examples=10)
@given(rng=dice)
def test_bots_answer_legally_from_their_view(key: str, rng: random.Random) -> None:
    """Every policy of the row plays whole hands of random matches; the runtime raises at an illegal answer."""
    answered = 0
    while not answered:  # one seat alone may be gone before it had anything to decide
        answered = policies_answer(new_match(key, rng), rng)


def policies_answer(match: Match, rng: random.Random) -> int:
    """How many answers were looked at."""
    game = GAMES[match.key]
    answered = 0
    for state in match.play(rng, 80):
        for prompt in state.prompts:
            if prompt.source != "hand":
                continue
            legal = game.hand.legal_actions(state.hand, prompt.seat)
            for policy in game.bots.values():
                action = policy(game.hand.view(state.hand, prompt.seat), legal, rng.randrange)
                if state.paused_at is None:
                    answer(match, prompt.seat, action)
                answered += 1
    return answered
