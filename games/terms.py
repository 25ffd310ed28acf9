"""What is agreed at a table besides its game, in words: how many hands, and what one of them is played for."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.money import dollars
from games.rules.game import Game


def hands_agreed(game: Game, options: Mapping[str, int]) -> int:
    """The number that multiplies the value of a hand; 0 where a match has no such number."""
    return options.get(game.stake_times, 0) if game.stake_times else 0


def terms(game: Game, options: Mapping[str, int], stake_cents: int | None) -> str:
    """``6 hands of $1.00``, ``$1.00 for each hand``; "" for a match that has neither. `stake_cents`: the whole stake
    of a seat; where every hand is paid for by itself, that of one hand."""
    hands = hands_agreed(game, options)
    if hands and stake_cents is None:
        return ngettext("%(n)d hand", "%(n)d hands", hands) % {"n": hands}
    if hands and stake_cents is not None:
        value = dollars(stake_cents // hands)
        return ngettext("%(n)d hand of %(value)s", "%(n)d hands of %(value)s", hands) % {
            "n": hands,
            "value": value,
        }
    if game.leaves_between and stake_cents is not None:
        return _("%(stake)s for each hand") % {"stake": dollars(stake_cents)}
    return ""
