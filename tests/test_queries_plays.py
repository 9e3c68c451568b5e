"""The questions about plays, each counted once more in plain Python on the replayed tables."""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

from analyzer.cards import GUARD_JOKER, rank_of, shown, write_cards
from analyzer.events import Auto, Call, Deal, Declare, Event, Mind, Note, Play, Tribute
from analyzer.events import Previous as Was
from analyzer.rules.table import Solo
from analyzer.rulesets import Guard
from tests.queried import Game, Row, ask, finished, followed, percent, rounded, tally

SEATS = range(1, 6)
ROLES = ("emperor", "guard", "rebel")
RULESETS = [None, "room-normal"]


def settings(ruleset: str | None) -> dict[str, str]:
    return {"ruleset": ruleset} if ruleset else {}


def middle(numbers: list[int]) -> int | None:
    return sorted(numbers)[max(math.ceil(len(numbers) / 2) - 1, 0)] if numbers else None


def revealed(game: Game) -> tuple[str, int | None, int | None]:
    """By what, at which event and in which trick the table first learns who the guard is."""
    called: int | None = None
    guard = game.verdict.guard
    laid = trick = 0
    tricks = {done.at: number for number, plays in game.tricks().items() for done, _ in plays}
    for done in game.stands():
        event, roles = done.event, done.after.table.roles
        if isinstance(event, Auto | Mind | Note):  # they stay where what they followed was undone
            continue
        trick = tricks.get(done.at, trick)
        if isinstance(event, Call):
            called = shown(event.cards).cards[0]
        card = GUARD_JOKER if game.replay.resolved.ruleset.guard == Guard.MARKED else called
        if isinstance(event, Play) and event.seat == guard:
            laid += shown(event.cards).cards.count(card if card is not None else -1)
        needed = 4 if roles.solo and card != GUARD_JOKER else 1
        ways = {
            "declared": roles.open_guard, "solo": roles.solo == Solo.OPEN, "rebellion": roles.risen,
            "card": laid >= needed,
        }  # fmt: skip
        how = next((way for way, is_so in ways.items() if is_so and roles.guard), None)
        if how:
            return how, done.at, trick
    return "never", None, None


@pytest.mark.parametrize("ruleset", RULESETS)
def test_guard_revealed(ruleset: str | None) -> None:
    found = [revealed(game) for game in finished(ruleset) if game.verdict.guard]
    rows = []
    for how, many in sorted(Counter(how for how, _, _ in found).items(), key=lambda item: (-item[1], item[0])):
        at = [event for way, event, _ in found if way == how and event is not None]
        tricks = [trick for way, _, trick in found if way == how and trick is not None]
        rows.append(
            {
                "how": how, "games": many, "of_games": len(found), "percent": percent(many, len(found)),
                "first_event": min(at, default=None), "middle_event": middle(at), "last_event": max(at, default=None),
                "middle_trick": middle(tricks),
            }
        )  # fmt: skip
    assert ask("guard_revealed", **settings(ruleset)) == rows
    assert ruleset or {row["how"] for row in rows} >= {"declared", "solo", "rebellion", "card"}


def declared(game: Game, what: str) -> int:
    return sum(isinstance(done.event, Declare) and done.event.what == what for done in game.stands())


@pytest.mark.parametrize("ruleset", RULESETS)
def test_open_guard(ruleset: str | None) -> None:
    pairs = [game for game in finished(ruleset) if game.verdict.emperor and not game.verdict.solo]
    rows = []
    for guard, is_open in (("open", True), ("secret", False)):
        chosen = [game for game in pairs if bool(declared(game, "guard")) == is_open]
        points = sum(game.score(game.verdict.emperor or 0) for game in chosen)
        counted = tally((game.verdict.winner for game in chosen), "emperor", "rebels")
        rows.append({"guard": guard, **counted, "points": points, "of_games": len(chosen)})
    assert ask("open_guard", **settings(ruleset)) == rows


