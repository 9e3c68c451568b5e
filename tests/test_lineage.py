"""Which log of a game counts, and what an import says of each: against a plain model, in every order of import."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from analyzer.archive import Archive
from analyzer.archive.lineage import Lineage, Member, families, passed_over
from analyzer.events import Log
from analyzer.importing import bring
from analyzer.importing.item import Item, item_of
from analyzer.importing.lot import Decision, decide
from analyzer.paipu import Sourced, dumps_json, write
from analyzer.paipu.chain import content_hash
from tests.conftest import Paishen
from tests.test_replay import PLAYS, events, log_of


class Plan(NamedTuple):
    """A log as the model sees it: its name, what its header says beside that, what happened, and what it corrects."""

    game: str
    header: int
    happened: str
    corrects: Plan | None

    def log(self) -> Log:
        """The log."""
        more = {"replaces": content_hash(self.corrects.log())} if self.corrects else {}
        notes = [{"type": "note", "text": letter} for letter in self.happened]
        return log_of(notes, game=self.game, started=f"2026-11-30T20:15:0{self.header}Z", **more)


# -- the rule, told plainly ----------------------------------------------------------------------------------------


def goes_on(one: Plan, other: Plan) -> bool:
    """Whether a log is another and more."""
    same = (one.game, one.header, one.corrects) == (other.game, other.header, other.corrects)
    return same and one.happened != other.happened and one.happened.startswith(other.happened)


def takes(one: Plan, other: Plan) -> bool:
    """Whether a log takes another's place."""
    return goes_on(one, other) or one.corrects == other


def ends(stored: Sequence[Plan]) -> list[Plan]:
    """Those whose place nobody takes."""
    return [one for one in stored if not any(takes(other, one) for other in stored)]


def came_of(one: Plan, stored: Sequence[Plan]) -> list[Plan]:
    """A log and all that took its place, and theirs."""
    found = [one]
    for plan in found:
        found += [other for other in stored if takes(other, plan) and other not in found]
    return found


def ends_by_name(stored: Sequence[Plan]) -> dict[str, int]:
    """How many ends the lines have that go through the logs of each name."""
    return {
        name: len({end for one in stored if one.game == name for end in came_of(one, stored) if end in ends(stored)})
        for name in {one.game for one in stored}
    }


def outcome(new: Plan, stored: Sequence[Plan]) -> str:
    """What becomes of a log."""
    if new in stored or any(goes_on(other, new) for other in stored):
        return "duplicate"
    before, after = ends_by_name(stored), ends_by_name([*stored, new])
    if any(after[name] > max(before.get(name, 0), 1) for name in after):
        return "conflict"
    grew = any(goes_on(new, other) for other in stored)
    return "extended" if grew and new in ends([*stored, new]) else "stored"


def parent(one: Plan, stored: Sequence[Plan]) -> Plan | None:
    """The nearest log whose place it takes."""
    shorter = sorted((other for other in stored if goes_on(one, other)), key=lambda other: len(other.happened))
    return shorter[-1] if shorter else next((other for other in stored if one.corrects == other), None)


def chosen(stored: Sequence[Plan], among: Sequence[Plan]) -> Plan:
    """The one that counts of some that stand side by side and of all that came of them."""
    best = min(
        among, key=lambda one: (goes_on(one, parent(one, stored) or one), min(map(stored.index, came_of(one, stored))))
    )
    below = [one for one in stored if parent(one, stored) == best]
    return chosen(stored, below) if below else best


def counted(stored: Sequence[Plan]) -> set[Plan]:
    """The one of each game that counts; names are one game where a log of one corrects one of the other."""
    names = {one.game: {one.game} for one in stored}
    for _ in stored:
        for one in stored:
            if one.corrects and one.corrects in stored:
                both = names[one.game] | names[one.corrects.game]
                names.update(dict.fromkeys(both, both))
    games = {frozenset(both) for both in names.values()}
    roots = [one for one in stored if parent(one, stored) is None]
    return {chosen(stored, [one for one in roots if one.game in game]) for game in games}


# -- random games --------------------------------------------------------------------------------------------------


def planned(random: Random, many: int) -> list[Plan]:
    """Some different logs: roots, prefixes, forks, corrections, corrections of corrections; two names."""
    plans = [Plan("g", 0, "a", None)]
    while len(plans) < many:
        base = random.choice(plans)
        more = "".join(random.choice("ab") for _ in range(random.randint(1, 2)))
        name = random.choice("ggc")
        new = random.choice([
            base._replace(happened=base.happened + more), base._replace(happened=base.happened + more),
            Plan(name, random.randint(0, 3), more, base), Plan(name, random.randint(0, 3), more, base),
            Plan(name, random.randint(0, 3), more, None),
        ])  # fmt: skip
        if new not in plans:
            plans.append(new)
    return plans


