"""训练命令: `paishen train` - fits the model of the guard to games whose truth is known, or reports how good one is."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from analyzer.cli.json_line import json_line
from analyzer.cli.layout import pad, terminal_width, width, wrap
from analyzer.cli.localized import Misuse, argument, lang, option, say
from analyzer.cli.localized import command as make
from analyzer.words import Words

if TYPE_CHECKING:
    from analyzer.deduction import Model
    from analyzer.deduction.training.report import Quality
    from analyzer.events import Log

KINDS: Final = {
    "training": Words("训练过的电脑", "bots of the training"),
    "strangers": Words("没见过的电脑", "bots not trained on"),
    "tuned": Words("没训练过、调模型时看过的电脑", "bots not trained on, but looked at while the model was made"),
    "mimics": Words("当侍卫也照革命党打的电脑", "guards who play as rebels"),
    "archive": Words("档案里留下的牌局", "games of the archive kept for this"),
}
PARTS: Final = {
    "all": Words("全局", "whole"), "1": Words("第一段", "quarter 1"), "2": Words("第二段", "quarter 2"),
    "3": Words("第三段", "quarter 3"), "4": Words("第四段", "quarter 4"), "half": Words("半局时", "half time"),
}  # fmt: skip


def archived(path: str) -> tuple[Callable[[], Iterator[Log]], int]:
    """The valid full games of an archive, one after another, and how many there are."""
    from analyzer.archive import Archive
    from analyzer.errors import PaishenError

    archive = Archive(Path(path))
    names = [row["game"] for row in archive.games(status="valid") if row["view"] == 0]
    if (missing := archive.left_out()) is not None:
        raise missing
    if not names:
        words = Words("档案里没有每家的牌都记下的有效牌局", "no valid game in which every hand is known")
        raise PaishenError(words, file=path)
    return lambda: (archive.log(name, 0) for name in sorted(set(names))), len(set(names))


def shown(logs: Iterable[Log], games: int) -> Iterator[Log]:
    """The logs, with a progress bar on a terminal."""
    if not sys.stderr.isatty():
        yield from logs
        return
    with click.progressbar(logs, length=games, file=sys.stderr) as bar:
        yield from bar


def fitted(archive: str | None, games: int, seed: int) -> Model:
    """拟合: a model of an archive's games (a fifth of them is kept for the report), or of games made up by bots."""
    from analyzer.deduction.model import ARCHIVED, MADE_UP, Model, Origin
    from analyzer.deduction.signs import NAMES
    from analyzer.deduction.training.fit import fit
    from analyzer.deduction.training.games import TRAINED_ON, digested, is_kept, made_up, watched
    from analyzer.deduction.training.samples import gathered

    digest = sha256()
    if archive:
        logs, games = archived(archive)
        used: Iterator[Log] = (log for log in shown(logs(), games) if not is_kept(log))
        found = list(watched(digested(used, digest), "archive"))
        told = ARCHIVED.en.format(games=len({one.game for one in found}))
        made = "paishen train ARCHIVE"
    else:
        used = shown(made_up("training", games, seed), games)
        found = list(watched(digested(used, digest), "training"))
        told = MADE_UP.en.format(games=games, seed=seed, bots=", ".join(TRAINED_ON))
        made = f"paishen train --games {games} --seed {seed}"
    if not found:
        raise Misuse("这些牌局里没有可学的时刻", "these games have no moment to learn from")
    weights = map(float, fit(gathered(found)))
    origin = Origin(told, f"{made} --out FILE", digest.hexdigest())
    return Model(dict(zip(NAMES, weights, strict=True)), origin)


def reported(model: Model, archive: str | None, games: int, seed: int) -> list[Quality]:
    """考核: the model on games held out: of an archive, or of bots that it was not trained on."""
    from analyzer.deduction.training.games import HELD_OUT, is_kept, made_up, watched
    from analyzer.deduction.training.report import report
    from analyzer.deduction.training.samples import gathered

    if archive:
        logs, number = archived(archive)
        found = list(watched((log for log in shown(logs(), number) if is_kept(log)), "archive"))
    else:
        found = [one for kind in HELD_OUT for one in watched(shown(made_up(kind, games, seed), games), kind)]
    if not found:
        raise Misuse("没有留下可考核的牌局", "no game is left to report on")
    return report(gathered(found), model)


