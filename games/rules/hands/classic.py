"""How one deal of Classic Blackjack is played (seed 000, Classic BlackJack; rules.md, Classic).

two cards each, one at a time, the first actor first · his whole turn until STAND · the other's · showdown.

A hand is played for one *value* from each seat: lines and pots count values, so who wins has staked 1 and gets 2.

Facts: ``dealt`` (index), ``hit`` (index), ``stand``, ``withdrew``, ``showdown``, ``won_hand`` and ``tied_hand``.
"""

from __future__ import annotations

from msgspec.structs import replace

from games.rules.actions import Action, Hit, Legal, Offer, Stand
from games.rules.cards import Card
from games.rules.chance import Chance
from games.rules.contracts import Fact, HandOutcome, HandRules, HandSetup, Line, Pot, Shoe
from games.rules.errors import Malformed, NotLegal, NotYourTurn
from games.rules.hands.classic_state import BOTH, NOBODY, STAKED, ClassicHand
from games.rules.hands.classic_view import ClassicView, view_for
from games.rules.hands.comparison import best_total, may_hit, opened, winning_seats

SHOE = Shoe(decks=6, keep_until=52)
STARTING_CARDS = 2

_HIT_OR_STAND: Legal = (Offer("hit"), Offer("stand"))
_STAND_ONLY: Legal = (Offer("stand"),)


class ClassicRules:
    """`HandRules` of Classic."""

    version = 1
    shoe = SHOE
    state_type = ClassicHand

    def start(self, setup: HandSetup, chance: Chance) -> ClassicHand:
        """`setup.button` acts first and gets the first card. Raises ValueError when the setup is not for both
        seats with one value each."""
        _check_setup(setup)
        first = setup.button
        cards: tuple[list[Card], ...] = ([], [])
        facts: list[Fact] = []
        position = setup.first_card
        for index in range(STARTING_CARDS):
            for seat in (first, 1 - first):
                cards[seat].append(opened(chance.card(position)))
                facts.append(Fact("dealt", seat, index=index))
                position += 1
        return ClassicHand(
            first=first,
            actor=first,
            cards=(tuple(cards[0]), tuple(cards[1])),
            first_card=setup.first_card,
            next_card=position,
            facts=tuple(facts),
        )

    def to_act(self, hand: ClassicHand) -> tuple[int, ...]:
        return () if hand.actor == NOBODY else (hand.actor,)

    def legal_actions(self, hand: ClassicHand, seat: int) -> Legal:
        if seat != hand.actor or seat == NOBODY:
            return ()
        return _HIT_OR_STAND if may_hit(hand.cards[seat]) else _STAND_ONLY

    def apply_action(
        self, hand: ClassicHand, seat: int, action: Action, chance: Chance, *, auto: bool = False
    ) -> ClassicHand:
        """Raises Malformed for another game's action, NotYourTurn (also after the seat's STAND), NotLegal for a
        HIT at exactly 21 or with ten cards."""
        if not isinstance(action, Hit | Stand):
            raise Malformed(kind=action.kind)
        if seat != hand.actor or seat == NOBODY:
            raise NotYourTurn(seat=seat)
        chose = hand.chose if auto or hand.chose[seat] else _with(hand.chose, seat, True)
        if isinstance(action, Stand):
            return _stand(hand, seat, chose, auto)
        if not may_hit(hand.cards[seat]):
            raise NotLegal(kind=action.kind)
        return _hit(hand, seat, chose, chance, auto)

    def default_action(self, hand: ClassicHand, seat: int) -> Action:
        """STAND."""
        return Stand()

    def withdraw(self, hand: ClassicHand, seat: int, chance: Chance) -> ClassicHand:
        """Who leaves has lost the hand, and no card is shown; a hand that is over stays as it is."""
        if hand.ending:
            return hand
        other = 1 - seat
        facts = (*hand.facts, Fact("withdrew", seat), Fact("won_hand", other))
        return replace(hand, actor=NOBODY, ending="withdrawn", winners=(other,), facts=facts)

    def open_card(self, hand: ClassicHand, card: Card, chance: Chance) -> ClassicHand:
        """Raises NotLegal: no card of this game is ever sealed."""
        raise NotLegal(position=card.position)

    def drawn(self, hand: ClassicHand) -> tuple[int, ...]:
        """Nothing comes from outside within a hand."""
        return ()

    def outcome(self, hand: ClassicHand) -> HandOutcome | None:
        """Reason ``showdown`` or ``withdrawn``. Flags of a line: ``won``, ``lost`` or ``tied``; then ``clock``
        for a seat whose every decision was the clock's."""
        if not hand.ending:
            return None
        shares = tuple(2 * STAKED // len(hand.winners) if seat in hand.winners else 0 for seat in BOTH)
        eligible = BOTH if hand.ending == "showdown" else hand.winners
        return HandOutcome(
            reason=hand.ending,
            lines=tuple(_line(hand, seat, shares[seat]) for seat in BOTH),
            pots=(Pot((STAKED, STAKED), eligible, shares),),
            cards_used=hand.next_card - hand.first_card,
        )

    def view(self, hand: ClassicHand, seat: int | None) -> ClassicView:
        return view_for(hand, seat)


def _stand(hand: ClassicHand, seat: int, chose: tuple[bool, ...], auto: bool) -> ClassicHand:
    """The other's turn follows; after both the hands are shown and compared."""
    facts = (*hand.facts, Fact("stand", seat, auto=auto))
    stood = _with(hand.stood, seat, True)
    if seat == hand.first:
        return replace(hand, actor=1 - seat, stood=stood, chose=chose, facts=facts)
    winners = winning_seats([best_total(own) for own in hand.cards])
    result = Fact("won_hand", winners[0]) if len(winners) == 1 else Fact("tied_hand")
    return replace(
        hand, actor=NOBODY, stood=stood, chose=chose, ending="showdown", winners=winners,
        facts=(*facts, Fact("showdown"), result),
    )  # fmt: skip


def _hit(hand: ClassicHand, seat: int, chose: tuple[bool, ...], chance: Chance, auto: bool) -> ClassicHand:
    own = hand.cards[seat]
    return replace(
        hand,
        cards=_with(hand.cards, seat, (*own, opened(chance.card(hand.next_card)))),
        next_card=hand.next_card + 1,
        chose=chose,
        facts=(*hand.facts, Fact("hit", seat, index=len(own), auto=auto)),
    )


def _check_setup(setup: HandSetup) -> None:
    if setup.seats != BOTH or setup.button not in BOTH or setup.forced != (STAKED, STAKED):
        raise ValueError(
            "Classic is played by the seats 0 and 1 for one value each, one of them acting first"
        )


def _line(hand: ClassicHand, seat: int, share: int) -> Line:
    result = "lost" if not share else "won" if share > STAKED else "tied"
    flags = (result,) if hand.chose[seat] or not hand.stood[seat] else (result, "clock")
    return Line(seat, STAKED, share, flags)


def _with[T](pair: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    """The pair with the seat's item replaced."""
    return (value, pair[1]) if seat == 0 else (pair[0], value)


CLASSIC: HandRules[ClassicHand] = ClassicRules()
