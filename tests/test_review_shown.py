"""亮不亮侍卫牌: `paishen review` keeps a play that shows the guard's card apart from the same ranks without it."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from analyzer.bots import BOTS
from analyzer.cards import GUARD_JOKER, write_cards
from analyzer.events import Log, Play
from analyzer.outlook import swings
from analyzer.outlook.positions import positions
from analyzer.outlook.timeline import played_on
from analyzer.paipu import cards_of, write
from analyzer.replay import Replay
from analyzer.review import decisions
from analyzer.rules.moves import legal_plays
from analyzer.rules.plays import play_size
from analyzer.rulesets import Guard, resolve
from analyzer.simulate import Chances, Playing, simulate
from analyzer.simulate.rollout import SHOWN
from tests.conftest import Paishen
from tests.playing import as_it_is, go_on, midgame, played
from tests.test_replay import events, log_of

CALM = (BOTS["cunning"]._replace(noise=0.0),) * 5
QUIET = Chances(escape=0, auto=0, mind=0, terse=0)
DECK = {"R*": 1, "B*": 1, "B": 1, "7s": 2, "9h": 4, "8d": 4, "Tc": 4}
HANDS = ["R*7s7s", "B*B9h9h", "8d8d8d", "9h8dTc", "9hTcTcTc"]


def told_by(card: str) -> list[dict[str, Any]]:
    """The events up to the guard's B or B* on a 7."""
    passes = [(seat, None) for seat in (2, 3, 4, 5)]
    return [{"type": "deal", "hands": HANDS}, *events([(1, "R*"), *passes, (1, "7s"), (2, card)])[1:]]


def reviewed(paishen: Paishen, folder: Path, card: str) -> dict[str, Any]:
    """The decision of the guard, who holds B* and B and puts one of them on a 7."""
    path = folder / "game.paipu.json"
    write(path, [log_of(told_by(card), rules={"base": "simple", "deck": DECK})])
    done = paishen("review", path, "--view", 2, "--json", "--lang", "en", "--playouts", 40)
    assert (done.status, done.err) == (0, "")
    found: dict[str, Any] = done.json[0]["decisions"][-1]
    return found


def test_keeping_the_guards_card_is_an_option_of_its_own(paishen: Paishen, tmp_path: Path) -> None:
    """The options are the same whichever was done; both are weighed, and the JSON says which was done."""
    kept, put = (reviewed(paishen, tmp_path, card) for card in ("B", "B*"))
    assert (kept["done"], put["done"]) == ("B", "B*")
    for found in (kept, put):
        assert {option["kind"]: option["plays"] for option in found["options"]} == {
            "pass": ["-"], "low_part": ["9"], "small": ["B"], "shows": ["B*"],
        }  # fmt: skip
        assert [option["kind"] for option in found["options"] if option["done"]] == [
            "small" if found is kept else "shows"
        ]
        assert [list(option["scores"]) for option in found["options"]] == [["-"], ["9"], ["B"], ["B*"]]
    assert [option["scores"] for option in kept["options"]] == [option["scores"] for option in put["options"]]


def test_the_table_says_which_is_meant(paishen: Paishen, tmp_path: Path) -> None:
    reviewed(paishen, tmp_path, "B*")
    table = paishen("review", tmp_path / "game.paipu.json", "--view", 2, "--playouts", 40).lines
    assert [line.split()[:2] for line in table if "亮侍卫牌 " in line or "带小王 " in line] == [
        ["带小王", "B"], ["亮侍卫牌", "B*"],
    ]  # fmt: skip


def guards(rules: str, count: int) -> Iterator[tuple[Log, int]]:
    """Games of a ruleset with their guard."""
    for number in range(count):
        log = simulate(rules, f"shown {number}", chances=QUIET)
        yield log, Replay(log).moments[-1].table.roles.guard


