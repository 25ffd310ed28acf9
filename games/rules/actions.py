"""What a seat may answer to a prompt, as a closed union; and how legal answers are offered.

Amounts are whole chips, or a game's smaller units where it has them. `Bet.to` and `Raise.to` name the total that the
seat will have put in during this betting round.
"""

from __future__ import annotations

import msgspec


class _Action(msgspec.Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True):
    @property
    def kind(self) -> str:
        return str(self.__struct_config__.tag)


class Check(_Action, frozen=True, tag="check"):
    """Go on without adding chips."""


class Bet(_Action, frozen=True, tag="bet"):
    """Open the betting."""

    to: int


class Call(_Action, frozen=True, tag="call"):
    """Match the outstanding bet."""


class Raise(_Action, frozen=True, tag="raise"):
    """Match the outstanding bet and add to it."""

    to: int


class Fold(_Action, frozen=True, tag="fold"):
    """Give up the hand."""


class Hit(_Action, frozen=True, tag="hit"):
    """Take one card."""


class Pass(_Action, frozen=True, tag="pass"):
    """Take no card in this card round."""


class Stand(_Action, frozen=True, tag="stand"):
    """End one's turn."""


class Double(_Action, frozen=True, tag="double"):
    """Double the bet of the hand in play, take one card and stand."""


class Split(_Action, frozen=True, tag="split"):
    """Make two hands of a pair, the second with a bet like the first's."""


class Insure(_Action, frozen=True, tag="insure"):
    """Bet half the first bet on the dealer's natural."""


class Decline(_Action, frozen=True, tag="decline"):
    """Take no insurance."""


class Go(_Action, frozen=True, tag="go"):
    """Go on to the next hand (an answer to a format's question)."""


class LeaveTable(_Action, frozen=True, tag="leave"):
    """Leave for good instead of playing on (an answer to a format's question)."""


Action = (
    Check
    | Bet
    | Call
    | Raise
    | Fold
    | Hit
    | Pass
    | Stand
    | Double
    | Split
    | Insure
    | Decline
    | Go
    | LeaveTable
)


class Offer(msgspec.Struct, frozen=True, array_like=True):
    """One legal kind of action. `low`..`high` bound the amount where the kind carries one (else both 0)."""

    kind: str
    low: int = 0
    high: int = 0


Legal = tuple[Offer, ...]
