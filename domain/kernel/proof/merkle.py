"""RFC 6962 Merkle trees over leaf hashes.

A tree is carried as its *frontier*: the roots of its complete subtrees, largest first, one for
each one-bit of its size. An append costs amortised constant time, a root logarithmic time.
"""

from collections.abc import Callable, Sequence

from iacta.domain.kernel.proof.canonical import sha256

EMPTY = sha256(b"")

Node = Callable[[int, int], bytes]
"""(level, index) → root of the complete subtree over leaves index·2^level … + 2^level - 1."""


def leaf_hash(data: bytes) -> bytes:
    """SHA-256(0x00 ‖ data)."""
    return sha256(b"\x00" + data)


def node_hash(left: bytes, right: bytes) -> bytes:
    """SHA-256(0x01 ‖ left ‖ right)."""
    return sha256(b"\x01" + left + right)


def append(
    frontier: Sequence[bytes], size: int, leaf: bytes
) -> tuple[tuple[bytes, ...], list[tuple[int, int, bytes]]]:
    """The frontier after one more leaf, and the subtrees it completed as (level, index, root)."""
    nodes, top, level, index = list(frontier), leaf, 0, size
    done = [(0, size, leaf)]
    while index & 1:
        top = node_hash(nodes.pop(), top)
        level, index = level + 1, index >> 1
        done.append((level, index, top))
    nodes.append(top)
    return tuple(nodes), done


def frontier_root(frontier: Sequence[bytes]) -> bytes:
    """The tree's root."""
    if not frontier:
        return EMPTY
    root = frontier[-1]
    for node in reversed(frontier[:-1]):
        root = node_hash(node, root)
    return root


def root_of(leaves: Sequence[bytes]) -> bytes:
    """The root over leaf hashes, from nothing else: level by level, an odd last node as it is."""
    level = list(leaves)
    while len(level) > 1:
        above = list(map(node_hash, level[::2], level[1::2]))
        level = above if len(level) % 2 == 0 else [*above, level[-1]]
    return level[0] if level else EMPTY


def frontier_nodes(size: int) -> list[tuple[int, int]]:
    """Which (level, index) make up the frontier of a tree of ``size`` leaves, largest first."""
    nodes, start = [], 0
    for level in reversed(range(size.bit_length())):
        if size >> level & 1:
            nodes.append((level, start >> level))
            start += 1 << level
    return nodes


def _range_root(node: Node, start: int, stop: int) -> bytes:
    size = stop - start
    if size & (size - 1) == 0 and start % size == 0:
        return node(size.bit_length() - 1, start // size)
    split = 1 << (size - 1).bit_length() - 1
    return node_hash(
        _range_root(node, start, start + split), _range_root(node, start + split, stop)
    )


def inclusion_path(node: Node, index: int, size: int) -> list[bytes]:
    """The audit path of RFC 6962, section 2.1.1, for leaf ``index`` of ``size``, leaf first."""
    path, start, stop = [], 0, size
    while stop - start > 1:
        split = start + (1 << (stop - start - 1).bit_length() - 1)
        if index < split:
            path.append(_range_root(node, split, stop))
            stop = split
        else:
            path.append(_range_root(node, start, split))
            start = split
    return path[::-1]


def root_from_path(leaf: bytes, index: int, size: int, path: Sequence[bytes]) -> bytes:
    """The root that an audit path leads to (RFC 9162, section 2.1.3.2). Raises ValueError."""
    if not 0 <= index < size:
        raise ValueError("the index is not in the tree")
    fn, sn, root = index, size - 1, leaf
    for node in path:
        if sn == 0:
            raise ValueError("the path is too long")
        if fn & 1 or fn == sn:
            root = node_hash(node, root)
            while not fn & 1 and fn:
                fn, sn = fn >> 1, sn >> 1
        else:
            root = node_hash(root, node)
        fn, sn = fn >> 1, sn >> 1
    if sn:
        raise ValueError("the path is too short")
    return root
