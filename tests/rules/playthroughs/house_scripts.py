"""The golden playthroughs of House Blackjack."""

from __future__ import annotations

from collections.abc import Callable

from games.rules.actions import Decline, Double, Go, Hit, Insure, Split, Stand
from tests.rules.formats.house_matches import HOUSE, LOST, NATURAL, decks
from tests.rules.playthroughs.transcript import Told
from tests.rules.tables import ALICE, SECOND

DAY = 24 * 3_600 * SECOND


def house_split() -> Told:
    """Eights split; the first hand doubles, the second stands. The dealer draws to 22."""
    table = Told("House: a split, and a double after it", decks("8h 6c 8d Tc 3s 9h Ts 6d"))
    table.start(HOUSE, mode="practice").at(1 * SECOND).deal(100)
    table.at(3 * SECOND).act(ALICE, Split()).at(4 * SECOND).act(ALICE, Double())
    table.at(5 * SECOND).act(ALICE, Stand())
    return table.note("The next bet is asked for when the result has stood").at(6 * SECOND).tick()


def house_insurance() -> Told:
    """A natural against an ace: insurance first. Without a dealer's natural it is lost and the natural pays 3:2; a
    dealer's natural is a push, declined insurance changes nothing."""
    table = Told("House: insurance", decks("Ah Ac Kd 7c", "Th Ac 9d Kc"))
    table.start(HOUSE, mode="practice").at(1 * SECOND).deal(100).at(2 * SECOND).act(ALICE, Insure())
    table.at(3 * SECOND).tick().deal(100)
    return table.at(4 * SECOND).act(ALICE, Decline())


def house_out_of_chips() -> Told:
    """All chips are lost but four; practice lends a thousand more. Then the match is left between two rounds."""
    table = Told("House: out of chips", decks(LOST, NATURAL))
    table.start(HOUSE, mode="practice").at(1 * SECOND).deal(996).at(2 * SECOND).act(ALICE, Stand())
    table.at(3 * SECOND).tick().act(ALICE, Go()).deal(5)
    return table.note("A round takes a second").at(3_500).deal(5).at(4 * SECOND).tick().leave(ALICE)


def house_left() -> Told:
    """Who leaves in a round loses its bets and does not see the hole card."""
    table = Told("House: left in a round", decks("Th 9c 2d Tc 3s"))
    table.start(HOUSE, mode="practice", options={"bankroll": 2_001}).at(1 * SECOND).deal(1_000)
    return table.at(2 * SECOND).act(ALICE, Hit()).at(3 * SECOND).leave(ALICE)


def house_untouched() -> Told:
    """A lost connection pauses nothing and costs nothing; a round that is not touched for a day is lost."""
    table = Told("House: untouched", decks("Th 9c 2d Tc 3s"))
    table.start(HOUSE, mode="practice", options={"bankroll": 2_000}).at(1 * SECOND).deal(5).lose(ALICE)
    table.note("The ledger has counted anew, without what is in play").bankroll(5_000)
    return table.at(1 * SECOND + DAY).tick().at(2 * SECOND + DAY).tick().bankroll(5_000)


HOUSE_SCRIPTS: tuple[Callable[[], Told], ...] = (
    house_split,
    house_insurance,
    house_out_of_chips,
    house_left,
    house_untouched,
)
