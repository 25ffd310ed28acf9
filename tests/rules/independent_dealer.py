"""A second dealer, written from docs/fair-deal.md alone: hashlib and lists, slow and plain.

It shares no code with games/rules. ``python -m tests.rules.independent_dealer`` prints the vectors that the
server, this file and fair.js have to agree on.
"""

import hashlib
import json
import sys
from collections.abc import Iterator
from typing import Any

DEALS = 1024


def sha(message: bytes) -> bytes:
    return hashlib.sha256(message).digest()


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    if len(key) > 64:
        key = sha(key)
    key = key + bytes(64 - len(key))
    return sha(bytes(k ^ 0x5C for k in key) + sha(bytes(k ^ 0x36 for k in key) + message))


def u32(number: int) -> bytes:
    return bytes((number >> shift) & 255 for shift in (24, 16, 8, 0))


def u64(number: int) -> bytes:
    return u32(number >> 32) + u32(number & 0xFFFFFFFF)


def field(data: bytes) -> bytes:
    return u32(len(data)) + data


def stream(key: bytes, label: bytes) -> Iterator[int]:
    j = 0
    while True:
        yield from hmac_sha256(key, label + u32(j))
        j += 1


def salts(key: bytes, label: bytes, number: int) -> list[bytes]:
    source = stream(key, label)
    return [bytes([next(source) for _ in range(16)]) for _ in range(number)]