def followed(order: Sequence[Plan]) -> Iterator[tuple[Plan, str, list[Plan]]]:
    """What the model says: each log, what becomes of it, and what is stored then."""
    stored: list[Plan] = []
    for plan in order:
        found = outcome(plan, stored)
        stored += [plan] * (found != "duplicate")
        yield plan, found, stored


def item_for(plan: Plan) -> Item:
    """A log as an import has it."""
    log = plan.log()
    found = item_of(Sourced(log, "a.jsonl", 1, dumps_json(log)))
    assert isinstance(found, Item)
    return found


def members(order: Sequence[Item], decisions: Sequence[Decision]) -> list[Member]:
    """The logs that are stored."""
    return [
        Member(place, item.game, item.view, item.sha256, decision.extends, item.replaces)
        for place, (item, decision) in enumerate(zip(order, decisions, strict=True))
        if decision.outcome != "duplicate"
    ]


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Archive:
    """An archive without games."""
    return Archive(tmp_path_factory.mktemp("empty"))


@settings(max_examples=20)
@given(seed=st.integers(0, 1 << 30), many=st.integers(3, 4))
@example(seed=0, many=4)
def test_every_order_gives_what_the_model_says(empty: Archive, seed: int, many: int) -> None:
    plans = planned(Random(seed), many)
    items = {plan: item_for(plan) for plan in plans}
    for order in permutations(plans):
        told = list(followed(order))
        decisions = decide(empty, [items[plan] for plan in order])
        assert [decision.outcome for decision in decisions] == [found for _, found, _ in told], order
        logs = members([items[plan] for plan in order], decisions)
        superseded = {before for one in logs for before in one.before}
        lost = set(passed_over(logs))
        left = {one.sha256 for one in logs if one.sha256 not in superseded and one.number not in lost}
        assert left == {items[plan].sha256 for plan in counted(told[-1][2])}, order


@pytest.mark.parametrize(("seed", "at_once"), [(0, True), (1, True), (2, True), (3, False)])
def test_the_archive_counts_what_the_model_says(tmp_path: Path, seed: int, at_once: bool) -> None:
    """On the disk: all in one import or one by one; and a rebuild and a check agree."""
    random = Random(seed)
    plans = planned(random, 4)
    for order in random.sample(list(permutations(plans)), 3):
        place = tmp_path / "-".join(str(plans.index(plan)) for plan in order)
        files = []
        for number, plan in enumerate(order):
            files.append(tmp_path / f"{place.name}.{number}.paipu.json")
            write(files[-1], [plan.log()])
        runs = [files] if at_once else [[file] for file in files]
        outcomes = [entry.outcome for run in runs for entry in bring(run, place)]
        told = list(followed(order))
        assert outcomes == [found for _, found, _ in told]
        shown = {row["sha256"] for row in Archive(place).ask("SELECT sha256 FROM counted")}
        assert shown == {content_hash(plan.log()) for plan in counted(told[-1][2])}


# -- by hand -------------------------------------------------------------------------------------------------------

WHOLE = Plan("g", 0, "abc", None)
BEGUN, MIDDLE, FORK = (WHOLE._replace(happened=part) for part in ("a", "ab", "axb"))
OTHER = Plan("g", 1, "abc", None)
RIGHT = Plan("g", 2, "abc", WHOLE)
AGAIN = Plan("g", 3, "abc", RIGHT)
RENAMED = Plan("g, corrected", 2, "abc", WHOLE)


