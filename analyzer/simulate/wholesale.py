"""成批模拟: many games by chance alone, as JSON lines, compiled and over threads: a million in minutes.

A hundred games are of one table, in a row. The same seed gives the same bytes, whatever the number of threads, and
fewer games are the first of more.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from hashlib import sha256
from typing import Any, Final

import numpy as np
from msgspec import UNSET

from analyzer.batch.compiled import RULES_SOURCES
from analyzer.batch.machine import Kernel, Loop, Part
from analyzer.batch.records import in_integers
from analyzer.events import Header
from analyzer.paipu import dumps_json
from analyzer.replay import written_previous
from analyzer.rules.tribute import Previous
from analyzer.rulesets import resolve
from analyzer.simulate import PLAYERS
from analyzer.simulate.by_chance import PARTS, make_games
from analyzer.simulate.chance import PARTS as CHANCE_PARTS
from analyzer.simulate.desk import PARTS as DESK_PARTS
from analyzer.simulate.desk import Maker, desk_for, maker_of
from analyzer.simulate.lines import PARTS as LINES_PARTS
from analyzer.words import Words

TABLE: Final = 100
"""How many games one table plays."""
LINE: Final = 160
"""No fewer bytes than a card costs: its place in the deal, a play of it alone, and four passes."""
OPENING: Final = 8192
"""No fewer bytes than all else of a game costs."""
ONCE: Final = Words("首次使用, 正在编译随机牌局 (约 20 秒, 只此一次)", "compiling games by chance, once (about 20 s)")
MADE_OF: Final = ("by_chance", "chance", "desk", "lines", "wholesale")
SOURCES: Final = (*RULES_SOURCES, "events.py", *(f"simulate/{name}.py" for name in MADE_OF))


def _find() -> tuple[Loop, Iterable[Part]]:
    return make_games, (*CHANCE_PARTS, *LINES_PARTS, *DESK_PARTS, *PARTS)


GAMES: Final = Kernel("games", SOURCES, ONCE, _find)


class Wholesale:
    """成批: the games of a seed under some rules."""

    def __init__(self, rules: str | Mapping[str, Any], seed: int, games: int, loop: Loop) -> None:
        self.resolved = resolve(rules)
        self.rules = rules
        self.seed = seed
        self.games = games
        self.loop = loop
        key = int.from_bytes(sha256(f"{self.resolved.sha256}/{seed}".encode()).digest()[:4])
        self.maker: Maker = maker_of(self.resolved, in_integers(self.resolved.ruleset), key)

    def table(self, number: int) -> bytes:
        """一桌: the lines of a table's games."""
        low = number * TABLE
        high = min(low + TABLE, self.games)
        room = (LINE * len(self.maker.deck) + OPENING) * (high - low)
        out = np.empty(room, np.uint8)
        ends, results = np.zeros(high - low, np.int64), np.zeros((high - low, 5), np.int64)
        self.loop(self.maker, desk_for(self.resolved), low, high, out, ends, results)
        return b"".join(self._lines(low, out, ends.tolist(), results.tolist()))

    def _lines(self, low: int, out: Any, ends: list[int], results: list[list[int]]) -> Iterator[Any]:
        start = 0
        previous = [0] * 5
        for number, (end, result) in enumerate(zip(ends, results, strict=True), 1):
            yield dumps_json(self._header(low + number, number, low // TABLE + 1, previous))
            yield b"\n"
            yield out[start:end].data
            start, previous = end, result

    def _header(self, game: int, number: int, table: int, previous: list[int]) -> Header:
        one, two, three, four, five = PLAYERS
        return Header(
            format="paipu",
            version=1,
            game=f"random-{self.resolved.name}-{self.seed}/{game}",
            rules=self.rules if isinstance(self.rules, str) else dict(self.rules),
            rules_sha256=self.resolved.sha256,
            players=(one, two, three, four, five),
            sitting=f"random-{self.seed}/{table}",
            round=number,
            previous=written_previous(Previous(*previous)) or UNSET,
            x={"x-simulated": {"seed": f"{self.seed}/{game}", "policy": "random"}},
        )


def games_by_chance(
    rules: str | Mapping[str, Any], games: int, seed: int, *, workers: int = 1,
    loop: Loop | None = None,
) -> Iterator[bytes]:  # fmt: skip
    """随机牌局: the lines of so many games, a table's at a time, in order.

    With `loop=make_games` nothing is compiled, and all is the same but slow.

    >>> from analyzer.simulate.by_chance import make_games
    >>> (lines,) = games_by_chance("simple", 1, 7, loop=make_games)
    >>> lines[:46], lines.splitlines()[-1][:12]
    (b'{"format":"paipu","version":1,"game":"random-s', b'{"type":"end')
    """
    sale = Wholesale(rules, seed, games, loop or GAMES.loop())
    tables = range(-(-games // TABLE))
    if workers == 1:
        yield from map(sale.table, tables)
        return
    waiting: deque[Future[bytes]] = deque()
    with ThreadPoolExecutor(workers) as pool:
        for number in tables:
            waiting.append(pool.submit(sale.table, number))
            if len(waiting) > 2 * workers:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
