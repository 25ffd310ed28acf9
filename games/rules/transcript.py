"""What a deal was made for: game, table, deal number, seats and the seeds they brought, as canonical bytes.

The bytes key the deal's stream together with the table's own secret, so whoever knows them and the opened
deal seed can deal the whole shoe again.
"""

import msgspec

from games.rules.cards import FACES_PER_DECK
from games.rules.stream import field

VERSION = b"b21/1/transcript"
MAX_DECKS = 8
MAX_CLIENT_SEED_BYTES = 64
_NUMBER_BYTES = 8
_FIELDS_BEFORE_SEATS = 8
_FIELDS_PER_SEAT = 3


class SeatSeed(msgspec.Struct, frozen=True):
    """One seat of the deal. ``client_seed`` is what its browser brought; empty for a house bot."""

    seat: int
    player: str
    client_seed: bytes


class Transcript(msgspec.Struct, frozen=True):
    """Everything a deal depends on besides the table's secret.

    ``commitment``: the table commitment the deal seed belongs to. ``deal``: its number under that commitment.
    ``match``: the number of the match at this table. ``seats``: in rising seat order.
    """

    game: str
    table: str
    commitment: bytes
    match: int
    deal: int
    decks: int
    seats: tuple[SeatSeed, ...]

    def __post_init__(self) -> None:
        numbers = [seat.seat for seat in self.seats]
        if numbers != sorted(set(numbers)):
            raise ValueError("seats must be in rising order, each once")
        if not 1 <= self.decks <= MAX_DECKS:
            raise ValueError(f"{self.decks} decks")
        if any(len(seat.client_seed) > MAX_CLIENT_SEED_BYTES for seat in self.seats):
            raise ValueError("client seed too long")

    @property
    def cards(self) -> int:
        return self.decks * FACES_PER_DECK


def encode_transcript(transcript: Transcript) -> bytes:
    """The canonical bytes: fields in a fixed order, each with its length (docs/fair-deal.md, Transcript)."""
    fields = [
        VERSION,
        transcript.game.encode(),
        transcript.table.encode(),
        transcript.commitment,
        _number(transcript.match),
        _number(transcript.deal),
        _number(transcript.decks),
        _number(len(transcript.seats)),
    ]
    for seat in transcript.seats:
        fields += [_number(seat.seat), seat.player.encode(), seat.client_seed]
    return b"".join(map(field, fields))


def decode_transcript(data: bytes) -> Transcript:
    """The inverse. Raises ValueError for anything ``encode_transcript`` could not have made."""
    fields = _split(data)
    if len(fields) < _FIELDS_BEFORE_SEATS or fields[0] != VERSION:
        raise ValueError("not a transcript of this version")
    game, table, commitment, match, deal, decks, seats = fields[1:_FIELDS_BEFORE_SEATS]
    rest = fields[_FIELDS_BEFORE_SEATS:]
    if len(rest) != _FIELDS_PER_SEAT * int.from_bytes(seats, "big"):
        raise ValueError("wrong number of seats")
    transcript = Transcript(
        game=game.decode(),
        table=table.decode(),
        commitment=commitment,
        match=int.from_bytes(match, "big"),
        deal=int.from_bytes(deal, "big"),
        decks=int.from_bytes(decks, "big"),
        seats=tuple(
            SeatSeed(int.from_bytes(rest[at], "big"), rest[at + 1].decode(), rest[at + 2])
            for at in range(0, len(rest), _FIELDS_PER_SEAT)
        ),
    )
    if encode_transcript(transcript) != data:
        raise ValueError("not in canonical form")
    return transcript


def _number(value: int) -> bytes:
    return value.to_bytes(_NUMBER_BYTES, "big")


def _split(data: bytes) -> list[bytes]:
    """The fields; what is cut off shows when they are encoded again."""
    fields = []
    at = 0
    while at < len(data):
        size = int.from_bytes(data[at : at + 4], "big")
        fields.append(data[at + 4 : at + 4 + size])
        at += 4 + size
    return fields
