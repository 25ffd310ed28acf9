"""Hands of Classic that end in a tie: found as only a test can, which knows the table's secret and brings the seeds."""

from __future__ import annotations

import itertools
import random

import msgspec

from games.models import Table
from games.rules.actions import Action, Hit, Stand
from games.rules.clocks import State
from games.rules.commands import Act, Back, Command, Digest, Reveal, Skip
from games.rules.commitments import seed_digest
from games.rules.formats.two_seats import BOTH, TIED
from games.rules.runtime import step
from games.rules.table_view import view
from games.rules.work import Deals
from games.services import play, store
from tests.live.classic import answer, match_of
from tests.live.seating import state_of


def seeds_for(table_id: int, ties: int) -> tuple[bytes, bytes]:
    """Seeds of both seats with which the first hands can be tied."""
    loaded = store.fetch(table_id)
    for number in itertools.count():
        one, other = (random.Random(f"{table_id}/{seat}/{number}").randbytes(32) for seat in BOTH)
        if not ties or can_be_tied(loaded, (one, other), ties):
            return one, other
    raise AssertionError


def can_be_tied(loaded: store.Loaded, seeds: tuple[bytes, bytes], ties: int) -> bool:
    state = loaded.state
    assert state is not None
    for command in seeding(seeds):
        state = step(state, msgspec.structs.replace(command, at=state.at), loaded.deals).state
    for left in range(ties, 0, -1):
        way = way_to_a_tie(state, loaded.deals)
        if not way:
            return False
        for action in way:
            state = step(state, answered(state, action), loaded.deals).state
        if left > 1:
            for seat in BOTH:
                state = step(state, Skip(at=state.at, seat=seat), loaded.deals).state
    return True


def seeding(seeds: tuple[bytes, bytes]) -> tuple[Command, ...]:
    return (
        *(Back(at=0, seat=seat, conn=f"test/{seat}") for seat in BOTH),
        *(Digest(at=0, seat=seat, digest=seed_digest(seeds[seat]).hex()) for seat in BOTH),
        *(Reveal(at=0, seat=seat, value=seeds[seat].hex()) for seat in BOTH),
    )


def bring(table_id: int, seeds: tuple[bytes, bytes]) -> None:
    for command in seeding(seeds):
        play.submit(table_id, command)


def answered(state: State, action: Action) -> Act:
    seat = state.prompts[0].seat
    shown = view(state, seat).prompt
    assert shown is not None
    return Act(at=state.at, seat=seat, token=shown.token, action=action)


def way_to_a_tie(state: State, deals: Deals, most: int = 10) -> tuple[Action, ...]:
    """The answers to come of both; none: there is no such way."""
    legal = {offer.kind for offer in view(state, state.prompts[0].seat).prompt.legal}  # type: ignore[union-attr]
    for action in (Stand(), Hit())[: 2 if most and "hit" in legal else 1]:
        after = step(state, answered(state, action), deals).state
        if after.phase == "hand" and after.hand_number == state.hand_number:
            rest = way_to_a_tie(after, deals, most - 1)
            if rest:
                return (action, *rest)
        elif after.match is not None and after.match.history[-1] == TIED:
            return (action,)
    return ()


def tie(table: Table) -> None:
    loaded = store.fetch(table.id)
    assert loaded.state is not None
    for action in way_to_a_tie(loaded.state, loaded.deals):
        answer(table, state_of(table.id).prompts[0].seat, action)
    assert match_of(table).history[-1] == TIED
