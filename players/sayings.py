"""What can be typed at a live table instead of pressing a key: words for each row of `players.keys`, in the reader's
language and in English.

The page looks for words here first, then for a key of the player's own, so that `r 120` is as good as `raise 120`.
"""

from __future__ import annotations

import unicodedata
from typing import NamedTuple

from django.conf import settings
from django.utils.translation import override, pgettext_lazy

from players.keys import ACTS, AMONG_PLAYERS, AT_A_DEALER, BETTING, TABLE_KEYS, Text

AMOUNT = "amount"
MAY = "may"
ALL = "all"
OFF = "off"


class Saying(NamedTuple):
    """Words that all do the same."""

    key: str
    """What the key of `players.keys` does that they stand for; "" where there is none."""
    words: Text
    """Separated by commas; the first is the one that is told. Hyphens, case and a stroke before them do not matter."""
    kinds: tuple[str, ...] = ()
    """Kinds of the buttons they press, the first that is offered; empty: what the key presses or reads out."""
    how: str = ""
    """``amount``: one must follow, ``may``: may follow, ``all``: the greatest is taken; ``off``: they let go of what is
    pressed. Empty: nothing follows."""
    tables: tuple[str, ...] = ()
    """Kinds of tables; empty: all where the key does it."""

    def works_at(self, tables: str) -> bool:
        if self.tables:
            return tables in self.tables
        return any(key.does == self.key and key.works_at(tables) for key in TABLE_KEYS)


SAYINGS: tuple[Saying, ...] = (
    # Actions. A letter alone is no word here: it is a key, and each player's own.
    Saying("fold", pgettext_lazy("typed", "fold"), ("fold",)),
    Saying("call", pgettext_lazy("typed", "check"), ("check",)),
    Saying("call", pgettext_lazy("typed", "call"), ("call",)),
    Saying("bet", pgettext_lazy("typed", "bet"), ("bet",), AMOUNT),
    Saying("bet", pgettext_lazy("typed", "raise, raise to"), ("raise",), AMOUNT),
    Saying("bet", pgettext_lazy("typed", "all-in, allin"), ("raise", "bet"), ALL, tables=AMONG_PLAYERS),
    Saying("all_in", pgettext_lazy("typed", "all-in, allin"), ("raise", "bet"), ALL),
    Saying("hit", pgettext_lazy("typed", "hit, card"), ("hit",)),
    Saying("pass", pgettext_lazy("typed", "pass"), ("pass",)),
    Saying("pass", pgettext_lazy("typed", "stand, done"), ("stand",)),
    Saying("take", pgettext_lazy("typed", "hit, card"), ("hit",)),
    Saying("keep", pgettext_lazy("typed", "stand"), ("stand",)),
    Saying("double", pgettext_lazy("typed", "double, double down"), ("double",)),
    Saying("split", pgettext_lazy("typed", "split"), ("split",)),
    Saying("insure", pgettext_lazy("typed", "insurance, yes"), ("insure",)),
    Saying("next", pgettext_lazy("typed", "no insurance, no"), ("decline",), tables=AT_A_DEALER),
    Saying("next", pgettext_lazy("typed", "deal"), ("bet",), MAY, tables=AT_A_DEALER),
    Saying("next", pgettext_lazy("typed", "next, go on, play on"), ("skip", "go", "take_chips")),
    Saying("wager", pgettext_lazy("typed", "bet"), ("bet",), AMOUNT),
    Saying("rebet", pgettext_lazy("typed", "rebet, last bet")),
    Saying("twice", pgettext_lazy("typed", "twice")),
    Saying("hint", pgettext_lazy("typed", "hint, tip")),
    Saying("show_both", pgettext_lazy("typed", "show both, show"), ("show_both",)),
    Saying("show_first", pgettext_lazy("typed", "show first"), ("show_first",)),
    Saying("show_second", pgettext_lazy("typed", "show second"), ("show_second",)),
    Saying("", pgettext_lazy("typed", "sit out"), ("sit_out",), tables=AMONG_PLAYERS),
    Saying("", pgettext_lazy("typed", "sit in"), ("sit_out",), OFF, tables=AMONG_PLAYERS),
    Saying("", pgettext_lazy("typed", "leave"), ("leave",), tables=BETTING),
    # Read out.
    Saying("own", pgettext_lazy("typed", "cards, my cards")),
    Saying("opponent", pgettext_lazy("typed", "others, opponent")),
    Saying("my_hand", pgettext_lazy("typed", "cards, my cards, hand")),
    Saying("dealer", pgettext_lazy("typed", "dealer")),
    Saying("board", pgettext_lazy("typed", "board")),
    Saying("value", pgettext_lazy("typed", "value, hand")),
    Saying("pot", pgettext_lazy("typed", "pot, pots, bets")),
    Saying("price", pgettext_lazy("typed", "to call, price")),
    Saying("least", pgettext_lazy("typed", "least, minimum")),
    Saying("stacks", pgettext_lazy("typed", "stacks, chips, score")),
    Saying("clock", pgettext_lazy("typed", "clock, time")),
    Saying("log", pgettext_lazy("typed", "log")),
    Saying("round", pgettext_lazy("typed", "round, actions")),
    Saying("level", pgettext_lazy("typed", "level, blinds, ante, hands left")),
    Saying("stakes", pgettext_lazy("typed", "stakes")),
    Saying("status", pgettext_lazy("typed", "status")),
    Saying("button", pgettext_lazy("typed", "button")),
    Saying("position", pgettext_lazy("typed", "position")),
    Saying("card1", pgettext_lazy("typed", "card 1")),
    Saying("card2", pgettext_lazy("typed", "card 2")),
    Saying("card3", pgettext_lazy("typed", "card 3")),
    Saying("card4", pgettext_lazy("typed", "card 4")),
    Saying("card5", pgettext_lazy("typed", "card 5")),
    Saying("card6", pgettext_lazy("typed", "card 6")),
    Saying("card7", pgettext_lazy("typed", "card 7")),
    Saying("help", pgettext_lazy("typed", "help")),
    Saying("speech", pgettext_lazy("typed", "speech")),
)


