"""What a round for points shows besides the cards: the score, where the match is, who is done, out or bust."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import sentences
from games.rules.hands.polish_view import PolishSeatView, PolishView
from games.rules.table_view import TableView


class Place(NamedTuple):
    """One seat, in the order of the table from the viewer's own on."""

    seat: Any
    """Its `SeatShown`."""
    points: str
    """In words."""
    mark: str
    """What sets it apart in this round, in a word or two; "" for nothing."""
    is_winner: bool
    is_loser: bool


class RoundShown(NamedTuple):
    """Of a round in play, or whose result stands."""

    places: tuple[Place, ...]
    title: str
    """``Round 3 of 5``"""
    tiebreak: str
    """Who plays on because they are level; "" before."""
    result: str
    """How the round ended, in a few words; "" while it is played."""
    read: tuple[tuple[str, str], ...]

    def readouts(self) -> tuple[tuple[str, str], ...]:
        return self.read


def show_round(view: TableView, seats: tuple[Any, ...], language: str) -> RoundShown:
    """Made from the viewer's view alone."""
    hand: PolishView = view.hand
    title, tiebreak = _title(view), _tiebreak(view, seats)
    return RoundShown(
        places=tuple(_place(view, hand, seat) for seat in seats),
        title=title,
        tiebreak=tiebreak,
        result=_result(view, hand, seats),
        read=tuple(_read(view, seats, title, tiebreak, language)),
    )


def _place(view: TableView, hand: PolishView, seat: Any) -> Place:
    decided = bool(hand.reason) and hand.winner is not None
    return Place(
        seat=seat,
        points=_points(view.match.points[seat.number]),
        mark=_mark(hand.seats[seat.number], seat.out),
        is_winner=decided and hand.winner == seat.number,
        is_loser=bool(hand.reason) and hand.winner != seat.number,
    )


def _points(points: int) -> str:
    return ngettext("%(n)d point", "%(n)d points", points) % {"n": points}


def _mark(own: PolishSeatView, out: bool) -> str:
    if out:
        return _("Out of the match")
    if not own.in_round:
        return _("Not in this round")
    if own.away:
        return _("Away: bust")
    if own.persian:
        return _("Persian 21")
    return _("Bust") if own.bust else ""


def _title(view: TableView) -> str:
    match = view.match
    if view.hand_number > match.rounds:
        return _("Tiebreak round %(n)d") % {"n": view.hand_number - match.rounds}
    return _("Round %(n)d of %(all)d") % {"n": view.hand_number, "all": match.rounds}


def _tiebreak(view: TableView, seats: tuple[Any, ...]) -> str:
    tied = view.match.tied
    if not tied or view.result is not None:
        return ""
    names = [_("you") if seat.own else sentences.isolated(seat.name) for seat in seats if seat.number in tied]
    return _("Level at the top, and playing on: %(names)s") % {"names": ", ".join(names)}


def _result(view: TableView, hand: PolishView, seats: tuple[Any, ...]) -> str:
    if not hand.reason:
        return ""
    if hand.winner is None:
        return _("No point")
    winner = next(seat for seat in seats if seat.number == hand.winner)
    if winner.own:
        return _("Your point")
    return _("Point for %(name)s") % {"name": sentences.isolated(winner.name)}


# --- read out by a key ----------------------------------------------------------------------------------------------


def _read(
    view: TableView, seats: tuple[Any, ...], title: str, tiebreak: str, language: str
) -> Iterator[tuple[str, str]]:
    hand: PolishView = view.hand
    first, *others = seats
    if first.own:
        yield "own", _cards(first, hand.seats[first.number], language)
    shown = others if first.own else seats
    yield "opponent", " ".join(_cards(seat, hand.seats[seat.number], language) for seat in shown)
    yield "stacks", " ".join(_score(seat, view.match.points[seat.number], language) for seat in seats)
    left = view.match.rounds_left
    to_come = ngettext("%(n)d round is not decided yet.", "%(n)d rounds are not decided yet.", left) % {
        "n": left
    }
    yield (
        "level",
        " ".join(f"{text}." for text in (title, tiebreak) if text) + (f" {to_come}" if left else ""),
    )


def _cards(seat: Any, own: PolishSeatView, language: str) -> str:
    """What the listener may know of one seat."""
    name = sentences.isolated(seat.name)
    mark = _mark(own, seat.out)
    if not own.in_round:
        return _("%(name)s: %(mark)s.") % {"name": name, "mark": mark}
    faces = tuple(None if card is None else card.face for card in own.cards)
    cards = sentences.cards_named(faces, language)
    told = [_("Your cards: %(cards)s.") % {"cards": cards} if seat.own else f"{name}: {cards}."]
    if own.shown_total:
        told.append(_("Total %(total)s.") % {"total": own.shown_total})
    if mark:
        told.append(f"{mark}.")
    elif own.done and not own.shown_total:
        told.append(_("Done."))
    return " ".join(told)


def _score(seat: Any, points: int, language: str) -> str:
    if seat.own:
        form = ngettext("You have %(n)s point.", "You have %(n)s points.", points)
    else:
        form = ngettext("%(name)s has %(n)s point.", "%(name)s has %(n)s points.", points)
    told = form % {"name": sentences.isolated(seat.name), "n": sentences.number(points, language)}
    return f"{told} {_('Out of the match.')}" if seat.out else told
