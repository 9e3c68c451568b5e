"""一局的报告: verdict, score sheet, refusals, messages, the replay and the chain's head on one page."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from msgspec import UNSET, structs

from analyzer.audit import LINES, TITLES, Audit, Finding, Line, Sheet, audit_log
from analyzer.audit.mindgames import Message, moved_in_words
from analyzer.audit.refusals import written
from analyzer.events import Event, Log, Seal
from analyzer.paipu.chain import head_of, integrity
from analyzer.replay import judge_log
from analyzer.report.markup import event_link, foreign, items, rows, tag, text
from analyzer.report.words import INTEGRITY, W
from analyzer.rules.verdicts import SENTENCES, Code
from analyzer.shipped import title
from analyzer.sight import ALL, as_seen, check_view
from analyzer.telling import ROLES, STATUS, TRUTHS, WINNERS, told
from analyzer.viewer.assets import markup
from analyzer.viewer.frames import game as frames_of
from analyzer.viewer.page import document
from analyzer.words import Lang, Words

FOLLOW: Final = """
addEventListener("hashchange", () => {
  const wanted = Number(location.hash.slice(1));
  if (Number.isInteger(wanted)) table.goEvent(wanted);
});
"""
"""A click on an event's number takes the table there."""
LEGAL: Final = 6


@cache
def sheet() -> str:
    """样式: the report's style sheet."""
    return (Path(__file__).resolve().parent / "report.css").read_text("utf-8")


def game_report(log: Log, lang: Lang, view: int = ALL) -> str:
    """一局的报告: the page; through a seat's `view` it tells what that seat could work out, and nothing else.

    The log is covered first, and everything is worked out from the covered log: what a seat cannot see cannot get
    into its page. `PaishenError` for a view that the log cannot give.
    """
    check_view(log, view)
    seen = log if view == ALL else covered(log, view)
    audit = audit_log(seen, judge_log(seen))
    audit.follow_beliefs()
    body = "\n".join(GamePage(audit, lang, view).parts())
    table = frames_of(seen, view, lang)
    table["start"] = len(table["frames"]) - 1
    return document(f"{log.game} · {W.report.say(lang)}", body, lang, sheet=sheet(), game=table, more=FOLLOW)


def covered(log: Log, view: int) -> Log:
    """所见的牌谱: the log as a view could have kept it: no other hands, and no chain, which has them in it."""
    events: list[Event] = [
        structs.replace(event, h=UNSET, x=None) for event in as_seen(log, view) if not isinstance(event, Seal)
    ]
    return structs.replace(
        log, view=view, events=tuple(events), h=UNSET, salt=UNSET, replaces=UNSET, rules_sha256=UNSET, x=None
    )


