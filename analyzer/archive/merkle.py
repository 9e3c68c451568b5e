"""树: a Merkle tree over a list, as RFC 6962 (section 2.1) has it: its root, inclusion proofs, consistency proofs.

A leaf is hashed with a zero byte before it, two roots with a one before them. The left part of a tree of n leaves has
the largest power of two below n. Nothing here knows what the leaves are.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Final

EMPTY: Final = hashlib.sha256(b"").digest()
"""The root of a tree without leaves."""


def leaf_hash(leaf: bytes) -> bytes:
    """叶: the hash of a leaf.

    >>> leaf_hash(b"") == hashlib.sha256(bytes([0])).digest()
    True
    """
    return hashlib.sha256(b"\x00" + leaf).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """枝: the root of two roots."""
    return hashlib.sha256(b"\x01" + left + right).digest()


class Tree:
    """树: the tree over some leaf hashes, all of its whole levels kept: proofs are read off.

    `levels[k][i]` is the root of the leaves from `i * 2**k` on, 2**k of them.

    >>> tree = Tree([leaf_hash(name) for name in (b"a", b"b", b"c")])
    >>> tree.root() == node_hash(node_hash(leaf_hash(b"a"), leaf_hash(b"b")), leaf_hash(b"c"))
    True
    """

    def __init__(self, leaves: Sequence[bytes]) -> None:
        self.levels: list[list[bytes]] = [list(leaves)]
        while len(below := self.levels[-1]) > 1:
            pairs = zip(below[::2], below[1::2], strict=False)
            self.levels.append([node_hash(left, right) for left, right in pairs])

    @property
    def size(self) -> int:
        """How many leaves there are."""
        return len(self.levels[0])

    def root(self, size: int | None = None) -> bytes:
        """根: the root of the first so many leaves, of all where none is said."""
        return self._range(0, self.size if size is None else size)

    def inclusion(self, index: int, size: int) -> list[bytes]:
        """含证: the hashes that lead from the leaf at an index to the root of the first so many leaves.

        >>> Tree([leaf_hash(b"a"), leaf_hash(b"b")]).inclusion(0, 2) == [leaf_hash(b"b")]
        True
        """
        start, stop, found = 0, size, []
        while stop - start > 1:
            middle = start + _half(stop - start)
            if index < middle:
                found.append(self._range(middle, stop))
                stop = middle
            else:
                found.append(self._range(start, middle))
                start = middle
        return found[::-1]

    def consistency(self, old: int, size: int) -> list[bytes]:
        """续证: the hashes that show that the first `old` leaves are the beginning of the first `size`."""
        if old == 0:
            return []
        start, stop, found, is_whole = 0, size, [], True
        while old < stop:
            middle = start + _half(stop - start)
            if old <= middle:
                found.append(self._range(middle, stop))
                stop = middle
            else:
                found.append(self._range(start, middle))
                start, is_whole = middle, False
        return ([] if is_whole else [self._range(start, stop)]) + found[::-1]

    def _range(self, start: int, stop: int) -> bytes:
        """The root of the leaves from one on, before another; `start` is one at which a subtree begins."""
        count = stop - start
        if count == 0:
            return EMPTY
        if count & (count - 1) == 0:
            level = count.bit_length() - 1
            return self.levels[level][start >> level]
        middle = start + _half(count)
        return node_hash(self._range(start, middle), self._range(middle, stop))


def _half(count: int) -> int:
    """The largest power of two below a number above one."""
    return 1 << (count - 1).bit_length() - 1


def is_included(leaf: bytes, index: int, size: int, proof: Sequence[bytes], root: bytes) -> bool:
    """验含: whether a proof leads from a leaf hash to a root.

    >>> leaves = [leaf_hash(name) for name in (b"a", b"b", b"c", b"d", b"e")]
    >>> tree = Tree(leaves)
    >>> is_included(leaves[4], 4, 5, tree.inclusion(4, 5), tree.root())
    True
    >>> is_included(leaves[3], 4, 5, tree.inclusion(4, 5), tree.root())
    False
    """
    if not 0 <= index < size:
        return False
    at, last, found = index, size - 1, leaf
    for other in proof:
        if last == 0:
            return False
        if at & 1 or at == last:
            found = node_hash(other, found)
            while not at & 1 and at:
                at, last = at >> 1, last >> 1
        else:
            found = node_hash(found, other)
        at, last = at >> 1, last >> 1
    return last == 0 and found == root


def is_consistent(old: int, old_root: bytes, size: int, root: bytes, proof: Sequence[bytes]) -> bool:
    """验续: whether a proof shows that the tree with the old root is the beginning of the other.

    >>> tree = Tree([leaf_hash(bytes([number])) for number in range(7)])
    >>> is_consistent(3, tree.root(3), 7, tree.root(7), tree.consistency(3, 7))
    True
    >>> is_consistent(3, tree.root(2), 7, tree.root(7), tree.consistency(3, 7))
    False
    """
    if not 0 <= old <= size:
        return False
    if old in (0, size):
        return not proof and (old_root == root if old else old_root == EMPTY)
    at, last = old - 1, size - 1
    while at & 1:
        at, last = at >> 1, last >> 1
    hashes = list(proof) if at else [old_root, *proof]
    if not hashes:
        return False
    before = after = hashes[0]
    for other in hashes[1:]:
        if last == 0:
            return False
        if at & 1 or at == last:
            before, after = node_hash(other, before), node_hash(other, after)
            while not at & 1 and at:
                at, last = at >> 1, last >> 1
        else:
            after = node_hash(after, other)
        at, last = at >> 1, last >> 1
    return last == 0 and (before, after) == (old_root, root)
