"""What a view can know: by hand, by two games that a view cannot tell apart, and as golden playthroughs.

`python -m tests.test_sight` writes the playthroughs again; read the difference before you keep it.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import structs

from analyzer.cards import GUARD_JOKER, NUMBERS, shown, write_cards
from analyzer.errors import PaishenError
from analyzer.events import Deal, Log
from analyzer.paipu import Sourced, read
from analyzer.replay import Replay, fill
from analyzer.rules.table import Phase, Solo
from analyzer.sight import Sight, as_seen, sights
from analyzer.simulate import simulate
from analyzer.telling import told
from analyzer.viewer.frames import act, game
from tests.test_replay import DECK, HANDS, PLAYS, events, log_of

HERE = Path(__file__).resolve().parent
SAMPLES = sorted((HERE.parent / "replays" / "samples").glob("*.paipu.*"))
OPEN = [path for path in SAMPLES if "seat-" not in path.name]
VIEWS = (1, 2, 3, 4, 5, -1)


def sample(path: Path) -> Log:
    found = next(iter(read(path)))
    assert isinstance(found, Sourced), found
    return (fill(found) if found.gaps else found).log


def seen(log: Log, view: int) -> list[Sight]:
    return sights(Replay(log, onward=True), view)


def guards(log: Log, view: int) -> list[int]:
    return [sight.guard for sight in seen(log, view)]


# -- by hand: 1 is emperor, 2 holds B*; 0-1 deal, 2 accept, then the plays -------------------------------------


def test_a_seat_sees_its_own_holding_and_no_other() -> None:
    sight = seen(log_of(events([*PLAYS[:3]])), 4)[-1]
    assert [hand and write_cards(hand) for hand in sight.holdings] == [None, None, None, "B9h", None]
    assert sight.sizes == (1, 1, 1, 2, 2)
    assert (sight.turn, sight.owner, write_cards(sight.shown)) == (4, 3, "9h")


def test_whose_the_standing_play_is() -> None:
    """Nobody's before the first play; and while a play stands, whoever played it."""
    assert [one.owner for one in seen(log_of(events([*PLAYS[:3]])), 4)] == [0, 0, 0, 1, 2, 3]


def test_the_guard_knows_itself_once_the_emperor_is_settled() -> None:
    log = log_of(events([*PLAYS]))
    assert guards(log, 2) == [0, 0, *[2] * 9]
    assert guards(log, 0) == [0, 0, *[2] * 9]


def test_others_know_the_guard_when_its_joker_is_played() -> None:
    """The last play is B*. Before it 5 went out without it, and of 1 it is known that its last card is R*."""
    log = log_of(events([*PLAYS]))
    for view in (1, 3, 4, 5, -1):
        assert guards(log, view) == [*[0] * 10, 2]
    assert seen(log, 1)[2].guards == (2, 3, 4, 5)
    assert seen(log, -1)[2].guards == (1, 2, 3, 4, 5)
    assert seen(log, -1)[3].guards == (2, 3, 4, 5)
    assert seen(log, -1)[8].guards == (2, 3, 4)


def test_an_end_settles_who_was_the_guard_where_the_cards_do_not() -> None:
    """Seat 3 recorded it: 4 leaves before B* is seen; the last card of 1 is R*, so 2, 4 or 5 has it."""
    deal = {"type": "deal", "hands": [2, 2, HANDS[2], 2, 2]}
    acts = [deal, *events([(1, "6s")])[1:], {"type": "escape", "seat": 4}, {"type": "end", "emperor": 1, "guard": 2}]
    found = seen(log_of(acts, view=3, rules={"base": "room-normal", "deck": DECK}), 3)
    assert [sight.guards for sight in found[-2:]] == [(2, 4, 5), (2,)]
    assert found[-1].guard == 2


@pytest.mark.parametrize(
    ("declared", "known"),
    [([(2, "guard")], 2), ([(3, "rebel")], 0), ([(3, "rebel"), (4, "rebel")], 2)],
)
def test_declarations(declared: list[tuple[int, str]], known: int) -> None:
    said = [{"type": "declare", "seat": seat, "what": what} for seat, what in declared]
    log = log_of([*events([]), *said])
    assert guards(log, 5)[-1] == known
    assert guards(log, 5)[2] == 0


def test_what_is_undone_is_not_known() -> None:
    said: list[dict[str, Any]] = [{"type": "declare", "seat": 2, "what": "guard"}, {"type": "undo"}]
    assert guards(log_of([*events([]), *said]), 5) == [0, 0, 0, 2, 0]


