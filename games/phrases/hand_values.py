"""Poker hands by their names: "two pair, kings and fives".

A rank is a word of its own in each place of a sentence, told apart by context, so that every language can put it into
the form it needs there: German "zwei Paare, Könige und Fünfen", Polish "dwie pary, króle i piątki", "para króli",
"strit do króla". Whole phrases are translated, never put together from parts of them.
"""

from __future__ import annotations

from functools import lru_cache

from django.utils.translation import gettext as _
from django.utils.translation import pgettext, pgettext_lazy

from games.phrases.phrase import Text
from games.rules.hand_ranks import HandName

ONE: tuple[Text, ...] = (
    pgettext_lazy("one card, named", "two"),
    pgettext_lazy("one card, named", "three"),
    pgettext_lazy("one card, named", "four"),
    pgettext_lazy("one card, named", "five"),
    pgettext_lazy("one card, named", "six"),
    pgettext_lazy("one card, named", "seven"),
    pgettext_lazy("one card, named", "eight"),
    pgettext_lazy("one card, named", "nine"),
    pgettext_lazy("one card, named", "ten"),
    pgettext_lazy("one card, named", "jack"),
    pgettext_lazy("one card, named", "queen"),
    pgettext_lazy("one card, named", "king"),
    pgettext_lazy("one card, named", "ace"),
)
"""“king high”; cards beside a hand."""
SEVERAL: tuple[Text, ...] = (
    pgettext_lazy("several cards, named", "twos"),
    pgettext_lazy("several cards, named", "threes"),
    pgettext_lazy("several cards, named", "fours"),
    pgettext_lazy("several cards, named", "fives"),
    pgettext_lazy("several cards, named", "sixes"),
    pgettext_lazy("several cards, named", "sevens"),
    pgettext_lazy("several cards, named", "eights"),
    pgettext_lazy("several cards, named", "nines"),
    pgettext_lazy("several cards, named", "tens"),
    pgettext_lazy("several cards, named", "jacks"),
    pgettext_lazy("several cards, named", "queens"),
    pgettext_lazy("several cards, named", "kings"),
    pgettext_lazy("several cards, named", "aces"),
)
"""“two pair, kings and fives”; the three of a full house."""
OF: tuple[Text, ...] = (
    pgettext_lazy("a pair of", "twos"),
    pgettext_lazy("a pair of", "threes"),
    pgettext_lazy("a pair of", "fours"),
    pgettext_lazy("a pair of", "fives"),
    pgettext_lazy("a pair of", "sixes"),
    pgettext_lazy("a pair of", "sevens"),
    pgettext_lazy("a pair of", "eights"),
    pgettext_lazy("a pair of", "nines"),
    pgettext_lazy("a pair of", "tens"),
    pgettext_lazy("a pair of", "jacks"),
    pgettext_lazy("a pair of", "queens"),
    pgettext_lazy("a pair of", "kings"),
    pgettext_lazy("a pair of", "aces"),
)
"""“a pair of kings”, “three kings”, “four kings”."""
FULL_OF: tuple[Text, ...] = (
    pgettext_lazy("full of", "twos"),
    pgettext_lazy("full of", "threes"),
    pgettext_lazy("full of", "fours"),
    pgettext_lazy("full of", "fives"),
    pgettext_lazy("full of", "sixes"),
    pgettext_lazy("full of", "sevens"),
    pgettext_lazy("full of", "eights"),
    pgettext_lazy("full of", "nines"),
    pgettext_lazy("full of", "tens"),
    pgettext_lazy("full of", "jacks"),
    pgettext_lazy("full of", "queens"),
    pgettext_lazy("full of", "kings"),
    pgettext_lazy("full of", "aces"),
)
"""The pair of a full house: “kings full of fives”."""
UP_TO: tuple[Text, ...] = (
    pgettext_lazy("a straight up to", "the two"),
    pgettext_lazy("a straight up to", "the three"),
    pgettext_lazy("a straight up to", "the four"),
    pgettext_lazy("a straight up to", "the five"),
    pgettext_lazy("a straight up to", "the six"),
    pgettext_lazy("a straight up to", "the seven"),
    pgettext_lazy("a straight up to", "the eight"),
    pgettext_lazy("a straight up to", "the nine"),
    pgettext_lazy("a straight up to", "the ten"),
    pgettext_lazy("a straight up to", "the jack"),
    pgettext_lazy("a straight up to", "the queen"),
    pgettext_lazy("a straight up to", "the king"),
    pgettext_lazy("a straight up to", "the ace"),
)
"""“a straight up to the king”, with its article; German “bis zum König”, “bis zur Neun”."""
ACE = len(ONE) - 1


@lru_cache(maxsize=20_000)
def hand_in_words(name: HandName, language: str) -> str:
    """Without the cards beside it. `language` is the one active now."""
    first, second = name.ranks[0], name.ranks[-1]
    match name.category:
        case "high_card":
            return _("%(rank)s high") % {"rank": ONE[first]}
        case "pair":
            return _("a pair of %(ranks)s") % {"ranks": OF[first]}
        case "two_pair":
            return _("two pair, %(ranks)s and %(others)s") % {
                "ranks": SEVERAL[first],
                "others": SEVERAL[second],
            }
        case "three_of_a_kind":
            return _("three %(ranks)s") % {"ranks": OF[first]}
        case "straight":
            return _("a straight up to %(rank)s") % {"rank": UP_TO[first]}
        case "flush":
            return _("a flush, %(rank)s high") % {"rank": ONE[first]}
        case "full_house":
            return _("a full house, %(ranks)s full of %(others)s") % {
                "ranks": SEVERAL[first],
                "others": FULL_OF[second],
            }
        case "four_of_a_kind":
            return _("four %(ranks)s") % {"ranks": OF[first]}
    if first == ACE:
        return _("a royal flush")
    return _("a straight flush up to %(rank)s") % {"rank": UP_TO[first]}


@lru_cache(maxsize=20_000)
def hand_read(name: HandName, language: str) -> str:
    """A sentence about the listener's own hand, with the cards that decide between two hands of that name."""
    told = _("You have %(value)s.") % {"value": hand_in_words(name, language)}
    beside = name.kickers or (name.ranks[1:] if name.category in ("high_card", "flush") else ())
    if not beside:
        return told
    ranks = [str(ONE[rank]) for rank in beside]
    return (
        told
        + " "
        + pgettext("the cards that count beside a hand", "Beside it: %(ranks)s.")
        % {"ranks": ", ".join(ranks)}
    )
