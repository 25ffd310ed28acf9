"""What players read and hear: every fact of the log as a finished sentence in the viewer's language.

Found by the kind of a fact, so a new game adds its kinds to a file of `games.phrases`. A card is named only when the
viewer's own view shows its face (`faces`); nothing here looks into a state.
"""

from __future__ import annotations

import unicodedata
from decimal import Decimal
from functools import lru_cache

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.utils.translation import ngettext

from games.phrases import LABELS, LED_TO, RESULTS, SAID, TURN, WHY, Said, Text
from games.rules.cards import rank_of, suit_of
from games.rules.contracts import Fact

__all__ = ["LED_TO", "RESULTS", "SAID"]

RANKS: tuple[Text, ...] = (
    later("two"), later("three"), later("four"), later("five"), later("six"), later("seven"), later("eight"),
    later("nine"), later("ten"), later("jack"), later("queen"), later("king"), later("ace"),
)  # fmt: skip
SUITS: tuple[Text, ...] = (later("clubs"), later("diamonds"), later("hearts"), later("spades"))

UNKNOWN = Said(later("Something happened: %(kind)s."), later("%(name)s: %(kind)s."))

YOUR_TURN = later("Your turn.")
NOT_PAID_IN = later("The next hand could not be paid in for you. Play on, or leave?")
"""For whatever else the ledger said."""


def isolated(name: str) -> str:
    """The name, kept from turning the direction of the text around it."""
    if name.isascii() or not any(unicodedata.bidirectional(char) in ("R", "AL", "AN") for char in name):
        return name
    return f"\u2068{name}\u2069"


@lru_cache(maxsize=10_000)
def number(value: int, language: str) -> str:
    """Chips as the language writes them: 1,000."""
    return str(number_format(value, use_l10n=True, force_grouping=True))


