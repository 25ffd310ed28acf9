"""How one deal of Tactical Blackjack is played (seed 000, Tactical BlackJack; rules.md, Tactical).

antes · two cards each · betting round · card round · betting round · … · last betting round · showdown.

Facts: ``ante`` (amount), ``all_in``, ``dealt`` (index), ``check``, ``bet`` and ``raise`` (amount: the total
put in during the round), ``call`` (amount: the chips added), ``fold``, ``hit`` (index), ``pass``,
``showdown``, ``won`` (amount: the pot) and ``tie`` (amount: each seat's half).
"""

from __future__ import annotations

from games.rules.actions import Action, Bet, Call, Check, Fold, Hit, Legal, Offer, Pass, Raise
from games.rules.cards import Card
from games.rules.chance import Chance
from games.rules.contracts import Fact, HandOutcome, HandRules, HandSetup, Line, Pot, Shoe
from games.rules.errors import Malformed, NotLegal, NotYourTurn
from games.rules.hands.comparison import may_hit, opened
from games.rules.hands.tactical_moves import answer_betting, answer_cards, fold, open_card_round
from games.rules.hands.tactical_state import (
    NOBODY,
    SEATS,
    TacticalHand,
    bet_bounds,
    is_all_in,
    other_seat,
    owed,
)
from games.rules.hands.tactical_view import TacticalView, view_for

SHOE = Shoe(decks=6, keep_until=52)
STARTING_CARDS = 2

_OWN_ACTIONS = frozenset({Check, Bet, Call, Raise, Fold, Hit, Pass})
_HIT_OR_PASS: Legal = (Offer("hit"), Offer("pass"))
_PASS_ONLY: Legal = (Offer("pass"),)


class TacticalRules:
    """`HandRules` of Tactical."""

    version = 1
    shoe = SHOE
    state_type = TacticalHand

    def start(self, setup: HandSetup, chance: Chance) -> TacticalHand:
        """Antes, then two cards each, one at a time, the seat without the button first."""
        _check_setup(setup)
        order = (other_seat(setup.button), setup.button)
        stacks = (setup.stacks[0] - setup.forced[0], setup.stacks[1] - setup.forced[1])
        facts = [Fact("ante", seat, setup.forced[seat]) for seat in order]
        facts += [Fact("all_in", seat) for seat in order if stacks[seat] == 0]
        cards: tuple[list[Card], ...] = ([], [])
        position = setup.first_card
        for index in range(STARTING_CARDS):
            for seat in order:
                cards[seat].append(opened(chance.card(position)))
                facts.append(Fact("dealt", seat, index=index))
                position += 1
        hand = TacticalHand(
            button=setup.button,
            stage="betting",
            actor=order[0],
            cards=(tuple(cards[0]), tuple(cards[1])),
            first_card=setup.first_card,
            next_card=position,
            stacks=stacks,
            committed=setup.forced,
            facts=tuple(facts),
        )
        return open_card_round(hand) if is_all_in(hand) else hand

    def to_act(self, hand: TacticalHand) -> tuple[int, ...]:
        return () if hand.actor == NOBODY else (hand.actor,)

    def legal_actions(self, hand: TacticalHand, seat: int) -> Legal:
        if seat != hand.actor or seat == NOBODY:
            return ()
        if hand.stage == "cards":
            return _HIT_OR_PASS if may_hit(hand.cards[seat]) else _PASS_ONLY
        bounds = bet_bounds(hand, seat)
        if owed(hand, seat):
            answers: Legal = (Offer("fold"), Offer("call"))
            return (*answers, Offer("raise", *bounds)) if bounds else answers
        return (Offer("check"), Offer("bet", *bounds)) if bounds else (Offer("check"),)

    def apply_action(
        self, hand: TacticalHand, seat: int, action: Action, chance: Chance, *, auto: bool = False
    ) -> TacticalHand:
        """Raises Malformed for another game's action or an amount below 1, NotYourTurn, or NotLegal (code
        ``amount`` with ``low`` and ``high`` when only the size is wrong)."""
        _check_form(action)
        if seat != hand.actor or seat == NOBODY:
            raise NotYourTurn(seat=seat)
        if hand.stage == "cards":
            return answer_cards(hand, action, chance, auto)
        return answer_betting(hand, action, auto)

    def default_action(self, hand: TacticalHand, seat: int) -> Action:
        """CHECK if legal, else FOLD; PASS in a card round."""
        if hand.stage == "cards":
            return Pass()
        return Fold() if owed(hand, seat) else Check()

    def withdraw(self, hand: TacticalHand, seat: int, chance: Chance) -> TacticalHand:
        """Leaving is a fold, at any moment; a hand that is over stays as it is."""
        return hand if hand.stage == "over" else fold(hand, seat, auto=False)

    def open_card(self, hand: TacticalHand, card: Card, chance: Chance) -> TacticalHand:
        """Raises NotLegal: no card of this game is ever sealed."""
        raise NotLegal(position=card.position)

    def drawn(self, hand: TacticalHand) -> tuple[int, ...]:
        """Nothing comes from outside in this game."""
        return ()

    def outcome(self, hand: TacticalHand) -> HandOutcome | None:
        """Reason ``showdown`` or ``fold``. Flags of a line, in this order: ``won``, ``lost`` or ``tied``;
        ``folded``; ``all_in``."""
        if hand.stage != "over":
            return None
        eligible = tuple(seat for seat in range(SEATS) if not _has_folded(hand, seat))
        return HandOutcome(
            reason=hand.ending,
            lines=tuple(_line(hand, seat) for seat in range(SEATS)),
            pots=(Pot(hand.committed, eligible, hand.shares),),
            cards_used=hand.next_card - hand.first_card,
        )

    def view(self, hand: TacticalHand, seat: int | None) -> TacticalView:
        return view_for(hand, seat)


def _check_setup(setup: HandSetup) -> None:
    """A format that hands down anything else has a fault: raises ValueError."""
    forced, stacks = setup.forced, setup.stacks
    by_seat = len(forced) == len(stacks) == SEATS
    if setup.seats != tuple(range(SEATS)) or setup.button not in setup.seats or not by_seat:
        raise ValueError("Tactical is played by the seats 0 and 1, one of them with the button")
    if forced[0] != forced[1] or not 1 <= forced[0] <= min(stacks):
        raise ValueError("both antes must be equal, at least 1 and within both stacks")


def _check_form(action: Action) -> None:
    if type(action) not in _OWN_ACTIONS:
        raise Malformed(kind=action.kind)
    if isinstance(action, Bet | Raise) and action.to < 1:
        raise Malformed(kind=action.kind, to=action.to)


def _has_folded(hand: TacticalHand, seat: int) -> bool:
    return hand.ending == "fold" and hand.shares[seat] == 0


def _line(hand: TacticalHand, seat: int) -> Line:
    result = "tied" if all(hand.shares) else "won" if hand.shares[seat] else "lost"
    flags = [result]
    if _has_folded(hand, seat):
        flags.append("folded")
    if hand.stacks[seat] == 0:
        flags.append("all_in")
    return Line(seat, hand.committed[seat], hand.shares[seat], tuple(flags))


TACTICAL: HandRules[TacticalHand] = TacticalRules()
