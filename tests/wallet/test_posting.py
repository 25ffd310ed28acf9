"""Stake, result, refund, correction: what moves, what it costs, and that it happens once."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from django.db import connection

from players.models import User
from tests.wallet.conftest import Give
from tests.wallet.support import free, quote_ids, refund, refused, seat, settle, stake, totals
from wallet import selectors, services
from wallet.errors import (
    AlreadyReversed,
    AlreadySettled,
    BadAmount,
    CurrencyDisabled,
    IdempotencyConflict,
    InsufficientFunds,
    LedgerFault,
    MixedCurrencies,
    StaleQuote,
    UnknownCurrency,
)
from wallet.models import Currency, Entry, Quote, Transfer
from wallet.postings import Posting, body
from wallet.services import Key, Line, escrow_account, player_account

pytestmark = pytest.mark.django_db


def rake(currency: str = "TBTC") -> int:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT coalesce(sum(b.amount), 0) FROM wallet_balance b JOIN wallet_account a ON a.id = b.account_id"
            " WHERE a.kind = 'rake' AND a.currency_id = %s",
            [currency],
        )
        return int(cursor.fetchone()[0])


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


# --- refusals --------------------------------------------------------------------------------------
def test_who_cannot_pay_is_named_and_nobody_is_charged(alice: User, bob: User, give: Give) -> None:
    give(alice, TBTC=100)
    give(bob, TBTC=99)
    with refused(InsufficientFunds) as caught:
        stake("m", seat("m", 0, alice, TBTC=100), seat("m", 1, bob, TBTC=100))
    assert caught.value.player == bob.pk
    assert caught.value.data == {"currency": "TBTC"}, "whose it is stays with the caller"
    assert (free(alice), free(bob)) == (100, 99)
    assert selectors.in_play(alice.pk) == ()


@pytest.mark.parametrize("wrong", [-1, 1.0, 1.5, "100", True, 10**78, None])
def test_amounts_that_are_not_whole_numbers_are_refused(wrong: Any, alice: User, give: Give) -> None:
    give(alice, TBTC=1_000)
    with refused(BadAmount):
        stake("m", seat("m", 0, alice, TBTC=wrong))
    with refused(BadAmount):
        refund("m", seat("m", 0, alice, TBTC=wrong))


@pytest.mark.parametrize("wrong", [1.0, "100", True, None, Decimal("1E+2"), 10**78])
def test_a_line_of_any_posting_is_a_whole_number(wrong: Any, alice: User) -> None:
    with refused(BadAmount):
        body(Posting("test_coins", Key("t", "1"), (Line(player_account(alice.pk, "TBTC"), wrong),), "t"))


def test_a_stake_of_nothing_is_refused(alice: User, bob: User, give: Give) -> None:
    give(alice, TBTC=5)
    for seats in ([], [seat("m", 0, alice, TBTC=5), seat("m", 1, bob)], [seat("m", 0, alice, TBTC=0)]):
        with refused(BadAmount):
            stake("m", *seats)


def test_a_quote_that_has_run_out_is_refused(alice: User, give: Give) -> None:
    give(alice, TBTC=100)
    old = Quote.objects.create(
        currency_id="TBTC",
        usd_price=1,
        source="test",
        fetched_at="2026-01-01T00:00Z",
        expires_at="2026-01-01T00:01Z",
    )
    for quotes in (
        {"TBTC": old.pk},
        {},
        quote_ids("TETH") | {"TBTC": quote_ids("TETH")["TETH"]},
        {"TBTC": 10**9},
    ):
        with refused(StaleQuote) as caught:
            services.transfer_stake(
                stakes=[seat("m", 0, alice, TBTC=100)], quotes=quotes, subject="m", key=Key("m", "fund"),
                actor="system:test",
            )  # fmt: skip
        assert caught.value.data == {"currency": "TBTC"}


def test_a_disabled_currency_is_not_staked_but_paid_out(alice: User, bob: User, give: Give) -> None:
    for player in (alice, bob):
        give(player, TBTC=200)
    seats = [seat("m", n, player, TBTC=100) for n, player in enumerate((alice, bob))]
    quotes = quote_ids("TBTC")
    stake("m", *seats)
    Currency.objects.filter(code="TBTC").update(enabled=False)
    with refused(CurrencyDisabled):
        services.transfer_stake(
            stakes=[seat("n", 0, alice, TBTC=5)],
            quotes=quotes,
            subject="n",
            key=Key("n", "f"),
            actor="system:test",
        )
    settle("m", *seats, winners=[alice])
    assert free(alice) == 298


def test_an_unknown_currency_is_refused(alice: User) -> None:
    with refused(UnknownCurrency):
        services.give_test_coins(
            player=alice.pk, currency="DOGE", units=1, key=Key("t", "1"), actor="system:test"
        )
    with refused(UnknownCurrency):
        services.fresh_quotes(currencies=["DOGE"])


def test_test_coins_and_money_do_not_mix(alice: User, give: Give) -> None:
    """Nobody stakes test coins against money."""
    Currency.objects.filter(code="BTC").update(enabled=True)
    give(alice, TBTC=100)
    deposit(alice, BTC=100)
    quotes = quote_ids("TBTC")
    quotes["BTC"] = Quote.objects.create(
        currency_id="BTC",
        usd_price=1,
        source="test",
        fetched_at="2026-01-01T00:00Z",
        expires_at="2099-01-01T00:00Z",
    ).pk
    with refused(MixedCurrencies):
        services.transfer_stake(
            stakes=[seat("m", 0, alice, TBTC=100, BTC=100)], quotes=quotes, subject="m", key=Key("m", "f"),
            actor="system:test",
        )  # fmt: skip


@pytest.mark.parametrize("other", ["TBTC", "BTC"])
def test_chips_mix_with_nothing(other: str, alice: User, give: Give) -> None:
    Currency.objects.filter(code__in=["BTC", "CHIP"]).update(enabled=True)
    give(alice, TBTC=100)
    deposit(alice, BTC=100)
    with refused(MixedCurrencies):
        services.transfer_stake(
            stakes=[seat("m", 0, alice, CHIP=5, **{other: 5})], quotes=quote_ids("TBTC"), subject="m",
            key=Key("m", "f"), actor="system:test",
        )  # fmt: skip


def test_chips_come_neither_from_outside_nor_from_the_faucet(alice: User) -> None:
    Currency.objects.filter(code="CHIP").update(enabled=True)
    with refused(LedgerFault):
        deposit(alice, CHIP=5)
    with refused(LedgerFault):
        services.give_test_coins(
            player=alice.pk, currency="CHIP", units=5, key=Key("t", "1"), actor="system:test"
        )


def deposit(player: User, **units: int) -> None:
    for currency, amount in units.items():
        services.post(
            kind="deposit",
            lines=[
                Line(services.outside("deposit", currency), -amount),
                Line(player_account(player.pk, currency), amount),
            ],
            key=Key("deposit", f"{player.pk}:{currency}"),
            actor="system:test",
        )


# --- faults of a caller ----------------------------------------------------------------------------
def test_no_money_comes_out_of_the_faucet(alice: User) -> None:
    with refused(LedgerFault):
        services.give_test_coins(
            player=alice.pk, currency="BTC", units=1, key=Key("t", "1"), actor="system:test"
        )


def test_no_test_coins_outside_a_demo(alice: User, settings: Any) -> None:
    from wallet.errors import NoTestCoins

    settings.DEMO = False
    with refused(NoTestCoins):
        services.give_test_coins(
            player=alice.pk, currency="TBTC", units=1, key=Key("t", "1"), actor="system:test"
        )


def test_no_transfer_from_player_to_player(alice: User, bob: User, give: Give) -> None:
    """rules.md, Money: only through a game's result."""
    give(alice, TBTC=100)
    lines = [Line(player_account(alice.pk, "TBTC"), -100), Line(player_account(bob.pk, "TBTC"), 100)]
    for kind in ("settle", "stake", "refund", "withdraw", "deposit", "test_coins", "gift"):
        with refused(LedgerFault):
            services.post(kind=kind, lines=lines, key=Key("t", kind), subject="m", actor="player:1")


