"""Staff take back a ranked round: one asks for it with a reason, another approves; then it has never counted.

Chips are put right by one correcting transfer of all that the round moved, the score by the leaderboard's outbox.
"""

from __future__ import annotations

from hashlib import sha256

from django.db import transaction

from games.errors import refusal
from games.models import Hand, RoundVoid, Seat, Table
from games.rules.contracts import Settle
from games.services import chips, records, store
from games.services.chip_postings import CHIP, KINDS, SEAT, UNITS_PER_HALF, units
from games.services.postings import hand_part, match_subject
from leaderboard.services import tell_void
from players.models import User
from wallet import selectors as wallet
from wallet.models import Transfer
from wallet.postings import Key, Line, Posting, bank, player_account
from wallet.services import post_all

MOST_REASON = 500
MOST_SIGNATURE = 100
"""Characters that are kept of who has signed, here and in the ledger."""
PURSE = "player"
"""Kind of account of what a player can use."""


def ask_void(hand: Hand, *, reason: str, staff: str) -> RoundVoid:
    """Again: what was asked for first stays. `staff`: a name. Raises AppError: not_voidable, reason_missing."""
    if hand.table.mode != Table.Mode.RANKED or hand.reason == records.UNFINISHED:
        raise refusal("not_voidable")
    if not reason.strip():
        raise refusal("reason_missing")
    asked, _ = RoundVoid.objects.get_or_create(
        hand=hand, defaults={"reason": reason.strip()[:MOST_REASON], "asked_by": signature(staff)}
    )
    return asked


def approve_void(hand: Hand, *, staff: str) -> RoundVoid:
    """Chips and score become what they would be without the round. Again: nothing more.

    What the player does not have any more is not taken: nobody falls below zero. Raises AppError: not_voidable where
    nobody asked for it, second_signature.
    """
    player = User.objects.get(
        pk__in=Seat.objects.filter(table_id=hand.table_id, number=SEAT).values("user_id")
    )
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=player.pk)  # no other match is begun meanwhile
        table_id = chips.playing_table(player)
        if table_id is not None:
            store.lock(table_id)
        void = RoundVoid.objects.select_for_update().filter(hand=hand).first()
        if void is None:
            raise refusal("not_voidable")
        if void.done_at is not None:
            return void
        if void.asked_by == signature(staff):
            raise refusal("second_signature")
        void.approved_by, void.done_at = signature(staff), store.moment(store.database_ms())
        void.save()
        _take_back(hand, void, player, table_id)
        both = [name[: MOST_SIGNATURE // 2 - 1] for name in (void.asked_by, void.approved_by)]
        tell_void(hand.public_id, reason=void.reason, by=", ".join(both))
    return void


def _take_back(hand: Hand, void: RoundVoid, player: User, table_id: int | None) -> None:
    """The match that is being played hears of the new balance before the balance is locked."""
    subject, part = match_subject(hand.table.public_id, hand.match.number), hand_part(hand.number)
    lines = [line for line in wallet.settlement(subject, parts=[part]).lines if line.kind in KINDS.values()]
    won = sum(line.units for line in lines if line.account_kind == PURSE)
    free, _ = chips.held(player.pk)
    back = min(won, units(free))
    if not back:
        return
    if table_id is not None:
        chips.tell_bankroll(table_id, player, free - back // UNITS_PER_HALF)
    correction = Posting(
        kind=Transfer.Kind.REVERSE,
        key=Key("void", hand.public_id),
        lines=(Line(player_account(player.pk, CHIP), -back), Line(bank(CHIP), back)),
        actor=void.asked_by,
        subject=subject,
        part=part,
        reason=void.reason,
        reverses=next(line.transfer for line in lines if line.kind == KINDS[Settle]),
        approved_by=void.approved_by,
    )
    post_all([correction])


def signature(staff: str) -> str:
    """A member of staff as corrections name him. A long name is cut, and is still nobody else's."""
    named = f"staff:{staff}"
    if len(named) <= MOST_SIGNATURE:
        return named
    mark = f"~{sha256(named.encode()).hexdigest()[:8]}"
    return named[: MOST_SIGNATURE - len(mark)] + mark
