"""变一变: seeded changes of logs - for comparing the engine with the oracle."""

from __future__ import annotations

import copy
import json
from random import Random
from typing import Any

Json = dict[str, Any]
SEATED = ("accept", "draw", "snatch", "abandon", "escape")


def cards_in(text: str) -> list[str]:
    """The cards of a string, one by one."""
    found: list[str] = []
    for char in text.replace(" ", ""):
        if found and (char == "*" or (char in "shdc" and len(found[-1]) == 1)):
            found[-1] += char
        else:
            found.append(char)
    return found


def bare(card: str) -> str:
    """A plain card without its suit; jokers as they are."""
    return card if card[0] in "BR" else card[0]


def random_event(random: Random) -> Json:
    """Some event, most likely out of place."""
    seat, other = random.randint(1, 5), random.randint(1, 5)
    some = random.choice(["7h", "77", "R*", "B", "B*", "6s6s", "R", "2d", "9h9h9h", "9h8h", "3s", "AdAdAdAd"])
    return random.choice([
        {"type": "play", "seat": seat, "cards": some}, {"type": "pass", "seat": seat},
        {"type": "pass", "seat": seat, "wind": True}, {"type": "undo"}, {"type": "undo", "count": other},
        {"type": "note", "text": "x"}, {"type": "declare", "seat": seat, "what": "guard"},
        {"type": "declare", "seat": seat, "what": "rebel"}, {"type": "declare", "seat": seat, "what": "solo"},
        {"type": random.choice(SEATED), "seat": seat}, {"type": "auto", "seat": seat, "on": random.random() < 0.7},
        {"type": "yield", "seat": seat, "to": other, "cards": random.choice(["R*", "R*2h", some])},
        {"type": "call", "seat": seat, "cards": some}, {"type": "void"}, {"type": "end"},
        {"type": "mind", "seat": seat, "to": other, "say": "help"},
        {"type": "tribute", "from": seat, "to": other, "cards": some},
    ])  # fmt: skip


def changed(log: Json, random: Random) -> Json:
    """A copy of a log with one to three changes of its events."""
    log = copy.deepcopy(log)
    events: list[Json] = log["events"]
    for _ in range(random.choice([1, 1, 1, 2, 3])):
        early = random.random() < 0.5
        at = random.randrange(min(len(events), 14) if early else len(events))
        event = events[at]
        how = random.randrange(8)
        if how == 0:
            del events[at]
        elif how == 1:
            events.insert(at, copy.deepcopy(event))
        elif how == 2 and at:
            events[at - 1], events[at] = event, events[at - 1]
        elif how == 3:
            events.insert(at + 1, random_event(random))
        elif how == 4 and "seat" in event:
            event["seat"] = random.randint(1, 5)
        elif how == 5 and "cards" in event:
            cards = cards_in(event["cards"])
            cards[random.randrange(len(cards))] = random.choice(["7h", "7", "R", "B", "R*", "B*", "Ad", "3s", "2c"])
            event["cards"] = "".join(cards)
        elif how == 6:
            events[at : at + 1] = [copy.deepcopy(event), {"type": "undo"}, event]
        elif event["type"] == "end" and random.random() < 0.8:
            mutate_claim(event, random)
        if not events:
            events.append({"type": "note", "text": "x"})
    return log


def mutate_claim(event: Json, random: Random) -> None:
    """Another claim in an `end`."""
    key = random.choice(["guard", "emperor", "scores", "places"])
    if key in ("guard", "emperor"):
        event[key] = random.randint(1, 5)
    elif key in event:
        values = event[key]
        values[random.randrange(5)] = random.randint(0, 5)


def masked(log: Json, random: Random) -> Json:
    """A copy of a fully known log as one seat, an onlooker, or people who write few suits told it."""
    log = copy.deepcopy(log)
    for key in [key for key in log if key == "h"]:
        del log[key]
    events = log["events"] = [event for event in log["events"] if event["type"] != "seal"]
    view = random.choice([-1, 1, 2, 3, 4, 5, 0, 0])
    bareheads = {seat for seat in range(1, 6) if view == 0 and random.random() < 0.6}
    if view:
        log["view"] = view
    for event in events:
        event.pop("h", None)
        if event["type"] == "deal":
            for seat in range(1, 6):
                hand = event["hands"][seat - 1]
                if view and seat != view:
                    event["hands"][seat - 1] = len(cards_in(hand)) if isinstance(hand, str) else hand
                elif seat in bareheads and isinstance(hand, str):
                    event["hands"][seat - 1] = "".join(map(bare, cards_in(hand)))
        seat = event.get("seat") or event.get("from")
        loose = event["type"] == "play" or (
            event["type"] in ("tribute", "yield") and (seat in bareheads or (view and seat != view))
        )  # fmt: skip
        if "cards" in event and loose and random.random() < 0.3:
            event["cards"] = "".join(map(bare, cards_in(event["cards"])))
    return log


def dumps(log: Json) -> bytes:
    """The log as JSON."""
    return json.dumps(log, ensure_ascii=False).encode()
