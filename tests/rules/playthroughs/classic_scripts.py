"""The golden playthroughs of Classic Blackjack's three rows."""

from __future__ import annotations

from collections.abc import Callable

from tests.rules.classic_cards import NOBODY, classic_shoe, open_shoe_for, shoe_for, two_hands
from tests.rules.playthroughs.transcript import Told
from tests.rules.tables import ALICE, BOB, SECOND


def classic_series_cards() -> Told:
    """A whole turn each: Bob has 21 and can only stand; Alice goes over 21, may hit on, and 21 beats her 23. Then ten
    cards, no more; and both over 21: 22 beats 26."""
    cards = [
        two_hands(ALICE, "9c 7h", "Ac 4s") + " 7d 6c",
        two_hands(BOB, "2d 2h", "Tc 6s") + " Kd 2s 2c 2d 2h 2s 2c 2d 2h",
        two_hands(ALICE, "Tc 6h", "Td 5s") + " 6c Jd Ah",
    ]
    table = Told("Classic: turns, 21, over 21, ten cards", classic_shoe(" ".join(cards)))
    table.start("classic_series", options={"hands": 4}).at(1 * SECOND).play("Alice hit")
    table.note("23: over 21 she may hit on, but stands").at(2 * SECOND).play("Alice stand, Bob hit")
    table.note("A-4-6 is 21: no hit").play("Bob stand").skips()
    table.note("Bob first: 26. Alice's tenth card is her last").at(5 * SECOND).play("Bob hit, Bob stand")
    table.play(", ".join(["Alice hit"] * 8)).play("Alice hit, Alice stand").skips()
    table.note("22 against 26").at(9 * SECOND).play("Alice hit, Alice stand, Bob hit, Bob hit, Bob stand")
    return table


def classic_series_early_end() -> Told:
    """Four hands: after two Alice leads by two with two to play, so they go on; the third win cannot be caught."""
    table = Told("Classic, Winner Takes All: an early end", shoe_for([ALICE, ALICE, ALICE]))
    table.start("classic_series", options={"hands": 4})
    table.at(2 * SECOND).play("Alice stand, Bob stand").skips()
    table.at(4 * SECOND).play("Bob stand, Alice stand")
    table.note("Two ahead with two to play: it goes on, by itself after 5 s").at(9 * SECOND).tick()
    return table.at(11 * SECOND).play("Alice stand, Bob stand")


def classic_series_two_overtime_pairs() -> Told:
    """Two hands, 1-1. The first pair is 0-0, its score is cleared; the second a tie and a win."""
    winners = [ALICE, BOB, NOBODY, NOBODY, NOBODY, BOB]
    table = Told("Classic, Winner Takes All: two overtime pairs", shoe_for(winners))
    table.start("classic_series", options={"hands": 2}).stand_out().skips().stand_out()
    table.note("1-1: overtime").skips().stand_out().skips().stand_out()
    table.note("0-0: another pair").skips().stand_out().skips()
    return table.note("One tie and one win are enough").stand_out()


def classic_series_clock() -> Told:
    """Nobody answers for 15 s: STAND is selected. Bob gives up in the second hand."""
    table = Told("Classic, Winner Takes All: the clock and giving up", shoe_for([BOB, ALICE]))
    table.start("classic_series", options={"hands": 2}).at(15 * SECOND - 1).tick()
    table.at(15 * SECOND).tick().at(30 * SECOND).play("Bob hit").tick()
    return table.at(35 * SECOND).tick().at(37 * SECOND).give_up(BOB)


def classic_fixed_forfeit() -> Told:
    """Six hands: Alice wins two, one is tied; in the fourth Bob's line is down for 60 s. It and all that remain are
    Alice's; the three finished ones stay as they are."""
    table = Told("Classic, Fixed Hands: a forfeit after hand 3 of 6", shoe_for([ALICE, NOBODY, ALICE]))
    table.start("classic_fixed", options={"hands": 6})
    for _ in range(3):
        table.stand_out().skips()
    table.at(10 * SECOND).lose(BOB)
    return table.at(70 * SECOND).tick()


