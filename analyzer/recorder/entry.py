"""录入: the lines that a person at the table types, and the events that they come to. Needs no terminal.

A line is an event as in text notation (PAIPU.md), without what is known: whose turn it is, and the passes that
follow from who plays next.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Any, Final, NamedTuple

from msgspec import UNSET

from analyzer.errors import Refusal, Unreadable
from analyzer.events import Event, Pass, Undo
from analyzer.paipu import act_of
from analyzer.paipu.notation import SEATED_WORDS, UNSEATED_WORDS, Token, tokens_of
from analyzer.paipu.spoken import Spoken
from analyzer.recorder.dealing import SEATS, Dealing
from analyzer.recorder.fixing import Fix
from analyzer.recorder.legal import next_throne, turn_of
from analyzer.recorder.live import Live
from analyzer.recorder.taking import event_from
from analyzer.replay import passes_before, passes_to_lead
from analyzer.rules.table import Phase
from analyzer.rules.verdicts import SENTENCES, Code, code_name
from analyzer.words import Words

SHORT: Final = {
    "y": "登基", "n": "让位", "p": "-", "g": "明保", "o": "明独", "z": "造反", "v": "流局", "u": "撤回",
}  # fmt: skip
"""One key for what is said most; none of them is a card."""
BACK: Final = re.compile(r"(?:u|undo|撤回) *([0-9]{1,16})?", re.IGNORECASE)
FIX: Final = re.compile(r"(?:fix|改) *([0-9]{1,7})(?: +(.*))?", re.IGNORECASE)
TEXT: Final = re.compile(r'[:："]')
"""What a line with a text in it has."""
ALL_THE_SAME: Final = "!！"


class Entered(NamedTuple):
    """录得: the events of a line, and the codes of those that break a rule and are recorded all the same."""

    events: list[Event]
    codes: list[int]


class Entry:
    """录入: reads lines for a game that is going on. `live` is not changed: record the events, then add them there.

    `read` raises `Unreadable` for what it cannot understand and `Refusal` for what breaks a rule; the latter is kept,
    and a line `!` records it all the same.
    """

    def __init__(self, live: Live) -> None:
        self.live = live
        self.dealing = Dealing(live.course.resolved, live.header.eyes)
        self.refused = ""

    def read(self, line: str, t: int | None = None) -> Entered:
        """读一行: what a line comes to; nothing for an empty one that says nothing. `t` goes into what was typed.

        >>> from analyzer.events import Header
        >>> names = ("甲", "乙", "丙", "丁", "戊")
        >>> live = Live(Header(format="paipu", version=1, game="g", rules="simple", players=names, view=-1))
        >>> Entry(live).read("3").events[0].hands
        (33, 33, 34, 34, 34)
        """
        line, forced = self._forced(_narrow(line).strip())
        trial = Trial(self.live, forced=forced)
        try:
            self._enter(trial, line, t)
        except Refusal:
            self.refused = line
            raise
        self.refused = ""
        return Entered(trial.events, trial.codes)

    def _forced(self, line: str) -> tuple[str, bool]:
        """The line without its `!`, and whether it had one; a `!` alone is the line that was refused last."""
        bare = line.strip(ALL_THE_SAME).strip()
        if bare == line or TEXT.search(line):
            return line, False
        if not bare and not self.refused:
            raise Unreadable(Words("没有被拒的一手可以照记", "nothing was refused that could be recorded"))
        return bare or self.refused, True

    def _enter(self, trial: Trial, line: str, t: int | None) -> None:
        """Let a line take effect on a trial."""
        phase = self.live.course.table.phase
        if found := BACK.fullmatch(line):
            self._back(trial, found[1], t)
        elif (found := FIX.fullmatch(line)) and phase > Phase.DEAL:
            self._fix(trial, int(found[1]), found[2] or "", t)
        elif phase == Phase.OVER and not line:
            trial.add(_timed({"type": "end"}, t))
        elif line or phase == Phase.DEAL:
            for event in self._events(trial.live, line):
                trial.add_typed(_timed(event, t))

    def _back(self, trial: Trial, count: str | None, t: int | None) -> None:
        """撤回: the last so many events, or else what the last line recorded: its event and the passes before it."""
        if count and not int(count):
            raise Unreadable(Words("撤回几个事件? 如 undo 3", "undo how many events? as in undo 3"))
        if self.live.course.state is None and self.dealing.drop():
            return
        many = int(count) if count else last_entry(self.live)
        trial.add(_timed({"type": "undo"} | ({"count": many} if many > 1 else {}), t))

    def _fix(self, trial: Trial, index: int, text: str, t: int | None) -> None:
        """改: one undo back to an event, the event as it should be, and those that followed it again."""
        fix = Fix(self.live, index)
        without = self.live.twin()
        without.add(Undo(count=fix.count))
        typed = self._events(without, text, getattr(fix.was, "seat", 0))
        if len(typed) != 1:
            raise Unreadable(Words("改成什么? 如 fix 12 99", "fix it to what? as in fix 12 99"))
        corrected = Trial(without, forced=True)
        corrected.add_typed(_timed(typed[0], None if fix.was.t is UNSET else fix.was.t), forced=trial.forced)
        for event in fix.events(corrected.events, t):
            trial.add(event)

    def _events(self, live: Live, line: str, seat: int = 0) -> list[dict[str, Any]]:
        """The events of a line as JSON would have them; `seat` is whose they are where none is named."""
        found = tokens_of(line, 1)
        tokens = found.tokens
        if found.comment is not None:
            raise Unreadable(Words("评语请写成 注: …", "write a comment as note: …"))
        first = tokens[0].text.rstrip(":：").lower() if tokens else ""
        if live.course.state is None and first not in UNSEATED_WORDS:
            deal = self.dealing.take(tokens)
            return [deal] if deal else []
        if not tokens:
            return []
        spoken = Spoken(self._whole(live, tokens, seat))
        try:
            return spoken.events()
        except Unreadable as error:
            raise Unreadable(error.words) from None

    def _whole(self, live: Live, tokens: list[Token], seat: int) -> list[Token]:
        """The tokens with the seat before them, short words written out, and a yield completed."""
        named = tokens[0].text in SEATS and len(tokens) > 1 and "=" not in tokens[1].text
        head, rest = (tokens[:1], tokens[1:]) if named else ([], tokens)
        word = SHORT.get(rest[0].text.lower(), rest[0].text)
        rest = [rest[0]._replace(text=word), *rest[1:]]
        if not head and word.rstrip(":：") not in UNSEATED_WORDS:
            turn = seat or turn_of(live.course)
            if not turn:
                raise Unreadable(Words("前面写上座位, 如 3 …", "name the seat first, as in 3 …"))
            head = [rest[0]._replace(text=str(turn))]
        if SEATED_WORDS.get(word) == "yield":
            rest = [rest[0], *_yielded(live, rest)]
        return head + rest


class Trial:
    """试: a copy of the game on which a line is tried before anything is recorded."""

    def __init__(self, live: Live, *, forced: bool) -> None:
        self.live = live.twin()
        self.forced = forced
        self.events: list[Event] = []
        self.codes: list[int] = []

    def add_typed(self, typed: dict[str, Any], *, forced: bool | None = None) -> None:
        """Add an event, and before it the passes that follow from who plays next, and what.

        A play that beats nothing, by the seat that leads once everybody has passed, leads. Said with `!`, an event
        that is only legal after passes was done without them.
        """
        event = event_from(typed, self.live.header.eyes)
        act = act_of(event)
        ways = [passes_before(self.live.course, act), passes_to_lead(self.live.course, act)]
        legal = next((passes for passes in ways if self._is_legal(passes, event)), None)
        said = self.forced if forced is None else forced
        passes = ways[0] if legal is None else [] if said else legal
        for one in (*passes, event):
            self.add(one)

    def _is_legal(self, passes: list[Pass], event: Event) -> bool:
        """Whether an event is legal after some passes."""
        after = self.live.twin()
        return not any(after.advance(one) for one in (*passes, event))

    def add(self, handed: Event | dict[str, Any]) -> None:
        """Add an event; `Refusal` where it breaks a rule and was not said with `!`."""
        event = event_from(handed, self.live.header.eyes)
        index = len(self.live.events)
        code = self.live.add(event) if self.forced else self.live.advance(event)
        if code and not self.forced:
            raise Refusal(SENTENCES[Code(code)].words, event=index, code=code_name(code))
        self.events.append(event)
        if code:
            self.codes.append(code)


def last_entry(live: Live) -> int:
    """上一条: how many events an undo of the last entry takes back: its own and, when it is timed, untimed passes."""
    counted = [live.events[index] for index in live.course.counted]
    passes = 0
    if counted and counted[-1].t is not UNSET:
        for event in reversed(counted[:-1]):
            if not isinstance(event, Pass) or event.t is not UNSET:
                break
            passes += 1
    return 1 + passes


def _narrow(line: str) -> str:
    """半角: a line as it is without full-width letters, digits and blanks, unless there is a text in it."""
    return line if TEXT.search(line) else unicodedata.normalize("NFKC", line)


def _timed(event: dict[str, Any], t: int | None) -> dict[str, Any]:
    return event if t is None or "t" in event else event | {"t": t}


def _yielded(live: Live, tokens: list[Token]) -> list[Token]:
    """What follows the word of a yield: to whom and with which cards, as far as the rules say it."""
    rest = tokens[1:]
    to = next_throne(live.course)
    if to and not (rest and rest[0].text in SEATS):
        rest = [tokens[0]._replace(text=str(to)), *rest]
    if len(rest) == 1:
        rest.append(tokens[0]._replace(text="R*"))
    return rest
