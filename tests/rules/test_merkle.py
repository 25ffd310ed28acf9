"""The tree against an independent one, and every way of lying about a leaf that we know."""

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules import merkle
from tests.rules import independent_dealer

leaf_lists = st.lists(st.binary(max_size=40), min_size=1, max_size=40)


def leaves_of(count: int) -> list[bytes]:
    return [b"leaf %d" % number for number in range(count)]


@given(leaf_lists)
def test_root_and_paths_equal_the_independent_tree(leaves: list[bytes]) -> None:
    assert merkle.root(leaves) == independent_dealer.merkle_root(leaves)
    for index in range(len(leaves)):
        assert list(merkle.path(leaves, index)) == independent_dealer.merkle_path(leaves, index)


def test_root_of_three_leaves_by_hand() -> None:
    a, b, c = (sha256(b"\0" + leaf).digest() for leaf in (b"a", b"b", b"c"))
    top = sha256(b"\1" + sha256(b"\1" + a + b).digest() + c).digest()
    assert merkle.root([b"a", b"b", b"c"]) == sha256(b"\2\0\0\0\3" + top).digest()


@given(leaf_lists, st.data())
def test_verify_accepts_every_leaf_at_its_own_place_only(leaves: list[bytes], data: st.DataObject) -> None:
    index = data.draw(st.integers(0, len(leaves) - 1))
    other = data.draw(st.integers(-1, len(leaves)))
    root, path = merkle.root(leaves), merkle.path(leaves, index)
    assert merkle.verify(root, leaves[index], index, len(leaves), path)
    if other != index:
        same_content = 0 <= other < len(leaves) and merkle.path(leaves, other) == path
        assert merkle.verify(root, leaves[index], other, len(leaves), path) is (
            same_content and leaves[other] == leaves[index]
        )


@pytest.mark.parametrize("count", range(1, 14))
def test_verify_refuses_wrong_leaf_path_and_root(count: int) -> None:
    leaves = leaves_of(count)
    root = merkle.root(leaves)
    for index in range(count):
        leaf, path = leaves[index], merkle.path(leaves, index)
        assert merkle.verify(root, leaf, index, count, path)
        assert not merkle.verify(root, leaf + b"!", index, count, path)
        assert not merkle.verify(sha256(root).digest(), leaf, index, count, path)
        assert not merkle.verify(root, leaf, index, count, [*path, bytes(32)])
        assert not merkle.verify(root, leaf, index, count, [step[:31] for step in path] or [b""])
        for place in range(len(path)):
            bent = [*path]
            bent[place] = bytes([bent[place][0] ^ 1]) + bent[place][1:]
            assert not merkle.verify(root, leaf, index, count, bent)
            assert not merkle.verify(root, leaf, index, count, path[:place])


@pytest.mark.parametrize("count", range(1, 14))
def test_verify_refuses_another_count(count: int) -> None:
    leaves = leaves_of(count)
    for index in range(count):
        path = merkle.path(leaves, index)
        for claimed in range(20):
            accepted = merkle.verify(merkle.root(leaves), leaves[index], index, claimed, path)
            assert accepted is (claimed == count)


def test_inner_node_cannot_be_sold_as_a_leaf() -> None:
    """Second preimage: the two halves of a node as one leaf of a smaller tree."""
    leaves = leaves_of(4)
    hashes = [sha256(b"\0" + leaf).digest() for leaf in leaves]
    root = merkle.root(leaves)
    path = merkle.path(leaves, 0)
    for prefix in (b"", b"\0", b"\1"):
        assert not merkle.verify(root, prefix + hashes[0] + hashes[1], 0, 2, path[1:])
        assert not merkle.verify(root, prefix + hashes[0] + hashes[1], 0, 4, path[1:])


def test_partner_of_another_length_is_refused_though_a_dishonest_root_was_made_for_it() -> None:
    """Else one node could be cut into its two sides in several ways."""
    leaf, long = b"leaf", bytes(64)
    node = sha256(b"\1" + sha256(b"\0" + leaf).digest() + long).digest()
    assert not merkle.verify(sha256(b"\2\0\0\0\2" + node).digest(), leaf, 0, 2, [long])


def test_leaf_that_looks_like_a_node_gives_another_root() -> None:
    leaves = leaves_of(4)
    hashes = [sha256(b"\0" + leaf).digest() for leaf in leaves]
    disguised = [b"\1" + hashes[0] + hashes[1], b"\1" + hashes[2] + hashes[3]]
    assert merkle.root(disguised) != merkle.root(leaves)


def test_repeating_the_last_leaf_changes_the_root() -> None:
    """The flaw of trees that pair a lone last leaf with itself."""
    leaves = leaves_of(3)
    assert merkle.root([*leaves, leaves[-1]]) != merkle.root(leaves)


def test_tree_needs_a_leaf_and_a_path_a_place_in_it() -> None:
    with pytest.raises(ValueError, match="needs a leaf"):
        merkle.root([])
    for index in (-1, 3):
        with pytest.raises(IndexError):
            merkle.path(leaves_of(3), index)
