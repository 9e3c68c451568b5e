"""服务器记录: `paishen record FILE --stdin` - a header, then events, a line each; every line is answered by a line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, Final

import click

from analyzer.cli.failures import sentence
from analyzer.cli.json_line import json_line
from analyzer.cli.localized import lang
from analyzer.errors import NotRecorded, PaishenError, Refusal, RulesetError, Unreadable
from analyzer.paipu.encoding import LONGEST
from analyzer.recorder import Recorder
from analyzer.words import Words

FINDINGS: Final = 1
OVER: Final = ("stopped", "locked", "damaged", "sealed", "link", "no_file", "moved")
"""The codes after which nothing more can be recorded."""


def serve(path: Path, stream: IO[bytes], *, check: bool) -> int:
    """服务: answer every line of a stream; 0 when all were recorded, 1 when some were not.

    After an error of the system, or where the file cannot be recorded to, the line is answered and the error raised.
    """
    status = 0
    recorder: Recorder | None = None
    try:
        for line in lines(stream):
            try:
                if recorder is None:
                    recorder = Recorder(path, _whole(line), check=check)
                    answer(_begun(recorder))
                else:
                    receipt = recorder.append(_whole(line))
                    answer({"event": receipt.event, "h": receipt.h})
            except (PaishenError, OSError) as error:
                status = FINDINGS
                answer(refusal(error))
                if isinstance(error, OSError) or code_of(error) in OVER:
                    raise
    finally:
        if recorder:
            recorder.close()
    return status


def lines(stream: IO[bytes]) -> Iterator[bytes | None]:
    """逐行: every line, without its end; None for one that is longer than any event may be."""
    while raw := stream.readline(LONGEST + 1):
        if len(raw) <= LONGEST:
            yield raw.removesuffix(b"\n").removesuffix(b"\r")
            continue
        while not raw.endswith(b"\n") and (raw := stream.readline(1 << 20)):
            pass
        yield None


def _whole(line: bytes | None) -> bytes:
    if line is None:
        raise Unreadable(Words("这一行太长", "the line is too long"))
    return line


def _begun(recorder: Recorder) -> dict[str, Any]:
    """The answer to a header."""
    return {"resume": recorder.next} if recorder.resumed else {"event": None, "h": recorder.head}


def code_of(error: Exception) -> str:
    """错误代码: the code of an error: a verdict's, a recorder's, `unreadable`, `ruleset`, or `system`.

    >>> code_of(Unreadable(Words("没有内容", "nothing to read")))
    'unreadable'
    """
    if isinstance(error, Refusal | NotRecorded):
        return error.code
    return "ruleset" if isinstance(error, RulesetError) else "system" if isinstance(error, OSError) else "unreadable"


def refusal(error: Exception) -> dict[str, Any]:
    """The answer to a line that was not recorded."""
    return {"error": code_of(error), "message": sentence(error, lang())}


def answer(found: dict[str, Any]) -> None:
    """One line, at once."""
    click.echo(json_line(found))
