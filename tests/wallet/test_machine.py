"""Whatever is done in whatever order, the ledger and an independent auditor agree, and `check_ledger` is content."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    consumes,
    initialize,
    invariant,
    multiple,
    rule,
    run_state_machine_as_test,
)

from players.models import User
from tests.wallet.auditor import Auditor, Purse
from tests.wallet.conftest import make_player
from tests.wallet.support import at_once, quote_ids, refund, seat, settle, stake
from wallet import selectors, services
from wallet.errors import WalletError
from wallet.services import Key, Posted

CODES = ("TBTC", "TETH", "TUSDT")
NAMES = ("Alice", "Bob", "Charlie")
PLAYERS = st.integers(0, len(NAMES) - 1)
PAIRS = st.permutations(range(len(NAMES))).map(lambda order: (order[0], order[1]))
# Around the limits of rake, around 2^63, and 10^9 ETH.
UNITS = st.sampled_from([1, 49, 50, 99, 100, 101, 777, 2**63, 2**63 + 1, 10**27])
SMALL = st.sampled_from([1, 50, 99, 100, 101])
SELDOM = st.sampled_from([False, False, False, False, True])
PURSES = st.dictionaries(st.sampled_from(CODES), SMALL, min_size=1, max_size=3)
_runs = itertools.count()

DONE: Counter[str] = Counter()
"""How often each thing happened in the whole run: a machine that idles proves nothing."""


class Ledger(RuleBasedStateMachine):
    """`matches`: funded and not yet paid; `results`: settled, and not yet corrected."""

    matches = Bundle("matches")
    results = Bundle("results")

    def __init__(self) -> None:
        super().__init__()
        self.run = next(_runs)
        self.players: list[User] = []
        self.auditor = Auditor()
        self.sent: list[tuple[Callable[[], Posted], UUID]] = []
        self.numbers = itertools.count()
        self.settled: dict[str, UUID] = {}
        self.unpaid: set[str] = set()

    @initialize()
    def begin(self) -> None:
        """Enough for some stakes, not for many."""
        self.players = [make_player(f"{name}{self.run}") for name in NAMES]
        for player in range(len(NAMES)):
            for currency in CODES:
                self.give(player, currency, 300)

    # --- what is done ------------------------------------------------------------------------------
    @rule(player=PLAYERS, currency=st.sampled_from(CODES), units=UNITS)
    def more(self, player: int, currency: str, units: int) -> None:
        self.give(player, currency, units)

    def give(self, player: int, currency: str, units: int) -> None:
        number = next(self.numbers)

        def send() -> Posted:
            return services.give_test_coins(
                player=self.players[player].pk, currency=currency, units=units,
                key=Key(f"run:{self.run}", f"give:{number}"), actor="system:test",
            )  # fmt: skip

        self.send(send)
        self.auditor.give(player, currency, units)

    @rule(target=matches, pair=PAIRS, first=PURSES, second=PURSES)
    def fund(self, pair: tuple[int, int], first: Purse, second: Purse) -> Any:
        name = f"run:{self.run}/match:{next(self.numbers)}"
        seats = [
            seat(name, n, self.players[player], **purse)
            for n, (player, purse) in enumerate(zip(pair, (first, second), strict=True))
        ]
        refusal = self.auditor.stake_refusal(dict(zip(pair, (first, second), strict=True)))
        if refusal:
            with pytest.raises(WalletError) as caught:
                stake(name, *seats)
            assert type(caught.value).__name__ == refusal
            DONE[refusal] += 1
            return multiple()
        self.send(lambda: stake(name, *seats))
        self.auditor.stake(name, pair, (first, second))
        self.unpaid.add(name)
        return name

    @rule(target=results, name=consumes(matches), seat_number=st.integers(0, 1))
    def win(self, name: str, seat_number: int) -> str:
        """Won, or the other forfeited: the ledger sees no difference."""
        DONE["won"] += 1
        self.pay_out(name, [self.auditor.matches[name].players[seat_number]])
        return name

    @rule(target=results, name=consumes(matches))
    def tie(self, name: str) -> str:
        DONE["tied"] += 1
        self.pay_out(name, list(self.auditor.matches[name].players))
        return name

    @rule(name=consumes(matches))
    def mutual(self, name: str) -> None:
        DONE["mutual"] += 1
        self.send(lambda: refund(name, *self.contents(name)))
        self.auditor.give_back(name)
        self.unpaid.remove(name)

    @rule(name=consumes(results))
    def void(self, name: str) -> None:
        """Staff undo a result: reversal, then refund. Not if the winner has spent it."""
        wrong = self.settled[name]

        def reverse() -> Posted:
            return services.reverse(transfer_id=wrong, reason="void", actor="staff:1", approved_by="staff:2")

        if not self.auditor.can_take_back(name):
            with pytest.raises(WalletError) as caught:
                reverse()
            assert caught.value.code == "insufficient_funds"
            DONE["spent"] += 1
            return
        DONE["void"] += 1
        self.send(reverse)
        self.send(lambda: refund(name, *self.contents(name), key="void", part="void"))
        self.auditor.void(name)

    @rule(player=PLAYERS, frozen=SELDOM, excluded=SELDOM)
    def gate(self, player: int, frozen: bool, excluded: bool) -> None:
        services.set_gate(
            player=self.players[player].pk, frozen=frozen, excluded=excluded, by="staff:1", reason="test"
        )
        for flag, those in ((frozen, self.auditor.frozen), (excluded, self.auditor.excluded)):
            (those.add if flag else those.discard)(player)

    @rule(data=st.data())
    def send_again(self, data: st.DataObject) -> None:
        """Any message, at any later time, twice."""
        if self.sent:
            again, first = data.draw(st.sampled_from(self.sent))
            for _ in range(2):
                assert again() == (first, True)
            DONE["again"] += 1

    @rule(player=PLAYERS, currency=st.sampled_from(CODES))
    def two_clients_spend_one_balance(self, player: int, currency: str) -> None:
        units = self.auditor.free[player][currency]
        if not units or player in self.auditor.frozen | self.auditor.excluded:
            return
        quote_ids(currency)
        names = [f"run:{self.run}/match:{next(self.numbers)}" for _ in range(2)]
        seats = {name: seat(name, 0, self.players[player], **{currency: units}) for name in names}

        def spend(name: str) -> Posted:
            return stake(name, seats[name])

        results = at_once(lambda: spend(names[0]), lambda: spend(names[1]))
        assert sorted(type(result).__name__ for result in results) == ["InsufficientFunds", "Posted"]
        DONE["two clients"] += 1
        for name, result in zip(names, results, strict=True):
            if isinstance(result, Posted):
                refund(name, seats[name])

    # --- what must be ------------------------------------------------------------------------------
    @invariant()
    def the_auditor_agrees(self) -> None:
        for number, player in enumerate(self.players):
            held = {row.currency: row for row in selectors.balances(player.pk)}
            for code in CODES:
                assert held[code].free == self.auditor.free[number][code]

    def teardown(self) -> None:
        result = services.check_ledger()
        assert result.ok, result.faults
        for number, player in enumerate(self.players):
            inside = sum(row.in_play for row in selectors.balances(player.pk))
            assert inside == sum(self.inside(name, number) for name in self.unpaid)

    # --- helpers -----------------------------------------------------------------------------------
    def inside(self, name: str, number: int) -> int:
        """Units this player has in a match, all currencies added up."""
        match = self.auditor.matches[name]
        own = zip(match.players, match.inside, strict=True)
        return sum(sum(purse.values()) for player, purse in own if player == number)

    def contents(self, name: str) -> list[services.Escrow]:
        match = self.auditor.matches[name]
        return [
            seat(name, n, self.players[player], **purse)
            for n, (player, purse) in enumerate(zip(match.players, match.inside, strict=True))
        ]

    def pay_out(self, name: str, winners: list[int]) -> None:
        seats = self.contents(name)
        posted = self.send(lambda: settle(name, *seats, winners=[self.players[n] for n in winners]))
        self.settled[name] = posted.id
        self.auditor.pay_out(name, winners)
        self.unpaid.remove(name)

    def send(self, message: Callable[[], Posted]) -> Posted:
        posted = message()
        assert not posted.repeated
        self.sent.append((message, posted.id))
        return posted


@pytest.mark.django_db(transaction=True)
def test_the_ledger_and_the_auditor_agree() -> None:
    DONE.clear()
    run_state_machine_as_test(
        Ledger,
        settings=settings(
            max_examples=16, stateful_step_count=25, deadline=None, suppress_health_check=list(HealthCheck)
        ),
    )
    assert DONE.total() > 100, DONE
    assert DONE["won"] + DONE["tied"], DONE
