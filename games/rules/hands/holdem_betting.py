"""What each answer does to a hand of Hold'em, whose turn is next, and when the next cards come (rules.md, Hold'em)."""

from __future__ import annotations

from msgspec.structs import replace

from games.rules.actions import Action, Bet, Call, Check, Fold, Raise
from games.rules.cards import Card
from games.rules.chance import Chance
from games.rules.contracts import Fact
from games.rules.errors import NotLegal
from games.rules.hands.holdem_showdown import (
    all_shown,
    show_down,
    with_uncalled_back,
    won_without_showing,
)
from games.rules.hands.holdem_state import (
    BOARD_CARDS,
    NOBODY,
    Claim,
    HoldemHand,
    Street,
    clockwise,
    contenders,
    next_to_act,
    raise_bounds,
    to_call,
    with_item,
)

SIZED = (Bet, Raise)
NEXT_STREET: dict[Street, Street] = {"preflop": "flop", "flop": "turn", "turn": "river"}


def answer(hand: HoldemHand, action: Action, chance: Chance, auto: bool) -> HoldemHand:
    """The hand after the actor's answer. Raises NotLegal."""
    seat, kind = hand.actor, type(action)
    if kind is Fold:
        fact = Fact("fold", seat, auto=auto)
        return _turn_passes(hand, chance, fact, with_item(hand.claims, seat, "folded"), hand.acted)
    if isinstance(action, SIZED):
        return _raised(hand, seat, action, chance, auto)
    facing = to_call(hand, seat)
    if kind is Check and not facing:
        fact = Fact("check", seat, auto=auto)
        return _turn_passes(hand, chance, fact, hand.claims, with_item(hand.acted, seat, True))
    if kind is Call and facing:
        paid = min(facing, hand.stacks[seat])
        fact = Fact("call", seat, paid, auto=auto)
        return _paid(hand, chance, fact, paid, hand.price, hand.last_raise, hand.aggressor)
    raise NotLegal(kind=action.kind)


def _raised(hand: HoldemHand, seat: int, action: Bet | Raise, chance: Chance, auto: bool) -> HoldemHand:
    """A bet or raise to a total of this street. A short all-in raises the price and is the measure of nothing."""
    bounds, price = raise_bounds(hand, seat), hand.price
    if bounds is None or type(action) is not (Raise if price else Bet):
        raise NotLegal(kind=action.kind)
    low, high = bounds
    total = action.to
    if not low <= total <= high or (total % hand.chip and total != high):
        raise NotLegal("amount", kind=action.kind, low=low, high=high)
    fact = Fact("raise" if price else "bet", seat, total, auto=auto)
    step = max(total - price, hand.last_raise)
    return _paid(hand, chance, fact, total - hand.bets[seat], total, step, seat)


def _turn_passes(
    hand: HoldemHand, chance: Chance, fact: Fact, claims: tuple[Claim, ...], acted: tuple[bool, ...]
) -> HoldemHand:
    """After an answer that puts nothing in."""
    following = next_to_act(claims, hand.stacks, hand.bets, acted, hand.price, hand.actor)
    moved = replace(hand, actor=following, claims=claims, acted=acted, facts=(*hand.facts, fact))
    return _street_over(moved, chance) if following == NOBODY else moved


def _paid(
    hand: HoldemHand, chance: Chance, fact: Fact, units: int, price: int, last_raise: int, aggressor: int
) -> HoldemHand:
    """After an answer with which the actor puts `units` in."""
    seat = hand.actor
    behind = hand.stacks[seat] - units
    stacks = with_item(hand.stacks, seat, behind)
    bets = with_item(hand.bets, seat, hand.bets[seat] + units)
    acted = with_item(hand.acted, seat, True)
    following = next_to_act(hand.claims, stacks, bets, acted, price, seat)
    moved = replace(
        hand,
        actor=following,
        stacks=stacks,
        committed=with_item(hand.committed, seat, hand.committed[seat] + units),
        bets=bets,
        price=price,
        last_raise=last_raise,
        acted=acted,
        aggressor=aggressor,
        facts=(*hand.facts, fact) if behind else (*hand.facts, fact, Fact("all_in", seat)),
    )
    return _street_over(moved, chance) if following == NOBODY else moved


def proceed(hand: HoldemHand, chance: Chance) -> HoldemHand:
    """Whose turn is next after the actor's; or the next street, or the end."""
    following = next_to_act(hand.claims, hand.stacks, hand.bets, hand.acted, hand.price, hand.actor)
    return _street_over(hand, chance) if following == NOBODY else replace(hand, actor=following)


