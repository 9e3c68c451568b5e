"""`paishen track` from the outside, and by hand: what is proved, what is hinted at, what is refused."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from analyzer.cards import RANKS
from analyzer.paipu import write
from analyzer.sight import as_seen
from analyzer.tracking import track_at, tracks
from tests.conftest import Paishen
from tests.test_replay import PLAYS, events, log_of

HERE = Path(__file__).resolve().parent
SAMPLES = sorted((HERE.parent / "replays" / "samples").glob("*.paipu.*"))
KEYS = ["event", "view", "unseen", "marked", "seats", "beatable", "beatable_se", "unbeatable"]
SEAT_KEYS = ["left", "expect", "any", "void", "soft", "can_beat"]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The small game of ten cards: 1 holds R* 6, 2 B* 7, 3 7 9, 4 9 B, 5 R 6."""
    path = tmp_path / "small.paipu.json"
    write(path, [log_of([*events([*PLAYS]), {"type": "end"}])])
    return path


def test_a_hand_worked_moment(paishen: Paishen, file: Path) -> None:
    """4, holding 9 B, has seen 6 7 9. Of R* R B* 7 6 unseen R* is with 1, who has no more; 2 and 3 have one, 5 two."""
    done = paishen("track", file, "--at", 5, "--view", 4, "--json")
    assert (done.status, done.err) == (0, "")
    (found,) = done.json
    assert list(found) == KEYS
    assert (found["event"], found["view"]) == (5, 4)
    assert found["unseen"] == {"6": 1, "7": 1, "9": 0, "B": 1, "R": 2}
    assert found["marked"] == {"B*": 1, "R*": 1}
    assert list(found["seats"]) == ["1", "2", "3", "5"]
    assert all(list(seat) == SEAT_KEYS for seat in found["seats"].values())
    one, two, _, five = found["seats"].values()
    assert (one["left"], one["expect"]["R"], one["void"]) == (1, 1, ["6", "7", "9", "B"])
    assert (two["expect"]["R"], two["any"]["6"], five["expect"]["R"], five["any"]["7"]) == (0.25, 0.25, 0.5, 0.5)
    assert (one["can_beat"], two["can_beat"], five["can_beat"]) == (1, 0.5, pytest.approx(5 / 6))
    assert (found["beatable"], found["beatable_se"]) == (1, None)  # 4 itself can beat the 9
    assert found["unbeatable"] == {}


def test_counts_alone_do_not_know_the_emperors_joker(paishen: Paishen, file: Path) -> None:
    (found,) = paishen("track", file, "--at", 5, "--view", 4, "--json", "--evidence", "counts", "--least", 2).json
    assert [seat["expect"]["R"] for seat in found["seats"].values()] == [0.4, 0.4, 0.4, 0.8]
    assert found["seats"]["5"]["least"] == {"6": 0, "7": 0, "9": 0, "B": 0, "R": 0.1}
    assert found["seats"]["1"]["void"] == ["9"]


def test_the_table_in_the_terminal(paishen: Paishen, file: Path) -> None:
    done = paishen("track", file, "--at", 5, "--view", 4)
    assert done.lines == [
        "small  视角: 4 丁  事件 5/11",
        "",
        "座位  张  6    7    9  B    R",
        "未见  5   1    1    0  1    2",
        "1 甲  1   -    -    -  -    1.0",
        "2 乙  1   0.2  0.2  -  0.2  0.2",
        "3 丙  1   0.2  0.2  -  0.2  0.2",
        "5 戊  2   0.5  0.5  -  0.5  0.5",
        "",
        "标记牌未见: B* 1  R* 1",
        "压得住 9h 的可能: 1: 100%  2: 50%  5: 83%",
        "还没表态的有人压得住: 100.0%",
    ]
    assert paishen("track", file, "--at", 5, "--view", 4, "--lang", "en").lines[-1].endswith("can beat it: 100.0%")
    pairs = paishen("track", file, "--at", 5, "--view", 4, "--least", 2, "--evidence", "counts").lines
    assert pairs[7] == "5 戊  2   0%  0%  -  0%  10%"


