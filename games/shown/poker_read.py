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
    yield from _cards_one_by_one(own, board, language)


@lru_cache(maxsize=10_000)
def _cards_one_by_one(
    own: tuple[int | None, ...], board: tuple[int, ...], language: str
) -> tuple[tuple[str, str], ...]:
    faces = (*own, *([None] * (HOLE_CARDS - len(own))), *board)
    faces += (None,) * (HOLE_CARDS + FULL_BOARD - len(faces))
    return tuple(
        (f"card{number}", _card_read(number, face, language)) for number, face in enumerate(faces, 1)
    )


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
    return _no_hand(shown.language) if name is None else hand_read(name, shown.language)


def _pots(shown: HoldemShown) -> str:
    pots = tuple((pot.name, shown.chips(pot.amount), pot.who) for pot in shown.pots)
    return _pots_read(shown.chips(shown.hand.pot), pots, shown.language)


def _price(shown: HoldemShown) -> str:
    bets = tuple(
        (seat.name, seat.own, shown.chips(bet))
        for seat in shown.seats
        if (bet := shown.hand.seats[seat.number].bet)
    )
    watches = shown.table.seat is None
    return _price_read(bets, "" if watches else shown.chips(shown.hand.to_call), shown.language)


def _least(shown: HoldemShown) -> str:
    prompt = shown.table.prompt
    offer = next((offer for offer in prompt.legal if offer.kind in SIZED), None) if prompt else None
    if offer is None:
        return _least_read("", "", "", shown.language)
    return _least_read(offer.kind, shown.chips(offer.low), shown.chips(offer.high), shown.language)


def _stacks(shown: HoldemShown) -> str:
    chips = [(seat, shown.stack(seat.number)) for seat in shown.seats]
    stacks = tuple((seat.name, seat.own, shown.chips(units), shown.blinds(units)) for seat, units in chips)
    return _stacks_read(stacks, shown.language)


def _button(shown: HoldemShown) -> str:
    holder = next((seat for seat in shown.seats if seat.number == shown.hand.button), None)
    if holder is None:
        return _button_read(None, own=False, language=shown.language)
    return _button_read(holder.name, own=holder.own, language=shown.language)


def _position(shown: HoldemShown) -> str:
    hand, me = shown.hand, shown.table.seat
    if me is None or not hand.seats[me].claim:
        return _position_read(0, False, False, False, shown.language)
    order = [seat for seat in ring(len(hand.seats), hand.button) if hand.seats[seat].claim]
    places = (me == hand.button, me == hand.small_seat, me == hand.big_seat)
    return _position_read(
        order.index(me) + 1, *places, shown.language, are_two=hand.small_seat == hand.button
    )


def _round(shown: HoldemShown) -> str:
    names = {seat.number: seat.name for seat in shown.seats}
    told = [
        sentences.sentence(fact, names[fact.seat], fact.seat == shown.table.seat, -1, "", shown.language)
        for fact in shown.actions()
    ]
    return " ".join(told) or _nobody_acted(shown.language)


# --- the sentences, each made once for each language ------------------------------------------------------------------


@lru_cache(maxsize=10)
def _no_hand(language: str) -> str:
    return _("You have no hand.")


@lru_cache(maxsize=10)
def _nobody_acted(language: str) -> str:
    return _("Nobody has acted in this round yet.")


@lru_cache(maxsize=10_000)
def _pots_read(whole: str, pots: tuple[tuple[str, str, str], ...], language: str) -> str:
    """`pots`: (name, chips, who can win it)."""
    told = [_("In all %(n)s.") % {"n": whole}]
    told += [_("%(pot)s %(n)s, for %(names)s.") % {"pot": pot, "n": n, "names": who} for pot, n, who in pots]
    return " ".join(told)


@lru_cache(maxsize=10_000)
def _price_read(bets: tuple[tuple[str, bool, str], ...], owed: str, language: str) -> str:
    """`bets`: (name, whether it is the listener's own, chips); `owed`: "" for a watcher."""
    told = []
    for name, own, chips in bets:
        form = _("You have bet %(n)s.") if own else _("%(name)s has bet %(n)s.")
        told.append(form % {"name": sentences.isolated(name), "n": chips})
    if not told:
        told.append(_("Nobody has bet in this round."))
    if owed:
        told.append(_("You have nothing to call.") if owed == "0" else _("%(n)s to call.") % {"n": owed})
    return " ".join(told)


@lru_cache(maxsize=10_000)
def _least_read(kind: str, low: str, high: str, language: str) -> str:
    """`kind`: "" where neither is offered."""
    if not kind:
        return _("You cannot bet or raise now.")
    form = _("Bet from %(low)s to %(high)s.") if kind == "bet" else _("Raise to %(low)s up to %(high)s.")
    return form % {"low": low, "high": high}


@lru_cache(maxsize=10_000)
def _stacks_read(stacks: tuple[tuple[str, bool, str, str], ...], language: str) -> str:
    """(name, whether it is the listener's own, chips, the same in blinds)."""
    told = []
    for name, own, chips, blinds in stacks:
        form = _("You have %(n)s, %(blinds)s.") if own else _("%(name)s has %(n)s, %(blinds)s.")
        told.append(form % {"name": sentences.isolated(name), "n": chips, "blinds": blinds})
    return " ".join(told)


@lru_cache(maxsize=10_000)
def _button_read(name: str | None, *, own: bool, language: str) -> str:
    if name is None:
        return _("Nobody has the button.")
    form = _("You have the button.") if own else _("%(name)s has the button.")
    return form % {"name": sentences.isolated(name)}


@lru_cache(maxsize=1_000)
def _position_read(
    place: int, button: bool, small: bool, big: bool, language: str, *, are_two: bool = False
) -> str:
    """`place`: from the left of the button, from 1; 0: not in the hand. `are_two`: button and small blind are one."""
    if not place:
        return _("You are not in this hand.")
    if button and small:
        return _("You have the button and the small blind: first before the flop, last after it.")
    if button:
        return _("You have the button: last after the flop.")
    if small:
        return _("You have the small blind.")
    if big and are_two:
        return _("You have the big blind: last before the flop, first after it.")
    if big:
        return _("You have the big blind: last before the flop.")
    return _("You are number %(n)d from the left of the button.") % {"n": place}
