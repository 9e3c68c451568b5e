"""No leaks: a game dealt anew in all that a view cannot see, the past left as it was."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

from msgspec import structs

from analyzer.cards import EMPEROR_JOKER, B, shown, write_cards
from analyzer.cli.deduce import lines as deduce_lines
from analyzer.cli.track import lines as track_lines
from analyzer.deduction import deduce
from analyzer.events import Call, Deal, End, Escape, Event, Log, Note, Play, Snatch, Undo
from analyzer.outlook import keeping, stories
from analyzer.replay import Held, Replay, rules_of
from analyzer.review import reviewed
from analyzer.rules.table import Phase, Table
from analyzer.rulesets import DeclareSolo
from analyzer.tracking import tracks
from analyzer.viewer import frames

SEATS = (1, 2, 3, 4, 5)


def dealt_anew(log: Log, upto: int, view: int, random: Random) -> Log | None:
    """The first events of a game in which all that a view has not seen by then lies elsewhere.

    None where the new deal would have made another past: a declaration that would be false, another guard revealed.
    The emperor has the three cards that it called; where it has the fourth, too, and the table does not see it, the
    call is written with three or with four.
    """
    prefix = structs.replace(log, events=log.events[:upto])
    held = Replay(prefix).moments[-1].holdings
    deal = prefix.events[0]
    assert isinstance(deal, Deal)
    others = [seat for seat in SEATS if seat != view]
    kept = shown_to_all(prefix, held)
    loose = Counter(card for seat in others for card in held[seat - 1] or ())
    loose.subtract(card for seat in others for card in kept[seat])
    left = list(loose.elements())
    random.shuffle(left)
    hands = list(deal.hands)
    snatched = {event.seat for event in prefix.events if isinstance(event, Snatch)}
    holds = {seat: snatch_anew(hands[seat - 1], held[seat - 1] or (), left, random) for seat in snatched - {view}}
    for seat in others:
        old = held[seat - 1] or ()
        sure = [*kept[seat], *holds.get(seat, [])]
        if len(sure) > len(old):
            return None
        new = [*sure, *(left.pop() for _ in range(len(old) - len(sure)))]
        cards = Counter(shown(str(hands[seat - 1])).cards)
        cards.subtract(old)
        cards.update(new)
        if min(cards.values()) < 0:
            return None
        hands[seat - 1] = write_cards(cards.elements())
    one, two, three, four, five = hands
    made = structs.replace(deal, hands=(one, two, three, four, five))
    found = structs.replace(prefix, events=(made, *prefix.events[1:]))
    found = called_anew(found, view, random)
    return found if same_past(prefix, found) else None


def snatch_anew(hand: str | int, held: Sequence[int], loose: list[int], random: Random) -> list[int]:
    """Three jokers and four alike for a seat that snatched, those that it has put down among them, out of the loose."""
    had = Counter(shown(str(hand)).cards) - Counter(held)
    free = Counter(loose)
    able = [card for card in range(B) if had[card] + free[card] == 4]
    card = random.choice(able or [0])
    jokers = [one for one in loose if one >= B][: max(0, 3 - sum(count for one, count in had.items() if one >= B))]
    kept = [*jokers, *([card] * free[card] if all(had[one] < 4 for one in range(B)) else [])]
    for one in kept:
        loose.remove(one)
    return kept


def shown_to_all(prefix: Log, held: Held) -> dict[int, list[int]]:
    """By seat: the cards in its hand that everybody knows to be there: `R*`, and of the called ones what is left."""
    kept: dict[int, list[int]] = {
        seat: [EMPEROR_JOKER] if EMPEROR_JOKER in (held[seat - 1] or ()) else [] for seat in SEATS
    }
    for call in (event for event in prefix.events if isinstance(event, Call)):
        card = shown(call.cards).cards[0]
        played = sum(
            shown(event.cards).cards.count(card)
            for event in prefix.events if isinstance(event, Play) and event.seat == call.seat
        )  # fmt: skip
        kept[call.seat] += [card] * min(max(0, 3 - played), (held[call.seat - 1] or ()).count(card))
    return kept


def called_anew(log: Log, view: int, random: Random) -> Log:
    """The game with its call as its emperor may have written it."""
    if rules_of(log).ruleset.declare_solo != DeclareSolo.DECLARE:
        return log
    deal, events = log.events[0], list(log.events)
    assert isinstance(deal, Deal)
    for at, call in enumerate(log.events):
        if isinstance(call, Call) and call.seat != view:
            card = shown(call.cards).cards[0]
            alone = shown(str(deal.hands[call.seat - 1])).cards.count(card) == 4
            copies = random.choice((3, 4)) if alone else 3
            events[at] = structs.replace(call, cards=write_cards([card] * copies))
    return structs.replace(log, events=tuple(events))


def cut_short(random: Random) -> tuple[Event, ...]:
    """What ends a game at any moment: somebody leaves, and an end may follow that names nobody."""
    leaves = Escape(seat=random.choice(SEATS))
    endings: tuple[tuple[Event, ...], ...] = (
        (leaves,), (leaves, End()), (leaves, Note(text="gone"), End()), (leaves, Undo()), (leaves, Undo(), leaves),
    )  # fmt: skip
    return random.choice(endings)


def same_past(one: Log, other: Log) -> bool:
    """Whether all that was public happened in both games: legal events, the same turns, the same guard revealed."""
    ours, theirs = Replay(one).moments, Replay(other).moments
    if len(ours) != len(theirs) or len(ours) != len(one.events) + 1:
        return False
    if any(seen(mine.table) != seen(yours.table) for mine, yours in zip(ours, theirs, strict=True)):
        return False
    a, b = ours[-1].table.roles, theirs[-1].table.roles
    open_to_all = a.open_guard or a.risen or a.solo == 2
    return not open_to_all or a.guard == b.guard


def seen(table: Table) -> tuple[int, ...]:
    """What is public of a table. While the throne may be handed on nobody else can tell that it is not."""
    phase = Phase.DECLARE if table.phase == Phase.THRONE and not table.offer.yields else table.phase
    return (phase, *table[1:4])


def advice(log: Log, view: int, playouts: int = 4) -> str:
    """Every byte that outlook and review give a view of a game, and the name under which the outlook is kept."""
    told = stories.worked_out(Replay(log), view, playouts, 1)
    made: list[Any] = [keeping.key_of(Replay(log), view, playouts, 1), told]
    if view > 0:
        made += list(reviewed(log, view, "en", playouts))
    return json.dumps(made)


def outputs(log: Log, view: int, moments: list[int]) -> dict[str, str]:
    """Every byte that track, deduce and show give a view of a game, by name; track at some events."""
    made: dict[str, str] = {}
    for counting in ("counts", "all"):
        counted = tracks(log, view, counting)
        some = [counted[at] for at in moments]
        made[f"track {counting}"] = json.dumps([track.to_json(least=2) for track in some])
        made[f"track {counting}, a table"] = "\n".join(line for track in some for line in track_lines(log, track, 2))
    for layer in ("counts", "proof", "all"):
        beliefs = deduce(log, view, layer)
        made[f"deduce {layer}"] = json.dumps([belief.to_json("zh") for belief in beliefs])
        made[f"deduce {layer}, a table"] = "\n".join(deduce_lines(log, view, beliefs))
    made["show"] = json.dumps(frames.game(log, view, "zh"))
    return made
