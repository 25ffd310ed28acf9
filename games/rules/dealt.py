"""The chance of a real deal: made from the table's deal seed and the seats' seeds, provable card by card."""

from hashlib import sha256
from typing import Self

import msgspec

from games.rules import merkle
from games.rules.cards import FACES_PER_DECK, Card
from games.rules.stream import below, field, next_byte_of, piece, pieces, prf, shuffled, uint32
from games.rules.transcript import MAX_DECKS, Transcript, encode_transcript

DEAL_SEED_BYTES = 32
SALT_BYTES = 16

_DECK = b"b21/1/deck"
_SALT = b"b21/1/salt"
_CARD = b"b21/1/card"
_ROLL = b"b21/1/roll"
_ROLL_COMMITMENT = b"b21/1/commit-roll"
_AGAIN = b"b21/1/again"
_AGAIN_SALT = b"b21/1/salt-again"
_AGAIN_CARD = b"b21/1/card-again"


class Opening(msgspec.Struct, frozen=True):
    """Proof that ``face`` lay at ``position`` under the deal's root. Salt and path in hex."""

    position: int
    face: int
    salt: str
    path: tuple[str, ...]


class ReshuffleOpening(msgspec.Struct, frozen=True):
    """Proof that the card of ``position`` lies at ``place`` of re-shuffle ``k``, under its own root."""

    k: int
    place: int
    position: int
    face: int
    salt: str
    path: tuple[str, ...]


class DealtChance:
    """A ``Chance`` that computes everything from a 32-byte deal seed and the deal's transcript.

    Holds secrets: it lives in a server process only, is never stored, logged or sent. The tree is made when
    first asked for, as a process that only plays on needs no proofs.
    """

    __slots__ = ("_order", "_roll_keys", "_seed", "_tree")

    def __init__(self, deal_seed: bytes, transcript: bytes, decks: int) -> None:
        """Raises ValueError for a seed that is not 32 bytes or decks outside 1..8."""
        if len(deal_seed) != DEAL_SEED_BYTES:
            raise ValueError(f"a deal seed has {DEAL_SEED_BYTES} bytes")
        if not 1 <= decks <= MAX_DECKS:
            raise ValueError(f"{decks} decks")
        self._seed = prf(deal_seed, transcript)
        self._order = shuffled(tuple(range(FACES_PER_DECK)) * decks, next_byte_of(self._seed, _DECK))
        self._tree: merkle.Tree | None = None
        self._roll_keys: dict[str, bytes] = {}

    @classmethod
    def of(cls, deal_seed: bytes, transcript: Transcript) -> Self:
        return cls(deal_seed, encode_transcript(transcript), transcript.decks)

    @property
    def order(self) -> tuple[int, ...]:
        """Faces by position: the whole shoe."""
        return self._order

    @property
    def root(self) -> bytes:
        """The root over all salted positions, to be published before the first card (32 bytes)."""
        return self._proofs().root

    def card(self, position: int) -> Card:
        """Raises IndexError outside the shoe."""
        return Card(position, self._order[_within(position, len(self._order))])

    def opening(self, position: int) -> Opening:
        """The proof of one card, for whoever may see it. Raises IndexError outside the shoe."""
        face = self.card(position).face
        salt = piece(self._seed, _SALT, SALT_BYTES, position)
        return Opening(position, face, salt.hex(), _hex(self._proofs().path(position)))

    def roll(self, label: str, counter: int, n: int) -> int:
        """Uniform in ``range(n)``, ``n`` up to 2**32; ``counter`` 0..2**32-1, used once per label."""
        return roll_from_key(self.roll_key(label), counter, n)

    def roll_key(self, label: str) -> bytes:
        """The key of all rolls of one label: opened after the match, it shows nothing of the cards."""
        key = self._roll_keys.get(label)
        if key is None:
            key = self._roll_keys[label] = prf(self._seed, _ROLL + field(label.encode()))
        return key

    def roll_commitment(self, label: str) -> bytes:
        """What to publish with the root, so that the opened ``roll_key`` proves the rolls (32 bytes)."""
        return roll_commitment(label, self.roll_key(label))

    def reshuffle(self, k: int, positions: tuple[int, ...]) -> tuple[int, ...]:
        """These positions in the order of re-shuffle ``k``; the order they are given in plays no part.

        Raises IndexError outside the shoe, ValueError for a position given twice.
        """
        within = tuple(_within(position, len(self._order)) for position in canonical_positions(positions))
        return shuffled(within, next_byte_of(self._seed, _AGAIN + uint32(k)))

    def reshuffle_root(self, k: int, positions: tuple[int, ...]) -> bytes:
        """The root to publish before the first card of re-shuffle ``k`` (32 bytes)."""
        return merkle.root(self._reshuffle_leaves(k, self.reshuffle(k, positions)))

    def reshuffle_opening(self, k: int, positions: tuple[int, ...], place: int) -> ReshuffleOpening:
        """The proof of the card at ``place`` of re-shuffle ``k``."""
        order = self.reshuffle(k, positions)
        path = merkle.path(self._reshuffle_leaves(k, order), place)
        salt = piece(self._seed, _AGAIN_SALT + uint32(k), SALT_BYTES, place)
        position = order[place]
        return ReshuffleOpening(k, place, position, self._order[position], salt.hex(), _hex(path))

    def _reshuffle_leaves(self, k: int, order: tuple[int, ...]) -> list[bytes]:
        salts = pieces(self._seed, _AGAIN_SALT + uint32(k), SALT_BYTES, len(order))
        return [
            reshuffle_leaf(k, place, position, self._order[position], salt)
            for place, (position, salt) in enumerate(zip(order, salts, strict=True))
        ]

    def _proofs(self) -> merkle.Tree:
        if self._tree is None:
            salts = pieces(self._seed, _SALT, SALT_BYTES, len(self._order))
            numbered = enumerate(zip(self._order, salts, strict=True))
            self._tree = merkle.Tree([card_leaf(position, face, salt) for position, (face, salt) in numbered])
        return self._tree


