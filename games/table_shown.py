"""A view made ready to be drawn: names, sentences, buttons, sizes of bets. `table.html` draws what this says.

Built from the viewer's `TableView` alone; nothing is read from a database and no state is seen.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from jinja2 import Template
from markupsafe import Markup

from games import match_shown, sentences
from games.choices import Choice, choices_for, owed_by_viewer
from games.live_templates import live_template, part, plain_escape
from games.news import last_lines, line_at
from games.paid_in import PaidIn
from games.phrases.poker import STREETS
from games.rules.cards import RANKS, SUITS, Card, rank_of, suit_of
from games.rules.catalog import GAMES
from games.rules.contracts import Fact
from games.rules.table_view import TableView
from games.selectors import TableFacts
from games.shown import QUESTIONS, HandShown, hand_shown
from games.stakes_shown import StakesShown, stakes_shown

LONGEST_CLOCK_MS = 10 * 60_000
"""A decision that may take longer shows no clock: a day that runs out hurries nobody."""


class SeatShown(NamedTuple):
    """A seat as the viewer sees it; times in ms since 1970."""

    number: int
    name: str
    own: bool
    empty: bool
    bot: bool
    acting: bool
    due: int | None
    away: bool
    away_until: int | None
    ready: bool
    """Needs no more time to look at the result."""
    seeded: bool
    """The hash of its part of the shuffle is in."""
    out: bool
    """Out of the match for good; the others play on."""
    said: str
    """What it did last in this hand."""
    hand: Any
    """Its part of the hand's view, where the view has such parts; else None."""

    @property
    def asked_aside(self) -> bool:
        """While the game stands: is asked something whose time runs on."""
        return self.acting and self.due is not None


class TableShown(NamedTuple):
    """What `table.html` draws."""

    view: TableView
    facts: TableFacts
    version: int
    language: str
    halted: bool
    seats: tuple[SeatShown, ...]
    """In the order of the table, from the viewer's own seat on; a watcher looks over the shoulder of seat 0."""
    status: str
    led_to: str
    """Once the match is over: what came before the last sentence, which is the status then."""
    turn: str
    """The question to the viewer, or ""."""
    choices: tuple[Choice, ...]
    news: Markup
    """The last log lines as list items."""
    readouts: Markup
    """What keys read out, as list items."""
    hand_shown: HandShown | None
    """What this kind of hand shows besides (`games.shown`)."""
    stakes: StakesShown | None
    """None where there is no stake."""

    @property
    def own(self) -> SeatShown:
        return self.seats[0]

    def number(self, value: int) -> str:
        return sentences.number(value, self.language)

    def part(self, name: str) -> Template:
        """A part of this game's own, or everybody's."""
        return part(self.view.game, name, self.language)

    def cards(self, seat: int | str, slots: tuple[Card | None, ...], *, open_to_all: int = 0) -> Markup:
        """The cards of a player hand, or of another place with a name, as list items; None is a back. The first
        `open_to_all` are marked as seen by everybody. A card keeps its id from push to push, so that the page moves
        only what is new."""
        key = f"card-{self.view.hand_number}-{seat}"
        items = [
            f'<li id="{key}-{at}" class="card back">{_back(self.language)}</li>'
            if card is None
            else f'<li id="{key}-{at}" class="card" data-card="{card.position}.{card.face}">'
            f"{_face(card.face, at < open_to_all, self.language)}</li>"
            for at, card in enumerate(slots)
        ]
        return Markup("".join(items))  # noqa: S704 (numbers and our own templates)

    def open_cards(self, cards: tuple[Card, ...]) -> Markup:
        """Open cards that may move from hand to hand: each keeps its id wherever it lies."""
        items = [
            f'<li id="card-{self.view.deal}-p{card.position}" class="card" data-card="{card.position}.{card.face}">'
            f"{_face(card.face, False, self.language)}</li>"
            for card in cards
        ]
        return Markup("".join(items))  # noqa: S704 (numbers and our own templates)

    def hidden(self, count: int) -> str:
        return sentences.hidden_cards(count, self.language)

    @property
    def last_hand(self) -> int:
        """Number of the last hand that is over; 0 before the first."""
        view = self.view
        is_over = view.phase != "hand" and bool(view.outcome_reason)
        return view.hand_number if is_over else max(view.hand_number - 1, 0)

    @property
    def back_by(self) -> int | None:
        """While the match waits for others: when the first of them has used up the time away, or to answer what is
        asked beside the game."""
        others = [seat for seat in self.seats if not seat.own]
        ends = [seat.away_until for seat in others if seat.away_until]
        ends += [seat.due for seat in others if seat.asked_aside and seat.due]
        return min(ends, default=None) if self.view.paused else None

    def turn_ms(self) -> int:
        """How long a decision may take in all."""
        return match_shown.full_time(self.view, self.facts.row)

    @property
    def game_title(self) -> str:
        return _(self.facts.row.title)

    @property
    def due(self) -> int | None:
        """When the viewer's time to decide runs out, where a clock shows it."""
        prompt = self.view.prompt
        return None if prompt is None or self.halted or self.turn_ms() > LONGEST_CLOCK_MS else prompt.due

    @property
    def stands(self) -> bool:
        """Paused, so that nothing here can be pressed."""
        return match_shown.stands(self.view, self.facts.row)

    @property
    def tally(self) -> tuple[match_shown.HandWon, ...]:
        return match_shown.tally(self.view, self.seats[0], self.seats[1], self.language)

    @property
    def waiting(self) -> str:
        """What the next hand waits for, other than its time; "" for nothing."""
        return match_shown.waiting(self.view, self.seats)

    def level_due(self) -> int | None:
        """When the next level begins, while its clock runs."""
        left = getattr(self.view.match, "ms_to_next_level", None)
        running = self.view.phase in ("hand", "between") and not self.view.paused and not self.halted
        return self.view.at + left if running and left is not None else None


