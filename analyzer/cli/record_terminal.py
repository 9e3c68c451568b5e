"""记录台: a person at a table types a game - the table after every line, and what is wrong with one."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final

import click

from analyzer.admission import seat_token
from analyzer.cards import RANKS, rank_of
from analyzer.cli.layout import pad, terminal_width, wrap
from analyzer.cli.localized import lang, say
from analyzer.cli.show import clipped, middle, recent, seats, verdict_line
from analyzer.errors import PaishenError, Refusal
from analyzer.paipu.writing import log_of, plain
from analyzer.recorder.clerk import Clerk, Recorded
from analyzer.recorder.legal import legal, turn_of
from analyzer.recorder.live import Live
from analyzer.replay import Replay
from analyzer.rules.table import Phase
from analyzer.rules.verdicts import SENTENCES, Code
from analyzer.sight import Sight, as_seen, sights
from analyzer.telling import told
from analyzer.viewer.frames import frame
from analyzer.words import Words

if TYPE_CHECKING:
    from analyzer.recorder import Recorder

FINDINGS: Final = 1
LEAVING: Final = ("quit", "exit", "退出")
ASKING: Final = ("?", "？", "help")
HELP: Final = Words(
    "77 轮到的人出 77    3 99 三号出 99 (中间的人都过)    - 过    大王/R 小王/B 皇/R* 保/B*\n"
    "undo 撤回上一条    undo 3 撤回三个事件    fix 12 99 把事件 12 改成 99    ! 不合规则也照记\n"
    "y 登基  n 让位  v 流局  叫 9h9h9h  g 明保  o 明独  3 z 三号造反  注: …  5 逃跑    quit 退出, 以后接着记",
    "77 who is to play plays 77    3 99 seat 3 plays 99 (those between pass)    - pass    R B R* B* jokers\n"
    "undo the last line    undo 3 three events    fix 12 99 event 12 was 99    ! record it all the same\n"
    "y accept  n yield  v void  call 9h9h9h  g guard  o solo  3 z seat 3 rebels  note: …  5 escape    quit",
)
DEALS: Final = {
    0: Words("{}/5 手牌, 每家一行", "hand {}/5, one a line"),
    -1: Words("先发给哪一家 (1-5)", "who was dealt to first (1-5)"),
}
OWN_HAND: Final = Words("你的手牌 (前面可写先发给哪一家)", "your own hand (who was dealt to first may stand before it)")


class Desk(Clerk):
    """记录台: what lines do to the game, in words; one for a terminal and for lines from a pipe."""

    def completed(self) -> list[str]:
        """补完: what a correction still lacked that was cut short when the game was last recorded, in words."""
        missing = self.complete()
        first = say("上次的更正没有记完, 现已补上:", "the last correction was cut short, it is completed:")
        return [first, *self._said(missing)] if missing else []

    def take(self, line: str) -> list[str]:
        """记一行: record what a line comes to; a line of words for each event, and for what breaks a rule."""
        return self._said(self.record(line))

    def _said(self, recorded: list[Recorded]) -> list[str]:
        said: list[str] = []
        for index, event, code in recorded:
            wrong = f"  ✗ {SENTENCES[Code(code)].words.say(lang())}" if code else ""
            said.append(f"{index:>6}  {told(plain(event), self.live.header.players, lang())}{wrong}")
        return said

    def answer(self, line: str) -> tuple[list[str], bool]:
        """答: what is said to a line, and whether it could be taken."""
        if line.strip() in ASKING:
            return [self.options(), *HELP.say(lang()).splitlines(), *self.tokens()], True
        try:
            return self.take(line), True
        except PaishenError as error:
            if getattr(error, "code", "") == "stopped":
                raise
            return self.refusal(error), False

    def tokens(self) -> list[str]:
        """口令: what opens each seat's view of the game while it goes on, and, as seat 0, the recording itself."""
        found = [(seat, seat_token(self.live.header, seat)) for seat in range(6)]
        listed = "  ".join(f"{seat}: {token}" for seat, token in found if token)
        return [say(f"座位口令 (0 是记录者) {listed}", f"seats' tokens (0: the recorder's) {listed}")] if listed else []

    def refusal(self, error: PaishenError) -> list[str]:
        """拒绝: what is wrong with a line, and what would be legal."""
        lines = [f"✗ {error.say(lang())}"]
        if isinstance(error, Refusal):
            paragraph = SENTENCES[Code[error.code.upper()]].paragraph
            lines[0] = f"✗ {error.words.say(lang())} ({say('规则书', 'rulebook')} {paragraph}, {error.code})"
            lines.append(self.options())
            lines.append(say("照记请打 !", "type ! to record it all the same"))
        return lines

    def options(self) -> str:
        """可以: what would be legal now."""
        found = legal(self.live).say(lang())
        if self.live.course.state is None:
            return f"{say('要的是', 'wanted')}: {self.wanted()}"
        turn = turn_of(self.live.course)
        whose = f"{turn} {self.live.header.players[turn - 1]} " if turn else ""
        return f"{say('合规的', 'legal')}: {whose}{found or say('没有', 'nothing')}"

    def wanted(self) -> str:
        """要什么: what the next line should be, for the prompt."""
        header, course = self.live.header, self.live.course
        if course.state is None:
            words = DEALS.get(header.eyes, OWN_HAND)
            return words.say(lang()).format(min(5, len(self.entry.dealing.hands) + 1))
        phase, turn = course.table.phase, turn_of(course)
        if phase == Phase.OVER:
            return say("打完了, 回车记终局", "over: Enter records the end")
        if phase > Phase.OVER:
            return say("已终局", "ended")
        return f"{turn} {clipped(header.players[turn - 1])}" if turn else say("座位和动作", "a seat and what it does")


