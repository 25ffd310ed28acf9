"""Finished hands of poker as files that other programs read: poker-room text, PHH, JSON.

All are made from one `ToldHand`, which is built from a seat's own view of the hand: own and shown cards only. A kind of
hand that has such histories names its state's type here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import msgspec

from games.hand_histories import holdem
from games.hand_histories.phh import phh, phhs
from games.hand_histories.room_text import room_text, room_texts
from games.hand_histories.told import FORMAT, HandFacts, ToldHand
from games.rules.contracts import Fact
from games.rules.hands.holdem_state import HoldemHand

__all__ = ["FILES", "TELLERS", "HandFacts", "HistoryFile", "ToldHand"]

Teller = Callable[[Any, tuple[Fact, ...], int, int, HandFacts], ToldHand]
"""(view, the hand's facts, small blind by rule, viewer, about) -> the hand as that viewer may tell it."""

TELLERS: dict[type, Teller] = {HoldemHand: holdem.told}
"""By the type of the hand's state (`HandRules.state_type`)."""


class HistoryFile(NamedTuple):
    """A kind of file, by the ending of its name."""

    content_type: str
    one: Callable[[ToldHand], str]
    several: Callable[[Iterable[ToldHand]], str]
    ending_of_several: str


def as_json(hand: ToldHand) -> str:
    return msgspec.json.encode(hand).decode()


def several_as_json(hands: Iterable[ToldHand]) -> str:
    return msgspec.json.encode({"format": FORMAT, "hands": list(hands)}).decode()


FILES: dict[str, HistoryFile] = {
    "txt": HistoryFile("text/plain; charset=utf-8", room_text, room_texts, "txt"),
    "phh": HistoryFile("application/toml; charset=utf-8", phh, phhs, "phhs"),
    "json": HistoryFile("application/json", as_json, several_as_json, "json"),
}
