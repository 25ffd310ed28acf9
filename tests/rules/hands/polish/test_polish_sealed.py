"""rules.md, Fair deal, and design: a players' own deck changes nothing. The server decides only from opened cards.

An opener that knows the deck opens each card when it is dealt, or all of them at the end, in any order.
"""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.cards import Card, Sealed, code, parse
from games.rules.errors import NotLegal
from games.rules.given import GivenChance, UnknownChance
from games.rules.hands.polish_state import MOST_CARDS
from tests.rules.hands.polish.round_of import ALICE, BOB, CHARLIE, Round, round_of, setup_for, shoe

ALL = range(52)


def sealed_round(*dealt: str, draws: str = "") -> Round:
    """The same deal as `round_of`, with every card sealed to the server."""
    return Round(setup_for(len(dealt)), UnknownChance(GivenChance.of(" ".join(shoe(dealt, draws))), ALL))


def sealed_positions(playing: Round) -> list[int]:
    return [card.position for own in playing.hand.cards for card in own if isinstance(card, Sealed)]


def open_all(playing: Round, codes: list[str], order: random.Random | None = None) -> Round:
    """The fake opener: knows the deck and opens what is sealed, until the round is over."""
    positions = sealed_positions(playing)
    if order is not None:
        order.shuffle(positions)
    for position in positions:
        if not playing.is_over:
            playing.open(position, codes[position])
    return playing


def test_sealed_cards_are_played_until_done_and_opened_at_the_end() -> None:
    dealt = ("Jc Jd", "Qc 9c", "Kc Tc")
    draws = "7c 5c 3c 8c Jh"
    playing = sealed_round(*dealt, draws=draws)
    playing.play(
        "Alice hit, Alice hit, Alice hit, Alice stand, Bob hit, Bob stand, Charlie hit, Charlie stand"
    )
    assert playing.to_act == ()
    assert not playing.is_over
    open_all(playing, shoe(dealt, draws))
    assert playing.points == {ALICE: 0, BOB: 1, CHARLIE: 0}
    assert [seat.total for seat in playing.view(None).seats] == [19, 20, 16]


def test_draw_and_stand_are_offered_after_a_bust_that_only_its_owner_knows() -> None:
    playing = sealed_round("Tc 9c", "2c 3c", draws="8c").play("Alice hit")
    assert playing.kinds(ALICE) == ["hit", "stand"]


def test_no_hand_takes_more_cards_than_are_a_bust_in_any_case() -> None:
    draws = " ".join(code(face) for face in range(20, 40))
    playing = sealed_round("Tc 9c", "2c 3c", draws=draws)
    for _ in range(MOST_CARDS - 2):
        playing.play("Alice hit")
    assert playing.kinds(ALICE) == ["stand"]
    with pytest.raises(NotLegal):
        playing.play("Alice hit")


def test_opened_cards_stay_private_until_the_end() -> None:
    playing = sealed_round("Tc 9c", "2c 3c").open(0, "Tc").open(2, "9c")
    assert playing.view(BOB).open_cards() == ()
    assert playing.total(ALICE) == 19
    assert playing.total(BOB) is None


def test_sealed_cards_are_nobodys_to_see() -> None:
    view = sealed_round("Tc 9c", "2c 3c").view(ALICE)
    assert view.seats[ALICE].cards == (None, None)
    assert (view.seats[ALICE].card_count, view.seats[ALICE].total) == (2, None)


def test_persian_is_claimed_by_opening_two_aces() -> None:
    """Nobody acts any more; the round waits for the other first cards, as two Persians would be a tie."""
    playing = sealed_round("Tc 9c", "Ac Ad").open(1, "Ac")
    assert playing.kinds(ALICE) == ["hit", "stand"]
    playing.open(3, "Ad")
    assert playing.kinds(ALICE) == []
    assert not playing.is_over
    playing.open(0, "Tc").open(2, "9c")
    assert playing.outcome.reason == "persian"
    assert playing.points == {ALICE: 0, BOB: 1}


def test_late_persian_still_overrides_everything() -> None:
    dealt = ("As Ts", "Ac Ad")
    playing = sealed_round(*dealt).play("Alice stand, Bob stand")
    open_all(playing, shoe(dealt))
    assert playing.points == {ALICE: 0, BOB: 1}


def test_who_does_not_open_has_lost() -> None:
    playing = sealed_round("Tc 9c", "2c 3c").play("Alice stand, Bob stand")
    playing.open(1, "2c").open(3, "3c").withdraw(ALICE)
    assert playing.points == {ALICE: 0, BOB: 1}
    assert playing.flags[ALICE] == ("lost", "away")


def test_wrong_openings_are_refused_and_change_nothing() -> None:
    """A card that is not sealed there, one that is open elsewhere, one that the server knows better."""
    playing = sealed_round("Tc 9c", "2c 3c").open(0, "Tc")
    before = playing.hand
    for position, face, refusal in (
        (0, "Tc", "not_sealed"),
        (40, "5h", "not_sealed"),
        (1, "Tc", "wrong_card"),
    ):
        with pytest.raises(NotLegal) as refused:
            playing.open(position, face)
        assert refused.value.code == refusal
    playing.chance = round_of("Tc 9c", "2c 3c").chance
    with pytest.raises(NotLegal) as refused:
        playing.open(1, "4c")
    assert refused.value.code == "wrong_card"
    assert playing.hand is before


@given(seed=st.integers(0, 2**32 - 1), seats=st.integers(2, 4), at_once=st.booleans())
def test_sealed_and_open_rounds_have_the_same_result(seed: int, seats: int, at_once: bool) -> None:
    """The same deck and the same answers; opened card by card as it is dealt, or at the end in any order."""
    rng = random.Random(seed)
    faces = list(range(52))
    rng.shuffle(faces)
    codes = [code(face) for face in faces]
    base = GivenChance(faces)
    plain = Round(setup_for(seats), base)
    hidden = Round(setup_for(seats), UnknownChance(base, ALL))
    if at_once:
        open_all(hidden, codes)
    while plain.to_act:
        (seat,) = plain.to_act
        kind = rng.choice(plain.kinds(seat))
        assert hidden.to_act == (seat,)
        for playing in (plain, hidden):
            playing.act(seat, kind)
        if at_once:
            open_all(hidden, codes)
            assert hidden.hand == plain.hand
    while hidden.to_act:
        hidden.play(f"{('Alice', 'Bob', 'Charlie', 'Dora')[hidden.to_act[0]]} stand")
    open_all(hidden, codes, rng)
    assert hidden.outcome.reason == plain.outcome.reason
    assert hidden.outcome.lines == plain.outcome.lines


def test_the_opener_opens_what_was_dealt() -> None:
    """The test's own opener and `GivenChance` agree about the deck."""
    dealt = ("Tc 9c", "2c 3c")
    chance = GivenChance.of(" ".join(shoe(dealt)))
    assert [chance.card(at) for at in range(4)] == [Card(at, parse(c)) for at, c in enumerate(shoe(dealt))]