def test_a_player_stakes_for_his_own_seat_alone(alice: User, bob: User, give: Give) -> None:
    give(alice, TBTC=100)
    quote = quote_ids("TBTC")["TBTC"]
    lines = [
        Line(player_account(alice.pk, "TBTC"), -100, quote),
        Line(escrow_account("m/seat:1", bob.pk, "TBTC"), 100, quote),
    ]
    with refused(LedgerFault):
        services.post(kind="stake", lines=lines, key=Key("t", "1"), subject="m", actor="player:1")


def test_a_refund_goes_to_whose_it_was(alice: User, bob: User, give: Give) -> None:
    give(alice, TBTC=100)
    stake("m", seat("m", 0, alice, TBTC=100))
    lines = [
        Line(escrow_account("m/seat:0", alice.pk, "TBTC"), -100),
        Line(player_account(bob.pk, "TBTC"), 100),
    ]
    with refused(LedgerFault):
        services.post(kind="refund", lines=lines, key=Key("t", "1"), subject="m", actor="system:test")


def test_an_escrow_belongs_to_one_player(alice: User, bob: User, give: Give) -> None:
    give(alice, TBTC=100)
    give(bob, TBTC=100)
    stake("m", seat("m", 0, alice, TBTC=100))
    with refused(LedgerFault):
        stake("n", seat("m", 0, bob, TBTC=100))


