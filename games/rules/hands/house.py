"""How one round of House Blackjack is played (seed 001; rules.md, House Blackjack and leaderboard).

two cards each, the dealer's second hidden · insurance where the up card is an ace · the peek · the player hands, one
after the other · the dealer draws, unless no player hand is left to beat · each bet is settled by itself.

All amounts are half-chips (`HALVES` of them are one chip). The first bet comes in as `forced`; more is taken from
`bankroll`, which decides what is offered, and shows in `drawn`.

Facts: ``bet`` (amount), ``dealt`` (index), ``dealer_up``, ``dealer_hole``, ``insured`` (amount), ``declined``,
``no_natural`` (after a peek), ``hit``, ``stand``, ``doubled`` (amount, index of the card), ``split`` (amount),
``turned`` (the hole card), ``dealer_hit``, ``forfeit``; then `house_settlement.result_facts`. An index counts the
player's cards of all his hands, or the dealer's (seat -1), in the order in which they were dealt.
"""

from __future__ import annotations

from msgspec.structs import replace

from games.rules.actions import Action, Decline, Double, Hit, Insure, Legal, Offer, Split, Stand
from games.rules.cards import TARGET, Card, blackjack_value, rank_of
from games.rules.chance import Chance
from games.rules.contracts import Fact, HandOutcome, HandRules, HandSetup, Pot, Shoe
from games.rules.errors import Malformed, NotLegal, NotYourTurn
from games.rules.hands.comparison import opened
from games.rules.hands.house_settlement import result_facts, settled_lines
from games.rules.hands.house_state import (
    ACE,
    HALVES,
    NOBODY,
    PLAYER,
    TEN,
    TWO,
    Ending,
    HouseHand,
    PlayerHand,
    is_natural,
    total,
)
from games.rules.hands.house_view import HouseView, view_for

SHOE = Shoe(decks=2, keep_until=104)
LEAST_BET, MOST_BET = 5, 2_000_000
"""In whole chips."""
DEALER_STANDS = 17
"""Soft or hard."""

_DEALT = (
    Fact("dealt", PLAYER, index=0),
    Fact("dealer_up", index=0),
    Fact("dealt", PLAYER, index=1),
    Fact("dealer_hole", index=1),
)
_DEALT_TO_SPLIT = (Fact("dealt", PLAYER, index=2), Fact("dealt", PLAYER, index=3))
_TURNED = Fact("turned", index=1)
_ANSWERS = (Hit, Stand, Double, Split, Insure, Decline)
_INSURE, _DECLINE = Offer("insure"), Offer("decline")
_HIT, _STAND, _DOUBLE, _SPLIT = Offer("hit"), Offer("stand"), Offer("double"), Offer("split")


