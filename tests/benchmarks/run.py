"""量: every figure that must hold, beside its bar; exits 1 when one is missed. Run it on a quiet machine.

python tests/benchmarks/run.py
"""

from __future__ import annotations

import gzip
import itertools
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from msgspec import UNSET, structs

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey  # noqa: E402

from analyzer.audit import Audit  # noqa: E402
from analyzer.deduction import deduce  # noqa: E402
from analyzer.events import Deal, Log, Note, Snatch  # noqa: E402
from analyzer.outlook.stories import worked_out  # noqa: E402
from analyzer.outlook.timeline import PLAYOUTS  # noqa: E402
from analyzer.paipu import Sourced, loads, read, write  # noqa: E402
from analyzer.paipu.chain import chain_and_seal, integrity  # noqa: E402
from analyzer.paipu.writing import header_of  # noqa: E402
from analyzer.recorder import Recorder  # noqa: E402
from analyzer.replay import Replay, judge_log  # noqa: E402
from analyzer.review import reviewed  # noqa: E402
from analyzer.rulesets import names  # noqa: E402
from analyzer.simulate import Chances, simulate  # noqa: E402
from analyzer.tracking import cases, threats, tracks  # noqa: E402
from tests.benchmarks import archive, playouts  # noqa: E402
from tests.benchmarks.figure import Figure  # noqa: E402

EVENTS = 300
CASES = ROOT / "tests" / "cases" / "games.jsonl.gz"
PAISHEN = [sys.executable, "-c", "from analyzer.cli import main; main()"]


def full_games() -> list[Log]:
    """Valid games of the cases in which every hand is known by suit."""
    games = []
    for found in loads(gzip.decompress(CASES.read_bytes()), CASES.name):
        log = found.log if isinstance(found, Sourced) else None
        deal = next((event for event in log.events if isinstance(event, Deal)), None) if log else None
        if log is None or deal is None or not all(isinstance(hand, str) for hand in deal.hands):
            continue
        unsuited = any(re.search(r"[3-9TJQKA2](?![shdc])", str(hand)) for hand in deal.hands)
        if not unsuited and judge_log(log).status == "valid" and judge_log(log).integrity == "none":
            games.append(log)
    return games


def whole_games() -> list[Log]:
    """Simulated games with the full deck, of every ruleset."""
    return [simulate(name, seed) for name in names() for seed in range(6)]


def replay_rate(games: list[Log]) -> float:
    """Events a second of CPU, the best of seven rounds: from decoded logs to verdicts."""
    events = sum(len(game.events) for game in games)
    best = float("inf")
    for _ in range(7):
        start = time.process_time()
        for game in games:
            judge_log(game)
        best = min(best, time.process_time() - start)
    return events / best


def chained_and_sealed(games: list[Log], wanted: int = 10_000) -> float:
    """CPU seconds to chain and seal so many games, the best of three rounds."""
    key = Ed25519PrivateKey.generate()
    many = [games[number % len(games)] for number in range(wanted)]
    best = float("inf")
    for _ in range(3):
        start = time.process_time()
        for game in many:
            chain_and_seal(game, key)
        best = min(best, time.process_time() - start)
    return best


def cpu_of(arguments: list[str]) -> float:
    """Median CPU seconds of a whole process over seven runs, after one to warm the disk."""
    spent = []
    for _ in range(8):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([*PAISHEN, *arguments], check=False, capture_output=True, cwd=ROOT)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return sorted(spent[1:])[3]


def recorded(game: Log, path: Path) -> list[float]:
    """Milliseconds of each append of 300 events, checked and synced: a game, and notes after it."""
    spent = []
    header = structs.replace(header_of(game), rules_sha256=UNSET)
    notes = [Note(text="a comment of a usual length")] * EVENTS
    with Recorder(path, header) as recorder:
        for event in [*game.events, *notes][:EVENTS]:
            start = time.perf_counter()
            recorder.append(event)
            spent.append((time.perf_counter() - start) * 1000)
    return sorted(spent)


def strict_read(path: Path) -> float:
    """Milliseconds of CPU to read a log strictly and check its chain, the best of nine rounds."""
    best = float("inf")
    for _ in range(9):
        start = time.process_time()
        (found,) = read(path)
        assert isinstance(found, Sourced)
        assert integrity(found.log) == "chained"
        best = min(best, time.process_time() - start)
    return best * 1000


def audit_against_validation(folder: Path) -> float:
    """CPU to audit imported games over the CPU to open and judge them by the compiled rules, the best of three."""
    from analyzer.archive import LOG_PLACE, Archive
    from analyzer.audit.stored import stored_audits
    from analyzer.batch import judge_lot, lot_of
    from analyzer.importing import bring

    write(folder / "games.paipu.jsonl", [simulate(name, seed) for name in names() for seed in range(60)])
    for _ in bring([folder / "games.paipu.jsonl"], folder / "archive"):
        pass
    audits, validations = [], []
    for _ in range(3):
        start = time.process_time()
        assert not any(audit.findings for audit in stored_audits(folder / "archive") if isinstance(audit, Audit))
        audits.append(time.process_time() - start)
        start = time.process_time()
        archive = Archive(folder / "archive")
        logs = [archive.opened(row) for row in archive.ask(f"SELECT {LOG_PLACE} FROM games ORDER BY number")]
        judge_lot(lot_of(logs)[0])
        validations.append(time.process_time() - start)
    return min(audits) / min(validations)
