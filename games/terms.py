"""What is agreed at a table besides its game, in words: how many hands or rounds, what one is played for, with whom."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.money import dollars
from games.rules.game import Game


def hands_agreed(game: Game, options: Mapping[str, int]) -> int:
    """The number that multiplies the value of a hand; 0 where a match has no such number."""
    return options.get(game.stake_times, 0) if game.stake_times else 0


def terms(game: Game, options: Mapping[str, int], stake_cents: int | None) -> str:
    """``6 hands of $1.00``, ``$1.00 for each hand``, ``5 rounds``; "" for a match that has none of them.

    `stake_cents`: the whole stake of a seat; where every hand is paid for by itself, that of one hand.
    """
    if game.counts_points:
        return _rounds(options)
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


def _rounds(options: Mapping[str, int]) -> str:
    """Where rounds are played for points."""
    rounds = options.get("rounds", 0)
    told = ngettext("%(n)d round", "%(n)d rounds", rounds) % {"n": rounds} if rounds else ""
    return _("%(rounds)s, flexible ace") % {"rounds": told} if options.get("flexible_ace") else told


def company(names: Iterable[str]) -> tuple[str, ...]:
    """Names as they are listed, where "" is a house bot: one stays that, several are told together at the end."""
    listed = list(names)
    people = [name for name in listed if name]
    bots = len(listed) - len(people)
    if bots < 2:
        return tuple(listed)
    return (*people, ngettext("%(n)d house bot", "%(n)d house bots", bots) % {"n": bots})
