"""模拟: whole games played by bots, for any ruleset, from a seed.

What comes out is made up: each log says so under `x-simulated`. The rules decide everything (`judge`, `step`);
a bot only chooses among what is legal.

`playing`, `opening` and `moves` play one game in plain Python. Compiled are `playouts` (many worlds to their end from
one table: `rollout`, with the chance of `chance`) and `wholesale` (games by chance alone: `by_chance` at a `desk`,
put down by `lines`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final

from msgspec import UNSET, structs

from analyzer.bots import BOTS, TABLE, Bot
from analyzer.errors import PaishenError
from analyzer.events import Deal, End, Event, Log
from analyzer.events import Previous as WrittenPrevious
from analyzer.replay import written_previous
from analyzer.rules.scoring import points
from analyzer.rules.table import place_of
from analyzer.rules.tribute import as_previous
from analyzer.rulesets import resolve
from analyzer.simulate.moves import play_out
from analyzer.simulate.opening import deal_out, open_deal, open_game
from analyzer.simulate.playing import SEATS, USUAL, Chances, Playing
from analyzer.words import Words

__all__ = ["Chances", "Playing", "result_of", "simulate", "sitting"]

PLAYERS: Final = ("甲", "乙", "丙", "丁", "戊")
PACE: Final = (900, 6500)
"""How long a seat takes, in milliseconds, at least and at most."""


def simulate(
    rules: str | Mapping[str, Any],
    seed: int | str,
    *,
    game: str | None = None,
    bots: Sequence[str] | None = None,
    players: Sequence[str] = PLAYERS,
    previous: WrittenPrevious | None = None,
    chances: Chances = USUAL,
    started: str | None = None,
) -> Log:
    """模拟一局: a complete game by bots, ended with the places and scores that the rules give.

    The same arguments give the same game. `bots`: five names of `analyzer.bots.BOTS` by seat (the seed chooses
    when left out). With `started` (RFC 3339) the events have times. Raises `RulesetError`; `PaishenError` for
    a bot that there is not.

    >>> log = simulate("room-six", 7)
    >>> type(log.events[0]).__name__, type(log.events[-1]).__name__, log == simulate("room-six", 7)
    ('Deal', 'End', True)
    """
    resolved = resolve(rules)
    random = Random(f"{resolved.name}/{seed}")  # noqa: S311  games, not secrets
    chosen = [_bot(name) for name in bots or random.choices(list(TABLE), list(TABLE.values()), k=5)]
    playing = Playing(resolved, random, chosen, chances)
    one, two, three, four, five = players
    blank = Log(
        format="paipu",
        version=1,
        game=game or f"simulated-{resolved.name}-{seed}",
        rules=rules if isinstance(rules, str) else dict(rules),
        rules_sha256=resolved.sha256,
        players=(one, two, three, four, five),
        started=UNSET if started is None else started,
        previous=UNSET if previous is None else previous,
        x={"x-simulated": {"seed": f"{seed}", "bots": [bot.name for bot in chosen]}},
        events=(),
    )
    deal_out(playing, resolved, blank)
    open_game(playing)
    play_out(playing)
    _end(playing)
    events = playing.events if started is None else _timed(playing.events, random)
    return structs.replace(blank, events=tuple(events))


def sitting(
    rules: str | Mapping[str, Any], games: int, seed: int | str, *, bots: Sequence[str] | None = None
) -> Iterator[Log]:
    """模拟一桌: games of one table in a row; where there is tribute each is owed from the game before.

    >>> [log.game for log in sitting("tribute", 2, 5)]
    ['simulated-tribute-5/1', 'simulated-tribute-5/2']
    """
    previous = None
    with_tribute = resolve(rules).ruleset.tribute
    for number in range(1, games + 1):
        log = simulate(rules, f"{seed}/{number}", bots=bots, previous=previous)
        yield structs.replace(log, sitting=f"simulated-{seed}", round=number)
        if with_tribute:
            previous = result_of(log)


def result_of(log: Log) -> WrittenPrevious | None:
    """上一局: the result of a made-up game as the next game's `previous`; None where no side won or drew."""
    playing = Playing(resolve(log.rules), Random(0), tuple(BOTS.values())[:1] * 5, Chances())  # noqa: S311
    first, *rest = log.events
    assert isinstance(first, Deal)
    open_deal(playing, log, first)
    for event in rest:
        playing.does(event)
    return written_previous(as_previous(playing.ruleset, playing.table))


def _bot(name: str) -> Bot:
    if name not in BOTS:
        there = ", ".join(BOTS)
        raise PaishenError(Words(f"没有电脑 {name}; 有: {there}", f"no bot {name}; there are: {there}"))
    return BOTS[name]


def _end(playing: Playing) -> None:
    """终局: places, scores and roles as the rules give them."""
    table = playing.table
    roles = table.roles
    one, two, three, four, five = (place_of(table.places, seat) for seat in SEATS)
    playing.does(
        End(
            places=(one, two, three, four, five),
            scores=points(playing.ruleset, table),
            emperor=roles.emperor or UNSET,
            guard=roles.guard or UNSET,
        )
    )


def _timed(events: Iterable[Event], random: Random) -> Iterator[Event]:
    """计时: the events with times, as a table of people would take."""
    clock = 0
    for event in events:
        yield structs.replace(event, t=clock)
        clock += random.randint(*PACE)
