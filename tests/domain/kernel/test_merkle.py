"""Merkle trees, held against RFC 6962's definition."""

from collections.abc import Sequence

import pytest

from iacta.domain.kernel.proof import merkle
from iacta.domain.kernel.proof.canonical import sha256

LEAVES = [merkle.leaf_hash(bytes([i])) for i in range(70)]


def defined(leaves: Sequence[bytes]) -> bytes:
    """MTH of RFC 6962, section 2.1, over leaf hashes."""
    if not leaves:
        return sha256(b"")
    if len(leaves) == 1:
        return leaves[0]
    k = 1
    while k * 2 < len(leaves):
        k *= 2
    return sha256(b"\1" + defined(leaves[:k]) + defined(leaves[k:]))


def path(index: int, leaves: Sequence[bytes]) -> list[bytes]:
    """PATH of RFC 6962, section 2.1.1."""
    if len(leaves) == 1:
        return []
    k = 1
    while k * 2 < len(leaves):
        k *= 2
    if index < k:
        return [*path(index, leaves[:k]), defined(leaves[k:])]
    return [*path(index - k, leaves[k:]), defined(leaves[:k])]


def subtree(level: int, index: int) -> bytes:
    return defined(LEAVES[index << level : (index + 1) << level])


@pytest.mark.parametrize("size", range(71))
def test_the_root_is_the_defined_one(size: int) -> None:
    assert merkle.root_of(LEAVES[:size]) == defined(LEAVES[:size])


def test_an_append_gives_the_frontier_and_every_subtree_it_completes() -> None:
    frontier: tuple[bytes, ...] = ()
    completed = {}
    for size, leaf in enumerate(LEAVES):
        frontier, done = merkle.append(frontier, size, leaf)
        completed.update({(level, index): root for level, index, root in done})
        nodes = merkle.frontier_nodes(size + 1)
        assert [subtree(*node) for node in nodes] == list(frontier)
        assert merkle.frontier_root(frontier) == defined(LEAVES[: size + 1])
    assert completed == {node: subtree(*node) for node in completed}
    assert len(completed) == sum(70 >> level for level in range(7))


@pytest.mark.parametrize("size", range(1, 71))
def test_every_path_leads_to_the_root(size: int) -> None:
    root = defined(LEAVES[:size])
    for index in range(size):
        found = merkle.inclusion_path(subtree, index, size)
        assert found == path(index, LEAVES[:size])
        assert merkle.root_from_path(LEAVES[index], index, size, found) == root


def test_only_complete_subtrees_are_read_for_a_path() -> None:
    read: list[tuple[int, int]] = []

    def node(level: int, index: int) -> bytes:
        read.append((level, index))
        return subtree(level, index)

    merkle.inclusion_path(node, 5, 69)
    assert all((index + 1) << level <= 69 for level, index in read)


@pytest.mark.parametrize("size", [2, 5, 64, 70])
def test_a_wrong_path_leads_elsewhere_or_nowhere(size: int) -> None:
    root = defined(LEAVES[:size])
    for index in range(size):
        right = merkle.inclusion_path(subtree, index, size)
        for wrong in (right[:-1], [*right, LEAVES[0]]):
            with pytest.raises(ValueError, match="path"):
                merkle.root_from_path(LEAVES[index], index, size, wrong)
        other = [*right[:-1], sha256(right[-1])]
        assert merkle.root_from_path(LEAVES[index], index, size, other) != root
        assert merkle.root_from_path(sha256(b"x"), index, size, right) != root


@pytest.mark.parametrize("index", [-1, 3, 4])
def test_an_index_outside_the_tree_is_refused(index: int) -> None:
    with pytest.raises(ValueError, match="index"):
        merkle.root_from_path(LEAVES[0], index, 3, [])


def test_a_leaf_is_no_node() -> None:
    """A node's bytes logged as an event have another hash than the node."""
    left, right = LEAVES[:2]
    assert merkle.leaf_hash(left + right) != merkle.node_hash(left, right)
