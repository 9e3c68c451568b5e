"""一桌的牌局: the games of one sitting in order, from a folder of logs or an archive, with their corrections."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

from msgspec import UNSET

from analyzer.archive import LOG_PLACE, MANIFEST, Archive
from analyzer.errors import PaishenError, Unreadable
from analyzer.events import Log
from analyzer.paipu import Sourced, read
from analyzer.paipu.chain import content_hash
from analyzer.replay import fill, judge_log
from analyzer.verdict import Verdict
from analyzer.words import Words

LOGS: Final = ("*.paipu.json", "*.paipu.jsonl", "*.paipu.txt", "*.paipu.parquet")
STORED: Final = f"""
    SELECT game, file, line, {LOG_PLACE} FROM games
    WHERE ($sitting::VARCHAR IS NULL OR sitting = $sitting::VARCHAR)
        AND sha256 NOT IN (SELECT extends FROM games WHERE extends IS NOT NULL)
    ORDER BY number IN (SELECT number FROM passed_over), number
"""  # noqa: S608  the columns are our own


class Game(NamedTuple):
    """一局: a log with its verdict, its content hash, and when it began and ended (None where it does not say)."""

    log: Log
    verdict: Verdict
    sha256: str
    begins: datetime | None
    ends: datetime | None

    @property
    def name(self) -> str:
        """The game's name."""
        return self.log.game

    @property
    def scores(self) -> tuple[int, ...] | None:
        """The scores that count: those of the rules, of a game that is legal and over; None where there are none."""
        return self.verdict.scores if self.verdict.status in ("valid", "disputed") else None


class Note(NamedTuple):
    """一处不妥: something amiss with the logs of a sitting; `game` is the one that it is about."""

    kind: str
    game: str | None
    words: Words


@dataclass
class Sitting:
    """一桌: its name, its games in order - as first recorded - and what replaced them, in order of the corrections."""

    name: str
    games: list[Game] = field(default_factory=list)
    corrections: list[tuple[int, Game]] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    errors: list[Unreadable] = field(default_factory=list)

    def corrected(self, many: int | None = None) -> list[Game]:
        """The games after so many corrections, after all when left out."""
        found = list(self.games)
        for place, game in self.corrections[:many]:
            found[place] = game
        return found


def sitting_of(place: Path, name: str | None = None) -> Sitting:
    """取一桌: the games of a sitting in a folder, an archive or a file.

    Without a name the only one that there is. Logs that cannot be read are told as errors, the others stay. Raises
    `PaishenError` where there is no such sitting, or several and none is named.
    """
    errors: list[Unreadable] = []
    games: list[Game] = []
    for found in _found(place, name):
        if isinstance(found, Unreadable):
            errors.append(found)
            continue
        log = (fill(found) if found.gaps else found).log
        verdict = judge_log(log, file=found.file, line=found.line)
        if verdict.status == "unreadable":
            words = verdict.words or Words("", "")
            errors.append(Unreadable(words, file=found.file, line=found.line, game=log.game))
            continue
        begins, ends = _times(log)
        games.append(Game(log, verdict, content_hash(log), begins, ends))
    wanted = _named(place, games, name)
    mine = [game for game in games if (None if game.log.sitting is UNSET else game.log.sitting) == wanted]
    sitting = Sitting(wanted or place.name, errors=errors)
    _arrange(sitting, mine)
    return sitting


def _found(place: Path, name: str | None) -> Iterator[Sourced | Unreadable]:
    """What there is to read; of an archive only the sitting of a name, where it has it."""
    if (place / MANIFEST).is_file():
        archive = Archive(place)
        for row in archive.ask(STORED, {"sitting": name}) or archive.ask(STORED, {"sitting": None}):
            try:
                yield Sourced(archive.opened(row), row["file"], row["line"], b"")
            except PaishenError as error:
                yield Unreadable(error.words, file=error.file, game=row["game"])
        if (missing := archive.left_out()) is not None:
            yield Unreadable(missing.words, file=missing.file)
        return
    if place.is_dir():
        files = sorted(file for pattern in LOGS for file in place.glob(pattern))
        if not files:
            words = Words("这个目录里没有牌谱 (*.paipu.*)", "there are no logs (*.paipu.*) in this folder")
            raise PaishenError(words, file=str(place))
    else:
        files = [place]
    for file in files:
        yield from read(file)


