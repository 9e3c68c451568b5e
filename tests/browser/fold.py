"""折叠: a log told as frames, naively, so that the viewer can be tried without the replay engine.

It believes the log (nothing is judged), knows marked guards, shown calls and re-opening passes, and imports
nothing of `analyzer`.
"""

from __future__ import annotations

import copy
import re
from typing import Any

Game = dict[str, Any]
CARD = re.compile(r"[3-9TJQKA2][shdc]?|[BR]\*?")
ORDER = "R*RB*B2AKQJT9876543"
STAYS = {"auto", "mind", "note", "undo"}


def cards(text: str) -> list[str]:
    """The cards of a string, high to low.

    >>> cards("9sB*R9h")
    ['R', 'B*', '9h', '9s']
    """
    found = CARD.findall(text.replace(" ", ""))
    return sorted(found, key=lambda card: (ORDER.index(card.rstrip("shdc")), card))


def take(hand: str, gone: str) -> str:
    """The holding without the cards of a play; unsuited and unmarked cards take any of their like."""
    left = cards(hand)
    for card in cards(gone):
        like = [held for held in left if held[0] == card[0]]
        left.remove(card if card in left else like[-1])
    return "".join(left)


def fold(log: Game, view: int = 0, lang: str = "zh", verdict: Game | None = None) -> Game:
    """The game object of a log: header, frames, marks."""
    table = _empty()
    frames = [_frame(table, None, 0, view)]
    marks: list[Game] = []
    done: list[tuple[Game, Game]] = []
    for index, event in enumerate(log["events"]):
        if event["type"] == "undo":
            for _ in range(event.get("count", 1)):
                table = done.pop()[1]
        else:
            before = copy.deepcopy(table)
            _apply(table, event)
            if event["type"] not in STAYS:
                done.append((event, before))
        marks += _marks(event, index, table)
        frames.append(_frame(table, {**event, "index": index, "illegal": None}, index + 1, view))
    return {
        "game": log["game"], "ruleset": str(log["rules"]), "players": log["players"], "view": view,
        "lang": lang, "verdict": verdict or {}, "frames": frames, "marks": marks,
    }  # fmt: skip


def _empty() -> Game:
    return {
        "phase": "deal", "left": [0] * 5, "hands": [None] * 5, "turn": 0, "standing": None, "owner": 0,
        "passed": [], "places": [0] * 5, "emperor": 0, "guard": 0, "solo": None, "open_guard": False,
        "rebels": [], "risen": False, "auto": [], "trick": 0,
    }  # fmt: skip


def _frame(table: Game, act: Game | None, event: int, view: int) -> Game:
    frame: Game = copy.deepcopy(table)
    if view:
        frame["hands"] = [hand if seat == view else None for seat, hand in enumerate(table["hands"], 1)]
        known = table["open_guard"] or table["solo"] == "open" or view in (table["emperor"], table["guard"])
        frame["guard"] = table["guard"] if known and table["phase"] != "over" else table["guard"] * known
        frame["solo"] = table["solo"] if known else None
    return {"event": event, "act": act, **frame}


def _marks(event: Game, index: int, table: Game) -> list[Game]:
    kinds = {"declare": "declare", "call": "declare", "undo": "undo"}
    found = [kinds[event["type"]]] if event["type"] in kinds else []
    if event["type"] == "play":
        found += ["out"] if table["left"][event["seat"] - 1] == 0 else []
        found += ["joker"] if "R" in event["cards"] else []
    return [{"event": index + 1, "kind": kind} for kind in found]