def test_a_secret_solo_is_the_emperors_secret() -> None:
    """1 holds both marked jokers; nobody else can tell before B* is on the table."""
    hands = ["R*B*", "6s7s", *HANDS[2:]]
    happened: list[dict[str, Any]] = [{"type": "deal", "hands": hands}, {"type": "accept", "seat": 1}]
    log = log_of([*happened, {"type": "play", "seat": 1, "cards": "B*"}])
    assert [(sight.guard, sight.solo) for sight in seen(log, 1)] == [(0, 0), (0, 0), (1, Solo.SECRET), (1, Solo.SECRET)]
    assert [(sight.guard, sight.solo) for sight in seen(log, 3)] == [(0, 0), (0, 0), (0, 0), (1, Solo.SECRET)]


def test_a_refused_play_still_shows_its_cards() -> None:
    """2 plays B* out of turn: refused, but everybody has seen it."""
    log = log_of(events([(1, "6s"), (3, "9h"), (2, "B*")]))
    found = seen(log, 5)
    assert [sight.code for sight in found] == [0, 0, 0, 0, 24, 24]
    assert (found[4].guard, found[5].guard) == (0, 2)


def test_a_seal_before_the_end_shows_nothing() -> None:
    seal = {"type": "seal", "events": 4, "head": "0" * 64, "key": "0" * 64, "signature": "0" * 128}
    log = log_of([*events([*PLAYS[:2]]), seal])
    assert seen(log, 5)[-1].phase == Phase.PLAY
    assert guards(log, 5) == [0] * 6


def test_a_candidate_that_may_yield_looks_like_an_emperor() -> None:
    """In shandong only the holder of both marked jokers may yield; the others cannot tell that it may."""
    rules = {"base": "shandong", "deck": {"R*": 1, "B*": 1, "R": 1, "B": 1, "6s": 2, "7s": 2, "9h": 2}}
    settled = log_of([{"type": "deal", "hands": ["R*6s", "B*7s", *HANDS[2:]]}], rules=rules)
    may_yield = log_of([{"type": "deal", "hands": ["R*B*", "6s7s", *HANDS[2:]]}], rules=rules)
    assert seen(settled, 4) == seen(may_yield, 4)
    assert seen(settled, 1)[-1].emperor == 1
    assert (seen(may_yield, 1)[-1].emperor, seen(may_yield, 1)[-1].phase) == (0, Phase.THRONE)


@pytest.mark.parametrize("view", [0, 1, 4])
def test_a_log_of_one_seat_gives_no_other_view(view: int) -> None:
    path = next(path for path in SAMPLES if "seat-3" in path.name)
    with pytest.raises(PaishenError) as caught:
        seen(sample(path), view)
    assert "\n" not in caught.value.say("zh") + caught.value.say("en")


def test_a_view_that_there_is_not() -> None:
    with pytest.raises(PaishenError, match="there is no view 6"):
        seen(log_of(events([])), 6)


# -- two games that a view cannot tell apart -------------------------------------------------------------------


def exchanged(log: Log, upto: int, two: tuple[int, int], random: Random) -> Log:
    """The first events of a log, the cards that two seats have not shown by then dealt anew between them."""
    held = seen(structs.replace(log, events=log.events[:upto]), 0)[-1].holdings
    deal = log.events[0]
    assert isinstance(deal, Deal)
    dealt = [Counter(shown(str(deal.hands[seat - 1])).cards) for seat in two]
    kept = [sorted((Counter(held[seat - 1]) & had).elements()) for seat, had in zip(two, dealt, strict=True)]
    mine = [[card for card in cards if card != NUMBERS["R*"]] for cards in kept]
    both = [card for cards in mine for card in cards]
    random.shuffle(both)
    anew = (both[: len(mine[0])], both[len(mine[0]) :])
    hands = list(deal.hands)
    for seat, had, old, new in zip(two, dealt, mine, anew, strict=True):
        hands[seat - 1] = write_cards((had - Counter(old) + Counter(new)).elements())
    other = structs.replace(deal, hands=tuple(hands))
    return structs.replace(log, events=(other, *log.events[1:upto]))


@pytest.mark.parametrize("path", OPEN, ids=lambda path: path.name[:2])
def test_equal_to_a_view_is_equal_in_its_sight(path: Path) -> None:
    """What was dealt anew between two other seats leaves every sight and every frame as it was."""
    log, random = sample(path), Random(path.name)
    if not isinstance(log.events[0], Deal) or any(not isinstance(hand, str) for hand in log.events[0].hands):
        pytest.fail("a sample with every hand known begins with its deal")
    full = seen(log, 0)
    over = next((sight.index for sight in full if sight.phase >= Phase.OVER or sight.code), len(full))
    for _ in range(2):
        upto = random.randrange(2, over)
        one, two = random.sample(range(1, 6), 2)
        told_open = full[upto].risen or full[upto].open_guard or full[upto].solo == Solo.OPEN
        other = exchanged(log, upto, (one, two), random)
        replay = Replay(other, onward=True)
        after = sights(replay, 0)
        if any(sight.code for sight in after) or (told_open and after[-1].guard != full[upto].guard):
            continue  # what happened tells them apart
        prefix = structs.replace(log, events=log.events[:upto])
        for view in {*VIEWS} - {one, two}:
            assert sights(replay, view) == seen(prefix, view)
        assert game(other, -1, "zh")["frames"] == game(prefix, -1, "zh")["frames"]


