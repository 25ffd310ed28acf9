"""What players read and hear: every fact of the log as a finished sentence in the viewer's language.

Found by the kind of a fact, so a new game adds its kinds to `SAID`. A card is named only when the viewer's own view
shows its face (`faces`); nothing here looks into a state.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import NamedTuple

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.utils.translation import ngettext

from games.rules.cards import rank_of, suit_of
from games.rules.contracts import Fact

Text = str | Promise

RANKS: tuple[Text, ...] = (
    later("two"), later("three"), later("four"), later("five"), later("six"), later("seven"), later("eight"),
    later("nine"), later("ten"), later("jack"), later("queen"), later("king"), later("ace"),
)  # fmt: skip
SUITS: tuple[Text, ...] = (later("clubs"), later("diamonds"), later("hearts"), later("spades"))


class Said(NamedTuple):
    """One kind of fact. Placeholders: name, n (the amount), card, total."""

    you: Text
    """Of the viewer's own seat; also what is nobody's."""
    other: Text = ""
    """Of another seat; empty: `you` says it for everybody."""
    short: Text = ""
    """A word or two, shown at the seat until the next deal."""
    others_card: Text = ""
    """Of another seat whose card the viewer sees."""
    your_card: Text = ""
    """Of the own seat when the view shows the card."""
    cue: str = ""
    """The sound of it: deal, chips, or won (the winner hears another one than the others)."""
    nobody: Text = ""
    """Of no seat, where that is something else than `you`."""


SAID: dict[str, Said] = {
    # Between hands, and about the table.
    "hand": Said(later("Hand %(n)s.")),
    "button": Said(later("Hand %(n)s. You have the button."), later("Hand %(n)s. %(name)s has the button.")),
    "first": Said(later("Hand %(n)s. You begin."), later("Hand %(n)s. %(name)s begins.")),
    "overtime": Said(
        later("Hand %(n)s, in overtime. You begin."), later("Hand %(n)s, in overtime. %(name)s begins.")
    ),
    "new_shoe": Said(later("A new shoe is shuffled.")),
    "away": Said(later("You are away."), later("%(name)s is away.")),
    "back": Said(later("You are back."), later("%(name)s is back.")),
    "exhausted": Said(later("Your time away is used up."), later("%(name)s was away for too long.")),
    "gave_up": Said(later("You give up the match."), later("%(name)s gives up the match.")),
    "sat": Said(later("You sit down."), later("%(name)s sits down.")),
    "left": Said(later("You leave the table."), later("%(name)s leaves the table.")),
    "sits_out": Said(later("You sit out."), later("%(name)s sits out."), later("Sits out")),
    "plays_on": Said(later("You play on."), later("%(name)s plays on."), later("Plays on")),
    "withdrew": Said(later("You are out of the hand."), later("%(name)s is out of the hand.")),
    "outage": Said(
        later("The service was interrupted. Nobody lost time: all clocks go on from where they stood.")
    ),
    # Bets.
    "ante": Said(later("You ante %(n)s."), later("%(name)s antes %(n)s."), later("Ante %(n)s"), cue="chips"),
    "all_in": Said(later("You are all-in."), later("%(name)s is all-in."), later("All-in")),
    "check": Said(later("You check."), later("%(name)s checks."), later("Checks")),
    "bet": Said(later("You bet %(n)s."), later("%(name)s bets %(n)s."), later("Bets %(n)s"), cue="chips"),
    "raise": Said(
        later("You raise to %(n)s."),
        later("%(name)s raises to %(n)s."),
        later("Raises to %(n)s"),
        cue="chips",
    ),
    "call": Said(later("You call %(n)s."), later("%(name)s calls %(n)s."), later("Calls %(n)s"), cue="chips"),
    "fold": Said(later("You fold."), later("%(name)s folds."), later("Folds")),
    # Cards.
    "dealt": Said(
        later("You are dealt a card."),
        later("%(name)s is dealt a hidden card."),
        others_card=later("%(name)s is dealt the %(card)s."),
        your_card=later("You are dealt the %(card)s."),
        cue="deal",
    ),
    "hit": Said(
        later("You take a card."),
        later("%(name)s takes a card."),
        later("Hits"),
        others_card=later("%(name)s takes the %(card)s."),
        your_card=later("You draw the %(card)s."),
        cue="deal",
    ),
    "pass": Said(later("You pass."), later("%(name)s passes."), later("Passes")),
    "stand": Said(later("You stand."), later("%(name)s stands."), later("Stands")),
    # Results.
    "showdown": Said(later("The cards are shown."), cue="deal"),
    "won": Said(later("You win %(n)s."), later("%(name)s wins %(n)s."), later("Wins %(n)s"), cue="won"),
    "won_hand": Said(
        later("You win the hand."), later("%(name)s wins the hand."), later("Wins the hand"), cue="won"
    ),
    "tied_hand": Said(later("The hand is tied: nobody wins it."), cue="chips"),
    "tie": Said(later("A tie: the pot is split, %(n)s each."), cue="chips"),
    "over_chips": Said(later("You win the match."), later("%(name)s wins the match."), cue="won"),
    "over_gave_up": Said(later("You win the match."), later("%(name)s wins the match."), cue="won"),
    "over_hands": Said(
        later("You have won more hands: you win the match."),
        later("%(name)s has won more hands and wins the match."),
        nobody=later("All hands are played, and both have won as many."),
        cue="won",
    ),
    "over_left": Said(later("The match is over. Every finished hand counts as it was.")),
    "over_away": Said(
        later(
            "The time to come back ran out between two hands. The match is over; no further hand was paid for."
        )
    ),
    "over_no_quote": Said(
        later(
            "There was no up-to-date price for five minutes. The match is over; no further hand was paid for."
        )
    ),
    "over_closed": Said(
        later("No further hand can be staked here. The match is over; every finished hand counts as it was.")
    ),
    "over_forfeit": Said(
        later("The other player did not come back. You win the match."),
        later("The other player did not come back. %(name)s wins the match."),
        cue="won",
    ),
    "over_mutual": Said(later("Nobody came back in time. The match ends without a winner.")),
    "over_void": Said(later("The match was called off. Nobody wins and nobody loses.")),
    "over_not_funded": Said(
        later("A stake could not be paid in, so no cards were dealt and nobody was charged.")
    ),
    "over_dropped": Said(later("The match did not begin: a player's browser did not answer in time.")),
}

RESULTS = ("fold", "won", "tie", "won_hand", "tied_hand", "left", "gave_up", "exhausted")
"""Kinds that tell how a hand ended; together they are its result in one line. So is every ``over_…``."""
LED_TO = ("over_chips", "over_hands", "over_gave_up", "over_left", "over_away")
"""Ends that are told after what led to them."""

UNKNOWN = Said(later("Something happened: %(kind)s."), later("%(name)s: %(kind)s."))

TURN: dict[str, Text] = {
    "call": later("Your turn: %(owed)s to call."),
    "hit stand": later("Your turn: hit or stand."),
    "hit": later("Your turn: hit or pass."),
    "bet": later("Your turn: check or bet."),
    "check": later("Your turn: you can check."),
    "pass": later("Your turn: you can only pass."),
    "stand": later("Your turn: you can only stand."),
    "go": later("Shall the match go on?"),
}
"""By the first of these that is offered, all of its kinds together."""
YOUR_TURN = later("Your turn.")
WHY: dict[str, Text] = {
    "chosen": later("You sit out. Play on, or leave the table?"),
    "idle": later("The clock played your hand, so you sit out. Play on, or leave?"),
    "insufficient_funds": later("The next hand costs more than you have free. Play on, or leave?"),
    "above_consent": later("The next hand costs more than you agreed to. Play on, or leave?"),
}
"""Questions that a format asks for a reason; by that reason."""
NOT_PAID_IN = later("The next hand could not be paid in for you. Play on, or leave?")
"""For whatever else the ledger said."""

LABELS: dict[str, Text] = {
    "fold": later("Fold"),
    "check": later("Check"),
    "call": later("Call %(owed)s"),
    "bet": later("Bet %(n)s"),
    "raise": later("Raise to %(n)s"),
    "hit": later("Hit"),
    "pass": later("Pass"),
    "stand": later("Stand"),
    "go": later("Play on"),
    "leave": later("Leave the table"),
}
"""What stands on a button."""


def isolated(name: str) -> str:
    """The name, kept from turning the direction of the text around it."""
    if name.isascii() or not any(unicodedata.bidirectional(char) in ("R", "AL", "AN") for char in name):
        return name
    return f"\u2068{name}\u2069"


@lru_cache(maxsize=10_000)
def number(value: int, language: str) -> str:
    """Chips as the language writes them: 1,000."""
    return str(number_format(value, use_l10n=True, force_grouping=True))


@lru_cache(maxsize=5_000)
def card_name(face: int, language: str) -> str:
    return _("%(rank)s of %(suit)s") % {"rank": RANKS[rank_of(face)], "suit": SUITS[suit_of(face)]}


@lru_cache(maxsize=50_000)
def sentence(fact: Fact, name: str, own: bool, face: int, total: str, language: str) -> str:
    """A log line. `face`: of the card the fact points at, or -1 when the viewer must not see it; `total`: of the hand
    with that card, or "". `language` is the one active now: it only keeps the remembered sentences apart."""
    said = SAID.get(fact.kind, UNKNOWN)
    form = said.you if own or fact.seat < 0 or not said.other else said.other
    if fact.seat < 0 and said.nobody:
        form = said.nobody
    if face >= 0:
        form = (said.your_card if own else said.others_card) or form
    told = str(form) % {
        "name": isolated(name),
        "n": number(fact.amount, language),
        "card": card_name(face, language) if face >= 0 else "",
        "kind": fact.kind.replace("_", " "),
    }
    if total:
        told = _("%(sentence)s Total %(total)s.") % {"sentence": told, "total": total}
    if fact.auto:
        told = _("%(sentence)s Time had run out.") % {"sentence": told}
    return told


@lru_cache(maxsize=10_000)
def short(kind: str, amount: int, language: str) -> str:
    """What a seat did last, in a word or two; "" for what is not shown there."""
    said = SAID.get(kind, UNKNOWN)
    return str(said.short) % {"n": number(amount, language)} if said.short else ""


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
def level_read(ante: int, following: int, runs: bool, language: str) -> str:
    """The ante, and when it rises; "%s" stands where the page puts the time that is left."""
    told = _("Ante %(n)s.") % {"n": number(ante, language)}
    if not following:
        return told
    form = _("It rises to %(n)s in %%s.") if runs else _("The next is %(n)s.")
    return f"{told} {form % {'n': number(following, language)}}"


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