def test_passes_are_shown_as_no_proof(paishen: Paishen, tmp_path: Path) -> None:
    path = tmp_path / "passed.paipu.json"
    write(path, [log_of(events([(1, "6s"), (2, None)]))])
    assert paishen("track", path, "--view", 4).lines[-1] == "过过的牌 (未必没有): 2: 6"


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name[:2])
def test_unseen_and_seen_are_the_deck_in_every_view(path: Path) -> None:
    from tests.test_sight import sample

    log = sample(path)
    for view in (log.eyes,) if log.eyes > 0 else (int(path.name[:2]) % 5 + 1, -1):
        for track in tracks(log, view)[2:]:
            known = track.facts
            others = sum(known.left(seat) for seat in track.seats)
            assert sum(known.unseen) == others
            assert min(known.unseen) >= 0
            assert max(known.unseen[:13]) <= 16
            assert all(count <= 4 for _, count in known.marked)
            assert sum(known.unseen) + sum(known.own) + sum(known.sight.played) == sum(known.deck)
            for place, _ in enumerate(track.lie.seats):
                assert sum(track.lie.sure[place]) + track.lie.slots[place] == known.left(track.seats[place])


def test_expectations_add_up(paishen: Paishen) -> None:
    (found,) = paishen("track", SAMPLES[4], "--at", 60, "--view", 2, "--json").json
    for rank, unseen in found["unseen"].items():
        assert sum(seat["expect"][rank] for seat in found["seats"].values()) == pytest.approx(unseen, abs=1e-9)


def test_the_json_is_written_down(root: Path) -> None:
    text = (root / "schemas" / "TRACK-JSON.md").read_text("utf-8")
    keys = [key for row in re.findall(r"^\| (`.*?) \|", text, re.MULTILINE) for key in re.findall(r"`(\w+)`", row)]
    assert keys == [*KEYS, *SEAT_KEYS, "least", "se"]


# -- what is proved -----------------------------------------------------------------------------------------------


def voids(happened: list[dict[str, Any]], view: int, seat: int, **header: Any) -> str:
    return "".join(RANKS[rank] for rank in tracks(log_of(happened, **header), view)[-1].void(seat))


def test_an_auto_played_lead_proves_that_nothing_lower_is_held() -> None:
    rules = {"base": "simple", "deck": {"R*": 1, "B*": 1, "R": 1, "B": 1, "6s": 3, "7s": 3, "9h": 4, "9s": 1}}
    deal = {"type": "deal", "hands": ["R*7s9h", "B*7s9h", "6s9h9h", "9sB6s", "R6s7s"]}
    accept, on = {"type": "accept", "seat": 1}, {"type": "auto", "seat": 1, "on": True}
    lead = {"type": "play", "seat": 1, "cards": "7s"}
    assert voids([deal, accept, on, lead], 4, 1, rules=rules) == "6"
    assert voids([deal, accept, lead], 4, 1, rules=rules) == ""


def test_a_tribute_proves_that_nothing_higher_was_held() -> None:
    rules = {"base": "simple", "tribute": True, "deck": {"R*": 1, "B*": 1, "R": 1, "B": 1, "6s": 2, "7s": 2, "9h": 2}}
    before = {"emperor": 1, "guard": 2, "places": [1, 2, 0, 0, 0], "winner": "emperor"}
    paid = [(5, 1, "R"), (4, 2, "B"), (3, 1, "9h")]
    acts: list[dict[str, Any]] = [{"type": "tribute", "from": seat, "to": to, "cards": card} for seat, to, card in paid]
    happened: list[dict[str, Any]] = [{"type": "deal", "hands": ["R*6s", "B*7s", "7s9h", "9hB", "R6s"]}, *acts]
    track = tracks(log_of(happened, rules=rules, previous=before), 2)[-1]
    assert [RANKS[rank] for rank in track.void(3)] == ["B", "R"]
    assert track.answers.least(1, 14, 1).value == 1  # the R that was paid, R* besides
    assert track.answers.expect(1, 14).value == 2


