"""Classic's three rows for a stake, as two players with coins play them: the same at every table, whoever wins."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection, transaction

from games.models import Match, Table
from games.rules.actions import Action, Go, LeaveTable, Stand
from games.rules.clocks import State
from games.rules.commands import Act, SitOut, Skip
from games.rules.formats.two_seats import TIED
from games.services import play, store, tables
from players.models import User
from tests.live.seating import bring_seeds, prompt_of, state_of
from wallet import selectors as wallet
from wallet.models import Entry, Transfer
from wallet.postings import Key
from wallet.services import check_ledger, give_test_coins

COIN = 10**8
SECOND = 1_000
FIXED, SERIES, UNLIMITED = "classic_fixed", "classic_series", "classic_unlimited"
ALICE, BOB = 0, 1
DOLLAR = 100
HAND = 1_539  # $1 of TBTC at $65,000, 8 decimals: 1,538.46… rounded up
PRICE = 65_000 * 10**8
"""Of one TBTC, in 1e-8 USD (wallet.quotes)."""


def player(name: str, units: int = COIN, currency: str = "TBTC") -> User:
    user = User.objects.create_user(username=name.lower(), display_name=name, password=None)
    if units:
        give_test_coins(player=user.pk, currency=currency, units=units, key=Key("test", name), actor="test")
    return user


def held(user: User, currency: str = "TBTC") -> tuple[int, int]:
    """Free and in play."""
    found = next(held for held in wallet.balances(user.pk) if held.currency == currency)
    return found.free, found.in_play


def opened(key: str, people: tuple[User, User], cents: int, **options: int) -> Table:
    """Both sit; nothing is paid in yet."""
    host, guest = people
    table = tables.open_table(host, key, mode="stake", stake_cents=cents, currency="TBTC", options=options)
    return tables.join_table(guest, table.public_id, currency="TBTC")


def dealt(key: str, people: tuple[User, User], cents: int, **options: int) -> Table:
    """Both have brought their seeds and are connected: the first cards are there."""
    table = opened(key, people, cents, **options)
    bring_seeds(table.id)
    return table


def match_of(table: Table) -> Any:
    return state_of(table.id).match


def stand(table: Table) -> int:
    """Everybody stands; who has won the hand, -1: tied."""
    hand = state_of(table.id).hand_number
    while (state := state_of(table.id)).phase == "hand" and state.hand_number == hand:
        answer(table, state.prompts[0].seat, Stand())
    return int(match_of(table).history[-1])


def next_hand(table: Table) -> None:
    """Nobody needs more time to look at the result."""
    for seat in (0, 1):
        play.submit(table.id, Skip(at=0, seat=seat))


def answer(table: Table, seat: int, action: Action) -> play.Reply:
    shown = prompt_of(state_of(table.id), seat)
    assert shown is not None
    return play.submit(table.id, Act(at=0, seat=seat, token=shown.token, action=action))


def go(table: Table, seat: int) -> None:
    """Plays on; if nobody else is asked, the next hand is due."""
    answer(table, seat, Go())
    play.expire(table.id)


def leave(table: Table, seat: int) -> None:
    answer(table, seat, LeaveTable())


class Clock:
    """The test's own: it goes when it is told to."""

    def __init__(self) -> None:
        self.now = store.database_ms()

    def forward(self, table: Table, ms: int) -> State:
        """So much later what is due has run out."""
        self.now += ms
        play.expire(table.id)
        return state_of(table.id)


@contextmanager
def own_clock() -> Iterator[Clock]:
    clock = Clock()
    with store.own_clock(lambda: clock.now):
        yield clock


@contextmanager
def tampering() -> Iterator[Any]:
    """As somebody who gets past the triggers."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        yield cursor
        cursor.execute("SET LOCAL session_replication_role = origin")


def price_is(usd: int, currency: str = "TBTC") -> None:
    """The newest quote of a coin, in 1e-8 USD."""
    forget_prices()
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO wallet_quote (currency_id, usd_price, source, fetched_at, expires_at) "
            "VALUES (%s, %s, 'test', clock_timestamp(), clock_timestamp() + interval '1 hour')",
            [currency, usd],
        )


def forget_prices() -> None:
    """Every quote is too old from now on."""
    with tampering() as cursor:
        cursor.execute(
            "UPDATE wallet_quote SET expires_at = clock_timestamp() WHERE expires_at > clock_timestamp()"
        )


def moved(table: Table, kind: str, part: str = "") -> dict[str, int]:
    """Units by kind of account, of one transfer of the match; empty: there is none."""
    found = Entry.objects.filter(
        transfer__subject=f"match:{table.public_id}/1", transfer__kind=kind, transfer__part=part
    )
    sums: dict[str, int] = {}
    for kind_of, amount in found.values_list("account__kind", "amount"):
        sums[kind_of] = sums.get(kind_of, 0) + int(amount)
    return sums


def transfers(table: Table) -> list[tuple[str, str]]:
    found = Transfer.objects.filter(subject=f"match:{table.public_id}/1").order_by("created_at", "id")
    return list(found.values_list("kind", "part"))


def result_of(table: Table) -> tuple[str, list[int]]:
    match = Match.objects.get(table=table)
    return match.reason, match.winners


def books_are_right() -> None:
    check = check_ledger()
    assert check.ok, check.faults


def free_and_in_play(people: tuple[User, User]) -> tuple[tuple[int, int], tuple[int, int]]:
    return held(people[0]), held(people[1])


def gained(winner: int, slice_: int) -> tuple[int, int]:
    """What a hand adds to each free balance: 99 % of both slices, rounded for the player; tied: one's own back."""
    if winner == TIED:
        return slice_, slice_
    won = 2 * slice_ - 2 * slice_ // 100
    return (won, 0) if winner == ALICE else (0, won)


def sit_out(table: Table, seat: int, *, out: bool = True, hand: int | None = None) -> None:
    number = state_of(table.id).hand_number + 1 if hand is None else hand
    play.submit(table.id, SitOut(at=0, seat=seat, out=out, hand=number))
