"""What is played at a table as one short text: who sits down says with it what he was shown.

The creator may change options as long as nobody else sits there (`services.options`), also between the moment a page
was drawn and the press of its button.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Mapping, Sequence

from games.errors import refusal
from games.models import Table

LENGTH = 32


def terms_mark(
    *,
    game: str,
    mode: str,
    clock: int,
    options: Mapping[str, int],
    stake_cents: int | None,
    currencies: Sequence[str],
) -> str:
    """The same text for the same terms, another one for others."""
    terms = [game, mode, clock, dict(options), stake_cents, list(currencies)]
    return hashlib.sha256(json.dumps(terms, sort_keys=True).encode()).hexdigest()[:LENGTH]


def mark_of(table: Table) -> str:
    return terms_mark(
        game=table.game,
        mode=table.mode,
        clock=table.clock,
        options=table.options,
        stake_cents=table.stake_cents,
        currencies=table.currencies,
    )


def check_shown(table: Table, shown: str) -> None:
    """`shown`: the mark of what whoever sits down has agreed to; "": nobody was shown anything.

    Raises AppError("terms_changed").
    """
    if shown and not secrets.compare_digest(shown.encode(), mark_of(table).encode()):
        raise refusal("terms_changed")