@pytest.mark.parametrize(
    ("order", "outcomes", "wanted"),
    [
        ([WHOLE, OTHER, RIGHT], "stored conflict stored", RIGHT),
        ([BEGUN, OTHER, WHOLE], "stored conflict extended", WHOLE),
        ([OTHER, BEGUN, WHOLE], "stored conflict extended", OTHER),
        ([BEGUN, WHOLE, FORK], "stored extended conflict", WHOLE),
        ([BEGUN, MIDDLE, FORK, WHOLE], "stored extended conflict extended", WHOLE),
        ([BEGUN, FORK, WHOLE], "stored extended conflict", FORK),
        ([WHOLE, RIGHT, AGAIN], "stored stored stored", AGAIN),
        ([RIGHT, WHOLE], "stored stored", RIGHT),
        ([AGAIN, RIGHT, OTHER, WHOLE], "stored stored conflict stored", AGAIN),
        ([WHOLE, RIGHT, Plan("g", 3, "abc", WHOLE)], "stored stored conflict", RIGHT),
        ([WHOLE, WHOLE._replace(happened="abcd"), RIGHT], "stored extended conflict", RIGHT),
        ([WHOLE, RENAMED, OTHER], "stored stored conflict", RENAMED),
        ([WHOLE, OTHER, RENAMED], "stored conflict stored", RENAMED),
        ([RENAMED, WHOLE], "stored stored", RENAMED),
        ([Plan("g", 2, "a", WHOLE), RIGHT, WHOLE], "stored extended stored", RIGHT),
    ],
)  # fmt: skip
def test_by_hand(tmp_path: Path, order: list[Plan], outcomes: str, wanted: Plan) -> None:
    files = []
    for number, plan in enumerate(order):
        files.append(tmp_path / f"{number}.paipu.json")
        write(files[-1], [plan.log()])
    place = tmp_path / "archive"
    assert " ".join(entry.outcome for entry in bring(files, place)) == outcomes
    assert Archive(place).ask("SELECT sha256 FROM counted") == [{"sha256": content_hash(wanted.log())}]
    assert Archive(place).log(wanted.game) == wanted.log()


def test_a_correction_is_no_finding(paishen: Paishen, tmp_path: Path) -> None:
    for name, plan in (("a", WHOLE), ("b", RIGHT)):
        write(tmp_path / f"{name}.paipu.json", [plan.log()])
    place = tmp_path / "archive"
    assert paishen("import", tmp_path / "a.paipu.json", "--archive", place).status == 0
    done = paishen("import", tmp_path / "b.paipu.json", "--archive", place, "--json", "--lang", "en")
    assert (done.status, done.json[0]["outcome"]) == (0, "stored")
    assert done.json[0]["reason"] == "it corrects a log that the archive has, and takes its place"
    for words in (["check"], ["rebuild"], ["check"]):
        assert paishen("archive", *words, "--archive", place).status == 0
    assert Archive(place).log("g") == RIGHT.log()


@pytest.mark.parametrize("workers", [1, 2])
def test_prefixes_forks_and_corrections_among_files_read_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, workers: int
) -> None:
    """A worker does not know what another has; the archive comes out the same."""
    from analyzer.importing import tasks
    from analyzer.importing.pool import spread

    monkeypatch.setattr(tasks, "TASK", 1)
    files = []
    for number, plan in enumerate([BEGUN, RENAMED, OTHER, FORK, WHOLE]):
        files.append(tmp_path / f"{number}.paipu.json")
        write(files[-1], [plan.log()])
    apart = lambda function, jobs: spread(function, jobs, workers)  # noqa: E731
    outcomes = [entry.outcome for entry in bring(files, tmp_path / "archive", spreading=apart)]
    assert outcomes == ["stored", "stored", "conflict", "extended", "conflict"]
    assert Archive(tmp_path / "archive").log(RENAMED.game) == RENAMED.log()


def test_a_ring_of_corrections_is_survived() -> None:
    """No log can name the hash of one that names it; tables that say so were forged, and hang nobody."""
    ring = [Member(1, "g", 0, "a", None, "b"), Member(2, "g", 0, "b", None, "a"), Member(3, "g", 0, "c", "a", None)]
    assert Lineage(ring).counted.number == 3
    assert passed_over(ring) == passed_over(ring[:2]) == []
    assert families([("a", "b"), ("b", "a")]) == {"a": "a", "b": "a"}


def test_the_book_of_an_archive_takes_the_whole_game(paishen: Paishen, tmp_path: Path) -> None:
    """The beginning was stored first, then a log that contradicts it; the game that counts is the finished one."""
    begun = log_of(events([*PLAYS[:2]]))
    whole = log_of([*events([*PLAYS]), {"type": "end"}])
    other = log_of([*events([*PLAYS]), {"type": "end"}], players=["v", "w", "x", "y", "z"])
    place = tmp_path / "archive"
    for number, log in enumerate([begun, other, whole]):
        write(tmp_path / f"{number}.paipu.json", [log])
        list(bring([tmp_path / f"{number}.paipu.json"], place))
    (book,) = paishen("ledger", place, "--json").json
    assert [row["game"]["players"] for row in book["rows"]] == [list(whole.players)]
    assert [row["game"]["status"] for row in book["rows"]] == ["valid"]
