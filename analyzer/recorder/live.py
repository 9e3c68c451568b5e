"""现场: the game while it is recorded - what each event does to the table, refused ones as they happened."""

from __future__ import annotations

from collections.abc import Iterable

from analyzer.events import Event, Header
from analyzer.replay import Course, force, previous_of, rules_of


class Live:
    """现场: the course of a game that goes on, and its events so far.

    >>> from analyzer.events import Note
    >>> names = ("甲", "乙", "丙", "丁", "戊")
    >>> live = Live(Header(format="paipu", version=1, game="g", rules="simple", players=names))
    >>> live.add(Note(text="开打")), len(live.events)
    (0, 1)
    """

    def __init__(self, header: Header, events: Iterable[Event] = ()) -> None:
        self.header = header
        self.course = Course(rules_of(header), previous_of(header))
        self.events: list[Event] = []
        for event in events:
            self.add(event)

    def advance(self, event: Event) -> int:
        """Go on after the next event where it is legal; its code. A refused one changes nothing."""
        code = self.course.advance(len(self.events), event)
        if not code:
            self.events.append(event)
        return code

    def add(self, event: Event) -> int:
        """Go on after the next event whether it is legal or not, as it happened; its code."""
        code = self.advance(event)
        if code:
            force(self.course, len(self.events), event)
            self.events.append(event)
        return code

    def twin(self) -> Live:
        """A copy that goes on by itself, to try things."""
        other = object.__new__(Live)
        other.header, other.course, other.events = self.header, self.course.twin(), self.events[:]
        return other