class GamePage:
    """一局之页: the parts of the page, in order; `linked`: it has the table to which the events' numbers lead."""

    def __init__(self, audit: Audit, lang: Lang, view: int = ALL, *, linked: bool = True) -> None:
        self.audit, self.lang, self.view, self.linked = audit, lang, view, linked
        self.log = audit.log

    def event(self, event: int | None) -> str:
        """An event's number."""
        return event_link(event, linked=self.linked)

    def say(self, words: Words) -> str:
        """Words in the page's language, escaped."""
        return text(words.say(self.lang))

    def parts(self) -> Iterator[str]:
        """Head, verdict, findings, refusals, sheet, replay, messages, sources, chain."""
        yield from self.head()
        yield self.verdict()
        yield from self.refusals()
        yield from self.sheets()
        yield tag("h2", self.say(W.replay))
        yield f"<main>{markup()}</main>"
        yield from self.messages()
        yield from self.sources()
        yield from self.chain()

    def head(self) -> Iterator[str]:
        """The game, its rules, its players, its time; whose view it is."""
        log, lang = self.log, self.lang
        yield tag("h1", foreign(log.game))
        name = self.audit.trail.resolved.name
        house = self.say(W.house) if isinstance(log.rules, dict) else ""
        facts = [f"{text(title(name, lang))} {house}".strip()]
        facts += [text(log.started)] if isinstance(log.started, str) else []
        facts += [foreign(log.sitting)] if isinstance(log.sitting, str) else []
        facts += [f"{self.say(W.round)} {log.round}"] if isinstance(log.round, int) else []
        yield tag("p", " · ".join(facts), kind="facts")
        yield tag("p", " · ".join(f"{seat} {foreign(name)}" for seat, name in enumerate(log.players, 1)), kind="facts")
        if self.view > 0:
            whose = f"{self.view} {foreign(log.players[self.view - 1])}"
            yield tag("p", f"{self.say(W.seen_by)} {whose}; {self.say(W.covered)}", kind="soft")
        elif self.view < 0:
            yield tag("p", f"{self.say(W.onlooker)}; {self.say(W.covered)}", kind="soft")

    def verdict(self) -> str:
        """The verdict, the winner, and where the claims part from the rules."""
        verdict = self.audit.verdict
        status = tag("strong", self.say(STATUS[verdict.status]))
        event = "" if verdict.event is None else f" {self.event(verdict.event)}"
        why = f": {self.say(verdict.words)}" if verdict.words else ""
        inside = [tag("p", status, event, why)]
        if verdict.winner and self.audit.scores:
            inside.append(tag("p", self.say(WINNERS[verdict.winner])))
        if self.audit.as_it_happened:
            inside.append(tag("p", self.say(W.happened)))
        inside.append(items((self.finding(one) for one in self.audit.findings), kind="bad"))
        return tag("div", *inside, kind=f"verdict {verdict.status}")

    def finding(self, found: Finding) -> str:
        """Where claim and rules part."""
        return f"{self.say(TITLES[found.line])} {self.event(found.event)}: {text(found.words.say(self.lang))}"

    def refusals(self) -> Iterator[str]:
        """The refused events, each with what would have been legal."""
        if not self.audit.refusals:
            return
        yield tag("h2", self.say(W.refused))
        listed = []
        for one in self.audit.refusals:
            sentence = SENTENCES[Code(one.code)]
            what = text(told(written(one.event), self.log.players, self.lang))
            legal = [text(told(written(event), self.log.players, self.lang)) for event in one.options[:LEGAL]]
            more = len(one.options) - len(legal) + one.left_off
            legal += [f"+{more}"] if more else []
            line = f"{self.event(one.at)} {what}: {self.say(sentence.words)} ({sentence.paragraph})"
            listed.append(line + (tag("div", self.say(W.legal), " ", "; ".join(legal), kind="soft") if legal else ""))
        yield items(listed)

    def sheets(self) -> Iterator[str]:
        """The score sheet: a column a seat, a row a line, the claims below."""
        yield tag("h2", self.say(W.sheet))
        sheets = self.audit.sheets
        head = [""] + [
            f"{one.seat} {foreign(one.player)}" + (tag("small", self.say(ROLES[one.role])) if one.role else "")
            for one in sheets
        ]
        body = [[self.say(TITLES[name]), *(self.cell(one.line(name)) for one in sheets)] for name in LINES]
        claimed = [self.claim(one) for one in sheets]
        body += [[self.say(W.claimed), *claimed]] if any(claimed) else []
        yield rows(head, body)
        yield from self.sums()

    def cell(self, line: Line) -> str:
        """One line of one seat."""
        value = "" if line.value is None or line.name == "side" else f"{line.value:+d}"
        if line.name in ("place", "doubling") and value:
            value = f"{line.value}" if line.name == "place" else f"× {line.value}"
        number = f"{text(line.source.number)} {self.event(line.event)}".strip()
        return f"{tag('b', value) if value else ''}{tag('small', text(line.words.say(self.lang)), ' · ', number)}"

    def claim(self, one: Sheet) -> str:
        """What was claimed for a seat, and whether it is right."""
        parts = []
        for said, line in ((one.claimed_place, "place"), (one.claimed_score, "total")):
            if said is not None:
                shown = f"{said:+d}" if line == "total" else f"{said or '–'}"
                right = said == (one.line(line).value or 0)
                parts.append(f"{self.say(TITLES[line])} {tag('b', shown, kind='' if right else 'bad')}")
        return "<br>".join(parts)

    def sums(self) -> Iterator[str]:
        """The law of conservation, and both values where the sources disagree."""
        told = self.audit.to_json(self.lang)["sum"]
        if told["scores"] is not None:
            claimed = f"; {self.say(W.claimed)} {told['claimed']}" if told["claimed"] is not None else ""
            yield tag("p", f"{self.say(W.sum)} {told['scores']}, {self.say(W.due)} {told['due']}{claimed}", kind="soft")
        for value in self.audit.values:
            keys = ", ".join(f"{key} = {one}" for key, one in value.keys)
            scores = " ".join(f"{score:+d}" for score in value.scores)
            mark = f" ({self.say(W.used)})" if value.declared else ""
            yield tag("p", f"{self.say(W.both)} (9.15): {text(keys)}: {scores}{mark}", kind="soft")

    def messages(self) -> Iterator[str]:
        """The messages, held against the truth."""
        if self.audit.messages:
            yield tag("h2", self.say(W.mind))
            yield items(self.message(one) for one in self.audit.messages)

    def message(self, one: Message) -> str:
        """One message."""
        players = self.log.players
        said = told({"type": "mind", "seat": one.seat, "to": one.to, "say": one.say}, players, self.lang)
        quoted = f" “{foreign(one.text)}”" if one.text else ""
        truth = tag("b", self.say(TRUTHS[one.truth, one.knew]), kind="bad" if one.truth == "false" else "")
        return f"{self.event(one.event)} {text(said)}{quoted} - {truth}{text(moved_in_words(one).say(self.lang))}"

    def sources(self) -> Iterator[str]:
        """The paragraphs behind the sheet, with the words of the source."""
        yield tag("h2", self.say(W.sources))
        found = {line.source.number: line.source for one in self.audit.sheets for line in one.lines}
        listed = []
        for number in sorted(found, key=lambda number: tuple(map(int, number.split(".")))):
            source = found[number]
            said = [tag("blockquote", "「", text(quote), "」") for quote in source.quote]
            said += [tag("div", text(words.say(self.lang))) for words in (source.choice, source.note) if words]
            said += [tag("div", self.say(W.house), " ", text(f"{key} = {value}")) for key, value in source.house]
            listed.append(f"{number} {self.say(source.title)}{''.join(said)}")
        yield items(listed)

    def chain(self) -> Iterator[str]:
        """The chain's head as text and QR; a seat's page has none: the head has every hand in it."""
        kind = integrity(self.log)
        if kind == "none" or self.view != ALL:
            return
        yield tag("h2", self.say(W.chain))
        yield tag("p", self.say(INTEGRITY[kind]), kind="bad" if kind == "broken" else "")
        if kind != "broken":
            head = head_of(self.log)
            yield tag("div", code_of(head), tag("code", head), kind="head")


def code_of(head: str) -> str:
    """二维码: a text as a QR code in SVG.

    >>> code_of("ab" * 32)[:11]
    '<svg width='
    """
    import segno

    drawn: str = segno.make(head, micro=False).svg_inline(scale=4, border=3)
    return drawn
