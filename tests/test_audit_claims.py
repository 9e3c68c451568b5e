"""Wrong claims: five slips by hand with five different findings, the campaign in small, and the command.

The small game with an open guard in `room-normal`: places 2 3 0 0 1, base 1, doubled: 4 2 -2 -2 -2.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from analyzer.audit import Finding, audit_log
from analyzer.events import Log, Play
from analyzer.paipu import write
from analyzer.replay import judge_log
from analyzer.sight import as_seen
from analyzer.simulate import simulate
from tests.audit_campaign import campaign, with_end
from tests.conftest import Paishen
from tests.test_audit_sheet import GUARD_SAYS, ROOM, small
from tests.test_replay import PLAYS, events, log_of

RIGHT = [4, 2, -2, -2, -2]


def finding(**claims: Any) -> Finding:
    return audit_log(small(GUARD_SAYS, end=claims)).findings[0]


@pytest.mark.parametrize(
    ("claims", "kind", "line", "event", "en"),
    [
        ({"scores": [4, -2, 2, -2, -2]}, "swapped", "total", 10, "the scores of 乙 and 丙 are swapped"),
        ({"scores": [4, 2, -2, -3, -2]}, "figure", "total", 10,
         "丁 is due -2, claimed is -3; the five must add up to 0, not -1"),
        ({"scores": [2, 1, -1, -1, -1]}, "doubling_missing", "doubling", 2,
         "a doubling was left out: the open guard doubles the scores"),
        ({"guard": 3}, "guard", "side", 2, "the guard is 乙, claimed is 丙"),
        ({"places": [2, 4, 0, 0, 1]}, "place", "place", 10, "乙 came 3, claimed is 4"),
    ],
)  # fmt: skip
def test_five_slips_have_five_findings(claims: Any, kind: str, line: str, event: int, en: str) -> None:
    found = finding(**claims)
    assert (found.kind, found.line, found.event, found.words.en) == (kind, line, event, en)


@pytest.mark.parametrize(
    ("claims", "kind", "line"),
    [
        ({"scores": [8, 4, -4, -4, -4]}, "doubled_twice", "doubling"),
        ({"scores": [-4, -2, 2, 2, 2]}, "sign", "base"),
        ({"scores": [12, 6, -6, -6, -6]}, "base", "base"),
        ({"scores": [-2, 4, 2, -2, -2]}, "rotated", "total"),
        ({"scores": [8, 2, -2, -2, -6]}, "figures", "total"),
        ({"scores": [8, -4, 4, -4, -4], "places": [2, 0, 3, 0, 1]}, "place", "place"),
        ({"places": [2, 3, 4, 0, 1]}, "unplaced", "place"),
        ({"places": [2, 3, 0, 0, 0]}, "place", "place"),
        ({"emperor": 4}, "emperor", "side"),
    ],
)
def test_other_slips(claims: Any, kind: str, line: str) -> None:
    found = finding(**claims)
    assert (found.kind, found.line) == (kind, line)


def test_the_rotated_scores_are_rotated() -> None:
    assert finding(scores=[*RIGHT[-1:], *RIGHT[:-1]]).kind == "rotated"


def test_right_claims_have_no_findings() -> None:
    log = small(GUARD_SAYS, end={"scores": RIGHT, "places": [2, 3, 0, 0, 1], "emperor": 1, "guard": 2})
    assert audit_log(log).findings == []


def test_scores_that_follow_from_a_wrong_place_are_told_apart() -> None:
    """Of places 1 and 3 the base is 2, doubled 4: the scores are right for the wrong places."""
    log = small(GUARD_SAYS, end={"places": [1, 3, 0, 0, 2], "scores": [8, 4, -4, -4, -4]})
    first, second, last = audit_log(log).findings
    assert [(one.kind, one.line, one.seats) for one in (first, second)] == [
        ("place", "place", (5,)), ("place", "place", (1,)),
    ]  # fmt: skip
    assert (last.kind, last.follows) == ("scores", True)


def test_another_guard_explains_the_scores() -> None:
    """With 5 as guard: places 2 and 1, base 3, doubled 6; nobody said who the guard is."""
    found = finding(scores=[12, -6, -6, -6, 6])
    assert (found.kind, found.line, found.event, found.seats) == ("guard", "side", 2, (2, 5))


def test_two_neighbours_the_wrong_way_round_explain_the_scores() -> None:
    """One of the emperor's side comes a place too early or late: its base is one more or less."""
    explained = set()
    for seed in (9, 21, 28, 36):
        log = simulate("room-normal", seed)
        verdict = judge_log(log)
        places, scored = verdict.places, verdict.scores
        assert places
        assert scored
        if verdict.solo or verdict.doubled or 0 in places:
            continue
        ours = {verdict.emperor: 2, verdict.guard: 1}
        base = scored[(verdict.emperor or 0) - 1] // 2
        for place in range(1, 5):
            seats = tuple(places.index(at) + 1 for at in (place, place + 1))
            if (seats[0] in ours) == (seats[1] in ours):
                continue
            wrong = base + (-1 if seats[0] in ours else 1)
            scores = tuple(wrong * ours.get(seat, -1) for seat in range(1, 6))
            found = audit_log(with_end(log, scores=scores, places=None)).findings[0]
            if wrong not in (0, -base, 2 * base):
                assert found.kind == "place"
                assert found.words.en.endswith(f"came {places[found.seats[0] - 1]}")
                explained.add(found.seats)
    assert len(explained) >= 4


