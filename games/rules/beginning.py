"""How a table's first command is checked and becomes its first state; and who may take a seat."""

from __future__ import annotations

from games.rules import clocks
from games.rules.catalog import GAMES
from games.rules.clocks import State
from games.rules.commands import Begin, Player
from games.rules.contracts import BANKROLL, FIRST_BUTTON, FedFromOutside
from games.rules.errors import Malformed
from games.rules.game import Game
from games.rules.state import SCHEMA, SeatState, TableState

PRACTICE_CLOCKS = (0, 1, 2, 4)
"""rules.md: in practice the clock is off, as usual, twice or four times as long."""


def begin(command: Begin) -> State:
    """The table in its first phase, seeding. Raises Malformed."""
    game = GAMES.get(command.game)
    if game is None:
        raise Malformed("unknown_game")
    _check(game, command)
    return TableState(
        schema=SCHEMA,
        game=command.game,
        version=command.version,
        table=command.table,
        match_number=command.match,
        mode=command.mode,
        clock=command.clock,
        options=_options(game, command),
        at=command.at,
        phase="seeding",
        seats=tuple(SeatState() if player is None else new_seat(player, game) for player in command.players),
        phase_due=None if command.mode == "practice" else command.at + clocks.SEED_WAIT_MS,
    )


def new_seat(player: Player, game: Game, from_hand: int = 0) -> SeatState:
    """Raises Malformed for nobody and for a bot that the game does not have."""
    if not player.id and not player.bot:
        raise Malformed("no_player")
    if player.bot and player.bot not in game.bots:
        raise Malformed("unknown_bot")
    return SeatState(player=player.id, bot=player.bot, budget=game.absence.budget_ms, from_hand=from_hand)


def _check(game: Game, command: Begin) -> None:
    taken = [player for player in command.players if player is not None]
    people = [player.id for player in taken if not player.bot]
    practice = command.mode == "practice"
    bots_may_sit = practice or (game.bots_fill and command.mode == "free")
    if command.version != game.version and command.version not in game.earlier:
        raise Malformed("unknown_version")
    if command.mode not in game.modes:
        raise Malformed("unknown_mode")
    if command.clock not in (PRACTICE_CLOCKS if practice else (1,)):
        raise Malformed("bad_clock")
    if not game.min_seats <= len(taken) <= len(command.players) <= game.max_seats:
        raise Malformed("bad_seats")
    if len(taken) < len(command.players) and not game.joins_midway:
        raise Malformed("bad_seats")
    if not people or len(set(people)) < len(people) or (len(people) < len(taken) and not bots_may_sit):
        raise Malformed("bad_players")


def _options(game: Game, command: Begin) -> dict[str, int]:
    """What the creator chose; after a rematch, who begins; and what a seat has outside, where that is played with."""
    given = dict(command.options)
    first = given.pop(FIRST_BUTTON, None)
    outside = given.pop(BANKROLL, None) if isinstance(game.format, FedFromOutside) else None
    try:
        options = game.checked_options(given)
    except (KeyError, ValueError) as wrong:
        raise Malformed("bad_option", name=str(wrong.args[0])) from None
    if outside is not None:
        if outside < 0:
            raise Malformed("bad_option", name=BANKROLL)
        options = {**options, BANKROLL: outside}
    if first is None:
        return options
    if not 0 <= first < len(command.players):
        raise Malformed("bad_option", name=FIRST_BUTTON)
    return {**options, FIRST_BUTTON: first}
