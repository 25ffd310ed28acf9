"""What is played in the golden playthroughs; by name. Cards and times are chosen so that a reader can follow."""

from __future__ import annotations

from collections.abc import Callable

from games.rules.actions import Bet, Check, Go, Raise
from games.rules.cards import parse
from games.rules.commands import Player
from games.rules.given import GivenChance
from tests.rules.playthroughs.classic_scripts import CLASSIC_SCRIPTS
from tests.rules.playthroughs.holdem_scripts import HOLDEM_SCRIPTS
from tests.rules.playthroughs.house_scripts import HOUSE_SCRIPTS
from tests.rules.playthroughs.polish_scripts import POLISH_SCRIPTS
from tests.rules.playthroughs.transcript import Told
from tests.rules.tables import ALICE, BOB, CHARLIE, SECOND, GivenDeals, even_shoe


def shoe(codes: str) -> GivenDeals:
    """These cards first, then deuces. Bob has the first button: Alice gets the first card."""
    faces = [parse(text) for text in codes.split()]
    faces += [parse("2c")] * (312 - len(faces))
    return GivenDeals(GivenChance(faces, lambda label, counter, n: 1 if label == "first" else 0))


def tactical_showdown() -> Told:
    """A hit each, bets, a raise; Bob's 20 beats Alice's 19."""
    table = Told("Tactical: a hand to its showdown", shoe("9c Td 2h 3s 7d 8c"))
    table.start().at(2 * SECOND).play("Alice bet 40, Bob call")
    table.at(4 * SECOND).play("Bob hit, Alice hit")
    table.at(6 * SECOND).play("Alice check, Bob bet 60")
    table.at(8 * SECOND).act(ALICE, Raise(150)).play("Bob call")
    table.at(10 * SECOND).play("Bob pass, Alice pass")
    table.at(12 * SECOND).play("Alice check, Bob check")
    return table.note("Both skip the result").at(14 * SECOND).skip(ALICE).skip(BOB)


def tactical_fold() -> Told:
    """After a fold neither hand is shown, and the result stands 2 s."""
    table = Told("Tactical: a fold shows nothing", shoe("Ac 5d Kh 9s"))
    table.start().at(3 * SECOND).play("Alice check, Bob bet 200")
    table.at(5 * SECOND).play("Alice fold")
    return table.at(7 * SECOND).tick()


def tactical_all_in() -> Told:
    """All-in and called: card rounds only, until both pass; Alice's 20 beats Bob's 18 and the match is over."""
    table = Told("Tactical: all-in, called, card rounds to the end", shoe("9c Td 2h 5s 3d 7c 2d"))
    table.start().at(1 * SECOND).play("Alice bet 950").at(3 * SECOND).play("Bob call")
    table.note("No betting any more").at(5 * SECOND).play("Bob hit, Alice hit")
    table.at(7 * SECOND).play("Bob pass").play("Alice hit").play("Bob pass, Alice pass")
    return table


def tactical_tie() -> Told:
    """19 against 19: each takes half the pot."""
    table = Told("Tactical: a tie halves the pot", shoe("9c 9d Th Ts"))
    table.start().at(1 * SECOND).play("Alice check, Bob bet 30").play("Alice call")
    table.at(2 * SECOND).play("Bob pass, Alice pass")
    return table.at(3 * SECOND).play("Alice check, Bob check")


def tactical_twenty_one() -> Told:
    """At exactly 21 the only choice is PASS, and nobody else can tell; over 21 HIT stays."""
    table = Told("Tactical: twenty-one and beyond", shoe("Ac Td Kh 5s 9d 8c"))
    table.start().at(1 * SECOND).play("Alice check, Bob check")
    table.at(2 * SECOND).play("Bob hit")
    table.note("Alice has 21: no hit").play("Alice hit, Alice pass")
    table.at(3 * SECOND).play("Alice check, Bob check")
    table.note("Bob has 24 and hits on").play("Bob hit, Alice pass")
    table.at(4 * SECOND).play("Alice check, Bob check, Bob pass, Alice pass")
    return table.at(5 * SECOND).play("Alice check, Bob check")


def tactical_timeouts() -> Told:
    """Expired decisions: CHECK, PASS, and FOLD when facing a bet; an early and a doubled tick do nothing."""
    table = Told("Tactical: nobody answers", shoe("9c Td 7h 8s"))
    table.start().at(30 * SECOND - 1).tick().at(30 * SECOND).tick().tick()
    table.at(40 * SECOND).play("Bob check").at(70 * SECOND).tick().at(80 * SECOND).play("Alice pass")
    table.note("Too late by nothing: Bob's answer is refused, the clock's counts").at(81 * SECOND)
    table.play("Alice bet 25").at(111 * SECOND).play("Bob fold")
    return table.tick()


