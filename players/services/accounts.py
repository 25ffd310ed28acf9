"""Accounts: new ones, guests who sign up, and what staff may change."""

from __future__ import annotations

import re
from collections.abc import Collection

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from players.errors import NoLongerGuest, UsernameTaken
from players.models import User
from players.names import MAX_VISIBLE, clean_display_name

PROPOSED_NAME = re.compile(r"\D+ \d{4}")
"""What propose_guest_name makes, in any language: a name nobody chose."""

STAFF_MAY_CHANGE = frozenset({"display_name", "is_active", "is_staff", "is_superuser"})


def create_account(username: str, email: str, password: str) -> User:
    """Store a new player. `username` and `password` are validated already; the shown name starts as typed.

    Raises UsernameTaken when another sign-up was faster.
    """
    user = User(username=username.lower(), email=email, display_name=name_from_username(username))
    user.set_password(password)
    return _save_with_new_username(user)


def upgrade_guest(guest: User, username: str, email: str, password: str) -> User:
    """Make an account of a guest and keep the row: seats, hands and preferences stay theirs.

    A name the guest chose stays too; a proposed one gives way to the user name. Raises NoLongerGuest when the
    row was upgraded meanwhile (two tabs), UsernameTaken.
    """
    with transaction.atomic():
        user = User.objects.select_for_update().filter(pk=guest.pk, is_guest=True).first()
        if user is None:
            raise NoLongerGuest
        user.username = username.lower()
        user.email = email
        user.is_guest = False
        if PROPOSED_NAME.fullmatch(user.display_name):
            user.display_name = name_from_username(username)
        user.set_password(password)
        return _save_with_new_username(user)


def update_by_staff(user: User, fields: Collection[str]) -> None:
    """Save what an operator changed on `user`; raises ValueError for a field that is not theirs to change."""
    foreign = set(fields) - STAFF_MAY_CHANGE
    if foreign:
        raise ValueError(f"not for staff to change: {sorted(foreign)}")
    if "display_name" in fields:
        user.display_name = clean_display_name(user.display_name)
    if fields:
        user.save(update_fields=sorted(fields))


def name_from_username(username: str) -> str:
    """The shown name a new account starts with."""
    try:
        return clean_display_name(username[:MAX_VISIBLE])
    except ValidationError:
        # Only a reserved word can fail here: user names hold no character that a shown name may not.
        return clean_display_name(f"{username[: MAX_VISIBLE - 1]}_")


def _save_with_new_username(user: User) -> User:
    try:
        with transaction.atomic():
            user.save()
    except IntegrityError as error:
        raise UsernameTaken from error
    return user