@lru_cache(maxsize=10_000)
def chips(amount: int, units: int, language: str) -> str:
    """An amount in parts of a chip, `units` of which are one: 25 halves are 12.5, as the language writes it."""
    if amount % units == 0:
        return number(amount // units, language)
    return str(number_format((Decimal(amount) / units).normalize(), use_l10n=True, force_grouping=True))


@lru_cache(maxsize=5_000)
def card_name(face: int, language: str) -> str:
    return _("%(rank)s of %(suit)s") % {"rank": RANKS[rank_of(face)], "suit": SUITS[suit_of(face)]}


@lru_cache(maxsize=50_000)
def sentence(
    fact: Fact, name: str, own: bool, face: int, total: str, language: str, cards: str = "", value: str = ""
) -> str:
    """A log line. `face`: of the card the fact points at, or -1 when the viewer must not see it; `total`: of the hand
    with that card, or ""; `cards` and `value`: several cards, and a hand by its name, in words, for kinds that tell
    them. `language` is the one active now: it only keeps the remembered sentences apart."""
    said = SAID.get(fact.kind, UNKNOWN)
    form = said.you if own or fact.seat < 0 or not said.other else said.other
    if fact.seat < 0 and said.nobody:
        form = said.nobody
    if face >= 0:
        form = (said.your_card if own else said.others_card) or form
    told = str(form) % {
        "name": isolated(name),
        "n": chips(fact.amount, said.units, language),
        "card": card_name(face, language) if face >= 0 else "",
        "cards": cards,
        "value": value,
        "pot": fact.index,
        "kind": fact.kind.replace("_", " "),
    }
    if total:
        told = _("%(sentence)s Total %(total)s.") % {"sentence": told, "total": total}
    if fact.auto:
        told = _("%(sentence)s Time had run out.") % {"sentence": told}
    return told


@lru_cache(maxsize=10_000)
def short(kind: str, amount: int, language: str, units: int = 1) -> str:
    """What a seat did last, in a word or two; "" for what is not shown there. `units`: of the game's amounts in a
    chip."""
    said = SAID.get(kind, UNKNOWN)
    return str(said.short) % {"n": chips(amount, units, language)} if said.short else ""


@lru_cache(maxsize=1_000)
def turn(kinds: tuple[str, ...], owed: int, language: str, why: str = "") -> str:
    """That it is the viewer's turn, and what the question is. `owed`: chips to call; `why`: of a format's question."""
    if why:
        return str(WHY.get(why, NOT_PAID_IN))
    form = next((TURN[key] for key in TURN if all(kind in kinds for kind in key.split())), YOUR_TURN)
    return str(form) % {"owed": number(owed, language)}


@lru_cache(maxsize=10_000)
def label(kind: str, owed: int, amount: str, language: str) -> str:
    """The text of a button; `amount` "" where the page fills it in."""
    if kind not in LABELS:
        return kind.replace("_", " ").capitalize()
    return str(LABELS[kind]) % {"owed": number(owed, language), "n": amount}


@lru_cache(maxsize=1_000)
def hidden_cards(count: int, language: str) -> str:
    return ngettext("%(n)d hidden card", "%(n)d hidden cards", count) % {"n": count}


@lru_cache(maxsize=10_000)
def cards_named(faces: tuple[int | None, ...], language: str) -> str:
    """Cards one after the other: "ace of spades, three of hearts, 2 hidden cards"."""
    known = [card_name(face, language) for face in faces if face is not None]
    hidden = len(faces) - len(known)
    if hidden:
        known.append(hidden_cards(hidden, language))
    return ", ".join(known)


@lru_cache(maxsize=20_000)
def cards_read(name: str, own: bool, faces: tuple[int | None, ...], total: str, language: str) -> str:
    """A seat's cards, read out; `total` of those the viewer sees."""
    form = (
        _("Your cards: %(cards)s. Total %(total)s.") if own else _("%(name)s: %(cards)s. Shown: %(total)s.")
    )
    return form % {"name": isolated(name), "cards": cards_named(faces, language), "total": total}


@lru_cache(maxsize=20_000)
def pot_read(pot: int, bets: tuple[tuple[str, bool, int], ...], owed: int, language: str) -> str:
    """The pot and the bets of this round (name, whether it is the listener's own, chips), read out."""
    told = [_("Pot %(n)s.") % {"n": number(pot, language)}]
    for name, own, chips in bets:
        if chips:
            form = _("You have bet %(n)s.") if own else _("%(name)s has bet %(n)s.")
            told.append(form % {"name": isolated(name), "n": number(chips, language)})
    if owed:
        told.append(_("%(n)s to call.") % {"n": number(owed, language)})
    return " ".join(told)


@lru_cache(maxsize=20_000)
def stacks_read(seats: tuple[tuple[str, bool, int], ...], language: str) -> str:
    """Each seat's chips (name, whether it is the listener's own, chips), read out."""
    told = []
    for name, own, chips in seats:
        form = _("You have %(n)s.") if own else _("%(name)s has %(n)s.")
        told.append(form % {"name": isolated(name), "n": number(chips, language)})
    return " ".join(told)


@lru_cache(maxsize=1_000)
def level_read(forced: tuple[int, ...], following: tuple[int, ...] | None, runs: bool, language: str) -> str:
    """The ante, or the two blinds, and when they rise; "%s" stands where the page puts the time that is left."""
    if len(forced) > 1:
        return _blinds_read(forced, following, runs, language)
    told = _("Ante %(n)s.") % {"n": number(forced[0], language)}
    if not following:
        return told
    form = _("It rises to %(n)s in %%s.") if runs else _("The next is %(n)s.")
    return f"{told} {form % {'n': number(following[0], language)}}"


def _blinds_read(
    forced: tuple[int, ...], following: tuple[int, ...] | None, runs: bool, language: str
) -> str:
    def both(form: str, level: tuple[int, ...]) -> str:
        return form % {"small": number(level[0], language), "big": number(level[1], language)}

    told = both(_("Blinds %(small)s and %(big)s."), forced)
    if not following:
        return told
    form = (
        _("They rise to %(small)s and %(big)s in %%s.") if runs else _("The next are %(small)s and %(big)s.")
    )
    return f"{told} {both(form, following)}"


@lru_cache(maxsize=20_000)
def score_read(seats: tuple[tuple[str, bool, int], ...], language: str) -> str:
    """Hands won by each seat (name, whether it is the listener's own, hands), read out."""
    told = []
    for name, own, won in seats:
        if own:
            form = ngettext("You have won %(n)s hand.", "You have won %(n)s hands.", won)
        else:
            form = ngettext("%(name)s has won %(n)s hand.", "%(name)s has won %(n)s hands.", won)
        told.append(form % {"name": isolated(name), "n": number(won, language)})
    return " ".join(told)


@lru_cache(maxsize=5_000)
def hands_read(hand: int, hands: int, left: int, overtime: int, language: str) -> str:
    """Where a match with a number of hands is. `left`: with the hand in play; `hands` 0: there is no such number."""
    if not hands:
        return _("Hand %(n)s.") % {"n": number(hand, language)}
    if overtime:
        told = _("Hand %(n)s, in overtime pair %(pair)s.") % {
            "n": number(hand, language),
            "pair": number(overtime, language),
        }
    else:
        told = _("Hand %(n)s of %(all)s.") % {"n": number(hand, language), "all": number(hands, language)}
    if not left:
        return told
    more = ngettext("%(n)s hand is not decided yet.", "%(n)s hands are not decided yet.", left)
    return f"{told} {more % {'n': number(left, language)}}"