def picture(live: Live) -> Iterator[str]:
    """局面: the table, what is left of each rank, and the last events."""
    header = live.header
    log = log_of(header, live.events)
    replay = Replay(log, onward=True)
    seen, events = sights(replay, header.eyes), as_seen(log, header.eyes)
    frames: list[dict[str, Any]] = [{}] * len(seen)
    for index in range(max(0, len(seen) - 6), len(seen)):
        frames[index] = frame(seen[index], events[index - 1] if index else None, lang())
    yield f"{header.game}  {replay.resolved.name}  {len(live.events)}"
    yield ""
    yield from seats(frames[-1], header.players)
    yield ""
    yield from left(seen[-1], replay.resolved.deck)
    yield ""
    yield middle(frames[-1], header.players)
    if live.events:
        yield from recent(frames, len(seen) - 1, header.players)
    if live.course.table.phase >= Phase.ENDED:
        yield from wrap(verdict_line(replay.verdict.to_json(lang()), header.players), terminal_width())


def left(sight: Sight, deck: tuple[int, ...]) -> Iterator[str]:
    """余牌: how many of each rank are not played yet, and of those not in one's own hand."""
    there, mine = [0] * 15, [0] * 15
    for card, copies in enumerate(deck):
        there[rank_of(card)] += copies
    for card, count in enumerate(sight.played):
        there[rank_of(card)] -= count
    ranks = [rank for rank in range(14, -1, -1) if any(rank_of(card) == rank and deck[card] for card in range(56))]
    own = sight.holdings[sight.view - 1] if sight.view > 0 else None
    for card in own or ():
        mine[rank_of(card)] += 1
    rows = [(say("点数", "rank"), [RANKS[rank] for rank in ranks])]
    rows.append((say("未出", "left"), [str(there[rank]) for rank in ranks]))
    if own:
        rows.append((say("别家", "others"), [str(there[rank] - mine[rank]) for rank in ranks]))
    for name, cells in rows:
        yield pad(name, 6) + "".join(f"{cell:>4}" for cell in cells)


def attend(recorder: Recorder) -> int:
    """值守: take lines from the terminal, or from a pipe, until they end. 1 when a line from a pipe was refused."""
    desk = Desk(recorder)
    if sys.stdin.isatty():
        return _converse(desk, _reader())
    for words in desk.completed():
        click.echo(words)
    refused = 0
    for line in sys.stdin:
        if _leaves(line):
            break
        said, good = desk.answer(line)
        refused = refused if good else FINDINGS
        for words in said:
            click.echo(words)
    return refused


def _leaves(line: str) -> bool:
    """Whether a line says that no other follows."""
    return line.strip().lower() in LEAVING


def _reader() -> Callable[[str], str]:
    """A line editor with a history."""
    from prompt_toolkit import PromptSession

    session: PromptSession[str] = PromptSession()
    return session.prompt


def _converse(desk: Desk, ask: Callable[[str], str]) -> int:
    """A line, the table, and so on; Ctrl-C drops a line, Ctrl-D leaves."""
    said = desk.completed()
    while True:
        click.clear()
        click.echo("\n".join([*picture(desk.live), "", *said]))
        said = []
        try:
            line = ask(f"{desk.wanted()}> ")
        except KeyboardInterrupt:
            continue
        except EOFError:
            return 0
        if _leaves(line):
            return 0
        said, _ = desk.answer(line)
