"""What a table promises before anyone sits: the deal seeds of its deals, and the seats' seeds in return.

One secret per table gives every deal its seed. The root over the numbered seeds is published first; each seed
can be opened alone, or never, without telling anything of another.
"""

from hashlib import sha256

import msgspec

from games.rules import merkle
from games.rules.stream import prf, uint32

DEALS_PER_TABLE = 1024
"""Deals under one commitment, the first of them unused: a table counts its shoes from 1. No match has more."""

SECRET_BYTES = 32

_DEAL_SEED = b"b21/1/deal-seed"
_CLIENT_SEED = b"b21/1/client-seed"


class DealSeedOpening(msgspec.Struct, frozen=True):
    """Proof that ``seed`` is that of deal ``number`` under the table's commitment. Seed and path in hex."""

    number: int
    seed: str
    path: tuple[str, ...]


def deal_seed(secret: bytes, number: int) -> bytes:
    """The 32-byte seed of one deal. ``number`` counts from 0. Raises ValueError outside the commitment."""
    if len(secret) != SECRET_BYTES:
        raise ValueError(f"a table secret has {SECRET_BYTES} bytes")
    if not 0 <= number < DEALS_PER_TABLE:
        raise ValueError(f"no deal {number} under one commitment")
    return prf(secret, _DEAL_SEED + uint32(number))


def table_commitment(secret: bytes) -> bytes:
    """The root to publish before anyone sits (32 bytes)."""
    return _tree(secret).root


def deal_seed_opening(secret: bytes, number: int) -> DealSeedOpening:
    """Open one deal seed. The caller sees to it that the deal is over and may be shown."""
    seed = deal_seed(secret, number)
    partners = _tree(secret).path(number)
    return DealSeedOpening(number, seed.hex(), tuple(partner.hex() for partner in partners))


def verify_deal_seed(commitment: bytes, opening: DealSeedOpening) -> bool:
    """Whether the opened seed is the one committed to. Raises ValueError for text that is not hex."""
    if not 0 <= opening.number < DEALS_PER_TABLE:
        return False
    leaf = deal_seed_leaf(opening.number, bytes.fromhex(opening.seed))
    partners = [bytes.fromhex(partner) for partner in opening.path]
    return merkle.verify(commitment, leaf, opening.number, DEALS_PER_TABLE, partners)


def deal_seed_leaf(number: int, seed: bytes) -> bytes:
    return _DEAL_SEED + uint32(number) + seed


def seed_digest(value: bytes) -> bytes:
    """What a seat sends before its seed: shows nothing of it and holds the seat to it (32 bytes)."""
    return sha256(_CLIENT_SEED + value).digest()


def _tree(secret: bytes) -> merkle.Tree:
    numbers = range(DEALS_PER_TABLE)
    return merkle.Tree([deal_seed_leaf(number, deal_seed(secret, number)) for number in numbers])
