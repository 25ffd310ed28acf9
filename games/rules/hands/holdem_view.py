"""What one viewer of a hand of Hold'em may know, built field by field.

Open to all: blinds, bets, stacks, actions, the board, who is in. A seat's two cards are its owner's, and each is
everybody's once that seat has shown it; a folded or mucked hand is never anybody else's.
"""

from __future__ import annotations

import msgspec

from games.rules.cards import Card
from games.rules.hand_ranks import HAND, HandName, named, strength
from games.rules.hands.holdem_pots import collected
from games.rules.hands.holdem_showing import lying_open, showable
from games.rules.hands.holdem_state import NOBODY, Claim, Ending, HoldemHand, Street, contenders, to_call


class HoldemSeatView(msgspec.Struct, frozen=True, kw_only=True):
    """One seat as the viewer sees it; amounts as in `HoldemHand`."""

    cards: tuple[Card | None, ...]
    """In the order they were dealt; None where the face is not for this viewer. Empty: not in the hand."""
    claim: Claim
    all_in: bool
    stack: int
    bet: int
    """On this street."""
    committed: int
    """In the whole hand, dead chips included."""
    shown: bool
    """Both cards."""
    value: HandName | None
    """Of the cards the viewer sees with the board, from the flop on."""


class PotView(msgspec.Struct, frozen=True, kw_only=True):
    amount: int
    eligible: tuple[int, ...]
    shares: tuple[int, ...]
    """By seat; empty until the hand is over."""
    rake: int


class HoldemView(msgspec.Struct, frozen=True, kw_only=True):
    """A hand of Hold'em for one seat, or for a watcher (`viewer` None)."""

    viewer: int | None
    chip: int
    """Units in one chip: all amounts are in units."""
    button: int
    small_seat: int
    """-1: there is no small blind."""
    big_seat: int
    big: int
    street: Street
    to_act: tuple[int, ...]
    to_call: int
    """Units the viewer must add to stay in; 0 for a watcher."""
    pot: int
    """Everything that is in, bets of this street included."""
    pots: tuple[PotView, ...]
    """Main pot first. Bets of a street go in when it is over; until then they lie before their seats."""
    board: tuple[Card, ...]
    seats: tuple[HoldemSeatView, ...]
    reason: Ending
    """``showdown``, ``fold`` or ``abandoned`` when the hand is over."""
    winners: tuple[int, ...]
    shares: tuple[int, ...]
    """Units out of all pots by seat; empty until the hand is over."""
    showable: tuple[int, ...]
    """Numbers of the viewer's own cards, from 0, that it may show though it need not: who has won a pot that nobody
    contested, while its result stands."""

    def open_cards(self) -> tuple[Card, ...]:
        """Every card whose face this viewer may know."""
        own = tuple(card for seat in self.seats for card in seat.cards if card is not None)
        return own + self.board


def view_for(hand: HoldemHand, viewer: int | None) -> HoldemView:
    over = hand.street == "over"
    pots = hand.pots if over else collected(hand)
    shares = tuple(sum(pot.shares[seat] for pot in hand.pots) for seat in range(len(hand.claims)))
    return HoldemView(
        viewer=viewer,
        chip=hand.chip,
        button=hand.button,
        small_seat=hand.small_seat,
        big_seat=hand.big_seat,
        big=hand.big,
        street=hand.street,
        to_act=() if hand.actor == NOBODY else (hand.actor,),
        to_call=0 if viewer is None else _to_call(hand, viewer),
        pot=sum(hand.committed) + sum(hand.dead),
        pots=tuple(
            PotView(amount=sum(pot.contributions), eligible=pot.eligible, shares=pot.shares, rake=pot.rake)
            for pot in pots
        ),
        board=hand.board,
        seats=tuple(_seat_view(hand, seat, viewer) for seat in range(len(hand.claims))),
        reason=hand.ending,
        winners=_winners(hand, shares) if over else (),
        shares=shares if over else (),
        showable=() if viewer is None else showable(hand, viewer),
    )


def _winners(hand: HoldemHand, shares: tuple[int, ...]) -> tuple[int, ...]:
    """Who gets something; where nothing was called, and all went back, who was still in."""
    return tuple(seat for seat, share in enumerate(shares) if share) or tuple(contenders(hand))


def _to_call(hand: HoldemHand, seat: int) -> int:
    if hand.street == "over" or seat not in contenders(hand):
        return 0
    return min(to_call(hand, seat), hand.stacks[seat])


def _seat_view(hand: HoldemHand, seat: int, viewer: int | None) -> HoldemSeatView:
    own, shown = hand.cards[seat], seat in hand.shown
    sees = shown or seat == viewer
    seen = () if sees else lying_open(hand, seat)
    value = None
    if sees and own and len(hand.board) + len(own) >= HAND:
        value = named(strength(card.face for card in own + hand.board))
    return HoldemSeatView(
        cards=own if sees else tuple(card if at in seen else None for at, card in enumerate(own)),
        claim=hand.claims[seat],
        all_in=hand.claims[seat] == "in" and not hand.stacks[seat] and hand.street != "over",
        stack=hand.stacks[seat],
        bet=hand.bets[seat],
        committed=hand.committed[seat] + hand.dead[seat],
        shown=shown,
        value=value,
    )
