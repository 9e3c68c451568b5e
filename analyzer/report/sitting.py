"""一桌的报告: the ledger of a sitting on one page - totals, what is not in order, what was corrected."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from analyzer.audit import audit_log
from analyzer.errors import Unreadable
from analyzer.ledger import Change, Ledger, Row
from analyzer.report.game import GamePage, sheet
from analyzer.report.markup import foreign, items, rows, tag, text
from analyzer.report.words import WHAT, W
from analyzer.telling import STATUS
from analyzer.viewer.page import document
from analyzer.words import Lang, Words


def sitting_report(found: Ledger, lang: Lang) -> str:
    """一桌的报告: the page. It has no hands in it, so it is the same for everybody."""
    body = "\n".join(_Page(found, lang).parts())
    return document(f"{found.sitting} · {W.ledger.say(lang)}", body, lang, sheet=sheet())


def named(error: Unreadable) -> Unreadable:
    """An error with its file's own name alone: the page may be given away.

    >>> str(named(Unreadable(Words("", "no such item"), file="/home/me/sitting.toml", line=3)))
    'sitting.toml, line 3: no such item'
    """
    return replace(error, file=Path(error.file).name if error.file else None)


class _Page:
    """The parts of the page, in order."""

    def __init__(self, found: Ledger, lang: Lang) -> None:
        self.found, self.lang = found, lang
        self.players = list(found.flow.totals)

    def say(self, words: Words) -> str:
        """Words in the page's language, escaped."""
        return text(words.say(self.lang))

    def parts(self) -> Iterator[str]:
        """The verdict on the books, the totals row by row, games, corrections."""
        found = self.found
        yield tag("h1", foreign(found.sitting))
        wrong = [self.finding(index) for index in range(len(found.findings))]
        inside = items(wrong, kind="bad") if wrong else tag("p", self.say(W.nothing))
        yield tag("div", tag("strong", self.say(W.findings if wrong else W.ledger)), inside,
                  kind="verdict disputed" if wrong else "verdict")  # fmt: skip
        if found.errors:
            yield tag("h2", self.say(W.unread))
            yield items((text(named(error).say(self.lang)) for error in found.errors), kind="bad")
        yield tag("h2", self.say(W.ledger))
        yield self.totals()
        yield tag("h2", self.say(W.games))
        yield self.games()
        yield from self.corrections()
        yield tag("h2", self.say(W.sheet))
        yield from self.sheets()

    def finding(self, index: int) -> str:
        """What is not in order, since when, and why perhaps."""
        one = self.found.findings[index]
        where = f"#{one.row} " if one.row is not None else f"{foreign(one.game)} " if one.game else ""
        said = f"{where}{text(one.words.say(self.lang))}"
        if one.since is not None:
            said += f"; {self.say(W.since)} #{one.since}"
        perhaps = "; ".join(text(words.say(self.lang)) for words in one.explains)
        return said + (f" ({self.say(W.perhaps)} {perhaps})" if perhaps else "")

    def totals(self) -> str:
        """A row for each thing that happened, a column a player."""
        head = ["#", self.say(W.happening), *map(foreign, self.players)]
        body = [
            [str(index), self.happening(row), *(self.total(row, name) for name in self.players)]
            for index, row in enumerate(self.found.flow.rows)
        ]
        titles = [text(self.found.titles[name] or "") for name in self.players]
        return rows(head, [*body, ["", self.say(W.title), *titles]], kind="books")

    def happening(self, row: Row) -> str:
        """What happened, when, and which titles changed hands."""
        at = tag("small", text(row.at.isoformat(" ", "minutes"))) if row.at else ""
        titles = "".join(
            tag("small", f"{foreign(name)}: {text(was or '–')} → {text(now or '–')}") for name, was, now in row.titles
        )
        return f"{text(row.words.say(self.lang))}{at}{titles}"

    def total(self, row: Row, name: str) -> str:
        """A player's total after a row, with what it got."""
        got = row.points.get(name, 0)
        card = " ×2" if name in row.doubled else ""
        return str(row.totals.get(name, 0)) + (tag("small", f"{got:+d}{card}") if got else "")

    def games(self) -> str:
        """A line for each game: verdict, throne, tribute."""
        body = []
        for index, row in enumerate(self.found.flow.rows):
            if row.game is None or row.number is None:
                continue
            players, handing = row.game.log.players, self.found.handings[row.number]
            throne = " → ".join(foreign(players[seat - 1]) for seat in handing.throne)
            paid = "; ".join(
                f"{foreign(players[one - 1])} → {foreign(players[to - 1])} {text(card)}"
                for one, to, card in handing.paid
            )
            body.append([f"#{index}", foreign(row.game.name), self.say(STATUS[row.game.verdict.status]), throne, paid])
        heads = (Words("牌局", "game"), Words("判词", "verdict"), Words("皇位", "throne"), Words("进贡", "tribute"))
        return rows(["#", *map(self.say, heads)], body)

    def sheets(self) -> Iterator[str]:
        """The score sheet of each game, folded up where all of it agrees."""
        for index, row in enumerate(self.found.flow.rows):
            if row.game is None:
                continue
            page = GamePage(audit_log(row.game.log, row.game.verdict), self.lang, linked=False)
            head = tag("summary", f"#{index} {foreign(row.game.name)} - {self.say(STATUS[row.game.verdict.status])}")
            inside = "\n".join((page.verdict(), *page.refusals(), *page.sheets()))
            opened = "" if row.game.verdict.status == "valid" else " open"
            yield f"<details{opened}>{head}{inside}</details>"

    def corrections(self) -> Iterator[str]:
        """What each correction changed."""
        for one in self.found.corrections:
            yield tag("h2", self.say(W.corrections), ": ", foreign(one.game))
            yield items(self.change(change) for change in one.changes)

    def change(self, one: Change) -> str:
        """One change."""
        who = f" {foreign(one.player)}" if one.player else ""
        before, after = ("–" if value is None else text(value) for value in (one.before, one.after))
        return f"#{one.row}{who} {self.say(WHAT[one.what])}: {before} → {after}"
