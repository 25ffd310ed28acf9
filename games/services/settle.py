"""Effects of a step become money here, in the transaction of the step; nowhere else.

Practice and free tables have no money: their effects are ignored.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Protocol

from battle21.errors import AppError
from games.models import Seat, Table
from games.rules.clocks import State
from games.rules.contracts import Effect, Fund, Refund, Settle
from games.services import chips, consents
from games.services.postings import (
    ACTOR,
    ESCROW,
    KINDS,
    escrow_ref,
    key_of,
    lines_of,
    part_of,
    sliced,
    subject_of,
)
from games.services.stakes import TOTAL, currencies_of, units_due
from wallet import selectors as wallet
from wallet.errors import AlreadySettled, IdempotencyConflict, LedgerBusy, LedgerFault, WalletError
from wallet.models import Quote
from wallet.payouts import Escrow
from wallet.postings import AccountRef, Line, Posting, merged, player_account
from wallet.selectors import Held
from wallet.services import fresh_quotes, post_all, stake_lines


class NotPaidIn(AppError):
    """A stake could not be paid in: `seat` and the ledger's own refusal say whose and why. `hand`: for which hand it
    was; 0: for the match."""

    def __init__(self, refusal: WalletError, seat: int, hand: int) -> None:
        super().__init__(refusal.message, code=refusal.code, status=refusal.status, data=refusal.data)
        self.seat = seat
        self.hand = hand


class Ledger(Protocol):
    """Posts a step's effects. Raises AppError to refuse, then the command is refused too and nothing is written."""

    def post(self, table_id: int, seq: int, state: State, effects: tuple[Effect, ...]) -> None: ...


class Stakes:
    """Matches for stakes: paid in before the first cards, for the match or for each hand, and paid out when the match
    or, where it is settled hand by hand, the hand is decided."""

    def post(self, table_id: int, seq: int, state: State, effects: tuple[Effect, ...]) -> None:
        books = _Books(table_id, state)
        for effect in effects:
            if isinstance(effect, Fund):
                books.pay_in(effect)
            else:
                books.pay_out(effect)
        books.send()


