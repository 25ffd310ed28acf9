"""Demo installations: known players, one member of staff, one-time links. Never outside settings.DEMO."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet

from players.errors import LinkSpent
from players.models import StaffLink, User

DEMO_PLAYERS = ("Alice", "Bob", "Charlie")
DEMO_PASSWORD = "demo-battle21"  # noqa: S105  shown to everybody by ./run; such accounts are closed outside demo mode
DEMO_STAFF = "support"
ROOM_NAMES = (
    "Ada", "Basil", "Cleo", "Darius", "Edda", "Femi", "Greta", "Hugo", "Ines", "Jonas", "Kofi", "Lena", "Milo",
)  # fmt: skip
ROOM_MARK = "{} (bot)"
"""How a bot of the living room is called on every page, in the log and by screen readers."""
ROOM_PREFIX = "_bot."
"""Of their user names: nobody can sign up with one that begins like this."""
STAFF_LINK_LIFETIME = timedelta(hours=1)


class DemoOnly(RuntimeError):
    """Raised when demo data are asked for on a real installation, or would overwrite a real account."""


@transaction.atomic
def seed_demo_players() -> tuple[list[User], User]:
    """Make or repair the demo's players and its member of staff; returns (players, staff). Repeatable.

    The member of staff has no password, only one-time links: the demo may be open to a whole local network.
    """
    _demand_demo()
    players = [_demo_user(name.lower(), display_name=name) for name in DEMO_PLAYERS]
    for player in players:
        if not player.check_password(DEMO_PASSWORD):
            player.set_password(DEMO_PASSWORD)
            player.save(update_fields=["password"])
    staff = _demo_user(DEMO_STAFF, display_name="Support", is_staff=True, is_superuser=True)
    if not staff.password or staff.has_usable_password():
        staff.set_unusable_password()
        staff.save(update_fields=["password"])
    return players, staff


def demo_players() -> QuerySet[User]:
    """Those whom a visitor can become with a click."""
    return User.objects.filter(
        is_demo=True, is_staff=False, username__in=[name.lower() for name in DEMO_PLAYERS]
    )


def room_usernames() -> list[str]:
    """Of the living room's bots; whether they have accounts already is another question."""
    return [f"{ROOM_PREFIX}{name.lower()}" for name in ROOM_NAMES]


def demo_company(names: Sequence[str]) -> list[User]:
    """Demo players and bots of the living room by name, in that order; who has no account yet is left out."""
    bots = dict(zip(ROOM_NAMES, room_usernames(), strict=True))
    usernames = [bots.get(name, name.lower()) for name in names]
    found = {user.username: user for user in User.objects.filter(is_demo=True, username__in=usernames)}
    return [found[username] for username in usernames if username in found]


@transaction.atomic
def seed_room_bots() -> list[User]:
    """Make or repair the accounts that the living room's bots play under; nobody can log in as one. Repeatable."""
    _demand_demo()
    names = zip(room_usernames(), ROOM_NAMES, strict=True)
    bots = [_demo_user(username, display_name=ROOM_MARK.format(name)) for username, name in names]
    for bot in bots:
        if not bot.password:
            bot.set_unusable_password()
            bot.save(update_fields=["password"])
    return bots


def issue_staff_link(staff: User, now: datetime) -> str:
    """A new one-time token for `staff`, good for an hour. Only its hash is stored."""
    _demand_demo()
    token = secrets.token_urlsafe(32)
    StaffLink.objects.create(token_hash=_hash(token), user=staff, expires_at=now + STAFF_LINK_LIFETIME)
    return token


def use_staff_link(token: str, now: datetime) -> User:
    """Spend the token and return whom it logs in; raises LinkSpent the second time, or after its hour."""
    _demand_demo()
    spent = StaffLink.objects.filter(
        token_hash=_hash(token), used_at=None, expires_at__gt=now, user__is_active=True
    ).update(used_at=now)
    if spent != 1:
        raise LinkSpent
    return StaffLink.objects.select_related("user").get(token_hash=_hash(token)).user


def _demo_user(username: str, **fields: object) -> User:
    if User.objects.filter(username__iexact=username, is_demo=False).exists():
        raise DemoOnly(
            f"the user name {username} belongs to a real account; use another data folder for the demo"
        )
    user, _created = User.objects.update_or_create(
        username=username, defaults={"is_demo": True, "is_active": True, "is_guest": False, **fields}
    )
    return user


def _demand_demo() -> None:
    if not settings.DEMO:
        raise DemoOnly("demo data exist in demo mode only (B21_DEMO=1)")


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
