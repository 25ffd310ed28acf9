"""What the table says of its stakes: one line above the felt, a sheet with the exact units, a sentence read out.

Made once for each hand and language, not for each view.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from django.utils.translation import gettext as _
from markupsafe import Markup

from games.live_templates import live_template
from games.money import Amount, dollars
from games.paid_in import PaidIn, Put
from games.sentences import isolated
from wallet.units import CENT


class PutShown(NamedTuple):
    """Units of one currency; `usd`: an estimate of the moment they were paid in."""

    amount: Amount
    usd: str


class SeatStake(NamedTuple):
    """What one seat has put in."""

    name: str
    own: bool
    parts: tuple[PutShown, ...]
    usd: str
    """Of all together."""

    @property
    def amounts(self) -> str:
        return ", ".join(str(part.amount) for part in self.parts)

    @property
    def codes(self) -> str:
        """For where there is no room for amounts."""
        return " + ".join(part.amount.currency for part in self.parts)


class StakesShown(NamedTuple):
    """`html`: to be put above the felt; `read`: the same, read out."""

    html: Markup
    read: str


@lru_cache(maxsize=2_000)
def stakes_shown(
    paid_in: PaidIn | None, names: tuple[str, ...], own: int | None, over: bool, language: str
) -> StakesShown:
    """For a table with a stake. `names` by seat; `own`: the viewer's. `language` is the one active now."""
    seats = () if paid_in is None else _seats(paid_in, names, own)
    hand = paid_in.hand if paid_in is not None and seats else 0
    title = _("Stakes of hand %(n)d") % {"n": hand} if hand else _("Stakes")
    awaited = "" if seats else _nothing(over)
    each = seats[0].usd if seats and len({seat.usd for seat in seats}) == 1 else ""
    html = live_template("parts/stakes.html", language).render(
        title=title, seats=seats, each=_("≈ %(usd)s each") % {"usd": each} if each else "", awaited=awaited
    )
    told = [awaited] if awaited else [_read(seat) for seat in seats]
    return StakesShown(Markup(html), f"{title}. {' '.join(told)}")  # noqa: S704 (our own template)


def _nothing(over: bool) -> str:
    return _("Nothing was paid in.") if over else _("They are paid in with the first cards.")


def _seats(paid_in: PaidIn, names: tuple[str, ...], own: int | None) -> tuple[SeatStake, ...]:
    """From the viewer's own seat on, as they sit; who has put in nothing is left out."""
    numbers = range(len(names))
    order = (*numbers[own or 0 :], *numbers[: own or 0])
    return tuple(
        SeatStake(isolated(names[number]), number == own, _parts(puts), _worth(puts))
        for number in order
        if (puts := paid_in.seats[number])
    )


def _parts(puts: tuple[Put, ...]) -> tuple[PutShown, ...]:
    return tuple(PutShown(Amount(put.units, put.currency, put.decimals), _worth((put,))) for put in puts)


def _worth(puts: tuple[Put, ...]) -> str:
    """To the nearest cent: each was rounded down by less than a millionth of one."""
    return dollars((sum(put.usd for put in puts) + CENT // 2) // CENT)


def _read(seat: SeatStake) -> str:
    form = (
        _("You have put in %(amounts)s, about %(usd)s.")
        if seat.own
        else _("%(name)s has put in %(amounts)s, about %(usd)s.")
    )
    return form % {"name": seat.name, "amounts": seat.amounts, "usd": seat.usd}
