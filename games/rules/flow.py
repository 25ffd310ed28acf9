"""How a match flows: seeds, deals, prompts, results, endings. All on a `Work`: the table in mid-command."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from games.rules import absence, clocks
from games.rules.actions import Action, LeaveTable
from games.rules.chance import Chance
from games.rules.clocks import State
from games.rules.commitments import DEALS_PER_TABLE
from games.rules.contracts import DRAWN, ROLL_FIRST, Fact, Fund, HandOutcome, HandSetup, MatchResult
from games.rules.state import ASIDE, Contribution, Prompt, SeatState
from games.rules.work import Work

BOT_THINKS_MS = (700, 1_600)
"""How long a bot waits before it acts: least and most."""
DICE_PER_DECISION = 16
"""Most rolls that a bot may ask for one decision."""


# --- deals and hands ----------------------------------------------------------------------------------------


def start_match(work: Work) -> None:
    """All seeds are in: the first shoe, the first actor and the first cards."""
    state = work.state
    state = new_shoe(work, replace(state, origin=state.clock_time(work.at), phase_due=None))
    chance = work.deals.chance(state, state.deal)
    match = work.match.start(len(state.seats), state.options, chance)
    if work.game.joins_midway:
        for number, seat in enumerate(state.seats):
            match = match if seat.empty else work.match.sit(match, number)
    work.state = replace(state, match=match)
    for number, seat in enumerate(state.seats):
        if seat.human and not seat.conn:
            work.state = absence.begin_absence(work.state, work.game.absence, number, work.at, work.at)
    next_hand(work)


def new_shoe(work: Work, state: State) -> State:
    """The next numbered deal, shuffled with the seeds of those who sit now."""
    contributions = tuple(
        Contribution(number, seat.player or f"bot:{seat.bot}", seat.seed)
        for number, seat in enumerate(state.seats)
        if seat.seed or seat.bot
    )
    deal = state.deal + 1
    state = replace(state, deal=deal, contributions=contributions, next_card=0)
    return replace(state, root=work.deals.root(state, deal))


def next_hand(work: Work) -> None:
    """Deal the next hand, from a new shoe where the old one is too short; wait while none can start.

    A table has only so many shoes that were bound before anyone sat. With the last one used up nobody wins what is
    not settled: two who fold hand after hand would else come to where nothing goes on.
    """
    state = work.state
    setup = _next_setup(work)
    if setup is None:
        seats = tuple(replace(seat, skips=False) for seat in state.seats)
        work.state = replace(state, phase="between", phase_due=None, seats=seats)
        ask(work)
        return
    shoe = work.hand.shoe
    if (state.hand_number or work.game.fresh_seeds) and shoe.size - state.next_card <= shoe.keep_until:
        if state.deal + 1 == DEALS_PER_TABLE:
            call_off(work, "void")
            return
        work.state = new_shoe(work, state)
        if shoe.keep_until < shoe.size:  # else every hand has a fresh one, and nobody need be told
            work.tell(Fact("new_shoe"))
        state = work.state
    chance = work.deals.chance(state, state.deal)
    number = state.hand_number + 1
    setup = replace(
        setup, button=_button(setup, chance, number), first_card=state.next_card, hand_number=number,
        options=state.options,
    )  # fmt: skip
    match, effects = work.match.deal(state.match, setup)
    work.effects += effects
    hand = work.hand.start(setup, chance)
    seats = tuple(_ready(work, seat) for seat in state.seats)
    prompts, decision = asked(work, work.hand.to_act(hand), (), "hand")
    work.state = clocks.told(
        replace(
            state, phase="hand", phase_due=None, match=match, hand=hand, setup=setup, outcome=None,
            hand_number=number, prompts=prompts, decision=decision, seats=seats,
        ),
        Fact("hand", setup.button, number),
        *hand.facts,
    )  # fmt: skip
    _fund(work, (), work.hand.drawn(hand))
    outcome = work.hand.outcome(hand)
    if outcome is not None:
        hand_over(work, outcome)


def _next_setup(work: Work) -> HandSetup | None:
    """What the format hands down, for those of its seats who are there; None while too few are."""
    state = work.state
    setup = work.match.next_hand(state.match, state.elapsed(work.at))
    if setup is None:
        return None
    seats = absence.present(state, work.game.absence, setup.seats)
    if seats == setup.seats:
        return setup
    if not seats:
        return None
    table = len(state.seats)
    button = setup.button
    if button != DRAWN:
        button = min(seats, key=lambda seat: (seat - button) % table)
    return replace(setup, seats=seats, button=button)


def wait_no_longer(work: Work) -> None:
    """Somebody is back: a hand that too few were there for comes after a while."""
    state = work.state
    waits = state.phase == "between" and state.phase_due is None and not state.prompts
    if waits and work.game.absence.least_present and _next_setup(work) is not None:
        due = clocks.result_due(work.game, state, work.at, "")
        work.state = replace(state, phase_due=due)


def _button(setup: HandSetup, chance: Chance, number: int) -> int:
    if setup.button != DRAWN:
        return setup.button
    return setup.seats[chance.roll(ROLL_FIRST, number, len(setup.seats))]


def _ready(work: Work, seat: SeatState) -> SeatState:
    """As the seat goes into a hand."""
    if work.game.absence.per_hand and not seat.empty:
        return replace(seat, skips=False, asked_until=None, budget=work.game.absence.budget_ms)
    settled = not seat.skips and seat.asked_until is None
    return seat if settled else replace(seat, skips=False, asked_until=None)


def hand_not_funded(work: Work, seat: int, code: str) -> None:
    """The next hand's time has come, but it was not paid in: somebody is asked, or it is tried again in a while."""
    state = work.state
    match, again_ms = work.match.not_funded(state.match, seat, code, state.elapsed(work.at))
    due = None if again_ms is None else clocks.table_time(state, work.at) + again_ms
    work.state = replace(state, match=match, phase_due=due)
    if not end_if_decided(work):
        ask(work)


