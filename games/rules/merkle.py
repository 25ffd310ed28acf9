"""A Merkle tree over SHA-256 in which a leaf, a node and a root can never be taken for each other.

Shape: pairs are joined from the left; a last one without partner goes up unchanged (the tree of RFC 6962).
The root also binds the number of leaves, so a path says nothing about a tree of another size.
"""

from collections.abc import Sequence
from hashlib import sha256

HASH_BYTES = 32

LEAF = b"\x00"
NODE = b"\x01"
ROOT = b"\x02"


class Tree:
    """All hashes of a tree, one byte string per level (a six-deck shoe takes 20 kB)."""

    __slots__ = ("_levels", "count", "root")

    def __init__(self, leaves: Sequence[bytes]) -> None:
        """``leaves``: the data of each leaf, at least one. Raises ValueError for none."""
        if not leaves:
            raise ValueError("a tree needs a leaf")
        self.count = len(leaves)
        level = b"".join([sha256(LEAF + leaf).digest() for leaf in leaves])
        self._levels = [level]
        while len(level) > HASH_BYTES:
            level = _joined(level)
            self._levels.append(level)
        self.root = _root(self.count, level)

    def path(self, index: int) -> tuple[bytes, ...]:
        """The partner hashes from leaf ``index`` upwards. Raises IndexError outside the tree."""
        if not 0 <= index < self.count:
            raise IndexError(index)
        partners = []
        for level in self._levels[:-1]:
            start = (index ^ 1) * HASH_BYTES
            if start < len(level):
                partners.append(level[start : start + HASH_BYTES])
            index //= 2
        return tuple(partners)


def root(leaves: Sequence[bytes]) -> bytes:
    """The root over the data of these leaves."""
    return Tree(leaves).root


def path(leaves: Sequence[bytes], index: int) -> tuple[bytes, ...]:
    """The partner hashes that lead from one leaf to the root."""
    return Tree(leaves).path(index)


def verify(root: bytes, leaf: bytes, index: int, count: int, path: Sequence[bytes]) -> bool:
    """Whether ``leaf`` is number ``index`` of the ``count`` leaves under ``root``. Bad data is False."""
    if not 0 <= index < count:
        return False
    node = sha256(LEAF + leaf).digest()
    partners = iter(path)
    width, place = count, index
    while width > 1:
        if place ^ 1 < width:
            partner = next(partners, None)
            if partner is None or len(partner) != HASH_BYTES:
                return False
            node = sha256(NODE + (partner + node if place & 1 else node + partner)).digest()
        place //= 2
        width = (width + 1) // 2
    return next(partners, None) is None and _root(count, node) == root


def _joined(level: bytes) -> bytes:
    pair = 2 * HASH_BYTES
    whole = len(level) - len(level) % pair
    nodes = [sha256(NODE + level[start : start + pair]).digest() for start in range(0, whole, pair)]
    return b"".join(nodes) + level[whole:]


def _root(count: int, top: bytes) -> bytes:
    return sha256(ROOT + count.to_bytes(4, "big") + top).digest()
