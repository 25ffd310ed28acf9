"""Nothing of a folded or mucked hand of Hold'em is sent: every kind of frame to every role, from random hands."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from games.rules.actions import Call, Check
from games.rules.clocks import State
from games.rules.commands import Act, Command, Show, Tick
from games.rules.hands import holdem_view
from games.rules.hands.holdem import HoldemRules
from games.rules.hands.holdem_state import HoldemHand
from tests.live.frames import (
    ROLES,
    Match,
    cards_in,
    errors_for,
    forbidden_texts,
    frames_for,
    known_cards,
    with_other_hidden_cards,
)
from tests.live.seating import prompt_of

KEY = "heads_up"
HANDS = 120
HOLDEM_RULES = HoldemRules()
MET = {"fold", "mucks", "showdown", "shows_card"}
"""Facts of hands that the suite must have come across."""
SAMPLED = 5
"""Every so-manieth state is also met by a newcomer with a page."""


class CalmMatch(Match):
    """Seldom a fold or a raise, so that many hands come to a showdown in which nobody is all-in. Who wins without one
    mostly shows a card or two."""

    def _next(self, state: State) -> list[Command]:
        after_a_fold = self._after_a_fold(state)
        if after_a_fold is not None:
            return [after_a_fold]
        if not state.prompts or self.dice.random() < 0.2:
            return super()._next(state)
        (prompt,) = state.prompts
        shown = prompt_of(state, prompt.seat)
        assert shown is not None
        kind = next(offer.kind for offer in shown.legal if offer.kind in ("check", "call"))
        action = Check() if kind == "check" else Call()
        return [Act(at=0, seat=prompt.seat, token=shown.token, action=action)]

    def _after_a_fold(self, state: State) -> Command | None:
        """The winner shows something; then the next hand comes by itself, two seconds after the fold."""
        if state.phase != "between" or state.hand is None:
            return None
        if state.hand.facts[-1].kind in ("shows", "shows_card"):
            return Tick(at=0)
        winners = [seat for seat in range(len(self.names)) if HOLDEM_RULES.showable(state.hand, seat)]
        if not winners or self.dice.random() < 0.3:
            return None
        cards = self.dice.choice(((0,), (1,), (0, 1)))
        return Show(at=0, seat=winners[0], hand=state.hand_number, cards=cards)


def states(hands: int) -> Iterator[tuple[Match, State]]:
    """(match, state) of so many random hands."""
    seed, played = 0, 0
    while played < hands:
        seed += 1
        match = CalmMatch(seed, KEY)
        for state in match.states():
            yield match, state
        played += state.hand_number


def ends(state: State) -> set[str]:
    return {fact.kind for fact in state.hand.facts} & MET if state.hand else set()


def test_frames_are_the_same_whatever_the_hidden_cards_are() -> None:
    """So nothing in them depends on one or its place: no attribute, no label, no error, no proof."""
    met: set[str] = set()
    for number, (match, state) in enumerate(states(HANDS)):
        newcomer = number % SAMPLED == 0
        met |= ends(state)
        for role in ROLES:
            other = with_other_hidden_cards(state, role)
            assert frames_for(match, state, role, newcomer=newcomer) == frames_for(
                match, other, role, newcomer=newcomer
            )
            if role is not None and newcomer:
                assert errors_for(match, state, role) == errors_for(match, other, role)
    assert met == MET


def test_newcomers_see_the_cards_the_rules_let_them_know_and_no_salt_or_seed() -> None:
    met: set[str] = set()
    for number, (match, state) in enumerate(states(HANDS)):
        if number % SAMPLED:
            continue
        met |= ends(state)
        for role in ROLES:
            allowed = known_cards(state, role)
            texts = forbidden_texts(match.deals, state, role)
            for frame in frames_for(match, state, role, newcomer=True):
                assert cards_in(frame) == allowed
                assert not [name for text, name in texts.items() if text in frame]
    assert met == MET


def test_planted_leak_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hand that is over shows every card by mistake, a mucked one, too."""
    honest = holdem_view._seat_view

    def shows_all(hand: HoldemHand, seat: int, viewer: int | None) -> holdem_view.HoldemSeatView:
        return honest(hand, seat, seat if hand.street == "over" else viewer)

    match, state = next((match, state) for match, state in states(HANDS) if "mucks" in ends(state))
    assert cards_in(frames_for(match, state, None, newcomer=True)[1]) == known_cards(state, None)
    monkeypatch.setattr(holdem_view, "_seat_view", shows_all)
    assert cards_in(frames_for(match, state, None, newcomer=True)[1]) > known_cards(state, None)


def test_planted_leak_of_the_card_beside_a_shown_one_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who shows one card has shown both by mistake."""
    match, state = next((match, state) for match, state in states(HANDS) if _has_shown_one_card(state))
    assert cards_in(frames_for(match, state, None, newcomer=True)[1]) == known_cards(state, None)
    monkeypatch.setattr(holdem_view, "lying_open", lambda hand, seat: (0, 1))
    assert cards_in(frames_for(match, state, None, newcomer=True)[1]) > known_cards(state, None)


def _has_shown_one_card(state: State) -> bool:
    kinds = ends(state)
    return "shows_card" in kinds and state.hand is not None and state.hand.facts[-1].kind == "shows_card"