def classic_fixed_whole_match() -> Told:
    """Four hands are four hands, though Bob has won three before the last; Alice wins that."""
    table = Told("Classic, Fixed Hands: all of them", shoe_for([BOB, BOB, BOB, ALICE]))
    table.start("classic_fixed", options={"hands": 4})
    for _ in range(3):
        table.stand_out().skips()
    return table.stand_out()


def classic_fixed_mutual() -> Told:
    """In the second of four hands both lines are down until both budgets are used up: what is not settled goes back."""
    table = Told("Classic, Fixed Hands: both away for good", shoe_for([BOB]))
    table.start("classic_fixed", options={"hands": 4}).stand_out().skips()
    table.at(10 * SECOND).lose(BOB).at(30 * SECOND).lose(ALICE)
    return table.at(70 * SECOND).tick().at(90 * SECOND).tick()


def classic_unlimited_sitting_out() -> Told:
    """Bob selects sit out, cancels it, selects it, goes on; selects it again and does not answer for 60 s."""
    table = Told(
        "Classic, Unlimited: sit out, continue, sit out, time-out", open_shoe_for([ALICE, BOB, NOBODY])
    )
    table.start("classic_unlimited").at(1 * SECOND).sit_out(BOB).sit_out(BOB, False).sit_out(BOB)
    table.at(2 * SECOND).stand_out()
    table.note("Nothing is dealt and nobody pays until Bob has answered").at(7 * SECOND).tick()
    table.at(20 * SECOND).play("Bob go").tick()
    table.note("Hand 2: nobody sits out").at(22 * SECOND).stand_out().at(27 * SECOND).tick()
    table.note("Hand 3: too late for hand 3").at(28 * SECOND)
    table.sit_out(BOB, hand=3).sit_out(BOB).stand_out()
    return table.at(88 * SECOND - 1).tick().at(88 * SECOND).tick()


def classic_unlimited_money() -> Told:
    """No fresh quote for a while; then Alice cannot pay; then the price is above what Bob agreed to, and he leaves."""
    table = Told("Classic, Unlimited: hands that cannot be paid for", open_shoe_for([ALICE, BOB]))
    table.start("classic_unlimited").at(2 * SECOND).stand_out()
    table.note("Due, but there is no quote: again in 10 s").at(7 * SECOND).not_funded(-1, "no_fresh_quote")
    table.note("This time there is one").at(17 * SECOND).tick().at(19 * SECOND).stand_out()
    table.note("Alice cannot pay: only she is told why").at(24 * SECOND).not_funded(
        ALICE, "insufficient_funds"
    )
    table.at(30 * SECOND).play("Alice go").note("She has money now, but Bob's units cost more")
    table.not_funded(BOB, "above_consent")
    return table.at(40 * SECOND).play("Bob leave")


def classic_unlimited_absences() -> Told:
    """The time away is new with each hand, and used up between hands it ends the match; nobody pays. A hand that the
    clock played for Alice has her sit out the next."""
    table = Told("Classic, Unlimited: away", open_shoe_for([ALICE, BOB]))
    table.start("classic_unlimited").at(1 * SECOND).lose(BOB).at(51 * SECOND).back(BOB)
    table.note("Alice's clock has 14 s left").at(65 * SECOND).tick().play("Bob stand")
    table.note("Alice is asked; her 60 s run on while Bob is away").at(70 * SECOND).tick()
    table.at(72 * SECOND).lose(BOB).at(74 * SECOND).play("Alice go").tick()
    table.note("Dealt when Bob is back, with a new budget").at(76 * SECOND).back(BOB).tick()
    table.stand_out().at(77 * SECOND).lose(BOB).at(137 * SECOND - 1).tick()
    return table.at(137 * SECOND).tick()


CLASSIC_SCRIPTS: tuple[Callable[[], Told], ...] = (
    classic_series_cards,
    classic_series_early_end,
    classic_series_two_overtime_pairs,
    classic_series_clock,
    classic_fixed_forfeit,
    classic_fixed_whole_match,
    classic_fixed_mutual,
    classic_unlimited_sitting_out,
    classic_unlimited_money,
    classic_unlimited_absences,
)
