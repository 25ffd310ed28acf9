"""Places in the lobby: opened, joined, begun. Writes Table and Seat, and begins a match when all seats are taken."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.contrib.auth import get_user_model
from django.db import IntegrityError, transaction

from games import broadcast
from games.errors import refusal
from games.models import Seat, Table
from games.rules.catalog import GAMES
from games.rules.commands import GiveUp
from games.rules.commitments import SECRET_BYTES, table_commitment
from games.rules.game import Game
from games.services import chips, gathering, presses, stakes, store
from games.services.play import submit
from games.services.seal import seal
from games.services.terms_mark import check_shown

CLOCKS = (0, 1, 2, 4)
"""Multipliers of decision times; all but 1 are for practice only (rules.md)."""
type Most = int | Mapping[str, int] | None
"""Units a player was shown at most: of his currency, or by currency for `stakes.TOTAL`; None: none were shown."""
MOST_OPEN_TABLES = 12
"""Tables one player may sit at before one of them is over."""


def open_table(
    user: Any,
    game_key: str,
    *,
    mode: str,
    clock: int = 1,
    options: Mapping[str, int] | None = None,
    private: bool = False,
    stake_cents: int | None = None,
    currency: str = "",
    most_units: Most = None,
    currencies: Sequence[str] = (),
    venue_id: int | None = None,
    bot: str = "",
    named: str = "",
) -> Table:
    """A new table with its creator on seat 0; practice fills the others with house bots and begins at once.

    `bot`: the style of the bots in practice (`Game.bots`); "": the game's first one.

    `stake_cents`: for mode "stake" the value that the creator enters, in US cents: each seat's stake or, where the
    game multiplies it (`Game.stake_times`), a part of it. `currency`: in which the creator pays his; `most_units`:
    what he was shown the whole stake costs at most. `currencies`: in which stakes may be paid here; none: in all.
    `venue_id`: whose face its pages have. Nothing is held before all seats are taken. Mode "ranked": a player's own
    match, begun at once; while he plays one, that is opened again. `named`: the id it shall have (`presses.id_of`);
    if the player has opened it already, that table is given back.
    Raises AppError: unknown_game, unknown_mode, bad_option, too_many_tables, needs_account_for_chips, and what
    `stakes.consent` and `stakes.checked_currencies` raise.
    """
    game = GAMES.get(game_key)
    if game is None:
        raise refusal("unknown_game")
    if mode not in game.modes or (mode == Table.Mode.PRACTICE and not game.bots):
        raise refusal("unknown_mode")
    if clock not in CLOCKS or (clock != 1 and mode != Table.Mode.PRACTICE):
        raise refusal("bad_option", option="clock")
    if (mode == Table.Mode.STAKE) != (stake_cents is not None):
        raise refusal("bad_option", option="stake_cents")
    if currencies and mode != Table.Mode.STAKE:
        raise refusal("bad_option", option="currencies")
    if bot and (mode != Table.Mode.PRACTICE or bot not in game.bots):
        raise refusal("bad_option", option="bot")
    if mode == Table.Mode.RANKED and user.is_guest:
        raise refusal("needs_account_for_chips")
    checked = _checked_options(game, options or {})
    whole = None if stake_cents is None else stakes.whole(game, checked, stake_cents)
    private = private or mode == Table.Mode.RANKED  # what somebody has to bet with is nobody else's business
    terms = Terms(mode, clock, checked, private, whole, stakes.checked_currencies(currencies), venue_id)
    return _open_seats(user, game, terms, Payment(currency, most_units), bot=bot, named=named)


class Terms(NamedTuple):
    """What all who sit at a table agree to."""

    mode: str
    clock: int
    options: dict[str, int]
    private: bool
    stake_cents: int | None
    """Each seat's whole stake; where every hand is paid for by itself, that of one hand."""
    currencies: list[str]
    """In which it may be paid; none: in all of one family."""
    venue_id: int | None = None


class Payment(NamedTuple):
    """How one player pays his stake: the currency or `stakes.TOTAL`, and units he was shown at most."""

    currency: str
    most_units: Most


def _open_seats(
    user: Any,
    game: Game,
    terms: Terms,
    payment: Payment,
    rematch_of: Table | None = None,
    number: int = 0,
    bot: str = "",
    named: str = "",
) -> Table:
    with transaction.atomic():
        _take_turns(user)
        before, named = presses.opened_before(
            named, {"game": game.key, "created_by_id": user.pk, **terms._asdict()}
        )
        if before is not None:
            return before
        if terms.mode == Table.Mode.RANKED:
            playing = _ranked_in_play(user, game)
            if playing is not None:
                return playing
            chips.give_first(user.pk)
        _check_room_for(user)
        table = _create(user, game, terms, rematch_of, named)
        _sit_down(user, table, number, payment)
        if terms.mode == Table.Mode.PRACTICE:
            gathering.seat_bots(table, set(range(gathering.seats_of(table))) - {number}, bot)
        elif rematch_of is not None:
            gathering.seat_bots(table, set(rematch_of.seats.exclude(bot="").values_list("number", flat=True)))
        if table.seats.count() == gathering.seats_of(table):
            gathering.begin(table)
    return table


def _ranked_in_play(user: Any, game: Game) -> Table | None:
    """A player has one ranked match at a time, so there is one round at most. Who opens another finds it again."""
    playing = chips.playing_table(user)
    if playing is None:
        return None
    table = Table.objects.get(pk=playing)
    if table.game != game.key:
        raise refusal("round_open")
    store.lock(playing)  # no bet is taken between the look at the balance and the word of it
    if chips.playing_table(user) is None:
        return None
    chips.tell_bankroll(table.id, user, chips.held(user.pk)[0])
    return table