def watched_games() -> list[tuple[Log, int]]:
    """Games to be counted and deduced, each from one view: unfinished business for as long as may be."""
    rules = ("room-normal", "classic", "room-six", "simple", "encyclopedia", "shandong")
    chances = Chances(escape=0, auto=0, mind=0)
    return [(simulate(name, f"benchmark {number}", chances=chances), number) for number, name in enumerate(rules)]


def snatched_games() -> list[tuple[Log, int]]:
    """Games in which a hidden seat has snatched, each from one view, one of them an onlooker's."""
    chances = Chances(escape=0, auto=0, mind=0)
    found: list[tuple[Log, int]] = []
    for seed in itertools.count():
        game = simulate("classic", seed, chances=chances)
        snatched = {event.seat for event in game.events if isinstance(event, Snatch)}
        if snatched:
            found.append((game, next(seat for seat in (1, 2, 3) if seat not in snatched) if found else 0))
        if len(found) == 3:
            return found
    raise AssertionError


def seconds_a_game(work: Callable[[Log, int], object], games: list[tuple[Log, int]] | None = None) -> float:
    """CPU seconds a game, the mean over the games, the best of five rounds, warm."""
    games = games or watched_games()
    best = float("inf")
    for _ in range(5):
        start = time.process_time()
        for game, view in games:
            work(game, view or -1)
        best = min(best, time.process_time() - start)
    return best / len(games)


def outlook_of(game: Log, view: int) -> None:
    """Who is winning, after every event, at the default precision, the swings with it; nothing kept from before."""
    worked_out(Replay(game), view, PLAYOUTS, 1)


def review_of(game: Log, view: int) -> None:
    """Every decision of one seat at the default precision."""
    list(reviewed(game, max(view, 1), "en"))


def count_all(game: Log, view: int) -> None:
    """Every exact figure of every event: expectations, chances, voids, who can beat the standing play."""
    for track in tracks(game, view):
        for seat in track.seats:
            track.void(seat)
            track.can_beat(seat)
            for rank in track.ranks:
                track.answers.expect(seat, rank)
                track.answers.least(seat, rank, 1)


def anew(game: Log, view: int) -> None:
    """The same where nothing was kept of the game."""
    for module in (cases, threats):
        for kept in vars(module).values():
            if hasattr(kept, "cache_clear"):
                kept.cache_clear()
    count_all(game, view)


def figures() -> list[Figure]:
    """All figures."""
    games = full_games()
    with tempfile.TemporaryDirectory() as folder:
        one = Path(folder) / "one.paipu.json"
        live = Path(folder) / "live.paipu.jsonl"
        write(one, games[:1])
        appends = recorded(games[0], live)
        return [
            Figure("an append, synced, p50", appends[EVENTS // 2], 5, "ms", more=False),
            Figure("an append, synced, p99", appends[EVENTS * 99 // 100], 10, "ms", more=False),
            Figure("strict read of 300 events", strict_read(live), 10, "ms CPU", more=False),
            Figure("plain replay, one core", replay_rate(games), 150_000, "events/s", more=True),
            Figure("chain and seal 10,000 games", chained_and_sealed(whole_games()), 3, "s CPU", more=False),
            Figure("audit / validation, imported", audit_against_validation(Path(folder)), 2, "x", more=False),
            Figure("paishen --version", cpu_of(["--version"]), 0.25, "s CPU", more=False),
            Figure("paishen validate, one game", cpu_of(["validate", str(one)]), 0.5, "s CPU", more=False),
            Figure("counts, all events of one view", seconds_a_game(count_all), 0.15, "s CPU", more=False),
            Figure("counts after a snatch", seconds_a_game(count_all, snatched_games()), 0.15, "s CPU", more=False),
            Figure("counts after a snatch, anew", seconds_a_game(anew, snatched_games()), 0.25, "s CPU", more=False),
            Figure("the guard, all events of one view", seconds_a_game(deduce), 0.1, "s CPU", more=False),
            Figure("who is winning, all events of one view", seconds_a_game(outlook_of), 10, "s CPU", more=False),
            Figure("review, all decisions of one seat", seconds_a_game(review_of), 10, "s CPU", more=False),
        ]


def main() -> int:
    """Print the table; 1 when a bar is missed."""
    found = [*figures(), *archive.figures(), *playouts.figures()]
    for figure in found:
        print(figure.line())
    return 0 if all(figure.held for figure in found) else 1


if __name__ == "__main__":
    sys.exit(main())
