"""Who may move money just now. A posting that asks holds the gate's row, so a change takes effect between two."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from wallet.models import PlayerGate

MOST_REASON = 500


@transaction.atomic
def set_gate(
    *, player: int, by: str, reason: str, frozen: bool | None = None, excluded: bool | None = None
) -> PlayerGate:
    """Freeze (staff) or exclude (the player), or lift it; None leaves a flag alone. What is in play goes on and is
    paid out. Raises ValueError without a reason."""
    gate = _held(player, by, reason)
    gate.frozen = gate.frozen if frozen is None else frozen
    gate.excluded = gate.excluded if excluded is None else excluded
    gate.reason, gate.changed_by, gate.changed_at = reason, by, timezone.now()
    gate.save()
    return gate


@transaction.atomic
def set_review(*, player: int, by: str, reason: str, in_review: bool, besides: bool = False) -> PlayerGate:
    """A win waits for staff, or they have looked: as frozen, and by itself, so that neither lifts the other.
    `besides`: what the account is under review for already stays behind the new reason. Raises ValueError without a
    reason."""
    gate = _held(player, by, reason)
    if besides and gate.in_review:
        reason = f"{reason}; {gate.review_reason}"[:MOST_REASON]
    gate.in_review, gate.review_by, gate.review_reason = in_review, by, reason
    gate.changed_at = timezone.now()
    gate.save()
    return gate


def _held(player: int, by: str, reason: str) -> PlayerGate:
    """The player's gate, locked."""
    if not reason or not by:
        raise ValueError("a gate is changed by somebody, for a reason")
    PlayerGate.objects.bulk_create([PlayerGate(player_id=player)], ignore_conflicts=True)
    return PlayerGate.objects.select_for_update(no_key=True).get(player_id=player)
