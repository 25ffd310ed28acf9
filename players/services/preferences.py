"""Preferences, and the note that somebody was here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from players.keys import checked_keys
from players.models import User
from players.names import clean_display_name

PREFERENCES = (
    "display_name",
    "theme",
    "four_colour",
    "faces",
    "motion",
    "sound",
    "volume",
    "speech",
    "voice",
    "keys_on",
    "language",
)
ACTIVITY_STEP = timedelta(hours=1)


def change_preferences(user: User, **values: Any) -> User:
    """Store the given ones of PREFERENCES; raises ValidationError for a value outside its choices."""
    unknown = set(values) - set(PREFERENCES)
    if unknown:
        raise TypeError(f"not preferences: {sorted(unknown)}")
    if "display_name" in values:
        values["display_name"] = clean_display_name(values["display_name"])
    for name, value in values.items():
        setattr(user, name, value)
    user.clean_fields(exclude=[field.name for field in User._meta.fields if field.name not in values])
    user.save(update_fields=list(values))
    return user


def choose_keys(user: User, wanted: Mapping[str, str]) -> User:
    """Store the player's own keys of the table (name -> key, "" for none); an empty map gives the defaults back.

    Raises ValidationError when a key would do two things.
    """
    user.table_keys = checked_keys(wanted)
    user.save(update_fields=["table_keys"])
    return user


def order_currencies(user: User, codes: Sequence[str]) -> User:
    """Store in which order the player's currencies are shown and taken; whether there are such is checked before."""
    user.currency_order = list(codes)
    user.save(update_fields=["currency_order"])
    return user


def note_activity(user: User, now: datetime) -> None:
    """Remember that `user` was here, to the hour: one write an hour, not one a request."""
    if now - user.last_active_at >= ACTIVITY_STEP:
        User.objects.filter(pk=user.pk, last_active_at__lt=now).update(last_active_at=now)
        user.last_active_at = now
