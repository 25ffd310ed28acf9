"""The frozen vectors: the server deals as docs/fair-deal.md says, and for ever."""

import json
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest

from games.rules.cards import Card
from games.rules.chance import (
    DealtChance,
    SeatSeed,
    Transcript,
    deal_seed_opening,
    decode_transcript,
    encode_transcript,
    seed_digest,
    table_commitment,
)
from tests.rules import independent_dealer

VECTOR_FILE = Path(__file__).parent / "vectors" / "fair_deal.json"
VECTORS: dict[str, Any] = json.loads(VECTOR_FILE.read_text(encoding="utf-8"))
DEALS = {deal["transcript_fields"]["game"]: deal for deal in VECTORS["deals"]}


@dataclass(frozen=True)
class Example:
    """One deal of the vectors, with our chance for it."""

    expected: dict[str, Any]
    chance: DealtChance
    transcript: Transcript


@pytest.fixture(params=sorted(DEALS))
def example(request: pytest.FixtureRequest) -> Example:
    expected = DEALS[request.param]
    fields = expected["transcript_fields"]
    seats = tuple(
        SeatSeed(seat["seat"], seat["player"], bytes.fromhex(seat["client_seed"])) for seat in fields["seats"]
    )
    numbers = {name: fields[name] for name in ("game", "table", "match", "deal", "decks")}
    transcript = Transcript(**numbers, commitment=bytes.fromhex(fields["commitment"]), seats=seats)
    chance = DealtChance.of(bytes.fromhex(expected["deal_seed"]["seed"]), transcript)
    return Example(expected, chance, transcript)


def test_vectors_are_what_the_independent_dealer_says() -> None:
    assert independent_dealer.vectors() == VECTORS


def test_table_commitment_and_deal_seed_equal_the_vectors(example: Example) -> None:
    secret = bytes.fromhex(example.expected["secret"])
    number = example.expected["deal_seed"]["number"]
    assert table_commitment(secret).hex() == example.expected["transcript_fields"]["commitment"]
    assert msgspec.to_builtins(deal_seed_opening(secret, number)) == {
        **example.expected["deal_seed"],
        "path": tuple(example.expected["deal_seed"]["path"]),
    }


def test_transcript_equals_the_vectors(example: Example) -> None:
    data = bytes.fromhex(example.expected["transcript"])
    assert encode_transcript(example.transcript) == data
    assert decode_transcript(data) == example.transcript


def test_shoe_root_and_openings_equal_the_vectors(example: Example) -> None:
    chance = example.chance
    assert bytes(chance.order).hex() == example.expected["order"]
    assert chance.root.hex() == example.expected["root"]
    for opening in example.expected["openings"]:
        assert json.loads(msgspec.json.encode(chance.opening(opening["position"]))) == opening
        assert chance.card(opening["position"]) == Card(opening["position"], opening["face"])


def test_rolls_equal_the_vectors_and_their_commitments(example: Example) -> None:
    for roll in example.expected["rolls"]:
        label, counter, n = roll["label"], roll["counter"], roll["n"]
        assert example.chance.roll(label, counter, n) == roll["value"]
        assert example.chance.roll_key(label).hex() == roll["key"]
        assert example.chance.roll_commitment(label).hex() == roll["commitment"]


def test_reshuffle_equals_the_vectors(example: Example) -> None:
    expected = example.expected["reshuffle"]
    k, positions = expected["k"], tuple(int(text) for text in expected["positions"].split())
    assert example.chance.reshuffle(k, positions) == tuple(int(text) for text in expected["order"].split())
    assert example.chance.reshuffle_root(k, positions).hex() == expected["root"]
    for opening in expected["openings"]:
        ours = example.chance.reshuffle_opening(k, positions, opening["place"])
        assert json.loads(msgspec.json.encode(ours)) == opening


def test_seed_digest_equals_the_vector_and_is_no_plain_hash() -> None:
    seed = bytes.fromhex(VECTORS["client_seed"]["seed"])
    assert seed_digest(seed).hex() == VECTORS["client_seed"]["digest"]
    assert seed_digest(seed) != sha256(seed).digest()
