"""Matches of every format, paid for with one to four currencies a seat, beside the auditor: ties, forfeits, voids."""

from __future__ import annotations

import random
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.models import Match, Table
from games.rules.commands import GiveUp, Leave, Lost, Void
from games.rules.formats.two_seats import BOTH, TIED
from games.services import play, tables
from games.services.stakes import TOTAL
from players.models import User
from players.services import order_currencies
from tests.live.classic import FIXED, SECOND, SERIES, UNLIMITED, next_hand, own_clock, stand
from tests.live.mixed import audited, inside, player
from tests.live.rows import SHORT
from tests.live.seating import play_on, state_of
from tests.live.ties import bring, seeds_for, tie
from tests.wallet.auditor import Auditor, Purse
from tests.wallet.coins import COINS, ORDER, due, make_coins, most_units, quote_coins

pytestmark = pytest.mark.django_db
few = settings(max_examples=2, deadline=None, suppress_health_check=list(HealthCheck))
AMPLE = dict.fromkeys(COINS, 10**30)
whatever_happens = pytest.mark.parametrize(
    ("end", "sizes"),
    [("play", (1, 4)), ("gave_up", (4, 2)), ("forfeit", (3, 3)), ("mutual", (2, 1)), ("void", (4, 4))],
)
"""How a match ends, and with how many currencies its seats are paid for."""
DUST = st.sampled_from((1, 49, 50, 99, 100, 101))
"""Around where rake begins, and less than a unit a hand."""


@pytest.fixture(autouse=True)
def coins() -> None:
    make_coins()


@st.composite
def purses(draw: st.DrawFn, size: int) -> Purse:
    """So many currencies, in the order in which their player wants them taken: of each but the last a part of $10 at
    most, or dust; of the last more than enough."""
    codes = draw(st.permutations(ORDER))[:size]
    purse = {code: draw(DUST | st.integers(1, most_units(code, 700))) for code in codes[:-1]}
    return {**purse, codes[-1]: most_units(codes[-1], 20_000)}


def drawn(data: st.DataObject, sizes: tuple[int, int]) -> tuple[Purse, Purse]:
    return data.draw(purses(sizes[0])), data.draw(purses(sizes[1]))


class Seated(NamedTuple):
    people: tuple[User, User]
    books: Auditor
    table: Table

    @property
    def ids(self) -> tuple[int, int]:
        return self.people[0].pk, self.people[1].pk

    def now(self) -> list[Purse]:
        return [inside(person) for person in self.people]


def seated(game: str, held: tuple[Purse, Purse], value: int, ties: int = 0, **options: int) -> Seated:
    """Both have agreed, by one currency or by Total balance, and brought their seeds: it is paid in. `ties`: so many
    first hands can be tied."""
    quote_coins()
    people, books = (player(held[0]), player(held[1])), Auditor()
    pay = []
    for person, purse in zip(people, held, strict=True):
        pay.append((next(iter(purse)), None) if len(purse) == 1 else (TOTAL, AMPLE))
        order_currencies(person, list(purse))
        for code, units in purse.items():
            books.give(person.pk, code, units)
    table = tables.open_table(
        people[0], game, mode="stake", stake_cents=value, options=options, currency=pay[0][0], most_units=pay[0][1]
    )  # fmt: skip
    tables.join_table(people[1], table.public_id, currency=pay[1][0], most_units=pay[1][1])
    bring(table.id, seeds_for(table.id, ties))
    table.refresh_from_db()
    return Seated(people, books, table)


def paid(held: tuple[Purse, Purse], cents: int) -> tuple[Purse, Purse]:
    one, other = (due(purse, cents, list(purse)) for purse in held)
    assert one is not None
    assert other is not None
    return one, other


# --- ends -----------------------------------------------------------------------------------------------------------


def ended(table: Table, end: str, loser: int) -> bool:
    """Bring the match to that end; whether somebody has won what was not settled yet."""
    if end == "void":
        play.submit(table.id, Void(at=0, staff="support", reason="test"))
    elif end == "gave_up":
        play.submit(table.id, GiveUp(at=0, seat=loser))
    else:
        with own_clock() as clock:
            for seat in BOTH if end == "mutual" else (loser,):
                play.submit(table.id, Lost(at=0, seat=seat, conn=f"test/{seat}"))
            clock.forward(table, 60 * SECOND)
    assert state_of(table.id).phase == "over"
    return end in ("gave_up", "forfeit")


# --- formats --------------------------------------------------------------------------------------------------------

losers = st.sampled_from(BOTH)


