"""合谱命令: `paishen merge` - partial logs of one game into one; contradictions are listed, and nothing is written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from analyzer.cli.json_line import json_line
from analyzer.cli.layout import terminal_width, wrap
from analyzer.cli.localized import Misuse, argument, lang, option, say
from analyzer.cli.localized import command as make
from analyzer.words import Words, many

if TYPE_CHECKING:
    from analyzer.merge import Contradiction, Merged
    from analyzer.paipu import Sourced

WHAT: Final = {
    "event": Words("事件不同, 或有的没有", "the events differ, or some logs have none"),
    "cards": Words("牌不同", "the cards differ"),
    "deck": Words("发的牌比整副牌里的多", "more of a card was dealt than the deck has"),
    "not_dealt": Words("出了没有发到的牌", "cards are shown that the seat was not dealt"),
    "rules": Words("玩法不同", "the rules differ"),
}
HOW: Final = {
    "dealt": Words("自己所记", "as recorded"),
    "seen": Words("每张都见过", "every card was seen"),
    "rest": Words("整副牌所余", "the rest of the deck"),
}
VIEWS: Final = {0: Words("全部手牌", "all hands"), -1: Words("旁观者", "an onlooker")}


def view_words(view: int) -> Words:
    """Whose view it is."""
    return VIEWS.get(view, Words(f"{view} 号位", f"seat {view}"))


def sources(files: Sequence[str], game: str | None) -> list[Sourced]:
    """The logs of the one game in some files; `Misuse` where they hold several and none is named."""
    from analyzer.errors import PaishenError, Unreadable
    from analyzer.paipu import read
    from analyzer.replay import fill, rules_of

    found: list[Sourced] = []
    for file in files:
        for one in read(Path(file)):
            if game not in (None, one.game if isinstance(one, Unreadable) else one.log.game):
                continue
            if isinstance(one, Unreadable):
                raise one
            try:
                rules_of(one.log)
            except PaishenError as error:
                error.file, error.line, error.game = file, one.line, one.log.game
                raise
            found.append(fill(one) if one.gaps else one)
    if not found:
        raise Misuse(f"没有叫 {game} 的牌局", f"there is no game {game}")
    by_file = [{one.log.game for one in found if one.file == file} for file in dict.fromkeys(files)]
    if any(len(names) > 1 for names in by_file):
        some = ", ".join(sorted(set().union(*by_file))[:5])
        raise Misuse(f"有几局, 请用 --game 选一局: {some}", f"there are several games, name one with --game: {some}")
    return found


def words_of(found: Contradiction) -> Words:
    """What a contradiction is about."""
    return WHAT.get(found.what, Words(f"{found.what} 不同", f"{found.what} differs"))


def place(event: int) -> str:
    """An event's name."""
    return say("牌谱头", "header") if event < 0 else say(f"事件 {event}", f"event {event}")


def shown_value(value: Any) -> str:
    """What a log says, on one line."""
    if value is None:
        return say("(没有)", "(nothing)")
    return value if isinstance(value, str) else json_line(_plainly(value))


def _plainly(value: Any) -> Any:
    """A value as JSON can write it."""
    import msgspec

    return msgspec.to_builtins(value)


def to_json(merged: Merged, found: Sequence[Sourced], out: str) -> dict[str, Any]:
    """The one object that the command prints (schemas/MERGE-JSON.md)."""
    from analyzer.paipu.chain import content_hash
    from analyzer.replay import judge_log

    log = merged.log
    verdict = judge_log(log).to_json(lang()) if log else None
    return {
        "file": out if log else None,
        "game": found[0].log.game,
        "sources": [
            {"file": one.file, "line": one.line, "view": one.log.eyes, "sha256": content_hash(one.log)} for one in found
        ],
        "view": log.eyes if log else None,
        "events": len(log.events) if log else None,
        "hands": [{"seat": seat, "known": hand.how, "cards": hand.text} for seat, hand in enumerate(merged.hands, 1)],
        "contradictions": [
            {
                "what": one.what, "event": one.event, "message": words_of(one).say(lang()),
                "said": [{**said._asdict(), "value": _plainly(said.value)} for said in one.said],
            }
            for one in merged.contradictions
        ],
        "left_out": [one._asdict() for one in merged.left_out],
        "verdict": verdict and {name: verdict[name] for name in ("status", "event", "code", "message")},
    }  # fmt: skip