def _street_over(hand: HoldemHand, chance: Chance) -> HoldemHand:
    """The last contender wins. With two who have chips left the next street is bet. Else the board runs out at once,
    after all cards are shown."""
    if hand.claims.count("in") == 1:
        return won_without_showing(hand)
    with_chips = sum(1 for seat in contenders(hand) if hand.stacks[seat])
    if with_chips > 1 and hand.street != "river":
        return _next_street(hand, chance)
    hand = with_uncalled_back(hand)
    if any(not hand.stacks[seat] for seat in contenders(hand)):
        hand = all_shown(hand)
    while hand.street != "river":
        hand = _next_street(hand, chance)
    return show_down(hand)


def _next_street(hand: HoldemHand, chance: Chance) -> HoldemHand:
    street = NEXT_STREET[hand.street]
    new = BOARD_CARDS[street] - len(hand.board)
    board = hand.board + tuple(opened(chance, hand.next_card + index) for index in range(new))
    first = next((seat for seat in clockwise(hand, hand.button) if hand.stacks[seat]), NOBODY)
    seats = len(hand.claims)
    return replace(
        hand,
        street=street,
        board=board,
        next_card=hand.next_card + new,
        actor=first,
        bets=(0,) * seats,
        price=0,
        last_raise=hand.big,
        acted=(False,) * seats,
        aggressor=NOBODY,
        facts=(*hand.facts, Fact(street, index=len(hand.board))),
    )


def opened(chance: Chance, position: int) -> Card:
    """The card at that position. Raises ValueError for a sealed one: in this game we know every card."""
    card = chance.card(position)
    if isinstance(card, Card):
        return card
    raise ValueError(f"the card at position {position} is sealed")


def claim_lost(hand: HoldemHand, seat: int, chance: Chance) -> HoldemHand:
    """The seat was away too long: it can win nothing any more, all-in or not. Its chips stay, up to the largest
    amount that a remaining contender has in; the rest was not called (rules.md, Disconnects)."""
    hand = replace(
        hand, claims=with_item(hand.claims, seat, "lost"), facts=(*hand.facts, Fact("claim_lost", seat))
    )
    if hand.aggressor == seat:
        hand = replace(hand, aggressor=_last_aggressor(hand))
    most = max(hand.committed[other] for other in contenders(hand))
    excess = hand.committed[seat] - most
    if excess > 0:
        hand = _taken_back(hand, seat, excess)
    if hand.actor == seat:
        return proceed(hand, chance)
    before = replace(hand, actor=(hand.actor - 1) % len(hand.claims))
    return proceed(before, chance)


def _last_aggressor(hand: HoldemHand) -> int:
    """Who bet or raised last on this street of those who are still in; NOBODY where none of them did."""
    for fact in reversed(_of_this_street(hand)):
        if fact.kind in ("bet", "raise") and hand.claims[fact.seat] == "in":
            return fact.seat
    return NOBODY


def _taken_back(hand: HoldemHand, seat: int, excess: int) -> HoldemHand:
    """The bet to match is then what others have made of it; before the flop never less than the big blind."""
    bets = with_item(hand.bets, seat, max(0, hand.bets[seat] - excess))
    most = max(bets)
    price = max(most, hand.big) if hand.street == "preflop" else most
    return replace(
        hand,
        stacks=with_item(hand.stacks, seat, hand.stacks[seat] + excess),
        committed=with_item(hand.committed, seat, hand.committed[seat] - excess),
        bets=bets,
        price=price,
        last_raise=_last_full_raise(hand, bets),
        facts=(*hand.facts, Fact("returned", seat, excess)),
    )


def _last_full_raise(hand: HoldemHand, bets: tuple[int, ...]) -> int:
    """By how much the last full bet or raise of this street went up; of those taken back counts what is left of them
    in `bets`."""
    at, step = (hand.big if hand.street == "preflop" else 0), hand.big
    for fact in _of_this_street(hand):
        if fact.kind in ("bet", "raise"):
            reached = min(fact.amount, bets[fact.seat])
            at, step = max(at, reached), max(step, reached - at)
    return step


def _of_this_street(hand: HoldemHand) -> tuple[Fact, ...]:
    """Its facts, in order."""
    dealt = (at for at, fact in enumerate(hand.facts) if fact.kind in BOARD_CARDS)
    return hand.facts[max(dealt, default=0) :]
