"""A table where one plays against a dealer: bets and results in chips, what the hand is worth, what may be bet.

The view's amounts are half-chips. The best play by the table of basic strategy is for practice alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from games import sentences
from games.money import MINUS
from games.rules.actions import Legal
from games.rules.bots.house_basic import basic
from games.rules.formats.solo import SoloView
from games.rules.hands.comparison import readout
from games.rules.hands.house_state import HALVES, PLAYER, TWO
from games.rules.hands.house_view import HouseView, PlayerHandView
from games.rules.table_view import TableView
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
    price = _insurance(hand)
    dealer_soft, dealer_best = best_of(hand.dealer_total) if hand else (False, 0)
    return DealerShown(
        is_open=is_open,
        hands=hands,
        dealer_soft=dealer_soft,
        dealer_best=dealer_best,
        balance=_chips(_balance(view, hand, match), language),
        in_play=_chips(_in_play(hand), language) if hand is not None and is_open else "",
        insurance=_chips(price, language) if price else "",
        insurance_result=_insurance_result(hand, language),
        net=_net(hand, language),
        chips=chips_offered(high),
        last_bet=last_bet,
        suggested=last_bet or min(max(low, CHIPS[1]), high),
        out_of_chips=view.prompt is not None and [offer.kind for offer in view.prompt.legal] == ["leave"],
        advice=_advice(view, hand),
        read=tuple(_readouts(view, hand, match, seats, language)),
    )


def chips_offered(high: int) -> tuple[int, ...]:
    """The least one, and the largest that may be bet."""
    fit = [chip for chip in CHIPS if chip <= high]
    return tuple(fit if len(fit) <= MOST_CHIPS else [fit[0], *fit[1 - MOST_CHIPS :]])


# --- amounts --------------------------------------------------------------------------------------------------------


def _chips(halves: int, language: str) -> str:
    return sentences.chips(halves, HALVES, language)


def _signed(halves: int, language: str) -> str:
    sign = MINUS if halves < 0 else "+" if halves else ""
    return f"{sign}{_chips(abs(halves), language)}"


def _balance(view: TableView, hand: HouseView | None, match: SoloView | None) -> int:
    """What can still be bet. Of a round in play only its player sees what is left."""
    if hand is not None and not hand.reason and hand.viewer is not None:
        return hand.bankroll
    return match.balance if match else 0


def _in_play(hand: HouseView | None) -> int:
    return sum(own.bet for own in hand.hands) + hand.insurance if hand else 0


def _insurance(hand: HouseView | None) -> int:
    """Half the first bet where it is asked for; what was staked where it was."""
    if hand is None:
        return 0
    return hand.hands[0].bet // HALVES if hand.asks_insurance else hand.insurance


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
        result = _result(own, language)
        shown.append(
            PlayerHandShown(
                number, own, names[number], soft, best, _chips(own.bet, language), result,
                own.flags[0] if own.flags else "",
            )
        )  # fmt: skip
    return tuple(shown)


def best_of(total: str) -> tuple[bool, int]:
    """Whether it is soft, and the best value: ``4/14`` is a soft 14."""
    _hard, slash, best = total.rpartition("/")
    return bool(slash), int(best or 0)


def in_words(total: str) -> str:
    """``soft 14``, ``16``."""
    soft, best = best_of(total)
    return _("soft %(total)s") % {"total": best} if soft else str(best)


def _result(own: PlayerHandView, language: str) -> str:
    if not own.flags:
        return ""
    gain = _signed(own.returned - own.bet, language)
    if own.flags[0] == "push":
        return _("Push: bet back")
    if "natural" in own.flags and own.flags[0] == "won":
        return _("Blackjack! %(gain)s") % {"gain": gain}
    if "forfeit" in own.flags:
        return _("Left %(gain)s") % {"gain": gain}
    if "bust" in own.flags:
        return _("Bust %(gain)s") % {"gain": gain}
    return (_("Won %(gain)s") if own.flags[0] == "won" else _("Lost %(gain)s")) % {"gain": gain}


def _insurance_result(hand: HouseView | None, language: str) -> str:
    if hand is None or not hand.reason or not hand.insurance:
        return ""
    return _("Insurance %(gain)s") % {"gain": _signed(hand.insurance_returned - hand.insurance, language)}


def _net(hand: HouseView | None, language: str) -> str:
    if hand is None or not hand.reason or len(hand.hands) + bool(hand.insurance) < TWO:
        return ""
    returned = sum(own.returned for own in hand.hands) + hand.insurance_returned
    return _("Round: %(gain)s") % {"gain": _signed(returned - _in_play(hand), language)}


# --- the question ---------------------------------------------------------------------------------------------------


def question(view: TableView, language: str) -> str:
    """What the viewer is asked, with what he has to know for it. The view has a prompt."""
    assert view.prompt is not None
    kinds = {offer.kind for offer in view.prompt.legal}
    hand: HouseView | None = view.hand
    if view.prompt.source == "format" or hand is None:
        return _between_rounds(kinds)
    if hand.asks_insurance:
        price = _chips(_insurance(hand), language)
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
    return _("an ace") if best == 11 else str(best)


def _advice(view: TableView, hand: HouseView | None) -> str:
    """By the table for exactly these rules. Never where chips of the account are played for."""
    if view.mode != PRACTICE or hand is None or view.prompt is None or view.prompt.source != "hand":
        return ""
    legal: Legal = view.prompt.legal
    kind = basic(hand, legal, lambda n: 0).kind
    play = sentences.label(kind, 0, "", "")
    return _("Basic strategy: %(play)s.") % {"play": play}


# --- what keys read out ---------------------------------------------------------------------------------------------


def _readouts(
    view: TableView, hand: HouseView | None, match: SoloView | None, seats: tuple[Any, ...], language: str
) -> Iterator[tuple[str, str]]:
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
        balance = _chips(_balance(view, hand, match), language)
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
        results = [_result(own, language) for own in hand.hands]
        return " ".join(f"{told}." for told in [*results, _insurance_result(hand, language)] if told)
    bets = ", ".join(_chips(own.bet, language) for own in hand.hands)
    told = _("Your bet: %(n)s.") % {"n": bets}
    if not hand.insurance:
        return told
    return f"{told} {_('Insurance: %(n)s.') % {'n': _chips(hand.insurance, language)}}"


# --- finished rounds ------------------------------------------------------------------------------------------------


def seen_hands(view: TableView, language: str) -> tuple[SeenHand, ...]:
    """The dealer's cards and each player hand with its bet."""
    hand: HouseView = view.hand
    own = view.seat == PLAYER
    told = _insurance_result(hand, language)
    if hand.insurance and not told:
        told = _("Insurance %(n)s") % {"n": _chips(hand.insurance, language)}
    seen = [SeenHand(_("Dealer"), False, hand.dealer, in_words(hand.dealer_total), told, "")]
    for each in _hands(hand, language):
        name = each.name or _("Your hand")
        bet = _("Bet %(n)s") % {"n": each.bet}
        total = in_words(each.view.total)
        result = f"{bet} · {each.result}" if each.result else bet
        seen.append(SeenHand(name, own and not each.name, each.view.cards, total, result, each.bet))
    return tuple(seen)
