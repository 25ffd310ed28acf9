"""Poker hands by their names: "two pair, kings and fives".

A rank is a word of its own in each place of a sentence, told apart by context, so that every language can put it into
the form it needs there: German "zwei Paare, Könige und Fünfen", Polish "dwie pary, króle i piątki", "para króli",
"strit do króla". Whole phrases are translated, never put together from parts of them.
"""

from __future__ import annotations

from functools import lru_cache

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.utils.translation import pgettext_lazy as later

from games.phrases.phrase import Text
from games.rules.hand_ranks import HandName

ONE: tuple[Text, ...] = (
    later("one card, named", "two"), later("one card, named", "three"), later("one card, named", "four"),
    later("one card, named", "five"), later("one card, named", "six"), later("one card, named", "seven"),
    later("one card, named", "eight"), later("one card, named", "nine"), later("one card, named", "ten"),
    later("one card, named", "jack"), later("one card, named", "queen"), later("one card, named", "king"),
    later("one card, named", "ace"),
)  # fmt: skip
"""“king high”; cards beside a hand."""
SEVERAL: tuple[Text, ...] = (
    later("several cards, named", "twos"), later("several cards, named", "threes"),
    later("several cards, named", "fours"), later("several cards, named", "fives"),
    later("several cards, named", "sixes"), later("several cards, named", "sevens"),
    later("several cards, named", "eights"), later("several cards, named", "nines"),
    later("several cards, named", "tens"), later("several cards, named", "jacks"),
    later("several cards, named", "queens"), later("several cards, named", "kings"),
    later("several cards, named", "aces"),
)  # fmt: skip
"""“two pair, kings and fives”; the three of a full house."""
OF: tuple[Text, ...] = (
    later("a pair of", "twos"), later("a pair of", "threes"), later("a pair of", "fours"),
    later("a pair of", "fives"), later("a pair of", "sixes"), later("a pair of", "sevens"),
    later("a pair of", "eights"), later("a pair of", "nines"), later("a pair of", "tens"),
    later("a pair of", "jacks"), later("a pair of", "queens"), later("a pair of", "kings"),
    later("a pair of", "aces"),
)  # fmt: skip
"""“a pair of kings”, “three kings”, “four kings”."""
FULL_OF: tuple[Text, ...] = (
    later("full of", "twos"), later("full of", "threes"), later("full of", "fours"), later("full of", "fives"),
    later("full of", "sixes"), later("full of", "sevens"), later("full of", "eights"),
    later("full of", "nines"), later("full of", "tens"), later("full of", "jacks"),
    later("full of", "queens"), later("full of", "kings"), later("full of", "aces"),
)  # fmt: skip
"""The pair of a full house: “kings full of fives”."""
UP_TO: tuple[Text, ...] = (
    later("a straight up to", "the two"), later("a straight up to", "the three"),
    later("a straight up to", "the four"), later("a straight up to", "the five"),
    later("a straight up to", "the six"), later("a straight up to", "the seven"),
    later("a straight up to", "the eight"), later("a straight up to", "the nine"),
    later("a straight up to", "the ten"), later("a straight up to", "the jack"),
    later("a straight up to", "the queen"), later("a straight up to", "the king"),
    later("a straight up to", "the ace"),
)  # fmt: skip
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