def sayings_at(tables: str) -> tuple[Saying, ...]:
    """What can be said at that kind of tables."""
    return tuple(saying for saying in SAYINGS if saying.works_at(tables))


def shown_word(saying: Saying) -> str:
    """The first word in the active language, as it is told."""
    return str(saying.words).partition(",")[0].strip()


def words_by_key(tables: str) -> dict[str, str]:
    """For the list of keys: what a key does -> the words that do it, too."""
    told: dict[str, list[str]] = {}
    for saying in sayings_at(tables):
        told.setdefault(saying.key, []).append(shown_word(saying))
    return {key: ", ".join(words) for key, words in told.items()}


def sayings_told(tables: str) -> list[dict[str, object]]:
    """As the page's script takes them: key, the word that is told, all words as the page compares them, kinds, how, and
    whether it acts. English words are known in any language, where they do not mean something else there."""
    there = sayings_at(tables)
    acts = {key.does for key in TABLE_KEYS if key.group == ACTS} | {""}
    own = [_compared(saying) for saying in there]
    taken = {word for words in own for word in words}
    with override(settings.LANGUAGE_CODE):
        english = [_compared(saying) for saying in there]
    return [
        {
            "key": saying.key,
            "told": shown_word(saying),
            "words": [*words, *(word for word in others if word not in taken)],
            "kinds": saying.kinds,
            "how": saying.how,
            "acts": saying.key in acts,
        }
        for saying, words, others in zip(there, own, english, strict=True)
    ]


def _compared(saying: Saying) -> list[str]:
    plain = unicodedata.normalize("NFC", str(saying.words)).lower().replace("-", " ")
    return [" ".join(word.split()) for word in plain.split(",")]
