"""Stake, result, refund: what moves, what it costs, and that it happens once."""

from __future__ import annotations

import pytest

from players.models import User
from tests.wallet.conftest import Give
from tests.wallet.support import free, quote_ids, rake, refund, refused, seat, settle, stake, totals
from wallet import selectors, services
from wallet.errors import (
    AlreadySettled,
    IdempotencyConflict,
    InsufficientFunds,
)
from wallet.models import Currency, Entry, Transfer
from wallet.services import Key

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("units", "won", "raked"),
    [
        (1, 2, 0),
        (49, 98, 0),
        (50, 99, 1),  # 50 and 50 are 100: on each stake alone there would be none
        (99, 197, 1),
        (100, 198, 2),
        (101, 200, 2),
        (7_693, 15_233, 153),
        (2**63 + 1, 18262276632972456102, 184467440737095516),
        (10**27, 198 * 10**25, 2 * 10**25),  # 10^9 ETH
    ],
)
def test_the_winner_gets_the_pot_less_one_percent(
    units: int, won: int, raked: int, alice: User, bob: User, give: Give
) -> None:
    give(alice, TETH=units)
    give(bob, TETH=units)
    seats = [seat("match:1", 0, alice, TETH=units), seat("match:1", 1, bob, TETH=units)]
    stake("match:1", *seats)
    assert (free(alice, "TETH"), free(bob, "TETH")) == (0, 0)
    settle("match:1", *seats, winners=[bob])
    assert (free(alice, "TETH"), free(bob, "TETH"), rake("TETH")) == (0, won, raked)
    assert totals() == {"TETH": 0}


def test_two_currencies_are_raked_each_on_its_own(alice: User, bob: User, give: Give) -> None:
    give(alice, TBTC=60, TUSDT=1_000)
    give(bob, TBTC=60, TUSDT=3_000)
    seats = [seat("m", 0, alice, TBTC=60, TUSDT=1_000), seat("m", 1, bob, TBTC=60, TUSDT=3_000)]
    stake("m", *seats)
    settle("m", *seats, winners=[alice])
    assert (free(alice, "TBTC"), free(alice, "TUSDT")) == (119, 3_960)
    assert (rake("TBTC"), rake("TUSDT")) == (1, 40)


def test_a_settlement_of_two_currencies_is_one_transfer_of_eight_entries(
    alice: User, bob: User, give: Give
) -> None:
    for player in (alice, bob):
        give(player, TBTC=1_000, TUSDT=1_000)
    seats = [seat("m", n, player, TBTC=1_000, TUSDT=1_000) for n, player in enumerate((alice, bob))]
    stake("m", *seats)
    posted = settle("m", *seats, winners=[alice])
    assert Entry.objects.filter(transfer=posted.id).count() == 8


def test_three_winners_share_and_the_first_get_the_odd_units(
    alice: User, bob: User, charlie: User, give: Give
) -> None:
    """faults.md: 17 units among three."""
    players = [alice, bob, charlie]
    for player, units in zip(players, (6, 6, 5), strict=True):
        give(player, TBTC=units)
    seats = [
        seat("m", n, player, TBTC=units)
        for n, (player, units) in enumerate(zip(players, (6, 6, 5), strict=True))
    ]
    stake("m", *seats)
    settle("m", *seats, winners=[bob, charlie, alice])
    assert [free(player) for player in (bob, charlie, alice)] == [6, 6, 5]


def test_a_tie_gives_both_their_own_back_less_the_rake(alice: User, bob: User, give: Give) -> None:
    for player in (alice, bob):
        give(player, TBTC=100)
    seats = [seat("m", n, player, TBTC=100) for n, player in enumerate((alice, bob))]
    stake("m", *seats)
    settle("m", *seats, winners=[alice, bob])
    assert (free(alice), free(bob), rake()) == (99, 99, 2)


def test_a_refund_gives_back_everything_without_rake(alice: User, bob: User, give: Give) -> None:
    give(alice, TBTC=700)
    give(bob, TETH=10**20)
    seats = [seat("m", 0, alice, TBTC=700), seat("m", 1, bob, TETH=10**20)]
    stake("m", *seats)
    refund("m", *selectors.escrows([escrow.ref for escrow in seats]))
    assert (free(alice), free(bob, "TETH"), rake()) == (700, 10**20, 0)
    assert selectors.escrows([escrow.ref for escrow in seats]) == ()


def test_parts_of_a_stake_are_played_one_by_one(alice: User, bob: User, give: Give) -> None:
    """Fixed hands: 7 units over 3, hand 1 to Alice, hand 2 to Bob, the rest back."""
    for player in (alice, bob):
        give(player, TBTC=7)
    stake("m", seat("m", 0, alice, TBTC=7), seat("m", 1, bob, TBTC=7))
    parts = services.split(7, [1, 1, 1])
    assert parts == (2, 2, 3)
    for hand, winner in enumerate((alice, bob)):
        own = [seat("m", n, player, TBTC=parts[hand]) for n, player in enumerate((alice, bob))]
        settle("m", *own, winners=[winner], key=f"settle:{hand}", part=f"hand:{hand}")
    refund("m", *selectors.escrows(["m/seat:0", "m/seat:1"]))
    assert (free(alice), free(bob)) == (7, 7)