def _sit_down(user: Any, table: Table, number: int, payment: Payment) -> None:
    """Take a seat; for a stake with what the player agrees to pay at most."""
    if table.mode != Table.Mode.STAKE:
        Seat.objects.create(table=table, number=number, user=user)
        return
    assert table.stake_cents is not None
    least = GAMES[table.game].values_in_stake(table.options)
    agreed = stakes.consent(user, table.stake_cents, *payment, least_units=least, taken=table.currencies)
    seat = Seat(table=table, number=number, user=user, **agreed)
    stakes.family_of(stakes.currencies_of([*table.seats.all(), seat]))
    seat.save()


def _checked_options(game: Game, options: Mapping[str, int]) -> dict[str, int]:
    try:
        return game.checked_options(options)
    except (KeyError, ValueError, TypeError) as wrong:
        raise refusal("bad_option", option=str(wrong.args[0])) from None


def _take_turns(user: Any) -> None:
    """Two requests of one player take turns, else both would find the last place free. Needs a transaction."""
    get_user_model().objects.select_for_update(no_key=True).get(pk=user.pk)


def _check_room_for(user: Any) -> None:
    _take_turns(user)
    seated = Seat.objects.filter(user=user, table__status__in=(Table.Status.OPEN, Table.Status.PLAYING))
    if seated.count() >= MOST_OPEN_TABLES:
        raise refusal("too_many_tables", most=MOST_OPEN_TABLES)


def _create(user: Any, game: Game, terms: Terms, rematch_of: Table | None, named: str) -> Table:
    secret = secrets.token_bytes(SECRET_BYTES)
    table = Table(
        game=game.key, created_by=user, **terms._asdict(),
        commitment=table_commitment(secret).hex(), sealed_secret=b"", rematch_of=rematch_of,
        **({"public_id": named} if named else {}),
    )  # fmt: skip
    table.save()
    table.sealed_secret = seal(secret, store.secret_purpose(table.id))
    table.save(update_fields=["sealed_secret"])
    return table


def join_table(
    user: Any,
    public_id: str,
    *,
    invitation: str = "",
    currency: str = "",
    most_units: Most = None,
    shown: str = "",
) -> Table:
    """Take the next free seat; the last one begins the match. Sitting there already is no error.

    `shown`: the mark of the terms that the player was shown (`terms_mark`); "": none were.
    Raises AppError: unknown_table, not_invited, not_open, table_full, terms_changed, too_many_tables, and for a stake
    mixed_currencies and what `stakes.consent` raises.
    """
    try:
        with transaction.atomic():
            table = Table.objects.select_for_update().filter(public_id=public_id).first()
            if table is None:
                raise refusal("unknown_table")
            table = _take_seat(user, table, invitation, Payment(currency, most_units), shown)
    except IntegrityError:
        raise refusal("table_full") from None
    broadcast.table_changed(table.id, 0)
    return table


def _take_seat(user: Any, table: Table, invitation: str, payment: Payment, shown: str) -> Table:
    seats = list(table.seats.order_by("number"))
    if any(seat.user_id == user.id for seat in seats):
        return table
    if table.private and not secrets.compare_digest(invitation, table.invitation):
        raise refusal("not_invited")
    if len(seats) >= gathering.seats_of(table):
        raise refusal("table_full")
    if table.status != Table.Status.OPEN:
        raise refusal("not_open")
    check_shown(table, shown)
    _check_room_for(user)
    number = gathering.number_for(user, table, {seat.number for seat in seats})
    _sit_down(user, table, number, payment)
    if len(seats) + 1 == gathering.seats_of(table):
        gathering.begin(table)
    return table


def leave_table(user: Any, public_id: str) -> Table:
    """Before the match anyone may leave free; the creator closes the table.

    Raises AppError: unknown_table, not_open.
    """
    with transaction.atomic():
        table = Table.objects.select_for_update().filter(public_id=public_id).first()
        seat = None if table is None else table.seats.filter(user=user).first()
        if table is None or seat is None:
            raise refusal("unknown_table")
        if table.status != Table.Status.OPEN:
            raise refusal("not_open")
        if table.created_by_id == user.id:
            table.status = Table.Status.CLOSED
            table.rematch_of = None  # a rematch that nobody waits for any more may be asked for anew
            table.save(update_fields=["status", "rematch_of"])
        else:
            seat.delete()
    broadcast.table_changed(table.id, 0)
    return table


def give_up(table: Table, seat: int) -> None:
    """Asked once by the page: an immediate forfeit."""
    submit(table.id, GiveUp(at=0, seat=seat))


def rematch(user: Any, table: Table, *, currency: str = "", most_units: Most = None) -> Table:
    """The same again on the same seats, with the next one first; for those who sat here. Who asks later joins it.

    Where several play, it may begin without those who do not ask, and seats of those who left are free for others.

    A stake is paid in `currency`, or in that of the match before; `most_units` as for `open_table`.
    Raises AppError: not_open while the match is not over, no_such_seat for others, what `stakes.consent` raises.
    """
    if table.status != Table.Status.OVER:
        raise refusal("not_open")
    seat = table.seats.filter(user=user).first()
    if seat is None:
        raise refusal("no_such_seat")
    payment = Payment(currency or seat.currency, most_units)
    again = Table.objects.filter(rematch_of=table).first()
    if again is None:
        try:
            options = gathering.same_again(table)
            terms = Terms(
                table.mode, table.clock, options, True, table.stake_cents, table.currencies, table.venue_id
            )
            bot = gathering.bot_of(table)
            return _open_seats(user, GAMES[table.game], terms, payment, table, seat.number, bot)
        except IntegrityError:
            again = Table.objects.get(rematch_of=table)
    return join_table(user, again.public_id, invitation=again.invitation, **payment._asdict())
