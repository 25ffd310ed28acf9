"""Who is away, what that costs, and how it ends (rules.md, Disconnects; seed 000, same title)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from games.rules.clocks import CRASH_GRACE_MS, pause, resume, told
from games.rules.contracts import Fact
from games.rules.errors import NotLegal
from games.rules.game import UNLIMITED, Absence
from games.rules.state import SeatState, TableState

State = TableState[Any, Any]


def with_seat(state: State, number: int, **changes: Any) -> State:
    seats = state.seats
    return replace(state, seats=(*seats[:number], replace(seats[number], **changes), *seats[number + 1 :]))


def is_away(seat: SeatState) -> bool:
    return seat.away_since is not None


def ends_at(seat: SeatState) -> int | None:
    """When the seat has been away for as long as it may; None: it is not away, or may be as long as it likes."""
    return seat.away_since + seat.allowance if seat.away_since is not None and seat.allowance >= 0 else None


def lose_connection(state: State, policy: Absence, number: int, conn: str, at: int, *, ours: bool) -> State:
    """The seat's connection is gone. Raises NotLegal("stale_connection") when it is not the current one."""
    seat = state.seats[number]
    if not conn or seat.conn != conn:
        raise NotLegal("stale_connection")
    state = with_seat(state, number, conn="")
    if state.phase in ("seeding", "over") or seat.out:
        return state
    return begin_absence(state, policy, number, at + CRASH_GRACE_MS if ours else at, at)


def begin_absence(state: State, policy: Absence, number: int, since: int, at: int) -> State:
    """Start to count an absence; where the game pauses, everything stands."""
    seat = state.seats[number]
    others_away = any(is_away(other) for index, other in enumerate(state.seats) if index != number)
    allowance = max(seat.budget, policy.least_ms) if others_away else seat.budget
    since = max(since, state.stands_until)
    grace = policy.hand_ms
    if state.mode == "practice":
        allowance, grace = UNLIMITED, 0
    state = with_seat(state, number, away_since=since, allowance=allowance, hand_grace=grace)
    if policy.pauses:
        state = pause(state, at)
    return told(state, Fact("away", number))


def gain_connection(state: State, number: int, conn: str, at: int) -> State:
    """The seat has a live connection and the time away is spent. An exhausted budget stays exhausted, at 0."""
    seat = state.seats[number]
    state = with_seat(state, number, conn=conn)
    if seat.away_since is None:
        return state
    spent = max(0, max(at, state.stands_until) - seat.away_since)
    budget = seat.budget if seat.allowance == UNLIMITED else max(0, seat.budget - spent)
    state = with_seat(state, number, away_since=None, allowance=0, hand_grace=0, budget=budget)
    return told(state, Fact("back", number))


def settle_pause(state: State, policy: Absence, at: int) -> State:
    """Clocks go on when nobody is away."""
    if not policy.pauses or any(is_away(seat) for seat in state.seats):
        return state
    return resume(state, at)


def present(state: State, policy: Absence, seats: tuple[int, ...]) -> tuple[int, ...]:
    """Those of `seats` who are in a hand that starts now: connected, or away so shortly that they may still be back
    in time. Nobody while too few are connected."""
    if not policy.hand_ms or state.mode == "practice":
        return seats
    if sum(not is_away(state.seats[number]) for number in seats) < policy.least_present:
        return ()
    return tuple(n for n in seats if not is_away(state.seats[n]) or state.seats[n].hand_grace)


def exhaust(state: State, number: int) -> State:
    """The budget of an absence has run out. That is final, even if the player returns."""
    return told(with_seat(state, number, exhausted=True, budget=0), Fact("exhausted", number))
