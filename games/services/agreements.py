"""Agreeing anew, in the middle of a match, to what its next hands cost. Writes Seat."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from games.errors import refusal
from games.models import Seat, Table
from games.rules.actions import Go
from games.rules.commands import Act
from games.rules.table_view import view
from games.services import stakes, store
from games.services.play import Reply, submit
from games.services.tables import Most


def agree_anew(user: Any, public_id: str, *, token: str, most_units: Most) -> Reply:
    """Who is asked (`token`) because the next hand costs more than he agreed to, agrees to its present price, at most
    to what he was shown, and plays on.

    Raises AppError: unknown_table, no_such_seat, and what `stakes.consent` and `submit` raise.
    """
    table = Table.objects.filter(public_id=public_id).first()
    if table is None:
        raise refusal("unknown_table")
    seat = table.seats.filter(user=user).first()
    state = store.fetch(table.id).state if table.status == Table.Status.PLAYING else None
    if seat is None or state is None:
        raise refusal("no_such_seat" if seat is None else "no_match")
    asked = view(state, seat.number).prompt
    answer = Act(at=0, seat=seat.number, token=token, action=Go())
    if asked is None or (asked.token, asked.why) != (token, stakes.AboveConsent.code):
        return submit(table.id, answer, by=user.public_id)
    assert table.stake_cents is not None
    agreed = stakes.consent(user, table.stake_cents, seat.currency, most_units, taken=table.currencies)
    stakes.family_of(stakes.currencies_of([*table.seats.exclude(pk=seat.pk), Seat(**agreed)]))
    with transaction.atomic():  # what is refused was not agreed to either
        store.lock(table.id)
        Seat.objects.filter(pk=seat.pk).update(**agreed)
        return submit(table.id, answer, by=user.public_id)