class HouseRules:
    """`HandRules` of House Blackjack."""

    version = 1
    shoe = SHOE
    state_type = HouseHand

    def start(self, setup: HandSetup, chance: Chance) -> HouseHand:
        """Player, up card, player, hole card. Raises ValueError when the setup is not for one player with one
        legal bet."""
        bet = _checked_bet(setup)
        first = setup.first_card
        one, up, two, hole = [opened(chance.card(first + index)) for index in range(2 * TWO)]
        hand = HouseHand(
            hands=(PlayerHand((one, two), bet),),
            dealer=(up, hole),
            active=NOBODY,
            asks_insurance=blackjack_value(up.face) == ACE,
            bankroll=setup.bankroll[PLAYER] if setup.bankroll else 0,
            first_card=first,
            next_card=first + 2 * TWO,
            facts=(Fact("bet", PLAYER, bet), *_DEALT),
        )
        return hand if hand.asks_insurance else _peeked(hand)

    def to_act(self, hand: HouseHand) -> tuple[int, ...]:
        return () if hand.ending else (PLAYER,)

    def legal_actions(self, hand: HouseHand, seat: int) -> Legal:
        """An extra bet is offered only where the bankroll covers it."""
        if seat != PLAYER or hand.ending:
            return ()
        left = hand.bankroll - hand.drawn
        if hand.asks_insurance:
            return (_INSURE, _DECLINE) if left >= _insurance(hand) else (_DECLINE,)
        own = hand.hands[hand.active]
        if len(own.cards) != TWO or left < own.bet:
            return (_HIT, _STAND)
        if len(hand.hands) == 1 and _is_pair(own.cards):
            return (_HIT, _STAND, _DOUBLE, _SPLIT)
        return (_HIT, _STAND, _DOUBLE)

    def apply_action(
        self, hand: HouseHand, seat: int, action: Action, chance: Chance, *, auto: bool = False
    ) -> HouseHand:
        """Raises Malformed for another game's action, NotYourTurn when the round is over, NotLegal for what
        `legal_actions` does not offer."""
        if not isinstance(action, _ANSWERS):
            raise Malformed(kind=action.kind)
        legal = self.legal_actions(hand, seat)
        if not legal:
            raise NotYourTurn(seat=seat)
        kind = action.kind
        if all(offer.kind != kind for offer in legal):
            raise NotLegal(kind=kind)
        if hand.asks_insurance:
            return _insurance_answered(hand, isinstance(action, Insure), auto)
        if isinstance(action, Stand):
            return _moved_on(hand, hand.hands, chance, [Fact("stand", PLAYER, auto=auto)])
        if isinstance(action, Split):
            return _split(hand, chance, auto)
        return _card_taken(hand, chance, isinstance(action, Double), auto)

    def default_action(self, hand: HouseHand, seat: int) -> Action:
        """What adds no bet and no card. A round that was left alone for long is withdrawn, not played on."""
        return Decline() if hand.asks_insurance else Stand()

    def withdraw(self, hand: HouseHand, seat: int, chance: Chance) -> HouseHand:
        """Leaving loses every bet of the round, insurance too; a round that is over stays as it is."""
        if hand.ending:
            return hand
        return _over(hand, "forfeit", [Fact("forfeit", PLAYER)])

    def open_card(self, hand: HouseHand, card: Card, chance: Chance) -> HouseHand:
        """Raises NotLegal: no card of this game is ever sealed."""
        raise NotLegal(position=card.position)

    def drawn(self, hand: HouseHand) -> tuple[int, ...]:
        """Insurance, split and doubles so far."""
        return (hand.drawn,)

    def outcome(self, hand: HouseHand) -> HandOutcome | None:
        """Reason ``natural`` (the player's alone), ``dealer_natural``, ``bust``, ``showdown`` or ``forfeit``. The
        pot has what the player put in and gets back; what is missing or left is the house's."""
        if not hand.ending:
            return None
        lines = hand.lines
        staked = sum([line.staked for line in lines])
        returned = sum([line.returned for line in lines])
        return HandOutcome(
            reason=hand.ending,
            lines=lines,
            pots=(Pot((staked,), (PLAYER,), (returned,)),),
            cards_used=hand.next_card - hand.first_card,
        )

    def view(self, hand: HouseHand, seat: int | None) -> HouseView:
        return view_for(hand, seat)


# --- the beginning ------------------------------------------------------------------------------------------


def _checked_bet(setup: HandSetup) -> int:
    bet = setup.forced[PLAYER] if len(setup.forced) == 1 else 0
    whole = bet % HALVES == 0 and LEAST_BET * HALVES <= bet <= MOST_BET * HALVES
    if setup.seats != (PLAYER,) or not whole or setup.stacks != (bet,):
        raise ValueError(
            "House Blackjack is played by seat 0 alone with one whole bet of 5 to 2,000,000 chips"
        )
    return bet


def _insurance(hand: HouseHand) -> int:
    return hand.hands[0].bet // HALVES


def _insurance_answered(hand: HouseHand, insures: bool, auto: bool) -> HouseHand:
    """The stake is half the bet. The peek follows."""
    stake = _insurance(hand) if insures else 0
    fact = Fact("insured", PLAYER, stake, auto=auto) if insures else Fact("declined", PLAYER, auto=auto)
    return _peeked(
        replace(hand, asks_insurance=False, insurance=stake, drawn=stake, facts=(*hand.facts, fact))
    )


def _peeked(hand: HouseHand) -> HouseHand:
    """The dealer looks at an ace or a ten-value card. A natural on either side ends the round."""
    if is_natural(hand.dealer):
        return _over(hand, "dealer_natural", [_TURNED])
    peeks = blackjack_value(hand.dealer[0].face) >= TEN
    facts = [Fact("no_natural")] if peeks else []
    if is_natural(hand.hands[0].cards):
        return _over(hand, "natural", [*facts, _TURNED])
    return replace(hand, active=0, facts=(*hand.facts, *facts))