def test_an_escape_that_was_not_paid_for() -> None:
    happened = [*events([*PLAYS[:3]]), {"type": "escape", "seat": 4}]
    for scores, kind in (([0] * 5, "penalty_missing"), ([0, 0, 0, -30, 0], "penalty")):
        found = audit_log(log_of([*happened, {"type": "end", "scores": scores}], rules=ROOM)).findings[0]
        assert (found.kind, found.line, found.event) == (kind, "penalty", 5)


def unsuited(log: Log) -> Log:
    """A game as an onlooker wrote it down who did not look at suits: nobody can tell who the guard is."""
    bare = [
        structs.replace(event, cards=re.sub("(?<=[^BR])[shdc]", "", event.cards)) if isinstance(event, Play) else event
        for event in as_seen(log, -1)
    ]
    return with_end(structs.replace(log, view=-1, events=tuple(bare)), emperor=None, guard=None)


def test_hidden_hands_whoever_is_the_guard() -> None:
    """The guard is unknown to the end: the sheet says so, and a claim is wrong only where no guard allows it."""
    logs = (unsuited(simulate("tribute", seed)) for seed in range(99))
    log = next(log for log in logs if judge_log(log).guard is None and judge_log(log).status == "valid")
    audit = audit_log(log)
    assert (audit.scores, audit.findings) == (None, [])
    assert [sheet.line("total").value for sheet in audit.sheets] == [None] * 5
    assert audit.sheets[0].line("total").words.en == "the guard is unknown"
    (found,) = audit_log(with_end(log, scores=(9, 9, 9, 9, 9))).findings
    assert (found.kind, found.line) == ("no_way", "total")


def test_the_campaign_in_small() -> None:
    counts, faults = campaign(240, 5)
    assert faults == []
    assert min(counts[what] for what in ("figure", "swapped", "place", "doubled", "undoubled", "guard")) >= 5


# -- refusals ----------------------------------------------------------------------------------------------------


