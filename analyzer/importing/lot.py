"""一批: games that were read, what the archive has of them, their verdicts, and what is to be stored."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from msgspec import structs

from analyzer.archive import LOG_PLACE, Archive, Row
from analyzer.archive.lineage import Lineage, Member, families
from analyzer.archive.segments import Stored
from analyzer.batch import Lot, Results, judge_lot, told_of
from analyzer.batch.columns import chosen
from analyzer.batch.compiled import digest
from analyzer.cards import KINDS
from analyzer.events import Log
from analyzer.importing.columns import lot_of_items
from analyzer.importing.entry import CONFLICT, CORRECTED, CORRECTS, EXTENDS, FURTHER, THERE, Outcome
from analyzer.importing.item import Item
from analyzer.paipu.chain import content_hash
from analyzer.replay import judge_log
from analyzer.words import Words

ASKED = f"""
    SELECT game, status, events, extends, replaces, {LOG_PLACE} FROM games
    WHERE game IN (SELECT unnest(string_split($names, chr(10))))
"""  # noqa: S608  the columns are our own
CORRECTIONS = "SELECT game, sha256, replaces FROM games WHERE replaces IS NOT NULL"
HELD = "SELECT game, sha256 FROM games WHERE sha256 IN (SELECT unnest(string_split($hashes, chr(10))))"
TOLD = (
    "status", "code", "event", "emperor", "guard", "solo", "doubled", "winner", "places", "scores", "claimed_places",
    "claimed_scores", "dissolved", "integrity",
)  # fmt: skip
LATER = 1 << 62
"""From here on are the numbers of logs that are not stored yet."""
Array = npt.NDArray[Any]


class Kept(NamedTuple):
    """已有: a log that the archive, or this lot, has: enough to tell whether another goes on from it."""

    member: Member
    status: str | None
    events: int
    log: Callable[[], Log]


class Decision(NamedTuple):
    """去向: what becomes of a game; `extends` is the content hash of the longest log there that it begins with."""

    outcome: Outcome
    reason: Words | None = None
    status: str | None = None
    extends: str | None = None


def decide(archive: Archive, items: Sequence[Item]) -> list[Decision]:
    """定去向: what becomes of each game, given the archive and the games before it."""
    family = families(_ties(archive, items))
    known: dict[str, list[Kept]] = {family.get(item.game, item.game): [] for item in items}
    names = {item.game for item in items} | {name for name, chief in family.items() if chief in known}
    for row in stored_under(archive, names):
        known[family.get(str(row["game"]), str(row["game"]))].append(_kept(archive, row))
    decisions = []
    for place, item in enumerate(items):
        there = known[family.get(item.game, item.game)]
        decision = _decide(item, there)
        if decision.outcome != "duplicate":
            member = _member(item, LATER + place, decision.extends)
            there.append(Kept(member, None, item.events, item.log))
        decisions.append(decision)
    return decisions


def _ties(archive: Archive, items: Sequence[Item]) -> list[tuple[str, str]]:
    """Which names belong to one game, as a log of the one corrects a log of the other."""
    corrections = [(row["game"], row["replaces"]) for row in archive.ask(CORRECTIONS)]
    corrections += [(item.game, item.replaces) for item in items if item.replaces]
    if not corrections:
        return []
    holders = {item.sha256: item.game for item in items}
    rows = archive.ask(HELD, {"hashes": "\n".join({sha256 for _, sha256 in corrections})})
    holders |= {row["sha256"]: row["game"] for row in rows}
    return [(game, holders[sha256]) for game, sha256 in corrections if holders.get(sha256, game) != game]


def tied(archive: Archive, hashes: Sequence[str], replaced: Sequence[str | None]) -> set[str]:
    """更正所及: the content hashes, of those of some logs, that a log of the archive or another of them corrects."""
    corrected = {*replaced, *(row["replaces"] for row in archive.ask(CORRECTIONS))}
    return {sha256 for sha256 in hashes if sha256 in corrected}


def stored_under(archive: Archive, names: Iterable[str]) -> list[Row]:
    """同名: what the archive has under these names of games, none of which holds a control character.

    `PaishenError` where a table of it is damaged: what cannot be seen must not count as not there.
    """
    return archive.ask_all(ASKED, {"names": "\n".join(names)})


def _kept(archive: Archive, row: Row) -> Kept:
    member = Member(*(row[name] for name in Member._fields))
    return Kept(member, row["status"], row["events"], lambda: archive.opened(row))


def _member(item: Item, number: int, extends: str | None) -> Member:
    """A game as a log of the archive."""
    return Member(number, item.game, item.view, item.sha256, extends, item.replaces)


def _decide(item: Item, there: Sequence[Kept]) -> Decision:
    """What becomes of one game, given the logs of it that there are."""
    alike = [kept for kept in there if (kept.member.game, kept.member.view) == (item.game, item.view)]
    same = next((kept for kept in alike if kept.member.sha256 == item.sha256), None)
    if same:
        return Decision("duplicate", THERE, same.status)
    many, extends = item.events, None
    for kept in sorted(alike, key=lambda kept: -kept.events):
        if kept.events > many and first_events(kept.log(), many) == item.sha256:
            return Decision("duplicate", FURTHER, kept.status)
        if kept.events < many and first_events(item.log(), kept.events) == kept.member.sha256:
            extends = kept.member.sha256
            break
    return _placed(_member(item, LATER, extends), [kept.member for kept in there])


def _placed(new: Member, there: Sequence[Member]) -> Decision:
    """What becomes of a log that is to be stored beside others of its game."""
    before, after = Lineage(there), Lineage([*there, new])
    names = {(one.game, one.view) for one in after.members.values()}
    if any(after.ends_of(*name) > max(before.ends_of(*name), 1) for name in names):
        return Decision("conflict", CONFLICT, extends=new.extends)
    if new not in after.ends:
        return Decision("stored", CORRECTED, extends=new.extends)
    if new.extends:
        return Decision("extended", EXTENDS, extends=new.extends)
    return Decision("stored", CORRECTS if new.replaces in before.members else None)


def first_events(log: Log, many: int) -> str:
    """The content hash of a log cut off after so many events."""
    return content_hash(structs.replace(log, events=log.events[:many]))


def judged(items: Sequence[Item], extends: Sequence[str | None], threads: int) -> Stored:
    """判: the games that are to be stored, each judged - by the compiled rules where the columns can say it."""
    whole, known = lot_of_items(items)
    inside = np.flatnonzero(known & np.array([item.broken is None for item in items], np.bool_))
    games = chosen(whole, inside)
    results = judge_lot(games, threads=threads)
    return Stored(
        _columns(items, extends, whole, known, _verdicts(items, games, results, inside)),
        [item.raw for item in items],
        whole.columns.words,
        whole.columns.shown,
        _times(items),
        whole.columns.starts,
    )


def _verdicts(items: Sequence[Item], games: Lot, results: Results, inside: Array) -> dict[str, list[Any]]:
    """The columns that verdicts are; games that the columns cannot say are judged by the plain rules."""
    there = np.flatnonzero(~results.elsewhere)
    told = told_of(games, results, there.tolist())
    places = inside[there].tolist()
    if len(places) == len(items):
        return {**told, "integrity": [item.integrity for item in items], "way": ["batch"] * len(items)}
    batch = set(places)
    replayed = {at: judge_log(item.log()) for at, item in enumerate(items) if at not in batch}
    columns: dict[str, list[Any]] = {"way": ["batch" if at in batch else "replay" for at in range(len(items))]}
    for name in TOLD:
        given = told.get(name) or [items[at].integrity for at in places]
        by_place = {
            **dict(zip(places, given, strict=True)),
            **{at: getattr(verdict, name) for at, verdict in replayed.items()},
        }
        columns[name] = [by_place[at] for at in range(len(items))]
    return columns


def _times(items: Sequence[Item]) -> list[int | None] | None:
    """When each event was; None where no event says so."""
    if all(item.times is None for item in items):
        return None
    times: list[int | None] = []
    for item in items:
        times += [None] * item.events if item.times is None else item.times
    return times


def _columns(
    items: Sequence[Item], extends: Sequence[str | None], whole: Lot, known: Array, verdicts: Mapping[str, list[Any]]
) -> dict[str, Sequence[Any]]:
    """The columns of `games`, but for the number and the place of the log."""
    hands = whole.columns.hands.astype("<u2").tobytes()
    size = 2 * KINDS
    return {
        **{name: [item.head.columns[name] for item in items] for name in items[0].head.columns},
        **verdicts,
        "game": [item.game for item in items],
        "extends": extends,
        "events": [item.events for item in items],
        "sha256": [item.sha256 for item in items],
        "judged": [digest()] * len(items),
        "hands": [hands[size * at : size * at + size] if is_known else None for at, is_known in enumerate(known)],
        "previous": [item.head.previous for item in items],
        "said": [item.said for item in items],
        "claim": [item.claim for item in items],
        "ends": [item.ends for item in items],
        "form": [item.form for item in items],
        "file": [item.file for item in items],
        "line": [item.line for item in items],
    }
