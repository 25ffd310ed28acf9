"""What a table of Hold'em reads out, key by key (`players.keys`), for those who listen."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from games import sentences
from games.phrases.hand_values import hand_read
from games.rules.hands.holdem_state import BOARD_CARDS, HOLE_CARDS, ring

if TYPE_CHECKING:
    from games.shown.poker import HoldemShown

SIZED = ("bet", "raise")
FULL_BOARD = BOARD_CARDS["river"]


def readouts(shown: HoldemShown) -> Iterator[tuple[str, str]]:
    """Key and sentence."""
    language = shown.language
    hand = shown.hand
    first = shown.seats[0]
    own = tuple(None if card is None else card.face for card in hand.seats[first.number].cards)
    board = tuple(card.face for card in hand.board)
    yield "own", _own_read(first.name, first.own, own, language)
    yield "board", _board_read(board, language)
    yield "value", _value(shown)
    yield "pot", _pots(shown)
    yield "price", _price(shown)
    yield "least", _least(shown)
    yield "stacks", _stacks(shown)
    yield "button", _button(shown)
    yield "position", _position(shown)
    yield "round", _round(shown)
    faces = (*own, *([None] * (HOLE_CARDS - len(own))), *board)
    for number in range(1, HOLE_CARDS + FULL_BOARD + 1):
        face = faces[number - 1] if number <= len(faces) else None
        yield f"card{number}", _card_read(number, face, language)


@lru_cache(maxsize=10_000)
def _own_read(name: str, own: bool, faces: tuple[int | None, ...], language: str) -> str:
    if not faces:
        return _("You have no cards in this hand.") if own else _("No cards.")
    form = _("Your cards: %(cards)s.") if own else _("%(name)s: %(cards)s.")
    return form % {"name": sentences.isolated(name), "cards": sentences.cards_named(faces, language)}


@lru_cache(maxsize=10_000)
def _board_read(faces: tuple[int, ...], language: str) -> str:
    if not faces:
        return _("There is no card on the board yet.")
    return _("Board: %(cards)s.") % {"cards": sentences.cards_named(faces, language)}


@lru_cache(maxsize=1_000)
def _card_read(number: int, face: int | None, language: str) -> str:
    if face is not None:
        return sentences.card_name(face, language).capitalize() + "."
    return _("You do not see that card.") if number <= HOLE_CARDS else _("That card is not on the board yet.")


def _value(shown: HoldemShown) -> str:
    first = shown.seats[0]
    name = shown.holding(first.number) if first.own else None
    return _("You have no hand.") if name is None else hand_read(name, shown.language)


def _pots(shown: HoldemShown) -> str:
    told = [_("In all %(n)s.") % {"n": shown.chips(shown.hand.pot)}]
    told += [
        _("%(pot)s %(n)s, for %(names)s.") % {"pot": pot.name, "n": shown.chips(pot.amount), "names": pot.who}
        for pot in shown.pots
    ]
    return " ".join(told)


def _price(shown: HoldemShown) -> str:
    told = []
    for seat in shown.seats:
        bet = shown.hand.seats[seat.number].bet
        if bet:
            form = _("You have bet %(n)s.") if seat.own else _("%(name)s has bet %(n)s.")
            told.append(form % {"name": sentences.isolated(seat.name), "n": shown.chips(bet)})
    if not told:
        told.append(_("Nobody has bet in this round."))
    if shown.table.seat is not None:
        owed = shown.hand.to_call
        told.append(
            _("%(n)s to call.") % {"n": shown.chips(owed)} if owed else _("You have nothing to call.")
        )
    return " ".join(told)


def _least(shown: HoldemShown) -> str:
    prompt = shown.table.prompt
    offer = next((offer for offer in prompt.legal if offer.kind in SIZED), None) if prompt else None
    if offer is None:
        return _("You cannot bet or raise now.")
    form = (
        _("Bet from %(low)s to %(high)s.") if offer.kind == "bet" else _("Raise to %(low)s up to %(high)s.")
    )
    return form % {"low": shown.chips(offer.low), "high": shown.chips(offer.high)}


def _stacks(shown: HoldemShown) -> str:
    told = []
    for seat in shown.seats:
        chips = shown.stack(seat.number)
        form = _("You have %(n)s, %(blinds)s.") if seat.own else _("%(name)s has %(n)s, %(blinds)s.")
        told.append(
            form
            % {
                "name": sentences.isolated(seat.name),
                "n": shown.chips(chips),
                "blinds": shown.blinds(chips),
            }
        )
    return " ".join(told)


def _button(shown: HoldemShown) -> str:
    holder = next((seat for seat in shown.seats if seat.number == shown.hand.button), None)
    if holder is None:
        return _("Nobody has the button.")
    form = _("You have the button.") if holder.own else _("%(name)s has the button.")
    return form % {"name": sentences.isolated(holder.name)}


def _position(shown: HoldemShown) -> str:
    hand, me = shown.hand, shown.table.seat
    if me is None or not hand.seats[me].claim:
        return _("You are not in this hand.")
    if me == hand.button == hand.small_seat:
        return _("You have the button and the small blind: first before the flop, last after it.")
    if me == hand.button:
        return _("You have the button: last after the flop.")
    if me == hand.small_seat:
        return _("You have the small blind.")
    if me == hand.big_seat and hand.small_seat == hand.button:
        return _("You have the big blind: last before the flop, first after it.")
    if me == hand.big_seat:
        return _("You have the big blind: last before the flop.")
    order = [seat for seat in ring(len(hand.seats), hand.button) if hand.seats[seat].claim]
    return _("You are number %(n)d from the left of the button.") % {"n": order.index(me) + 1}


def _round(shown: HoldemShown) -> str:
    names = {seat.number: seat.name for seat in shown.seats}
    told = [
        sentences.sentence(fact, names[fact.seat], fact.seat == shown.table.seat, -1, "", shown.language)
        for fact in shown.actions()
    ]
    return " ".join(told) or _("Nobody has acted in this round yet.")