# --- once ------------------------------------------------------------------------------------------
def test_every_posting_sent_twice_happens_once(alice: User, bob: User, give: Give) -> None:
    for player in (alice, bob):
        give(player, TBTC=1_000)
    seats = [seat("m", n, player, TBTC=100) for n, player in enumerate((alice, bob))]
    first = stake("m", *seats)
    assert stake("m", *seats) == (first.id, True)
    settled = settle("m", *seats, winners=[alice])
    assert settle("m", *seats, winners=[alice]) == (settled.id, True)
    assert stake("m", *seats) == (first.id, True), "long after"
    assert (free(alice), free(bob), rake()) == (1_098, 900, 2)
    assert Transfer.objects.count() == 4


def test_a_repeated_key_answers_whatever_has_changed_since(alice: User, bob: User, give: Give) -> None:
    for player in (alice, bob):
        give(player, TBTC=100)
    seats = [seat("m", n, player, TBTC=100) for n, player in enumerate((alice, bob))]
    quotes = quote_ids("TBTC")

    def fund() -> services.Posted:
        return services.transfer_stake(
            stakes=seats, quotes=quotes, subject="m", key=Key("m", "fund"), actor="system:test"
        )

    first = fund()
    services.set_gate(player=alice.pk, frozen=True, excluded=True, by="staff:1", reason="test")
    Currency.objects.filter(code="TBTC").update(enabled=False)
    assert fund() == (first.id, True)


def test_the_same_key_with_other_contents_is_refused(alice: User, bob: User, give: Give) -> None:
    for player in (alice, bob):
        give(player, TBTC=1_000)
    stake("m", seat("m", 0, alice, TBTC=100), seat("m", 1, bob, TBTC=100))
    with refused(IdempotencyConflict):
        stake("m", seat("m", 0, alice, TBTC=101), seat("m", 1, bob, TBTC=101))


def test_a_request_may_stand_for_the_posting(alice: User, give: Give) -> None:
    """The player asked for $5; between two tries of his browser the amount in units has moved with the quote."""
    give(alice, TBTC=1_000)

    def fund(units: int, request: bytes) -> services.Posted:
        return services.transfer_stake(
            stakes=[seat("m", 0, alice, TBTC=units)], quotes=quote_ids("TBTC"), subject="m",
            key=Key("player:1", "a3f"), actor="player:1", request=request,
        )  # fmt: skip

    first = fund(100, b'{"usd": 5}')
    assert fund(102, b'{"usd": 5}') == (first.id, True)
    with refused(IdempotencyConflict):
        fund(100, b'{"usd": 6}')


def test_a_refusal_is_not_remembered(alice: User, give: Give) -> None:
    """design.md, A command's way: who tops up may try again under the same key."""
    with refused(InsufficientFunds):
        stake("m", seat("m", 0, alice, TBTC=100))
    give(alice, TBTC=100)
    assert not stake("m", seat("m", 0, alice, TBTC=100)).repeated


def test_a_subject_is_paid_out_once_whatever_the_key(alice: User, bob: User, give: Give) -> None:
    for player in (alice, bob):
        give(player, TBTC=200)
    seats = [seat("m", n, player, TBTC=100) for n, player in enumerate((alice, bob))]
    stake("m", *seats)
    settle("m", *seats, winners=[alice])
    with refused(AlreadySettled):
        settle("m", *seats, winners=[bob], key="another")
    stake("m", *seats, key="fund again")
    with refused(AlreadySettled):
        refund("m", *seats, key="another")


# --- several in one commit -------------------------------------------------------------------------
def test_a_batch_happens_whole_or_not_at_all(alice: User, bob: User, give: Give) -> None:
    """Unlimited: a hand is settled and the next one funded in one commit."""
    for player in (alice, bob):
        give(player, TBTC=100)
    seats = [seat("m", n, player, TBTC=100) for n, player in enumerate((alice, bob))]
    stake("m", *seats)
    quote = quote_ids("TBTC")["TBTC"]
    won = services.Posting(
        "settle", Key("m", "settle:1"), tuple(services.settle_lines(seats, [alice.pk], 100, Key("m", "settle:1"))),
        "system:test", "m", "hand:1",
    )  # fmt: skip

    def next_hand(player: User) -> services.Posting:
        again = seat("m", 2, player, TBTC=150)
        lines = tuple(services.stake_lines([again], {"TBTC": quote}))
        return services.Posting("stake", Key("m", "fund:2"), lines, "system:test", "m", "hand:2")

    with refused(InsufficientFunds):
        services.post_all([won, next_hand(bob)])
    first, second = services.post_all([won, next_hand(alice)])
    assert not first.repeated
    assert not second.repeated
    assert free(alice) == 198 - 150
    assert services.post_all([won, next_hand(alice)]) == ((first.id, True), (second.id, True))
