"""Stakes, results and refunds: units in, units out. What they are for is the caller's business."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from uuid import UUID

from wallet.errors import BadAmount, LedgerFault
from wallet.ledger import post_all
from wallet.models import Entry, Transfer
from wallet.payouts import Escrow, pots, refund_lines, settle_lines, stake_lines
from wallet.postings import AccountRef, Key, Line, Posted, Posting


def post(
    *,
    kind: str,
    lines: Sequence[Line],
    key: Key,
    actor: str,
    subject: str = "",
    part: str = "",
    reason: str = "",
    reverses: UUID | None = None,
    approved_by: str = "",
    request: bytes = b"",
) -> Posted:
    """One transfer of any kind of `wallet_rules`. Raises the errors of `wallet.errors`."""
    posting = Posting(kind, key, tuple(lines), actor, subject, part, reason, reverses, approved_by, request)
    return post_all([posting])[0]


def transfer_stake(
    *,
    stakes: Sequence[Escrow],
    quotes: Mapping[str, int],
    subject: str,
    key: Key,
    actor: str,
    part: str = "",
    request: bytes = b"",
) -> Posted:
    """All seats' stakes from their players' free balances, or none. `quotes`: quote id by currency, the same for all.

    Raises InsufficientFunds (its `player` is who cannot pay), StaleQuote, AccountFrozen, AccountExcluded,
    CurrencyDisabled, MixedCurrencies, BadAmount when a seat stakes nothing.
    """
    if not stakes or any(not pots([stake]) or not any(stake.units.values()) for stake in stakes):
        raise BadAmount
    return post(
        kind=Transfer.Kind.STAKE,
        lines=tuple(stake_lines(stakes, quotes)),
        key=key,
        actor=actor,
        subject=subject,
        part=part,
        request=request,
    )


def settle_pot(
    *,
    contributions: Sequence[Escrow],
    winners: Sequence[int],
    rake_bps: int,
    subject: str,
    key: Key,
    actor: str,
    part: str = "",
    weights: Sequence[int] | None = None,
    reason: str = "",
) -> Posted:
    """Empty the escrows: rake on the pot per currency, the rest to the winners.

    `contributions` are what the escrows hold (`selectors.escrows`) or, where only a part is played out, that part.
    Once per subject and part: AlreadySettled.
    """
    lines = tuple(settle_lines(contributions, winners, rake_bps, key, weights))
    return post(
        kind=Transfer.Kind.SETTLE,
        lines=lines,
        key=key,
        actor=actor,
        subject=subject,
        part=part,
        reason=reason,
    )


def refund(
    *,
    contributions: Sequence[Escrow],
    subject: str,
    key: Key,
    actor: str,
    part: str = "",
    reason: str = "",
) -> Posted:
    """Give each seat's escrow back to its player, without rake. Once per subject and part: AlreadySettled."""
    return post(
        kind=Transfer.Kind.REFUND,
        lines=tuple(refund_lines(contributions)),
        key=key,
        actor=actor,
        subject=subject,
        part=part,
        reason=reason,
    )


def reverse(*, transfer_id: UUID, reason: str, actor: str, approved_by: str) -> Posted:
    """A correction: the same lines the other way round, by two members of staff. Once: AlreadyReversed.

    Raises InsufficientFunds when a player has spent what would be taken back, ValueError without reason or second
    signature.
    """
    if not reason or not actor or not approved_by or actor == approved_by:
        raise ValueError("a correction has a reason and two different signatures")
    wrong = Transfer.objects.get(pk=transfer_id)
    if wrong.kind == Transfer.Kind.REVERSE:
        raise LedgerFault("a correction is not corrected; make the transfer anew")
    entries = Entry.objects.filter(transfer=wrong).select_related("account")
    lines = [Line(_ref(entry), -entry.amount, entry.quote_id) for entry in entries]
    return post(
        kind=Transfer.Kind.REVERSE,
        lines=lines,
        key=Key("reverse", str(transfer_id)),
        actor=actor,
        subject=wrong.subject,
        part=wrong.part,
        reason=reason,
        reverses=transfer_id,
        approved_by=approved_by,
        request=str(transfer_id).encode(),
    )


def _ref(entry: Entry) -> AccountRef:
    account = entry.account
    return AccountRef(account.kind, account.ref, account.currency_id, account.owner_id)