class _Books:
    """The transfers of one step, sent to the ledger together: it takes all their locks in one order."""

    def __init__(self, table_id: int, state: State) -> None:
        self._table_id = table_id
        self._state = state
        self._seats = list(Seat.objects.filter(table_id=table_id).order_by("number"))
        self._players = {seat.number: seat.user_id for seat in self._seats if seat.user_id is not None}
        self._postings: list[Posting] = []
        self._moved: Counter[AccountRef] = Counter()
        """What this step's postings do to each account: balances count as they are by then."""
        self._paid_in: dict[str, tuple[Escrow, ...]] = {}
        """Stakes of this very step, by the part of the match they are for."""
        self._funding: Fund | None = None

    def pay_in(self, effect: Fund) -> None:
        """Every seat's units at the newest quote, one quote per currency for all seats. Raises NotPaidIn."""
        if any(amount != 1 for amount in effect.amounts):
            raise LedgerFault("this game's chips are no stakes")
        cents = Table.objects.values_list("stake_cents", flat=True).get(pk=self._table_id)
        assert cents is not None
        self._funding = effect
        held = {seat.number: self._held(seat) for seat in self._seats if seat.currency == TOTAL}
        try:
            quotes = fresh_quotes(currencies=currencies_of(self._seats))
            stakes = tuple(
                self._stake(seat, cents, quotes, held.get(seat.number, ())) for seat in self._seats
            )
        except WalletError as refused:
            raise self._not_paid_in(effect, refused) from refused
        self._paid_in[part_of(effect)] = stakes
        used = {code for stake in stakes for code in stake.units}
        free = {number: {purse.currency: purse.free for purse in of} for number, of in held.items()}
        agreed = consents.encoded(cents, self._seats, free)
        consents.keep(self._table_id, self._state, effect, agreed)
        self._add(effect, stake_lines(stakes, {code: quotes[code].pk for code in used}), agreed)

    def _held(self, seat: Seat) -> tuple[Held, ...]:
        """What the seat's player has."""
        assert seat.user_id is not None
        player = seat.user_id
        return tuple(
            purse._replace(free=purse.free + self._moved[player_account(player, purse.currency)])
            for purse in wallet.balances(player)
        )

    def _stake(self, seat: Seat, cents: int, quotes: Mapping[str, Quote], held: Sequence[Held]) -> Escrow:
        try:
            units = units_due(seat, cents, quotes, held)
        except WalletError as refused:
            raise _blamed(refused, seat.user_id) from refused
        assert seat.user_id is not None
        return Escrow(escrow_ref(self._state, seat.number), seat.user_id, units)

    def pay_out(self, effect: Settle | Refund) -> None:
        """A slice that is no whole unit moves nothing (rules.md, Money), nor does giving back what is settled."""
        contributions = self._contributions(effect)
        if not contributions and isinstance(effect, Refund):
            return
        if not contributions:
            raise LedgerFault("there is nothing to pay out")
        lines = merged(lines_of(self._state, effect, contributions, self._players))
        if lines:
            self._add(effect, lines)

    def _contributions(self, effect: Settle | Refund) -> tuple[Escrow, ...]:
        if effect.of:
            return sliced(self._whole_stakes(), effect.hand, effect.of)
        paid_in = self._paid_in.get(part_of(effect))
        if effect.hand and paid_in is not None:
            return paid_in
        return tuple(self._in_play())

    def _whole_stakes(self) -> tuple[Escrow, ...]:
        """As they were paid in, whatever has been settled since."""
        if "" not in self._paid_in:
            self._paid_in[""] = wallet.staked(subject_of(self._state))
        return self._paid_in[""]

    def _in_play(self) -> Iterator[Escrow]:
        """What the seats have in play, what the step has moved until here included."""
        refs = {escrow_ref(self._state, seat): player for seat, player in self._players.items()}
        there = {escrow.ref: Counter(escrow.units) for escrow in wallet.escrows(refs)}
        for account, moved in self._moved.items():
            if account.ref in refs and account.kind == ESCROW:
                there.setdefault(account.ref, Counter())[account.currency] += moved
        for ref, player in refs.items():
            units = {code: left for code, left in there.get(ref, {}).items() if left}
            if units:
                yield Escrow(ref, player, units)

    def _add(self, effect: Effect, lines: Iterable[Line], agreed: bytes = b"") -> None:
        reason = effect.reason if isinstance(effect, Refund) else ""
        lines = merged(lines)
        for line in lines:
            self._moved[line.account] += line.units
        self._postings.append(
            Posting(
                KINDS[type(effect)], key_of(self._state, effect), lines, ACTOR, subject_of(self._state),
                part_of(effect), reason, request=agreed,
            )
        )  # fmt: skip

    def send(self) -> None:
        """Raises NotPaidIn; what the ledger refuses of a result no player can mend: a fault, which halts the table."""
        if not self._postings:
            return
        try:
            post_all(self._postings)
        except LedgerBusy:
            raise  # tried again
        except WalletError as refused:
            if self._funding is None or isinstance(refused, AlreadySettled | IdempotencyConflict):
                raise LedgerFault(f"the ledger refuses a result: {refused.code}") from refused
            raise self._not_paid_in(self._funding, refused) from refused

    def _not_paid_in(self, effect: Fund, refused: WalletError) -> AppError:
        if isinstance(refused, LedgerBusy):
            return refused
        whose = (seat for seat, player in self._players.items() if player == refused.player)
        return NotPaidIn(refused, next(whose, -1), effect.hand)


ledger: Ledger = Stakes()


def post(table_id: int, seq: int, state: State, effects: tuple[Effect, ...]) -> None:
    """Turn effects into transfers. Called under the hot row's lock, inside its transaction. Raises AppError."""
    if effects and state.mode == Table.Mode.STAKE:
        ledger.post(table_id, seq, state, effects)
    elif effects and state.mode == Table.Mode.RANKED:
        chips.post(table_id, state, effects)


def _blamed(refused: WalletError, player: int | None) -> WalletError:
    refused.player = player
    return refused
