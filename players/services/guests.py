"""Guests: players by name only, in the session of one browser."""

from __future__ import annotations

import secrets
from datetime import datetime

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from players.models import User, new_public_id
from players.names import GUEST_USERNAME_PREFIX, clean_display_name

SWEEP_LIMIT = 1_000
"""Guests looked at in one sweep; the rest waits for the next hour."""


def propose_guest_name() -> str:
    """A name for who does not want to think of one. Not unique; the public id tells guests apart."""
    return _("Guest %(number)d") % {"number": 1000 + secrets.randbelow(9000)}


def create_guest(name: str) -> User:
    """Store a guest called `name` (see players.names; raises ValidationError). The caller logs them in."""
    public_id = new_public_id()
    guest = User(
        username=GUEST_USERNAME_PREFIX + public_id.removeprefix("ply_"),
        public_id=public_id,
        display_name=clean_display_name(name),
        is_guest=True,
    )
    guest.set_unusable_password()
    guest.save(force_insert=True)
    return guest


def remove_stale_guests(older_than: datetime) -> int:
    """Delete guests not active since `older_than`; returns how many.

    Whoever still needs a guest (a seat, a hand record) refers to them with PROTECT or RESTRICT: such a guest
    stays. Each guest goes in a transaction of its own, skipping rows somebody else holds.
    """
    stale = User.objects.filter(is_guest=True, last_active_at__lt=older_than)
    removed = 0
    for pk in list(stale.order_by("?").values_list("pk", flat=True)[:SWEEP_LIMIT]):
        try:
            with transaction.atomic():
                guest = stale.select_for_update(skip_locked=True).filter(pk=pk).first()
                if guest is not None:
                    guest.delete()
                    removed += 1
        except IntegrityError:  # ProtectedError and RestrictedError are integrity errors too
            continue
    return removed
