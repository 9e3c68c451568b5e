"""Which rules explain a log: by hand for the small game of `test_replay`, and against the oracle for games by bots."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec import UNSET, structs

from analyzer.events import Log
from analyzer.fit import Fit, fit
from analyzer.paipu import Sourced, write
from analyzer.paipu.chain import chained
from analyzer.rulesets import names
from analyzer.simulate import simulate
from tests.audit_campaign import with_end
from tests.conftest import Paishen
from tests.fit_campaign import campaign
from tests.test_audit_sheet import GUARD_SAYS, ROOM, small
from tests.test_replay import HANDS, PLAYS, events, log_of

Json = dict[str, Any]


def fitted(log: Log) -> Fit:
    return fit(Sourced(log, "-", 1, b""))


def changes(log: Log) -> list[tuple[Json, str]]:
    found = fitted(log)
    return [(change.to_json()["keys"], found.sentence(change).en) for change in found.changes]


def in_solo(second: list[int], **rules: Any) -> Log:
    """1 holds both marked jokers, declares an open solo and comes second."""
    plays = [(1, "B*"), (2, None), (3, None), (4, None), (5, "R"), (5, "6s"), (1, "R*")]
    _, accept, *acts = events(plays)
    said = {"type": "declare", "seat": 1, "what": "solo"}
    deal = {"type": "deal", "hands": ["R*B*", "6s7s", *HANDS[2:]]}
    return log_of([deal, accept, said, *acts, {"type": "end", "scores": second}], rules={**ROOM, **rules})


def test_a_game_fits_its_own_ruleset() -> None:
    for name in names():
        found = fitted(simulate(name, 3))
        assert found.rulesets[name].fits
        assert (found.fits, found.changes) == (True, [])


def test_the_first_event_that_refutes() -> None:
    """An open guard at event 2 of a 168-card game: not in room-quick; the called-guard decks have no B*."""
    log = next(log for log in (simulate("room-normal", seed) for seed in range(99)) if "guard" in said(log))
    told = fitted(log).to_json()["rulesets"]
    declared = said(log)["guard"]
    assert told["room-normal"] == {"fits": True, "event": None, "code": None}
    assert told["room-quick"] == {"fits": False, "event": declared, "code": "not_allowed"}
    assert told["tribute"] == {"fits": False, "event": 0, "code": "deck_mismatch"}


def said(log: Log) -> dict[str, int]:
    """The first event of each declaration."""
    found: dict[str, int] = {}
    for index, event in enumerate(log.events):
        found.setdefault(getattr(event, "what", ""), index)
    return found


def test_claims_and_unfinished_games_refute_too() -> None:
    trials = fitted(with_end(simulate("shandong", 3), scores=(9, 9, 9, 9, 9))).rulesets
    log = simulate("shandong", 3)
    assert (trials["shandong"].code, trials["shandong"].event) == ("disputed", len(log.events) - 1)
    stopped = fitted(structs.replace(log, events=log.events[:-1]))
    assert (stopped.rulesets["shandong"].code, stopped.rulesets["shandong"].event) == ("incomplete", None)
    assert stopped.changes == []


def test_an_open_solo_that_comes_second_loses() -> None:
    assert changes(in_solo([-24, 6, 6, 6, 6])) == [
        ({"podium_open": [24, -24, -24]}, "the claim is right if an open solo that comes second loses 24"),
    ]  # fmt: skip


def test_ties_are_shown_as_ties() -> None:
    """16 for a second place: by the sum of places, or by another figure of the podium."""
    assert changes(in_solo([16, -4, -4, -4, -4])) == [
        ({"podium_open": [24, 16, -24]}, "the claim is right if an open solo that comes second wins 16"),
        ({"solo_score": "sum"}, "the claim is right if a solo goes by the sum of places"),
    ]


def test_two_keys_where_one_does_not_do() -> None:
    """8 for a second place in the open: by the sum of places and not doubled, or by a figure alone; 24 / 8 / -24."""
    found = changes(in_solo([8, -2, -2, -2, -2], podium_open=[24, 0, -24]))
    assert found[0][0] == {"podium_open": [24, 8, -24]}
    doubled = small(GUARD_SAYS, end={"scores": [6, 3, -3, -3, -3]})
    assert changes(doubled) == [
        ({"double_open_guard": False, "stake": 3},
         "the claim is right if an open guard does not double and the stake is 3"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("scores", "keys", "en"),
    [
        ([2, 1, -1, -1, -1], {"double_open_guard": False}, "an open guard does not double"),
        ([8, 4, -4, -4, -4], {"stake": 2}, "the stake is 2"),
    ],
)
def test_a_doubling_or_a_stake(scores: list[int], keys: Json, en: str) -> None:
    assert changes(small(GUARD_SAYS, end={"scores": scores})) == [(keys, f"the claim is right if {en}")]


def test_another_price_of_an_escape() -> None:
    happened = [*events([*PLAYS[:3]]), {"type": "escape", "seat": 4}, {"type": "end", "scores": [0, 0, 0, -30, 0]}]
    assert changes(log_of(happened, rules=ROOM)) == [({"escape": 30}, "the claim is right if an escape costs 30")]


def test_a_slip_of_the_pen_is_explained_by_no_rule() -> None:
    assert changes(small(GUARD_SAYS, end={"scores": [4, 2, -2, -2, -3]})) == []


def test_a_pass_that_bars() -> None:
    """2 passes and plays in the same trick: 1 6, 2 passes, 3 7, 4 9, 5 passes, 1 passes, 2 B*."""
    plays = [(1, "6s"), (2, None), (3, "7s"), (4, "9h"), (5, None), (1, None), (2, "B*")]
    log = log_of(events(plays), rules={**ROOM, "pass_bars": True})
    assert changes(log) == [({"pass_bars": False}, "this play is legal where a pass does not bar")]
    assert fitted(log).declared is not None
    assert (fitted(log).changes[0].explains, fitted(log).changes[0].fits) == ("play", False)


def test_a_snatch_needs_a_called_guard_too() -> None:
    """The rules refuse `snatch` with a marked guard, so two keys change - and then the deck is wrong: nothing helps."""
    log = log_of([*events([]), {"type": "snatch", "seat": 3}], rules=ROOM)
    assert changes(log) == []


def test_unknown_rules() -> None:
    log = structs.replace(simulate("room-six", 5), rules="unknown", rules_sha256=UNSET)
    found = fitted(log)
    assert (found.rulesets["room-six"].fits, found.declared, found.changes, found.fits) == (True, None, [], True)


def test_a_chained_log_may_be_tried_under_other_rules() -> None:
    assert fitted(chained(simulate("room-six", 5))).rulesets["room-six"].fits


def test_against_the_oracle() -> None:
    assert campaign(24, 7) == []


# -- the command -------------------------------------------------------------------------------------------------


def test_the_command_prints_what_is_written_down(paishen: Paishen, tmp_path: Path, root: Path) -> None:
    path = tmp_path / "small.paipu.json"
    write(path, [small(GUARD_SAYS, end={"scores": [2, 1, -1, -1, -1]})])
    ran = paishen("fit", path, "--json")
    (told,) = ran.json
    assert ran.status == 1
    assert set(told) == {"game", "rulesets", "changes"}
    assert set(told["rulesets"]) == set(names())
    assert all(set(one) == {"fits", "event", "code"} for one in told["rulesets"].values())
    assert told["changes"] == [{"keys": {"double_open_guard": False}, "explains": "score"}]
    text = (root / "schemas" / "FIT-JSON.md").read_text("utf-8")
    keys = ("game", "rulesets", "changes", "fits", "event", "code", "keys", "explains")
    assert all(f"`{key}`" in text for key in keys)


def test_the_command_in_words(paishen: Paishen, tmp_path: Path) -> None:
    path = tmp_path / "small.paipu.json"
    write(path, [small(GUARD_SAYS, end={"scores": [2, 1, -1, -1, -1]})])
    ran = paishen("fit", path)
    assert (ran.status, ran.err) == (1, "")
    assert ran.lines[0] == "small"
    assert ran.lines[1] == "  本局所用      不合  事件 11: 所报与规则不同"
    assert ran.lines[-1] == "  → 若明保不翻番, 所报就对 (double_open_guard = false)"


def test_text_without_passes_under_unknown_rules(paishen: Paishen, root: Path, tmp_path: Path) -> None:
    """Passes that a text leaves out are filled in by each ruleset for itself."""
    text = (root / "replays" / "samples" / "03-room-normal-open-guard.paipu.txt").read_text("utf-8")
    path = tmp_path / "unknown.paipu.txt"
    path.write_text(text.replace("玩法: room-normal", "玩法: unknown"), "utf-8")
    ran = paishen("fit", path, "--json")
    assert [name for name, one in ran.json[0]["rulesets"].items() if one["fits"]] == ["room-normal"]
    assert ran.status == 0


def test_what_cannot_be_read(paishen: Paishen, tmp_path: Path) -> None:
    path = tmp_path / "two.paipu.jsonl"
    write(path, [structs.replace(simulate("simple", 1), rules="sixes"), simulate("simple", 2)])
    ran = paishen("fit", path, "--json", "--lang", "en")
    assert ran.status == 2
    bad, good = ran.json
    assert (bad["game"], bad["line"], bad["changes"]) == (simulate("simple", 1).game, 1, [])
    assert "no ruleset" in bad["message"]
    assert good["rulesets"]["simple"]["fits"]
    said = paishen("fit", path, "--lang", "en")
    assert said.lines[0].startswith(f"{path}, line 1, game {simulate('simple', 1).game}")


def test_json_keeps_whole_numbers(paishen: Paishen, tmp_path: Path) -> None:
    write(tmp_path / "a.paipu.json", [in_solo([-24, 6, 6, 6, 6])])
    text = paishen("fit", tmp_path / "a.paipu.json", "--json").out
    assert json.loads(text)["changes"] == [{"keys": {"podium_open": [24, -24, -24]}, "explains": "score"}]
    assert "." not in text.split('"changes"')[1]
