"""The log as one viewer may read it: numbered lines, each a finished sentence."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from django.utils.html import escape
from markupsafe import Markup
from msgspec.structs import replace

from games import sentences
from games.phrases import AFTER, BRIEF, BRIEF_OWN
from games.rules.cards import Card
from games.rules.catalog import GAMES
from games.rules.contracts import Fact
from games.rules.table_view import TableView
from games.shown import TELLERS
from games.shown.telling import UNSEEN, Telling

NEWS_SENT = 20
"""Log lines in one push; the page keeps the earlier ones itself."""


BEGIN_A_HAND = ("hand", "button", "first", "overtime", "round", "extra_round", "new_round")
"""Kinds of the first line of a hand."""


class News(NamedTuple):
    """A line of the log."""

    number: int
    text: str
    deal: bool
    """A hand begins with it."""
    cue: str = ""
    """The sound this viewer hears with it."""
    brief: bool = False
    """Said to who has asked for few words, too."""
    after: tuple[str, ...] = ()
    """What is read out after it to who has asked for all."""


class _Told(NamedTuple):
    """All that a line depends on besides its reader's seat and language."""

    fact: Fact
    """With the kind of the words that are taken."""
    number: int
    name: str
    telling: Telling


def news_of(view: TableView, names: tuple[str, ...], language: str, most: int) -> tuple[News, ...]:
    """The last lines, numbered. Cards are named in the present hand only: the view knows no other."""
    told = _told(view, names, max(0, len(view.log) - most), language)
    return tuple([_news(each, view.seat, language) for each in told if not each.telling.quiet])


def line_at(view: TableView, names: tuple[str, ...], at: int, language: str) -> str:
    """The sentence of the fact at that index of the view's log."""
    return _news(next(_told(view, names, at, language)), view.seat, language).text


def _told(view: TableView, names: tuple[str, ...], first: int, language: str) -> Iterator[_Told]:
    """From the index `first` of the log on."""
    log = view.log
    teller = TELLERS.get(type(view.match if view.hand is None else view.hand), _card_told)
    dealt_at = next((at for at in reversed(range(len(log))) if log[at].kind == "hand"), -1)
    begins, late, agreed = _how_it_begins(view)
    for at in range(first, len(log)):
        fact = log[at]
        telling = teller(view, at, language) if at > dealt_at else UNSEEN
        if begins and fact.kind == "hand":
            fact = Fact(late if fact.amount > agreed else begins, fact.seat, fact.amount)
        elif telling.kind:
            amount = fact.amount if telling.amount < 0 else telling.amount
            fact = replace(fact, kind=telling.kind, amount=amount)
        yield _Told(fact, view.log_from + at, names[fact.seat] if fact.seat >= 0 else "", telling)


def _news(told: _Told, seat: int | None, language: str) -> News:
    fact = told.fact
    telling = told.telling
    text = sentences.sentence(
        fact,
        told.name,
        fact.seat == seat,
        telling.face,
        telling.total,
        language,
        telling.cards,
        telling.value,
    )
    return News(
        number=told.number,
        text=text,
        deal=fact.kind in BEGIN_A_HAND,
        cue=_cue(fact, seat),
        brief=_is_brief(fact, seat),
        after=AFTER.get(fact.kind, ()),
    )


def _is_brief(fact: Fact, seat: int | None) -> bool:
    if fact.kind in BRIEF or fact.kind.startswith("over_"):
        return True
    return fact.kind in BRIEF_OWN and fact.seat == seat


def _how_it_begins(view: TableView) -> tuple[str, str, int]:
    """What the first line of a hand says of its seat: who has the button, or who acts first; "" for nothing. Then what
    it says beyond the agreed number of hands, and that number."""
    match = view.match
    if hasattr(match, "extra"):
        return "round", "extra_round", match.rounds
    if GAMES[view.game].in_rounds:
        return "new_round", "", view.hand_number
    begins = next((name for name in ("button", "first") if hasattr(view.hand, name)), "")
    return begins, "overtime", match.hands if hasattr(match, "overtime") else view.hand_number


def last_lines(view: TableView, names: tuple[str, ...], language: str) -> Markup:
    """The end of the log as list items, as each push carries it."""
    seat = view.seat
    first = max(0, len(view.log) - NEWS_SENT)
    lines = [_line(told, seat, language) for told in _told(view, names, first, language)]
    return Markup("".join(lines))  # noqa: S704 (escaped below)


@lru_cache(maxsize=20_000)
def _line(told: _Told, seat: int | None, language: str) -> str:
    """Most lines of a push were in the last one."""
    if told.telling.quiet:
        return f'<li data-line="{told.number}" hidden></li>'
    line = _news(told, seat, language)
    kind = ' class="deal"' if line.deal else f' data-cue="{line.cue}"' if line.cue else ""
    spoken = " data-brief" if line.brief else ""
    if line.after:
        spoken += f' data-after="{" ".join(line.after)}"'
    return f'<li data-line="{line.number}"{kind}{spoken}>{escape(line.text)}</li>'


def _cue(fact: Fact, seat: int | None) -> str:
    cue = sentences.SAID.get(fact.kind, sentences.UNKNOWN).cue
    if cue == "lost":
        return "lose" if fact.seat == seat else "chips"
    if cue != "won":
        return cue
    return "chips" if seat is None or fact.seat < 0 else "win" if fact.seat == seat else "lose"


def _card_told(view: TableView, at: int, language: str) -> Telling:
    """Face of the card a fact points at, as this view shows it, and the own total when it is the last card."""
    fact = view.log[at]
    if fact.index < 0:
        return UNSEEN
    parts = getattr(view.hand, "seats", ())
    cards = parts[fact.seat].cards if fact.seat < len(parts) else ()
    card: Card | None = cards[fact.index] if fact.index < len(cards) else None
    if card is None:
        return UNSEEN
    last = fact.seat == view.seat and fact.index == len(cards) - 1
    return Telling(face=card.face, total=parts[fact.seat].shown_total if last else "")
