"""谱系: the logs of one game - which takes the place of which, and which one of them counts in figures.

A log takes the place of the longest log of its game and view that it begins with (it *extends* it), and of the one that
its header `replaces`. So the logs of a game are trees; at the ends of their branches stand those whose place nobody has
taken. One end is no conflict; of several the one that counts is found from the root on: a correction before what merely
goes on, and of two alike the one whose line was stored first. A correction may have another name than what it corrects;
then the logs of both names are one game.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import NamedTuple


class Member(NamedTuple):
    """一份: a log of the archive, as far as it matters to its game; `number` is the order in which it was stored."""

    number: int
    game: str
    view: int
    sha256: str
    extends: str | None
    replaces: str | None

    @property
    def before(self) -> tuple[str, ...]:
        """The content hashes of the logs whose place it takes."""
        return tuple(one for one in (self.extends, self.replaces) if one is not None)


class Lineage:
    """谱系: the logs of one game.

    >>> whole, other = Member(1, "g", 0, "a", None, None), Member(2, "g", 0, "b", None, None)
    >>> right = Member(3, "g", 0, "c", None, "a")
    >>> Lineage([whole, other]).counted, Lineage([whole, other, right]).counted.number
    (Member(number=1, game='g', view=0, sha256='a', extends=None, replaces=None), 3)
    """

    def __init__(self, members: Sequence[Member]) -> None:
        self.members = {member.sha256: member for member in members}
        self.heirs: dict[str, list[str]] = defaultdict(list)
        for member in members:
            for before in member.before:
                self.heirs[before].append(member.sha256)

    @property
    def ends(self) -> list[Member]:
        """末端: the logs whose place nobody has taken, in the order in which they were stored."""
        return sorted(one for sha256, one in self.members.items() if not self.heirs.get(sha256))

    @property
    def counted(self) -> Member:
        """算数的: the one that counts: all hands first, then by view, then as told above."""
        return min(self.ends, key=lambda one: (one.view != 0, one.view, self._line(one)))

    def ends_of(self, game: str, view: int) -> int:
        """几个末端: in how many logs the lines end that go through a log of this name and view."""
        todo = [sha256 for sha256, one in self.members.items() if (one.game, one.view) == (game, view)]
        seen = set(todo)
        ends = 0
        while todo:
            heirs = self.heirs.get(todo.pop(), ())
            ends += not heirs
            todo += [one for one in heirs if one not in seen]
            seen.update(heirs)
        return ends

    def _parent(self, member: Member) -> Member | None:
        """The log whose place it takes, the nearest one; None where the archive has it not."""
        return next((self.members[before] for before in member.before if before in self.members), None)

    @cached_property
    def _firsts(self) -> dict[str, int]:
        """Of each log when the first of all those was stored that are it or came of it."""
        firsts: dict[str, int] = {}
        for member in sorted(self.members.values()):
            at: Member | None = member
            while at is not None and at.sha256 not in firsts:
                firsts[at.sha256] = member.number
                at = self._parent(at)
        return firsts

    def _line(self, member: Member) -> list[tuple[bool, int]]:
        """From the root to a log: at each step whether it merely goes on, and when its branch was begun."""
        line: list[tuple[bool, int]] = []
        at: Member | None = member
        while at is not None and len(line) < len(self.members):
            parent = self._parent(at)
            goes_on = parent is not None and parent.sha256 == at.extends
            line.append((goes_on, self._firsts[at.sha256]))
            at = parent
        return line[::-1]


def families(ties: Iterable[tuple[str, str]]) -> dict[str, str]:
    """同局异名: names that are tied two by two, each with one name for all that hang together.

    >>> families([("b", "a"), ("c", "b"), ("x", "y")])
    {'b': 'a', 'a': 'a', 'c': 'a', 'x': 'x', 'y': 'x'}
    """
    chief: dict[str, str] = {}

    def find(name: str) -> str:
        chief.setdefault(name, name)
        while chief[name] != name:
            chief[name] = chief[chief[name]]
            name = chief[name]
        return name

    for one, other in ties:
        low, high = sorted((find(one), find(other)))
        chief[high] = low
    return {name: find(name) for name in chief}


def passed_over(members: Iterable[Member]) -> list[int]:
    """落选: the numbers of the logs at the ends of lines that do not count, of some games with all their logs."""
    logs = list(members)
    holders = {one.sha256: one.game for one in logs}
    family = families((one.game, holders[before]) for one in logs for before in one.before if before in holders)
    games: dict[str, list[Member]] = defaultdict(list)
    for one in logs:
        games[family.get(one.game, one.game)].append(one)
    found = []
    for game in map(Lineage, games.values()):
        ends = game.ends
        chosen = game.counted if len(ends) > 1 else None
        found += [one.number for one in ends if chosen not in (None, one)]
    return found
