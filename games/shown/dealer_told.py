"""What the log tells of a round against a dealer: cards by their player hand, results with what was won or lost."""

from __future__ import annotations

from games.rules.cards import Card
from games.rules.contracts import Fact
from games.rules.hands.comparison import readout
from games.rules.hands.house_state import TWO
from games.rules.hands.house_view import HouseView, PlayerHandView
from games.rules.table_view import TableView
from games.shown.dealer_words import in_words
from games.shown.telling import UNSEEN, Telling

SINGLE = {"won": "won_bet", "lost": "lost_bet", "push": "hand_push"}
WHICH = ("first", "second")
OWN_WORDS = {"bet": "round_bet", "left": "left_game", "over_left": "game_over", "over_hands": "game_over"}
"""Kinds that other games have too, and say otherwise."""
QUIET = ("away", "back")
"""Nobody waits for who plays alone."""


def told_of(view: TableView, at: int, language: str) -> Telling:
    """A fact of this round, or from before the first, as this view may tell it."""
    hand: HouseView | None = view.hand
    fact = view.log[at]
    if fact.kind in OWN_WORDS:
        return Telling(kind=OWN_WORDS[fact.kind])
    if fact.kind in QUIET:
        return Telling(quiet=True)
    if hand is None:
        return UNSEEN
    if fact.kind in ("hand_won", "hand_push", "hand_lost"):
        return _result(hand, fact)
    if fact.kind == "insurance_won":
        return Telling(kind="insurance_paid", amount=fact.amount - hand.insurance)
    if fact.kind == "insurance_lost":
        return Telling(kind="insurance_gone", amount=hand.insurance)
    if fact.index < 0:
        return UNSEEN
    return _dealers_card(hand, fact) if fact.seat < 0 else _players_card(hand, fact)


def _result(hand: HouseView, fact: Fact) -> Telling:
    own = hand.hands[fact.index]
    amount = own.bet if own.flags[0] == "push" else abs(own.returned - own.bet)
    how = "bust" if "bust" in own.flags else own.flags[0]
    if len(hand.hands) > 1:
        return Telling(kind=f"{WHICH[fact.index]}_{how}", amount=amount)
    return Telling(kind=_single(own, how), amount=amount)


def _single(own: PlayerHandView, how: str) -> str:
    if how == "won" and "natural" in own.flags:
        return "natural"
    return "bust_bet" if how == "bust" else SINGLE[how]


def _dealers_card(hand: HouseView, fact: Fact) -> Telling:
    """With the total once the dealer plays."""
    card = hand.dealer[fact.index]
    if card is None or fact.kind == "dealer_hole":
        return UNSEEN
    seen = [each for each in hand.dealer[: fact.index + 1] if each is not None]
    return Telling(face=card.face, total="" if fact.kind == "dealer_up" else in_words(readout(seen)))


def _players_card(hand: HouseView, fact: Fact) -> Telling:
    number, at = in_dealt_order(hand)[fact.index]
    cards: tuple[Card, ...] = hand.hands[number].cards
    is_one_of_two = len(hand.hands) > 1 and fact.index >= TWO and fact.kind in ("dealt", "hit")
    return Telling(
        kind=f"{WHICH[number]}_{fact.kind}" if is_one_of_two else "",
        face=cards[at].face,
        total=in_words(readout(cards[: at + 1])) if at else "",
    )


def in_dealt_order(hand: HouseView) -> list[tuple[int, int]]:
    """(player hand, place in it) of the player's cards as they came: the first of two hands is played out first."""
    if len(hand.hands) == 1:
        return [(0, at) for at in range(len(hand.hands[0].cards))]
    begun = [(0, 0), (1, 0), (0, 1), (1, 1)]
    later = [(number, at) for number, own in enumerate(hand.hands) for at in range(TWO, len(own.cards))]
    return [*begun, *later]
