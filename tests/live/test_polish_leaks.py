"""Nothing of a round of Twenty-One (Polish) is sent before its end: every kind of frame to every role, three seats."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from games.rules.clocks import State
from games.rules.hands import polish_view
from games.rules.hands.polish_state import PolishHand
from tests.live.frames import (
    Match,
    cards_in,
    errors_for,
    forbidden_texts,
    frames_for,
    known_cards,
    with_other_hidden_cards,
)

KEY = "polish"
SEATS = 3
ROLES: tuple[int | None, ...] = (0, 1, 2, None)
ROUNDS = 40
SAMPLED = 5
"""Every so-manieth state is also met by a newcomer with a page."""


def states(rounds: int = ROUNDS) -> Iterator[tuple[Match, State]]:
    """(match, state) of so many random rounds."""
    seed, played = 0, 0
    while played < rounds:
        seed += 1
        match = Match(seed, KEY, SEATS)
        for state in match.states():
            yield match, state
        played += state.hand_number


def test_frames_are_the_same_whatever_the_hidden_cards_are() -> None:
    """So nobody can tell who is bust, nor why a seat is done: no attribute, no label, no error, no proof."""
    met: set[str] = set()
    for number, (match, state) in enumerate(states()):
        newcomer = number % SAMPLED == 0
        met |= {state.outcome.reason} if state.outcome else set()
        for role in ROLES:
            other = with_other_hidden_cards(state, role)
            assert frames_for(match, state, role, newcomer=newcomer) == frames_for(
                match, other, role, newcomer=newcomer
            )
            if role is not None and newcomer:
                assert errors_for(match, state, role) == errors_for(match, other, role)
    assert "showdown" in met


def test_newcomers_see_the_cards_the_rules_let_them_know_and_no_salt_or_seed() -> None:
    for number, (match, state) in enumerate(states()):
        if number % SAMPLED:
            continue
        for role in ROLES:
            texts = forbidden_texts(match.deals, state, role)
            for frame in frames_for(match, state, role, newcomer=True):
                assert cards_in(frame) == known_cards(state, role)
                assert not [name for text, name in texts.items() if text in frame]


def test_planted_leak_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A seat that is done shows its cards by mistake."""
    honest = polish_view._seat_view

    def shows_who_is_done(hand: PolishHand, seat: int, viewer: int | None) -> polish_view.PolishSeatView:
        return honest(hand, seat, seat if hand.done[seat] else viewer)

    match, state = next(
        (match, state)
        for match, state in states()
        if state.phase == "hand" and state.hand and any(state.hand.done)
    )
    assert cards_in(frames_for(match, state, None, newcomer=True)[1]) == known_cards(state, None) == set()
    monkeypatch.setattr(polish_view, "_seat_view", shows_who_is_done)
    assert cards_in(frames_for(match, state, None, newcomer=True)[1]) > set()