@pytest.mark.parametrize("path", OPEN, ids=lambda path: path.name[:2])
def test_a_frame_has_no_card_of_a_hidden_hand(path: Path) -> None:
    """No card that was never shown is anywhere in the frames, and no deal tells its hands."""
    made = game(sample(path), -1, "en")
    assert all(hand in (None, "") for frame in made["frames"] for hand in frame["hands"])
    assert all(not frame["act"] or "hands" not in frame["act"] for frame in made["frames"])


def test_a_log_of_one_seat_knows_no_more_than_the_full_log() -> None:
    """Who knows the guard from the log of a seat alone knows it from the full log too, at the same event."""
    log = sample(OPEN[3])
    for view in VIEWS:
        own = structs.replace(log, view=view, events=as_seen(log, view))
        for full, alone in zip(seen(log, view), seen(own, view), strict=True):
            assert alone.guard in (0, full.guard)
            assert set(full.guards) <= set(alone.guards) or not alone.guards


def test_the_unfinished_games_verdict_tells_no_secret() -> None:
    told_to = {view: game(log_of(events([*PLAYS[:2]])), view, "en")["verdict"] for view in (0, 2, 5)}
    assert [told_to[view]["guard"] for view in (0, 2, 5)] == [2, 2, None]
    assert GUARD_JOKER not in shown(HANDS[4]).cards


@pytest.mark.parametrize("seed", range(12))
def test_tricks_are_counted_alike_from_every_seat(seed: int) -> None:
    """In `shandong` a seat cannot tell at first who is emperor: the first play leads a trick all the same."""
    log = simulate("shandong", seed)
    tricks = [moment.trick for moment in Replay(log).moments]
    for view in VIEWS:
        part = structs.replace(log, view=view, events=as_seen(log, view))
        assert [moment.trick for moment in Replay(part).moments] == tricks, view


# -- golden playthroughs ---------------------------------------------------------------------------------------


def playthrough(log: Log) -> str:
    """Every event at which what some view knows changes, and all that each view knows of guard and hands there.

    A row a view: who can be the guard (`s` and `o` a solo), then the five holdings, `?34` where they are hidden.
    """
    replay = Replay(log, onward=True)
    of = {view: sights(replay, view) for view in VIEWS}
    lines, before = [f"{log.game}: {log.rules if isinstance(log.rules, str) else json.dumps(log.rules)}"], None
    for sight in of[-1]:
        now = {view: row[sight.index] for view, row in of.items()}
        facts = (sight.phase, sight.emperor, sight.risen, [(one.guards, one.solo) for one in now.values()])
        if facts != before:
            event = log.events[sight.index - 1] if sight.index else None
            happened = told(act(sight, event, "en"), log.players, "en") if event else "nothing yet"
            lines.append(f"{sight.index:>4} {Phase(sight.phase).name.lower():8} emperor {sight.emperor} | {happened}")
            lines += [f"  {view:>2} {_known(one.guards, one.solo):5} {_held(one)}" for view, one in now.items()]
        before = facts
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _held(sight: Sight) -> str:
    """The five holdings as a view knows them."""
    pairs = zip(sight.holdings, sight.sizes, strict=True)
    return " ".join((write_cards(cards) or "-") if cards is not None else f"?{size}" for cards, size in pairs)


def _known(guards: tuple[int, ...], solo: int) -> str:
    return ("".join(map(str, guards)) or "-") + ("", "s", "o")[solo]


def golden(path: Path) -> Path:
    return HERE / "playthroughs" / f"{path.name.split('.')[0]}.txt"


@pytest.mark.parametrize("path", OPEN, ids=lambda path: path.name[:2])
def test_playthroughs_stay_as_they_are(path: Path) -> None:
    assert playthrough(sample(path)) == golden(path).read_text("utf-8")


def test_playthroughs_have_no_leftovers() -> None:
    assert {path.name for path in (HERE / "playthroughs").glob("*.txt")} == {golden(path).name for path in OPEN}
    assert all(re.fullmatch(r"[0-9]{2}-[a-z-]+\.txt", golden(path).name) for path in OPEN)


if __name__ == "__main__":
    for one in OPEN:
        golden(one).write_text(playthrough(sample(one)), "utf-8")
