"""Tables in the test's own database and process: guests who sit down, bring their seeds, connect and answer."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Sequence
from typing import Any

from django.db import connection

from games.models import Table
from games.rules.actions import Action, Bet, Call, Check, Fold, Go, Hit, Pass, Raise, Stand
from games.rules.clocks import State
from games.rules.commands import Act, Back, Digest, Reveal, Skip
from games.rules.commitments import seed_digest
from games.rules.table_view import PromptView, view
from games.services import play, store, tables
from games.services.play import Reply
from players.models import User
from players.services.guests import create_guest
from tests.live.rows import register

register()

ALICE, BOB, CHARLIE = 0, 1, 2
KINDS: dict[str, Callable[..., Action]] = {
    "check": Check, "bet": Bet, "call": Call, "raise": Raise, "fold": Fold, "hit": Hit, "pass": Pass,
    "stand": Stand, "go": Go,
}  # fmt: skip


def guests(*names: str) -> list[User]:
    return [create_guest(name) for name in names]


def waiting_table(*people: User, game: str = "tactical", mode: str = "free", **options: Any) -> Table:
    """A table with these people on its seats; begun when they are all it needs."""
    table = tables.open_table(people[0], game, mode=mode, **options)
    for person in people[1:]:
        tables.join_table(person, table.public_id, invitation=table.invitation)
    return table


def playing_table(game: str = "tactical", mode: str = "free", **options: Any) -> Table:
    """Alice and Bob, connected, at their first decision."""
    table = waiting_table(*guests("Alice", "Bob"), game=game, mode=mode, **options)
    bring_seeds(table.id)
    return table


def bring_seeds(table_id: int, seats: Sequence[int] = (ALICE, BOB)) -> None:
    for seat in seats:
        play.submit(table_id, Back(at=0, seat=seat, conn=f"test/{seat}"))
    values = {seat: random.Random(f"{table_id}/{seat}").randbytes(32) for seat in seats}
    for seat, value in values.items():
        play.submit(table_id, Digest(at=0, seat=seat, digest=seed_digest(value).hex()))
    for seat, value in values.items():
        play.submit(table_id, Reveal(at=0, seat=seat, value=value.hex()))


def state_of(table_id: int) -> State:
    """As the row has it, whatever this process remembers."""
    state = store.fetch(table_id).state
    assert state is not None
    return state


def prompt_of(state: State, seat: int) -> PromptView | None:
    return view(state, seat).prompt


def asked(state: State) -> int:
    """The first seat that has a decision to make."""
    return state.prompts[0].seat


def act(table_id: int, kind: str, amount: int = 0, *, seat: int | None = None, token: str = "") -> Reply:
    """Answer the present prompt."""
    state = state_of(table_id)
    seat = asked(state) if seat is None else seat
    shown = prompt_of(state, seat)
    action = KINDS[kind](amount) if kind in ("bet", "raise") else KINDS[kind]()
    return play.submit(
        table_id, Act(at=0, seat=seat, token=token or (shown.token if shown else ""), action=action)
    )


def any_answer(state: State, dice: random.Random, *, timid: bool = False) -> Act:
    """One of the legal answers of the seat asked first. `timid`: the smallest bets, so that a match lasts."""
    seat = asked(state)
    shown = prompt_of(state, seat)
    assert shown is not None
    kind, low, high = (offer := dice.choice(shown.legal)).kind, offer.low, offer.high
    amount = low if timid else dice.choice((low, dice.randint(low, high), high))
    action = KINDS[kind](amount) if high else KINDS[kind]()
    return Act(at=0, seat=seat, token=shown.token, action=action)


def play_on(table_id: int, dice: random.Random, *, timid: bool = False) -> State:
    """One more random step, whatever is to be done; results are skipped."""
    state = state_of(table_id)
    if state.prompts:
        play.submit(table_id, any_answer(state, dice, timid=timid))
    elif state.phase == "between":
        for number, seat in enumerate(state.seats):
            if seat.human and not seat.skips and state_of(table_id).phase == "between":
                play.submit(table_id, Skip(at=0, seat=number))
    return state_of(table_id)


def finish_hand(table_id: int) -> State:
    """Fold (or pass) until the present hand is over."""
    state = state_of(table_id)
    hand = state.hand_number
    while state.phase == "hand" and state.hand_number == hand:
        shown = prompt_of(state, asked(state))
        assert shown is not None
        kinds = [offer.kind for offer in shown.legal]
        act(
            table_id,
            next(kind for kind in ("fold", "pass", "stand", "bet", "check") if kind in kinds),
            _least(shown),
        )
        state = state_of(table_id)
    return state


def _least(shown: PromptView) -> int:
    return max(offer.low for offer in shown.legal)


def in_thread(call: Callable[[], Any]) -> threading.Thread:
    """Started, with a database connection of its own."""

    def run() -> None:
        try:
            call()
        finally:
            connection.close()

    thread = threading.Thread(target=run)
    thread.start()
    return thread


def at_once(*calls: Callable[[], Any]) -> list[Any]:
    """Results, or what was raised, of calls that begin together in threads with database connections of their own."""
    results: list[Any] = [None] * len(calls)
    start = threading.Barrier(len(calls))

    def run(number: int) -> None:
        try:
            start.wait(20)
            results[number] = calls[number]()
        except Exception as error:  # noqa: BLE001 -- it is the result
            results[number] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(number,)) for number in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not any(thread.is_alive() for thread in threads), "a call hangs"
    return results


def remember(loaded: store.Loaded) -> None:
    """As if this process had not heard of the table since `loaded`."""
    store.forget(loaded.table_id)
    store.keep(loaded)
