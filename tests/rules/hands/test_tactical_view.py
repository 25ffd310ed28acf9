"""rules.md, Tactical: what is public and what is hidden; seed 000, Cards."""

from __future__ import annotations

import pytest

from games.rules.cards import code
from tests.rules.playing import ALICE, BOB, Playing, deal

CHECKED = "Alice check, Bob check"


def seen(playing: Playing, viewer: int | None) -> list[str]:
    """Both hands as the viewer sees them: ``9c ??``."""
    view = playing.view(viewer)
    return [" ".join("??" if card is None else code(card.face) for card in seat.cards) for seat in view.seats]


def drawn_out() -> Playing:
    """Alice 9c 7h 2c, Bob Td 8s 3c."""
    return deal("9c Td 7h 8s 3c 2c").play(f"{CHECKED}, Bob hit, Alice hit")


@pytest.mark.parametrize(
    ("viewer", "hands"),
    [(ALICE, ["9c 7h 2c", "Td ?? ??"]), (BOB, ["9c ?? ??", "Td 8s 3c"]), (None, ["9c ?? ??", "Td ?? ??"])],
)
def test_only_first_cards_and_ones_own_are_seen(viewer: int | None, hands: list[str]) -> None:
    """The second card and each drawn one are hidden from all others; their number is public."""
    playing = drawn_out()
    assert seen(playing, viewer) == hands
    assert [seat.card_count for seat in playing.view(viewer).seats] == [3, 3]


@pytest.mark.parametrize(
    ("viewer", "totals"), [(ALICE, ["18", "10"]), (BOB, ["9", "21"]), (None, ["9", "10"])]
)
def test_total_is_of_the_cards_that_are_seen(viewer: int | None, totals: list[str]) -> None:
    assert [seat.shown_total for seat in drawn_out().view(viewer).seats] == totals


@pytest.mark.parametrize("viewer", [ALICE, BOB, None])
def test_showdown_opens_both_hands_to_all(viewer: int | None) -> None:
    playing = drawn_out().play(f"{CHECKED}, Bob pass, Alice pass, {CHECKED}")
    assert seen(playing, viewer) == ["9c 7h 2c", "Td 8s 3c"]
    view = playing.view(viewer)
    assert [seat.shown_total for seat in view.seats] == ["18", "21"]
    assert (view.reason, view.winners, view.shares) == ("showdown", (BOB,), (0, 100))


@pytest.mark.parametrize("folder", ["Alice check, Bob bet 10, Alice fold", "Alice bet 10, Bob fold"])
def test_fold_opens_nothing_more(folder: str) -> None:
    """Neither the folded nor the winning hand is shown."""
    playing = drawn_out().play(folder)
    assert seen(playing, ALICE) == ["9c 7h 2c", "Td ?? ??"]
    assert seen(playing, BOB) == ["9c ?? ??", "Td 8s 3c"]
    assert seen(playing, None) == ["9c ?? ??", "Td ?? ??"]
    assert playing.view(None).reason == "fold"


def test_no_hidden_card_opens_before_the_last_betting_round_is_over() -> None:
    playing = drawn_out().play(f"{CHECKED}, Bob pass, Alice pass")
    assert seen(playing, None) == ["9c ?? ??", "Td ?? ??"]


def test_called_all_in_keeps_the_cards_hidden_until_both_pass() -> None:
    """Unlike poker: the cards of an all-in are only turned at the end."""
    playing = deal().play("Alice bet 950, Bob call")
    assert seen(playing, ALICE) == ["9c 7h", "Td ??"]
    assert seen(playing.play("Bob pass, Alice pass"), ALICE) == ["9c 7h", "Td 8s"]


def test_open_cards_are_the_faces_in_the_view() -> None:
    playing = drawn_out()
    assert [card.position for card in playing.view(ALICE).open_cards()] == [0, 2, 5, 1]
    assert [card.position for card in playing.view(None).open_cards()] == [0, 1]


@pytest.mark.parametrize("script", [CHECKED, f"{CHECKED}, Bob pass", "Alice bet 100"])
def test_hand_of_21_looks_like_any_other_to_the_rest(script: str) -> None:
    """That Bob can only pass shows nowhere: T+A (21) and T+8 give Alice and a watcher the same view."""
    with_21, without = deal("9c Td 7h As").play(script), deal("9c Td 7h 8s").play(script)
    assert with_21.view(ALICE) == without.view(ALICE)
    assert with_21.view(None) == without.view(None)
    assert with_21.view(BOB) != without.view(BOB)
    assert with_21.said() == without.said()


def test_view_tells_the_betting_to_all_and_what_to_call_to_each() -> None:
    playing = deal().play("Alice bet 100, Bob raise 250")
    alice, bob, watcher = (playing.view(viewer) for viewer in (ALICE, BOB, None))
    assert (alice.to_call, bob.to_call, watcher.to_call) == (150, 0, 0)
    for view in (alice, bob, watcher):
        assert (view.pot, view.button, view.stage, view.to_act) == (450, BOB, "betting", (ALICE,))
        assert [seat.bet for seat in view.seats] == [100, 250]
        assert [seat.committed for seat in view.seats] == [150, 300]
        assert [seat.stack for seat in view.seats] == [850, 700]


@pytest.mark.parametrize(
    "script",
    ["Alice bet 100, Bob fold", "Alice bet 950, Bob call, Bob pass, Alice pass"],
    ids=["fold", "all-in"],
)
def test_finished_hand_leaves_nothing_of_its_rounds(script: str) -> None:
    """Nobody to act, nothing to call, no bets and no passes; the pot is told still."""
    playing = deal().play(script)
    view = playing.view(BOB)
    assert (view.stage, view.to_act, view.to_call) == ("over", (), 0)
    assert [(seat.bet, seat.passed) for seat in view.seats] == [(0, False), (0, False)]
    assert view.pot == sum(view.shares) == sum(playing.hand.committed)
