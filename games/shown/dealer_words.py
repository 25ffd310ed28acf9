"""A round against a dealer in words: amounts in chips, totals, how each bet ended. Amounts come in half-chips."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games import sentences
from games.money import MINUS
from games.rules.formats.solo import SoloView
from games.rules.hands.house_state import HALVES
from games.rules.hands.house_view import HouseView, PlayerHandView
from games.rules.table_view import TableView


def chips_of(halves: int, language: str) -> str:
    return sentences.chips(halves, HALVES, language)


def signed_of(halves: int, language: str) -> str:
    sign = MINUS if halves < 0 else "+" if halves else ""
    return f"{sign}{chips_of(abs(halves), language)}"


def balance_of(view: TableView, hand: HouseView | None, match: SoloView | None) -> int:
    """What can still be bet. Of a round in play only its player sees what is left."""
    if hand is not None and not hand.reason and hand.viewer is not None:
        return hand.bankroll
    return match.balance if match else 0


def in_play_of(hand: HouseView | None) -> int:
    return sum(own.bet for own in hand.hands) + hand.insurance if hand else 0


def insurance_of(hand: HouseView | None) -> int:
    """Half the first bet where it is asked for; what was staked where it was."""
    if hand is None:
        return 0
    return hand.hands[0].bet // HALVES if hand.asks_insurance else hand.insurance


def best_of(total: str) -> tuple[bool, int]:
    """Whether it is soft, and the best value: ``4/14`` is a soft 14."""
    _hard, slash, best = total.rpartition("/")
    return bool(slash), int(best or 0)


def in_words(total: str) -> str:
    """``soft 14``, ``16``."""
    soft, best = best_of(total)
    return _("soft %(total)s") % {"total": best} if soft else str(best)


def result_of(own: PlayerHandView, language: str) -> str:
    if not own.flags:
        return ""
    gain = signed_of(own.returned - own.bet, language)
    if own.flags[0] == "push":
        return _("Push: bet back")
    if "natural" in own.flags and own.flags[0] == "won":
        return _("Blackjack! %(gain)s") % {"gain": gain}
    if "forfeit" in own.flags:
        return _("Left %(gain)s") % {"gain": gain}
    if "bust" in own.flags:
        return _("Bust %(gain)s") % {"gain": gain}
    return (_("Won %(gain)s") if own.flags[0] == "won" else _("Lost %(gain)s")) % {"gain": gain}


def insurance_result(hand: HouseView | None, language: str) -> str:
    if hand is None or not hand.reason or not hand.insurance:
        return ""
    return _("Insurance %(gain)s") % {"gain": signed_of(hand.insurance_returned - hand.insurance, language)}
