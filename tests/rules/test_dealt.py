"""The shoe of a deal and its card proofs, and everything that must not verify."""

from collections import Counter
from hashlib import sha256

import msgspec
import pytest

from games.rules import merkle
from games.rules.cards import Card
from games.rules.chance import Chance, DealtChance, Opening, verify_opening
from games.rules.dealt import card_leaf

SEED = bytes(range(32))


@pytest.mark.parametrize("decks", [1, 2, 6, 8])
def test_shoe_holds_each_face_once_per_deck(decks: int) -> None:
    chance: Chance = DealtChance(SEED, b"any", decks)
    shoe = [chance.card(position) for position in range(52 * decks)]
    assert [card.position for card in shoe] == list(range(52 * decks))
    assert Counter(card.face for card in shoe if isinstance(card, Card)) == dict.fromkeys(range(52), decks)


@pytest.mark.parametrize("position", [-1, 52])
def test_card_and_opening_outside_the_shoe_raise(position: int) -> None:
    chance = DealtChance(SEED, b"any", 1)
    for ask in (chance.card, chance.opening, lambda place: chance.reshuffle(0, (place,))):
        with pytest.raises(IndexError):
            ask(position)


@pytest.mark.parametrize(("seed", "decks"), [(SEED[:31], 1), (SEED + b"\0", 1), (SEED, 0), (SEED, 9)])
def test_deal_refuses_a_seed_of_another_length_and_a_wrong_number_of_decks(seed: bytes, decks: int) -> None:
    with pytest.raises(ValueError, match=r"deal seed has|decks"):
        DealtChance(seed, b"any", decks)


def test_dealt_chance_shows_no_secret_when_printed() -> None:
    chance = DealtChance(SEED, b"any", 1)
    assert repr(chance) == object.__repr__(chance)


# --- card proofs ----------------------------------------------------------------------------------


@pytest.mark.parametrize("decks", [1, 6])
def test_every_opening_verifies_against_its_root(decks: int) -> None:
    chance = DealtChance(SEED, b"any", decks)
    for position in range(52 * decks):
        opening = chance.opening(position)
        assert (opening.position, opening.face) == (position, chance.card(position).face)
        assert verify_opening(chance.root, decks, opening)


def test_opening_with_anything_changed_does_not_verify() -> None:
    chance, other = DealtChance(SEED, b"any", 6), DealtChance(SEED, b"other", 6)
    good = chance.opening(100)
    replace = msgspec.structs.replace
    bad = [
        *(replace(good, face=face) for face in range(-1, 53) if face != good.face),
        replace(good, position=101),
        replace(good, position=-1),
        replace(good, position=100 + 312),
        replace(good, salt=chance.opening(101).salt),
        replace(good, salt=""),
        replace(good, salt=good.salt + "00"),
        replace(good, path=chance.opening(101).path),
        replace(good, path=good.path[:-1]),
        replace(good, path=(*good.path, good.path[0])),
        replace(good, path=()),
    ]
    assert verify_opening(chance.root, 6, good)
    assert not [opening for opening in bad if verify_opening(chance.root, 6, opening)]
    assert not verify_opening(other.root, 6, good)
    assert not verify_opening(chance.root, 1, good)
    assert not verify_opening(chance.root, 8, good)


def test_only_whole_salts_are_accepted_so_a_leaf_is_cut_in_one_way() -> None:
    """A dishonest root over a leaf with a 17-byte salt: its bytes are a face and a salt in two ways."""
    salt = bytes(range(17))
    leaves = [card_leaf(position, 5, salt) for position in range(52)]
    path = tuple(step.hex() for step in merkle.path(leaves, 0))
    assert not verify_opening(merkle.root(leaves), 1, Opening(0, 5, salt.hex(), path))


# --- nothing of another card ----------------------------------------------------------------------


def guessed_from(opening: Opening, leaf_hash: bytes, position: int) -> int | None:
    """The attack on weak salts: a neighbour's face by trying all faces with salts one could guess."""
    salt = bytes.fromhex(opening.salt)
    number = int.from_bytes(salt, "big")
    near = [((number + step) % 2**128).to_bytes(16, "big") for step in (-1, 1)]
    for guess in (salt, bytes(16), b"", *near, salt[::-1], sha256(salt).digest()[:16]):
        for face in range(52):
            if sha256(merkle.LEAF + card_leaf(position, face, guess)).digest() == leaf_hash:
                return face
    return None


def test_opening_of_one_card_tells_nothing_of_its_neighbour() -> None:
    chance = DealtChance(SEED, b"any", 1)
    for position in range(0, 52, 2):
        opening = chance.opening(position)
        assert guessed_from(opening, bytes.fromhex(opening.path[0]), position + 1) is None


@pytest.mark.parametrize("step", [0, 1], ids=["shared", "counting"])
def test_that_attack_reads_the_neighbour_when_salts_depend_on_each_other(step: int) -> None:
    faces = DealtChance(SEED, b"any", 1).order
    salts = [(12_345 + step * position).to_bytes(16, "big") for position in range(52)]
    path = merkle.path([card_leaf(p, faces[p], salts[p]) for p in range(52)], 0)
    opening = Opening(0, faces[0], salts[0].hex(), tuple(partner.hex() for partner in path))
    assert guessed_from(opening, path[0], 1) == faces[1]


def test_no_two_salts_of_a_shoe_and_its_reshuffles_are_equal() -> None:
    chance = DealtChance(SEED, b"any", 6)
    positions = tuple(range(50))
    salts = [chance.opening(position).salt for position in range(312)]
    salts += [chance.reshuffle_opening(0, positions, place).salt for place in range(50)]
    salts += [chance.reshuffle_opening(1, positions, place).salt for place in range(50)]
    assert len(set(salts)) == 412
