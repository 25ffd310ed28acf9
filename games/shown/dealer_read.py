"""What one is asked at a dealer's table, and what its keys read out."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from games import sentences
from games.rules.formats.solo import SoloView
from games.rules.hands.comparison import readout
from games.rules.hands.house_view import HouseView, PlayerHandView
from games.rules.table_view import TableView
from games.shown.dealer_words import (
    balance_of,
    best_of,
    chips_of,
    in_words,
    insurance_of,
    insurance_result,
    result_of,
)

ACE = 11


def question(view: TableView, language: str) -> str:
    """What the viewer is asked, with what he has to know for it. The view has a prompt."""
    assert view.prompt is not None
    kinds = {offer.kind for offer in view.prompt.legal}
    hand: HouseView | None = view.hand
    if view.prompt.source == "format" or hand is None:
        return _between_rounds(kinds)
    if hand.asks_insurance:
        price = chips_of(insurance_of(hand), language)
        if "insure" in kinds:
            return _("Your turn: the dealer shows an ace. Insurance for %(price)s?") % {"price": price}
        return _("Your turn: an ace. Insurance needs %(price)s, more than you have.") % {"price": price}
    (number,) = [number for number, own in enumerate(hand.hands) if own.active]
    form = _("Your turn: %(own)s against %(dealer)s.")
    if len(hand.hands) > 1:
        form = (
            _("Your turn, first hand: %(own)s against %(dealer)s."),
            _("Your turn, second hand: %(own)s against %(dealer)s."),
        )[number]
    told = form % {"own": in_words(hand.hands[number].total), "dealer": _up(hand)}
    return f"{told} {_ways(kinds)}"


def _between_rounds(kinds: set[str]) -> str:
    if "bet" in kinds:
        return _("Place your bet, then deal.")
    if "go" in kinds:
        return _("Your practice chips are used up. Take more?")
    return _("You have fewer than 5 chips. Every hour you can get new ones.")


def _ways(kinds: set[str]) -> str:
    if "split" in kinds:
        return _("Hit, stand, double or split.")
    return _("Hit, stand or double.") if "double" in kinds else _("Hit or stand.")


def _up(hand: HouseView) -> str:
    """The up card's value as one says it."""
    card = hand.dealer[0]
    assert card is not None  # always open
    best = best_of(readout([card]))[1]
    return _("an ace") if best == ACE else str(best)


# --- what keys read out ---------------------------------------------------------------------------------------------


def readouts(
    view: TableView, hand: HouseView | None, match: SoloView | None, language: str
) -> Iterator[tuple[str, str]]:
    """Key (`players.keys`) and sentence."""
    if hand is not None:
        names = (_("First hand"), _("Second hand")) if len(hand.hands) > 1 else ("",)
        told = [_hand_read(own, name, language) for own, name in zip(hand.hands, names, strict=True)]
        yield "my_hand", " ".join(told)
        faces = tuple(None if card is None else card.face for card in hand.dealer)
        yield (
            "dealer",
            _("The dealer has: %(cards)s. Total %(total)s.")
            % {"cards": sentences.cards_named(faces, language), "total": in_words(hand.dealer_total)},
        )
        yield "pot", _bets_read(hand, language)
    if match is not None:
        balance = chips_of(balance_of(view, hand, match), language)
        yield "stacks", _("Chips left to bet: %(n)s.") % {"n": balance}


def _hand_read(own: PlayerHandView, name: str, language: str) -> str:
    cards = sentences.cards_named(tuple(card.face for card in own.cards), language)
    values = {"name": name, "cards": cards, "total": in_words(own.total)}
    if not name:
        return _("Your hand: %(cards)s. Total %(total)s.") % values
    told = _("%(name)s: %(cards)s. Total %(total)s.") % values
    return f"{told} {_('It is being played.')}" if own.active else told


def _bets_read(hand: HouseView, language: str) -> str:
    if hand.reason:
        results = [result_of(own, language) for own in hand.hands]
        return " ".join(f"{told}." for told in [*results, insurance_result(hand, language)] if told)
    bets = ", ".join(chips_of(own.bet, language) for own in hand.hands)
    told = _("Your bet: %(n)s.") % {"n": bets}
    if not hand.insurance:
        return told
    return f"{told} {_('Insurance: %(n)s.') % {'n': chips_of(hand.insurance, language)}}"