def test_an_escrow_does_not_go_below_zero(alice: User, bob: User, give: Give) -> None:
    for player in (alice, bob):
        give(player, TBTC=100)
    stake("m", *(seat("m", n, player, TBTC=100) for n, player in enumerate((alice, bob))))
    with refused(LedgerFault):
        settle("m", *(seat("m", n, player, TBTC=101) for n, player in enumerate((alice, bob))), winners=[bob])


def test_lines_that_do_not_sum_to_zero_are_not_sent(alice: User) -> None:
    lines = [Line(services.outside("deposit", "BTC"), -5), Line(player_account(alice.pk, "BTC"), 4)]
    with refused(LedgerFault):
        services.post(kind="deposit", lines=lines, key=Key("t", "1"), actor="system:test")


def test_a_pot_without_winners_is_a_refund(alice: User, give: Give) -> None:
    give(alice, TBTC=100)
    stake("m", seat("m", 0, alice, TBTC=100))
    with refused(LedgerFault):
        settle("m", seat("m", 0, alice, TBTC=100), winners=[])


# --- corrections -----------------------------------------------------------------------------------
def settled_match(alice: User, bob: User, give: Give) -> services.Posted:
    for player in (alice, bob):
        give(player, TBTC=100)
    seats = [seat("m", n, player, TBTC=100) for n, player in enumerate((alice, bob))]
    stake("m", *seats)
    return settle("m", *seats, winners=[alice])


def test_a_reversal_puts_everything_back_and_the_match_can_be_refunded(
    alice: User, bob: User, give: Give
) -> None:
    wrong = settled_match(alice, bob, give)
    services.reverse(transfer_id=wrong.id, reason="wrong card", actor="staff:1", approved_by="staff:2")
    assert (free(alice), free(bob), rake()) == (0, 0, 0)
    refund("m", *selectors.escrows(["m/seat:0", "m/seat:1"]), part="void")
    assert (free(alice), free(bob)) == (100, 100)


def test_a_transfer_is_reversed_once(alice: User, bob: User, give: Give) -> None:
    wrong = settled_match(alice, bob, give)
    by: dict[str, Any] = {"reason": "wrong card", "actor": "staff:1", "approved_by": "staff:2"}
    first = services.reverse(transfer_id=wrong.id, **by)
    assert services.reverse(transfer_id=wrong.id, **by) == (first.id, True)
    entries = Entry.objects.filter(transfer=wrong.id).select_related("account")
    lines = [
        Line(services.AccountRef(e.account.kind, e.account.ref, "TBTC", e.account.owner_id), -e.amount)
        for e in entries
    ]
    with refused(AlreadyReversed):
        services.post(kind="reverse", lines=lines, key=Key("t", "1"), reverses=wrong.id, subject="m", **by)
    with refused(LedgerFault):
        services.reverse(transfer_id=first.id, **by)


def test_what_the_winner_has_spent_is_not_taken_below_zero(alice: User, bob: User, give: Give) -> None:
    wrong = settled_match(alice, bob, give)
    stake("n", seat("n", 0, alice, TBTC=150))
    with refused(InsufficientFunds) as caught:
        services.reverse(transfer_id=wrong.id, reason="wrong card", actor="staff:1", approved_by="staff:2")
    assert caught.value.player == alice.pk


@pytest.mark.parametrize(
    "by",
    [
        {"reason": "", "actor": "staff:1", "approved_by": "staff:2"},
        {"reason": "wrong", "actor": "staff:1", "approved_by": "staff:1"},
        {"reason": "wrong", "actor": "staff:1", "approved_by": ""},
    ],
)
def test_a_reversal_has_a_reason_and_two_signatures(
    by: dict[str, str], alice: User, bob: User, give: Give
) -> None:
    wrong = settled_match(alice, bob, give)
    with pytest.raises(ValueError, match="two different"):
        services.reverse(transfer_id=wrong.id, **by)


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
