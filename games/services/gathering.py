"""How a table's seats are filled before its match: who gets which, who keeps his for a rematch, when it begins."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from games import broadcast
from games.errors import refusal
from games.models import Seat, Table
from games.rules.catalog import GAMES
from games.rules.codec import decode_state
from games.rules.commands import Begin, Player
from games.rules.contracts import BANKROLL, FIRST_BUTTON
from games.rules.game import SEATS, Game
from games.services import chips, records, store
from games.services.play import submit


def seats_of(table: Table) -> int:
    """How many players the table waits for."""
    return GAMES[table.game].seats_at(table.options)


def least_to_begin(table: Table) -> int:
    """Players without whom its creator cannot begin."""
    game = GAMES[table.game]
    return game.min_seats if game.chooses_seats else seats_of(table)


def number_for(user: Any, table: Table, taken: set[int]) -> int:
    """The lowest free seat; in a rematch the player's own, and for a newcomer one that nobody may come back to.

    Raises AppError: not_invited, table_full.
    """
    game = GAMES[table.game]
    free = [number for number in range(game.max_seats) if number not in taken]
    if table.rematch_of_id is None:
        return free[0]
    before = Seat.objects.filter(table_id=table.rematch_of_id, user=user).first()
    if before is not None and before.number in free:
        return before.number
    if before is None and not game.chooses_seats:
        raise refusal("not_invited")
    kept = kept_numbers(table.rematch_of_id)
    for number in free:
        if number < seats_of(table) and number not in kept:
            return number
    raise refusal("table_full")


def kept_numbers(table_id: int) -> set[int]:
    """Seats of a finished match whose players were in it to its end: in a rematch they are theirs."""
    state = store.fetch(table_id).state
    seats = () if state is None else state.seats
    return {number for number, seat in enumerate(seats) if seat.human and not seat.out}


def same_again(table: Table) -> dict[str, int]:
    """Options of a rematch: as many seats as were taken, and the first actor moves on (rules.md, All games)."""
    game = GAMES[table.game]
    players = table.seats.count()
    options = dict(table.options)
    if game.chooses_seats:
        options[SEATS] = players
    first = table.hands.order_by("match__number", "number").first()
    moves = game.chooses_seats or game.max_seats == 2
    setup = decode_state(table.game, records.read_record(first).after).setup if first and moves else None
    return options if setup is None else {**options, FIRST_BUTTON: (setup.button + 1) % players}


def begin_table(user: Any, public_id: str, *, with_bots: bool = False) -> Table:
    """Its creator begins before all seats are taken; those still free stay so, or get house bots (`with_bots`).

    Takes turns with `join_table` and `leave_table`.
    Raises AppError: unknown_table, not_creator, not_open, no_bots_here, too_few_players.
    """
    with transaction.atomic():
        table = Table.objects.select_for_update().filter(public_id=public_id).first()
        if table is None:
            raise refusal("unknown_table")
        if table.created_by_id != user.pk:
            raise refusal("not_creator")
        if table.status != Table.Status.OPEN:
            raise refusal("not_open")
        game = GAMES[table.game]
        taken = set(table.seats.values_list("number", flat=True))
        if with_bots:
            if not game.bots_fill or table.mode != Table.Mode.FREE:
                raise refusal("no_bots_here")
            seat_bots(table, set(range(seats_of(table))) - taken)
        elif len(taken) < (least := least_to_begin(table)):
            raise refusal("too_few_players", least=least)
        begin(table)
    broadcast.table_changed(table.id, 0)
    return table


def begin(table: Table) -> None:
    """Who is to play sits there: the hot row and the first command. In the transaction that seats the last one."""
    game = GAMES[table.game]
    seats = _close_up(table, game)
    table.status = Table.Status.PLAYING
    table.save(update_fields=["status", "options"])
    players: list[Player | None] = [None] * (game.max_seats if game.joins_midway else len(seats))
    for seat in seats:
        players[seat.number] = Player(seat.user.public_id if seat.user else "", seat.bot)
    store.create(table.id)
    submit(
        table.id,
        Begin(
            at=0,
            game=game.key,
            version=game.version,
            table=table.public_id,
            match=1,
            mode=table.mode,
            clock=table.clock,
            options={**table.options, **_from_outside(table)},
            players=tuple(players),
        ),
    )


def _from_outside(table: Table) -> dict[str, int]:
    """What the player of a ranked match has to bet with."""
    if table.mode != Table.Mode.RANKED:
        return {}
    (player,) = table.seats.values_list("user_id", flat=True)
    assert player is not None
    return {BANKROLL: chips.held(player)[0]}


def seat_bots(table: Table, numbers: set[int], bot: str = "") -> None:
    """House bots of that style on these seats; "": of the game's first one."""
    style = bot or next(iter(GAMES[table.game].bots))
    for number in sorted(numbers):
        Seat.objects.create(table=table, number=number, bot=style)


def bot_of(table: Table) -> str:
    """The style of the house bots that sit there; "" for none."""
    return table.seats.exclude(bot="").values_list("bot", flat=True).first() or ""


def _close_up(table: Table, game: Game) -> list[Seat]:
    """The seats by number, without gaps where the match cannot have any: whoever left before it leaves none.

    The last moment at which a seat may get another number; the first actor stays who he was, or is the next who came.
    """
    seats = list(table.seats.select_related("user").order_by("number"))
    if game.joins_midway:
        return seats
    first = table.options.get(FIRST_BUTTON)
    if first is not None:
        begins = next((number for number, seat in enumerate(seats) if seat.number >= first), 0)
        table.options = {**table.options, FIRST_BUTTON: begins}
    for number, seat in enumerate(seats):
        if seat.number != number:
            seat.number = number
            seat.save(update_fields=["number"])
    return seats
