"""凭打法: which signs a play or a pass gives, what they add up to, and what they can never do."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from math import exp, log
from pathlib import Path
from typing import Any

import pytest

from analyzer.deduction import Model, deduce, load_model
from analyzer.deduction.behaviour import Behaviour, by_behaviour, tells
from analyzer.deduction.model import Origin, save_model
from analyzer.deduction.signs import NAMES, SIGNS, seen_at, signs
from analyzer.errors import Unreadable
from analyzer.events import Log
from analyzer.simulate import simulate
from analyzer.tracking import facts
from tests.test_replay import events, log_of

EVEN = Model(dict.fromkeys(NAMES, 0.5), Origin("nothing", "paishen", "00"))


def last_signs(log: Log, view: int) -> tuple[int, dict[str, float]]:
    *_, before, after = facts(log, view)
    return signs(before, after, log.events[-1])


# -- 1 is emperor, holding R* 6; 2 holds B* 7, 3 7 9, 4 9 B, 5 R 6 -----------------------------------------------


def test_a_pass_counts_as_far_as_the_seat_could_have_beaten_the_play() -> None:
    """4 sees 2 pass on a 6: 2 has two of six cards that are not located, 7 7 9 among them, B* R 6 the others."""
    seat, found = last_signs(log_of(events([(1, "6s"), (2, None)])), 4)
    assert seat == 2
    assert found == {"let_emperor": pytest.approx(1 - 3 / 15), "let_emperor_short": pytest.approx(0.8)}


def test_a_pass_on_anothers_play_leaves_it_to_the_emperor() -> None:
    seat, found = last_signs(log_of(events([(1, "6s"), (2, "7s"), (3, None)])), 5)
    assert seat == 3
    assert set(found) == {"let_other", "let_other_short", "left_to_emperor"}
    assert len(set(found.values())) == 1


def test_beating_the_emperor_and_what_it_cost() -> None:
    seat, found = last_signs(log_of(events([(1, "6s"), (2, None), (3, None), (4, "B")])), 5)
    assert seat == 4
    assert found == {
        "beat_emperor": 1, "beat_emperor_low": 1, "beat_emperor_joker": 1, "beat_emperor_short": 1,
        "small_joker": 1, "kept_back": pytest.approx(log(3 / 2)),
    }  # fmt: skip


def test_beating_another_before_or_after_the_emperor_had_his_say() -> None:
    before = last_signs(log_of(events([(1, "6s"), (2, "7s"), (3, "9h")])), 5)[1]
    assert before["beat_before_emperor"] == 1
    assert "beat_after_emperor" not in before
    plays = [(1, "6s"), (2, None), (3, None), (4, None), (5, "R"), (5, "6s"), (1, None), (2, "7s")]
    after = last_signs(log_of(events(plays)), 3)
    assert (after[0], after[1]["beat_after_emperor"], after[1]["beat_other"]) == (2, 1, 1)


def test_the_emperors_own_plays_speak_for_a_solo() -> None:
    seat, found = last_signs(log_of(events([(1, "6s")])), 4)
    assert seat == 1
    assert set(found) == {"solo_lead_many", "solo_lead_high", "solo_kept_back"}
    assert last_signs(log_of(events([])), 4) == (1, {"solo_marked": 1.0})


def test_ones_own_plays_say_nothing_to_oneself() -> None:
    assert last_signs(log_of(events([(1, "6s"), (2, "7s")])), 2) == (0, {})


def test_who_cannot_be_the_guard_gives_no_signs() -> None:
    said: list[dict[str, Any]] = [{"type": "declare", "seat": 3, "what": "rebel"}]
    happened = [*events([])[:2], *said, *events([(1, "6s"), (2, None), (3, "7s")])[2:]]
    assert last_signs(log_of(happened), 4) == (0, {})


def test_undone_events_are_no_evidence() -> None:
    log = log_of([*events([(1, "6s"), (2, None)]), {"type": "undo"}])
    found = deduce(log, 4, "all")
    assert found[-1].chances == found[-3].chances != found[-2].chances


# -- adding up ----------------------------------------------------------------------------------------------------


def test_reasons_add_up_to_the_shift_of_an_event() -> None:
    log, model = simulate("room-normal", "reasons"), load_model()
    behaviour, looked = Behaviour(), 0
    for before, after in pairwise(facts(log, -1)):
        was = {seat: dict(row) for seat, row in behaviour.totals.items()}
        event = log.events[after.sight.index - 1]
        seat, found = behaviour.add(before, after, event)
        total = behaviour.totals.get(seat, {})
        said = tells(after, seen_at(before, after, event), seat, found, total, model)
        if said:
            shift = log_worth(model, total) - log_worth(model, was.get(seat, {}))
            assert sum(reason.shift or 0 for reason in said) == pytest.approx(shift, abs=1e-9)
            assert all(abs(reason.shift or 0) < 4 for reason in said)
            looked += 1
    assert looked > 10


def log_worth(model: Model, found: dict[str, float]) -> float:
    return log(model.worth(found))


def test_behaviour_makes_nothing_certain_and_nothing_possible() -> None:
    strong = {2: dict.fromkeys(NAMES, 100.0), 3: dict.fromkeys(NAMES, -100.0)}
    found = by_behaviour({2: 0.5, 3: 0.25, 5: 0.25}, strong, EVEN)
    assert set(found) == {2, 3, 5}
    assert 0.99 < found[2] < 1
    assert found[3] > 1e-9
    assert by_behaviour({4: 1.0}, strong, EVEN) == {4: 1.0}


def test_a_guard_may_be_one_who_plays_as_a_rebel() -> None:
    """Then what it plays says nothing, but what is left in its hand does."""
    model = EVEN._replace(imitates=0.25)
    assert model.worth({"let_emperor": -100.0}) == pytest.approx(0.25, abs=0.01)
    assert model.worth({"let_emperor": -100.0, "kept_back": 2.0}) == pytest.approx(0.25 * exp(1), abs=0.01)
    assert model.worth({}) == 1


# -- the model ----------------------------------------------------------------------------------------------------


def test_the_shipped_model_says_what_it_was_trained_on(root: Path) -> None:
    model = load_model()
    assert "simulated games" in model.origin.words
    assert re.fullmatch("[0-9a-f]{64}", model.origin.games_sha256)
    assert f"`{model.origin.command}`" in (root / "schemas" / "MODEL.md").read_text("utf-8")
    assert set(model.weights) == set(NAMES)
    assert model.weights["let_emperor"] > 0 > model.weights["beat_emperor_joker"]


def test_a_model_comes_back_from_its_file(tmp_path: Path) -> None:
    save_model(EVEN, tmp_path / "m.json")
    assert load_model(tmp_path / "m.json") == EVEN


@pytest.mark.parametrize(
    "change",
    [{"version": 2}, {"format": "x"}, {"weights": {}}, {"imitates": 0}, {"weights": dict.fromkeys(NAMES, 1e9)}, None],
)
def test_a_file_that_is_no_model(tmp_path: Path, change: dict[str, Any] | None) -> None:
    text = "{" if change is None else json.dumps({**EVEN.to_json(), **change})
    (tmp_path / "m.json").write_text(text, "utf-8")
    with pytest.raises(Unreadable, match=r"m\.json: no model of the guard"):
        load_model(tmp_path / "m.json")


def test_every_sign_is_in_the_document(root: Path) -> None:
    text = (root / "schemas" / "MODEL.md").read_text("utf-8")
    rows = re.findall(r"^\| `(\w+)` \| (.*?) \|", text, re.MULTILINE)
    assert [name for name, _ in rows if name in SIGNS] == list(NAMES)
    assert all(words == SIGNS[name].en for name, words in rows if name in SIGNS)
