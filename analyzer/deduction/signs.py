"""迹象: what a play or a pass says about the side of the seat that made it, as numbers with names in plain words.

A sign speaks for "this seat is the guard" (of the emperor: "it plays alone"); how much each counts is for the model to
say. A pass counts as far as the seat could have done otherwise: it is weighed by the probability, for the view, that
the seat could have beaten the play without a joker.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import log
from typing import Final, NamedTuple

from analyzer.cards import unpack
from analyzer.deduction.counts import is_settled
from analyzer.events import Event
from analyzer.paipu import act_of
from analyzer.rules.acts import Act, Kind
from analyzer.rules.plays import play_size
from analyzer.rules.table import first_of
from analyzer.rulesets import Guard
from analyzer.tracking import Facts
from analyzer.tracking.cases import answers
from analyzer.tracking.threats import has_higher_set, standing_of, to_act
from analyzer.words import Words

SHORT: Final = 8
"""A seat with at most so many cards may soon be out."""
LOW: Final = 7
"""Ranks up to this (T) are low."""

SIGNS: Final[Mapping[str, Words]] = {
    "let_emperor": Words("放过了皇帝的 {beaten}, {able}", "passed on the emperor's {beaten}, {able}"),
    "let_emperor_short": Words(
        "在皇帝{left}时放过了他的 {beaten}", "passed on the emperor's {beaten} when the emperor had {left}"
    ),
    "let_other": Words("放过了 {owner} 号位的 {beaten}, {able}", "passed on seat {owner}'s {beaten}, {able}"),
    "let_other_short": Words(
        "在 {owner} 号位{left}时放过了它的 {beaten}", "passed on seat {owner}'s {beaten} when that seat had {left}"
    ),
    "let_rebel": Words(
        "放过了 {owner} 号位的 {beaten}, 而 {owner} 号位肯定不是侍卫",
        "passed on the {beaten} of seat {owner}, which is certainly not the guard",
    ),
    "left_to_emperor": Words(
        "放过了 {owner} 号位的 {beaten}, 留给还没表态的皇帝",
        "passed on seat {owner}'s {beaten} with the emperor still to act",
    ),
    "beat_emperor": Words("压了皇帝的 {beaten}", "beat the emperor's {beaten}"),
    "beat_emperor_low": Words("压了皇帝的{low}{beaten}", "beat the emperor's {low}{beaten}"),
    "beat_emperor_far": Words("用 {play} 去压皇帝的 {beaten}", "went as high as {play} on the emperor's {beaten}"),
    "beat_emperor_joker": Words("用{jokers}压皇帝的 {beaten}", "spent {jokers} on the emperor's {beaten}"),
    "beat_emperor_short": Words(
        "在皇帝{left}时压了他的 {beaten}", "beat the emperor's {beaten} when the emperor had {left}"
    ),
    "beat_other": Words("压了 {owner} 号位的 {beaten}", "beat seat {owner}'s {beaten}"),
    "beat_other_joker": Words("用{jokers}压 {owner} 号位的 {beaten}", "spent {jokers} on seat {owner}'s {beaten}"),
    "beat_other_short": Words(
        "在 {owner} 号位{left}时压了它的 {beaten}", "beat seat {owner}'s {beaten} when that seat had {left}"
    ),
    "beat_rebel": Words(
        "压了 {owner} 号位的 {beaten}, 而 {owner} 号位肯定不是侍卫",
        "beat the {beaten} of seat {owner}, which is certainly not the guard",
    ),
    "beat_after_emperor": Words(
        "在皇帝这一轮过牌之后压了 {owner} 号位的 {beaten}",
        "beat seat {owner}'s {beaten} in a trick in which the emperor had passed",
    ),
    "beat_before_emperor": Words(
        "不等皇帝表态就压了 {owner} 号位的 {beaten}", "beat seat {owner}'s {beaten} with the emperor still to act"
    ),
    "lead_many": Words("领出 {size} 张", "led {cards}"),
    "lead_high": Words("领出 {play}", "led {play}"),
    "lead_joker": Words("领出的牌里有{jokers}", "put {jokers} into a lead"),
    "lead_beyond_emperor": Words("领出 {size} 张, 比皇帝剩的还多", "led {cards}, more than the emperor had left"),
    "lead_to_emperor": Words("领出 {size} 张, 正好是皇帝剩的张数", "led {cards}, as many as the emperor had left"),
    "lead_before_emperor": Words("领出 {play}, 下一个轮到皇帝", "led {play} with the emperor next"),
    "kept_back": Words(
        "又出了 {size} 张, 没亮侍卫牌 (侍卫多半留着它)",
        "put down {cards} without showing the guard's card, which a guard tends to keep",
    ),
    "small_joker": Words("出了{smalls}", "put down {smalls}"),
    "big_joker": Words("出了{bigs}", "put down {bigs}"),
    "solo_marked": Words(
        "模型学过的牌局里, 暗独比按张数算的{rare}",
        "in the games that the model learned from, secret solos are {rare} than counting makes them",
    ),
    "solo_called": Words(
        "模型学过的叫牌牌局里, 暗独比按张数算的{rare}",
        "in the games with a call that the model learned from, secret solos are {rare} than counting makes them",
    ),
    "solo_let": Words(
        "皇帝放过了 {owner} 号位的 {beaten}, {able}", "the emperor passed on seat {owner}'s {beaten}, {able}"
    ),
    "solo_let_short": Words(
        "皇帝在 {owner} 号位{left}时放过了它的 {beaten}",
        "the emperor passed on seat {owner}'s {beaten} when that seat had {left}",
    ),
    "solo_beat": Words("皇帝压了 {owner} 号位的 {beaten}", "the emperor beat seat {owner}'s {beaten}"),
    "solo_beat_joker": Words(
        "皇帝用{jokers}压 {owner} 号位的 {beaten}", "the emperor spent {jokers} on seat {owner}'s {beaten}"
    ),
    "solo_lead_many": Words("皇帝领出 {size} 张", "the emperor led {cards}"),
    "solo_lead_high": Words("皇帝领出 {play}", "the emperor led {play}"),
    "solo_kept_back": Words(
        "皇帝又出了 {size} 张, 没亮侍卫牌", "the emperor put down {cards} without showing the guard's card"
    ),
    "solo_small_joker": Words("皇帝出了{smalls}", "the emperor put down {smalls}"),
}
"""迹象: every sign by name, in words; in braces what the event has (`sentences`)."""
NAMES: Final = tuple(SIGNS)
OF_CARDS: Final = frozenset(
    name for name in NAMES if name.startswith("solo_") or name in ("kept_back", "small_joker", "big_joker")
)
"""The signs that hold for every guard, one who plays as a rebel among them: what is left in a hand, and of a solo."""
Signs = dict[str, float]


class Seen(NamedTuple):
    """What a sign is read from: the facts before the event, the emperor, the act, the play to beat and whose it is."""

    before: Facts
    emperor: int
    act: Act
    standing: int
    owner: int


def seen_at(before: Facts, after: Facts, event: Event) -> Seen:
    """所据: what the signs of an event are read from."""
    act = act_of(event)
    leads = act.kind == Kind.PLAY and after.sight.trick != before.sight.trick
    standing = 0 if leads else standing_of(before.sight)
    return Seen(before, after.sight.emperor, act, standing, before.sight.owner if standing else 0)


def signs(before: Facts, after: Facts, event: Event) -> tuple[int, Signs]:
    """迹象: the seat that an event says something about, and what; seat 0 for nothing.

    The start, when the view learns that roles are settled, is a sign of its own for a solo.
    """
    sight, emperor, act = before.sight, after.sight.emperor, act_of(event)
    if not is_settled(after):
        return 0, {}
    start: Signs = {}
    if not is_settled(before):
        start = {"solo_called" if before.ruleset.guard == Guard.CALLED else "solo_marked": 1.0}
    told = act.kind in (Kind.PLAY, Kind.PASS) and act.seat != sight.view and not sight.auto >> act.seat & 1
    if not told or act.seat not in (emperor, *sight.guards):
        return (emperor, start) if start else (0, {})
    seen = seen_at(before, after, event)
    played = _pass(seen) if act.kind == Kind.PASS else _beat(seen) if seen.standing else _lead(seen)
    found = {**played, **_cards(seen)} if act.kind == Kind.PLAY else played
    if act.seat == emperor:
        return act.seat, {**start, **_solo(found)}
    return act.seat, {name: value for name, value in found.items() if value}


def _pass(seen: Seen) -> Signs:
    """A pass: on whose play, and how likely the seat could have beaten it."""
    before, sight, seat = seen.before, seen.before.sight, seen.act.seat
    if not seen.standing or seat not in before.lie.seats:
        return {}
    could = has_higher_set(before, before.lie, answers(before.lie), seat)
    short = could if before.left(seen.owner) <= SHORT else 0.0
    if seen.owner == seen.emperor:
        return {"let_emperor": could, "let_emperor_short": short}
    known = could if seen.owner not in sight.guards else 0.0
    waits = could if seen.emperor in to_act(sight) else 0.0
    return {"let_other": could, "let_other_short": short, "let_rebel": known, "left_to_emperor": waits}


def _beat(seen: Seen) -> Signs:
    """A play on another: whose, at what cost, and whether the emperor had had his say."""
    before, sight = seen.before, seen.before.sight
    jokers = float((seen.act.play >> 3 & 7) + (seen.act.play & 7))
    short = 1.0 if before.left(seen.owner) <= SHORT else 0.0
    if seen.owner == seen.emperor:
        plain = seen.act.play >> 6 & 31
        far = max(0, (seen.act.play >> 11) - (seen.standing >> 11) - 1) / 4 if plain else 0.0
        low = 1.0 if seen.standing >> 11 <= LOW else 0.0
        return {
            "beat_emperor": 1.0, "beat_emperor_low": low, "beat_emperor_far": far, "beat_emperor_joker": jokers,
            "beat_emperor_short": short,
        }  # fmt: skip
    known = 1.0 if seen.owner not in sight.guards else 0.0
    waits = 1.0 if seen.emperor in to_act(sight) else 0.0
    said = 1.0 if sight.passed >> seen.emperor & 1 else 0.0
    return {
        "beat_other": 1.0, "beat_other_joker": jokers, "beat_other_short": short, "beat_rebel": known,
        "beat_after_emperor": said, "beat_before_emperor": waits,
    }  # fmt: skip


def _lead(seen: Seen) -> Signs:
    """A lead: how many, how high, and what it does to an emperor who is nearly out or next to act."""
    sight = seen.before.sight
    rank, plain, small, big = unpack(seen.act.play)
    size, left = play_size(seen.act.play), seen.before.left(seen.emperor)
    following = first_of(sight.live & ~(1 << seen.act.seat), seen.act.seat)
    near = 0 < left <= SHORT
    return {
        "lead_many": (size - 2) / 3,
        "lead_high": (rank - 6) / 6 if plain else 1.0,
        "lead_joker": float(small + big),
        "lead_beyond_emperor": 1.0 if near and size > left else 0.0,
        "lead_to_emperor": 1.0 if near and size == left else 0.0,
        "lead_before_emperor": 1.0 if following == seen.emperor and rank <= LOW else 0.0,
    }


def _cards(seen: Seen) -> Signs:
    """What a play takes from the hand."""
    _, _, small, big = unpack(seen.act.play)
    left = seen.before.left(seen.act.seat)
    kept = log((left + 1) / (left - play_size(seen.act.play) + 1))
    return {"kept_back": kept, "small_joker": float(small), "big_joker": float(big)}


def _solo(found: Signs) -> Signs:
    """The signs of the emperor's own plays and passes: only some of them count, under names of their own."""
    renamed = {
        "solo_let": found.get("let_other", 0.0),
        "solo_let_short": found.get("let_other_short", 0.0),
        "solo_beat": found.get("beat_other", 0.0),
        "solo_beat_joker": found.get("beat_other_joker", 0.0),
        "solo_lead_many": found.get("lead_many", 0.0),
        "solo_lead_high": found.get("lead_high", 0.0),
        "solo_kept_back": found.get("kept_back", 0.0),
        "solo_small_joker": found.get("small_joker", 0.0),
    }
    return {name: value for name, value in renamed.items() if value}
