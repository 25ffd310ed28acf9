"""How one round of Twenty-One (Polish) is played (seed 002; rules.md, Twenty-One (Polish)).

two cards each · complete turns in seat order, private · all cards are shown · the highest total up to 21 gets the
point, if nobody shares it. Two aces dealt end the round at once.

It decides only from cards that are open to us. Where a players' own deck seals them, draw and stand are offered until
"done", and the round is decided when the cards that matter are opened (`open_card`); with the server's shuffle that is
at once.

Nobody is told why a seat is done. So a bust in mid-round leaves its owner nothing but to say "done", or the clock to do
so: a turn that ended by itself would show the bust. The last turn of a round does end by itself, as the cards are shown
then anyway.

Facts: ``dealt`` (index), ``hit`` (index), ``done`` (auto: the clock's, or by absence), then ``persian`` for each seat
that has it or ``showdown``, and ``won_round`` (amount: the total) or ``no_point``.
"""

from __future__ import annotations

from msgspec.structs import replace

from games.rules.actions import Action, Hit, Legal, Offer, Stand
from games.rules.cards import TARGET, Card, Slot
from games.rules.chance import Chance
from games.rules.contracts import Fact, HandOutcome, HandRules, HandSetup, Line, Shoe
from games.rules.errors import Malformed, NotLegal, NotYourTurn
from games.rules.hands.polish_state import (
    FLEXIBLE,
    NOBODY,
    STARTING_CARDS,
    Ending,
    PolishHand,
    all_open,
    contenders,
    counted,
    is_bust,
    is_persian,
    may_draw,
    opened,
)
from games.rules.hands.polish_view import PolishView, view_for

SHOE = Shoe(decks=1, keep_until=52)

_DRAW_OR_STAND: Legal = (Offer("hit"), Offer("stand"))
_STAND_ONLY: Legal = (Offer("stand"),)


class PolishRules:
    """`HandRules` of Twenty-One (Polish). Option ``flexible_ace``: 1 lets an ace drop to 1."""

    version = 1
    shoe = SHOE
    state_type = PolishHand

    def start(self, setup: HandSetup, chance: Chance) -> PolishHand:
        """`setup.button` gets the first card and takes the first turn. Raises ValueError when it is not in the
        round."""
        at = setup.seats.index(setup.button)
        order = setup.seats[at:] + setup.seats[:at]
        table = range(len(setup.stacks))
        cards: list[list[Slot]] = [[] for _ in table]
        facts: list[Fact] = []
        position = setup.first_card
        for index in range(STARTING_CARDS):
            for seat in order:
                cards[seat].append(chance.card(position))
                facts.append(Fact("dealt", seat, index=index))
                position += 1
        return _settled(
            PolishHand(
                order=order,
                actor=order[0],
                cards=tuple(map(tuple, cards)),
                done=tuple(False for _ in table),
                lost=tuple(False for _ in table),
                flexible=bool(setup.options.get(FLEXIBLE, 0)),
                first_card=setup.first_card,
                next_card=position,
                facts=tuple(facts),
            )
        )

    def to_act(self, hand: PolishHand) -> tuple[int, ...]:
        """Nobody, too, while cards are to be opened after the last turn."""
        return () if hand.actor == NOBODY else (hand.actor,)

    def legal_actions(self, hand: PolishHand, seat: int) -> Legal:
        if seat != hand.actor or seat == NOBODY:
            return ()
        return _DRAW_OR_STAND if may_draw(hand.cards[seat], hand.flexible) else _STAND_ONLY

    def apply_action(
        self, hand: PolishHand, seat: int, action: Action, chance: Chance, *, auto: bool = False
    ) -> PolishHand:
        """Raises Malformed for another game's action, NotYourTurn (also after "done"), NotLegal for a card after
        a bust."""
        if not isinstance(action, Hit | Stand):
            raise Malformed(kind=action.kind)
        if seat != hand.actor or seat == NOBODY:
            raise NotYourTurn(seat=seat)
        if isinstance(action, Stand):
            return _settled(_done(hand, seat, auto))
        own = hand.cards[seat]
        if not may_draw(own, hand.flexible):
            raise NotLegal(kind=action.kind)
        return _settled(
            replace(
                hand,
                cards=_with(hand.cards, seat, (*own, chance.card(hand.next_card))),
                next_card=hand.next_card + 1,
                facts=(*hand.facts, Fact("hit", seat, index=len(own), auto=auto)),
            )
        )

    def default_action(self, hand: PolishHand, seat: int) -> Action:
        return Stand()

    def withdraw(self, hand: PolishHand, seat: int, chance: Chance) -> PolishHand:
        """Away too long, or gone: a bust, unless the seat's part in the round is decided already. After the last
        turn, cards that are still sealed decide nothing: who does not open them has lost."""
        if hand.ending or seat not in hand.order or hand.lost[seat]:
            return hand
        to_open = hand.actor == NOBODY and not all_open(hand.cards[seat])
        if hand.done[seat] and not to_open:
            return hand
        lost = replace(hand, lost=_with(hand.lost, seat, True))
        return _settled(lost if hand.done[seat] else _done(lost, seat, auto=True))

    def open_card(self, hand: PolishHand, card: Card, chance: Chance) -> PolishHand:
        """Raises NotLegal for a card that is not sealed in this round (``not_sealed``) and for one that cannot lie
        there (``wrong_card``): the server shuffled another, or it is open elsewhere."""
        place = _place_of(hand, card.position)
        if hand.ending or place is None:
            raise NotLegal("not_sealed", position=card.position)
        fixed = chance.card(card.position)
        shown = {other.face for own in hand.cards for other in opened(own)}
        if (isinstance(fixed, Card) and fixed != card) or card.face in shown:
            raise NotLegal("wrong_card", position=card.position)
        seat, index = place
        own = hand.cards[seat]
        return _settled(replace(hand, cards=_with(hand.cards, seat, (*own[:index], card, *own[index + 1 :]))))

    def drawn(self, hand: PolishHand) -> tuple[int, ...]:
        """Nothing comes from outside."""
        return ()

    def outcome(self, hand: PolishHand) -> HandOutcome | None:
        """Reason ``persian`` or ``showdown``. Who wins gets one point back for nothing. Flags of a line: ``won`` or
        ``lost``; then ``persian``, ``bust`` or ``away``."""
        if not hand.ending:
            return None
        return HandOutcome(
            reason=hand.ending,
            lines=tuple(_line(hand, seat) for seat in sorted(hand.order)),
            cards_used=hand.next_card - hand.first_card,
        )

    def view(self, hand: PolishHand, seat: int | None) -> PolishView:
        return view_for(hand, seat)


