"""What each seat had agreed to when a stake was paid in. Kept beside the transfer, which keeps its digest: so a replay
proves that nobody was charged otherwise, whatever he has agreed to since."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence

import msgspec

from games.models import Consent, Seat, Table
from games.rules.clocks import State
from games.rules.contracts import Fund

Units = dict[str, str]
"""Digits by currency, in the order in which currencies are taken: JSON of numbers is exact to 2^53 only."""


class Agreed(msgspec.Struct, frozen=True, kw_only=True):
    """One seat's. `free`: what its player had of each currency, where the stake is made of several; with a single
    currency the ledger itself says whether it was enough."""

    seat: int
    player: int
    most: Units
    free: Units = {}

    def limits(self) -> dict[str, int]:
        """Units of each currency that could be taken, in the order in which they are."""
        free = self.free or self.most
        return {code: min(int(units), int(free.get(code, 0))) for code, units in self.most.items()}


class Consents(msgspec.Struct, frozen=True, kw_only=True):
    """Of all seats to one stake of so many US cents each."""

    cents: int
    seats: tuple[Agreed, ...]


_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(Consents)


def encoded(cents: int, seats: Sequence[Seat], free: Mapping[int, Mapping[str, int]]) -> bytes:
    """As it is kept, and as the transfer's digest is made of it. `free`: units by currency, by number of seat."""
    agreed = tuple(
        Agreed(
            seat=seat.number, player=seat.user_id or 0, most=_digits(seat.consent),
            free=_digits({code: free[seat.number].get(code, 0) for code in seat.consent})
            if seat.number in free else {},
        )
        for seat in seats
    )  # fmt: skip
    return _ENCODER.encode(Consents(cents=cents, seats=agreed))


def keep(table_id: int, state: State, effect: Fund, body: bytes) -> None:
    """In the transaction of the posting, and once, as that is: if something else was kept, its digest tells."""
    consent = Consent(
        table_id=table_id, match_number=state.match_number, hand=effect.hand, body=body.decode()
    )
    Consent.objects.bulk_create([consent], ignore_conflicts=True)


def kept(table: Table, state: State, effect: Fund) -> bytes | None:
    """What was kept with the stake that `effect` calls for."""
    found = Consent.objects.filter(table=table, match_number=state.match_number, hand=effect.hand)
    body = found.values_list("body", flat=True).first()
    return None if body is None else body.encode()


def decoded(body: bytes) -> Consents:
    """Raises msgspec.DecodeError, msgspec.ValidationError (both ValueErrors)."""
    return _DECODER.decode(body)


def digest(body: bytes) -> bytes:
    """What the ledger keeps of it (`wallet.postings.Posting.request`)."""
    return hashlib.sha256(body).digest()


def _digits(units: Mapping[str, int]) -> Units:
    return {code: str(amount) for code, amount in units.items()}