def lines(model: Model, found: list[Quality]) -> Iterator[str]:
    """考核表: a row for each part of each kind of game, then the reliability of the whole."""
    told = model.origin.told()
    yield from wrap(say(f"训练用的是: {told.zh}", f"the model was trained on: {told.en}"), terminal_width())
    heads = (
        ("时段", "part"), ("时刻", "moments"), ("全部", "all"), ("证据", "proof"), ("张数", "counts"),
        ("均匀", "uniform"), ("少", "below"), ("首选", "top-1"), ("ECE", "ECE"), ("Brier", "Brier"),
    )  # fmt: skip
    for kind in dict.fromkeys(one.kind for one in found):
        some = [one for one in found if one.kind == kind]
        yield ""
        yield say(f"{KINDS[kind].zh}: {some[0].games} 局", f"{KINDS[kind].en}: {some[0].games} games")
        rows = [[say(*head) for head in heads], *(_row(one) for one in some)]
        widths = [max(width(row[column]) for row in rows) for column in range(len(heads))]
        for row in rows:
            yield "  ".join(pad(cell, columns) for cell, columns in zip(row, widths, strict=True)).rstrip()
        said = "  ".join(f"{one.said:.2f}→{one.was:.2f} ({one.size})" for one in some[0].table if one.size)
        yield from wrap(say(f"说的→实际 (次数): {said}", f"said→was (times): {said}"), terminal_width())


def _row(one: Quality) -> list[str]:
    losses = [f"{one.log_loss[name]:.4f}" for name in ("all", "proof", "counts", "uniform")]
    more = [f"{one.gain:.1%}", f"{one.top1['all']:.1%}", f"{one.ece:.4f}", f"{one.brier.score:.4f}"]
    return [PARTS[one.part].say(lang()), str(one.moments), *losses, *more]


@make(
    "train",
    Words(
        "训练推断侍卫的模型, 或考核它。\n不写 ARCHIVE 时用电脑打的牌局; 考核用没参加训练的电脑。",
        "Trains the model of the guard, or reports how good it is.\n"
        "Without ARCHIVE on games made up by bots; the report is on bots that were not trained on.",
    ),
    examples=[
        "paishen train --report",
        "paishen train my-archive --out mine.json",
        "paishen train my-archive --report --model mine.json",
    ],
)
@argument(
    "archive", Words("档案 (文件夹); 不写则用模拟的牌局", "an archive (a folder); simulated games if left out"),
    metavar="[ARCHIVE]", required=False,
)  # fmt: skip
@option("--report", words=Words("考核而不训练", "report instead of training"), is_flag=True)
@option("--out", "-o", words=Words("把模型写到文件", "the file for the model"), metavar="FILE")
@option(
    "--model", "model_file", metavar="FILE",
    words=Words("考核哪个模型; 不写则随程序的那个", "the model to report on; else the shipped one"),
)  # fmt: skip
@option(
    "--games", words=Words("模拟几局", "how many games to simulate"), type=click.IntRange(8, 100_000), default=400,
    metavar="N",
)  # fmt: skip
@option("--seed", words=Words("种子", "the seed"), type=int, default=1, metavar="S")
@option("--json", "as_json", words=Words("写成一个 JSON 对象", "as one JSON object"), is_flag=True)
def command(
    archive: str | None, report: bool, out: str | None, model_file: str | None, games: int, seed: int, as_json: bool  # noqa: FBT001 - click passes it so
) -> None:  # fmt: skip
    """A model in a file, or a report."""
    from analyzer.deduction.model import load_model, save_model

    if report == bool(out):
        raise Misuse("要么 --report, 要么 --out FILE", "either --report or --out FILE")
    if out:
        model = fitted(archive, games, seed)
        save_model(model, Path(out))
        if as_json:
            click.echo(json_line(model.to_json()))
            return
        zh, en = model.origin.told()
        click.echo(say(f"模型写入 {out}; 训练用的是: {zh}", f"model written to {out}; trained on {en}"), err=True)
        return
    model = load_model(Path(model_file) if model_file else None)
    found = reported(model, archive, games, seed)
    if as_json:
        made: dict[str, Any] = {"trained_on": model.origin.words, "parts": [one.to_json() for one in found]}
        click.echo(json_line(made))
        return
    for line in lines(model, found):
        click.echo(line)
