"""计分单: why a seat has its points - seven lines from its place to its total, each with its event and source."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from analyzer.audit.sources import Source, row_of, source_of
from analyzer.audit.trail import EMPEROR, OPEN_GUARD, OVER, PLACE, RISEN, SOLO, Trail
from analyzer.rules.acts import Kind
from analyzer.rules.scoring import (
    base_points,
    doubling,
    earned,
    factor,
    final,
    has_podium,
    is_doubled,
    penalty,
    seat_share,
    side_places,
)  # fmt: skip
from analyzer.rules.table import ALL_SEATS, Roles, Solo, Table, place_of, side_of_emperor
from analyzer.rulesets import End, Guard, Ruleset, Score
from analyzer.words import Lang, Words

LINES: Final = ("place", "side", "base", "share", "doubling", "penalty", "total")
"""The lines of a sheet, in order."""
TITLES: Final = {
    "place": Words("名次", "place"), "side": Words("身份", "side"), "base": Words("底分", "base"),
    "share": Words("份额", "share"), "doubling": Words("翻番", "doubling"), "penalty": Words("罚分", "penalty"),
    "total": Words("合计", "total"),
}  # fmt: skip
PLACES: Final = Words("一二三四五", "12345")
UNPLACED: Final = Words("未出完, 没有名次", "unplaced: it still held cards")


class Line(NamedTuple):
    """一行: one step of a sheet: its value (None where it cannot be told), the event behind it, and its paragraph."""

    name: str
    value: int | str | None
    event: int | None
    source: Source
    words: Words

    def to_json(self, lang: Lang) -> dict[str, Any]:
        """The line as it is printed."""
        return {
            "line": self.name, "value": self.value, "event": self.event,
            "words": self.words.say(lang), **self.source.to_json(lang),
        }  # fmt: skip


class Sheet(NamedTuple):
    """计分单: the lines of one seat, and what was claimed for it; `role` is None while it is not known."""

    seat: int
    player: str
    role: str | None
    lines: tuple[Line, ...]
    claimed_place: int | None
    claimed_score: int | None

    def line(self, name: str) -> Line:
        """The line of that name."""
        return self.lines[LINES.index(name)]

    def to_json(self, lang: Lang) -> dict[str, Any]:
        """The sheet as it is printed."""
        return {
            "seat": self.seat, "player": self.player, "role": self.role,
            "lines": [line.to_json(lang) for line in self.lines],
            "claimed_place": self.claimed_place, "claimed_score": self.claimed_score,
        }  # fmt: skip


def sheets_of(trail: Trail) -> tuple[Sheet, ...]:
    """计分单: the sheets of the five seats."""
    return tuple(_Writer(trail, seat).sheet() for seat in range(1, 6))


def role_of(roles: Roles, seat: int) -> str | None:
    """身份: `emperor`, `guard` or `rebel`; None while it is not settled.

    >>> role_of(Roles(emperor=1, guard=3), 3), role_of(Roles(emperor=1), 3)
    ('guard', None)
    """
    if seat == roles.emperor:
        return "emperor"
    if seat == roles.guard:
        return "guard"
    return "rebel" if roles.guard else None


def doubled_by(ruleset: Ruleset, roles: Roles) -> str | None:
    """什么翻番: what doubles the base: `solo`, `open_guard` or `risen`; None where nothing does."""
    if not is_doubled(ruleset, roles):
        return None
    if roles.solo and is_doubled(ruleset, roles._replace(open_guard=0, risen=0)):
        return SOLO
    return OPEN_GUARD if is_doubled(ruleset, roles._replace(risen=0)) else RISEN


class _Writer:
    """Writes the sheet of one seat."""

    def __init__(self, trail: Trail, seat: int) -> None:
        self.trail, self.seat = trail, seat
        self.ruleset: Ruleset = trail.resolved.ruleset
        self.table: Table = trail.table
        self.roles: Roles = trail.roles
        self.played = not self.table.escaped and bool(self.roles.guard) and trail.over

    def sheet(self) -> Sheet:
        """The sheet: each of its lines."""
        claim, seat = self.trail.claim, self.seat
        lines = (
            self.place(), self.side(), self.base(), self.share(), self.doubling(), self.penalty(), self.total(),
        )  # fmt: skip
        return Sheet(
            seat, self.trail.log.players[seat - 1], role_of(self.roles, seat), lines,
            claim.places[seat - 1] if claim.places else None, claim.scores[seat - 1] if claim.scores else None,
        )  # fmt: skip

    def line(
        self, name: str, value: int | str | None, event: int | None, number: str, words: Words, *keys: str
    ) -> Line:
        """A line with its paragraph, and the keys that decide it."""
        return Line(name, value, event, source_of(self.trail.resolved, number, keys), words)

    def place(self) -> Line:
        """名次: the event by which the seat went out, or that left it last."""
        place = place_of(self.table.places, self.seat)
        if not place:
            return self.line("place", None, None, "8.5", UNPLACED)
        last = place == 5 and self.table.live >> self.seat & 1
        number = ("8.2" if self.ruleset.end == End.ALL else "8.5") if last else "8.1"
        words = Words(f"第{PLACES.zh[place - 1]}名", f"place {place}")
        if last:
            words = Words(f"{words.zh}: 只剩它还有牌", f"{words.en}: the only seat left with cards")
        return self.line("place", place, self.trail.since.get(f"{PLACE}{self.seat}"), number, words, "end")

    def side(self) -> Line:
        """身份: the emperor by the event that made it so, the others by the one that proves the guard."""
        roles, role = self.roles, role_of(self.roles, self.seat)
        if not roles.emperor and any(table.roles.emperor for table in self.trail.tables):
            return self.line("side", None, None, "4.1", Words("皇帝不明", "the emperor is unknown"))
        if not roles.emperor:
            return self.line("side", None, None, "9.14", Words("没有皇帝", "there is no emperor"))
        if role == EMPEROR:
            return self._emperor(roles)
        if role is None:
            return self.line("side", None, None, _guard_rule(self.ruleset), Words("侍卫不明", "the guard is unknown"))
        guard = self.trail.log.players[roles.guard - 1]
        if role == "guard":
            words = Words("侍卫", "the guard")
        elif roles.solo:
            words = Words("革命党: 皇帝独保", "a rebel: the emperor plays alone")
        else:
            words = Words(f"革命党: 侍卫是 {guard}", f"a rebel: the guard is {guard}")
        value = "emperor" if side_of_emperor(roles) >> self.seat & 1 else "rebels"
        number = "5.10" if roles.snatchers else "5.4" if roles.solo else _guard_rule(self.ruleset)
        return self.line("side", value, self.trail.proof, number, words, "guard")

    def _emperor(self, roles: Roles) -> Line:
        since = self.trail.since.get(EMPEROR)
        if roles.snatchers:
            return self.line("side", "emperor", since, "5.10", Words("抢独, 是皇帝", "emperor: it snatched"), "snatch")
        words = {
            Solo.SECRET: Words("皇帝, 暗独", "emperor, in a secret solo"),
            Solo.OPEN: Words("皇帝, 明独", "emperor, in an open solo"),
        }.get(Solo(roles.solo), Words("皇帝", "emperor"))
        if roles.solo:
            return self.line("side", "emperor", self.trail.proof, "5.4", words)
        return self.line("side", "emperor", since, "4.3" if not since else "4.2", words)

    def by_place(self) -> bool:
        """Whether each seat scores by its own place."""
        return self.ruleset.score == Score.PLACES and not has_podium(self.ruleset, self.roles)

    def base(self) -> Line:
        """底分: the formula with its figures, and the row of the source's own table."""
        if not self.played:
            return self._not_played("base")
        ruleset, roles, places = self.ruleset, self.roles, self.table.places
        if self.by_place():
            words = Words("没有底分: 各按名次", "no base: each seat scores by its own place")
            return self.line("base", None, self.trail.since.get(OVER), "9.7", words, "score")
        value = base_points(ruleset, roles, places)
        number, words, keys = self._formula(value)
        return self.line("base", value, self.trail.since.get(OVER), number, words, *keys)

    def _formula(self, value: int) -> tuple[str, Words, tuple[str, ...]]:
        ruleset, roles, places = self.ruleset, self.roles, self.table.places
        emperor, guard = (place_of(places, seat) for seat in (roles.emperor, roles.guard))
        if has_podium(ruleset, roles):
            key = "podium_open" if roles.solo == Solo.OPEN else "podium"
            figures = getattr(ruleset, key)
            step = min(emperor or 3, 3) - 1
            zh, en = (("第一", "第二", "其余名次")[step], ("first", "second", "else")[step])
            words = Words(f"独保{zh} {figures[step]:+d}, 四份之一", f"a solo {en}: {figures[step]:+d}, a quarter of it")
            return "9.5", self._with_row(words), ("solo_score", key)
        if ruleset.score == Score.SIDE:
            zh, en = ("皇帝一方", "the emperor's side") if value > 0 else ("革命党", "the rebels")
            return "9.6", Words(f"{zh}先走完", f"{en}: all out first"), ("score",)
        total = side_places(roles, places)
        if roles.solo:
            half = total // 2
            return "9.3", self._with_row(Words(f"6 - 2 x {half} = {value}", f"6 - 2 x {half} = {value}")), ("score",)
        first = emperor or (5 if guard else 4)
        sum_ = f"6 - ({first} + {total - first}) = {value}"
        counted = Words("", "") if emperor and guard else Words(" (没走的算末名)", " (unplaced counts as last)")
        words = Words(sum_ + counted.zh, sum_ + counted.en)
        return "9.2", self._with_row(words), ("score",)

    def _with_row(self, words: Words) -> Words:
        """The formula with the row of the source's table, where it has one."""
        roles = self.roles
        places = sorted(place_of(self.table.places, seat) or 5 for seat in {roles.emperor, roles.guard})
        if roles.solo and has_podium(self.ruleset, roles):
            places = [min(places[0], 3)]
        found = row_of(self.trail.resolved, roles.solo, tuple(places))
        if found is None:
            return words
        label = found[1].label
        return Words(f"{words.zh}; 原文的表 {label} 行", f"{words.en}; the source's table, row {label}")

    def share(self) -> Line:
        """份额: the base by the role."""
        if not self.played:
            return self._not_played("share")
        ruleset, roles = self.ruleset, self.roles
        value = seat_share(ruleset, roles, self.table.places, self.seat)
        if self.by_place():
            words = Words("按名次 4、2、0、-2、-4", "by place: 4, 2, 0, -2, -4")
            return self.line("share", value, self.trail.since.get(f"{PLACE}{self.seat}"), "9.7", words, "score")
        number = "9.5" if has_podium(ruleset, roles) else "9.6" if ruleset.score == Score.SIDE else "9.2"
        number = "9.3" if number == "9.2" and roles.solo else number
        times = {"emperor": 4 if roles.solo else 2, "guard": 1}.get(role_of(roles, self.seat) or "", -1)
        words = Words(f"底分 x {times}", f"{times} x the base")
        return self.line("share", value, self.trail.since.get(OVER), number, words, "score", "solo_score")

    def doubling(self) -> Line:
        """翻番: what doubled, once, and the stake."""
        if not self.played:
            return self._not_played("doubling")
        ruleset, roles = self.ruleset, self.roles
        value, cause = factor(ruleset, roles), doubled_by(ruleset, roles)
        words = Words("不翻番", "not doubled")
        if cause:
            words = _CAUSES[cause, int(roles.solo)] if cause == SOLO else _CAUSES[cause, 0]
            if doubling(ruleset, roles) == 1:
                words = Words(f"{words.zh}, 已含在底分里", f"{words.en}; the base has it in it already")
        if ruleset.stake != 1:
            words = Words(f"{words.zh}; 倍数 {ruleset.stake}", f"{words.en}; stake {ruleset.stake}")
        keys = {SOLO: "double_open_solo", OPEN_GUARD: "double_open_guard", RISEN: "double_rebellion"}
        if cause == SOLO and roles.solo == Solo.SECRET:
            keys = {SOLO: "double_secret_solo"}
        event = self.trail.since.get(cause) if cause else None
        return self.line("doubling", value, event, "9.8", words, *([keys[cause]] if cause else []), "stake")

    def penalty(self) -> Line:
        """罚分: escape, an abandoned throne, five seats in auto-play."""
        if not self.trail.over:
            return self._not_played("penalty")
        table, value = self.table, penalty(self.ruleset, self.table, self.seat)
        if table.escaped:
            name = self.trail.log.players[table.escaped - 1]
            words = Words(f"{name} 逃跑", f"{name} escaped")
            return self.line("penalty", value, self.trail.acted(Kind.ESCAPE), "9.11", words, "escape")
        if table.auto == ALL_SEATS:
            words = Words("五家都在托管, 不计分", "all five in auto-play: nobody scores")
            return self.line("penalty", value, self.trail.auto_since(), "9.13", words, "auto")
        if table.offer.abandoned:
            words = Words("弃皇判负, 四份对一份", "the throne was abandoned: four shares against one each")
            return self.line("penalty", value, self.trail.acted(Kind.ABANDON), "4.8", words, "abandon")
        return self.line("penalty", value, None, "9.11", Words("没有罚分", "none"))

    def total(self) -> Line:
        """合计."""
        event = self.trail.since.get(OVER)
        if not self.trail.over or (self.roles.emperor and not self.roles.guard and not self.table.escaped):
            return self._not_played("total")
        value = final(self.ruleset, self.table, self.seat)
        parts = earned(self.ruleset, self.table, self.seat), penalty(self.ruleset, self.table, self.seat)
        words = Words(f"{parts[0]:+d} {parts[1]:+d} = {value:+d}", f"{parts[0]:+d} {parts[1]:+d} = {value:+d}")
        return self.line("total", value, event, "9.14" if not self.roles.emperor else "9.10", words)

    def _not_played(self, name: str) -> Line:
        """A line that this game does not have."""
        if not self.trail.over:
            return self.line(name, None, None, "8.3", Words("这一局没有打完", "the game was not played to its end"))
        if self.table.escaped:
            event, words = self.trail.acted(Kind.ESCAPE), Words("逃跑先于牌分", "an escape goes before the cards")
            return self.line(name, None, event, "9.11", words)
        if not self.roles.emperor:
            return self.line(name, None, self.trail.since.get(OVER), "9.14", Words("没有打成", "it was not played"))
        return self.line(name, None, None, _guard_rule(self.ruleset), Words("侍卫不明", "the guard is unknown"))


_CAUSES: Final = {
    (SOLO, int(Solo.OPEN)): Words("明独翻番", "doubled by the open solo"),
    (SOLO, int(Solo.SECRET)): Words("独保翻番", "doubled by the solo"),
    (OPEN_GUARD, 0): Words("明保翻番", "doubled by the open guard"),
    (RISEN, 0): Words("造反翻番", "doubled by the rebellion"),
}


def _guard_rule(ruleset: Ruleset) -> str:
    return "5.1" if ruleset.guard == Guard.MARKED else "5.2"
