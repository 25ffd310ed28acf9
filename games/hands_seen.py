"""Finished hands, as their pages show them: reads only, each from the view of the asker's own seat in it."""

from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from msgspec.structs import replace

from games import sentences
from games.errors import refusal
from games.models import Hand, Table
from games.money import MINUS, grouped
from games.news import News, news_of
from games.rules.cards import RANKS, Card, rank_of, suit_of
from games.rules.catalog import GAMES
from games.rules.game import Game
from games.rules.table_view import TableView, view
from games.selectors import TableFacts, table_facts
from games.services import records
from games.services.histories import has_histories
from games.services.postings import hand_of, subject_of
from games.services.shown_later import state_left
from games.shown import SEEN
from games.table_shown import names_of

HAND_ENDS = {
    "showdown": later("Showdown"),
    "fold": later("Folded"),
    "persian": later("Persian 21"),
    "natural": later("Blackjack"),
    "dealer_natural": later("Blackjack of the dealer"),
    "bust": later("Over 21"),
    "forfeit": later("Left"),
    "unfinished": later("Broken off with the match"),
}


class HandRow(NamedTuple):
    public_id: str
    number: int
    name: str
    """``Hand 3``, ``Round 3``"""
    ended_at: datetime
    ended: str
    net: int
    chips: str
    """Won or lost by the asker's seat, with its sign, or whether it was won; "" for staff."""


class CardShown(NamedTuple):
    name: str
    rank: str
    suit: str
    sign: str


class SeatCards(NamedTuple):
    """A player hand as the asker may see it at the end; None is a card that was never shown."""

    name: str
    own: bool
    cards: tuple[CardShown | None, ...]
    total: str
    chips: str


class HandCause(NamedTuple):
    """Which transfers of a match a hand led to: its own; the first one to the stakes; the last one to the result and,
    where it was forfeited, to those of the hands that were never dealt."""

    hand: int
    first: bool
    last: bool

    def led_to(self, kind: str, part: str) -> bool:
        hand = hand_of(part)
        if hand:
            return hand == self.hand or (self.last and hand > self.hand)
        return self.first if kind == "stake" else self.last


class HandSeen(NamedTuple):
    row: HandRow
    seats: tuple[SeatCards, ...]
    board: tuple[CardShown | None, ...]
    """Cards that are everybody's; empty where a game has none."""
    lines: tuple[News, ...]
    subject: str
    """Of the ledger's transfers of its match."""
    caused: HandCause
    earlier: str
    later: str
    histories: bool
    """Whether there are files of it for other programs."""


def hands_of(table: Table, seat: int | None) -> list[HandRow]:
    return [
        _hand_row(hand, seat)
        for hand in table.hands.select_related("table").order_by("match__number", "number").defer("sealed")
    ]


def hand_for(public_id: str, player: str) -> tuple[Hand, int]:
    """A finished hand and the seat that this player (by public id) had in it, as its record says: who sits at the
    table today may be somebody else.

    Raises AppError("unknown_hand") for everybody whom it was not dealt to.
    """
    hand = Hand.objects.select_related("table", "match").filter(public_id=public_id).first()
    seat = None if hand is None else records.seat_in(records.state_after(hand), player)
    if hand is None or seat is None:
        raise refusal("unknown_hand")
    return hand, seat


def hand_numbered(table: str, number: int, user_id: int) -> str:
    """Public id of a finished hand of that table; of its last match, where it had several.

    Raises AppError("unknown_hand"), for who did not sit there too.
    """
    hands = Hand.objects.filter(table__public_id=table, table__seats__user_id=user_id, number=number)
    found = hands.order_by("-match__number").values_list("public_id", flat=True).first()
    if found is None:
        raise refusal("unknown_hand")
    return str(found)