@whatever_happens
@few
@given(data=st.data(), loser=losers, seed=st.integers(0, 99))
def test_freezeout(end: str, sizes: tuple[int, int], data: st.DataObject, loser: int, seed: int) -> None:
    """Pots of chips are won and split; the stakes are won with the last chip."""
    held = drawn(data, sizes)
    match, stakes = seated(SHORT, held, 1_000), paid(held, 1_000)
    assert match.now() == list(stakes)
    match.books.stake("m", match.ids, stakes)
    if end == "play":
        dice = random.Random(seed)
        while (state := state_of(match.table.id)).phase != "over":
            play_on(match.table.id, dice)
        assert state.result is not None
        match.books.pay_out("m", [match.ids[state.result.winners[0]]])
    elif ended(match.table, end, loser):
        match.books.pay_out("m", [match.ids[1 - loser]])
    else:
        match.books.give_back("m")
    audited(match.people, match.books, match.table)


@whatever_happens
@few
@given(data=st.data(), loser=losers)
def test_series_of_ties(end: str, sizes: tuple[int, int], data: st.DataObject, loser: int) -> None:
    """Both agreed hands are tied, and the first of overtime: nothing moves until somebody wins."""
    held = drawn(data, sizes)
    match, stakes = seated(SERIES, held, 500, ties=3, hands=2), paid(held, 1_000)
    match.books.stake("m", match.ids, stakes)
    for _ in range(3):
        tie(match.table)
        assert match.now() == list(stakes)
        next_hand(match.table)
    while end == "play" and state_of(match.table.id).phase != "over":
        if state_of(match.table.id).phase == "between":
            next_hand(match.table)
        else:
            stand(match.table)
    if end == "play":
        winners = Match.objects.get(table=match.table).winners
        match.books.pay_out("m", [match.ids[winners[0]]])
    elif ended(match.table, end, loser):
        match.books.pay_out("m", [match.ids[1 - loser]])
    else:
        match.books.give_back("m")
    audited(match.people, match.books, match.table)


@whatever_happens
@few
@given(data=st.data(), loser=losers, after=st.integers(1, 3))
def test_fixed_hands(end: str, sizes: tuple[int, int], data: st.DataObject, loser: int, after: int) -> None:
    """The first hand is tied. A slice that is no whole unit moves nothing; what is not settled when the match ends
    goes to the winner hand by hand, or back."""
    held, hands = drawn(data, sizes), 4
    match, stakes = seated(FIXED, held, 250, ties=1, hands=hands), paid(held, 1_000)
    books, settled = match.books, 0

    def settle(winner: int) -> None:
        nonlocal settled
        settled += 1
        parts = [
            {code: s * settled // hands - s * (settled - 1) // hands for code, s in stake.items()}
            for stake in stakes
        ]
        books.stake(str(settled), match.ids, (parts[0], parts[1]))
        if winner == TIED:
            books.give_back(str(settled))
        else:
            books.pay_out(str(settled), [match.ids[winner]])

    tie(match.table)
    settle(TIED)
    while settled < (hands if end == "play" else after):
        next_hand(match.table)
        settle(stand(match.table))
    if end != "play":
        won = ended(match.table, end, loser)
        while settled < hands:
            settle(1 - loser if won else TIED)
    audited(match.people, match.books, match.table)


@whatever_happens
@few
@given(data=st.data(), loser=losers)
def test_unlimited_hands(end: str, sizes: tuple[int, int], data: st.DataObject, loser: int) -> None:
    """The first hand is tied. Each is composed anew of what there is by then, up to what was agreed to; where that is
    not enough nobody pays."""
    match = seated(UNLIMITED, drawn(data, sizes), 1_000, ties=1)
    agreed = [seat.consent for seat in match.table.seats.order_by("number")]
    for number in (1, 2, 3):
        limited = [
            {code: min(units, most.get(code, 0)) for code, units in books_of(match, person).items()}
            for person, most in zip(match.people, agreed, strict=True)
        ]
        stakes = [due(purse, 1_000, list(most)) for purse, most in zip(limited, agreed, strict=True)]
        if None in stakes:
            assert match.now() == [{}, {}]
            ended(match.table, "void", loser)
            break
        assert match.now() == stakes
        match.books.stake(str(number), match.ids, (stakes[0] or {}, stakes[1] or {}))
        if number == 3 and end != "play":
            won = ended(match.table, end, loser)
            winner = 1 - loser if won else TIED
        elif number == 1:
            tie(match.table)
            winner = TIED
        else:
            winner = stand(match.table)
        if winner == TIED:
            match.books.give_back(str(number))
        else:
            match.books.pay_out(str(number), [match.ids[winner]])
        if number < 3:
            next_hand(match.table)
        elif end == "play":
            play.submit(match.table.id, Leave(at=0, seat=loser))
    audited(match.people, match.books, match.table)


def books_of(match: Seated, person: User) -> Purse:
    """What he has free, the other ledger says."""
    return dict(match.books.free[person.pk])
