"""计分表: the score tables that the sources print (`schemas/tables.toml`), checked against the formulas."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import combinations
from typing import Any, Final, NamedTuple

from analyzer.data import data
from analyzer.rules.scoring import seat_points
from analyzer.rules.table import Roles, Solo
from analyzer.rulesets import Ruleset, resolve
from analyzer.words import Words

Figures = Mapping[str, int | str]
Formula = Callable[[tuple[int, ...]], Figures]
"""From places to what each column must say: `emperor`, `guard`, `rebel`, `winner` or `seat`."""

KINDS: Final[Mapping[str, tuple[tuple[int, ...], ...]]] = {
    "pair": tuple(combinations(range(1, 6), 2)),
    "solo": tuple((place,) for place in range(1, 6)),
    "podium": ((1,), (2,), (3,)),
    "place": tuple((place,) for place in range(1, 6)),
}
"""The places that the rows of a table of each kind must name, each once."""
PLACES: Final = (
    Words("第一", "first"), Words("第二", "second"), Words("第三", "third"),
    Words("第四", "fourth"), Words("第五", "fifth"),
)  # fmt: skip


class Row(NamedTuple):
    """一行: its label, the places it names, how they must be read, and its figures by column."""

    label: str
    places: tuple[int, ...]
    reads: tuple[int, ...]
    figures: Figures


class ScoreTable(NamedTuple):
    """一张表: where it stands and its rows; `kind` says which places they are of."""

    name: str
    rulesets: tuple[str, ...]
    paragraph: str
    kind: str
    solo: int
    title: Words
    rows: tuple[Row, ...]


class Finding(NamedTuple):
    """一处毛病: what is wrong with a table, and in which rows."""

    table: str
    rows: tuple[str, ...]
    words: Words


@lru_cache(maxsize=1)
def tables() -> Mapping[str, ScoreTable]:
    """全部的表: by name.

    >>> len(tables()["shandong-sides"].rows)
    10
    """
    import tomllib  # only what shows or checks a table needs it

    text = (data("schemas") / "tables.toml").read_text(encoding="utf-8")
    return {entry["name"]: _table(entry) for entry in tomllib.loads(text)["table"]}


def _table(entry: Mapping[str, Any]) -> ScoreTable:
    rows = tuple(_row(row) for row in entry["row"])
    return ScoreTable(
        entry["name"], tuple(entry["rulesets"]), entry["paragraph"], entry["kind"],
        Solo[entry.get("solo", "none").upper()], Words(**entry["title"]), rows,
    )  # fmt: skip


def _row(row: Mapping[str, Any]) -> Row:
    figures = {column: value for column, value in row.items() if column not in ("label", "places", "reads")}
    return Row(row["label"], tuple(row["places"]), tuple(row.get("reads", row["places"])), figures)


def as_read(table: ScoreTable) -> ScoreTable:
    """改正的表: the table with its slips read as they must be."""
    return table._replace(rows=tuple(row._replace(places=row.reads) for row in table.rows))


def check_table(table: ScoreTable, formula: Formula) -> list[Finding]:
    """自查: places named twice or missing, and figures not the formula's; nothing when the table is right.

    >>> for finding in check_table(tables()["shandong-sides"], formula_of(tables()["shandong-sides"])):
    ...     print(finding.words.en)
    third and fourth: twice, in rows h and i
    third and fifth: missing
    row i has the figures of third and fifth
    """
    return [*_counted(table), *_compared(table, formula)]


def _counted(table: ScoreTable) -> Iterator[Finding]:
    """The places that a table of its kind must name, each once, and those that it names beside them."""
    named = {row.places for row in table.rows}
    for places in sorted({*named, *KINDS[table.kind]}):
        words = _places_in_words(places)
        labels = tuple(row.label for row in table.rows if row.places == places)
        if places not in KINDS[table.kind]:
            yield Finding(table.name, labels, Words(f"{words.zh}: 不该有", f"{words.en}: have no place here"))
        elif not labels:
            yield Finding(table.name, (), Words(f"{words.zh}: 缺少", f"{words.en}: missing"))
        elif len(labels) > 1:
            zh, en = "、".join(labels), " and ".join(labels)
            twice = Words(f"{words.zh}: 重复, 在 {zh} 行", f"{words.en}: twice, in rows {en}")
            yield Finding(table.name, labels, twice)


def _compared(table: ScoreTable, formula: Formula) -> Iterator[Finding]:
    """The rows whose figures are not the formula's; whose they are, when they are those of missing places."""
    named = {row.places for row in table.rows}
    missing = [places for places in KINDS[table.kind] if places not in named]
    for row in table.rows:
        if row.places not in KINDS[table.kind] or _fits(row, due := formula(row.places)):
            continue
        meant = next((places for places in missing if _fits(row, formula(places))), None)
        if meant:
            whose = _places_in_words(meant)
            zh, en = f"{row.label} 行的分是{whose.zh}的", f"row {row.label} has the figures of {whose.en}"
        else:
            found = ", ".join(f"{name} {value}, not {due[name]}" for name, value in row.figures.items())
            zh, en = f"{row.label} 行与公式不合: {found}", f"row {row.label}, against the formula: {found}"
        yield Finding(table.name, (row.label,), Words(zh, en))


def _fits(row: Row, due: Figures) -> bool:
    return all(due[column] == value for column, value in row.figures.items())


def _places_in_words(places: tuple[int, ...]) -> Words:
    words = [PLACES[place - 1] for place in places]
    return Words("和".join(one.zh for one in words), " and ".join(one.en for one in words))


def formula_of(table: ScoreTable) -> Formula:
    """公式: what the rules score (RULES.md 9) for the places of a row, in the table's first ruleset."""
    ruleset = resolve(table.rulesets[0]).ruleset

    def figures(places: tuple[int, ...]) -> Figures:
        if table.kind == "place":
            return {"seat": seat_points(ruleset, Roles(emperor=1, guard=2), places[0] << 3 * 1, 1)}
        return _seats(ruleset, table.solo, places)

    return figures


def _seats(ruleset: Ruleset, solo: int, places: tuple[int, ...]) -> Figures:
    """The figures of seat 1 as emperor, seat 2 as guard (in a solo a rebel), seat 5 as rebel."""
    roles = Roles(emperor=1, guard=2 if solo == Solo.NONE else 1, solo=solo)
    others = (place for place in range(1, 6) if place not in places)
    order = (*places, *others)
    packed = sum(place << 3 * seat for seat, place in enumerate(order, start=1))
    emperor, guard, rebel = (seat_points(ruleset, roles, packed, seat) for seat in (1, 2, 5))
    winner = "emperor" if emperor > 0 else "rebels" if emperor < 0 else "draw"
    return {"emperor": emperor, "guard": guard, "rebel": rebel, "winner": winner}
