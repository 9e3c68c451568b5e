"""合规的: what could be recorded now without breaking a rule, in the words that a person types."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from analyzer.cards import write_play
from analyzer.events import Abandon, Accept, Call, Declaration, Declare, Draw, Event, Pass, Play, Snatch, Void, Yield
from analyzer.paipu import act_of, cards_of
from analyzer.paipu.notation import SEATED, UNSEATED
from analyzer.recorder.live import Live
from analyzer.replay import Course
from analyzer.rules.moves import legal_plays, lowness
from analyzer.rules.plays import play_size
from analyzer.rules.table import Phase, Table
from analyzer.rules.throne import most_yields, yields_to
from analyzer.rules.tricks import leader_after, leads
from analyzer.sight import agreed
from analyzer.states import Known
from analyzer.words import Lang, Words

SEATS: Final = range(1, 6)
MOST: Final = 12
"""How many plays are named."""
DECLARED: Final[tuple[Declaration, ...]] = ("guard", "solo", "rebel")
CARDS: Final = "3456789TJQKA2"
FORMS: Final = {
    Phase.TRIBUTE: Words("付贡的座位 进贡 给谁 牌, 如 2 进贡 1 K", "payer tribute receiver card, as 2 tribute 1 K"),
    Phase.CALL: Words("叫 三张或四张同样的牌, 如 叫 9h9h9h", "call three or four identical cards, as call 9h9h9h"),
}
"""What is typed in phases in which it cannot be listed."""
DRAW: Final = Words("抽中的座位 抽皇, 如 3 抽皇", "the seat drawn, as 3 draw")
TAKEN: Final = Words(
    "拿到 R* 的座位登基或让位, 如 3 y、3 n", "the seat that has R* takes the throne or yields, as 3 y or 3 n"
)
MORE: Final = Words("…", "…")
END: Final = Words("终局 (直接回车), 可带 名次= 得分=", "end (Enter alone), with places= scores= if claimed")


class Legal(NamedTuple):
    """合规的: entries without their seat, plays from the lowest; `MORE` where there are more plays."""

    entries: list[Words]

    def say(self, lang: Lang) -> str:
        """As one line."""
        return (", " if lang == "en" else "、").join(words.say(lang) for words in self.entries)


def turn_of(course: Course) -> int:
    """轮到谁: the seat that acts next, 0 where that is not known or nobody in particular does."""
    tables = course.state.tables if course.state else []
    return agreed(tables).turn if tables else 0


def legal(live: Live) -> Legal:
    """合规的: what may be recorded next, of the seat whose turn it is and of the throne."""
    course = live.course
    phase = course.table.phase
    if phase >= Phase.OVER:
        return Legal([END] if phase == Phase.OVER else [])
    if phase == Phase.THRONE and not turn_of(course):
        drawn = _fitting(course, [Draw(seat=seat) for seat in SEATS])
        return Legal([DRAW if drawn else TAKEN, *_fitting(course, [Void()])])
    if phase in FORMS:
        return Legal([FORMS[Phase(phase)], *_fitting(course, [*_throne(course), *_declared(course)])])
    entries = _fitting(course, [*_throne(course), *_declared(course)])
    plays = _plays(course) if phase >= Phase.SNATCH else []
    entries += [Words(text, text) for text in plays[:MOST]] + [MORE] * (len(plays) > MOST)
    entries += _fitting(course, [Pass(seat=turn_of(course) or 1)])
    return Legal(entries + _leading(course.table))


def _leading(table: Table) -> list[Words]:
    """After a big joker: who may lead at once, the passes left out."""
    seat = leader_after(table.live, table.owner) if table.standing else 0
    return [Words(f"{seat} 领出 …", f"{seat} leads …")] if seat and seat != table.turn and leads(table, seat) else []


def _fitting(course: Course, events: list[Event]) -> list[Words]:
    """Those events that are legal, in words."""
    state = course.state
    return [_words(event) for event in events if state and not state.judge(act_of(event), cards_of(event).cards)]


def _words(event: Event) -> Words:
    if isinstance(event, Declare | Snatch):
        words = SEATED[event.what if isinstance(event, Declare) else "snatch"]
        return Words(f"{event.seat} {words.zh}", f"{event.seat} {words.en}")
    kind = str(event.__struct_config__.tag)
    words = UNSEATED[kind] if kind in UNSEATED else SEATED[kind]
    return Words(f"{words.zh} {event.cards}", f"{words.en} {event.cards}") if isinstance(event, Call) else words


def _throne(course: Course) -> list[Event]:
    """What may be done with the throne."""
    table = course.table
    if table.phase > Phase.CALL or not table.turn:
        return []
    found: list[Event] = [Accept(seat=table.turn), Void(), Abandon(seat=table.offer.first or 1)]
    to = next_throne(course)
    return [*found, Yield(seat=table.turn, to=to, cards="R*")] if to else found


def next_throne(course: Course) -> int:
    """让位给谁: the seat that the throne would be handed on to, 0 where it cannot be."""
    ruleset, table = course.resolved.ruleset, course.table
    may = table.phase == Phase.THRONE and table.turn and table.offer.yields < most_yields(ruleset)
    return yields_to(ruleset, table) if may else 0


def _declared(course: Course) -> list[Event]:
    """Who may declare what, and snatch."""
    if not Phase.CALL <= course.table.phase <= Phase.DECLARE:
        return []
    found: list[Event] = [Declare(seat=seat, what=what) for seat in SEATS for what in DECLARED]
    return [*found, *(Snatch(seat=seat) for seat in SEATS)]


def _plays(course: Course) -> list[str]:
    """The plays of the seat whose turn it is, from the lowest."""
    state, table = course.state, course.table
    if isinstance(state, Known):
        codes = legal_plays(state.ruleset, table, state.hands, table.turn)
        return [write_play(play) for play in sorted(codes, key=lowness)]
    size = play_size(table.standing) if table.standing else 1
    found: set[int] = set()
    for cards in _combinations(size):
        event = Play(seat=turn_of(course) or 1, cards=cards)
        act = act_of(event)
        if state and not state.judge(act, cards_of(event).cards):
            found.add(act.play)
    return [write_play(play) for play in sorted(found, key=lowness)]


def _combinations(size: int) -> Iterator[str]:
    """Every play of so many cards, without suits and marks."""
    for big in range(min(size, 4) + 1):
        for small in range(min(size - big, 4) + 1):
            plain = size - big - small
            jokers = "R" * big + "B" * small
            if not plain:
                yield jokers
            elif plain <= 16:
                yield from (rank * plain + jokers for rank in CARDS)
