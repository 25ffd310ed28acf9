"""Bots with accounts of their own (demo only): they sit down, bring their seeds and answer as players do.

All by `play.submit`, decided by the game's house policy from what the seat's own view shows.
"""

from __future__ import annotations

import secrets
import zlib
from collections.abc import Sequence

from django.db import transaction

from games.models import Table
from games.rules.catalog import GAMES, PRODUCTS
from games.rules.clocks import State
from games.rules.commands import Act, Back, Digest, Reveal
from games.rules.commitments import seed_digest
from games.rules.game import SEATS, Game
from games.rules.state import Prompt
from games.rules.table_view import view
from games.services import tables
from games.services.play import submit
from players.models import User
from wallet.services import give_demo_coins

CONNECTION = "/bot"
"""Of every bot's seat: no web process's, so none takes it away when it dies."""
SEED_BYTES = 32


def playable_games(people: int) -> list[Game]:
    """Our own that the house has a policy for, so many may play for nothing, and that end by themselves."""
    games = [GAMES[key] for key in PRODUCTS]
    return [game for game in games if game.bots and game.min_seats <= people and _suits(game)]


def _suits(game: Game) -> bool:
    return "free" in game.modes and not game.leaves_between and not game.joins_midway


def open_full_table(people: Sequence[User], game: Game, stake_cents: int | None, currency: str) -> Table:
    """A table with all its seats taken in one transaction: nobody else can ever sit down at it.

    The first of `people` opens it. For a stake they get their test coins first, once in their lives. Raises AppError.
    """
    people = people[: game.min_seats]
    host, *company = people
    mode = Table.Mode.FREE if stake_cents is None else Table.Mode.STAKE
    paid_in = "" if stake_cents is None else currency
    if paid_in:
        give_demo_coins([person.pk for person in people])
    with transaction.atomic():
        options = {SEATS: len(people)} if game.chooses_seats else {}
        table = tables.open_table(
            host, game.key, mode=mode, stake_cents=stake_cents, currency=paid_in, options=options
        )
        for guest in company:
            tables.join_table(guest, table.public_id, currency=paid_in)
    return table


def take_seats(table_id: int, state: State) -> None:
    """Every seat is there. Raises AppError."""
    for number, seat in enumerate(state.seats):
        if seat.human and seat.conn != CONNECTION:
            submit(table_id, Back(at=0, seat=number, conn=CONNECTION), by=seat.player)


def bring_seeds(table_id: int, state: State) -> None:
    """As browsers do: each seat binds itself to its seed and tells it once all are bound. Raises AppError."""
    take_seats(table_id, state)
    seeds = {number: secrets.token_bytes(SEED_BYTES) for number, seat in enumerate(state.seats) if seat.human}
    for number, seed in seeds.items():
        submit(table_id, Digest(at=0, seat=number, digest=seed_digest(seed).hex()))
    for number, seed in seeds.items():
        submit(table_id, Reveal(at=0, seat=number, value=seed.hex()))


def due_at(state: State, prompt: Prompt, thinks_ms: tuple[int, int]) -> int | None:
    """When the bot has thought enough (ms): always the same for one decision, so nobody has to remember it.

    `thinks_ms`: least and most. None: the clock stands, or it is no question for a policy.
    """
    if prompt.due is None or prompt.source != "hand" or state.paused_at is not None:
        return None
    asked_at = prompt.due - GAMES[state.game].turn_ms * state.clock
    asked_at = min(
        asked_at, state.at
    )  # time given back to all clocks after an outage is not spent in thought
    least, most = thinks_ms
    return asked_at + least + zlib.crc32(f"{state.table}/{state.token(prompt)}".encode()) % (most - least)


def decide(state: State, prompt: Prompt) -> Act:
    """What the house's bot would do, knowing what this seat may know."""
    seen = view(state, prompt.seat)
    assert seen.prompt is not None
    policy = next(iter(GAMES[state.game].bots.values()))
    action = policy(seen.hand, seen.prompt.legal, secrets.randbelow)
    return Act(at=0, seat=prompt.seat, token=seen.prompt.token, action=action)


def answer(table_id: int, state: State, prompt: Prompt) -> None:
    """Raises AppError."""
    submit(table_id, decide(state, prompt), by=state.seats[prompt.seat].player)
