"""样例: the shipped samples are what their list says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from analyzer.cards import UNSUITED, shown
from analyzer.data import data
from analyzer.events import Abandon, Auto, Deal, Declare, Escape, Event, Note, Snatch, Tribute, Undo, Yield
from analyzer.paipu import Sourced, dumps_json, read
from analyzer.replay import judge_found
from analyzer.rulesets import names
from analyzer.verdict import Verdict
from tests import oracle

FOLDER = data("replays") / "samples"
FILES = sorted(path for path in FOLDER.iterdir() if ".paipu." in path.name)


def game_in(path: Path) -> Sourced:
    (found,) = read(path)
    assert isinstance(found, Sourced)
    return found


def verdict_on(name: str) -> Verdict:
    (path,) = FOLDER.glob(f"{name}*")
    return judge_found(game_in(path))


def events_of(name: str) -> tuple[Event, ...]:
    (path,) = FOLDER.glob(f"{name}*")
    return game_in(path).log.events


def listed() -> dict[str, tuple[str, str]]:
    """File -> (ruleset, verdict) in the README's table."""
    text = (FOLDER.parent / "README.md").read_text(encoding="utf-8")
    found = re.findall(r"^\| `(\d\d-[^`]*)` \| ([a-z-]*) \| \**(\w+)[^|]*\|", text, re.MULTILINE)
    return {name: (ruleset, status) for name, ruleset, status in found}


def test_the_list_has_every_sample() -> None:
    assert sorted(listed()) == [path.name for path in FILES]
    assert len(FILES) >= 12
    assert {path.suffix for path in FILES} == {".json", ".jsonl", ".txt"}


def test_every_ruleset_has_a_sample() -> None:
    assert {str(game_in(path).log.rules) for path in FILES} == set(names())


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_sample_is_what_the_list_says(path: Path) -> None:
    found = game_in(path)
    ruleset, status = listed()[path.name]
    assert found.log.rules == ruleset
    assert judge_found(found).status == status
    assert oracle.verdict(dumps_json(found.log))["status"] == status


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_sample_says_that_it_is_simulated_and_what_to_watch(path: Path) -> None:
    found = game_in(path)
    assert found.log.x is not None
    assert "x-simulated" in found.log.x
    notes = [event.text for event in found.log.events if isinstance(event, Note)]
    assert notes[0].startswith("模拟牌局。")
    assert " Simulated: " in notes[0]
    assert len(found.raw) < 16_000


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_sample_writes_every_suit(path: Path) -> None:
    (deal,) = (event for event in game_in(path).log.events if isinstance(event, Deal))
    cards = [card for hand in deal.hands if isinstance(hand, str) for card in shown(hand).cards]
    assert cards
    assert max(cards) < UNSUITED


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("01", Declare), ("09", Yield), ("07", Snatch), ("13", Undo), ("14", Tribute), ("15", Auto), ("16", Escape),
        ("17", Abandon),
    ],
)  # fmt: skip
def test_what_there_is_to_watch(name: str, kind: type[Event]) -> None:
    assert any(isinstance(event, kind) for event in events_of(name))


def test_the_rebellion_doubles() -> None:
    assert verdict_on("01").doubled is True


def test_the_disputed_sample_claims_other_scores() -> None:
    verdict = verdict_on("10")
    assert verdict.scores == (3, -3, 6, -3, -3)
    assert verdict.claimed_scores == (-3, 3, 6, -3, -3)


def test_the_illegal_sample_breaks_sixes_last_and_goes_on() -> None:
    verdict = verdict_on("11")
    assert verdict.code == "six_not_last"
    assert verdict.event == 90
    assert len(events_of("11")) > 150


def test_the_partial_sample_knows_one_hand() -> None:
    (deal,) = (event for event in events_of("12") if isinstance(event, Deal))
    assert [isinstance(hand, str) for hand in deal.hands] == [False, False, True, False, False]


def test_solos_and_auto_play() -> None:
    assert (verdict_on("06").solo, verdict_on("07").solo) == ("secret", "open")
    assert verdict_on("15").dissolved is True
    assert verdict_on("17").scores == (2, -8, 2, 2, 2)