def card_leaf(position: int, face: int, salt: bytes) -> bytes:
    """What the root commits to for one card."""
    return _CARD + uint32(position) + face.to_bytes() + salt


def reshuffle_leaf(k: int, place: int, position: int, face: int, salt: bytes) -> bytes:
    """What a re-shuffle's root commits to for one card."""
    return _AGAIN_CARD + uint32(k) + uint32(place) + uint32(position) + face.to_bytes() + salt


def verify_opening(root: bytes, decks: int, opening: Opening) -> bool:
    """Whether the opened card is the one the root commits to. Raises ValueError for text that is not hex."""
    count = decks * FACES_PER_DECK
    salt = bytes.fromhex(opening.salt)
    if not 0 <= opening.position < count or not 0 <= opening.face < FACES_PER_DECK or len(salt) != SALT_BYTES:
        return False
    leaf = card_leaf(opening.position, opening.face, salt)
    return merkle.verify(root, leaf, opening.position, count, [bytes.fromhex(step) for step in opening.path])


def roll_from_key(key: bytes, counter: int, n: int) -> int:
    """One roll of the label this key belongs to."""
    return below(n, next_byte_of(key, uint32(counter)))


def roll_commitment(label: str, key: bytes) -> bytes:
    """The commitment an opened roll key must match."""
    return sha256(_ROLL_COMMITMENT + field(label.encode()) + key).digest()


def canonical_positions(positions: tuple[int, ...]) -> tuple[int, ...]:
    """In rising order, so that nobody can steer a re-shuffle by listing its cards differently."""
    if len(set(positions)) != len(positions):
        raise ValueError("a position is given twice")
    return tuple(sorted(positions))


def _within(position: int, count: int) -> int:
    if not 0 <= position < count:
        raise IndexError(f"no position {position} in a shoe of {count}")
    return position


def _hex(path: tuple[bytes, ...]) -> tuple[str, ...]:
    return tuple(partner.hex() for partner in path)