def show_table(
    view: TableView,
    facts: TableFacts,
    *,
    version: int,
    halted: bool,
    language: str,
    paid_in: PaidIn | None = None,
) -> TableShown:
    names = names_of(view, facts)
    stakes = _stakes(view, facts, names, paid_in, language)
    seats = _seats(view, names, halted, language)
    choices = () if halted else choices_for(view, language)
    turn = ""
    if choices and view.prompt is not None:
        kinds = tuple(offer.kind for offer in view.prompt.legal)
        own_question = QUESTIONS.get(type(view.match))
        turn = (
            own_question(view, language)
            if own_question
            else sentences.turn(kinds, owed_by_viewer(view), language, view.prompt.why)
        )
    besides = hand_shown(view, seats, language)
    is_asked = turn and (not view.paused or match_shown.is_beside(view))
    status = turn if is_asked else _status(view, seats, names, halted, language)
    return TableShown(
        view=view,
        facts=facts,
        version=version,
        language=language,
        halted=halted,
        seats=seats,
        status=status,
        led_to=_led_to(view, names, language) if view.phase == "over" and not halted else "",
        turn=turn,
        choices=choices,
        news=last_lines(view, names, language),
        readouts=_read_items(_readouts(view, seats, besides, stakes, halted, language)),
        hand_shown=besides,
        stakes=stakes,
    )


# --- seats ------------------------------------------------------------------------------------------------------------


def names_of(view: TableView, facts: TableFacts) -> tuple[str, ...]:
    """By seat. Several bots are told apart by the number of their seat."""
    sitters = {sitter.number: sitter.name for sitter in facts.sitters}
    several = sum(seat.bot for seat in view.seats) > 1
    return tuple(
        sitters.get(seat.number) or _("Empty seat")
        if not seat.bot
        else _("Bot %(n)d") % {"n": seat.number + 1}
        if several
        else _("House bot")
        for seat in view.seats
    )


def _stakes(
    view: TableView, facts: TableFacts, names: tuple[str, ...], paid_in: PaidIn | None, language: str
) -> StakesShown | None:
    if facts.stake_cents is None:
        return None
    return stakes_shown(paid_in, names, view.seat, view.phase == "over", language)


def _seats(view: TableView, names: tuple[str, ...], halted: bool, language: str) -> tuple[SeatShown, ...]:
    game = GAMES[view.game]
    said = _last_said(view.log, game.units, language)
    acting = {} if halted else {item.seat: item.due for item in view.acting}
    out = getattr(view.match, "out", ())
    parts = getattr(view.hand, "seats", ())
    parted = len(parts) == len(view.seats)
    counts = match_shown.full_time(view, game) <= LONGEST_CLOCK_MS
    shown = [
        SeatShown(
            number=seat.number,
            name=names[seat.number],
            own=seat.number == view.seat,
            empty=seat.empty,
            bot=seat.bot,
            acting=seat.number in acting,
            due=acting.get(seat.number) if counts else None,
            away=seat.away,
            away_until=None if halted else seat.away_until,
            ready=seat.skips,
            seeded=seat.bot or seat.bound,
            out=seat.number < len(out) and out[seat.number],
            said=said.get(seat.number, ""),
            hand=parts[seat.number] if parted else None,
        )
        for seat in view.seats
    ]
    first = view.seat or 0
    return (*shown[first:], *shown[:first])


def _last_said(log: tuple[Fact, ...], units: int, language: str) -> dict[int, str]:
    """Each seat's last fact that is told in a word or two, since the last deal or the last cards for all."""
    said: dict[int, str] = {}
    for fact in reversed(log):
        if fact.kind == "hand" or fact.kind in STREETS:
            break
        if fact.seat not in said:
            short = sentences.short(fact.kind, fact.amount, language, units)
            if short:
                said[fact.seat] = short
    return said


# --- sentences --------------------------------------------------------------------------------------------------------


