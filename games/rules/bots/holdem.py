"""The house's three bots for Hold'em. Each sees its own seat's view alone; what sets them apart is data.

All dice come from `roll`, so the same view and dice give the same answer.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import msgspec

from games.rules.actions import Action, Bet, Call, Check, Fold, Legal, Offer, Raise
from games.rules.bots.holdem_outlook import chance_to_win
from games.rules.cards import Card
from games.rules.game import Policy
from games.rules.hands.holdem_view import HoldemView

COMMITTED = 0.65
"""A size of more than this part of the most that is possible becomes all of it."""
MOST_POTS = 1.5
"""Beyond so many pots a bet is not believed any more than that."""

Roll = Callable[[int], int]


class Style(msgspec.Struct, frozen=True, kw_only=True):
    """How one of them plays. Chances to win from 0 to 1; how often of 100."""

    worth: float
    """From this chance on a hand is bet for its value."""
    bets: int
    """How often it then bets, and"""
    raises: int
    """raises; else it checks or calls."""
    bluffs: int
    """How often it bets, or raises, with less."""
    doubt: float
    """What a bet of the pot, for all that is left, takes off a chance of one half; off a sure win it takes nothing."""
    curious: float
    """It calls with a chance that is less than the price by so much."""
    sizes: tuple[int, ...]
    """Of a hundredth of the pot; drawn evenly."""
    all_ins: int
    """How often a bet is for everything."""


STEADY = Style(
    worth=0.66, bets=75, raises=40, bluffs=12, doubt=0.3, curious=0.0, sizes=(33, 50, 67, 100), all_ins=1
)
CAREFUL = Style(
    worth=0.74, bets=85, raises=50, bluffs=2, doubt=0.4, curious=-0.06, sizes=(33, 50, 67), all_ins=0
)
BOLD = Style(
    worth=0.55, bets=85, raises=50, bluffs=30, doubt=0.16, curious=0.05, sizes=(50, 67, 100, 150), all_ins=4
)


def decide(style: Style, view: HoldemView, legal: Legal, roll: Roll) -> Action:
    """One of the `legal` actions for `view.viewer`, whose turn it is."""
    offers = {offer.kind: offer for offer in legal}
    higher = offers.get("bet") or offers.get("raise")
    chance = _reckon(view)
    if "check" in offers:
        wants = style.bets if chance >= style.worth else style.bluffs
        return _sized(style, view, higher, roll) if higher and roll(100) < wants else Check()
    price = view.to_call / (view.pot + view.to_call)
    in_pots = min(view.to_call / max(1, view.pot - view.to_call), MOST_POTS)
    of_stack = view.to_call / view.seats[_viewer(view)].stack
    believed = chance - style.doubt * (in_pots + of_stack) * (1 - chance)
    wants = style.raises if believed >= style.worth else style.bluffs // 3
    if higher and roll(100) < wants:
        return _sized(style, view, higher, roll)
    return Call() if believed >= price - style.curious else Fold()


def _reckon(view: HoldemView) -> float:
    me = _viewer(view)
    own = [card.face for card in view.seats[me].cards if isinstance(card, Card)]
    others = sum(1 for seat, of in enumerate(view.seats) if of.claim == "in" and seat != me)
    return chance_to_win(own, [card.face for card in view.board], others)


def _sized(style: Style, view: HoldemView, offer: Offer, roll: Roll) -> Action:
    """Part of the pot on top of the call, in whole chips and within the bounds."""
    total = offer.high
    if roll(100) >= style.all_ins:
        percent = style.sizes[roll(len(style.sizes))]
        own = view.seats[_viewer(view)].bet + view.to_call
        wanted = own + (view.pot + view.to_call) * percent // 100
        whole = wanted // view.chip * view.chip
        total = offer.high if whole > offer.high * COMMITTED else max(whole, offer.low)
    return Bet(total) if offer.kind == "bet" else Raise(total)


def _viewer(view: HoldemView) -> int:
    if view.viewer is None:
        raise ValueError("a watcher has nothing to decide")
    return view.viewer


POLICIES: dict[str, Policy] = {
    "steady": partial(decide, STEADY),
    "careful": partial(decide, CAREFUL),
    "bold": partial(decide, BOLD),
}
