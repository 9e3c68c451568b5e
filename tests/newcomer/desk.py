"""书桌: a folder with every file that the examples name, made with the commands themselves."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Final

import pyarrow as pa
from click.testing import CliRunner
from msgspec import structs

from analyzer.cli import cli
from analyzer.events import Log
from analyzer.paipu import dumps_json, dumps_lines, write
from analyzer.paipu.chain import chained
from analyzer.sight import as_seen
from analyzer.simulate import sitting

PLAYERS: Final = ("老王", "小李", "阿强", "Mei", "Tom")
SALT: Final = "0123456789abcdef" * 2
BOOK: Final = """sitting = "t3"

[[ruling]]
id = "r1"
points = {"阿强" = -5, "小李" = 5}
by = "裁判"
why = "亮错了牌"
after = "t3/7"
"""
SERVER: Final = (
    '{"format": "paipu", "version": 1, "game": "s", "rules": "simple", "players": ["a", "b", "c", "d", "e"]}\n'
    '{"type": "note", "text": "x"}\n'
)


def ran(*args: str) -> str:
    """What a command prints, which must go well."""
    done = CliRunner().invoke(cli, args, prog_name="paishen")
    assert done.exit_code == 0, (args, done.output)
    return done.stdout


def lay() -> None:
    """The files, in the folder of this moment."""
    games = [structs.replace(log, x=None, players=PLAYERS) for log in sitting("room-six", 7, 5)]
    log = structs.replace(games[6], game="7", sitting="t3", salt=SALT)
    named = structs.replace(log, game="t3/7", round=8)
    singles(log, named)
    several(games, log, named)
    views(log)
    kept(log)


def singles(log: Log, named: Log) -> None:
    """Files of one game."""
    for name in ("game.paipu.json", "a.paipu.json"):
        write(Path(name), [log])
    write(Path("game.paipu.txt"), [log])
    write(Path("typed.paipu.txt"), [log])
    Path("a.jsonl").write_bytes(dumps_lines(log))
    Path("game.paipu.jsonl").write_bytes(dumps_lines(chained(log)))
    Path("sitting.paipu.jsonl").write_bytes(dumps_lines(chained(named)))
    Path("events.jsonl").write_text(SERVER, "utf-8")
    Path("house.toml").write_text('base = "simple"\nstake = 2\n', "utf-8")


def several(games: list[Log], log: Log, named: Log) -> None:
    """Files and folders of several games."""
    lines = b"".join(map(dumps_lines, games))
    Path("games.jsonl").write_bytes(lines)
    Path("evening.paipu.jsonl").write_bytes(b"".join(map(dumps_lines, [*games[:2], log])))
    Path("night.jsonl").write_bytes(dumps_lines(chained(named)))
    for folder in ("evening", "evenings"):
        Path(folder).mkdir()
        for number, one in enumerate(games[:2]):
            write(Path(folder) / f"{number}.paipu.json", [one])
    with zipfile.ZipFile("club.zip", "w") as packed:
        packed.writestr("a.paipu.json", dumps_json(games[2]))
    with pa.CompressedOutputStream("2025.jsonl.zst", "zstd") as stream:
        stream.write(lines)


def views(log: Log) -> None:
    """The game as two seats and an onlooker saw it."""
    for name, view in (("seat1.json", 1), ("seat2.json", 2), ("onlooker.txt", -1)):
        write(Path(name), [structs.replace(log, view=view, events=as_seen(log, view))])


def kept(log: Log) -> None:
    """Keys, archives that hold the game and more, a checkpoint of one, and proofs."""
    for key in ((), ("club.key",)):
        ran("keys", "new", *key)
    Path("t3.toml").write_text(BOOK, "utf-8")
    write(Path("7-3.paipu.json"), [structs.replace(log, game="7-3", round=9)])
    ran("seal", "night.jsonl")
    for place in ((), ("--archive", "games"), ("--archive", "archive"), ("--archive", "my-archive")):
        ran("import", "games.jsonl", "evening.paipu.jsonl", "night.jsonl", "7-3.paipu.json", *place)
    for place in ((), ("--archive", "games")):
        ran("archive", "checkpoint", *place)
    for game, file in (("7-3", "7-3.proof.json"), ("t3/7", "t3-7.proof.json")):
        Path(file).write_text(ran("archive", "prove", game), "utf-8")
