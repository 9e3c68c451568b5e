"""合事件: the events of several logs, row by row, as the events of one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from msgspec import UNSET, structs

from analyzer.cards import shown
from analyzer.events import Call, Deal, End, Event, Play
from analyzer.merge.cards import same_cards
from analyzer.merge.findings import Findings, Said
from analyzer.merge.lanes import Placed, Row, kind_of
from analyzer.paipu.writing import plain

SILENT: Final[dict[type[Event], tuple[str, ...]]] = {Deal: ("first",), End: ("places", "scores", "emperor", "guard")}
"""Keys that one recorder may leave out without saying anything by it."""


class Joined(NamedTuple):
    """合成的事件: an event of the merged log, and where it stands in each log that has it; `counts`: not undone."""

    event: Event
    places: dict[int, int]
    counts: bool


def walk(
    rows: Sequence[Row], findings: Findings, *, unseen_fourth: bool = False
) -> tuple[list[Joined], list[Said]]:
    """同行: the merged events, and the deal as each log has it.

    A log that ends before the others says nothing about the rest; one that lacks an event between two that it has
    contradicts those that have it. `unseen_fourth`: of a call of one's own four the others see three.
    """
    found: list[Joined] = []
    deals: list[Said] = []
    ends = {source: place for place, row in enumerate(rows) for source in row}
    for place, row in enumerate(rows):
        said = [Said(source, item.place, item.event) for source, item in row.items() if item.event is not None]
        said = _fourth_told(said) if unseen_fourth else said
        lacking = [source for source, end in ends.items() if end > place and source not in row]
        if lacking or len({kind_of(one.value) for one in said}) > 1:
            told = [one._replace(value=_bare(one.value)) for one in said]
            told += [Said(source, _next(rows, place, source), None) for source in lacking]
            findings.contradict("event", len(found), sorted(told, key=lambda one: one.source))
            found.append(Joined(said[0].value, {}, counts=False))
        elif said:
            dealt = isinstance(said[0].value, Deal) and not deals
            deals = said if dealt else deals
            event = _join(said, len(found), findings, but="hands" if dealt else "")
            counts = all(item.counts for item in row.values())
            found.append(Joined(event, {one.source: one.event for one in said}, counts))
        found += _asides({source: item.aside for source, item in row.items()}, len(found), findings)
    return found, deals


def _fourth_told(said: list[Said]) -> list[Said]:
    """叫的第四张: the same with a call of four wherever one log has it and another three of its cards."""
    calls = [one.value for one in said if isinstance(one.value, Call)]
    if not calls:
        return said
    most = max((call.cards for call in calls), key=lambda cards: len(shown(cards).cards))
    three = shown(most).cards[:3]
    return [
        one._replace(value=structs.replace(one.value, cards=most))
        if isinstance(one.value, Call) and shown(one.value.cards).cards == three else one
        for one in said
    ]  # fmt: skip


def _next(rows: Sequence[Row], place: int, source: int) -> int:
    """The event of a log that stands where it lacks one."""
    return next(row[source].place for row in rows[place:] if source in row)


def _bare(event: Event) -> dict[str, Any]:
    """The event as it is written, without its chain."""
    return plain(structs.replace(event, h=UNSET))


def _join(said: Sequence[Said], index: int, findings: Findings, but: str = "") -> Event:
    """The event that all of these are; one key may be left to others (`hands` has the dealt hands)."""
    first = said[0].value
    changes: dict[str, Any] = {"h": UNSET}
    for name in first.__struct_fields__:
        values = [one._replace(value=getattr(one.value, name)) for one in said]
        if name == "t":
            changes[name] = findings.shared(name, index, [one.value for one in values])
        elif name == "x":
            changes[name] = findings.extras(index, [one.value for one in values])
        elif name == "cards":
            changes[name] = _cards(values, index, findings, marks=not isinstance(first, Play))
        elif name not in ("h", but):
            changes[name] = _field(name, values, index, findings, silent=name in SILENT.get(type(first), ()))
    return structs.replace(first, **changes)  # type: ignore[no-any-return]


def _cards(values: list[Said], index: int, findings: Findings, *, marks: bool) -> str:
    found = same_cards([one.value for one in values], marks=marks)
    if found is None:
        findings.contradict("cards", index, values)
    return values[0].value if found is None else found


def _field(name: str, values: list[Said], index: int, findings: Findings, *, silent: bool) -> Any:
    """A key on which all must agree; only where that says nothing may it be left out."""
    if not silent and len({repr(one.value) for one in values}) > 1:
        told = [one._replace(value=None if one.value is UNSET else one.value) for one in values]
        findings.contradict(name, index, told)
        return values[0].value
    return findings.agreed(name, index, values)


def _asides(asides: dict[int, tuple[Placed, ...]], index: int, findings: Findings) -> list[Joined]:
    """Notes and mind games between two events: each once, in the order of every log."""
    found: list[list[Said]] = []
    for source, placed in asides.items():
        at = 0
        for place, event in placed:
            same = next((n for n in range(at, len(found)) if _said(found[n][0].value) == _said(event)), None)
            if same is None:
                found.insert(at, [])
            at = at if same is None else same
            found[at].append(Said(source, place, event))
            at += 1
    return [
        Joined(_join(said, index + number, findings), {one.source: one.event for one in said}, counts=True)
        for number, said in enumerate(found)
    ]


def _said(event: Event) -> Event:
    """An event without what two recorders may write differently."""
    return structs.replace(event, t=UNSET, h=UNSET, x=None)
