"""One transcript, one byte string; every part of it decides the shoe."""

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.chance import DealtChance, SeatSeed, Transcript, decode_transcript, encode_transcript

SEED = bytes(range(32))
TRANSCRIPT = Transcript(
    game="tactical",
    table="t1",
    commitment=bytes(32),
    match=1,
    deal=0,
    decks=6,
    seats=(SeatSeed(1, "Alice", b"a" * 32), SeatSeed(2, "Bob", b"b" * 32)),
)

numbers = st.integers(0, 2**64 - 1)
seat_lists = st.lists(
    st.builds(SeatSeed, numbers, st.text(max_size=8), st.binary(max_size=64)),
    max_size=4,
    unique_by=lambda seat: seat.seat,
).map(lambda seats: tuple(sorted(seats, key=lambda seat: seat.seat)))
transcripts = st.builds(
    Transcript,
    game=st.text(max_size=8),
    table=st.text(max_size=8),
    commitment=st.binary(max_size=32),
    match=numbers,
    deal=numbers,
    decks=st.integers(1, 8),
    seats=seat_lists,
)


@pytest.mark.parametrize(
    "changed",
    [
        {"game": "classic_series"},
        {"table": "t2"},
        {"commitment": bytes(31) + b"\1"},
        {"match": 2},
        {"deal": 1},
        {"seats": (SeatSeed(1, "Alice", b"a" * 32), SeatSeed(2, "Bob", b"b" * 31 + b"c"))},
        {"seats": (SeatSeed(1, "Alice", b"a" * 32), SeatSeed(2, "Charlie", b"b" * 32))},
        {"seats": (SeatSeed(1, "Alice", b"a" * 32), SeatSeed(3, "Bob", b"b" * 32))},
        {"seats": (SeatSeed(1, "Alice", b"b" * 32), SeatSeed(2, "Bob", b"a" * 32))},
    ],
    ids=["game", "table", "commitment", "match", "deal", "client-seed", "player", "seat", "exchanged"],
)
def test_every_part_of_the_transcript_decides_the_shoe(changed: dict[str, Any]) -> None:
    one = DealtChance.of(SEED, TRANSCRIPT)
    other = DealtChance.of(SEED, msgspec.structs.replace(TRANSCRIPT, **changed))
    assert one.order != other.order
    assert one.root != other.root


@given(transcripts)
def test_transcript_decodes_to_itself_so_no_two_share_their_bytes(transcript: Transcript) -> None:
    assert decode_transcript(encode_transcript(transcript)) == transcript


@given(transcripts, st.data())
def test_transcript_cut_off_or_longer_is_refused(transcript: Transcript, data: st.DataObject) -> None:
    encoded = encode_transcript(transcript)
    cut = data.draw(st.integers(0, len(encoded) - 1))
    for wrong in (encoded[:cut], encoded + b"\0", encoded + bytes(4)):
        with pytest.raises(ValueError):
            decode_transcript(wrong)


def test_text_moved_across_a_field_border_gives_other_bytes() -> None:
    one = msgspec.structs.replace(TRANSCRIPT, game="ab", table="c")
    other = msgspec.structs.replace(TRANSCRIPT, game="a", table="bc")
    assert encode_transcript(one) != encode_transcript(other)


@pytest.mark.parametrize(
    "changed",
    [
        {"seats": (SeatSeed(2, "Bob", b""), SeatSeed(1, "Alice", b""))},
        {"seats": (SeatSeed(1, "Bob", b""), SeatSeed(1, "Alice", b""))},
        {"seats": (SeatSeed(1, "Bob", bytes(65)),)},
        {"decks": 0},
        {"decks": 9},
    ],
    ids=["falling-seats", "seat-twice", "long-seed", "no-deck", "nine-decks"],
)
def test_transcript_refuses_disorder_doubles_and_excess(changed: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        msgspec.structs.replace(TRANSCRIPT, **changed)


def test_transcript_with_a_padded_number_is_refused() -> None:
    good = encode_transcript(TRANSCRIPT)
    one = b"\0\0\0\x08" + (1).to_bytes(8, "big")
    assert good.count(one) == 2, "the match number and Alice's seat"
    padded = good.replace(one, b"\0\0\0\x09" + (1).to_bytes(9, "big"), 1)
    with pytest.raises(ValueError, match="canonical"):
        decode_transcript(padded)