def _apply(table: Game, event: Game) -> None:
    kind: str = event["type"]
    seat: int = event.get("seat", 0)
    if kind == "deal":
        table["hands"] = ["".join(cards(hand)) if isinstance(hand, str) else None for hand in event["hands"]]
        table["left"] = [len(cards(hand)) if isinstance(hand, str) else hand for hand in event["hands"]]
        table["phase"] = "throne"
        _settle(table, next((s for s, hand in enumerate(table["hands"], 1) if hand and "R*" in hand), 0))
    elif kind in ("tribute", "yield"):
        _move(table, int(event.get("from", seat)), event["to"], event["cards"])
        if kind == "yield":
            _settle(table, event["to"])
    elif kind == "accept":
        table["phase"] = "declare"
    elif kind == "call":
        table["phase"] = "declare"
        rest = {s: take(hand, event["cards"]) if s == seat else hand for s, hand in enumerate(table["hands"], 1)}
        table["guard"] = next(s for s, hand in rest.items() if event["cards"][:2] in cards(hand))
        table["solo"] = "secret" if table["guard"] == seat else None
    elif kind == "declare":
        _declare(table, seat, event["what"])
    elif kind in ("play", "pass"):
        _turn(table, seat, event.get("cards"))
    elif kind == "auto":
        table["auto"] = sorted(set(table["auto"]) ^ {seat})
    elif kind in ("end", "seal"):
        table["phase"] = "ended"
    elif kind in ("escape", "void", "abandon"):
        table["phase"], table["turn"] = "over", 0


def _settle(table: Game, emperor: int) -> None:
    table["emperor"] = table["turn"] = emperor
    table["guard"] = next((s for s, hand in enumerate(table["hands"], 1) if hand and "B*" in hand), 0)
    table["solo"] = "secret" if emperor and table["guard"] == emperor else None


def _move(table: Game, giver: int, taker: int, moved: str) -> None:
    for seat in (giver, taker):
        if table["hands"][seat - 1] is not None:
            hand = table["hands"][seat - 1]
            table["hands"][seat - 1] = take(hand, moved) if seat == giver else "".join(cards(hand + moved))
        table["left"][seat - 1] += len(cards(moved)) * (1 if seat == taker else -1)


def _declare(table: Game, seat: int, what: str) -> None:
    if what == "rebel":
        table["rebels"] = sorted({*table["rebels"], seat})
        table["risen"] = len(table["rebels"]) >= 2
    elif what == "guard":
        table["open_guard"] = True
    else:
        table["solo"] = "open"


def _turn(table: Game, seat: int, played: str | None) -> None:
    table["phase"] = "play"
    if played:
        if table["standing"] is None or _leads(table, seat):
            table["trick"] += 1
        if table["hands"][seat - 1] is not None:
            table["hands"][seat - 1] = take(table["hands"][seat - 1], played)
        table["left"][seat - 1] -= len(cards(played))
        table["standing"], table["owner"], table["passed"] = "".join(cards(played)), seat, []
        _place(table, seat)
    else:
        table["passed"] = [*table["passed"], seat]
    holders = [s for s in range(1, 6) if table["left"][s - 1]]
    if table["phase"] == "over":
        return
    if all(s in table["passed"] for s in holders if s != table["owner"]):
        table["standing"], table["passed"] = None, []
        table["turn"] = _next(table["owner"] - 1 or 5, holders)
        table["owner"] = 0
    else:
        table["turn"] = _next(seat, holders)


def _leads(table: Game, seat: int) -> bool:
    """Whether the passes after a big joker were left out: the seat that would lead next plays."""
    holders = [s for s in range(1, 6) if table["left"][s - 1]]
    return bool("R" in table["standing"] and seat == _next(table["owner"] - 1 or 5, holders))


def _next(seat: int, holders: list[int]) -> int:
    turns = ((seat + step) % 5 + 1 for step in range(5))
    return next(s for s in turns if s in holders)


def _place(table: Game, seat: int) -> None:
    if table["left"][seat - 1]:
        return
    table["places"][seat - 1] = max(table["places"]) + 1
    court = {table["emperor"], table["guard"]}
    alive = {s for s in range(1, 6) if table["left"][s - 1]}
    if not alive & court or not alive - court:
        table["phase"], table["turn"] = "over", 0