def _done(hand: PolishHand, seat: int, auto: bool) -> PolishHand:
    """The seat's turn is over, also before it began; the next in order follows."""
    done = _with(hand.done, seat, True)
    following = next((other for other in hand.order if not done[other]), NOBODY)
    actor = NOBODY if hand.actor == NOBODY else following
    return replace(hand, done=done, actor=actor, facts=(*hand.facts, Fact("done", seat, auto=auto)))


def _settled(hand: PolishHand) -> PolishHand:
    """The round, over if it is decided. Sealed cards that matter are waited for, and nobody acts meanwhile.

    Who alone has not lost it by absence still has his turn: he may be away himself, and then nobody gets the point.
    """
    able = contenders(hand)
    if any(is_persian(hand.cards[seat]) for seat in able):
        decided = all(all_open(hand.cards[seat][:STARTING_CARDS]) for seat in able)
        return _over(hand, "persian") if decided else replace(hand, actor=NOBODY)
    waiting = [seat for seat in hand.order if not hand.done[seat]]
    if len(waiting) == 1 and is_bust(hand.cards[waiting[0]], hand.flexible):
        return _settled(_done(hand, waiting[0], auto=False))
    if waiting:
        return hand
    hand = replace(hand, actor=NOBODY)
    return _over(hand, "showdown") if all(all_open(hand.cards[seat]) for seat in able) else hand


def _over(hand: PolishHand, ending: Ending) -> PolishHand:
    """All cards are shown. One seat alone at the top gets the point; a shared top gives none."""
    able = contenders(hand)
    if ending == "persian":
        best = [seat for seat in able if is_persian(hand.cards[seat])]
        facts = [Fact("persian", seat) for seat in best]
    else:
        totals = {seat: counted(hand.cards[seat], hand.flexible) for seat in able}
        top = max((count for count in totals.values() if count <= TARGET), default=NOBODY)
        best = [seat for seat in able if totals[seat] == top]
        facts = [Fact("showdown")]
    winner = best[0] if len(best) == 1 else NOBODY
    if winner == NOBODY:
        facts.append(Fact("no_point"))
    else:
        facts.append(Fact("won_round", winner, counted(hand.cards[winner], hand.flexible)))
    return replace(hand, actor=NOBODY, ending=ending, winner=winner, facts=(*hand.facts, *facts))


def _line(hand: PolishHand, seat: int) -> Line:
    flags: tuple[str, ...] = ("won",) if seat == hand.winner else ("lost",)
    if hand.lost[seat]:
        flags += ("away",)
    elif is_persian(hand.cards[seat]):
        flags += ("persian",)
    elif is_bust(hand.cards[seat], hand.flexible):
        flags += ("bust",)
    return Line(seat, 0, int(seat == hand.winner), flags)


def _place_of(hand: PolishHand, position: int) -> tuple[int, int] | None:
    """Seat and number of the sealed card that came from that position."""
    for seat, own in enumerate(hand.cards):
        for index, slot in enumerate(own):
            if slot.position == position and not isinstance(slot, Card):
                return seat, index
    return None


def _with[T](items: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    return (*items[:seat], value, *items[seat + 1 :])


POLISH: HandRules[PolishHand] = PolishRules()
