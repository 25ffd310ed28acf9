"""What a viewer may know, said from the rules of each game and not from its views.

The leak suite deals everything else anew and expects the same views. So what is listed here too much is never checked,
and what is missing makes the suite fail.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from games.rules.clocks import State


@dataclass
class Known:
    """Grows over a match: nobody forgets."""

    cards: set[tuple[int, int]] = field(default_factory=set)
    """(shoe, position) of faces."""
    places: set[tuple[int, int, int]] = field(default_factory=set)
    """(shoe, k, position): where in re-shuffle k that card lies."""
    rolls: set[tuple[str, int]] = field(default_factory=set)
    """(label, counter)."""

    def add(self, other: Known) -> None:
        self.cards |= other.cards
        self.places |= other.places
        self.rolls |= other.rolls


KnownTo = Callable[[State, int | None], Known]
"""(state, viewer; None: a watcher) -> what this state lets the viewer know."""
Unseen = Callable[[State, int | None], set[int]]
"""(state, viewer) -> the seats whose answers in this hand the viewer has not seen."""


def tactical(state: State, viewer: int | None) -> Known:
    """Rules.md, Tactical: each player's first card is public, one's own cards are one's own, a showdown opens all and
    a fold nothing. Who has the first button is public."""
    known = Known(rolls={("first", 0)})
    if state.hand is None:
        return known
    shown_down = state.outcome is not None and state.outcome.reason == "showdown"
    for owner, cards in enumerate(state.hand.cards):
        for index, card in enumerate(cards):
            if index == 0 or owner == viewer or shown_down:
                known.cards.add((state.deal, card.position))
    return known


def classic(state: State, viewer: int | None) -> Known:
    """Rules.md, Classic: as in Tactical, and every hand is shown when both have stood. Who acts first is public, also
    where it is drawn for each hand."""
    known = tactical(state, viewer)
    known.rolls.add(("first", state.hand_number))
    return known


def holdem(state: State, viewer: int | None) -> Known:
    """Rules.md, Hold'em: one's own two cards, the board as far as it lies there, and what was shown, be it one card
    alone. A fold shows nothing, nor does who mucks. Who has the first button is public."""
    known = Known(rolls={("first", 0)})
    if state.hand is None:
        return known
    shown = {fact.seat for fact in state.hand.facts if fact.kind == "shows"}
    alone = [(fact.seat, fact.index) for fact in state.hand.facts if fact.kind == "shows_card"]
    cards = [*state.hand.board, *(state.hand.cards[seat][index] for seat, index in alone)]
    for owner, own in enumerate(state.hand.cards):
        if owner == viewer or owner in shown:
            cards += own
    known.cards = {(state.deal, card.position) for card in cards}
    return known


def polish(state: State, viewer: int | None) -> Known:
    """Rules.md, Twenty-One (Polish): one's own cards, and all when the round is over. Who begins is public."""
    known = Known(rolls={("first", 0)})
    if state.hand is None:
        return known
    over = any(fact.kind in ("showdown", "persian") for fact in state.hand.facts)
    shown = [card for owner, own in enumerate(state.hand.cards) if over or owner == viewer for card in own]
    known.cards = {(state.deal, card.position) for card in shown}
    return known


def house(state: State, viewer: int | None) -> Known:
    """Seed 001, and rules.md, House Blackjack: all cards but the dealer's second, until it is turned. Who leaves does
    not see it."""
    known = Known()
    if state.hand is None:
        return known
    turned = any(fact.kind == "turned" for fact in state.hand.facts)
    own = [card for hand in state.hand.hands for card in hand.cards]
    seen = [*own, *(state.hand.dealer if turned else state.hand.dealer[:1])]
    known.cards = {(state.deal, card.position) for card in seen}
    return known


def all_seen(state: State, viewer: int | None) -> set[int]:
    """Where every action is public."""
    return set()


def seam(state: State, viewer: int | None) -> Known:
    """One's own cards and luck; at the showdown the middle card and the cards of who is still in. Who has left, or
    came later, watches."""
    known = Known()
    hand = state.hand
    if hand is None:
        return known
    dealt_in = None
    if (
        viewer is not None
        and not state.seats[viewer].empty
        and state.seats[viewer].from_hand <= state.hand_number
    ):
        dealt_in = viewer
        known.rolls.add(("luck", state.hand_number * len(state.seats) + viewer))
    shown_down = state.outcome is not None and state.outcome.reason == "showdown"
    positions = {card.position for card in hand.cards[dealt_in]} if dealt_in is not None else set()
    if shown_down:
        positions |= {card.position for seat in hand.seats for card in hand.cards[seat]}
        positions.add(hand.middle.position)
    first = state.setup.first_card if state.setup is not None else 0
    known.cards = {(state.deal, position) for position in positions}
    known.places = {(state.deal, 1, position) for position in positions if position < first}
    return known


def seam_unseen(state: State, viewer: int | None) -> set[int]:
    """Bets are seen when all are in; that of who has left before is never seen."""
    if state.hand is None:
        return set()
    shown = {fact.seat for fact in state.hand.facts if fact.kind == "bet"}
    return {seat for seat in range(len(state.seats)) if seat not in shown and seat != viewer}


CLASSIC = ("classic_series", "classic_fixed", "classic_unlimited")
KNOWN: dict[str, KnownTo] = {
    "tactical": tactical,
    "heads_up": holdem,
    "seam": seam,
    "polish": polish,
    "house": house,
    **dict.fromkeys(CLASSIC, classic),
}
UNSEEN: dict[str, Unseen] = {
    "tactical": all_seen,
    "heads_up": all_seen,
    "seam": seam_unseen,
    "polish": all_seen,
    "house": all_seen,
    **dict.fromkeys(CLASSIC, all_seen),
}
