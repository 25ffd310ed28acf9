"""What each answer of a player does to a Tactical hand, and which round follows (rules.md, Tactical)."""

from __future__ import annotations

from msgspec.structs import replace

from games.rules.actions import Action, Bet, Call, Check, Fold, Hit, Pass, Raise
from games.rules.chance import Chance
from games.rules.contracts import Fact
from games.rules.errors import NotLegal
from games.rules.hands.comparison import best_total, may_hit, opened, winning_seats
from games.rules.hands.tactical_state import (
    NOBODY,
    SEATS,
    Ending,
    TacticalHand,
    bet_bounds,
    is_all_in,
    other_seat,
    owed,
)


def answer_betting(hand: TacticalHand, action: Action, auto: bool) -> TacticalHand:
    seat = hand.actor
    facing = owed(hand, seat)
    if isinstance(action, Call) and facing:
        return _call(hand, facing, auto)
    if isinstance(action, Raise) and facing:
        return _put_in_total(hand, action.kind, action.to, auto)
    if isinstance(action, Bet) and not facing:
        return _put_in_total(hand, action.kind, action.to, auto)
    if isinstance(action, Check) and not facing:
        return _check(hand, auto)
    if isinstance(action, Fold) and facing:
        return fold(hand, seat, auto)
    raise NotLegal(kind=action.kind)


def answer_cards(hand: TacticalHand, action: Action, chance: Chance, auto: bool) -> TacticalHand:
    if isinstance(action, Pass):
        return _pass(hand, auto)
    if isinstance(action, Hit) and may_hit(hand.cards[hand.actor]):
        return _hit(hand, chance, auto)
    raise NotLegal(kind=action.kind)


def _check(hand: TacticalHand, auto: bool) -> TacticalHand:
    """The button speaks second: its check ends the round."""
    seat = hand.actor
    facts = (*hand.facts, Fact("check", seat, auto=auto))
    if seat == hand.button:
        return _after_betting(replace(hand, facts=facts))
    return replace(hand, actor=hand.button, facts=facts)


def _put_in_total(hand: TacticalHand, kind: str, total: int, auto: bool) -> TacticalHand:
    """A bet or raise up to `total` in this betting round."""
    seat = hand.actor
    bounds = bet_bounds(hand, seat)
    if bounds is None:
        raise NotLegal(kind=kind)
    low, high = bounds
    if not low <= total <= high:
        raise NotLegal("amount", kind=kind, low=low, high=high)
    return _pay(hand, total - hand.bets[seat], Fact(kind, seat, total, auto=auto))


def _call(hand: TacticalHand, chips: int, auto: bool) -> TacticalHand:
    return _after_betting(_pay(hand, chips, Fact("call", hand.actor, chips, auto=auto)))


def _pay(hand: TacticalHand, chips: int, fact: Fact) -> TacticalHand:
    """The actor's chips go into the pot; the other is to act."""
    seat = hand.actor
    behind = hand.stacks[seat] - chips
    facts = (*hand.facts, fact) if behind else (*hand.facts, fact, Fact("all_in", seat))
    return replace(
        hand,
        actor=other_seat(seat),
        stacks=_with(hand.stacks, seat, behind),
        committed=_with(hand.committed, seat, hand.committed[seat] + chips),
        bets=_with(hand.bets, seat, hand.bets[seat] + chips),
        facts=facts,
    )


def _after_betting(hand: TacticalHand) -> TacticalHand:
    """Both bets are equal: cards are next, or the showdown."""
    return _show_down(hand) if hand.final_betting else open_card_round(hand)


def open_card_round(hand: TacticalHand) -> TacticalHand:
    """HIT or PASS, the button first. A PASS of an earlier card round binds nobody."""
    return replace(hand, stage="cards", actor=hand.button, bets=(0, 0), passed=(False, False))


def _pass(hand: TacticalHand, auto: bool) -> TacticalHand:
    seat = hand.actor
    facts = (*hand.facts, Fact("pass", seat, auto=auto))
    if seat == hand.button:
        return replace(hand, actor=other_seat(seat), passed=_with(hand.passed, seat, True), facts=facts)
    return _after_cards(replace(hand, facts=facts), both_passed=hand.passed[hand.button])


def _hit(hand: TacticalHand, chance: Chance, auto: bool) -> TacticalHand:
    seat = hand.actor
    own = hand.cards[seat]
    dealt = replace(
        hand,
        cards=_with(hand.cards, seat, (*own, opened(chance.card(hand.next_card)))),
        next_card=hand.next_card + 1,
        actor=other_seat(seat),
        facts=(*hand.facts, Fact("hit", seat, index=len(own), auto=auto)),
    )
    return dealt if seat == hand.button else _after_cards(dealt, both_passed=False)


def _after_cards(hand: TacticalHand, *, both_passed: bool) -> TacticalHand:
    """Both have chosen HIT or PASS. With a player all-in there is no betting any more, only card rounds."""
    if is_all_in(hand):
        return _show_down(hand) if both_passed else open_card_round(hand)
    return replace(
        hand,
        stage="betting",
        actor=other_seat(hand.button),
        passed=(False, False),
        final_betting=both_passed,
    )


def _show_down(hand: TacticalHand) -> TacticalHand:
    """The better total takes the pot; equal totals halve it (both put in the same, so it is even)."""
    pot = sum(hand.committed)
    winners = winning_seats([best_total(own) for own in hand.cards])
    share = pot // len(winners)
    shares = tuple(share if seat in winners else 0 for seat in range(SEATS))
    result = Fact("won", winners[0], pot) if len(winners) == 1 else Fact("tie", amount=share)
    return _over(hand, "showdown", shares, Fact("showdown"), result)


def fold(hand: TacticalHand, seat: int, auto: bool) -> TacticalHand:
    """The other takes the whole pot and no card is shown."""
    pot = sum(hand.committed)
    winner = other_seat(seat)
    shares = _with((0, 0), winner, pot)
    return _over(hand, "fold", shares, Fact("fold", seat, auto=auto), Fact("won", winner, pot))


def _over(hand: TacticalHand, ending: Ending, shares: tuple[int, ...], *facts: Fact) -> TacticalHand:
    return replace(
        hand,
        stage="over",
        actor=NOBODY,
        bets=(0, 0),
        passed=(False, False),
        ending=ending,
        shares=shares,
        facts=hand.facts + facts,
    )


def _with[T](pair: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    """The pair with the seat's item replaced."""
    return (value, pair[1]) if seat == 0 else (pair[0], value)
