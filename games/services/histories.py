"""Finished hands told for one seat, for the files of `games.hand_histories`. Reads only."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC

from games.errors import refusal
from games.hand_histories import TELLERS, HandFacts, ToldHand
from games.models import ID_ALPHABET, Hand, Table
from games.rules.clocks import State
from games.rules.game import Game
from games.rules.table_view import view
from games.services import records
from games.services.shown_later import state_left, states_left
from players.models import User

MOST_HANDS = 500
"""In one file, the newest ones."""
BOT = "House bot"
"""In the files' one language."""


def told_hand(hand: Hand, seat: int) -> ToldHand:
    """Raises AppError("no_history") where hands of that game have none."""
    state = state_left(hand, records.read_record(hand))
    return _told(hand, state, seat, _names([state]))


def told_hands(table: Table, player: str) -> list[ToldHand]:
    """The table's finished hands that were dealt to this player (by public id), oldest first.

    Raises AppError("no_history").
    """
    newest = table.hands.select_related("table", "match").order_by("-match__number", "-number")
    hands = list(newest[:MOST_HANDS])[::-1]
    states = states_left(hands)
    names = _names(states)
    return [
        _told(hand, state, seat, names)
        for hand, state in zip(hands, states, strict=True)
        if (seat := records.seat_in(state, player)) is not None
    ]


def has_histories(game: Game) -> bool:
    return game.hand.state_type in TELLERS


def _names(states: Iterable[State]) -> dict[str, str]:
    players = {seat.player for state in states for seat in state.seats if seat.human}
    return dict(User.objects.filter(public_id__in=players).values_list("public_id", "display_name"))


def _told(hand: Hand, state: State, seat: int, names: dict[str, str]) -> ToldHand:
    setup, played = state.setup, state.hand
    teller = TELLERS.get(type(played))
    if teller is None or played is None or setup is None or setup.blinds is None:
        raise refusal("no_history")
    about = HandFacts(
        hand_id=hand.public_id,
        number=number_of(hand.public_id),
        game=hand.table.game,
        table=hand.table.public_id,
        match=state.match_number,
        hand=hand.number,
        started_at=hand.started_at.astimezone(UTC),
        names=tuple(names.get(each.player, "") if each.human else BOT for each in state.seats),
    )
    return teller(view(state, seat).hand, played.facts, setup.blinds.small, seat, about)


def number_of(public_id: str) -> int:
    """The id read as a number, for programs that know hands by numbers. Below 2⁵⁰; no two ids have the same."""
    number = 0
    for char in public_id:
        number = number * len(ID_ALPHABET) + ID_ALPHABET.index(char)
    return number