def see_hand(hand: Hand, seat: int, language: str) -> HandSeen:
    """Step by step, with the cards this seat may know; nothing else of the record leaves this function."""
    record = records.read_record(hand)
    state = state_left(hand, record)
    seen = view(state, seat)
    facts = table_facts(hand.table.public_id)
    number = [other for (other,) in hand.match.hands.order_by("number").values_list("public_id")]
    at = number.index(hand.public_id)
    return HandSeen(
        row=_hand_row(hand, seat),
        seats=_cards(hand, seen, facts, language),
        board=tuple(card_shown(card, language) for card in getattr(seen.hand, "board", ())),
        lines=_lines(seen, state.log, facts, language),
        subject=subject_of(state),
        caused=HandCause(hand.number, first=at == 0, last=record.result is not None),
        earlier=number[at - 1] if at else "",
        later=number[at + 1] if at + 1 < len(number) else "",
        histories=has_histories(GAMES[hand.table.game]),
    )


def _hand_row(hand: Hand, seat: int | None) -> HandRow:
    net = hand.net.get(str(seat), 0)
    words = HAND_ENDS.get(hand.reason, hand.reason.replace("_", " ").capitalize())
    return HandRow(
        public_id=hand.public_id,
        number=hand.number,
        name=hand_name(GAMES[hand.table.game], hand.number),
        ended_at=hand.ended_at,
        ended=str(words),
        net=net,
        chips="" if seat is None or not hand.net else gained(GAMES[hand.table.game], net),
    )


def hand_name(game: Game, number: int) -> str:
    """What its players call a deal."""
    form = _("Round %(n)d") if game.in_rounds else _("Hand %(n)d")
    return form % {"n": number}


def signed(number: int, units: int = 1) -> str:
    """+40, −40, 0; `units` of it are one."""
    text = sentences.chips(abs(number), units, get_language() or "")
    return f"{MINUS if number < 0 else '+' if number else ''}{text}"


def gained(game: Game, net: int) -> str:
    """``+40 chips``; where hands are not played for chips: points, or won, lost or tied."""
    if game.counts_points:
        return ngettext("%(n)s point", "%(n)s points", net) % {"n": grouped(net)} if net else _("No point")
    if game.counts_chips:
        return _("%(n)s chips") % {"n": signed(net, game.units)}
    return _("Won") if net > 0 else _("Lost") if net < 0 else _("Tied")


def _lines(seen: TableView, log: Any, facts: TableFacts, language: str) -> tuple[News, ...]:
    """The log of this hand alone; all of it, where a push carries its end only."""
    whole = replace(seen, log=log, log_from=seen.log_from + len(seen.log) - len(log))
    dealt_at = max((at for at, fact in enumerate(log) if fact.kind == "hand"), default=0)
    return news_of(whole, names_of(whole, facts), language, len(log) - dealt_at)


def _cards(hand: Hand, seen: TableView, facts: TableFacts, language: str) -> tuple[SeatCards, ...]:
    seen_hands = SEEN.get(type(seen.hand))
    if seen_hands is not None:
        return tuple(
            SeatCards(
                each.name,
                each.own,
                tuple(card_shown(card, language) for card in each.cards),
                each.total,
                each.told,
            )
            for each in seen_hands(seen, language)
        )
    parts = getattr(seen.hand, "seats", ())
    return tuple(
        SeatCards(
            name=name,
            own=number == seen.seat,
            cards=tuple(card_shown(card, language) for card in parts[number].cards),
            total=getattr(parts[number], "shown_total", ""),
            chips=gained(GAMES[hand.table.game], hand.net[str(number)]) if str(number) in hand.net else "",
        )
        for number, name in enumerate(names_of(seen, facts))
        if number < len(parts) and parts[number].cards
    )


def card_shown(card: Card | None, language: str) -> CardShown | None:
    if card is None:
        return None
    rank, suit = RANKS[rank_of(card.face)], suit_of(card.face)
    return CardShown(
        name=sentences.card_name(card.face, language),
        rank="10" if rank == "T" else rank,
        suit=("club", "diamond", "heart", "spade")[suit],
        sign="♣♦♥♠"[suit] + "\ufe0e",
    )
