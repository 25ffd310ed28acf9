"""An own bookkeeper: moves units as a match's effects say, by rules.md, Money, and knows nothing of the ledger."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from games.rules.contracts import Effect, Fund, Refund, Settle

ALICE, BOB = 0, 1


class Books:
    """Two seats, each with its own currency or both with the same; one stake costs them `stake` units."""

    def __init__(self, stake: tuple[int, int], *, same_currency: bool = False) -> None:
        self.stake = stake
        self.currency = ("A", "A") if same_currency else ("A", "B")
        self.free: Counter[tuple[int, str]] = Counter()
        """What each seat has won or lost, by currency."""
        self.rake: Counter[str] = Counter()
        self.paid_in: dict[tuple[int, int], int] = {}
        """What still lies in escrow, by (hand; 0: the match, seat)."""
        self.settled: list[int] = []

    def post(self, effects: Iterable[Effect]) -> Books:
        for effect in effects:
            match effect:
                case Fund():
                    self._fund(effect)
                case Settle():
                    self._settle(effect)
                case Refund():
                    self._refund(effect)
        assert min(self.paid_in.values(), default=0) >= 0
        return self

    @property
    def held(self) -> tuple[int, int]:
        """Units in escrow, by seat."""
        return tuple(  # type: ignore[return-value]
            sum(units for (_, owner), units in self.paid_in.items() if owner == seat) for seat in (ALICE, BOB)
        )

    def check(self) -> None:
        """Per currency nothing is made or lost."""
        for currency in set(self.currency):
            moved = sum(units for (_, of), units in self.free.items() if of == currency)
            held = sum(units for seat, units in enumerate(self.held) if self.currency[seat] == currency)
            assert moved + held + self.rake[currency] == 0

    def _fund(self, effect: Fund) -> None:
        assert (effect.seats, effect.amounts) == ((ALICE, BOB), (1, 1))
        for seat in effect.seats:
            assert (effect.hand, seat) not in self.paid_in, "paid in twice"
            self.paid_in[effect.hand, seat] = self.stake[seat]
            self.free[seat, self.currency[seat]] -= self.stake[seat]

    def _taken(self, hand: int, of: int) -> list[tuple[str, int, int]]:
        """(currency, owner, units) out of escrow."""
        self._once(hand)
        taken = []
        for seat in (ALICE, BOB):
            place = (0 if of else hand, seat)
            units = self.paid_in[place]
            if of:
                units = self.stake[seat] * hand // of - self.stake[seat] * (hand - 1) // of
            self.paid_in[place] -= units
            taken.append((self.currency[seat], seat, units))
        return taken

    def _once(self, hand: int) -> None:
        assert hand not in self.settled, "settled twice"
        self.settled.append(hand)

    def _settle(self, effect: Settle) -> None:
        (pot,) = effect.pots
        assert pot.contributions == (1, 1)
        assert sorted(pot.shares) == [0, 2]
        winner = pot.shares.index(2)
        pots: Counter[str] = Counter()
        for currency, _, units in self._taken(effect.hand, effect.of):
            pots[currency] += units
        for currency, units in pots.items():
            rake = units * effect.rake_bps // 10_000
            self.rake[currency] += rake
            self.free[winner, currency] += units - rake

    def _refund(self, effect: Refund) -> None:
        if effect.hand:
            for currency, seat, units in self._taken(effect.hand, effect.of):
                self.free[seat, currency] += units
            return
        for (hand, seat), units in self.paid_in.items():
            self.free[seat, self.currency[seat]] += units
            self.paid_in[hand, seat] = 0
