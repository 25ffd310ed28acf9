"""What a partner may know of: its own players and where they sit, and public tables of the house's own players.

Partners' players never meet another partner's: such tables do not exist for them. A sandbox sees its own tables
alone, except in a demo, which is a sandbox altogether.
"""

from __future__ import annotations

from django.conf import settings
from django.db.models import Exists, OuterRef, Q, QuerySet

from games.errors import refusal
from games.models import Seat, Table
from games.rules.catalog import GAMES
from players.models import Partner, User


def is_apart(partner: Partner) -> bool:
    """A sandbox beside real players: it neither sees their tables nor shows them its own."""
    return partner.is_test and not settings.DEMO


def players_of(partner: Partner) -> QuerySet[User]:
    return User.objects.filter(partner_player__partner=partner)


def player_of(partner: Partner, public_id: str) -> User:
    """Raises AppError("unknown_player") for anybody else's, and for nobody's."""
    if not public_id.isprintable():
        raise refusal("unknown_player")
    player = players_of(partner).select_related("partner_player").filter(public_id=public_id).first()
    if player is None:
        raise refusal("unknown_player")
    return player


def tables_of(partner: Partner) -> QuerySet[Table]:
    """Every table the partner may know of."""
    seats = Seat.objects.filter(table=OuterRef("pk"))
    own = Q(Exists(seats.filter(user__partner_player__partner=partner)))
    foreign = Exists(
        seats.filter(user__partner_player__isnull=False).exclude(user__partner_player__partner=partner)
    )
    tables = Table.objects.filter(game__in=GAMES)
    if is_apart(partner):
        return tables.filter(own)
    public = Q(private=False) & ~Q(mode=Table.Mode.PRACTICE) & ~foreign
    return tables.filter(own | public)


def table_of(partner: Partner, public_id: str) -> Table:
    """Raises AppError("unknown_table")."""
    table = tables_of(partner).filter(public_id=public_id).first()
    if table is None:
        raise refusal("unknown_table")
    return table
