"""How one deal of no-limit Texas Hold'em is played by two to six seats (seed 000, Heads-up Poker; rules.md, Hold'em).

blinds · two cards each · betting · flop · betting · turn · betting · river · betting · showdown.

Facts: ``small_blind``, ``big_blind``, ``post`` and ``dead_post`` (amount), ``all_in``, ``dealt`` (index), ``check``,
``bet`` and ``raise`` (amount: the total put in on the street), ``call`` (amount: what was added), ``fold``,
``claim_lost``, ``returned`` (amount: not called), ``flop``, ``turn`` and ``river`` (index: of the first new card on
the board), ``showdown``, ``shows``, ``mucks``, ``abandoned``, and of each pot (index, 0 the main pot) ``won``,
``splits`` or ``back`` (amount: what this seat gets). After a pot that nobody contested, if its winner wants to:
``shows_card`` (index: which of his two) and ``shows`` (both).
"""

from __future__ import annotations

from games.rules.actions import Action, Bet, Call, Check, Fold, Legal, Offer, Raise
from games.rules.cards import Card
from games.rules.chance import Chance
from games.rules.contracts import Blinds, Fact, HandOutcome, HandRules, HandSetup, Line, Shoe
from games.rules.errors import Malformed, NotLegal, NotYourTurn
from games.rules.hands.holdem_betting import SIZED, answer, claim_lost, opened, proceed
from games.rules.hands.holdem_showdown import abandoned
from games.rules.hands.holdem_showing import showable, with_shown
from games.rules.hands.holdem_state import (
    HOLE_CARDS,
    LEAST_SEATS,
    MOST_SEATS,
    NOBODY,
    HoldemHand,
    raise_bounds,
    ring,
    to_call,
)
from games.rules.hands.holdem_view import HoldemView, view_for

SHOE = Shoe(decks=1, keep_until=52)
"""A fresh deck for every hand."""

_OWN_ACTIONS = frozenset({Check, Bet, Call, Raise, Fold})
_FOLD, _CHECK, _CALL = Offer("fold"), Offer("check"), Offer("call")


class HoldemRules:
    """`HandRules` of Hold'em."""

    version = 1
    shoe = SHOE
    state_type = HoldemHand

    def __init__(self, *, chip: int = 1, rake_bps: int = 0) -> None:
        """`chip`: units in one chip; all amounts of setups, actions and outcomes are in units. `rake_bps`: taken from
        each pot once there was a flop."""
        self.chip = chip
        self.rake_bps = rake_bps

    def start(self, setup: HandSetup, chance: Chance) -> HoldemHand:
        """Blinds and posts as `forced` says, then two cards each, one at a time, from the left of the button."""
        blinds = _checked(setup)
        count, first = len(setup.stacks), setup.first_card
        dead = blinds.dead or (0,) * count
        stacks = tuple(map(_behind, setup.stacks, setup.forced, dead))
        order = [seat for seat in ring(count, setup.button) if seat in setup.seats]
        dealt = len(order)
        facts = _posted(setup, blinds, order)
        for index in range(HOLE_CARDS):
            facts += [Fact("dealt", seat, 0, index) for seat in order]
        return proceed(
            HoldemHand(
                chip=self.chip,
                rake_bps=self.rake_bps,
                button=setup.button,
                small_seat=blinds.small_seat,
                big_seat=blinds.big_seat,
                big=blinds.big,
                street="preflop",
                actor=blinds.big_seat,
                claims=tuple("in" if seat in order else "" for seat in range(count)),
                cards=_two_each(order, count, first, chance),
                first_card=first,
                next_card=first + HOLE_CARDS * dealt,
                stacks=stacks,
                committed=setup.forced,
                dead=dead,
                bets=setup.forced,
                price=blinds.big,
                last_raise=blinds.big,
                acted=(False,) * count,
                facts=tuple(facts),
            ),
            chance,
        )

    def to_act(self, hand: HoldemHand) -> tuple[int, ...]:
        return () if hand.actor == NOBODY else (hand.actor,)

    def legal_actions(self, hand: HoldemHand, seat: int) -> Legal:
        """FOLD always, though a check is free."""
        if seat != hand.actor or seat == NOBODY:
            return ()
        stay = _CALL if to_call(hand, seat) else _CHECK
        bounds = raise_bounds(hand, seat)
        if bounds is None:
            return (_FOLD, stay)
        return (_FOLD, stay, Offer("raise" if hand.price else "bet", *bounds))

    def apply_action(
        self, hand: HoldemHand, seat: int, action: Action, chance: Chance, *, auto: bool = False
    ) -> HoldemHand:
        """Raises Malformed for another game's action or an amount below 1, NotYourTurn, or NotLegal (code ``amount``
        with ``low`` and ``high`` when only the size is wrong)."""
        if type(action) not in _OWN_ACTIONS:
            raise Malformed(kind=action.kind)
        if isinstance(action, SIZED) and action.to < 1:
            raise Malformed(kind=action.kind, to=action.to)
        if seat != hand.actor or seat == NOBODY:
            raise NotYourTurn(seat=seat)
        return answer(hand, action, chance, auto)

    def default_action(self, hand: HoldemHand, seat: int) -> Action:
        """CHECK if legal, else FOLD."""
        return Fold() if to_call(hand, seat) else Check()

    def withdraw(self, hand: HoldemHand, seat: int, chance: Chance) -> HoldemHand:
        """The seat's claim is lost, also when it is all-in. Who has folded loses nothing more, and a hand that is over
        stays as it is.

        While no other contender is connected this is not yet to be called: the first one back takes the pot; if all
        stay away, `abandon` ends the hand (rules.md, Disconnects).
        """
        if hand.street == "over" or hand.claims[seat] != "in":
            return hand
        return claim_lost(hand, seat, chance)

    def abandon(self, hand: HoldemHand) -> HoldemHand:
        """All remaining contenders missed their deadlines: each gets his own back, and chips of those who are out are
        shared among them, pot by pot. A hand that is over stays as it is."""
        return hand if hand.street == "over" else abandoned(hand)

    def open_card(self, hand: HoldemHand, card: Card, chance: Chance) -> HoldemHand:
        """Raises NotLegal: no card of this game is ever sealed."""
        raise NotLegal(position=card.position)

    def drawn(self, hand: HoldemHand) -> tuple[int, ...]:
        """Nothing comes from outside in this game."""
        return ()

    def outcome(self, hand: HoldemHand) -> HandOutcome | None:
        """Reason ``showdown``, ``fold`` or ``abandoned``. Pots are empty where nothing was called: all folded to a big
        blind, and nobody had posted the small one. Flags of a line, in this order: ``won``, ``tied`` (a share as great
        as what it put in) or ``lost``; ``folded`` or ``claim_lost``; ``all_in``; ``shown``; ``flop``, on every
        line, when a flop was dealt (then pots are raked)."""
        if hand.street != "over":
            return None
        return HandOutcome(
            reason=hand.ending,
            lines=tuple(_line(hand, seat) for seat, claim in enumerate(hand.claims) if claim),
            pots=hand.pots,
            cards_used=hand.next_card - hand.first_card,
        )

    def view(self, hand: HoldemHand, seat: int | None) -> HoldemView:
        return view_for(hand, seat)

    def showable(self, hand: HoldemHand, seat: int) -> tuple[int, ...]:
        return showable(hand, seat)

    def show(self, hand: HoldemHand, seat: int, cards: tuple[int, ...]) -> HoldemHand:
        """The outcome is no other by it."""
        return with_shown(hand, seat, cards)


