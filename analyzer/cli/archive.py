"""档案命令: `paishen archive` - the care of the archive: check, compact, rebuild, checkpoint, prove."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click
import msgspec

from analyzer.cli.archive_tree import FOLDER, JSON, KEY, add_to, folder_of
from analyzer.cli.localized import group, lang, option, say
from analyzer.cli.machines import spreading, with_workers
from analyzer.words import Words

if TYPE_CHECKING:
    from analyzer.archive.checking import Report
    from analyzer.archive.inspecting import Finding

FINDINGS: Final = 1
SHOWN: Final = 20
"""How many findings a person is shown."""

@group(
    "archive",
    Words("照管档案: 核对、合并、重做、签点、出证", "the care of an archive: check, compact, rebuild, sign, prove"),
    examples=["paishen archive check", "paishen archive compact --archive games"],
)
def command() -> None:
    """The group."""


@command.make(
    "check",
    Words(
        "核对整个档案: 文件的摘要、每局原文的内容哈希、表里的每一列、每个判词 (重判一遍)。\n"
        "规则改过以后, 旧判词会被指出; --rejudge 重判它们。",
        "Checks all of the archive: the digests of its files, the content hash of every log, what the tables say of "
        "it, and every verdict, judged once more.\nVerdicts by other rules are named; --rejudge remakes them.",
    ),
    examples=["paishen archive check", "paishen archive check --rejudge --archive games"],
)
@option("--archive", **FOLDER)
@option("--rejudge", words=Words("按现在的规则重判旧判词", "judge anew what other rules judged"), is_flag=True)
@with_workers
@option(
    "--held", words=Words("别处保存的 checkpoints.jsonl", "a checkpoints.jsonl that was kept elsewhere"),
    type=click.Path(path_type=Path), multiple=True, metavar="FILE",
)  # fmt: skip
@option("--key", "keys", words=KEY, multiple=True, metavar="HEX")
@option("--json", "as_json", words=JSON, is_flag=True)
def check(
    archive: Path | None, rejudge: bool, workers: int | None, cluster: str | None, held: tuple[Path, ...],  # noqa: FBT001 - click passes it so
    keys: tuple[str, ...], as_json: bool,  # noqa: FBT001 - click passes it so
) -> int:  # fmt: skip
    """0 all is well, 1 something was found."""
    from analyzer.archive import checking
    from analyzer.cli.verify import hex_digits

    folder = folder_of(archive)
    report = checking.Report()
    signers = [hex_digits(key, "--key") for key in keys]
    for report in checking.check(folder, spreading(workers, cluster), rejudge=rejudge, held=held, keys=signers):
        _progress(report.games)
    _progress(None)
    if as_json:
        click.echo(msgspec.json.encode(report_json(report)).decode())
    else:
        click.echo("\n".join(lines_of(folder, report)))
    return FINDINGS if report.findings or report.stale > report.rejudged else 0


def report_json(report: Report) -> dict[str, Any]:
    """The report as the command prints it (schemas/ARCHIVE-JSON.md)."""
    return {**report._asdict(), "findings": [finding_json(one) for one in report.findings]}


def finding_json(finding: Finding) -> dict[str, Any]:
    """A finding as the command prints it."""
    told = {**finding._asdict(), "message": finding.words.say(lang())}
    del told["words"]
    return told


def lines_of(folder: Path, report: Report) -> list[str]:
    """The report for a person."""
    lines = [line_of(one) for one in report.findings[:SHOWN]]
    if (more := len(report.findings) - SHOWN) > 0:
        lines.append(say(f"… 还有 {more} 条 (--json 全列)", f"… and {more} more (--json lists them all)"))
    games, batch, replay = report.games, report.batch, report.replay
    lines.append(
        say(
            f"{folder}: {games} 局重读重判, 其中 {batch} 局成批, {replay} 局逐步; 发现 {len(report.findings)} 处问题",
            f"{folder}: {games} games read and judged again, {batch} in bulk and {replay} step by step; "
            f"{len(report.findings)} findings",
        )
    )
    if report.stale:
        lines.append(_stale(report))
    return lines


def _stale(report: Report) -> str:
    """What is to be said about verdicts by other rules."""
    stale, changed = report.stale, report.changed
    if report.rejudged == stale:
        return say(f"{stale} 局已重判, {changed} 局改判", f"{stale} games judged anew, {changed} of them differently")
    return say(
        f"{stale} 局是别版规则判的, {changed} 局会改判; 用 --rejudge 重判",
        f"{stale} games were judged by other rules, {changed} of them would be judged differently; use --rejudge",
    )


def line_of(finding: Finding) -> str:
    """One finding for a person."""
    which = f"  #{finding.number} {finding.game}" if finding.number else ""
    return f"{finding.file}{which}: {finding.words.say(lang())}"


def _progress(games: int | None) -> None:
    """On a terminal how far it is; with None the line is cleared."""
    if sys.stderr.isatty():
        click.echo("\r\033[K" if games is None else say(f"\r已核 {games} 局", f"\r{games} games"), err=True, nl=False)


@command.make(
    "compact",
    Words("把小文件并成大的; 牌谱、次序、判词都不变。", "Joins small files into large ones; no game is changed."),
    examples=["paishen archive compact", "paishen archive compact --archive games"],
)
@option("--archive", **FOLDER)
@option("--json", "as_json", words=JSON, is_flag=True)
def compact(archive: Path | None, as_json: bool) -> None:  # noqa: FBT001 - click passes it so
    """How many segments there were and are."""
    from analyzer.archive import compacting

    folder = folder_of(archive)
    before, after = compacting.compact(folder)
    if as_json:
        click.echo(msgspec.json.encode({"before": before, "after": after}).decode())
    else:
        click.echo(say(f"{folder}: {before} 段并成 {after} 段", f"{folder}: {before} segments are now {after}"))


@command.make(
    "rebuild",
    Words(
        "只凭 logs/ 里的原文重做整个档案: 清单、各表、判词。取不出的原文移到 damaged/ 并指出。",
        "Remakes all of the archive from the logs in logs/ alone: manifest, tables, verdicts. A log that cannot be "
        "read is named and kept in damaged/.",
    ),
    examples=["paishen archive rebuild", "paishen archive rebuild --archive games"],
)
@option("--archive", **FOLDER)
@option("--json", "as_json", words=JSON, is_flag=True)
def rebuild(archive: Path | None, as_json: bool) -> int:  # noqa: FBT001 - click passes it so
    """0 all was taken over, 1 something was not."""
    from analyzer.archive import default_archive
    from analyzer.archive.rebuilding import Rebuilt
    from analyzer.archive.rebuilding import rebuild as remake
    from analyzer.importing.pool import workers_here

    folder = archive or default_archive()
    done = Rebuilt(0, 0, ())
    for done in remake(folder, workers_here(), lang()):
        _progress(done.games)
    _progress(None)
    found = done.findings
    if as_json:
        told = {**done._asdict(), "findings": [finding_json(one) for one in found]}
        click.echo(msgspec.json.encode(told).decode())
    else:
        lines = [line_of(one) for one in found[:SHOWN]]
        lines += [say(f"… 还有 {len(found) - SHOWN} 条", f"… and {len(found) - SHOWN} more")] * (len(found) > SHOWN)
        lines.append(
            say(
                f"{folder}: 重做了 {done.games} 局, {done.segments} 段; {len(found)} 处没有收入",
                f"{folder}: {done.games} games in {done.segments} segments remade; {len(found)} left out",
            )
        )
        click.echo("\n".join(lines))
    return FINDINGS if found else 0


add_to(command)
