"""Time of one deal: shuffle, salts and Merkle root. ``python -m bench.deal`` prints one JSON line.

Milliseconds, median over the runs. Goal: a six-deck shoe in at most 2 ms.
"""

import json
from collections.abc import Callable
from statistics import median
from time import perf_counter

from games.rules.chance import DealtChance, SeatSeed, Transcript, table_commitment

SEED = bytes(range(32))
RUNS = 300


def milliseconds(work: Callable[[int], object], runs: int = RUNS) -> float:
    """The median run; each gets its number, so that none repeats another's work."""
    times = []
    for number in range(-5, runs):
        start = perf_counter()
        work(number & 0xFFFF)
        times.append((perf_counter() - start) * 1000)
    return round(median(times[5:]), 3)


def transcript(deal: int, decks: int) -> Transcript:
    seats = (SeatSeed(1, "Alice", b"a" * 32), SeatSeed(2, "Bob", b"b" * 32))
    return Transcript("bench", "t1", bytes(32), match=1, deal=deal, decks=decks, seats=seats)


def main() -> None:
    opened = DealtChance.of(SEED, transcript(0, 6))
    _ = opened.root
    figures = {
        "six_decks_ms": milliseconds(lambda number: DealtChance.of(SEED, transcript(number, 6)).root),
        "six_decks_without_root_ms": milliseconds(lambda number: DealtChance.of(SEED, transcript(number, 6))),
        "one_deck_ms": milliseconds(lambda number: DealtChance.of(SEED, transcript(number, 1)).root),
        "opening_ms": milliseconds(lambda number: opened.opening(number % 312)),
        "table_commitment_ms": milliseconds(lambda _: table_commitment(SEED), runs=20),
        "runs": RUNS,
    }
    print(json.dumps({"bench": "deal", **figures}))


if __name__ == "__main__":
    main()