# -- what is hinted at --------------------------------------------------------------------------------------------


def softs(plays: list[tuple[int, str | None]], view: int, *more: dict[str, Any]) -> dict[int, dict[int, int]]:
    found = tracks(log_of([*events(plays), *more]), view)[-1].soft
    return {seat: dict(row) for seat, row in found.items()}


def test_a_pass_hints_and_a_play_takes_it_back() -> None:
    """2 passes on a 6; later it beats the 7 that 5's turn brought: no hint is left."""
    assert softs([(1, "6s"), (2, None)], 4) == {2: {1: 3}}
    later = softs([(1, "6s"), (2, None), (3, "7s"), (4, None), (5, None), (1, None), (2, "B*")], 5)
    assert later == {1: {1: 4}, 4: {1: 4}}


def test_a_pass_that_the_known_cards_explain_hints_at_nothing() -> None:
    """Nothing beats a big joker; and 1's only card is known to be R*, which is no surprise to pass with."""
    assert softs([(1, "R*"), (2, None), (3, None), (4, None), (5, None)], 4) == {}


def test_what_is_undone_hints_at_nothing() -> None:
    assert softs([(1, "6s"), (2, None)], 4, {"type": "undo"}) == {}
    assert softs([(1, "6s"), (2, None), (3, None)], 4, {"type": "undo"}) == {2: {1: 3}}


# -- what is refused ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--at", "99"), "small.paipu.json 牌局 small: 没有第 99 个事件: 这一局有 11 个"),
        (("--view", "all"), "--view 的值不对: 要 1, 2, 3, 4, 5, onlooker 之一"),
        (("--game", "x"), "没有叫 x 的牌局"),
    ],
)
def test_bad_usage_is_one_sentence(paishen: Paishen, file: Path, args: tuple[str, ...], said: str) -> None:
    done = paishen("track", file, *args)
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert said in done.err


def test_more_cards_than_there_can_be_are_refused_with_their_event(paishen: Paishen, tmp_path: Path) -> None:
    """3 plays a third 9: the log says so, and nothing is clamped."""
    path = tmp_path / "over.paipu.json"
    log = log_of(events([(1, "6s"), (2, "7s"), (3, "9h"), (4, "9h"), (5, "R"), (5, "6s"), (1, "9h")]))
    write(path, [structs.replace(log, view=5, events=as_seen(log, 5))])
    done = paishen("track", path)
    assert (done.status, done.out) == (2, "")
    assert "over.paipu.json 牌局 small 事件 5: " in done.err
    assert paishen("track", path, "--at", 5).status == 0


def test_a_log_of_one_seat_is_counted_from_its_own_view_alone(paishen: Paishen) -> None:
    own = next(path for path in SAMPLES if "seat-3" in path.name)
    assert json.loads(paishen("track", own, "--json", "--at", 40).out)["view"] == 3
    done = paishen("track", own, "--view", 2)
    assert (done.status, done.err.count("\n")) == (2, 1)
    assert "看不到 2 号位的视角" in done.err


def test_before_the_deal_nothing_is_held() -> None:
    found = track_at(log_of(events([])), 3, 0).to_json()
    assert (found["seats"], sum(found["unseen"].values()), found["beatable"]) == ({}, 10, None)


def test_who_is_sure_to_beat_needs_no_drawing(paishen: Paishen, tmp_path: Path) -> None:
    """1 keeps R*, which everybody knows, and beats 2's seven with it; 3, 4 and 5 are to act as well."""
    path = tmp_path / "sure.paipu.json"
    write(path, [log_of(events([(1, "6s"), (2, "7s")]))])
    for view in ("onlooker", 2):
        (found,) = paishen("track", path, "--view", view, "--json").json
        assert found["seats"]["1"]["can_beat"] == 1
        assert (found["beatable"], found["beatable_se"]) == (1, None)
