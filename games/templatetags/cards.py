"""Cards on pages that explain: totals and winners are what the rules make of them, so no example can be wrong."""

from __future__ import annotations

from typing import Any, NamedTuple

from django import template
from django.utils.text import capfirst
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games import sentences
from games.phrases.hand_values import hand_in_words
from games.rules.cards import RANKS, Card, hand_totals, parse, rank_of, shown_total, suit_of
from games.rules.hand_ranks import HAND, named, strength
from games.rules.hands.comparison import winning_seats
from games.rules.hands.polish_state import counted

register = template.Library()


class CardDrawn(NamedTuple):
    rank: str
    suit: str
    """A class of base.css."""
    sign: str


class HandDrawn(NamedTuple):
    cards: tuple[CardDrawn | None, ...]
    """None is a card one does not see."""
    read: str
    """For those who listen: the cards' names."""
    total: str


@register.inclusion_tag("games/cards.html")
def hand(codes: str, hidden: int = 0, name: str = "") -> dict[str, Any]:
    """``{% hand "9s 7d" name="Alice" %}``. `hidden`: how many, from the second on, lie face down for who looks."""
    return {"hand": drawn(codes.split(), hidden), "name": name, "codes": codes if not hidden else ""}


@register.inclusion_tag("games/holding.html")
def holding(codes: str, board: str = "", name: str = "", *, named_hand: bool = True) -> dict[str, Any]:
    """``{% holding "Ks Kd" board="2c 7d 9h Js 3c" name="Alice" %}``: cards of poker, with the name of the hand they
    make together with the board. Fewer than five have none. `named_hand`: whether it is told."""
    faces = [parse(code) for code in (*codes.split(), *board.split())]
    value = (
        hand_in_words(named(strength(faces)), get_language() or "")
        if named_hand and len(faces) >= HAND
        else ""
    )
    return {"hand": drawn(codes.split()), "name": name, "codes": codes, "value": capfirst(value)}


@register.inclusion_tag("games/cards.html")
def round_hand(codes: str, name: str = "", flexible: int = 0) -> dict[str, Any]:
    """As `hand`, counted as in rounds for points; `flexible`: the ace may count 1."""
    cards = [Card(position, parse(code)) for position, code in enumerate(codes.split())]
    total = str(counted(cards, bool(flexible)))
    return {"hand": drawn(codes.split())._replace(total=total), "name": name, "codes": codes}


@register.inclusion_tag("games/duel.html")
def duel(one: str, other: str) -> dict[str, Any]:
    """Two hands and which of them wins."""
    hands = (one.split(), other.split())
    winners = winning_seats([hand_totals(map(parse, codes))[1] for codes in hands])
    verdict = _("tie") if len(winners) == 2 else _("wins")
    return {
        "sides": [
            {"hand": drawn(codes), "won": seat in winners, "codes": " ".join(codes)}
            for seat, codes in enumerate(hands)
        ],
        "verdict": verdict,
    }


def drawn(codes: list[str], hidden: int = 0) -> HandDrawn:
    faces = [parse(code) for code in codes]
    seen = faces if not hidden else faces[:1] + faces[1 + hidden :]
    language = get_language() or ""
    names = [sentences.card_name(face, language) for face in seen]
    if hidden:
        names.append(sentences.hidden_cards(hidden, language))
    backs: list[CardDrawn | None] = [None] * hidden
    cards = [_card(face) for face in seen]
    return HandDrawn(
        cards=(*cards[:1], *backs, *cards[1:]),
        read=", ".join(names),
        total="?" if hidden else shown_total(faces),
    )


def _card(face: int) -> CardDrawn:
    rank, suit = RANKS[rank_of(face)], suit_of(face)
    return CardDrawn(
        rank="10" if rank == "T" else rank,
        suit=("club", "diamond", "heart", "spade")[suit],
        sign="♣♦♥♠"[suit] + "\ufe0e",
    )