def test_an_illegal_game_is_scored_as_it_happened() -> None:
    """3 plays out of turn at event 3: it was 2's turn, who may beat the six with its seven or with B*, or pass."""
    deal, accept, six, seven, *rest = events([*PLAYS])
    wrong = {"type": "play", "seat": 3, "cards": "7s"}
    audit = audit_log(log_of([deal, accept, six, wrong, seven, *rest, {"type": "end"}], rules=ROOM))
    assert audit.as_it_happened
    told = audit.to_json("en")["refusals"]
    assert told[0] == {
        "event": 3, "code": "not_your_turn", "message": "it is not this seat's turn", "paragraph": "3.3",
        "act": {"type": "play", "seat": 3, "cards": "7s"}, "turn": 2,
        "legal": [
            {"type": "play", "seat": 2, "cards": "7"}, {"type": "play", "seat": 2, "cards": "B*"},
            {"type": "pass", "seat": 2},
        ], "more": 0,
    }  # fmt: skip


def test_what_would_have_been_legal_before_the_first_play() -> None:
    deal, *_ = events([])
    legal = [{"type": "accept", "seat": 1}, {"type": "yield", "seat": 1, "to": 5, "cards": "R*"}]
    for wrong in ({"type": "accept", "seat": 2}, {"type": "pass", "seat": 1}):
        audit = audit_log(log_of([deal, wrong], rules=ROOM))
        assert audit.to_json("zh")["refusals"][0]["legal"] == legal


# -- the command -------------------------------------------------------------------------------------------------


def test_the_command_tells_each_game(paishen: Paishen, tmp_path: Path) -> None:
    good, bad = simulate("simple", 1), simulate("room-six", 2)
    scores = list(bad.events[-1].scores)  # type: ignore[union-attr, arg-type]
    path = tmp_path / "two.paipu.jsonl"
    write(path, [good, with_end(bad, scores=(scores[0] + 7, *scores[1:]))])
    ran = paishen("audit", path)
    assert (ran.status, ran.err) == (1, "")
    assert sum(line.startswith("  ✗ 合计") for line in ran.lines) == 1
    assert paishen("audit", path, "--game", good.game).status == 0
    assert [told["status"] for told in paishen("audit", path, "--json").json] == ["valid", "disputed"]


def test_brief_is_a_line_for_a_game_that_is_right(paishen: Paishen, tmp_path: Path, root: Path) -> None:
    write(tmp_path / "a.paipu.json", [simulate("simple", 1)])
    wrong = root / "replays" / "samples" / "10-disputed.paipu.json"
    ran = paishen("audit", "--brief", tmp_path / "a.paipu.json", wrong)
    assert [line[:6] for line in ran.lines[1:]] == [str(root)[:6], "  ✗ 合计"]
    assert len(ran.lines) == 3
    (told,) = paishen("audit", "--brief", "--json", wrong).json
    assert (told["sheets"], told["first"]["kind"]) == ([], "swapped")


def test_an_unreadable_game_is_named_and_the_next_is_audited(paishen: Paishen, tmp_path: Path) -> None:
    path = tmp_path / "bad.paipu.jsonl"
    write(path, [simulate("simple", 1)])
    path.write_bytes(b'{"format": "paipu"}\n' + path.read_bytes())
    ran = paishen("audit", path, tmp_path / "none.json", "--json", "--lang", "en")
    assert ran.status == 2
    assert [told["status"] for told in ran.json] == ["unreadable", "valid", "unreadable"]
    assert [told["line"] for told in ran.json] == [1, 2, None]
    assert ran.json[2]["message"] == "no such file"


def test_an_illegal_game_on_the_screen(paishen: Paishen, root: Path) -> None:
    ran = paishen("audit", root / "replays" / "samples" / "11-illegal.paipu.json", "--lang", "en")
    assert ran.status == 1
    assert "  The game is illegal; the scores below are as it happened." in ran.lines
    assert "  ✗ event 90: 老王 plays 6s: sixes must be the last play (2.7)" in ran.lines


def test_rules_that_cannot_be_used(paishen: Paishen, tmp_path: Path) -> None:
    log: Log = structs.replace(simulate("simple", 1), rules_sha256="0" * 64)
    write(tmp_path / "a.paipu.json", [log])
    ran = paishen("audit", tmp_path / "a.paipu.json", "--lang", "en")
    assert ran.status == 2
    assert "the rules differ" in ran.out
