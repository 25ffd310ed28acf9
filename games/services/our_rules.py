"""Which rules this process has. In a rolling update newer code deals by rules that older workers do not know yet: what
was played by them is left to that code's workers, which prove it."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Q

from games.rules.catalog import GAMES


def has(game: str, version: int) -> bool:
    """Whether a match of that game, by that version of its rules, can be replayed here."""
    row = GAMES.get(game)
    return row is not None and (version == row.version or version in row.earlier)


def hands() -> Q:
    """A condition on `Hand`: it was dealt by rules that this process has."""
    found = Q(pk__in=())
    for game, versions in _all():
        found |= Q(table__game=game, version__in=versions)
    return found


def _all() -> Iterator[tuple[str, tuple[int, ...]]]:
    for game in GAMES.values():
        yield game.key, (game.version, *game.earlier)