def _named(place: Path, games: list[Game], name: str | None) -> str | None:
    """The sitting that is meant."""
    there = list(dict.fromkeys(None if game.log.sitting is UNSET else game.log.sitting for game in games))
    if name is None and len(there) <= 1:
        return there[0] if there else None
    if name in there:
        return name
    known = ", ".join(one or "(-)" for one in there[:9]) + (", …" if len(there) > 9 else "")
    if name is None:
        zh, en = f"这里有几桌, 请用 --sitting 选一桌: {known}", f"several sittings, choose one with --sitting: {known}"
        words = Words(zh, en)
    else:
        words = Words(f"没有叫 {name} 的一桌; 有: {known}", f"there is no sitting {name}; there are: {known}")
    raise PaishenError(words, file=str(place))


def _times(log: Log) -> tuple[datetime | None, datetime | None]:
    """When a game began and ended."""
    if log.started is UNSET:
        return None, None
    try:
        begins = datetime.fromisoformat(log.started)
        latest = max((event.t for event in log.events if event.t is not UNSET), default=0)
        return begins, begins + timedelta(milliseconds=latest)
    except (ValueError, OverflowError):
        return None, None


def _arrange(sitting: Sitting, games: list[Game]) -> None:
    """Tell corrections, other views and second entries from the games, and put these in order."""
    known = {game.sha256: game for game in reversed(games)}
    distinct = [game for game in games if known[game.sha256] is game]
    corrections = [game for game in distinct if game.log.replaces is not UNSET and game.log.replaces in known]
    bases = [game for game in distinct if not any(game is one for one in corrections)]
    for game in bases:
        if game.log.replaces is not UNSET:
            words = Words("所更正的牌谱不在这里", "the log that it corrects is not here")
            sitting.notes.append(Note("replaces", game.name, words))
    sitting.games = _in_order(sitting, _one_each(sitting, bases))
    _correct(sitting, corrections)


def _one_each(sitting: Sitting, games: list[Game]) -> list[Game]:
    """One log a game: the full record rather than a view; a second one of other content is noted, not counted."""
    found: dict[str, Game] = {}
    for game in sorted(games, key=lambda game: (game.log.eyes != 0, game.log.eyes < 0)):
        first = found.setdefault(game.name, game)
        if first is not game and first.log.eyes == game.log.eyes:
            words = Words("同一局有两份不同的牌谱, 只算第一份", "two different logs of it; only the first counts")
            sitting.notes.append(Note("twice", game.name, words))
    return [game for game in games if found[game.name] is game]


def _in_order(sitting: Sitting, games: list[Game]) -> list[Game]:
    """By round where all have one, else by time where all have one, else as they were read."""
    rounds = [game.log.round for game in games if game.log.round is not UNSET]
    times = [game.begins for game in games if game.begins is not None]
    if len(rounds) == len(games):
        games = [game for _, _, game in sorted(zip(rounds, range(len(games)), games, strict=True))]
    elif len(times) == len(games):
        games = [game for _, _, game in sorted(zip(times, range(len(games)), games, strict=True))]
    for game, after in pairwise(games):
        if len(rounds) == len(games) and game.log.round == after.log.round:
            number = after.log.round
            words = Words(f"第 {number} 局有两局: {game.name}", f"round {number} stands twice: {game.name}")
            sitting.notes.append(Note("round", after.name, words))
        if game.begins and after.begins and after.begins < game.begins:
            words = Words(f"开始得比前一局 {game.name} 早", f"it began before {game.name}, which comes before it")
            sitting.notes.append(Note("order", after.name, words))
    return games


def _correct(sitting: Sitting, corrections: list[Game]) -> None:
    """Give each correction the place of the game that it corrects; one may correct another."""
    places = {game.sha256: place for place, game in enumerate(sitting.games)}
    left = list(corrections)
    while ready := [game for game in left if game.log.replaces in places]:
        for game in sorted(ready, key=lambda game: places[str(game.log.replaces)]):
            place = places[str(game.log.replaces)]
            sitting.corrections.append((place, game))
            places[game.sha256] = place
        left = [game for game in left if not any(game is one for one in ready)]
    for game in left:
        words = Words("更正的是没有算的牌谱, 或绕成一圈", "what it corrects does not count, or corrects it in turn")
        sitting.notes.append(Note("replaces", game.name, words))