def below(n: int, source: Iterator[int]) -> int:
    if n == 1:
        return 0
    s = 1
    while 256**s < n:
        s += 1
    largest = (256**s // n) * n
    while True:
        v = 0
        for _ in range(s):
            v = v * 256 + next(source)
        if v < largest:
            return v % n


def shuffle(items: list[int], source: Iterator[int]) -> list[int]:
    result = items[:]
    i = len(result) - 1
    while i >= 1:
        j = below(i + 1, source)
        result[i], result[j] = result[j], result[i]
        i -= 1
    return result


def top(leaves: list[bytes]) -> bytes:
    """The same tree told from above: the left part is the largest power of two below the number of leaves."""
    if len(leaves) == 1:
        return sha(b"\x00" + leaves[0])
    left = split(len(leaves))
    return sha(b"\x01" + top(leaves[:left]) + top(leaves[left:]))


def split(n: int) -> int:
    left = 1
    while left * 2 < n:
        left *= 2
    return left


def merkle_root(leaves: list[bytes]) -> bytes:
    return merkle_root_of(len(leaves), top(leaves))


def merkle_root_of(count: int, top_hash: bytes) -> bytes:
    return sha(b"\x02" + u32(count) + top_hash)


def merkle_path(leaves: list[bytes], index: int) -> list[bytes]:
    if len(leaves) == 1:
        return []
    left = split(len(leaves))
    if index < left:
        return [*merkle_path(leaves[:left], index), top(leaves[left:])]
    return [*merkle_path(leaves[left:], index - left), top(leaves[:left])]


def deal_seed(secret: bytes, number: int) -> bytes:
    return hmac_sha256(secret, b"b21/1/deal-seed" + u32(number))


def table_leaves(secret: bytes) -> list[bytes]:
    return [b"b21/1/deal-seed" + u32(number) + deal_seed(secret, number) for number in range(DEALS)]


def transcript_bytes(fields: dict[str, Any]) -> bytes:
    data = field(b"b21/1/transcript") + field(fields["game"].encode()) + field(fields["table"].encode())
    data += field(bytes.fromhex(fields["commitment"]))
    for number in (fields["match"], fields["deal"], fields["decks"], len(fields["seats"])):
        data += field(u64(number))
    for seat in fields["seats"]:
        data += field(u64(seat["seat"])) + field(seat["player"].encode())
        data += field(bytes.fromhex(seat["client_seed"]))
    return data


class Deal:
    def __init__(self, seed: bytes, transcript: bytes, decks: int) -> None:
        self.seed = hmac_sha256(seed, transcript)
        self.order = shuffle([i % 52 for i in range(52 * decks)], stream(self.seed, b"b21/1/deck"))

        self.salts = salts(self.seed, b"b21/1/salt", len(self.order))

    def leaves(self) -> list[bytes]:
        return [
            b"b21/1/card" + u32(p) + bytes([face]) + salt
            for p, (face, salt) in enumerate(zip(self.order, self.salts, strict=True))
        ]

    def opening(self, position: int) -> dict[str, Any]:
        return {
            "position": position,
            "face": self.order[position],
            "salt": self.salts[position].hex(),
            "path": [step.hex() for step in merkle_path(self.leaves(), position)],
        }

    def roll_key(self, label: str) -> bytes:
        return hmac_sha256(self.seed, b"b21/1/roll" + field(label.encode()))

    def roll(self, label: str, counter: int, n: int) -> int:
        return below(n, stream(self.roll_key(label), u32(counter)))

    def roll_commitment(self, label: str) -> bytes:
        return sha(b"b21/1/commit-roll" + field(label.encode()) + self.roll_key(label))

    def reshuffle(self, k: int, positions: list[int]) -> list[int]:
        return shuffle(sorted(positions), stream(self.seed, b"b21/1/again" + u32(k)))

    def reshuffle_salts(self, k: int, number: int) -> list[bytes]:
        return salts(self.seed, b"b21/1/salt-again" + u32(k), number)

    def reshuffle_leaves(self, k: int, positions: list[int]) -> list[bytes]:
        order = self.reshuffle(k, positions)
        own = self.reshuffle_salts(k, len(order))
        return [
            b"b21/1/card-again" + u32(k) + u32(q) + u32(p) + bytes([self.order[p]]) + own[q]
            for q, p in enumerate(order)
        ]

    def reshuffle_opening(self, k: int, positions: list[int], place: int) -> dict[str, Any]:
        position = self.reshuffle(k, positions)[place]
        path = merkle_path(self.reshuffle_leaves(k, positions), place)
        return {
            "k": k,
            "place": place,
            "position": position,
            "face": self.order[position],
            "salt": self.reshuffle_salts(k, place + 1)[place].hex(),
            "path": [step.hex() for step in path],
        }


def sample(name: str) -> bytes:
    """Bytes that nobody chose: the hash of a name."""
    return sha(b"battle21 test vector: " + name.encode())


ROLLS = [
    ("first", 0, 2),
    ("modifier", 7, 27),
    ("bot", 4_294_967_295, 100),
    ("bot", 1, 1),
    ("wide", 2, 70_000),
]


def deal_vector(
    game: str, decks: int, number: int, players: list[str], open_at: list[int], again: list[int]
) -> dict[str, Any]:
    secret = sample(f"{game} secret")
    table = table_leaves(secret)
    seats = [
        {
            "seat": seat,
            "player": player,
            "client_seed": "" if player.startswith("bot") else sample(player).hex(),
        }
        for seat, player in enumerate(players, start=1)
    ]
    fields = {
        "game": game,
        "table": f"table of {game}",
        "commitment": merkle_root(table).hex(),
        "match": 3,
        "deal": number,
        "decks": decks,
        "seats": seats,
    }
    transcript = transcript_bytes(fields)
    deal = Deal(deal_seed(secret, number), transcript, decks)
    return {
        "secret": secret.hex(),
        "deal_seed": {
            "number": number,
            "seed": deal_seed(secret, number).hex(),
            "path": [step.hex() for step in merkle_path(table, number)],
        },
        "transcript_fields": fields,
        "transcript": transcript.hex(),
        "order": bytes(deal.order).hex(),
        "root": merkle_root(deal.leaves()).hex(),
        "openings": [deal.opening(position) for position in open_at],
        "rolls": [
            {
                "label": label,
                "counter": counter,
                "n": n,
                "value": deal.roll(label, counter, n),
                "key": deal.roll_key(label).hex(),
                "commitment": deal.roll_commitment(label).hex(),
            }
            for label, counter, n in ROLLS
        ],
        "reshuffle": {
            "k": 1,
            "positions": " ".join(map(str, sorted(again))),
            "order": " ".join(map(str, deal.reshuffle(1, again))),
            "root": merkle_root(deal.reshuffle_leaves(1, again)).hex(),
            "openings": [deal.reshuffle_opening(1, again, place) for place in sorted({0, len(again) - 1})],
        },
    }


def vectors() -> dict[str, Any]:
    alice = sample("Alice")
    return {
        "client_seed": {"seed": alice.hex(), "digest": sha(b"b21/1/client-seed" + alice).hex()},
        "below": [
            {"key": sample(f"below {n}").hex(), "n": n, "first": " ".join(map(str, first_below(n)))}
            for n in (1, 2, 3, 52, 129, 255, 256, 257, 312, 32_769, 65_536, 65_537, 2**32)
        ],
        "merkle": [merkle_vector(n) for n in (1, 2, 3, 4, 5, 6, 7, 8, 11)],
        "deals": [
            deal_vector("polish", 1, 0, ["Alice", "Bob", "Charlie"], [0, 1, 31, 51], [3, 1, 17, 40, 8]),
            deal_vector("tactical", 6, 1023, ["Alice", "bot:1"], [0, 255, 256, 311], [311]),
            deal_vector("survival", 8, 500, ["Zoë", "Боб"], [415], list(range(0, 400, 2))),
        ],
    }


def first_below(n: int) -> list[int]:
    source = stream(sample(f"below {n}"), b"example")
    return [below(n, source) for _ in range(20)]


def merkle_vector(n: int) -> dict[str, Any]:
    leaves = [b"leaf %d" % number for number in range(n)]
    return {
        "leaves": [leaf.hex() for leaf in leaves],
        "root": merkle_root(leaves).hex(),
        "paths": [[step.hex() for step in merkle_path(leaves, index)] for index in range(n)],
    }


if __name__ == "__main__":
    json.dump(vectors(), sys.stdout, ensure_ascii=True, indent=1)
    sys.stdout.write("\n")
