"""The golden playthroughs of heads-up poker."""

from __future__ import annotations

from collections.abc import Callable

from games.rules.actions import Bet, Call, Check, Fold, Raise
from games.rules.given import GivenChance
from tests.rules.hands.holdem.hands import dealt, shoe
from tests.rules.playthroughs.transcript import Told
from tests.rules.tables import ALICE, BOB, SECOND, GivenDeals

KEY = "heads_up"
BOARD = "2c 7d 9h Js 3c"


def decks(*cards: str) -> GivenDeals:
    """One deck a hand; Bob has the first button, so Alice gets the first card of the first hand."""
    return GivenDeals(
        *(GivenChance(shoe(each), lambda label, counter, n: 1 if label == "first" else 0) for each in cards)
    )


def heads_up_showdown() -> Told:
    """Four streets, a bet on the river: the one who bet shows first, the other mucks."""
    table = Told("Heads-up: a hand to its showdown", decks(dealt(["Ks Kd", "As 7h"], BOARD)))
    table.start(KEY).at(2 * SECOND).act(BOB, Raise(90)).act(ALICE, Call())
    table.note("From the flop on the button speaks last").at(4 * SECOND)
    table.act(ALICE, Check()).act(BOB, Bet(60)).act(ALICE, Call())
    table.at(6 * SECOND).act(ALICE, Check()).act(BOB, Check())
    table.at(8 * SECOND).act(ALICE, Bet(200)).act(BOB, Call())
    return table.note("Both skip the result; the button has moved").at(10 * SECOND).skips()


def heads_up_fold() -> Told:
    """What was not called goes back; nobody shows; the result stands 2 s."""
    table = Told("Heads-up: a fold shows nothing", decks(dealt(["Ks Kd", "As 7h"], BOARD), ""))
    table.start(KEY).at(3 * SECOND).act(BOB, Raise(300)).at(5 * SECOND).act(ALICE, Fold())
    return table.at(7 * SECOND).tick()


def heads_up_shown_afterwards() -> Told:
    """Who won without a showdown shows a card, then the other; the next hand comes when it would have come."""
    table = Told("Heads-up: cards shown after a fold", decks(dealt(["Ks Kd", "As 7h"], BOARD), ""))
    table.start(KEY).at(1 * SECOND).act(BOB, Raise(90)).act(ALICE, Call())
    table.at(3 * SECOND).act(ALICE, Check()).act(BOB, Bet(60)).act(ALICE, Fold())
    table.note("Only the winner may, and each card once").at(4 * SECOND)
    table.show(ALICE, 0).show(BOB, 0).show(BOB, 0).show(BOB, 0, 1)
    return table.at(5 * SECOND).tick().note("Too late for that hand").show(BOB, 1, hand=1)


def heads_up_all_in() -> Told:
    """All-in and called: both show, and the board runs out at once. The match is over."""
    table = Told("Heads-up: all-in and called", decks(dealt(["As Ad", "Ks Kd"], BOARD)))
    return table.start(KEY).at(1 * SECOND).act(BOB, Raise(1_000)).at(3 * SECOND).act(ALICE, Call())


def heads_up_short_blind() -> Told:
    """Bob is left with ten chips: as his big blind they are all-in, nobody is asked, Alice's five come back."""
    hands = dealt(["As Ad", "Ks Kd"], BOARD), dealt(["As Ad", "Ks Kd"], BOARD), ""
    table = Told("Heads-up: a big blind of ten chips", decks(*hands))
    table.start(KEY).at(1 * SECOND).act(BOB, Raise(990)).act(ALICE, Call())
    for _ in range(3):
        table.act(ALICE, Check()).act(BOB, Check())
    return table.note("The next hand needs no decision").at(3 * SECOND).skips()


def heads_up_tie_and_clock() -> Told:
    """Both play the board: halves. Then Alice's clock folds her small blind."""
    table = Told("Heads-up: a tie, and the clock", decks(dealt(["4s 5d", "4d 5s"], "Ac Kd Qh Js Tc"), ""))
    table.start(KEY).at(1 * SECOND).act(BOB, Call()).act(ALICE, Check())
    for _ in range(3):
        table.act(ALICE, Check()).act(BOB, Check())
    return table.at(2 * SECOND).skips().note("30 s later").at(32 * SECOND).tick()


HOLDEM_SCRIPTS: tuple[Callable[[], Told], ...] = (
    heads_up_showdown,
    heads_up_fold,
    heads_up_shown_afterwards,
    heads_up_all_in,
    heads_up_short_blind,
    heads_up_tie_and_clock,
)
