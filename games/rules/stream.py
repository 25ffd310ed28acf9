"""Random bytes from a key, and unbiased numbers and orders from random bytes.

A stream is HMAC-SHA256 in counter mode: block ``j`` is ``HMAC(key, label | j)``, ``j`` as a 4-byte number.
Numbers are drawn by rejection, so each is exactly as likely as any other.
"""

import hmac
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, count, islice

BLOCK_BYTES = 32
MAX_RANGE = 2**32
"""Above it a number would need more bytes than the browser's integers hold exactly."""

type NextByte = Callable[[], int]
"""Gives the next byte of a stream, 0..255."""


def uint32(number: int) -> bytes:
    """4 bytes, big endian. Raises OverflowError below 0 and from 2**32."""
    return number.to_bytes(4, "big")


def field(data: bytes) -> bytes:
    """The bytes with their length in front, so that two lists of fields never share an encoding."""
    return uint32(len(data)) + data


def prf(key: bytes, message: bytes) -> bytes:
    """HMAC-SHA256: 32 bytes."""
    return hmac.digest(key, message, "sha256")


def blocks(key: bytes, label: bytes) -> Iterator[bytes]:
    """The endless blocks of one stream. Keyed once and copied, which is faster than a call for each."""
    keyed = hmac.new(key, label, "sha256")
    for number in count():
        block = keyed.copy()
        block.update(uint32(number))
        yield block.digest()


def next_byte_of(key: bytes, label: bytes) -> NextByte:
    """A reader over the bytes of one stream, from its start."""
    return chain.from_iterable(blocks(key, label)).__next__


def pieces(key: bytes, label: bytes, size: int, number: int) -> list[bytes]:
    """The first ``number`` pieces of ``size`` bytes of one stream. ``size`` divides 32."""
    needed = -(-number * size // BLOCK_BYTES)
    data = b"".join(islice(blocks(key, label), needed))
    return [data[start : start + size] for start in range(0, number * size, size)]


def piece(key: bytes, label: bytes, size: int, index: int) -> bytes:
    """``pieces(...)[index]`` without making the others."""
    number, place = divmod(index * size, BLOCK_BYTES)
    return prf(key, label + uint32(number))[place : place + size]


def below(n: int, next_byte: NextByte) -> int:
    """A number uniform in ``range(n)``; none of the bytes is used for n = 1.

    A draw is as many bytes as ``n - 1`` needs, big endian; a draw in the last, incomplete stretch of ``n`` is
    thrown away and made anew. Raises ValueError unless ``1 <= n <= 2**32``.
    """
    if 1 < n <= 256:
        limit = 256 - 256 % n
        value = next_byte()
        while value >= limit:
            value = next_byte()
        return value % n
    if not 1 <= n <= MAX_RANGE:
        raise ValueError(f"cannot draw below {n}")
    if n == 1:
        return 0
    size = ((n - 1).bit_length() + 7) // 8
    span = 1 << 8 * size
    limit = span - span % n
    while True:
        value = 0
        for _ in range(size):
            value = value << 8 | next_byte()
        if value < limit:
            return value % n


def shuffled[T](items: Sequence[T], next_byte: NextByte) -> tuple[T, ...]:
    """The items in a random order (Fisher–Yates from the last place down to the second)."""
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        chosen = below(last + 1, next_byte)
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)