def hand_moved(work: Work, hand: Any, kept: tuple[Prompt, ...]) -> None:
    """The hand is now `hand`. Seats that are still to act keep their prompt of `kept` with its clock, even if the
    bounds of their answer have moved."""
    state = work.state
    before: Any = state.hand
    facts = hand.facts[len(before.facts) :]
    drawn = work.hand.drawn(hand)
    if drawn:
        _fund(work, work.hand.drawn(before), drawn)
    log = (state.log + facts)[-clocks.LOG_KEPT :]
    outcome = work.hand.outcome(hand)
    if outcome is not None:
        work.state = replace(state, hand=hand, log=log, logged=state.logged + len(facts))
        hand_over(work, outcome)
    else:
        prompts, decision = asked(work, work.hand.to_act(hand), kept, "hand")
        work.state = replace(
            state, at=work.at, hand=hand, log=log, logged=state.logged + len(facts), prompts=prompts,
            decision=decision,
        )  # fmt: skip


def asked(
    work: Work, seats: tuple[int, ...], kept: tuple[Prompt, ...], source: str
) -> tuple[tuple[Prompt, ...], int]:
    """Prompts for these seats, those in `kept` as they are, and the number of the last decision asked for."""
    decision = work.state.decision
    if not kept and len(seats) == 1:
        (seat,) = seats  # nearly always
        return (Prompt(seat, decision + 1, _due(work, seat, decision + 1, source), source),), decision + 1
    waiting = {prompt.seat: prompt for prompt in kept}
    prompts: list[Prompt] = []
    for seat in seats:
        prompt = waiting.get(seat)
        if prompt is None:
            decision += 1
            prompt = Prompt(seat, decision, _due(work, seat, decision, source), source)
        prompts.append(prompt)
    return tuple(prompts), decision


def _due(work: Work, seat: int, decision: int, source: str) -> int | None:
    if source == ASIDE:
        until = work.state.seats[seat].asked_until
        return clocks.aside_due(work.game, work.state, work.at) if until is None else until
    if not work.state.seats[seat].bot:
        return clocks.turn_due(work.game, work.state, work.at)
    least, most = BOT_THINKS_MS
    return clocks.table_time(work.state, work.at) + least + work.chance.roll("think", decision, most - least)


def _fund(work: Work, before: tuple[int, ...], after: tuple[int, ...]) -> None:
    """What seats brought in from outside just now becomes an effect; if it is refused, so is the command."""
    if before == after:
        return
    old = before or (0,) * len(after)
    more = tuple(
        (seat, now - then) for seat, (then, now) in enumerate(zip(old, after, strict=True)) if now > then
    )
    if more:
        seats, amounts = zip(*more, strict=True)
        by_hand = work.game.draws_by_hand
        hand, extra = (work.state.hand_number, sum(after)) if by_hand else (0, 0)
        work.effects += (Fund(seats, amounts, hand=hand, extra=extra),)


