"""Where pokerkit 0.7.7 plays otherwise than our rules say: each listed deviation once, with both answers.

One that is mended there fails here, and then leaves the list. Our side of each is also a test of its own in
`tests/rules/hands/holdem`, named in the docstrings.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.oracle.comparing import DEVIATIONS
from tests.oracle.pokerkit_hand import PokerkitHand
from tests.rules.hands.holdem.hands import BIG, NAMES, SMALL, HoldemPlaying, shoe, table
from tests.rules.playing import action

RULES = Path(__file__).parent.parent / "rules" / "hands" / "holdem"


def both(stacks: Sequence[int], script: str = "", cards: str = "") -> tuple[HoldemPlaying, PokerkitHand]:
    """The same hand in both; the button is the last seat's."""
    ours = table(stacks, cards=cards)
    theirs = PokerkitHand(stacks, len(stacks) - 1, shoe(cards), SMALL, BIG)
    for sentence in script.split(", ") if script else ():
        name, kind, *amount = sentence.split()
        answer = action(kind, *map(int, amount))
        ours.act(NAMES.index(name), answer)
        theirs.act(answer)
    return ours, theirs


def test_short_big_blind() -> None:
    """test_blinds: test_callers_owe_the_full_big_blind_though_only_seven_were_posted."""
    ours, theirs = both([1_000, 7, 1_000])
    assert (ours.call, ours.raises) == (30, (60, 1_000))
    assert theirs.call == 15


def test_short_all_in_reopens() -> None:
    """test_betting: test_checker_may_not_raise_an_all_in_below_a_full_bet."""
    script = "Charlie call, Alice call, Bob check, Alice check, Bob bet 20, Charlie call"
    ours, theirs = both([1_000, 50, 1_000], script)
    assert (ours.actor, ours.call, ours.raises) == ("Alice", 20, None)
    assert (theirs.actor, theirs.call) == (0, 20)
    assert theirs.raises is not None


def test_full_raise_does_not_reopen() -> None:
    """test_betting: test_facing_a_full_raise_reopens_though_the_last_step_was_short."""
    script = (
        "Charlie call, Dora call, Emil call, Alice call, Bob check, "
        "Alice bet 100, Bob raise 150, Charlie raise 200, Dora raise 210, Emil call"
    )
    ours, theirs = both([1_000, 180, 230, 240, 1_000], script)
    assert (ours.actor, ours.call, ours.raises) == ("Alice", 110, (310, 970))
    assert (theirs.actor, theirs.call, theirs.raises) == (0, 110, None)


def test_asks_without_need() -> None:
    """test_blinds: test_big_blind_is_not_asked_beside_a_small_blind_that_is_all_in."""
    ours, theirs = both([10, 1_000, 1_000], "Charlie fold")
    assert ours.to_act == ()
    assert (theirs.actor, theirs.call, theirs.asks_without_need) == (1, 0, True)


def test_odd_chips() -> None:
    """test_pots: test_odd_units_go_one_each_from_the_left_of_the_button. 135 for four who all play the board."""
    cards = "2c 3c 4c 5c 6c 2d 3d 4d 5d 6d As Ks Qs Js Ts"
    script = "Charlie call, Dora call, Emil call, Alice fold, Bob check"
    checks = ", ".join(f"{name} check" for _ in range(3) for name in ("Bob", "Charlie", "Dora", "Emil"))
    ours, theirs = both([1_000] * 5, f"{script}, {checks}", cards)
    assert ours.stacks == (985, 1_004, 1_004, 1_004, 1_003)
    assert theirs.stacks == (985, 1_006, 1_003, 1_003, 1_003)


def test_each_listed_deviation_is_shown() -> None:
    assert {f"test_{name}" for name in DEVIATIONS} <= set(globals())


@pytest.mark.parametrize("name", DEVIATIONS)
def test_our_side_of_each_is_a_test_of_the_rules(name: str) -> None:
    """The one that its docstring names."""
    file, _, test = globals()[f"test_{name}"].__doc__.partition(": ")
    source = (RULES / f"{file}.py").read_text()
    assert f"def {test.split('.')[0]}(" in source
