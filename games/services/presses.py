"""A button that opens a table opens one, however often it is pressed.

The page that has the button names the new table's public id, signed for its reader: a second press, or one that is
sent again by the browser, finds the table of the first. Who is nobody yet has no such name, and is a new guest by each
press; there the page's script sends a form once (`static/js/once.js`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.core import signing

from games.models import Table, public_id

SALT = "games.presses"
MOST_TEXT = 200
"""Characters of what comes back; ours have fewer than 100."""


def new_press(user: Any) -> str:
    """For the page of a button. Who is nobody yet has none: he becomes somebody by his first press."""
    return signing.dumps([user.pk, public_id()], salt=SALT) if user.pk else ""


def id_of(user: Any, press: str) -> str:
    """The public id that a page named for this user; "" for whatever is not ours or not his."""
    try:
        owner, named = signing.loads(press[:MOST_TEXT], salt=SALT)
    except signing.BadSignature:
        return ""
    return str(named) if owner == user.pk else ""


def opened_before(named: str, terms: Mapping[str, Any]) -> tuple[Table | None, str]:
    """The table with that id, and the id a new one shall have ("": any).

    A table that is over, or of other terms (fields of `Table`), is not what is asked for: then it is a new one.
    """
    found = Table.objects.filter(public_id=named).first() if named else None
    if found is None:
        return None, named
    same = all(getattr(found, name) == value for name, value in terms.items())
    return (found if same and found.status in (Table.Status.OPEN, Table.Status.PLAYING) else None), ""
