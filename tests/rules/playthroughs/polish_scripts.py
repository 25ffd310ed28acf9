"""The golden playthroughs of Twenty-One (Polish)."""

from __future__ import annotations

from collections.abc import Callable

from games.rules.commands import Player
from games.rules.given import GivenChance
from tests.rules.hands.polish.round_of import shoe
from tests.rules.playthroughs.transcript import Told
from tests.rules.tables import ALICE, BOB, CHARLIE, DORA, NAMES, SECOND, GivenDeals

KEY = "polish"
LOW = ("2c 3c", "2d 3d", "2h 3h", "2s 3s")
"""5 each, so that the cards to draw decide."""


def decks(*rounds: tuple[str, ...], draws: tuple[str, ...] = ()) -> GivenDeals:
    """One deck a round, dealt by seat from the round's first seat on; Alice begins the first round."""
    shoes = []
    for nth, dealt in enumerate(rounds):
        codes = shoe(dealt, draws[nth] if nth < len(draws) else "", nth % len(dealt))
        shoes.append(GivenChance.of(" ".join(codes), lambda label, counter, n: 0))
    return GivenDeals(*shoes)


def seated(title: str, seats: int, deals: GivenDeals, **options: int) -> Told:
    people = tuple(map(Player, NAMES[:seats]))
    return Told(title, deals).start(KEY, players=people, options={"rounds": 3, **options})


def polish_persian_and_totals() -> Told:
    """The seed's two rounds: a Persian 21 as dealt; then 19, 20 and 16."""
    deals = decks(("Qs 7d", "Kc Ah", "As Ad"), ("Jc Jd", "Qc 9c", "Kh Th"), draws=("", "8d Jh 7c 5c 3c"))
    table = seated("Polish: a Persian 21, then three totals", 3, deals, rounds=5)
    table.note("The round is over before anybody draws; all skip the result").at(2 * SECOND)
    for seat in (ALICE, BOB, CHARLIE):
        table.skip(seat)
    table.note("Bob begins, and draws an 8").play("Bob hit, Bob stand, Charlie hit, Charlie stand")
    return table.note("Alice: 4, 11, 16, 19").play("Alice hit, Alice hit, Alice hit, Alice stand")


def polish_bust_and_clock() -> Told:
    """Alice is bust and only she knows; Bob's clock stands; a tie for the highest total gives no point."""
    deals = decks(("Tc 9c", "Td 9d", "Th 9h"), draws=("8c",))
    table = seated("Polish: a bust, the clock, a shared top", 3, deals)
    table.at(1 * SECOND).play("Alice hit").note("27: she can only say that she is done").play("Alice stand")
    table.note("Bob does not answer").at(21 * SECOND - 1).tick().at(21 * SECOND).tick()
    return table.at(23 * SECOND).play("Charlie stand").note("The result stands 5 s").at(28 * SECOND).tick()


def polish_flexible_ace() -> Told:
    """A-Q-9 counts 13 and may draw on; two aces dealt are still a Persian 21, and two of these a tie."""
    deals = decks(("Ac Qd", "Td 8d"), ("Ac Ad", "Ah As"), draws=("9h 8c", ""))
    table = seated("Polish: the flexible ace, and two Persians", 2, deals, flexible_ace=1)
    table.at(1 * SECOND).play("Alice hit").note("11 + 3 + 9 would be 23: the ace counts 1").play("Alice hit")
    table.note("13 + 8 = 21").play("Alice stand, Bob stand")
    return table.at(3 * SECOND).skips()


def polish_early_end() -> Told:
    """3 : 1 : 0 after four of five rounds: nobody can reach Bob, the fifth is not played."""
    high, low = "Tc 9c", LOW
    winners = (BOB, ALICE, BOB, BOB)
    rounds = tuple(tuple(high if seat == who else low[seat] for seat in range(3)) for who in winners)
    table = seated("Polish: over after the fourth of five rounds", 3, decks(*rounds), rounds=5)
    for nth in range(4):
        table.note(f"Round {nth + 1}").at((2 * nth + 1) * SECOND)
        while table.state.phase == "hand":
            table.play(f"{NAMES[table.asked()[0]]} stand")
        if table.state.phase == "between":
            for seat in range(3):
                table.skip(seat)
    return table


def polish_tiebreak() -> Told:
    """Three rounds without a point: all four play on; two leave in the tiebreak, and Bob wins the next round."""
    tied = ("Tc 9c", "Td 9d", "Th 9h", "Ts 9s")
    table = seated("Polish: four in a tiebreak, two leave", 4, decks(tied, tied, tied, tied, tied))
    two = shoe(("Td 9d", "2c 3c"), "", 0)
    table.deals = GivenDeals(*table.deals.shoes[:4], GivenChance.of(" ".join(two)))
    for nth in range(3):
        table.at((6 * nth + 1) * SECOND)
        while table.state.phase == "hand":
            table.play(f"{NAMES[table.asked()[0]]} stand")
        table.at((6 * nth + 6) * SECOND).tick()
    table.note("A tiebreak of all four: Dora leaves, then Alice").leave(DORA).leave(ALICE)
    table.play("Bob stand, Charlie stand").note("No point again: Bob and Charlie play on")
    table.at(20 * SECOND).skip(BOB).skip(CHARLIE)
    while table.state.phase == "hand":
        table.play(f"{NAMES[table.asked()[0]]} stand")
    return table


def polish_absences() -> Told:
    """Ten seconds away are a bust and a missed round; a reload costs nothing; after 60 s Charlie is out for good."""
    rounds = (("Tc 9c", *LOW[1:3]),) * 3
    table = seated("Polish: ten seconds away, and sixty", 3, decks(*rounds), rounds=5)
    table.at(2 * SECOND).lose(ALICE).at(4 * SECOND).back(ALICE).lose(CHARLIE)
    table.note("Charlie is bust").at(14 * SECOND).tick().play("Alice stand, Bob stand")
    table.note("Who is away cannot skip, so the result stands its 5 s. Charlie is not dealt in").skip(ALICE)
    table.skip(BOB).at(19 * SECOND).tick().at(20 * SECOND).play("Bob stand, Alice stand").at(
        25 * SECOND
    ).tick()
    table.note("Alice does not answer; then Charlie has been away for 60 s, and is out").at(
        45 * SECOND
    ).tick()
    table.at(64 * SECOND).tick()
    return table.note("Bob leaves: Alice is the last one left").leave(BOB)


POLISH_SCRIPTS: tuple[Callable[[], Told], ...] = (
    polish_persian_and_totals,
    polish_bust_and_clock,
    polish_flexible_ace,
    polish_early_end,
    polish_tiebreak,
    polish_absences,
)
