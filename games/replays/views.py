"""A hand of any other game in pictures: what the asker's page showed after each command that told something."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from games import sentences
from games.hands_seen import card_shown
from games.news import BEGIN_A_HAND, news_of
from games.replays.frame import Frame, SeatFrame
from games.rules.contracts import Fact
from games.rules.table_view import TableView
from games.shown import SEEN


def can_show(hand: Any) -> bool:
    """Whether a view of such a hand has a player hand for each seat, or says what else lies together."""
    if type(hand) in SEEN:
        return True
    seats = getattr(hand, "seats", ())
    return bool(seats) and all(hasattr(seat, "cards") for seat in seats)


def frames(views: Iterable[TableView], names: tuple[str, ...], language: str) -> tuple[Frame, ...]:
    """`views`: the asker's own, of one hand, in order."""
    made: list[Frame] = []
    told = 0
    for view in views:
        news = [line for line in news_of(view, names, language, len(view.log)) if line.number > told]
        if not news:
            continue
        if not made:
            begins = max((at for at, line in enumerate(news) if line.deal), default=0)
            news = news[begins:]
        told = news[-1].number
        made.append(_frame(view, tuple(line.text for line in news), names, language))
    return tuple(made)


def _frame(view: TableView, text: tuple[str, ...], names: tuple[str, ...], language: str) -> Frame:
    hand = view.hand
    first = view.seat or 0
    order = [*range(first, len(names)), *range(first)]
    said = _said(view.log, language)
    pot = getattr(hand, "pot", None)
    return Frame(
        text=text,
        part="",
        seats=_seen(view, language)
        if type(hand) in SEEN
        else tuple(
            _seat(hand, seat, names[seat], seat == view.seat, said.get(seat, ""), language)
            for seat in order
            if hand.seats[seat].cards
        ),
        board=(),
        pot="" if pot is None else sentences.number(pot, language),
    )


def _seen(view: TableView, language: str) -> tuple[SeatFrame, ...]:
    return tuple(
        SeatFrame(
            each.name, each.own, False, False, tuple(card_shown(card, language) for card in each.cards), each.total,
            "", "", each.bet,
        )
        for each in SEEN[type(view.hand)](view, language)
    )  # fmt: skip


def _seat(hand: Any, seat: int, name: str, own: bool, said: str, language: str) -> SeatFrame:
    part = hand.seats[seat]
    stack, bet = getattr(part, "stack", None), getattr(part, "bet", 0)
    return SeatFrame(
        name=name,
        own=own,
        button=seat == getattr(hand, "button", -1),
        out=False,
        cards=tuple(card_shown(card, language) for card in part.cards),
        total=getattr(part, "shown_total", ""),
        said=said,
        stack="" if stack is None else sentences.number(stack, language),
        bet=sentences.number(bet, language) if bet else "",
    )


def _said(log: tuple[Fact, ...], language: str) -> dict[int, str]:
    """What each seat did last in this hand."""
    said: dict[int, str] = {}
    for fact in reversed(log):
        if fact.kind in BEGIN_A_HAND:
            break
        word = sentences.short(fact.kind, fact.amount, language) if fact.seat >= 0 else ""
        if word:
            said.setdefault(fact.seat, word)
    return said