@pytest.mark.parametrize("rules", ["room-normal", "classic", "encyclopedia"])
def test_the_guards_card_is_marked_wherever_it_is_put_down(rules: str) -> None:
    """Held against the events: of called cards, the fourth; whatever could be done either way is there twice."""
    marked, shown, twice = resolve(rules).ruleset.guard == Guard.MARKED, 0, 0
    for log, guard in guards(rules, 6):
        seen = False
        for decision in decisions(log, guard):
            event, choice = log.events[decision.event], decision.choice
            called = decision.position.sight.called
            card = GUARD_JOKER if marked else called[0] if called else -1
            own = list(decision.position.sight.holdings[guard - 1] or ())
            options = [one for group in decision.groups for one in group.plays]
            assert decision.done in options
            assert len({choice.text(one) for one in options}) == len(options)
            weighed = decision.weigh(2, 1).plays
            for play in options:
                if choice.may_keep(play):
                    assert play ^ SHOWN in options
                    assert (play in weighed) == (play ^ SHOWN in weighed)
                    twice += 1
            if isinstance(event, Play) and card in own:
                cards = cards_of(event).cards
                puts_down = list(cards).count(card) == own.count(card)
                assert (write_cards([card]) in choice.text(decision.done)) == puts_down
                assert choice.shows(decision.done) == puts_down
                shown += puts_down
            seen = seen or choice.held == 0
    assert shown
    assert twice


def chances_to_keep(rules: str) -> Iterator[tuple[Playing, int, int]]:
    """Moments at which the guard can make a play with its card and without it: a play of each, and the card."""
    for number in range(5):
        playing = midgame(rules, number, 0)
        card = GUARD_JOKER if playing.called < 0 else playing.called
        while go_on(playing, 1) and not playing.guard_seen:
            seat = playing.table.turn
            own = playing.cards(seat)
            if seat == playing.table.roles.guard and own.count(card) == 1:
                plays = legal_plays(playing.ruleset, playing.table, playing.hands, seat)
                either = [play for play in plays if 1 <= alike(own, card, play)[1] < alike(own, card, play)[0]]
                yield from ((deepcopy(playing), play, card) for play in either[:1])


@pytest.mark.parametrize("rules", ["room-normal", "classic"])
def test_a_play_that_shows_the_card_is_played_out_as_one(rules: str) -> None:
    """Played on after it, with the card gone and everybody knowing, or with it kept: both, compiled and plain."""
    looked = 0
    for playing, play, card in islice(chances_to_keep(rules), 12):
        looked += 1
        worlds = as_it_is(playing, 3)
        for move, known in ((play | SHOWN, True), (play, False)):
            after = put(deepcopy(playing), playing.table.turn, play, card, with_it=known)
            done = played(playing, worlds, CALM, moves=(move,), known=False).scores
            assert (done == played(playing, worlds, CALM, moves=(move,), known=False, plain=True).scores).all()
            assert (done == played(after, as_it_is(after, 3), CALM, known=known).scores).all()
    assert looked > 5


def test_a_swing_is_that_of_the_cards_that_were_put_down(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of B* by 2 the outlook plays on with the guard shown, of B with its card kept."""
    tried: list[tuple[int, ...]] = []

    def noted(before: Any, worlds: Any, seed: int, moves: tuple[int, ...] = ()) -> Any:
        tried.append(moves)
        return played_on(before, worlds, seed, moves)

    monkeypatch.setattr(swings, "played_on", noted)
    for card in ("B", "B*"):
        log = log_of(told_by(card), rules={"base": "simple", "deck": DECK})
        *_, before, after = positions(Replay(log), 5)
        swings.effect_of(before, after, log.events[-1], 4, 1)
    assert [moves[-1] & SHOWN > 0 for moves in tried if moves] == [False, True]


def alike(own: list[int], card: int, play: int) -> tuple[int, int]:
    """How many cards of a card's rank a seat has, and how many of them a play has."""
    if card == GUARD_JOKER:
        return sum(one in (card, card - 1) for one in own), play >> 3 & 7
    return sum(one >> 2 == card >> 2 for one in own if one < 52), (play >> 6 & 31) * (play >> 11 == card >> 2)


def put(playing: Playing, seat: int, play: int, card: int, *, with_it: bool) -> Playing:
    """A play put down with a card, or without it."""
    rank, plain, small, big = play >> 11, play >> 6 & 31, play >> 3 & 7, play & 7
    own = sorted(playing.cards(seat), key=lambda one: (one == 55, (one != card) == with_it))
    kinds = ((lambda one: one < 52 and one >> 2 == rank, plain), (lambda one: one in (52, 53), small),
             (lambda one: one in (54, 55), big))  # fmt: skip
    cards = [one for is_kind, many in kinds for one in [held for held in own if is_kind(held)][:many]]
    assert len(cards) == play_size(play)
    assert playing.does(Play(seat=seat, cards=write_cards(cards)))
    return playing
