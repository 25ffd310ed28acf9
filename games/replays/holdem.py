"""A hand of Hold'em in pictures, from the asker's own view of it at its end and its public facts.

A card of another seat lies face down until the moment it was shown; a folded or mucked one stays so.
"""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from msgspec.structs import replace

from games import sentences
from games.hands_seen import card_shown
from games.news import news_of
from games.replays.frame import Frame, SeatFrame
from games.rules.contracts import Fact
from games.rules.hands.holdem_course import POSTS, SHARES, Moment, course_of
from games.rules.hands.holdem_view import HoldemView
from games.rules.table_view import TableView
from games.shown.poker import HoldemShown

BEGINNING = (*POSTS, "hand", "dealt")
JOINING = ("all_in", "returned", "mucks")
"""What belongs to the picture before it."""
SHOWDOWN = ("showdown", "shows", "mucks")
STREETS = ("flop", "turn", "river")


def frames(
    seen: TableView, facts: tuple[Fact, ...], names: tuple[str, ...], language: str
) -> tuple[Frame, ...]:
    """`facts`: of this hand alone, from its first line on."""
    whole = replace(seen, log=facts, log_from=0)
    texts = {line.number: line.text for line in news_of(whole, names, language, len(facts))}
    moments = course_of(seen.hand, facts)
    pictures = _Pictures(whole, names, language)
    return tuple(
        pictures.frame(
            moments[last],
            facts[first : last + 1],
            [texts[at] for at in range(first, last + 1) if at in texts],
        )
        for first, last in _groups(facts)
    )


def _groups(facts: tuple[Fact, ...]) -> Iterator[tuple[int, int]]:
    """First and last index of what is one picture: blinds and deal; then each answer, street, showdown, payment."""
    first = 0
    for at in range(1, len(facts) + 1):
        if at == len(facts) or not _joins(facts[at - 1].kind, facts[at].kind):
            yield first, at - 1
            first = at


def _joins(before: str, kind: str) -> bool:
    if kind in JOINING or kind.startswith("over_"):
        return True
    if kind in SHARES:
        return before in SHARES
    if kind == "shows":
        return before in SHOWDOWN
    return kind in BEGINNING


class _Pictures:
    def __init__(self, whole: TableView, names: tuple[str, ...], language: str) -> None:
        self.hand: HoldemView = whole.hand
        self.names = names
        self.language = language
        self.chips = HoldemShown(whole, whole.hand, (), language).chips
        self.said = [""] * len(names)

    def frame(self, moment: Moment, facts: tuple[Fact, ...], text: list[str]) -> Frame:
        """In their order: what a seat did last is remembered."""
        part = self._part(facts)
        if part:
            self.said = ["" if seat not in moment.out else said for seat, said in enumerate(self.said)]
        for fact in facts:
            word = sentences.short(fact.kind, fact.amount, self.language) if fact.seat >= 0 else ""
            if word:
                self.said[fact.seat] = word
        first = self.hand.viewer or 0
        order = [*range(first, len(self.names)), *range(first)]
        return Frame(
            text=tuple(text),
            part=part,
            seats=tuple(self._seat(moment, seat) for seat in order if self.hand.seats[seat].claim),
            board=tuple(card_shown(card, self.language) for card in self.hand.board[: moment.board]),
            pot=self.chips(moment.pot),
        )

    def _part(self, facts: tuple[Fact, ...]) -> str:
        names = {
            "hand": _("Before the flop"), "flop": _("Flop"), "turn": _("Turn"), "river": _("River"),
            "showdown": _("Showdown"),
        }  # fmt: skip
        return next((names[fact.kind] for fact in facts if fact.kind in names), "")

    def _seat(self, moment: Moment, seat: int) -> SeatFrame:
        part = self.hand.seats[seat]
        sees = [
            seat == self.hand.viewer or seat in moment.shown or (seat, at) in moment.shown_singly
            for at in range(moment.dealt[seat])
        ]
        return SeatFrame(
            name=self.names[seat],
            own=seat == self.hand.viewer,
            button=seat == self.hand.button,
            out=seat in moment.out or seat in moment.mucked,
            cards=tuple(
                card_shown(card if seen else None, self.language)
                for card, seen in zip(part.cards, sees, strict=False)
            ),
            total="",
            said=self.said[seat],
            stack=self.chips(moment.stacks[seat]),
            bet=self.chips(moment.bets[seat]) if moment.bets[seat] else "",
        )