def tactical_disconnects() -> Told:
    """Bob is away for 50 s and again for 10: his budget is used up, the match is forfeit."""
    table = Told("Tactical: a budget is used up", shoe("9c Td 7h 8s"))
    table.start().at(10 * SECOND).lose(BOB)
    table.note("While paused nobody acts").at(15 * SECOND).play("Alice check")
    table.at(60 * SECOND).back(BOB)
    table.note("Alice's 20 s go on").at(79 * SECOND).play("Alice check")
    table.at(85 * SECOND).lose(BOB).at(95 * SECOND - 1).tick()
    table.note("Returning at the very instant is too late").at(95 * SECOND).back(BOB)
    return table.tick()


WHOLE_MATCH = (
    "9c Td 9h 6s "  # 1: Alice 18, Bob 16
    "9d 9s Th Tc 8c 8d Jh Jc 7c 7d Qh Qc 5c 5d Kh Kc "  # 2 to 5: ties of 19, 18, 17, 15
    "Ac 2c 7s 3d "  # 6: Bob 18, Alice 5
    "Th 9c Ts Tc "  # 7: Alice 20, Bob 19
    "6c Td 5h 9s Kd "  # 8: Bob 11 and a king, Alice 19
    "Kc 8s 9h Jd"  # 9: Alice 19, Bob 18
)


def tactical_whole_match() -> Told:
    """Nine hands: a big call, four that the clock plays, a fold, a higher level, and antes cut to a short stack."""
    table = Told("Tactical: a whole match", shoe(WHOLE_MATCH))
    table.start().play("Alice bet 450, Bob call, Bob pass, Alice pass, Alice check, Bob check")
    table.note("1,500 against 500. Nobody answers for four hands, all of them ties")
    table.skip(ALICE).skip(BOB)
    while table.state.hand_number < 6:
        table.at(table.next_due() or 0).tick()
    table.note("The second level: antes of 100")
    table.play("Bob bet 400, Alice fold").skip(ALICE).skip(BOB)
    table.play("Alice bet 470, Bob call, Bob pass, Alice pass, Alice check, Bob check").skip(ALICE).skip(BOB)
    table.note("Bob has 30 left: both antes are 30, he is all-in").play(
        "Alice pass, Bob hit, Alice pass, Bob pass"
    )
    table.note("Now 60").skip(ALICE).skip(BOB)
    return table.play("Bob pass, Alice pass")


def tactical_mutual() -> Told:
    """Both lines are down until both budgets are used up: the stakes go back."""
    table = Told("Tactical: both away for good", shoe("9c Td 7h 8s"))
    table.start().at(10 * SECOND).lose(BOB).at(30 * SECOND).lose(ALICE)
    table.at(70 * SECOND).tick().note("Too late, and Alice is still away").at(75 * SECOND).back(BOB)
    return table.at(90 * SECOND).tick()


def seam_unseen_bets() -> Told:
    """All bet at once; a wallet is drawn on; the middle card is sealed until all bets are in."""
    table = Told("Seam: unseen bets, a wallet, a sealed card", GivenDeals(even_shoe()))
    table.start("seam").at(1 * SECOND).act(BOB, Bet(25))
    table.at(2 * SECOND).act(CHARLIE, Bet(2))
    table.note("Alice does not answer").at(10 * SECOND).tick()
    table.note("The sealed card").open_middle()
    return table.at(15 * SECOND).tick()


def seam_coming_and_going() -> Told:
    """Charlie's line is down and he is out after 20 s; Bob leaves; Dora takes a seat."""
    table = Told("Seam: coming and going", GivenDeals(even_shoe()))
    table.start("seam").at(1 * SECOND).act(ALICE, Check()).act(BOB, Check()).lose(CHARLIE)
    table.at(10 * SECOND).tick()
    table.note("Charlie is gone for good; his ante stays").at(21 * SECOND).tick().open_middle()
    table.at(22 * SECOND).leave(BOB).at(26 * SECOND).tick()
    table.note("Alice alone waits").at(60 * SECOND).sit(CHARLIE, Player("Dora")).back(CHARLIE)
    return table.at(65 * SECOND).tick()


def seam_questions() -> Told:
    """After the third hand all are asked to go on; the match ends with the agreed number of hands."""
    table = Told("Seam: questions between hands", GivenDeals(even_shoe()))
    table.start("seam", options={"hands": 6}, players=(Player("Alice"), Player("Bob"), None))
    for number in range(1, 4):
        table.note(f"Hand {number}").act(ALICE, Check()).act(BOB, Check()).open_middle()
        table.skip(ALICE).skip(BOB)
    table.note("Skipping is no answer").at(3 * SECOND).act(ALICE, Go())
    return table.note("Bob's answer is the clock's").at(10 * SECOND).tick()


SCRIPTS: dict[str, Callable[[], Told]] = {
    script.__name__: script
    for script in (
        *CLASSIC_SCRIPTS,
        *HOLDEM_SCRIPTS,
        *POLISH_SCRIPTS,
        *HOUSE_SCRIPTS,
        tactical_showdown,
        tactical_fold,
        tactical_all_in,
        tactical_tie,
        tactical_twenty_one,
        tactical_timeouts,
        tactical_disconnects,
        tactical_mutual,
        tactical_whole_match,
        seam_unseen_bets,
        seam_coming_and_going,
        seam_questions,
    )
}
