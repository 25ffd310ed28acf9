"""One way in for everything that happens at a table: `step`. Pure: time, chance and players are arguments.

The runtime asks the hand first, then the format. It owns what neither of them knows: the seats'
connections, clocks, prompts, the use of the shoe, the log.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from msgspec.structs import replace

from games.rules import absence, clocks, flow, seeding, showing
from games.rules.beginning import begin, new_seat
from games.rules.cards import FACES_PER_DECK, Card
from games.rules.clocks import State, next_due
from games.rules.commands import (
    CLOCKLESS,
    Act,
    Back,
    Bankroll,
    Begin,
    Command,
    Digest,
    GiveUp,
    Leave,
    Lost,
    NotFunded,
    Open,
    Reveal,
    Show,
    Sit,
    SitOut,
    Skip,
    StoodStill,
    Tick,  # fmt: skip
    Void,
)
from games.rules.contracts import BANKROLL, Effect, Fact, FedFromOutside, MatchResult
from games.rules.errors import Malformed, NotLegal, NotYourTurn, RulesError
from games.rules.state import ASIDE, SeatState
from games.rules.work import Deals, Work

__all__ = ["Deals", "State", "Step", "next_due", "replay", "step"]


class Step(NamedTuple):
    """The table after a command, and what must happen to money in the same transaction."""

    state: State
    effects: tuple[Effect, ...]


def step(state: State | None, command: Command, deals: Deals) -> Step:
    """The table after `command`: first every clock that is due by then runs out, then the command is applied.

    A command that changes nothing gives back the very same state. Raises a RulesError when the command is
    refused; then nothing has happened, and a caller who wants the clocks' part kept commits a `Tick` first.
    """
    if state is None:
        if not isinstance(command, Begin):
            raise Malformed("no_match")
        return Step(begin(command), ())
    at = max(command.at, state.at)
    work = Work(state, at, deals)
    kind = type(command)
    if kind not in CLOCKLESS:
        _run_clocks(work)
    if kind is not Tick:
        _apply(work, command)
    after = work.state
    if after is state:
        return Step(state, ())
    return Step(after if after.at == at else replace(after, at=at), work.effects)


def replay(commands: Iterable[Command], deals: Deals, state: State | None = None) -> State | None:
    """The state that these commands lead to, from `state` on (None: from the very beginning)."""
    for command in commands:
        state = step(state, command, deals).state
    return state


def _run_clocks(work: Work) -> None:
    """Let what is due run out, in order of due time, then seat. What cannot is our fault and no refusal."""
    while True:
        due = clocks.first_due(work.state, work.at)
        if due is None:
            return
        try:
            _run_out(work, due)
        except RulesError as refusal:
            raise RuntimeError(f"the clock of {due} cannot run out: {refusal}") from refusal


def _run_out(work: Work, due: clocks.Due) -> None:
    prompt = work.state.prompt_of(due.seat) if due.kind == "prompt" else None
    if prompt is not None:
        flow.answer_for(work, prompt)
    elif due.kind == "away":
        flow.budget_ended(work, due.seat)
    elif due.kind == "hand_lost":
        flow.lose_hand(work, due.seat)
    elif work.state.phase == "seeding":
        flow.end(work, MatchResult("dropped"))
    else:
        flow.next_hand(work)


def _apply(work: Work, command: Any) -> None:
    if work.state.phase == "over":
        raise NotLegal("match_over")
    apply = _APPLY.get(type(command))
    if apply is None:
        raise Malformed("unknown_command")
    apply(work, command)


def _human(work: Work, number: int) -> SeatState:
    seats = work.state.seats
    if not 0 <= number < len(seats) or not seats[number].human:
        raise Malformed("no_such_seat")
    return seats[number]


def _in_match(work: Work, number: int) -> SeatState:
    seat = _human(work, number)
    if seat.out:
        raise NotLegal("out_of_match")
    return seat


def _running(work: Work) -> None:
    if work.state.paused_at is not None:
        raise NotLegal("paused")


def _act(work: Work, command: Act) -> None:
    state = work.state
    _human(work, command.seat)
    prompt = state.prompt_of(command.seat)
    if prompt is None:
        raise NotYourTurn()
    if command.token != state.token(prompt):
        raise NotYourTurn("stale_token")
    if prompt.source != ASIDE:
        _running(work)
    seeding.take_fresh_seed(work, prompt, command)
    flow.answer(work, prompt, command.action, auto=False)


def _skip(work: Work, command: Skip) -> None:
    seat = _in_match(work, command.seat)
    if work.state.phase != "between" or work.game.asks_after_result:
        raise NotLegal("nothing_to_skip")
    _running(work)
    if seat.skips:
        return
    work.state = absence.with_seat(work.state, command.seat, skips=True)
    if all(other.skips for other in work.state.seats if other.human and not other.out):
        flow.next_hand(work)


def _digest(work: Work, command: Digest) -> None:
    _human(work, command.seat)
    seeding.take_digest(work, command)


def _reveal(work: Work, command: Reveal) -> None:
    _human(work, command.seat)
    seeding.take_value(work, command)


def _back(work: Work, command: Back) -> None:
    seat = _human(work, command.seat)
    if not command.conn:
        raise Malformed("no_connection")
    if seat.conn == command.conn:
        return
    work.state = absence.gain_connection(work.state, command.seat, command.conn, work.at)
    if work.state.phase == "seeding":
        return
    gone = [number for number, other in enumerate(work.state.seats) if other.exhausted]
    if gone and command.seat not in gone and work.game.absence.then == "forfeit":
        flow.leave_match(work, gone[0], "forfeit")
        return
    work.state = absence.settle_pause(work.state, work.game.absence, work.at)
    flow.wait_no_longer(work)


def _lost(work: Work, command: Lost) -> None:
    _human(work, command.seat)
    policy = work.game.absence
    work.state = absence.lose_connection(
        work.state, policy, command.seat, command.conn, work.at, ours=command.ours
    )


def _give_up(work: Work, command: GiveUp) -> None:
    _human(work, command.seat)
    if work.state.phase == "seeding":
        flow.end(work, MatchResult("dropped"))
        return
    if not work.game.gives_up:
        raise NotLegal("cannot_give_up")
    work.tell(Fact("gave_up", command.seat))
    flow.leave_match(work, command.seat, "gave_up")


def _stood_still(work: Work, command: StoodStill) -> None:
    if not 0 <= command.since <= command.until:
        raise Malformed("bad_times")
    if command.voids and command.until - command.since > clocks.OUTAGE_VOID_MS + clocks.OUTAGE_GRACE_MS:
        flow.call_off(work, "void")
        return
    stood = clocks.stand_still(work.state, command.since, command.until)
    if stood is not work.state:
        work.state = clocks.told(stood, Fact("outage"))


def _void(work: Work, command: Void) -> None:
    flow.call_off(work, "void")


def _not_funded(work: Work, command: NotFunded) -> None:
    """All seats are paid in or none (rules.md, All games): before the first cards this ends the match, before
    later ones the format says what follows.

    Whose stake it was, and why, is no public fact.
    """
    state = work.state
    if state.phase == "seeding":
        flow.end(work, MatchResult("not_funded"))
        return
    if state.phase != "between" or command.hand != state.hand_number + 1:
        raise NotLegal("seeds_closed")
    if not -1 <= command.seat < len(state.seats):
        raise Malformed("no_such_seat")
    flow.hand_not_funded(work, command.seat, command.code)


def _sit_out(work: Work, command: SitOut) -> None:
    """Only while a hand is in play, and only for the one after it (rules.md, Classic: Sit out)."""
    _human(work, command.seat)
    state = work.state
    if not state.hand_number:
        raise NotLegal("no_hand")
    if command.hand <= state.hand_number:
        raise NotLegal("already_dealt")
    if command.hand > state.hand_number + 1:
        raise Malformed("no_such_hand")
    if state.phase != "hand":
        raise NotLegal("hand_over")
    _running(work)
    match = work.match.sit_out(state.match, command.seat, command.out)
    if match != state.match:
        work.state = replace(state, match=match)


def _sit(work: Work, command: Sit) -> None:
    state = work.state
    if not work.game.joins_midway:
        raise NotLegal("cannot_join")
    if not 0 <= command.seat < len(state.seats):
        raise Malformed("no_such_seat")
    if not state.seats[command.seat].empty:
        raise NotLegal("seat_taken")
    if state.match is None:
        raise NotLegal("not_begun")
    if command.player.bot and state.mode != "practice":
        raise Malformed("unknown_bot")
    if any(seat.human and seat.player == command.player.id for seat in state.seats):
        raise NotLegal("already_seated")
    seats = list(state.seats)
    seats[command.seat] = new_seat(command.player, work.game, state.hand_number + 1)
    match = work.match.sit(state.match, command.seat)
    work.state = replace(state, seats=tuple(seats), match=match)
    work.tell(Fact("sat", command.seat))
    if work.state.phase == "between" and work.state.phase_due is None:
        due = clocks.result_due(work.game, work.state, work.at, "")
        work.state = replace(work.state, phase_due=due)


def _leave(work: Work, command: Leave) -> None:
    _in_match(work, command.seat)
    if work.state.phase == "seeding":
        flow.end(work, MatchResult("dropped"))
        return
    if work.game.alone:
        flow.leave_alone(work, command.seat)
        return
    if work.game.others_play_on:
        flow.drop_out(work, command.seat, "left")
        return
    if work.game.leaves_between and work.state.phase == "between":
        work.tell(Fact("left", command.seat))
        flow.leave_match(work, command.seat, "left")
        return
    if not work.game.joins_midway:
        raise NotLegal("cannot_leave")
    flow.leave_table(work, command.seat, "left")


def _show(work: Work, command: Show) -> None:
    _in_match(work, command.seat)
    _running(work)
    showing.show(work, command)


def _bankroll(work: Work, command: Bankroll) -> None:
    """A prompt that is open stays the same decision, only its bounds move."""
    _human(work, command.seat)
    state = work.state
    if not isinstance(work.match, FedFromOutside) or BANKROLL not in state.options:
        raise NotLegal("no_bankroll")
    if command.amount < 0:
        raise Malformed("amount")
    if state.match is None:
        work.state = replace(state, options={**state.options, BANKROLL: command.amount})
        return
    drawn = work.hand.drawn(state.hand) if state.phase == "hand" else ()
    amount = command.amount + (drawn[command.seat] if drawn else 0)  # what it draws is counted when it ends
    match = work.match.bankroll(state.match, command.seat, amount)
    if match != state.match:
        work.state = replace(state, match=match)


def _open(work: Work, command: Open) -> None:
    state = work.state
    if state.phase != "hand":
        raise NotLegal("no_hand")
    if not 0 <= command.face < FACES_PER_DECK:
        raise Malformed("bad_card")
    hand = work.hand.open_card(state.hand, Card(command.position, command.face), work.chance)
    flow.hand_moved(work, hand, state.prompts)


_APPLY: dict[type, Callable[[Work, Any], None]] = {
    Act: _act,
    Skip: _skip,
    Digest: _digest,
    Reveal: _reveal,
    Back: _back,
    Lost: _lost,
    NotFunded: _not_funded,
    GiveUp: _give_up,
    StoodStill: _stood_still,
    Void: _void,
    Sit: _sit,
    SitOut: _sit_out,
    Leave: _leave,
    Show: _show,
    Bankroll: _bankroll,
    Open: _open,
}
