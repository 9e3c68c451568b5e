"""对账单: an audit on the screen, line by line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from analyzer.cli.layout import pad, table, terminal_width, width, wrap
from analyzer.cli.localized import lang, say
from analyzer.telling import ROLES, TRUTHS, told
from analyzer.words import tame

if TYPE_CHECKING:
    from analyzer.audit import Audit, Line, Sheet
    from analyzer.audit.mindgames import Rate

LEGAL_SHOWN: Final = 5
"""So many of the things that would have been legal are named on the screen."""


def brief(audit: Audit) -> Iterator[str]:
    """The verdict, what was refused and where claims part from the rules; of a valid game its verdict alone."""
    from analyzer.cli.validate import line_of

    yield line_of(audit.verdict)
    yield from _refusals(audit)
    for finding in audit.findings:
        yield from _indented(f"✗ {_place(finding.line, finding.event)}: {finding.words.say(lang())}", 2)


def lines(audit: Audit) -> Iterator[str]:
    """The whole audit of a game, line by line."""
    yield from brief(audit)
    if audit.as_it_happened:
        yield say(
            "  这一局不合规则; 下面的分按实际打的算", "  The game is illegal; the scores below are as it happened."
        )
    for sheet in audit.sheets:
        yield ""
        yield from _sheet(sheet)
    yield ""
    yield from _messages(audit)
    yield from _sums(audit)
    yield from _sources(audit)


def _indented(text: str, by: int) -> Iterator[str]:
    first, *more = wrap(text, terminal_width() - by - 2)
    yield " " * by + first
    yield from (" " * (by + 2) + line for line in more)


def _place(line: str, event: int | None) -> str:
    from analyzer.audit import TITLES

    title = TITLES[line].say(lang())
    return title if event is None else say(f"{title} (事件 {event})", f"{title} (event {event})")


def _refusals(audit: Audit) -> Iterator[str]:
    """The refused events, each with what would have been legal."""
    from analyzer.audit.refusals import written
    from analyzer.rules.verdicts import SENTENCES, Code

    for refused in audit.refusals:
        players = audit.log.players
        sentence = SENTENCES[Code(refused.code)]
        what = told(written(refused.event), players, lang())
        why = f"{sentence.words.say(lang())} ({sentence.paragraph})"
        at = say(f"事件 {refused.at}", f"event {refused.at}")
        yield from _indented(f"✗ {at}: {what}: {why}", 2)
        named = [told(written(event), players, lang()) for event in refused.options[:LEGAL_SHOWN]]
        more = len(refused.options) - len(named) + refused.left_off
        if named:
            legal = say("; ", "; ").join(named) + (say(f"; 另 {more} 种", f"; {more} more") if more else "")
            yield from _indented(say(f"本可以: {legal}", f"legal would have been: {legal}"), 4)


def _sheet(sheet: Sheet) -> Iterator[str]:
    """One seat: a head, then its seven lines with the claim beside those that have one."""
    from analyzer.audit import TITLES

    role = ROLES[sheet.role].say(lang()) if sheet.role else ""
    yield f"  {sheet.seat} {sheet.player}" + (f"  {role}" if role else "")
    column = max(width(words.say(lang())) for words in TITLES.values())
    claims = {"place": sheet.claimed_place, "total": sheet.claimed_score}
    for line in sheet.lines:
        value = _value(line)
        event = "" if line.event is None else f"#{line.event}"
        said = claims.get(line.name)
        shown = f"{said:+d}" if line.name == "total" and said is not None else said
        beside = "" if said is None else say(f"  所报 {shown}", f"  claimed {shown}")
        beside += " ✗" if said is not None and said != (line.value or 0) else ""
        head = f"    {pad(TITLES[line.name].say(lang()), column)}  {value:>6}  {event:>5}  {line.source.number:<5} "
        first, *more = wrap(line.words.say(lang()) + beside, max(terminal_width() - width(head), 20))
        yield (head + first).rstrip()
        yield from (" " * width(head) + rest for rest in more)


def _messages(audit: Audit) -> Iterator[str]:
    """The messages, held against the truth."""
    from analyzer.audit.mindgames import moved_in_words

    players = audit.log.players
    for one in audit.messages:
        said = told({"type": "mind", "seat": one.seat, "to": one.to, "say": one.say, "text": one.text}, players, lang())
        truth = TRUTHS[one.truth, one.knew].say(lang()) + moved_in_words(one).say(lang())
        yield from _indented(f"#{one.event} {said} - {truth}", 2)


def rates_lines(rates: list[Rate]) -> Iterator[str]:
    """虚实: a line for each player and role: how many messages were false, of those that can be told."""
    heads = (
        ("玩家", "player"), ("身份", "role"), ("虚", "false"), ("其中明知", "knowing"), ("实", "true"),
        ("说不准", "cannot say"), ("虚占", "rate"),
    )  # fmt: skip
    rows: list[tuple[str, ...]] = [tuple(say(*head) for head in heads)]
    for rate in rates:
        told_of = rate.false + rate.true
        share = f"{rate.false}/{told_of}" if told_of else "-"
        role = ROLES[rate.role].say(lang()) if rate.role in ROLES else say("不明", "unknown")
        rows.append((tame(rate.player), role, *map(str, (rate.false, rate.knowing, rate.true, rate.unknown)), share))
    yield from table(rows)


def _value(line: Line) -> str:
    """The value of a line as it is shown."""
    if line.name == "side" or line.value is None:
        return ""
    if line.name == "doubling":
        return f"x {line.value}"
    return str(line.value) if line.name == "place" else f"{line.value:+d}"


def _sums(audit: Audit) -> Iterator[str]:
    """守恒: what the five scores add up to, and what they must; both values where the sources disagree."""
    from analyzer.rules.scoring import sum_due

    if audit.scores is None:
        return
    due, found = sum_due(audit.trail.resolved.ruleset, audit.trail.table), sum(audit.scores)
    claimed = audit.trail.claim.scores
    said = say(f", 所报之和 {sum(claimed)}", f", claimed {sum(claimed)}") if claimed else ""
    yield say(f"  五家之和 {found}, 应为 {due}{said}", f"  the five add up to {found}, due is {due}{said}")
    for value in audit.values:
        keys = ", ".join(f"{key} = {one}" for key, one in value.keys)
        scores = " ".join(f"{score:+d}" for score in value.scores)
        mark = say(" (本局所用)", " (this log's)") if value.declared else ""
        yield from _indented(f"{say('原文不一', 'the sources differ')} (9.15): {keys}: {scores}{mark}", 2)


def _sources(audit: Audit) -> Iterator[str]:
    """出处: each paragraph that a sheet names, once, with the words of its source."""
    found = {line.source.number: line.source for sheet in audit.sheets for line in sheet.lines}
    for number in sorted(found, key=lambda text: tuple(map(int, text.split(".")))):
        source = found[number]
        parts = [f"「{quote}」" for quote in source.quote]
        parts += [f"[{say('选择', 'choice')}] {source.choice.say(lang())}"] if source.choice else []
        parts += [source.note.say(lang())] if source.note else []
        parts += [say(f"本局自定 {key} = {value}", f"this log's own {key} = {value}") for key, value in source.house]
        yield from _indented(f"{number} {source.title.say(lang())}: {' '.join(parts)}".rstrip(": "), 2)
