"""Every state of a table as the HTML a page would get, made from the rules alone: nothing has to be waited for."""

from __future__ import annotations

import random

from games import presenters
from games.paid_in import PaidIn, Put
from games.rules.actions import Action, Bet, Call, Check, Fold, Hit, Pass, Raise
from games.rules.catalog import GAMES
from tests.browser.at_table import Person
from tests.games.drawing import draw, facts_of
from tests.rules.tables import ALICE, BOB, SECOND, GivenDeals, MixedShoe, Table
from wallet.units import CENT

PLAIN: dict[str, Action] = {"check": Check(), "call": Call(), "fold": Fold(), "hit": Hit(), "pass": Pass()}
MOST_DECISIONS = 400
MIXED = PaidIn(
    match=1, as_of=1, hand=0,
    seats=((Put("TBTC", 1_000, 8, 65 * CENT), Put("TUSDT", 4_350_000, 6, 435 * CENT)),
           (Put("TETH", 1_982_168_412_957_039, 18, 500 * CENT),)),
)  # fmt: skip
"""Alice's stake of two currencies, Bob's of the longest digits."""


def states() -> dict[str, str]:
    """HTML by name. Alice looks, unless the name says otherwise."""
    dealt = Table().start()
    betting = Table().start().play("Alice bet 40")
    cards = Table().start().play("Alice check, Bob check")
    seeding = Table()
    seeding.begin().back(ALICE).back(BOB).digest(BOB)
    waiting = facts_of(status="open", names=("Alice",))
    for_a_stake = facts_of(mode="stake", stake_cents=500)
    over = Table().start().play_out().give_up(BOB)
    return {
        "waiting": presenters.render_waiting(waiting, seat=0, version=1, language="en"),
        "seeding": draw(seeding.state, ALICE),
        "turn": draw(dealt.state, ALICE),
        "turn to call": draw(betting.state, BOB),
        "turn for a card": draw(cards.state, BOB),
        "not the turn": draw(dealt.state, BOB),
        "watching": draw(dealt.state, None),
        "result": draw(Table().start().play_out().state, ALICE),
        "away": draw(Table().start().at(5 * SECOND).lose(BOB).state, ALICE),
        "stakes": draw(dealt.state, ALICE, for_a_stake, paid_in=MIXED),
        "stakes awaited": draw(seeding.state, ALICE, for_a_stake),
        "halted": draw(dealt.state, ALICE, halted=True),
        "over": draw(over.state, ALICE),
    }


def whole_match(seed: int) -> list[str]:
    """What Alice's page shows at every decision of a match in which both do what chance says, and between hands."""
    chosen = random.Random(seed)
    table = Table(GivenDeals(MixedShoe(seed, GAMES["tactical"].hand.shoe.decks))).start()
    seen = []
    for _ in range(MOST_DECISIONS):
        seen.append(draw(table.state, ALICE))
        if table.state.phase == "over":
            return seen
        if table.state.phase == "between":
            table.skips()
            continue
        (seat,) = table.asked()
        prompt = table.seen_by(seat).prompt
        assert prompt is not None
        # Folds make matches long; of them there are enough.
        offer = chosen.choice([each for each in prompt.legal if each.kind != "fold" or chosen.random() < 0.3])
        amount = chosen.randint(offer.low, offer.high)
        sized: dict[str, Action] = {"bet": Bet(amount), "raise": Raise(amount)}
        table.act(seat, sized.get(offer.kind) or PLAIN[offer.kind])
    raise AssertionError(f"no end after {MOST_DECISIONS} decisions: choose another seed")


def still_page(guest: Person) -> None:
    """At a practice table where nothing happens by itself: it is the guest's turn, and no clock runs."""
    guest.practise(clock=0)
    guest.wait_to_be_asked()
