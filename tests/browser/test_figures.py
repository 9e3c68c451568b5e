"""数字: the figures on every page are those of the command line, on the samples and on 20,000 games."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from streamlit.testing.v1 import AppTest

from analyzer.archive import Archive
from analyzer.importing import bring
from analyzer.paipu import dumps_json
from dashboards.figures import mean_of, ratio_of, share_of
from dashboards.importing import samples
from tests.browser.apps import page_of
from tests.conftest import Paishen

MARKED = re.compile(r":[\w-]+\[(.*)\]|\*\*(.*)\*\*")
EVENT = 60


class Told(NamedTuple):
    """An archive, a game of it and a player; the game's log as a file, and the archive's folder, for the command."""

    folder: Path
    game: str
    file: Path
    player: str


@pytest.fixture(params=["samples", "many"])
def told(request: pytest.FixtureRequest, tmp_path: Path) -> Told:
    if request.param == "many":
        folder, game, player = request.getfixturevalue("many"), "bench/012345", "老王"
    else:
        folder, game, player = tmp_path / "archive", "样例/10-disputed", "老王"
        assert {entry.outcome for entry in bring(samples(), folder)} == {"stored"}
    file = tmp_path / "game.paipu.json"
    file.write_bytes(dumps_json(Archive(folder).log(game)))
    return Told(folder, game, file, player)


def bare(cell: object) -> str:
    """A cell without its Markdown."""
    found = MARKED.sub(lambda match: match[1] or match[2], str(cell))
    return re.sub(r"\\|[\u2060\u2068\u2069]|✕ ", "", found)


def column(app: AppTest, table: int, name: str) -> list[str]:
    return [bare(cell) for cell in app.table[table].value[name]]


def signed(number: int | None) -> str:
    return "–" if number is None else f"+{number}" if number > 0 else str(number).replace("-", "−")


@pytest.mark.parametrize(
    "filters", [{}, {"text": "3"}, {"player": "老王", "role": "guard", "least": 1}, {"ruleset": "room-six", "most": -3}]
)
def test_the_list_says_of_how_many(
    told: Told, monkeypatch: pytest.MonkeyPatch, paishen: Paishen, filters: dict[str, Any]
) -> None:
    given = [f"{name}={value}" for name, value in filters.items()]
    found = paishen("query", "search", *given, "--archive", told.folder, "--json").json
    (facts,) = paishen("query", "facets", "--archive", told.folder, "--json").json
    app = page_of(monkeypatch, told.folder, "games")
    for name, value in filters.items():
        app.session_state[{"text": "search"}.get(name, name)] = value
    app.run()
    assert not app.exception
    matched = found[0]["matched"] if found else 0
    assert app.caption[0].value == f"共 {facts['games']} 局，符合条件 {matched} 局"
    names = [bare(line.proto.label) for line in app.get("page_link")]
    assert names == [row["game"] for row in found]


def test_the_replay_page_tells_the_verdict(told: Told, monkeypatch: pytest.MonkeyPatch, paishen: Paishen) -> None:
    (verdict,) = paishen("validate", told.file, "--json").json
    app = page_of(monkeypatch, told.folder, "replay", game=told.game)
    assert column(app, 0, "名次") == [str(place or "–") for place in verdict["places"]]
    assert column(app, 0, "得分") == [signed(score) for score in verdict["scores"]]
    (chart,) = app.get("plotly_chart")
    left = [line["y"][-1] for line in json.loads(chart.proto.spec)["data"]]
    (last,) = paishen("show", told.file, "--json").json[-1:]
    assert left == last["left"]


def test_the_cards_page_counts(told: Told, monkeypatch: pytest.MonkeyPatch, paishen: Paishen) -> None:
    for view in (2, -1):
        eyes = "onlooker" if view < 0 else str(view)
        (counts,) = paishen("track", told.file, "--at", str(EVENT), "--view", eyes, "--json").json
        app = page_of(monkeypatch, told.folder, "cards", game=told.game, view=view, event=EVENT)
        table = len(app.table) - 1 if not counts["beatable"] else 0
        assert column(app, table, "未见") == [str(counts["unseen"][rank]) for rank in reversed(counts["unseen"])]
        for seat, figures in counts["seats"].items():
            (name,) = [head for head in app.table[table].value if head.startswith(f"{seat} ")]
            assert name.endswith(f" · {figures['left']}")
            means = [cell.partition(" · ")[0] for cell in column(app, table, name)]
            expected = [figures["expect"][rank] for rank in reversed(counts["unseen"])]
            assert [mean for mean, due in zip(means, expected, strict=True) if mean not in ("–", f"{due:.1f}")] == []
            voids = [rank in figures["void"] or not figures["any"][rank] for rank in reversed(counts["unseen"])]
            assert [mean == "–" for mean in means] == voids


def test_the_roles_page_believes(told: Told, monkeypatch: pytest.MonkeyPatch, paishen: Paishen) -> None:
    (beliefs,) = paishen("deduce", told.file, "--view", "onlooker", "--json").json
    app = page_of(monkeypatch, told.folder, "roles", game=told.game, view=-1, event=EVENT)
    data = json.loads(app.get("plotly_chart")[0].proto.spec)["data"]
    for line in data:
        seat = line["name"][0]
        due = [one["p"].get(seat, one["solo"]) for one in beliefs if one["p"]]
        assert line["y"] == pytest.approx(due, abs=1e-8)
    reasons = [line.value for line in app.markdown if "badge[" in line.value]
    because = beliefs[EVENT - 1]["because"]
    assert all(bare(line).endswith(one["words"]) for line, one in zip(reasons, because, strict=True))
    assert len(because) <= 3


def test_the_audit_page_sums_up(told: Told, monkeypatch: pytest.MonkeyPatch, paishen: Paishen) -> None:
    (sheet,) = paishen("audit", told.file, "--json").json
    app = page_of(monkeypatch, told.folder, "audit", game=told.game)
    assert column(app, 0, "得分") == [signed(score) for score in sheet["scores"]]
    claimed = sheet["claimed"]["scores"]
    assert column(app, 0, "所报得分") == ([signed(score) for score in claimed] if claimed else ["–"] * 5)


def test_the_players_page_adds_up(told: Told, monkeypatch: pytest.MonkeyPatch, paishen: Paishen) -> None:
    def asked(question: str) -> list[dict[str, Any]]:
        return paishen("query", question, f"person={told.player}", "--archive", told.folder, "--json").json

    whole: Counter[str] = Counter()
    roles: dict[str, Counter[str]] = {}
    for row in asked("results"):
        figures = Counter({name: value for name, value in row.items() if isinstance(value, int)})
        whole.update(figures)
        roles.setdefault(row["role"], Counter()).update(figures)
    app = page_of(monkeypatch, told.folder, "players", player=told.player)
    due = [roles[name] for name in ("emperor", "guard", "rebel", "solo", "none") if name in roles] + [whole]
    assert column(app, 0, "局数") == [str(one["of_games"]) for one in due]
    assert column(app, 0, "胜率（95% 区间）") == [share_of(one["won"], one["of_decided"]) for one in due]
    assert column(app, 0, "总分") == [signed(one["points"]) for one in due]
    assert column(app, 0, "每局") == [mean_of(one["points"], one["of_games"]) for one in due]
    every = sum(row["of_games"] for row in asked("sat"))
    assert app.caption[0].value.startswith(f"统计：{whole['of_games']} 局（坐过 {every} 局）")
    habits = asked("habits")
    assert column(app, 2, "压得住却过") == [share_of(row["passed"], row["of_able"]) for row in habits]
    due_jokers = [ratio_of(row["jokers"], row["of_tricks"], row["of_games"]) for row in habits]
    assert column(app, 2, "每赢一轮用王") == due_jokers
    (chart,) = app.get("plotly_chart")
    totals = json.loads(chart.proto.spec)["data"][0]["y"]
    assert totals == [0, *(row["total"] for row in asked("trend"))]