def _checked(setup: HandSetup) -> Blinds:
    """A format that hands down anything else has a fault: raises ValueError."""
    blinds, count = setup.blinds, len(setup.stacks)
    if blinds is None or blinds.big < 1:
        raise ValueError("Hold'em is played with blinds")
    if not LEAST_SEATS <= len(setup.seats) <= MOST_SEATS or blinds.big_seat not in setup.seats:
        raise ValueError("Hold'em is played by two to six seats, one of them with the big blind")
    if len(setup.forced) != count or len(blinds.dead) not in (0, count):
        raise ValueError("posts are told by seat")
    dead = blinds.dead or (0,) * count
    for seat, (live, gone, stack) in enumerate(zip(setup.forced, dead, setup.stacks, strict=True)):
        if live < 0 or gone < 0 or live + gone > stack:
            raise ValueError(f"seat {seat} cannot post what it must")
        if (live + gone and seat not in setup.seats) or (seat in setup.seats and not stack):
            raise ValueError(f"seat {seat} is in the hand without chips, or posts without being in it")
    return blinds


def _two_each(order: list[int], count: int, first: int, chance: Chance) -> tuple[tuple[Card, ...], ...]:
    """By seat of `count`: the first card to each in that order, then the second."""
    cards: list[tuple[Card, ...]] = [()] * count
    for position, seat in enumerate(order, first):
        cards[seat] = (opened(chance, position), opened(chance, position + len(order)))
    return tuple(cards)


def _behind(stack: int, live: int, dead: int) -> int:
    return stack - live - dead


def _posted(setup: HandSetup, blinds: Blinds, order: list[int]) -> list[Fact]:
    facts = []
    for seat in order:
        live, dead = setup.forced[seat], blinds.dead[seat] if blinds.dead else 0
        if dead:
            facts.append(Fact("dead_post", seat, dead))
        if live:
            kind = {blinds.big_seat: "big_blind", blinds.small_seat: "small_blind"}.get(seat, "post")
            facts.append(Fact(kind, seat, live))
        if live + dead == setup.stacks[seat]:
            facts.append(Fact("all_in", seat))
    return facts


def _line(hand: HoldemHand, seat: int) -> Line:
    share = sum(pot.shares[seat] for pot in hand.pots)
    staked = hand.committed[seat] + hand.dead[seat]
    is_last = hand.ending == "fold" and hand.claims[seat] == "in"
    flags = ["won" if is_last or share > staked else "tied" if share == staked > 0 else "lost"]
    if hand.claims[seat] != "in":
        flags.append("folded" if hand.claims[seat] == "folded" else "claim_lost")
    if not hand.stacks[seat]:
        flags.append("all_in")
    if seat in hand.shown:
        flags.append("shown")
    if hand.board:
        flags.append("flop")
    return Line(seat, staked, share, tuple(flags))


HOLDEM: HandRules[HoldemHand] = HoldemRules()
"""In whole chips and without rake: matches in which chips are counters."""
