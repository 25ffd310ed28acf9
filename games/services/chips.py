"""Play chips: a thousand to begin with, a thousand an hour for who has none left, and the bets of ranked rounds.

They can buy nothing and are bought with nothing. Amounts are half-chips, as in the rules (`chip_postings.units`).
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import F
from django.db.models.functions import Now

from battle21.errors import AppError
from games.errors import refusal
from games.models import Seat, Table
from games.rules.clocks import State
from games.rules.commands import Bankroll
from games.rules.contracts import Effect, Fund, Refund
from games.services import store
from games.services.chip_postings import CHIP, SEAT, UNITS_PER_HALF, posting_of, units
from games.services.postings import escrow_ref
from wallet import selectors as wallet
from wallet.errors import InsufficientFunds, LedgerBusy, LedgerFault, WalletError
from wallet.models import Transfer
from wallet.postings import Key, Line, Posting, bank, player_account
from wallet.selectors import Held
from wallet.services import post_all

GIFT = 2 * 1_000
"""To begin with, and each time (rules.md: 1,000 chips)."""
FEW = 2 * 5
"""Who has fewer, those in play counted, may take a gift."""
EVERY = timedelta(hours=1)
FIRST_SCOPE, HOURLY_SCOPE = "first_chips", "hourly_chips"
ACTOR = "chips"


def held(player: int) -> tuple[int, int]:
    """Half-chips the player can use, and those in play."""
    purse = _purse(player)
    return purse.free // UNITS_PER_HALF, purse.in_play // UNITS_PER_HALF


def _purse(player: int) -> Held:
    nothing = Held(CHIP, "", 1, "chips", 0, 0)
    return next((of for of in wallet.balances(player) if of.currency == CHIP), nothing)


# --- gifts ------------------------------------------------------------------------------------------------------------


def give_first(player: int) -> None:
    """A thousand chips to begin with; once, however often it is called. One posting of the caller's transaction."""
    post_all([_gift(player, Key(FIRST_SCOPE, str(player)))])


def has_begun(player: int) -> bool:
    """Whether the first chips were given."""
    return bool(Transfer.objects.filter(idem_scope=FIRST_SCOPE, idem_key=str(player)).exists())


def take_hourly(user: Any) -> int:
    """A thousand chips for who has fewer than five, an hour after the last time; the half-chips he has then.

    Raises AppError: needs_account_for_chips, round_open, enough_chips, chips_too_soon.
    """
    if user.is_guest:
        raise refusal("needs_account_for_chips")
    with transaction.atomic():
        get_user_model().objects.select_for_update(no_key=True).get(pk=user.pk)
        table_id = playing_table(user)
        if table_id is not None:
            store.lock(table_id)  # nobody deals a round meanwhile
        free, in_play = held(user.pk)
        if in_play:
            raise refusal("round_open")
        if free >= FEW or not has_begun(user.pk):  # the first thousand waits for who has not
            raise refusal("enough_chips")
        if table_id is not None:
            tell_bankroll(table_id, user, free + GIFT)
        post_all([_gift(user.pk, Key(HOURLY_SCOPE, f"{user.pk}/{_next_number(user.pk)}"))])
    return free + GIFT


def waiting_time(player: int) -> timedelta:
    """Until a player without chips may take some; nothing when he may now. By the database's clock, as all else."""
    newest = _hourly(player).order_by("-id").annotate(age=Now() - F("created_at"))
    age = newest.values_list("age", flat=True).first()
    return timedelta() if age is None else max(timedelta(), EVERY - age)


def minutes_of(wait: timedelta) -> int:
    """As it is told: a minute that has begun to run is one more, so only no time at all is 0."""
    return -(-wait // timedelta(minutes=1))


def _next_number(player: int) -> int:
    """Counts the player's gifts. Raises AppError("chips_too_soon")."""
    left = waiting_time(player)
    if left:
        raise refusal("chips_too_soon", minutes=minutes_of(left))
    return int(_hourly(player).count()) + 1


def _hourly(player: int) -> Any:
    return Transfer.objects.filter(idem_scope=HOURLY_SCOPE, idem_key__startswith=f"{player}/")


def _gift(player: int, key: Key) -> Posting:
    lines = (Line(bank(CHIP), -units(GIFT)), Line(player_account(player, CHIP), units(GIFT)))
    return Posting(Transfer.Kind.CHIPS, key, lines, ACTOR)


# --- matches ----------------------------------------------------------------------------------------------------------


def playing_table(user: Any) -> int | None:
    """The table of the player's ranked match; there is one at most."""
    seats = Seat.objects.filter(user=user, table__mode=Table.Mode.RANKED, table__status=Table.Status.PLAYING)
    return seats.values_list("table_id", flat=True).first()


def tell_bankroll(table_id: int, user: Any, halves: int) -> None:
    """The match hears what its player has now. A table that is halted hears it when it is opened again."""
    from games.services.play import submit

    try:
        submit(table_id, Bankroll(at=0, seat=SEAT, amount=halves), by=user.public_id)
    except AppError as refused:
        if refused.code not in ("halted", "match_over", "no_bankroll"):
            raise


def post(table_id: int, state: State, effects: tuple[Effect, ...]) -> None:
    """The bets and returns of one step become transfers, in its transaction. Raises AppError: not_enough_chips and the
    ledger's for a bet; what it refuses of a return is a fault, which halts the table."""
    player = Seat.objects.values_list("user_id", flat=True).get(table_id=table_id, number=SEAT)
    assert player is not None
    refunds = any(isinstance(effect, Refund) for effect in effects)
    in_play = sum(of.units[CHIP] for of in wallet.escrows([escrow_ref(state, SEAT)])) if refunds else 0
    postings = [posting_of(state, effect, player, in_play) for effect in effects]
    try:
        post_all(postings)
    except LedgerBusy:
        raise
    except InsufficientFunds as short:
        raise refusal("not_enough_chips") from short
    except WalletError as refused:
        if any(isinstance(effect, Fund) for effect in effects):
            raise
        raise LedgerFault(f"the ledger refuses a result: {refused.code}") from refused
