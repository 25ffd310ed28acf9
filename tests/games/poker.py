"""Heads-up poker at tables in the test's own database."""

from __future__ import annotations

from games.models import Hand, Table
from games.rules.commands import Skip
from games.services import play
from players.models import User
from tests.live.seating import ALICE, BOB, act, bring_seeds, waiting_table

KEY = "heads_up"


def poker_table(*people: User) -> Table:
    """At the first decision: the button's, before the flop."""
    table = waiting_table(*people, game=KEY)
    bring_seeds(table.id)
    return table


def folded_hand(table: Table) -> Hand:
    """The first to speak raises to 90, the other folds."""
    act(table.id, "raise", 90)
    act(table.id, "fold")
    return table.hands.order_by("-number")[0]


def checked_hand(table: Table) -> Hand:
    """A call, then checks down to the showdown."""
    act(table.id, "call")
    for _ in range(7):
        act(table.id, "check")
    return table.hands.order_by("-number")[0]


def next_hand(table: Table) -> Table:
    """Both have seen the result."""
    for seat in (ALICE, BOB):
        play.submit(table.id, Skip(at=0, seat=seat))
    return table