def hand_over(work: Work, outcome: HandOutcome) -> None:
    """A hand has ended: the format records it, and the result stands for a while."""
    state = work.state
    setup = state.setup
    if setup is None:
        raise RuntimeError("a hand is over that was never set up")
    match, effects = work.match.record(state.match, setup, outcome)
    work.effects += effects
    due = clocks.result_due(work.game, state, work.at, outcome.reason)
    work.state = replace(
        state, at=work.at, match=match, outcome=outcome, phase="between", prompts=(), phase_due=due,
        next_card=state.next_card + outcome.cards_used,
    )  # fmt: skip
    stands = work.game.asks_after_result and due is not None
    if not end_if_decided(work) and not stands:
        ask(work)


def ask(work: Work) -> None:
    """Between hands it is the format that may have questions."""
    state = work.state
    seats = work.match.to_act(state.match)
    if seats or state.prompts:
        kept = tuple(prompt for prompt in state.prompts if prompt.source != "hand")
        prompts, decision = asked(work, seats, kept, ASIDE if work.game.aside_ms else "format")
        work.state = replace(state, prompts=prompts, decision=decision)
        if work.game.aside_ms:
            old = {prompt.seat for prompt in kept}
            work.tell(*(Fact("sits_out", seat) for seat in seats if seat not in old))


def questions_answered(work: Work) -> None:
    """A question of the format's is settled. After the last one, if the result has stood, a hand comes.

    After a question beside the game it comes in a step of its own, once the game is not paused: so the answer
    is kept even if that hand cannot be paid for.
    """
    ask(work)
    if work.state.prompts or work.state.phase_due is not None:
        return
    if work.game.aside_ms:
        work.state = replace(work.state, phase_due=clocks.table_time(work.state, work.at))
    else:
        next_hand(work)


# --- decisions ----------------------------------------------------------------------------------------------


def answer(work: Work, prompt: Prompt, action: Action, *, auto: bool) -> None:
    """The seat's answer goes to whoever asked. Raises a RulesError when it is not legal."""
    state = work.state
    others = tuple([other for other in state.prompts if other is not prompt])
    if prompt.source == "hand":
        hand = work.hand.apply_action(state.hand, prompt.seat, action, work.chance, auto=auto)
        hand_moved(work, hand, others)
        return
    match = work.match.apply_action(state.match, prompt.seat, action)
    work.state = replace(state, match=match, prompts=others)
    if prompt.source == ASIDE:
        # Who answers gets no second minute before the next deal: else who can't pay could hold the table for ever.
        seats = list(state.seats)
        seats[prompt.seat] = replace(seats[prompt.seat], asked_until=prompt.due)
        work.state = replace(work.state, seats=tuple(seats))
        left = isinstance(action, LeaveTable)
        work.tell(Fact("left" if left else "plays_on", prompt.seat, auto=auto))
    if not end_if_decided(work):
        questions_answered(work)


def answer_for(work: Work, prompt: Prompt) -> None:
    """Time is up: a bot decides from its own view, for a person the default is taken."""
    seat = work.state.seats[prompt.seat]
    if prompt.source == "hand" and seat.hand_grace and (seat.away_since or 0) <= (prompt.due or 0):
        lose_hand(work, prompt.seat)
    elif prompt.source == "hand" and work.game.expiry_withdraws:
        _out_of_hand(work, prompt.seat)
    elif seat.bot and prompt.source == "hand":
        answer(work, prompt, _bot_action(work, prompt, seat), auto=False)
    elif prompt.source == "hand":
        answer(work, prompt, work.hand.default_action(work.state.hand, prompt.seat), auto=True)
    else:
        answer(work, prompt, work.match.default_action(work.state.match, prompt.seat), auto=True)


def _bot_action(work: Work, prompt: Prompt, seat: SeatState) -> Action:
    chance, state = work.chance, work.state
    used = iter(range(DICE_PER_DECISION))

    def roll(n: int) -> int:
        return chance.roll("bot", prompt.decision * DICE_PER_DECISION + next(used), n)

    legal = work.hand.legal_actions(state.hand, prompt.seat)
    return work.game.bots[seat.bot](work.hand.view(state.hand, prompt.seat), legal, roll)


# --- endings ------------------------------------------------------------------------------------------------


