"""量档案: what the archive must hold, as ratios to something measured in the same run on the same machine.

    python tests/benchmarks/archive.py [GAMES]

The games are some hundred simulated ones, each many times under other names.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

import msgspec  # noqa: E402
from msgspec import structs  # noqa: E402

from analyzer.archive import Archive, read_manifest  # noqa: E402
from analyzer.archive.places import EVENTS, file_of  # noqa: E402
from analyzer.archive.revalidating import events_of, parts_of, revalidate  # noqa: E402
from analyzer.events import Event, Header  # noqa: E402
from analyzer.importing import bring  # noqa: E402
from analyzer.paipu import dumps_lines  # noqa: E402
from analyzer.rulesets import names  # noqa: E402
from analyzer.simulate import simulate  # noqa: E402
from tests.benchmarks.figure import Figure  # noqa: E402

GAMES: Final = 20_000
POKERKIT: Final = 17_000
"""Actions a second of PokerKit 0.7 on a machine of 2026, where it is not installed here."""
ROUNDS: Final = 7
IMPORTED: Final = "importing our own lines / decoding them"
HAND: Final = """variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [2, 4, 0]
min_bet = 2
starting_stacks = [110, 120, 130]
actions = ["d dh p1 7h2d", "d dh p2 AsAh", "d dh p3 KdKc", "p3 cbr 7", "p1 f", "p2 cbr 20", "p3 cc", "d db 3h4h5h",
           "p2 cbr 15", "p3 cc", "d db 6d", "p2 cc", "p3 cc", "d db 7s", "p2 cbr 20", "p3 f"]
"""


def write_games(path: Path, games: int) -> None:
    """A file of so many games."""
    base = [structs.replace(simulate(name, seed), x=None) for name in names() for seed in range(40)]
    with path.open("wb") as stream:
        for number in range(games):
            stream.write(dumps_lines(structs.replace(base[number % len(base)], game=f"simulated/{number:07d}")))


def best(function: Callable[[], object], clock: Callable[[], float] = time.process_time) -> float:
    """Seconds of the fastest of some rounds."""
    spent = []
    for _ in range(ROUNDS):
        start = clock()
        function()
        spent.append(clock() - start)
    return min(spent)


def decode(path: Path) -> None:
    """Every line of a file, cut out and decoded by type."""
    event, header = msgspec.json.Decoder(Event), msgspec.json.Decoder(Header)
    for line in path.read_bytes().split(b"\n"):
        if line.startswith(b'{"type"'):
            event.decode(line)
        elif line:
            header.decode(line)


def imported(path: Path, folder: Path) -> Figure:
    """The import against the decoding; once before, so that nothing is loaded or compiled meanwhile."""
    list(bring([path], folder / "warm"))
    spent = []
    for number in range(3):
        start = time.process_time()
        list(bring([path], folder / f"import{number}"))
        spent.append(time.process_time() - start)
    return Figure(IMPORTED, min(spent) / best(lambda: decode(path)), 3, "x CPU", more=False)


def judged(folder: Path) -> list[Figure]:
    """The archive judged again from its columns."""
    segments = read_manifest(folder).segments
    events = sum(segment.events for segment in segments)
    size = sum(file_of(folder, EVENTS, segment.name).stat().st_size for segment in segments)

    def read() -> None:
        for segment in segments:
            for part in parts_of(folder, segment):
                events_of(folder, part)

    alone = best(lambda: list(revalidate(folder)))
    ratio = best(lambda: list(revalidate(folder)), time.perf_counter) / best(
        lambda: list(revalidate(folder, threads=2)), time.perf_counter
    )
    rate, what = poker()
    return [
        Figure("judging from Parquet / reading its columns", alone / best(read), 2.0, "x CPU", more=False),
        Figure("one thread / two", ratio, 1.6, "x wall", more=True),
        Figure(f"events/s from Parquet / actions/s of {what}", events / alone / rate, 1000, "x", more=True),
        Figure("an event, suits and all, without a time", size / events, 1.5, "bytes", more=False),
    ]


def poker() -> tuple[float, str]:
    """Actions a second that PokerKit replays, and what that is."""
    try:
        from pokerkit import HandHistory  # type: ignore[import-not-found,unused-ignore]
    except ImportError:
        return POKERKIT, f"PokerKit (not installed: {POKERKIT:,})"
    hand = HandHistory.loads(HAND)
    times = 50
    spent = best(lambda: [list(HandHistory.loads(HAND)) for _ in range(times)])
    return times * len(hand.actions) / spent, "PokerKit"


def opened(folder: Path, games: int) -> Figure:
    """One game by its name, from an archive that is open."""
    archive = Archive(folder)
    archive.log("simulated/0000001")
    wanted = [f"simulated/{at * 97 % games:07d}" for at in range(40)]
    spent = sorted(_once(partial(archive.log, game)) for game in wanted)
    return Figure(f"one game of {games:,} by its name, median", spent[20], 15, "ms", more=False)


def _once(function: Callable[[], object]) -> float:
    start = time.perf_counter()
    function()
    return (time.perf_counter() - start) * 1000


def shown(archive: Path) -> Figure:
    """One game judged and shown by the command, against a process that only finds its log."""
    game = "simulated/0000017"
    look = f"""if True:
        from pathlib import Path
        from analyzer.archive import Archive

        print(len(Archive(Path({str(archive)!r})).log({game!r}).events))
    """
    show = "from analyzer.cli import main; main()"

    def spent(*command: str) -> float:
        before = os.times()
        subprocess.run([sys.executable, "-c", *command], check=True, capture_output=True, cwd=ROOT)
        after = os.times()
        return after.children_user + after.children_system - before.children_user - before.children_system

    pairs = [(spent(show, "show", str(archive), "--game", game), spent(look)) for _ in range(ROUNDS)]
    command, alone = (min(times) for times in zip(*pairs, strict=True))
    return Figure("one game shown by the command / found by a process", command / alone, 1.25, "x CPU", more=False)


def started(folder: Path) -> list[Figure]:
    """The first judging in a process: compiling, and compiled already."""
    code = """if True:
        from analyzer.batch import judge_lot, judging, lot_of
        from analyzer.simulate import simulate

        judging.FEW_EVENTS = 0
        judge_lot(lot_of([simulate("simple", 1)])[0])
    """
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": str(folder / "cache")}
    run = [sys.executable, "-c", code]
    cold = _once(lambda: subprocess.run(run, check=True, env=environment)) / 1000
    warm = _once(lambda: subprocess.run(run, check=True, env=environment)) / 1000
    return [
        Figure("compiling the rules", cold, 15, "s", more=False),
        Figure("a process that judges with the compiled rules", warm, 1.5, "s", more=False),
    ]


def figures(games: int = GAMES) -> list[Figure]:
    """All figures."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        file = folder / "games.paipu.jsonl"
        write_games(file, games)
        first = imported(file, folder)
        archive = folder / "import0"
        return [first, *judged(archive), opened(archive, games), shown(archive), *started(folder)]


def main() -> int:
    """Print the table; 1 when a bar is missed."""
    found = figures(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES)
    for figure in found:
        print(figure.line())
    return 0 if all(figure.held for figure in found) else 1


if __name__ == "__main__":
    sys.exit(main())
