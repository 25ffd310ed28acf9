"""The catalogue: what can be played, and how."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.response import Response

from games.api.base import ApiView
from games.api.shapes import Games, GameShape, dollars, shown
from games.errors import refusal
from games.rules.catalog import GAMES
from games.rules.game import Game
from games.services.tables import CLOCKS


class GamesView(ApiView):
    scopes = {"GET": "tables:read"}

    @extend_schema(operation_id="list_games", tags=["Catalogue"], responses=Games)
    def get(self, request: Any) -> Response:
        """All games."""
        return Response(shown(Games, {"data": [game_body(game) for game in GAMES.values()]}))


class GameView(ApiView):
    scopes = {"GET": "tables:read"}

    @extend_schema(operation_id="get_game", tags=["Catalogue"], responses=GameShape)
    def get(self, request: Any, game: str) -> Response:
        """One game."""
        if game not in GAMES:
            raise refusal("unknown_game")
        return Response(shown(GameShape, game_body(GAMES[game])))


def least_value() -> int:
    """What may be entered for a stake at least, in US cents; a game's own least may be more."""
    return min(game.least_value_cents for game in GAMES.values())


def game_body(game: Game) -> dict[str, Any]:
    return {
        "key": game.key,
        "title": game.title,
        "summary": game.summary,
        "seats": {"least": game.min_seats, "most": game.max_seats},
        "modes": [mode for mode in game.modes if mode != "practice" or game.bots],
        "turn_ms": game.turn_ms,
        "practice_clocks": CLOCKS if game.bots else (),
        "bots": list(game.bots),
        "options": [
            {"key": spec.key, "label": spec.label, "default": spec.default, "choices": spec.choices}
            for spec in game.options
        ],
        "can_give_up": game.gives_up,
        "can_leave": game.leaves_between or game.others_play_on or game.alone,
        "fresh_seeds": game.fresh_seeds,
        "begins_early": game.chooses_seats,
        "bots_fill": game.bots_fill,
        "others_play_on": game.others_play_on,
        "counts": "points" if game.counts_points else "chips" if game.counts_chips else "hands",
        "stake_times": game.stake_times or None,
        "paid_by_hand": game.leaves_between,
        "least_value": dollars(game.least_value_cents) if "stake" in game.modes else None,
    }