def end_if_decided(work: Work) -> bool:
    """Whether the match has a result now; then it is over."""
    result = work.match.result(work.state.match)
    if result is not None:
        end(work, result)
    return result is not None


def end(work: Work, result: MatchResult) -> None:
    work.state = clocks.told(
        replace(work.state, phase="over", prompts=(), phase_due=None, paused_at=None, result=result),
        Fact("over_" + result.reason, result.winners[0] if len(result.winners) == 1 else -1),
    )


def leave_match(work: Work, seat: int, reason: str) -> bool:
    """The seat is out of the match; a hand in play stays as it is. Whether the match has a result now."""
    state = work.state
    in_hand = state.phase == "hand" and state.setup is not None and seat in state.setup.seats
    match, effects = work.match.withdraw(state.match, seat, reason, in_hand=in_hand)
    work.effects += effects
    work.state = replace(state, match=match)
    return end_if_decided(work)


def leave_table(work: Work, seat: int, reason: str) -> None:
    """The seat is out of the hand and of the match; the table goes on without it."""
    state = work.state
    if state.phase == "hand" and state.setup is not None and seat in state.setup.seats:
        hand_moved(work, work.hand.withdraw(state.hand, seat, work.chance), state.prompts)
    over = work.state.phase == "over" or leave_match(work, seat, reason)
    seats = work.state.seats
    work.state = replace(work.state, seats=(*seats[:seat], SeatState(), *seats[seat + 1 :]))
    work.tell(Fact("left", seat))
    if over:
        return
    work.state = absence.settle_pause(work.state, work.game.absence, work.at)
    if work.state.phase == "between" and work.state.prompts:
        questions_answered(work)


def lose_hand(work: Work, seat: int) -> None:
    """An absent seat has lost the hand in play, unless its part in it is decided. There may be none."""
    work.state = absence.with_seat(work.state, seat, hand_grace=0)
    _out_of_hand(work, seat)


def _out_of_hand(work: Work, seat: int) -> None:
    state = work.state
    if state.phase != "hand" or state.setup is None or seat not in state.setup.seats:
        return
    hand = work.hand.withdraw(state.hand, seat, work.chance)
    if hand is not state.hand:
        hand_moved(work, hand, state.prompts)


def drop_out(work: Work, seat: int, reason: str) -> None:
    """The seat is out of the match and of the hand; the others play on. Bots alone do not, nor do those whose time away
    is used up at this very instant, too: none of them is the last one left.

    The match hears of it first: a hand that ends by this must not make a winner of who has gone.
    """
    ended = absence.ends_at(work.state.seats[seat]) if reason == "away" else None
    work.state = absence.with_seat(work.state, seat, out=True, away_since=None, allowance=0, hand_grace=0)
    work.tell(Fact("left" if reason == "left" else "out", seat))
    still = [other for other in work.state.seats if other.human and not other.out]
    if all(ended is not None and absence.ends_at(other) == ended for other in still):
        call_off(work, "deserted")
    elif not leave_match(work, seat, reason):
        _out_of_hand(work, seat)


def leave_alone(work: Work, seat: int) -> None:
    """The only player goes: he loses the hand in play, then the match is over."""
    _out_of_hand(work, seat)
    work.tell(Fact("left", seat))
    leave_match(work, seat, "left")


def call_off(work: Work, reason: str) -> None:
    """Nobody wins what is not settled yet ("mutual", "void")."""
    if work.state.match is None:
        end(work, MatchResult(reason))
        return
    match, effects = work.match.call_off(work.state.match, reason)
    work.effects += effects
    work.state = replace(work.state, match=match)
    if not end_if_decided(work):
        end(work, MatchResult(reason))


def budget_ended(work: Work, number: int) -> None:
    """An absence has lasted as long as it may (rules.md, Disconnects)."""
    work.state = absence.exhaust(work.state, number)
    if work.game.absence.then == "withdraw":
        (drop_out if work.game.others_play_on else leave_table)(work, number, "away")
        return
    if work.game.absence.per_hand and work.state.phase == "between":
        leave_match(work, number, "away")
        return
    others = [seat for index, seat in enumerate(work.state.seats) if index != number and not seat.empty]
    if all(seat.exhausted for seat in others):
        call_off(work, "mutual")
    elif any(seat.bot or not absence.is_away(seat) for seat in others):
        leave_match(work, number, "forfeit")
