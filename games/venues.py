"""What a venue decides about games: which comes first, and how a new table of one begins."""

from __future__ import annotations

from games.rules.catalog import GAMES
from games.rules.game import Game
from players.models import Venue

VENUE_OPTIONS = ("flexible_ace",)
"""Options whose first value a venue decides, by its field of the same name."""


def featured_game(venue: Venue | None) -> Game:
    """The venue's, while the catalogue has it; else the first."""
    chosen = GAMES.get(venue.featured_game) if venue is not None else None
    return chosen or next(iter(GAMES.values()))


def first_options(game: Game, venue: Venue | None) -> dict[str, int]:
    """What options of a new table are before anybody chooses: those a venue decides."""
    if venue is None:
        return {}
    known = {spec.key for spec in game.options}
    return {key: int(getattr(venue, key)) for key in VENUE_OPTIONS if key in known}
