"""A hand of Hold'em told from one seat's own view of it and its public facts. No state and no record is seen."""

from __future__ import annotations

from collections import Counter

from games.hand_histories.told import HandFacts, ToldHand, ToldPot, ToldSeat, ToldStep
from games.hand_histories.values import in_words
from games.rules.cards import Card, code
from games.rules.contracts import Fact
from games.rules.hands.holdem_course import POSTS, SHARES, Moment, course_of
from games.rules.hands.holdem_state import BOARD_CARDS
from games.rules.hands.holdem_view import HoldemSeatView, HoldemView

ACTS = ("fold", "check", "call", "bet", "raise")
OTHERS = ("returned", "claim_lost", "showdown", "mucks", "abandoned")


def told(view: HoldemView, facts: tuple[Fact, ...], small: int, viewer: int, about: HandFacts) -> ToldHand:
    """`facts`: the hand's, from the first blind on; `small`: the small blind by rule."""
    moments = course_of(view, facts)
    names = names_apart(about.names)
    return ToldHand(
        hand_id=about.hand_id,
        number=about.number,
        game=about.game,
        table=about.table,
        table_seats=len(view.seats),
        match=about.match,
        hand=about.hand,
        started_at=about.started_at,
        viewer=viewer,
        units_per_chip=view.chip,
        small_blind=small,
        big_blind=view.big,
        button=view.button,
        small_seat=view.small_seat,
        big_seat=view.big_seat,
        seats=tuple(_seat(view, seat, names[seat]) for seat, part in enumerate(view.seats) if part.claim),
        board=_codes(view.board),
        steps=_steps(view, moments),
        pots=tuple(
            ToldPot(amount=pot.amount, rake=pot.rake, eligible=pot.eligible)
            for pot in view.pots
            if view.street == "over"
        ),
        ending=view.reason or "unfinished",
    )


def names_apart(names: tuple[str, ...]) -> tuple[str, ...]:
    """Each on one line and of one seat alone, as files know players by their names: those of a name that is not get
    the number of their seat, from 1."""
    apart = [" ".join(name.split()) or "Player" for name in names]
    while len(set(apart)) < len(apart):
        used = Counter(apart)
        apart = [name if used[name] == 1 else f"{name} {seat}" for seat, name in enumerate(apart, 1)]
    return tuple(apart)


def _seat(view: HoldemView, seat: int, name: str) -> ToldSeat:
    part = view.seats[seat]
    return ToldSeat(
        seat=seat,
        name=name,
        stack=part.stack + part.committed,
        cards=_codes(part.cards),
        shown=part.shown,
        value=_value(view, part),
        net=view.shares[seat] - part.committed if view.street == "over" else None,
    )


def _value(view: HoldemView, part: HoldemSeatView) -> str:
    names_it = part.shown or len(view.board) == BOARD_CARDS["river"]
    return in_words(part.value) if part.value is not None and names_it else ""


def _codes(cards: tuple[Card | None, ...]) -> tuple[str, ...]:
    return tuple(code(card.face) for card in cards if card is not None)


def _steps(view: HoldemView, moments: tuple[Moment, ...]) -> tuple[ToldStep, ...]:
    steps: list[ToldStep] = []
    for moment in moments:
        if moment.fact.kind == "all_in":
            seat = moment.fact.seat
            at = max(at for at, step in enumerate(steps) if step.seat == seat)
            steps[at] = _all_in(steps[at])
        step = _step(view, moment)
        if step is not None:
            steps.append(step)
    return tuple(steps)


def _all_in(step: ToldStep) -> ToldStep:
    return ToldStep(
        kind=step.kind, street=step.street, seat=step.seat, amount=step.amount, to=step.to, all_in=True,
        auto=step.auto,
    )  # fmt: skip


def _step(view: HoldemView, moment: Moment) -> ToldStep | None:
    """None for what other steps tell: that a card is dealt, that somebody is all-in; and for facts of the table."""
    fact = moment.fact
    kind, street, seat = fact.kind, moment.street, fact.seat
    if kind in ("bet", "raise"):
        return ToldStep(
            kind=kind, street=street, seat=seat, amount=moment.grew, to=fact.amount, auto=fact.auto
        )
    if kind in SHARES:
        return ToldStep(kind=kind, street=street, seat=seat, amount=fact.amount, pot=fact.index)
    if kind in ("flop", "turn", "river"):
        return ToldStep(kind=kind, street=street, cards=_codes(view.board[fact.index : moment.board]))
    if kind == "shows_card":
        card = view.seats[seat].cards[fact.index]
        return ToldStep(kind="shows", street=street, seat=seat, cards=_codes((card,)))
    if kind == "shows":
        return ToldStep(kind=kind, street=street, seat=seat, cards=_codes(view.seats[seat].cards))
    if kind in (*POSTS, *ACTS, *OTHERS):
        return ToldStep(kind=kind, street=street, seat=seat, amount=fact.amount, auto=fact.auto)
    return None