def _status(
    view: TableView, seats: tuple[SeatShown, ...], names: tuple[str, ...], halted: bool, language: str
) -> str:
    """One line that says what the table waits for."""
    if halted:
        return _("This table is halted after a fault. Nothing is lost; support has been told.")
    if view.phase == "seeding":
        return _("The shoe is being shuffled, with a seed from each player.")
    if view.phase == "over":
        return _sentences_of_result(view, names, language)[-1]
    if view.paused:
        return _paused(seats)
    if view.phase == "between":
        waiting = match_shown.waiting(view, seats)
        return waiting or " ".join(_sentences_of_result(view, names, language))
    acting = [seat for seat in seats if seat.acting]
    if len(acting) == 1:
        return _thinks(acting[0].name, language)
    return _("Waiting for the other players.")


@lru_cache(maxsize=10_000)
def _thinks(name: str, language: str) -> str:
    return _("%(name)s is thinking.") % {"name": sentences.isolated(name)}


def _paused(seats: tuple[SeatShown, ...]) -> str:
    asked = [
        sentences.isolated(seat.name) for seat in seats if seat.away and not seat.own and seat.asked_aside
    ]
    if asked:
        return _("%(name)s sits out and is away. Nobody pays while the answer is awaited.") % {
            "name": asked[0]
        }
    away = [sentences.isolated(seat.name) for seat in seats if seat.away and not seat.own]
    if len(away) == 1:
        return _("Paused: %(name)s is away. All clocks stand.") % {"name": away[0]}
    return _("Paused: players are away. All clocks stand.")


def _led_to(view: TableView, names: tuple[str, ...], language: str) -> str:
    return " ".join(_sentences_of_result(view, names, language)[:-1])


def _sentences_of_result(view: TableView, names: tuple[str, ...], language: str) -> list[str]:
    """How the hand or the match ended: the log's last lines that tell it."""
    told: list[str] = []
    for at, fact in reversed(tuple(enumerate(view.log))):
        over = fact.kind.startswith("over_")
        if not over and fact.kind not in sentences.RESULTS:
            if told or fact.kind == "hand":
                break
            continue
        told.append(line_at(view, names, at, language))
        if over and fact.kind not in sentences.LED_TO:
            break
    return told[::-1] or [_("The next hand is about to begin.")]


def _readouts(
    view: TableView,
    seats: tuple[SeatShown, ...],
    besides: HandShown | None,
    stakes: StakesShown | None,
    halted: bool,
    language: str,
) -> tuple[tuple[str, str], ...]:
    """What a key of that name reads out: cards, pot, chips, ante, stakes."""
    lines = [*_level_read(view, halted, language)]
    if stakes is not None:
        lines.append(("stakes", stakes.read))
    if besides is not None:
        return (*lines, *besides.readouts())
    hand = view.hand
    if hand is None or seats[0].hand is None:
        return tuple(lines)
    for key, seat in zip(("own", "opponent"), seats, strict=False):
        faces = tuple(None if card is None else card.face for card in seat.hand.cards)
        lines.append((key, sentences.cards_read(seat.name, seat.own, faces, seat.hand.shown_total, language)))
    if not hasattr(hand, "pot"):
        return (*lines, *match_shown.readouts(view, seats, language))
    bets = tuple((seat.name, seat.own, getattr(seat.hand, "bet", 0)) for seat in seats)
    owed = owed_by_viewer(view) if view.prompt else 0
    lines.append(("pot", sentences.pot_read(hand.pot, bets, owed, language)))
    stacks = tuple((seat.name, seat.own, seat.hand.stack) for seat in seats)
    lines.append(("stacks", sentences.stacks_read(stacks, language)))
    return tuple(lines)


def _read_items(readouts: tuple[tuple[str, str], ...]) -> Markup:
    items = [f'<li data-key="{key}">{plain_escape(text)}</li>' for key, text in readouts]
    return Markup("\n    ".join(items))  # noqa: S704 (our own keys; the sentences are escaped)


def _level_read(view: TableView, halted: bool, language: str) -> tuple[tuple[str, str], ...]:
    forced = getattr(view.match, "forced", None)
    if not forced or view.phase == "over":
        return ()
    following = getattr(view.match, "next_forced", None)
    runs = not view.paused and not halted and view.phase in ("hand", "between")
    return (("level", sentences.level_read(forced, following, runs, language)),)


@lru_cache(maxsize=5_000)
def _face(face: int, open_to_all: bool, language: str) -> str:
    """Rank and suit; drawn once for each face and language."""
    rank = RANKS[rank_of(face)]
    return live_template("parts/face.html", language).render(
        name=sentences.card_name(face, language),
        rank="10" if rank == "T" else rank,
        suit=SUITS[suit_of(face)],
        open_to_all=open_to_all,
    )


@lru_cache(maxsize=100)
def _back(language: str) -> str:
    return live_template("parts/back.html", language).render()
