"""The house's bot for Tactical: it sees its own seat's view, reckons its chance to win and bets on it.

All dice come from `roll`, so the same view and dice give the same answer.
"""

from __future__ import annotations

from collections.abc import Callable

from games.rules.actions import Action, Bet, Call, Check, Fold, Hit, Legal, Offer, Pass, Raise
from games.rules.bots.outlook import Hand, Opponent, Outlook, outlook
from games.rules.cards import Card, blackjack_value, hand_totals
from games.rules.game import Policy
from games.rules.hands.tactical_view import TacticalView

ACE = 11

STRONG, GOOD, WEAK = 0.8, 0.6, 0.35
"""Chances to win: from the first two on it bets for value, below the last it checks or bluffs."""
BETS_STRONG, BETS_GOOD, BETS_MIDDLING, BLUFFS, BLUFFS_LATE = 88, 72, 8, 24, 36
"""How often of 100 it opens with such a hand; late: in the last betting round."""
RAISES_STRONG, RAISES_GOOD, BLUFF_RAISES, CURIOUS_CALLS = 70, 20, 6, 10
"""How often of 100 it raises instead of calling, raises a hopeless hand, and calls with one just too weak."""
ALL_INS = 6
"""How often of 100 a bet is for everything."""
POT_SIZED = 45
"""How often of 100 a bet that is not for everything is a pot, not half a pot."""

DOUBT, DOUBT_PER_POT, MOST_POTS = 0.06, 0.2, 2.0
"""What a bet takes off the chance to win: something, and more the bigger it is against the pot."""
CLOSE = 0.06
"""A call that is too weak by less than this is sometimes made out of curiosity."""
COMMITTED = 0.65
"""A bet for more than this part of the most that is possible is made for all of it."""
ROUND_TO = 10

Roll = Callable[[int], int]


def decide(view: TacticalView, legal: Legal, roll: Roll) -> Action:
    """One of the `legal` actions for `view.viewer`, whose turn it is."""
    offers = {offer.kind: offer for offer in legal}
    if "pass" in offers:
        return Hit() if "hit" in offers and _wants_card(_reckon(view)) else Pass()
    reckoned = _reckon(view)
    chance = reckoned.standing if view.final_betting else reckoned.best
    if "call" in offers:
        return _face_bet(view, offers.get("raise"), chance, roll)
    return _open_betting(view, offers.get("bet"), chance, roll)


def _reckon(view: TacticalView) -> Outlook:
    me = _viewer(view)
    own, other = view.seats[me], view.seats[1 - me]
    faces = [card.face for card in own.cards if card is not None]
    hard, _ = hand_totals(faces)
    has_ace = any(blackjack_value(face) == ACE for face in faces)
    public = other.cards[0]
    if not isinstance(public, Card):
        raise ValueError("the opponent's first card is always public")
    first = blackjack_value(public.face)
    stopped = other.passed or view.final_betting
    return outlook(
        Hand(hard, has_ace, len(faces)), Opponent(1 if first == ACE else first, other.card_count, stopped)
    )


def _wants_card(reckoned: Outlook) -> bool:
    return reckoned.hitting > reckoned.standing


def _open_betting(view: TacticalView, bet: Offer | None, chance: float, roll: Roll) -> Action:
    if chance >= STRONG:
        bets = BETS_STRONG
    elif chance >= GOOD:
        bets = BETS_GOOD
    elif chance >= WEAK:
        bets = BETS_MIDDLING
    else:
        bets = BLUFFS_LATE if view.final_betting else BLUFFS
    if bet is None or roll(100) >= bets:
        return Check()
    return Bet(_size(view, bet, roll))


def _face_bet(view: TacticalView, higher: Offer | None, chance: float, roll: Roll) -> Action:
    needed = view.to_call / (view.pot + view.to_call)
    in_pots = view.to_call / (view.pot - view.to_call)
    believed = chance - DOUBT - DOUBT_PER_POT * min(in_pots, MOST_POTS)
    if higher is not None and roll(100) < _raises(believed, needed):
        return Raise(_size(view, higher, roll))
    if believed >= needed or (believed >= needed - CLOSE and roll(100) < CURIOUS_CALLS):
        return Call()
    return Fold()


def _raises(believed: float, needed: float) -> int:
    if believed >= STRONG:
        return RAISES_STRONG
    if believed >= GOOD:
        return RAISES_GOOD
    return BLUFF_RAISES if believed < needed else 0


def _size(view: TacticalView, offer: Offer, roll: Roll) -> int:
    """Half a pot, a pot or everything, on top of the call; within the offer's bounds."""
    if roll(100) < ALL_INS:
        return offer.high
    pot = view.pot + view.to_call
    step = pot if roll(100) < POT_SIZED else pot // 2
    to_match = view.seats[_viewer(view)].bet + view.to_call
    total = to_match + step // ROUND_TO * ROUND_TO
    return offer.high if total > offer.high * COMMITTED else max(total, offer.low)


def _viewer(view: TacticalView) -> int:
    if view.viewer is None:
        raise ValueError("a watcher has nothing to decide")
    return view.viewer


POLICIES: dict[str, Policy] = {"house": decide}
