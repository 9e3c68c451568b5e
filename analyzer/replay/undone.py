"""撤销了的: the events that do not count any more, at any moment of a game.

What is undone stays undone. So all moments of a course share one record of it, and each knows how much of that there
was when it came: ten thousand corrections need no ten thousand copies.
"""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet


class Undone(AbstractSet[int]):
    """撤销了的: a set of event indices; `since` says of each how many were undone before it.

    >>> shared = {4: 0, 7: 1, 8: 1}
    >>> Undone(shared, 1) == {4}, sorted(Undone(shared, 3)), 7 in Undone(shared, 1)
    (True, [4, 7, 8], False)
    """

    __slots__ = ("count", "since")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, since: dict[int, int], count: int) -> None:
        self.since, self.count = since, count

    def __contains__(self, index: object) -> bool:
        found: int = self.since.get(index, self.count)  # type: ignore[call-overload]
        return found < self.count

    def __iter__(self) -> Iterator[int]:
        return (index for index, before in self.since.items() if before < self.count)

    def __len__(self) -> int:
        return self.count

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Undone) and other.since is self.since:
            return other.count == self.count
        return super().__eq__(other)
