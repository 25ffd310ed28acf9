"""Ranked rounds of House Blackjack in the test's own database: Alice has an account, chips and cards as given."""

from __future__ import annotations

from typing import Any

import pytest

from games.models import Table
from games.rules.actions import Action, Bet
from games.rules.cards import parse
from games.rules.commands import Act
from games.rules.given import GivenChance
from games.services import chips, play, tables
from games.services.deals import TableDeals
from leaderboard.models import RankedHand
from leaderboard.services import take_told
from players.models import User
from tests.live.seating import ALICE, bring_seeds, prompt_of, state_of
from wallet.models import Entry
from wallet.services import check_ledger

Patch = pytest.MonkeyPatch
committed = pytest.mark.django_db(transaction=True)
"""For what is looked at in a transaction of its own: the ledger's check, a replay of all."""

HOUSE = "house"
FRESH = "5e" * 32
BEGUN_WITH = 2_000
"""Half-chips."""
UNITS = 5
"""Of the ledger in half a chip: CHIP has one decimal."""

WON = "Th 9c 9d 8c"
"""19 against 17; without a decision but to stand."""
LOST = "Th 9c 8d Tc"
"""18 against 19."""
NATURAL = "Ah 9c Kd Tc"
"""Over with its last card."""


class GivenRoot(GivenChance):
    """Cards as given; as in a test's world the root tells nothing."""

    root = b"\0" * 32


def give_cards(monkeypatch: pytest.MonkeyPatch, *rounds: str) -> None:
    """A shoe for each round of every match, as it is dealt: player, dealer, player, dealer, …"""
    shoes = [GivenRoot([parse(code) for code in cards.split()]) for cards in ("2c", *rounds)]
    monkeypatch.setattr(TableDeals, "chance", lambda self, state, number: shoes[number - 1])


def account(name: str = "Alice", **fields: Any) -> User:
    return User.objects.create_user(username=name.lower(), display_name=name, password=None, **fields)


def ranked_table(user: User) -> Table:
    """The player sits, connected, and is asked for a bet."""
    table = tables.open_table(user, HOUSE, mode="ranked")
    bring_seeds(table.id, [ALICE])
    return table


def answer(table: Table, action: Action, token: str = "") -> play.Reply:
    """To the present prompt; a bet brings the seed of its round."""
    shown = prompt_of(state_of(table.id), ALICE)
    token = token or (shown.token if shown else "")
    seed = FRESH if isinstance(action, Bet) else ""
    return play.submit(table.id, Act(at=0, seat=ALICE, token=token, action=action, seed=seed))


def balance(table: Table) -> int:
    """As the match believes."""
    match: Any = state_of(table.id).match
    return int(match.balance)


def held(user: User) -> tuple[int, int]:
    """Half-chips, free and in play."""
    return chips.held(user.pk)


def moved(table: Table) -> list[tuple[str, str, dict[str, int]]]:
    """(kind, part, half-chips by kind of account) of the match's transfers, oldest first."""
    found: dict[Any, tuple[str, str, dict[str, int]]] = {}
    lines = Entry.objects.filter(transfer__subject=f"match:{table.public_id}/1").select_related(
        "transfer", "account"
    )
    for line in lines.order_by("transfer__created_at"):
        of = found.setdefault(line.transfer_id, (line.transfer.kind, line.transfer.part, {}))
        of[2][line.account.kind] = int(line.amount) // UNITS
    return list(found.values())


def scored(user: User) -> list[tuple[int, int]]:
    """(player hand, score in half-chips) of what counts, after the outbox was read."""
    take_told()
    counted = RankedHand.objects.filter(player=user, counted=True)
    return list(counted.order_by("id").values_list("player_hand", "score"))


def books_are_right() -> None:
    assert check_ledger().faults == []
