"""How one deal of Seam is played: five cards each and a card in the middle that nobody knows yet.

Everybody antes and gets five cards and a secret luck of 0..2. All bet at once, unseen; a bet above the own
stack is drawn from the wallet. When all bets are in they are shown and the middle card is opened: if its
rank is even, the highest sum of ranks plus luck takes the pot, else the lowest. Who loses bears a grudge
(its luck) into the next hand, where it breaks ties. Nobody ever sees a grudge, and nobody another's luck.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from games.rules.actions import Action, Bet, Check, Legal, Offer
from games.rules.cards import Card, Sealed, Slot, rank_of
from games.rules.chance import Chance
from games.rules.contracts import Fact, HandOutcome, HandRules, HandSetup, Line, Pot, Shoe
from games.rules.errors import Malformed, NotLegal, NotYourTurn

HAND_CARDS = 5
LUCK = 3
"""Luck is 0, 1 or 2."""
NO_BET = -1


class SeamHand(msgspec.Struct, frozen=True, kw_only=True, array_like=True):
    """Tuples by seat; a seat that is not dealt in has no cards and nothing in the pot."""

    seats: tuple[int, ...]
    """Who is still in the hand."""
    cards: tuple[tuple[Card, ...], ...]
    middle: Slot
    luck: tuple[int, ...]
    grudges: tuple[int, ...]
    stacks: tuple[int, ...]
    """Chips before the ante."""
    bankroll: tuple[int, ...]
    bets: tuple[int, ...]
    """NO_BET until the seat has chosen."""
    bets_shown: bool = False
    pot: tuple[int, ...]
    """The chips of each seat that lie in the pot."""
    cards_used: int
    shares: tuple[int, ...] = ()
    facts: tuple[Fact, ...] = ()


class SeamView(msgspec.Struct, frozen=True, kw_only=True):
    viewer: int | None
    cards: tuple[tuple[Card | None, ...], ...]
    middle: Card | None
    luck: int | None
    own_bet: int | None
    waiting_for: tuple[int, ...]
    pot: tuple[int, ...]
    """Bets appear in it when all are in."""
    shares: tuple[int, ...]

    def open_cards(self) -> tuple[Card, ...]:
        dealt = tuple(card for own in self.cards for card in own if card is not None)
        return dealt if self.middle is None else (*dealt, self.middle)


class SeamRules:
    """`HandRules` of Seam."""

    version = 1
    shoe = Shoe(decks=1, keep_until=2)
    state_type = SeamHand

    def start(self, setup: HandSetup, chance: Chance) -> SeamHand:
        """Where the shoe runs short in mid-deal, the cards of its earlier hands are shuffled in again."""
        needed = HAND_CARDS * len(setup.seats) + 1
        positions = tuple(range(setup.first_card, min(setup.first_card + needed, self.shoe.size)))
        cards_used = len(positions)
        if cards_used < needed:
            again = chance.reshuffle(1, tuple(range(setup.first_card)))
            positions += again[: needed - cards_used]
        table = range(len(setup.stacks))
        own = {seat: positions[nth * HAND_CARDS :][:HAND_CARDS] for nth, seat in enumerate(setup.seats)}
        return SeamHand(
            seats=setup.seats,
            cards=tuple(tuple(_known(chance.card(at)) for at in own.get(seat, ())) for seat in table),
            middle=Sealed(positions[-1]),
            luck=tuple(
                chance.roll("luck", setup.hand_number * len(table) + seat, LUCK) if seat in own else 0
                for seat in table
            ),
            grudges=setup.carry or (0,) * len(table),
            stacks=setup.stacks,
            bankroll=setup.bankroll,
            bets=(NO_BET,) * len(table),
            pot=setup.forced,
            cards_used=cards_used,
            facts=tuple(Fact("ante", seat, setup.forced[seat]) for seat in setup.seats),
        )

    def to_act(self, hand: SeamHand) -> tuple[int, ...]:
        """All at once. Nobody while the middle card is to be opened."""
        if hand.shares or hand.bets_shown:
            return ()
        return tuple(seat for seat in hand.seats if hand.bets[seat] == NO_BET)

    def legal_actions(self, hand: SeamHand, seat: int) -> Legal:
        if seat not in self.to_act(hand):
            return ()
        most = hand.stacks[seat] - hand.pot[seat] + hand.bankroll[seat]
        return (Offer("check"), Offer("bet", 1, most)) if most else (Offer("check"),)

    def apply_action(
        self, hand: SeamHand, seat: int, action: Action, chance: Chance, *, auto: bool = False
    ) -> SeamHand:
        if not isinstance(action, Check | Bet) or (isinstance(action, Bet) and action.to < 1):
            raise Malformed(kind=action.kind)
        legal = self.legal_actions(hand, seat)
        if not legal:
            raise NotYourTurn()
        amount = action.to if isinstance(action, Bet) else 0
        if amount > legal[-1].high:
            raise NotLegal("amount", low=1, high=legal[-1].high)
        hand = replace(
            hand, bets=_with(hand.bets, seat, amount), facts=(*hand.facts, Fact("has_bet", seat, auto=auto))
        )
        return self._show_bets(hand)

    def default_action(self, hand: SeamHand, seat: int) -> Action:
        return Check()

    def withdraw(self, hand: SeamHand, seat: int, chance: Chance) -> SeamHand:
        """The seat's chips stay in the pot; an unseen bet it had made is as if never made."""
        if hand.shares or seat not in hand.seats:
            return hand
        left = tuple(other for other in hand.seats if other != seat)
        hand = replace(hand, seats=left, facts=(*hand.facts, Fact("withdrew", seat)))
        return _pay_out(hand, left) if len(left) == 1 else self._show_bets(hand)

    def open_card(self, hand: SeamHand, card: Card, chance: Chance) -> SeamHand:
        """Only when all bets are in. Where the server knows the card too, it must be that one."""
        if hand.shares or not isinstance(hand.middle, Sealed) or card.position != hand.middle.position:
            raise NotLegal("not_sealed", position=card.position)
        if not hand.bets_shown:
            raise NotLegal("too_early")
        fixed = chance.card(card.position)
        if isinstance(fixed, Card) and fixed != card:
            raise NotLegal("wrong_card", position=card.position)
        hand = replace(hand, middle=card, facts=(*hand.facts, Fact("opened")))
        sign = 1 if rank_of(card.face) % 2 == 0 else -1
        scores = {
            seat: (
                sign * (sum(rank_of(own.face) for own in hand.cards[seat]) + hand.luck[seat]),
                hand.grudges[seat],
            )
            for seat in hand.seats
        }
        best = max(scores.values())
        return _pay_out(hand, tuple(seat for seat in hand.seats if scores[seat] == best))

    def drawn(self, hand: SeamHand) -> tuple[int, ...]:
        return tuple(max(0, pot - stack) for pot, stack in zip(hand.pot, hand.stacks, strict=True))

    def outcome(self, hand: SeamHand) -> HandOutcome | None:
        if not hand.shares:
            return None
        dealt_in = tuple(seat for seat, own in enumerate(hand.cards) if own)
        losers = tuple(seat in hand.seats and not hand.shares[seat] for seat in range(len(hand.cards)))
        return HandOutcome(
            reason="showdown" if isinstance(hand.middle, Card) else "fold",
            lines=tuple(Line(seat, hand.pot[seat], hand.shares[seat]) for seat in dealt_in),
            pots=(Pot(hand.pot, hand.seats, hand.shares),),
            cards_used=hand.cards_used,
            carry=tuple(luck if lost else 0 for luck, lost in zip(hand.luck, losers, strict=True)),
        )

    def view(self, hand: SeamHand, seat: int | None) -> SeamView:
        shown = isinstance(hand.middle, Card)
        own_bet = NO_BET if seat is None else hand.bets[seat]
        return SeamView(
            viewer=seat,
            cards=tuple(
                own if owner == seat or (shown and owner in hand.seats) else (None,) * len(own)
                for owner, own in enumerate(hand.cards)
            ),
            middle=hand.middle if isinstance(hand.middle, Card) else None,
            luck=None if seat is None else hand.luck[seat],
            own_bet=None if own_bet == NO_BET else own_bet,
            waiting_for=self.to_act(hand),
            pot=hand.pot,
            shares=hand.shares,
        )

    def _show_bets(self, hand: SeamHand) -> SeamHand:
        """When the last bet is in, all go into the pot together."""
        if hand.bets_shown or self.to_act(hand):
            return hand
        pot = tuple(
            chips + hand.bets[seat] if seat in hand.seats else chips for seat, chips in enumerate(hand.pot)
        )
        shown = tuple(Fact("bet", seat, hand.bets[seat]) for seat in hand.seats)
        return replace(hand, pot=pot, bets_shown=True, facts=hand.facts + shown)


def _pay_out(hand: SeamHand, winners: tuple[int, ...]) -> SeamHand:
    """The winners share the pot; odd chips go to the lowest seats."""
    share, odd = divmod(sum(hand.pot), len(winners))
    shares = [0] * len(hand.pot)
    for nth, seat in enumerate(winners):
        shares[seat] = share + (nth < odd)
    return replace(
        hand,
        shares=tuple(shares),
        facts=(*hand.facts, *(Fact("won", seat, shares[seat]) for seat in winners)),
    )


def _known(slot: Slot) -> Card:
    if isinstance(slot, Card):
        return slot
    raise ValueError("only the middle card may be sealed")


def _with(items: tuple[int, ...], seat: int, value: int) -> tuple[int, ...]:
    return (*items[:seat], value, *items[seat + 1 :])


SEAM_HAND: HandRules[SeamHand] = SeamRules()
