"""The viewer's own decision as buttons: fixed places, keys, words, and sizes of bets that can be filled in."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from games import sentences
from games.rules.actions import Offer
from games.rules.catalog import GAMES
from games.rules.table_view import TableView
from games.shown import WORDS

SIZED = ("bet", "raise")
SLOTS = {
    "fold": "fold",
    "bet": "active",
    "raise": "active",
    "hit": "active",
    "go": "active",
    "insure": "active",
    "double": "double",
    "split": "split",
}
"""Place of an action in the bar, the same in every round; all others lie in the middle."""
KEYS = {
    "fold": "fold",
    "check": "call",
    "call": "call",
    "bet": "bet",
    "raise": "bet",
    "hit": "hit",
    "pass": "pass",
    "stand": "pass",
    "go": "next",
}
"""What a key does, by its name in `players.keys`; which key that is, is each player's own business."""
KEYS_AT = {
    "dealer": {
        "hit": "take",
        "stand": "keep",
        "double": "double",
        "split": "split",
        "insure": "insure",
        "decline": "next",
        "bet": "next",
        "go": "next",
    },
}
"""By the kind of table, where its keys are others (`Game.keys`)."""
PRESETS = (("half", 1, 2), ("pot", 1, 1))
"""Sizes offered besides the smallest and the greatest: name, and what part of the pot is bet or raised."""
BOARD_PRESETS = (("half", 1, 2), ("most", 3, 4), ("pot", 1, 1))
"""The same where there are cards in common."""
STEP = 10
"""What the keys beside a field add and take away, where there is no big blind."""


class Preset(NamedTuple):
    name: str
    text: str
    to: int


class Choice(NamedTuple):
    """One button of the action bar."""

    kind: str
    word: str
    """What it is called here: a bet that deals the next round is another thing than one in a betting round."""
    slot: str
    key: str
    text: str
    sized: bool
    low: int
    high: int
    presets: tuple[Preset, ...]
    step: int
    """What + and − change a size by."""
    slides: bool
    """A size can be chosen on a slider, too."""
    ask: str
    """What is asked once before this is done; "" for nothing."""


def owed_by_viewer(view: TableView) -> int:
    return int(getattr(view.hand, "to_call", 0))


def choices_for(view: TableView, language: str) -> tuple[Choice, ...]:
    prompt = view.prompt
    if prompt is None:
        return ()
    kinds = [offer.kind for offer in prompt.legal]
    words = words_of(view)
    return tuple(_choice(view, offer, words.get(offer.kind, ""), kinds, language) for offer in prompt.legal)


def _choice(view: TableView, offer: Offer, own_word: str, kinds: list[str], language: str) -> Choice:
    word = own_word or offer.kind
    sized = offer.kind in SIZED
    return Choice(
        kind=offer.kind,
        word=word,
        slot=SLOTS.get(offer.kind, "passive"),
        key=KEYS_AT.get(GAMES[view.game].keys, KEYS).get(offer.kind, ""),
        text=sentences.label(word, owed_by_viewer(view), "%s" if sized else "", language),
        sized=sized,
        low=offer.low,
        high=offer.high,
        presets=_presets(view, offer.low, offer.high, language) if sized and not own_word else (),
        step=getattr(view.hand, "big", STEP),
        slides=_has_board(view),
        ask=_asks_before_fold(language) if offer.kind == "fold" and "check" in kinds else "",
    )


def words_of(view: TableView) -> Mapping[str, str]:
    """What the offers of a format's question are called, where they mean something of their own."""
    asks = view.prompt is not None and view.prompt.source == "format"
    return WORDS.get(type(view.match), {}) if asks else {}


def _has_board(view: TableView) -> bool:
    return hasattr(view.hand, "board")


def _presets(view: TableView, low: int, high: int, language: str) -> tuple[Preset, ...]:
    hand: Any = view.hand
    pot = hand.pot if isinstance(getattr(hand, "pot", None), int) else 0
    parts = getattr(hand, "seats", ())
    bet = getattr(parts[view.seat], "bet", 0) if view.seat is not None and len(parts) > view.seat else 0
    return _sizes(low, high, bet, owed_by_viewer(view), pot, _has_board(view), language)


@lru_cache(maxsize=10_000)
def _sizes(
    low: int, high: int, bet: int, owed: int, pot: int, has_board: bool, language: str
) -> tuple[Preset, ...]:
    """Sizes that fill the field: totals for this betting round, as `Bet.to` and `Raise.to` name them."""
    names = {"half": _("½ pot"), "most": _("¾ pot"), "pot": _("Pot")}
    sizes = [Preset("min", _("Min"), low)]
    for name, part_of, whole in (BOARD_PRESETS if has_board else PRESETS) if pot else ():
        to = bet + owed + (pot + owed) * part_of // whole
        sizes.append(Preset(name, names[name], min(max(to, low), high)))
    return (*sizes, Preset("max", _("All-in"), high))


@lru_cache(maxsize=100)
def _asks_before_fold(language: str) -> str:
    return _("A check is free. Press Fold once more to fold.")
