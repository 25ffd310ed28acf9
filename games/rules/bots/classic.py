"""The house's bot for Classic: from its own seat's view it reckons whether another card helps more than it harms.

Nobody is out by passing 21 here, but beyond it a card can only make a hand worse: it stands then, whatever the
other shows. It needs no dice.
"""

from __future__ import annotations

from collections.abc import Callable

from games.rules.actions import Action, Hit, Legal, Stand
from games.rules.bots.outlook import Hand, Opponent, outlook
from games.rules.cards import Card, blackjack_value, hand_totals
from games.rules.game import Policy
from games.rules.hands.classic_view import ClassicView

ACE = 11


def decide(view: ClassicView, legal: Legal, roll: Callable[[int], int]) -> Action:
    """HIT where that wins more often than STAND, against what the other shows."""
    if not any(offer.kind == "hit" for offer in legal):
        return Stand()
    me = view.viewer
    if me is None:
        raise ValueError("a watcher has nothing to decide")
    own, other = view.seats[me], view.seats[1 - me]
    faces = [card.face for card in own.cards if card is not None]
    hard, _ = hand_totals(faces)
    has_ace = any(blackjack_value(face) == ACE for face in faces)
    public = other.cards[0]
    if not isinstance(public, Card):
        raise ValueError("the opponent's first card is always public")
    first = blackjack_value(public.face)
    reckoned = outlook(
        Hand(hard, has_ace, len(faces)),
        Opponent(1 if first == ACE else first, other.card_count, stopped=other.stood),
    )
    return Hit() if reckoned.hitting > reckoned.standing else Stand()


POLICIES: dict[str, Policy] = {"house": decide}