def lines(told: dict[str, Any], found: Sequence[Sourced]) -> Iterator[str]:
    """What was merged, or what stands against it, for a person."""
    for one in told["contradictions"]:
        yield f"✗ {place(one['event'])}: {one['message']}"
        for said in one["said"]:
            source = found[said["source"]]
            whose = view_words(source.log.eyes).say(lang())
            head = f"    {source.file}:{source.line} ({whose}) {place(said['event'])}:"
            first, *more = wrap(shown_value(said["value"]), max(terminal_width() - 8, 30))
            yield head if more else f"{head} {first}"
            yield from (f"        {line}" for line in (first, *more) if more)
    if told["contradictions"]:
        yield say("有矛盾, 什么也没有写", "there are contradictions; nothing is written")
        return
    yield say(
        f"{len(found)} 份合成一份, 写入 {told['file']}: {told['events']} 个事件, {view_words(told['view']).zh}",
        f"{many(len(found), 'log')} merged into {told['file']}: {many(told['events'], 'event')}, "
        f"{view_words(told['view']).en}",
    )
    for hand in told["hands"]:
        how = HOW[hand["known"]].say(lang()) if hand["known"] else say("不知道", "unknown")
        yield say(f"  {hand['seat']} 号位的手牌: {how}", f"  the hand of seat {hand['seat']}: {how}")
    for one in told["left_out"]:
        what = f"{place(one['event'])} {one['what']}"
        yield say(f"  各份不同, 略去: {what}", f"  differs, left out: {what}")


@make(
    "merge",
    Words(
        "把同一局的几份部分牌谱 (各家视角、旁观者) 合成一份。谁也不知道的仍旧不知道;\n"
        "有矛盾就逐条列出双方的文件和位置, 什么也不写。一家的牌全见过了, 就还原它的手牌。",
        "Merges partial logs of one game (seats' views, onlookers') into one. What nobody knows stays unknown;\n"
        "contradictions are listed with every source and position, and then nothing is written.\n"
        "A seat of which every card was seen gets its dealt hand back.",
    ),
    examples=["paishen merge seat1.json seat2.json onlooker.txt -o whole.paipu.json"],
)
@argument("files", Words("同一局的牌谱", "logs of one game"), nargs=-1, required=True, metavar="FILE...")
@option("--out", "-o", words=Words("写到哪里", "where to write it"), required=True, metavar="FILE")
@option("--game", words=Words("文件里有几局时, 哪一局", "which game, where files hold several"), metavar="G")
@option("--overwrite", words=Words("写到的文件已经有了也写", "even where the file is there already"), is_flag=True)
@option("--json", "as_json", words=Words("写成一个 JSON 对象", "as one JSON object"), is_flag=True)
def command(files: tuple[str, ...], out: str, game: str | None, overwrite: bool, as_json: bool) -> int:  # noqa: FBT001 - click passes it so
    """0 merged, 1 contradictions and nothing written, 2 it cannot be read."""
    from analyzer.cli.convert import is_same, put
    from analyzer.merge import merge
    from analyzer.paipu import Sourced

    target = Path(out)
    if any(is_same(Path(file), target) for file in files):
        raise Misuse(f"{out} 是要合的一份; 原文件不会被覆盖", f"{out} is one of the logs, and none is overwritten")
    if target.exists() and not overwrite:
        raise Misuse(f"{out} 已经有了; 要覆盖请加 --overwrite", f"{out} is there; --overwrite replaces it")
    found = sources(files, game)
    merged = merge([one.log for one in found])
    if merged.log:
        put([Sourced(merged.log, out, 1, b"", "jsonl")], target)
    told = to_json(merged, found, out)
    if as_json:
        click.echo(json_line(told))
    else:
        for line in lines(told, found):
            click.echo(line)
    return 0 if merged.log else 1