# --- the player hands ---------------------------------------------------------------------------------------


def _is_pair(cards: tuple[Card, ...]) -> bool:
    """Identical ranks: a king and a queen are none."""
    return rank_of(cards[0].face) == rank_of(cards[1].face)


def _card_taken(hand: HouseHand, chance: Chance, doubles: bool, auto: bool) -> HouseHand:
    """One card; the hand ends at 21 and above, and after a double."""
    own = hand.hands[hand.active]
    index = sum([len(each.cards) for each in hand.hands])
    cards = (*own.cards, opened(chance.card(hand.next_card)))
    extra = own.bet if doubles else 0
    fact = Fact("doubled" if doubles else "hit", PLAYER, extra, index, auto)
    played = PlayerHand(cards, own.bet + extra, doubles)
    hands = (played,) if len(hand.hands) == 1 else _second_replaced(hand, played)
    drawn, next_card = hand.drawn + extra, hand.next_card + 1
    if doubles or total(cards) >= TARGET:
        after = replace(hand, drawn=drawn, next_card=next_card)
        return _moved_on(after, hands, chance, [fact])
    return replace(hand, hands=hands, drawn=drawn, next_card=next_card, facts=(*hand.facts, fact))


def _second_replaced(hand: HouseHand, played: PlayerHand) -> tuple[PlayerHand, ...]:
    return (played, hand.hands[1]) if hand.active == 0 else (hand.hands[0], played)


def _split(hand: HouseHand, chance: Chance, auto: bool) -> HouseHand:
    """Both hands get their second card at once. Aces stand on it, and so does a 21."""
    own = hand.hands[0]
    hands = tuple([
        PlayerHand((card, opened(chance.card(hand.next_card + number))), own.bet)
        for number, card in enumerate(own.cards)
    ])  # fmt: skip
    facts = [Fact("split", PLAYER, own.bet, auto=auto), *_DEALT_TO_SPLIT]
    after = replace(hand, drawn=hand.drawn + own.bet, next_card=hand.next_card + TWO)
    if blackjack_value(own.cards[0].face) == ACE:
        return _dealer_played(after, hands, chance, facts)
    if total(hands[0].cards) == TARGET:
        return _moved_on(after, hands, chance, facts)
    return replace(after, hands=hands, facts=(*hand.facts, *facts))


def _moved_on(hand: HouseHand, hands: tuple[PlayerHand, ...], chance: Chance, facts: list[Fact]) -> HouseHand:
    """The active hand has ended: the second one's turn, unless there is none or it is 21; then the dealer's."""
    second = hand.active + 1
    if second < len(hands) and total(hands[second].cards) != TARGET:
        return replace(hand, hands=hands, active=second, facts=(*hand.facts, *facts))
    return _dealer_played(hand, hands, chance, facts)


# --- the dealer and the end ---------------------------------------------------------------------------------


def _dealer_played(
    hand: HouseHand, hands: tuple[PlayerHand, ...], chance: Chance, facts: list[Fact]
) -> HouseHand:
    """The hole card is turned; where a player hand has not bust the dealer draws to 17, soft or hard."""
    facts.append(_TURNED)
    if all(total(own.cards) > TARGET for own in hands):
        return _over(replace(hand, hands=hands), "bust", facts)
    dealer, next_card = hand.dealer, hand.next_card
    while total(dealer) < DEALER_STANDS:
        facts.append(Fact("dealer_hit", index=len(dealer)))
        dealer = (*dealer, opened(chance.card(next_card)))
        next_card += 1
    return _over(replace(hand, hands=hands, dealer=dealer, next_card=next_card), "showdown", facts)


def _over(hand: HouseHand, ending: Ending, facts: list[Fact]) -> HouseHand:
    lines = settled_lines(hand.hands, hand.dealer, hand.insurance, ending)
    return replace(
        hand,
        active=NOBODY,
        asks_insurance=False,
        ending=ending,
        lines=lines,
        facts=(*hand.facts, *facts, *result_facts(lines)),
    )


HOUSE: HandRules[HouseHand] = HouseRules()
"""The one instance; the rules keep no state of their own."""
