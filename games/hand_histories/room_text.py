"""A hand as poker rooms write it: the layout that trackers and replayers read, line by line.

Seats count from 1 here. English, whatever the reader's language: programs read it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from games.hand_histories.told import ToldHand, ToldSeat, ToldStep

BETWEEN_HANDS = "\n\n\n"
STREETS = {"flop": "FLOP", "turn": "TURN", "river": "RIVER"}
POSTS = ("small_blind", "big_blind", "post", "dead_post")
SHARES = ("won", "splits", "back")
HOLE_CARDS = 2
SHOWDOWN = ("showdown", "shows", "mucks")


def room_text(hand: ToldHand) -> str:
    """One hand, ending with a line break."""
    lines = [*_head(hand), *_posts(hand), *_play(hand), *_end(hand), *_summary(hand)]
    return "\n".join(lines) + "\n"


def room_texts(hands: Iterable[ToldHand]) -> str:
    """Several hands in one file."""
    return BETWEEN_HANDS.join(map(room_text, hands))


def _head(hand: ToldHand) -> Iterator[str]:
    blinds = f"{hand.chips(hand.small_blind)}/{hand.chips(hand.big_blind)}"
    yield f"Battle21 Hand #{hand.number}: Hold'em No Limit ({blinds}) - {hand.started_at:%Y/%m/%d %H:%M:%S} UTC"
    yield f"Table '{hand.table}' {hand.table_seats}-max Seat #{hand.button + 1} is the button"
    for seat in hand.seats:
        yield f"Seat {seat.seat + 1}: {seat.name} ({hand.chips(seat.stack)} in chips)"


def _posts(hand: ToldHand) -> Iterator[str]:
    """The small blind first. Who posts a live and a dead blind is told once."""
    posts = sorted((step for step in hand.steps if step.kind in POSTS), key=_first_the_small_blind)
    dead = {step.seat: step for step in posts if step.kind == "dead_post"}
    for step in posts:
        name, amount, all_in = hand.name(step.seat), step.amount, step.all_in
        if step.kind == "dead_post":
            if not any(other.kind == "post" and other.seat == step.seat for other in posts):
                yield f"{name}: posts small blind {hand.chips(amount)}{_all_in(all_in)}"
        elif step.kind == "post" and step.seat in dead:
            both = amount + dead[step.seat].amount
            yield f"{name}: posts small & big blinds {hand.chips(both)}{_all_in(all_in)}"
        else:
            blind = "small" if step.kind == "small_blind" else "big"
            yield f"{name}: posts {blind} blind {hand.chips(amount)}{_all_in(all_in)}"


def _first_the_small_blind(step: ToldStep) -> int:
    return ("small_blind", "big_blind").index(step.kind) if step.kind in ("small_blind", "big_blind") else 2


def _all_in(is_so: bool) -> str:
    return " and is all-in" if is_so else ""


def _play(hand: ToldHand) -> Iterator[str]:
    yield "*** HOLE CARDS ***"
    own = next((seat.cards for seat in hand.seats if seat.seat == hand.viewer), ())
    if own:
        yield f"Dealt to {hand.name(hand.viewer)} [{' '.join(own)}]"
    board: tuple[str, ...] = ()
    for step in hand.steps:
        if step.kind in STREETS:
            before = f" [{' '.join(board)}]" if board else ""
            yield f"*** {STREETS[step.kind]} ***{before} [{' '.join(step.cards)}]"
            board += step.cards
        elif step.kind not in (*POSTS, *SHOWDOWN, *SHARES):
            yield from _act(hand, step)


def _act(hand: ToldHand, step: ToldStep) -> Iterator[str]:
    if step.kind == "abandoned":
        yield "Hand was abandoned: all players who were still in were away"
        return
    name, amount, ending = hand.name(step.seat), hand.chips(step.amount), _all_in(step.all_in)
    if step.kind == "returned":
        yield f"Uncalled bet ({amount}) returned to {name}"
        return
    if step.auto:
        yield f"{name} has timed out"
    if step.kind == "claim_lost":
        yield f"{name} has timed out while disconnected"
    said = {
        "fold": "folds",
        "claim_lost": "folds",
        "check": "checks",
        "call": f"calls {amount}",
        "bet": f"bets {hand.chips(step.to)}",
        "raise": f"raises {amount} to {hand.chips(step.to)}",
    }
    yield f"{name}: {said[step.kind]}{ending}"


def _end(hand: ToldHand) -> Iterator[str]:
    if hand.ending == "unfinished":
        yield "Hand was not finished: the match had ended"
    if hand.ending == "showdown":
        yield "*** SHOW DOWN ***"
    for step in hand.steps:
        if step.kind == "shows":
            yield f"{hand.name(step.seat)}: shows [{' '.join(step.cards)}]{_worth(hand, step)}"
        elif step.kind == "mucks":
            yield f"{hand.name(step.seat)}: mucks hand"
        elif step.kind in SHARES:
            yield f"{hand.name(step.seat)} collected {hand.chips(step.amount)} from {_pot(hand, step.pot)}"
    if hand.ending == "fold":
        showed = {step.seat for step in hand.steps if step.kind == "shows"}
        won = (step.seat for step in hand.steps if step.kind == "won" and step.seat not in showed)
        yield from (f"{hand.name(seat)}: doesn't show hand" for seat in won)


def _worth(hand: ToldHand, step: ToldStep) -> str:
    """One card alone, or two without a board, have no name."""
    value = hand.seat(step.seat).value
    return f" ({value})" if value and len(step.cards) == HOLE_CARDS else ""


def _pot(hand: ToldHand, number: int) -> str:
    if len(hand.pots) == 1:
        return "pot"
    if number == 0:
        return "main pot"
    return "side pot" if len(hand.pots) == 2 else f"side pot-{number}"


def _summary(hand: ToldHand) -> Iterator[str]:
    yield "*** SUMMARY ***"
    total, rake = sum(pot.amount for pot in hand.pots), sum(pot.rake for pot in hand.pots)
    parts = ""
    if len(hand.pots) > 1:
        named = (f"{_pot(hand, at)} {hand.chips(pot.amount)}." for at, pot in enumerate(hand.pots))
        parts = "".join(f" {text[0].upper()}{text[1:]}" for text in named)
    yield f"Total pot {hand.chips(total)}{parts} | Rake {hand.chips(rake)}"
    if hand.board:
        yield f"Board [{' '.join(hand.board)}]"
    for seat in hand.seats:
        yield f"Seat {seat.seat + 1}: {seat.name}{_position(hand, seat.seat)} {_fate(hand, seat)}"


def _position(hand: ToldHand, seat: int) -> str:
    places = {"button": hand.button, "small blind": hand.small_seat, "big blind": hand.big_seat}
    return "".join(f" ({place})" for place, at in places.items() if at == seat)


def _fate(hand: ToldHand, seat: ToldSeat) -> str:
    """How the hand ended for a seat."""
    steps = [step for step in hand.steps if step.seat == seat.seat]
    got = sum(step.amount for step in steps if step.kind in SHARES)
    gone = next((step for step in steps if step.kind in ("fold", "claim_lost")), None)
    if gone is not None:
        return _gone(gone, steps)
    if seat.shown:
        result = f"won ({hand.chips(got)})" if got or hand.ending == "fold" else "lost"
        named = f" with {seat.value}" if seat.value else ""
        return f"showed [{' '.join(seat.cards)}] and {result}{named}"
    if got or hand.ending == "fold":
        return f"collected ({hand.chips(got)})"
    if hand.ending == "showdown":
        return f"mucked [{' '.join(seat.cards)}]" if seat.cards else "mucked"
    return "did not finish"


def _gone(gone: ToldStep, steps: list[ToldStep]) -> str:
    if gone.street != "preflop":
        return f"folded on the {gone.street.capitalize()}"
    paid = any(step.kind in (*POSTS, "call", "bet", "raise") for step in steps)
    return "folded before Flop" if paid else "folded before Flop (didn't bet)"
