"""What the log says of a hand of Hold'em: cards where the viewer sees them, hands by name once they are shown."""

from __future__ import annotations

from games import sentences
from games.phrases.hand_values import hand_in_words
from games.phrases.poker import STREETS
from games.rules.contracts import Fact
from games.rules.hands.holdem_state import BOARD_CARDS, HOLE_CARDS
from games.rules.hands.holdem_view import HoldemView
from games.rules.table_view import TableView
from games.shown.telling import UNSEEN, Telling

SHARES = ("won", "splits")
"""Kinds that say who gets what of a pot."""


def told_of(view: TableView, at: int, language: str) -> Telling:
    """`Teller` of Hold'em."""
    hand: HoldemView = view.hand
    fact = view.log[at]
    kind = fact.kind
    if kind == "dealt":
        return _dealt(hand, fact, language)
    if kind in STREETS:
        return _street(hand, fact, language)
    if kind == "shows":
        comes_first = any(later.kind in STREETS for later in view.log[at:])
        return _shows(hand, fact, language, with_value=not comes_first)
    if kind == "shows_card":
        return _shows_card(hand, fact)
    if kind in SHARES:
        return _share(hand, view.log, at, language)
    return UNSEEN


def _dealt(hand: HoldemView, fact: Fact, language: str) -> Telling:
    """Both cards with the second: who sees them hears them together, all others that they are dealt."""
    if fact.index != HOLE_CARDS - 1:
        return Telling(quiet=True)
    if fact.seat != hand.viewer:
        return Telling(kind="hole_cards_unseen")
    return Telling(kind="hole_cards", cards=_cards_of(hand, fact.seat, language))


def _street(hand: HoldemView, fact: Fact, language: str) -> Telling:
    """The new cards. The board of a view only grows, so they stay where the fact says."""
    new = hand.board[fact.index : BOARD_CARDS[fact.kind]]
    cards = sentences.cards_named(tuple(card.face for card in new), language)
    return Telling(kind=f"{fact.kind}_seen", cards=cards)


def _shows(hand: HoldemView, fact: Fact, language: str, *, with_value: bool) -> Telling:
    """Without a name where the board came only after the cards were shown, or not at all."""
    cards = _cards_of(hand, fact.seat, language)
    value = _value_of(hand, fact.seat, language) if with_value else ""
    return Telling(kind="shows_hand" if value else "shows_cards", cards=cards, value=value)


def _shows_card(hand: HoldemView, fact: Fact) -> Telling:
    card = hand.seats[fact.seat].cards[fact.index]
    return UNSEEN if card is None else Telling(face=card.face)


def _share(hand: HoldemView, log: tuple[Fact, ...], at: int, language: str) -> Telling:
    """Which pot, if there are several; and with what, if the cards have decided. That a pot is split is said once."""
    fact = log[at]
    also = at > 0 and (log[at - 1].kind, log[at - 1].index) == ("splits", fact.index)
    if hand.reason != "showdown" or not hand.seats[fact.seat].shown:
        return Telling(kind="splits_also") if also else UNSEEN
    which = "also_with" if also else "with" if len(hand.pots) == 1 else "side" if fact.index else "main"
    return Telling(kind=f"{fact.kind}_{which}", value=_value_of(hand, fact.seat, language))


def _cards_of(hand: HoldemView, seat: int, language: str) -> str:
    cards = hand.seats[seat].cards
    return sentences.cards_named(tuple(None if card is None else card.face for card in cards), language)


def _value_of(hand: HoldemView, seat: int, language: str) -> str:
    value = hand.seats[seat].value
    return "" if value is None else hand_in_words(value, language)
