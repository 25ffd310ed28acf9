"""A table where one plays against a dealer: bets and results in chips, what the hand is worth, what may be bet.

The view's amounts are half-chips. The best play by the table of basic strategy is for practice alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from games import sentences
from games.rules.actions import Legal
from games.rules.bots.house_basic import basic
from games.rules.formats.solo import SoloView
from games.rules.hands.house_state import HALVES, PLAYER, TWO
from games.rules.hands.house_view import HouseView, PlayerHandView
from games.rules.table_view import TableView
from games.shown.dealer_read import readouts
from games.shown.dealer_words import (
    balance_of,
    best_of,
    chips_of,
    in_play_of,
    in_words,
    insurance_of,
    insurance_result,
    result_of,
    signed_of,
)
from games.shown.telling import SeenHand

CHIPS = (5, 25, 100, 500, 1_000, 5_000, 25_000, 100_000, 500_000)
"""What a tap adds to the bet."""
MOST_CHIPS = 6
"""So many of them fit side by side."""
WORDS: Mapping[str, str] = {"bet": "deal", "go": "more_chips"}
"""Between rounds a bet deals the next one, and going on means to be lent more chips."""
PRACTICE = "practice"


class PlayerHandShown(NamedTuple):
    """One player hand."""

    number: int
    view: PlayerHandView
    name: str
    """Which of two it is; "" for the only one."""
    soft: bool
    total: int
    bet: str
    result: str
    """``Blackjack! +7.5``; "" until the round is over."""
    kind: str
    """won, push or lost; "" until then."""


class DealerShown(NamedTuple):
    """What the templates of a dealer's table show besides the view. Amounts are texts, in chips."""

    is_open: bool
    """A round is in play: its bets would be lost by leaving."""
    hands: tuple[PlayerHandShown, ...]
    dealer_soft: bool
    dealer_best: int
    """Of the dealer's open cards."""
    balance: str
    in_play: str
    """All bets of the open round; "" without one."""
    insurance: str
    """What is or would be staked on it; "" for nothing."""
    insurance_result: str
    net: str
    """Of the whole round, where it had more than one bet."""
    chips: tuple[int, ...]
    last_bet: int
    """In whole chips; 0: none, or more than there is."""
    suggested: int
    """What stands in the field for the bet at first."""
    out_of_chips: bool
    """Nothing can be bet, and nothing is lent."""
    advice: str
    """The best play, in practice only."""
    read: tuple[tuple[str, str], ...]

    def readouts(self) -> Iterator[tuple[str, str]]:
        yield from self.read


def show_round(view: TableView, seats: tuple[Any, ...], language: str) -> DealerShown:
    """Of a `HouseView`, or of no hand at all before the first deal."""
    hand: HouseView | None = view.hand
    match: SoloView | None = view.match
    is_open = hand is not None and not hand.reason
    hands = _hands(hand, language)
    low, high = _bounds(view)
    last = match.last_bet // HALVES if match else 0
    last_bet = last if low <= last <= high else 0
    price = insurance_of(hand)
    dealer_soft, dealer_best = best_of(hand.dealer_total) if hand else (False, 0)
    return DealerShown(
        is_open=is_open,
        hands=hands,
        dealer_soft=dealer_soft,
        dealer_best=dealer_best,
        balance=chips_of(balance_of(view, hand, match), language),
        in_play=chips_of(in_play_of(hand), language) if hand is not None and is_open else "",
        insurance=chips_of(price, language) if price else "",
        insurance_result=insurance_result(hand, language),
        net=_net(hand, language),
        chips=chips_offered(high),
        last_bet=last_bet,
        suggested=last_bet or min(max(low, CHIPS[1]), high),
        out_of_chips=view.prompt is not None and [offer.kind for offer in view.prompt.legal] == ["leave"],
        advice=_advice(view, hand, language),
        read=tuple(readouts(view, hand, match, language)),
    )


def chips_offered(high: int) -> tuple[int, ...]:
    """The least one, and the largest that may be bet."""
    fit = [chip for chip in CHIPS if chip <= high]
    return tuple(fit if len(fit) <= MOST_CHIPS else [fit[0], *fit[1 - MOST_CHIPS :]])


def _bounds(view: TableView) -> tuple[int, int]:
    """Of a bet the viewer may make now, in whole chips; (0, 0): none."""
    offers = view.prompt.legal if view.prompt is not None and view.prompt.source == "format" else ()
    return next(((offer.low, offer.high) for offer in offers if offer.kind == "bet"), (0, 0))


# --- player hands ---------------------------------------------------------------------------------------------------


def _hands(hand: HouseView | None, language: str) -> tuple[PlayerHandShown, ...]:
    if hand is None:
        return ()
    split = len(hand.hands) > 1
    names = (_("First hand"), _("Second hand")) if split else ("",)
    shown = []
    for number, own in enumerate(hand.hands):
        soft, best = best_of(own.total)
        result = result_of(own, language)
        shown.append(
            PlayerHandShown(
                number, own, names[number], soft, best, chips_of(own.bet, language), result,
                own.flags[0] if own.flags else "",
            )
        )  # fmt: skip
    return tuple(shown)


def _net(hand: HouseView | None, language: str) -> str:
    if hand is None or not hand.reason or len(hand.hands) + bool(hand.insurance) < TWO:
        return ""
    returned = sum(own.returned for own in hand.hands) + hand.insurance_returned
    return _("Round: %(gain)s") % {"gain": signed_of(returned - in_play_of(hand), language)}


def _advice(view: TableView, hand: HouseView | None, language: str) -> str:
    """By the table for exactly these rules. Never where chips of the account are played for."""
    if view.mode != PRACTICE or hand is None or view.prompt is None or view.prompt.source != "hand":
        return ""
    legal: Legal = view.prompt.legal
    kind = basic(hand, legal, lambda n: 0).kind
    play = sentences.label(kind, 0, "", language)
    return _("Basic strategy: %(play)s.") % {"play": play}


# --- finished rounds ------------------------------------------------------------------------------------------------


def seen_hands(view: TableView, language: str) -> tuple[SeenHand, ...]:
    """The dealer's cards and each player hand with its bet."""
    hand: HouseView = view.hand
    own = view.seat == PLAYER
    told = insurance_result(hand, language)
    if hand.insurance and not told:
        told = _("Insurance %(n)s") % {"n": chips_of(hand.insurance, language)}
    seen = [SeenHand(_("Dealer"), False, hand.dealer, in_words(hand.dealer_total), told, "")]
    for each in _hands(hand, language):
        name = each.name or _("Your hand")
        bet = _("Bet %(n)s") % {"n": each.bet}
        total = in_words(each.view.total)
        result = f"{bet} · {each.result}" if each.result else bet
        seen.append(SeenHand(name, own and not each.name, each.view.cards, total, result, each.bet))
    return tuple(seen)
