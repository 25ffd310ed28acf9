"""The sampler and the shuffle: exact where it can be exact, statistics and biased variants for the rest."""

import itertools
import json
import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.stream import NextByte, below, next_byte_of, piece, pieces, shuffled
from tests.rules import independent_dealer
from tests.rules.statistics_of_decks import chi_square_survival, fixed_points_p_value, position_p_value

VECTORS: dict[str, Any] = json.loads(
    (Path(__file__).parent / "vectors" / "fair_deal.json").read_text(encoding="utf-8")
)

type Below = Callable[[int, NextByte], int]
type Shuffle = Callable[[Sequence[int], NextByte], tuple[int, ...]]


def outcome(sampler: Below, n: int, data: bytes) -> int | None:
    """What the sampler makes of exactly these bytes; None when it asks for more."""
    try:
        return sampler(n, iter(data).__next__)
    except StopIteration:
        return None


def assert_exact(sampler: Below, n: int, size: int) -> None:
    """Every draw of ``size`` bytes: each result equally often, fewer than n draws thrown away."""
    span = 256**size
    draws = (outcome(sampler, n, value.to_bytes(size, "big")) for value in range(span))
    counts = Counter(draws)
    thrown_away = counts.pop(None, 0)
    assert counts == dict.fromkeys(range(n), span // n)
    assert thrown_away == span % n


@pytest.mark.parametrize("n", [*range(2, 53), 127, 128, 129, 255, 256])
def test_below_is_exact_over_all_bytes(n: int) -> None:
    assert_exact(below, n, 1)


@pytest.mark.parametrize("n", [257, 312, 416, 32_769, 65_535, 65_536])
def test_below_is_exact_over_all_pairs_of_bytes(n: int) -> None:
    assert_exact(below, n, 2)


@pytest.mark.parametrize(
    ("n", "data", "result", "left"),
    [
        (1, b"\x07", 0, b"\x07"),
        (6, b"\xfc\xff\xfb\x07", 5, b"\x07"),
        (312, b"\xff\xf8\x01\x38\x07", 0, b"\x07"),
        (312, b"\x00\xff\x07", 255, b"\x07"),
        (65_537, b"\x01\x00\x00\x07", 65_536, b"\x07"),
        (2**32, b"\xff\xff\xff\xff\x07", 2**32 - 1, b"\x07"),
    ],
)
def test_below_throws_away_the_incomplete_stretch_and_reads_big_endian(
    n: int, data: bytes, result: int, left: bytes
) -> None:
    source = iter(data)
    assert below(n, source.__next__) == result
    assert bytes(source) == left


@pytest.mark.parametrize("n", [0, -1, 2**32 + 1])
def test_below_refuses_what_it_cannot_draw(n: int) -> None:
    with pytest.raises(ValueError, match="cannot draw below"):
        below(n, iter(b"").__next__)


@given(st.integers(1, 2**32), st.binary(min_size=32, max_size=32))
def test_below_equals_the_independent_sampler(n: int, key: bytes) -> None:
    source = independent_dealer.stream(key, b"x")
    reader = next_byte_of(key, b"x")
    ours = [below(n, reader) for _ in range(5)]
    assert ours == [independent_dealer.below(n, source) for _ in range(5)]


@pytest.mark.parametrize("vector", VECTORS["below"], ids=lambda vector: str(vector["n"]))
def test_below_gives_the_frozen_numbers(vector: dict[str, Any]) -> None:
    reader = next_byte_of(bytes.fromhex(vector["key"]), b"example")
    assert [below(vector["n"], reader) for _ in range(20)] == [int(text) for text in vector["first"].split()]


@given(st.binary(max_size=64), st.sampled_from([1, 2, 4, 8, 16, 32]), st.integers(1, 40))
def test_pieces_cut_the_stream_without_gap(key: bytes, size: int, number: int) -> None:
    source = independent_dealer.stream(key, b"cut")
    expected = [bytes(itertools.islice(source, size)) for _ in range(number)]
    assert pieces(key, b"cut", size, number) == expected
    assert piece(key, b"cut", size, number - 1) == expected[-1]


# --- the shuffle, exactly -------------------------------------------------------------------------


def permutation_weights(shuffle: Shuffle, size: int, sampler: Below) -> Counter[tuple[int, ...]]:
    """How many byte strings of ``size - 1`` bytes, none of them thrown away, lead to each permutation.

    A draw is a function of its byte, so bytes with the same result are tried once and counted together.
    """
    classes: list[dict[int, tuple[int, int]]] = []
    for n in range(size, 1, -1):
        results: dict[int, tuple[int, int]] = {}
        for byte in range(256):
            result = outcome(sampler, n, bytes([byte]))
            if result is not None:
                results[result] = (byte, results.get(result, (0, 0))[1] + 1)
        classes.append(results)
    weights: Counter[tuple[int, ...]] = Counter()
    for choice in itertools.product(*(results.values() for results in classes)):
        data = bytes(byte for byte, _ in choice)
        source = iter(data)
        weights[shuffle(range(size), source.__next__)] += math.prod(weight for _, weight in choice)
        assert bytes(source) == b"", "the shuffle did not read one byte per draw"
    return weights


def all_paths(shuffle: Shuffle, size: int) -> Counter[tuple[int, ...] | None]:
    """Every byte string of ``size - 1`` bytes, tried one by one; None: it would have needed more bytes."""
    counts: Counter[tuple[int, ...] | None] = Counter()
    for data in itertools.product(range(256), repeat=size - 1):
        try:
            counts[shuffle(range(size), iter(data).__next__)] += 1
        except StopIteration:
            counts[None] += 1
    return counts


def assert_uniform(weights: Counter[tuple[int, ...]], size: int) -> None:
    permutations = set(itertools.permutations(range(size)))
    assert set(weights) == permutations
    assert len(set(weights.values())) == 1, "some permutations are likelier than others"


def test_shuffle_reaches_all_24_orders_of_four_cards_equally_often() -> None:
    weights = permutation_weights(shuffled, 4, below)
    assert_uniform(weights, 4)
    assert sum(weights.values()) == 256 * 255 * 256


def test_shuffle_reaches_all_6_orders_of_three_cards_equally_often_over_each_single_path() -> None:
    counts = all_paths(shuffled, 3)
    assert counts.pop(None) == 256
    assert counts == dict.fromkeys(itertools.permutations(range(3)), 255 * 256 // 6)


def test_shuffle_goes_from_the_last_place_down() -> None:
    """By hand: exchange 3 with 1 (0 3 2 1), then 2 with 2, then 1 with 0 (3 0 2 1)."""
    assert shuffled(range(4), iter(b"\x01\x02\x00").__next__) == (3, 0, 2, 1)


@given(st.integers(0, 60), st.binary(min_size=32, max_size=32))
def test_shuffle_loses_and_doubles_nothing(size: int, key: bytes) -> None:
    assert sorted(shuffled(range(size), next_byte_of(key, b"any"))) == list(range(size))


# --- variants known to be biased must fail the same checks ------------------------------------------


def biased_below(n: int, next_byte: NextByte) -> int:
    return next_byte() % n


def modulo_shuffle(items: Sequence[int], next_byte: NextByte) -> tuple[int, ...]:
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        chosen = biased_below(last + 1, next_byte)
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)


def naive_shuffle(items: Sequence[int], next_byte: NextByte) -> tuple[int, ...]:
    """Exchanges each place with any place of the whole deck."""
    order = list(items)
    for place in range(len(order)):
        chosen = below(len(order), next_byte)
        order[place], order[chosen] = order[chosen], order[place]
    return tuple(order)


def sattolo_shuffle(items: Sequence[int], next_byte: NextByte) -> tuple[int, ...]:
    """Off by one: no card may stay where it is."""
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        chosen = below(last, next_byte)
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)


