"""What a table of the stack's database keeps secret, and whether frames tell it. Called through `Stack.call`."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from games.models import Table
from games.rules.clocks import State
from games.rules.commitments import deal_seed
from games.rules.runtime import step
from games.services import records, store
from games.services.deals import TableDeals
from games.services.seal import unseal
from tests.live.audit import commands_of
from tests.live.frames import cards_in, forbidden_texts, known_cards


def leaks(table_id: int, roles: list[dict[str, Any]]) -> list[str]:
    """`roles`: [{"seat": 0, 1 or null, "frames": [texts]}]. Sentences about everything a role may not know."""
    table = Table.objects.get(pk=table_id)
    deals = records.deals_of(table)
    states = _states_by_version(table, deals)
    found: list[str] = []
    for role in roles:
        for frame in role["frames"]:
            version = json.loads(frame).get("v", max(states))
            state = states.get(version)
            if state is None or state.deal == 0:
                continue
            found += _leaks_of(frame, deals, state, role["seat"])
    return found


def _states_by_version(table: Table, deals: TableDeals) -> dict[int, State]:
    states: dict[int, State] = {}
    state: State | None = None
    for seq, command in enumerate(commands_of(table, []), 1):
        states[seq] = state = step(state, command, deals).state
    return states


def _leaks_of(frame: str, deals: TableDeals, state: State, seat: int | None) -> list[str]:
    found = [f"{seat} at {state.at}: card {card}" for card in cards_in(frame) - known_cards(state, seat)]
    texts = forbidden_texts(deals, state, seat)
    return found + [f"{seat} at {state.at}: {name}" for text, name in texts.items() if text and text in frame]


def secrets(table_id: int) -> dict[str, Any]:
    """What a dump of the database must not show, as hex: seeds, shoe order, cards in play, in every way of writing."""
    table = Table.objects.get(pk=table_id)
    secret = unseal(table.sealed_secret, store.secret_purpose(table_id))
    state = store.fetch(table_id).state
    assert state is not None
    order = records.deals_of(table).chance(state, state.deal).order
    seeds = [deal_seed(secret, number) for number in range(state.deal + 2)]
    assert state.hand is not None
    cards = [card for own in state.hand.cards for card in own]
    return {
        "seeds": [value.hex() for value in (secret, *seeds)],
        "order": list(order),
        "cards": [[card.position, card.face] for card in cards],
        "hand": msgspec.msgpack.encode(state.hand).hex(),
    }