@pytest.mark.parametrize("ruleset", RULESETS)
def test_rebellions(ruleset: str | None) -> None:
    kinds: dict[str, list[Game]] = {}
    for game in finished(ruleset):
        if game.verdict.emperor:
            stood = game.moments[-1].table.roles.risen
            kind = "stood" if stood else "too few" if declared(game, "rebel") else "none"
            kinds.setdefault(kind, []).append(game)
    rows = [
        {
            "rebellion": kind,
            **tally((game.verdict.winner for game in chosen), "rebels", "emperor"),
            "of_games": len(chosen),
        }
        for kind, chosen in sorted(kinds.items())
    ]
    assert ask("rebellions", **settings(ruleset)) == rows
    assert ruleset or [row["rebellion"] for row in rows] == ["none", "stood", "too few"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_able_passes(ruleset: str | None) -> None:
    able = [turn for game in followed(ruleset) for turn in game.able]
    rows = []
    for role in ROLES:
        mine = [passed for _, own, passed in able if own == role]
        rows.append({"role": role, "passed": sum(mine), "of_able": len(mine), "percent": percent(sum(mine), len(mine))})
    assert ask("able_passes", **settings(ruleset)) == rows


@pytest.mark.parametrize("ruleset", RULESETS)
def test_jokers(ruleset: str | None) -> None:
    played: Counter[tuple[str | None, str]] = Counter()
    won: Counter[str | None] = Counter()
    for game in finished(ruleset):
        for _, play in game.plays():
            for card in write_cards(shown(play.cards).cards).replace("*", ""):
                played[game.role(play.seat), card] += 1
        won.update(game.role(plays[-1][1].seat) for plays in game.tricks().values())
    rows = []
    for role in ROLES:
        small, big = played[role, "B"], played[role, "R"]
        rows.append(
            {
                "role": role, "small": small, "big": big, "of_tricks": won[role],
                "per_trick": rounded((small + big) / won[role], 3), "of_all": won.total(),
                "percent": percent(won[role], won.total()),
            }
        )  # fmt: skip
    assert ask("jokers", **settings(ruleset)) == rows


def sixes(hand: tuple[int, ...] | None) -> int:
    return sum(rank_of(card) == 3 for card in hand or ())


def test_sixes_stranded() -> None:
    rows = []
    for name in sorted({game.ruleset for game in followed()}):
        pairs = []
        for game in followed(name):
            dealt = next(moment for moment in game.moments if moment.table.phase).holdings
            pairs += list(zip(map(sixes, dealt), map(sixes, game.moments[-1].holdings), strict=True))
        stranded, of_sixes = sum(left for _, left in pairs), sum(had for had, _ in pairs)
        rows.append(
            {
                "ruleset": name, "sixes": stranded, "of_sixes": of_sixes, "percent": percent(stranded, of_sixes),
                "seats": sum(left > 0 for _, left in pairs), "of_seats": sum(had > 0 for had, _ in pairs),
                "of_games": len(followed(name)),
            }
        )  # fmt: skip
    assert ask("sixes_stranded") == rows
    assert ask("sixes_stranded", ruleset="shandong") == [row for row in rows if row["ruleset"] == "shandong"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_wind(ruleset: str | None) -> None:
    winds: dict[tuple[Any, Any], list[bool]] = {}
    for game in finished(ruleset):
        tricks = list(game.tricks().values())
        for before, now in pairwise(tricks):
            closer, leader = before[-1][1].seat, now[0][1].seat
            if not now[0][0].before.sizes[closer - 1]:
                key = game.role(closer), game.role(leader)
                winds.setdefault(key, []).append(now[-1][1].seat == leader)
    total = sum(map(len, winds.values()))
    rows = [
        {
            "gone_out": out, "led": led, "won": sum(found), "of_winds": len(found),
            "percent": percent(sum(found), len(found)), "of_all": total,
        }
        for (out, led), found in sorted(winds.items())
    ]  # fmt: skip
    assert ask("wind", **settings(ruleset)) == rows != []


def holding(game: Game, cards: str) -> int | None:
    """How many of these cards the emperor held before the first play; None where its hand is hidden."""
    first = next(done for done, _ in game.plays())
    hand = first.before.holdings[(game.verdict.emperor or 0) - 1]
    return None if hand is None else sum(write_cards([card])[0] in cards for card in hand)


@pytest.mark.parametrize("solo", [None, "secret"])
def test_solos(solo: str | None) -> None:
    groups: dict[tuple[str, str, int | None], list[Game]] = {}
    for game in finished():
        if game.verdict.solo and solo in (None, game.verdict.solo):
            for name, cards in (("jokers", "BR"), ("twos", "2")):
                groups.setdefault((game.verdict.solo, name, holding(game, cards)), []).append(game)
    rows = []
    in_order = sorted(groups.items(), key=lambda item: (*item[0][:2], item[0][2] is None, item[0][2]))
    for (kind, name, held), chosen in in_order:
        decided = [game.verdict.winner for game in chosen if game.verdict.winner]
        won = decided.count("emperor")
        rows.append(
            {
                "solo": kind, "card": name, "held": held, "won": won, "of_decided": len(decided),
                "percent": percent(won, len(decided)),
                "points": sum(game.score(game.verdict.emperor or 0) for game in chosen), "of_games": len(chosen),
            }
        )  # fmt: skip
    assert ask("solos", **({"solo": solo} if solo else {})) == rows != []


def payer(game: Game, seat: int) -> str:
    was = game.log.previous
    assert isinstance(was, Was)
    return "emperor" if seat == was.emperor else "guard" if seat == was.guard else "rebel"


def test_tribute() -> None:
    paid: list[tuple[str, str, str]] = []
    for game in finished():
        events: list[Event] = [done.event for done in game.stands()]
        paid += [
            (payer(game, event.source), event.cards[0], game.log.game) for event in events if isinstance(event, Tribute)
        ]
    rows = []
    for role, card in sorted({(role, card) for role, card, _ in paid}, key=lambda pair: (pair[0], -order(pair[1]))):
        where = [game for own, one, game in paid if (own, one) == (role, card)]
        rows.append(
            {
                "payer": role, "card": card, "cards": len(where), "of_cards": len(paid),
                "percent": percent(len(where), len(paid)), "games": len(set(where)), "of_games": len(finished()),
            }
        )  # fmt: skip
    assert ask("tribute") == rows != []


def order(card: str) -> int:
    return "3456789TJQKA2BR".index(card)


def sides_behind(game: Game) -> list[tuple[str, str]]:
    """Which side was behind, and by which measure."""
    verdict = game.verdict
    ours = {verdict.emperor, verdict.guard}
    found = []
    if verdict.places and 1 in verdict.places:
        found.append(("first_out", "rebels" if verdict.places.index(1) + 1 in ours else "emperor"))
    total = 0
    for done in game.stands():
        held = sum(done.after.sizes)
        if not isinstance(done.event, Play):
            total = max(total, held) if isinstance(done.event, Deal) or not done.after.trick else total
        elif 2 * held <= total:
            mine = [size for seat, size in enumerate(done.after.sizes, 1) if seat in ours]
            theirs = [size for seat, size in enumerate(done.after.sizes, 1) if seat not in ours]
            emperor, rebels = Fraction(sum(mine), len(mine)), Fraction(sum(theirs), len(theirs))
            if emperor != rebels:
                found.append(("half", "emperor" if emperor > rebels else "rebels"))
            break
    return found


@pytest.mark.parametrize("ruleset", RULESETS)
def test_comebacks(ruleset: str | None) -> None:
    decided = [game for game in finished(ruleset) if game.verdict.winner]
    groups: dict[tuple[str, str], list[bool]] = {}
    for game in decided:
        for behind, side in sides_behind(game):
            groups.setdefault((behind, side), []).append(game.verdict.winner == side)
    rows = [
        {
            "behind": behind, "side": side, "won": sum(won), "of_behind": len(won),
            "percent": percent(sum(won), len(won)), "of_decided": len(decided),
        }
        for (behind, side), won in sorted(groups.items())
    ]  # fmt: skip
    assert ask("comebacks", **settings(ruleset)) == rows
    assert len(rows) == 4


def test_longest_tricks() -> None:
    rows: list[Row] = []
    for game in finished():
        for number, plays in game.tricks().items():
            names = [game.log.players[play.seat - 1] for _, play in (plays[0], plays[-1])]
            rows.append(
                {
                    "game": game.log.game, "trick": number, "event": plays[0][0].at, "plays": len(plays),
                    "cards": len(shown(plays[0][1].cards).cards), "led": names[0], "closed": names[1],
                }
            )  # fmt: skip
    rows.sort(key=lambda row: (-row["plays"], row["game"], row["trick"]))
    expected = [{**row, "of_tricks": len(rows)} for row in rows]
    assert ask("longest_tricks") == expected[:10]
    assert ask("longest_tricks", take=str(len(rows) + 1)) == expected


def features(game: Game) -> tuple[Any, ...]:
    verdict = game.verdict
    places = [game.place(seat) if seat else 0 for seat in (verdict.emperor, verdict.guard)]
    return (verdict.solo or "none", verdict.doubled, verdict.winner or "none", *places)


@pytest.mark.parametrize("name", ["room-normal", "tribute"])
def test_games_like(name: str) -> None:
    this = finished(name)[0]
    others = [game for game in finished(name) if game is not this]
    rows = []
    for game in others:
        length, differ = len(game.tricks()), sum(a != b for a, b in zip(features(this), features(game), strict=True))
        solo, doubled, winner, emperor, guard = features(game)
        rows.append(
            {
                "game": game.log.game, "apart": abs(length - len(this.tricks())) + 10 * differ, "tricks": length,
                "solo": solo, "doubled": doubled, "winner": winner, "emperor_place": emperor, "guard_place": guard,
                "of_games": len(others),
            }
        )  # fmt: skip
    rows.sort(key=lambda row: (row["apart"], row["game"]))
    assert ask("games_like", game=this.log.game) == rows[:10] != []
    assert ask("games_like", game=this.log.game, take="2") == rows[:2]
    assert ask("games_like", game="no such game") == []