def test_exact_check_of_the_sampler_finds_plain_modulo() -> None:
    for n in range(2, 53):
        if 256 % n:
            with pytest.raises(AssertionError):
                assert_exact(biased_below, n, 1)


def test_exact_check_of_the_shuffle_finds_plain_modulo() -> None:
    with pytest.raises(AssertionError, match="likelier"):
        assert_uniform(permutation_weights(modulo_shuffle, 4, biased_below), 4)


def test_exact_check_of_the_shuffle_finds_a_full_range_exchange() -> None:
    paths = itertools.product(range(4), repeat=4)
    weights = Counter(naive_shuffle(range(4), iter(path).__next__) for path in paths)
    with pytest.raises(AssertionError, match="likelier"):
        assert_uniform(weights, 4)


def test_exact_check_of_the_shuffle_finds_an_exchange_off_by_one() -> None:
    paths = itertools.product(range(3), range(2))
    weights = Counter(sattolo_shuffle(range(4), iter(path).__next__) for path in paths)
    with pytest.raises(AssertionError):
        assert_uniform(weights, 4)


# --- statistics over whole decks ------------------------------------------------------------------

KEY = bytes(range(32))
"""Fixed, so that the outcome is always the same."""


def decks_of(shuffle: Shuffle, number: int) -> Iterator[tuple[int, ...]]:
    for deck in range(number):
        yield shuffle(range(52), next_byte_of(KEY, b"deck %d" % deck))


@pytest.mark.parametrize(
    ("statistic", "freedom", "probability"),
    [
        (3.841458820694124, 1, 0.05),
        (9.210340371976182, 2, 0.01),
        (18.307038053275146, 10, 0.05),
        (2.0, 2, math.exp(-1)),
        (200.0, 2, math.exp(-100)),
        (0.0, 5, 1.0),
    ],
)
def test_chi_square_survival_equals_the_tables(statistic: float, freedom: int, probability: float) -> None:
    assert chi_square_survival(statistic, freedom) == pytest.approx(probability, rel=1e-9)


def test_20_000_shuffles_show_no_place_and_no_card_preferred() -> None:
    decks = list(decks_of(shuffled, 20_000))
    assert position_p_value(decks) > 1e-6
    assert fixed_points_p_value(decks) > 1e-6
    assert len(set(decks)) == len(decks)


@pytest.mark.parametrize(
    ("shuffle", "number"), [(modulo_shuffle, 20_000), (naive_shuffle, 2_000), (sattolo_shuffle, 2_000)]
)
def test_statistics_find_the_biased_variants(shuffle: Shuffle, number: int) -> None:
    assert position_p_value(decks_of(shuffle, number)) < 1e-6


def test_fixed_points_find_an_exchange_off_by_one() -> None:
    assert fixed_points_p_value(decks_of(sattolo_shuffle, 2_000)) < 1e-6
