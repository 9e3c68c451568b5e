"""推断: the roles page without a browser - two views side by side, and the truth when it is over and asked for."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from msgspec import structs

from analyzer.importing import bring
from analyzer.paipu import dumps_lines, loads
from analyzer.paipu.source import Sourced
from dashboards.importing import samples
from tests.browser.apps import page_of, said
from tests.conftest import Paishen

FILES = {path.name.split(".")[0]: path for path in samples()}
NAME = "样例/06-simple-solo"


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    assert {entry.outcome for entry in bring([FILES["06-simple-solo"]], tmp_path)} == {"stored"}
    return tmp_path


def test_two_views_are_compared(archive: Path, monkeypatch: pytest.MonkeyPatch, paishen: Paishen) -> None:
    app = page_of(monkeypatch, archive, "roles", game=NAME, view=-1)
    app.selectbox(key="other_view").set_value(3).run()
    assert not app.exception
    charts = [json.loads(chart.proto.spec)["data"] for chart in app.get("plotly_chart")]
    assert len(charts) == 2
    for data, view in zip(charts, ("onlooker", "3"), strict=True):
        (beliefs,) = paishen("deduce", FILES["06-simple-solo"], "--view", view, "--json").json
        solo = next(line for line in data if "（独保）" in line["name"])
        assert solo["y"] == pytest.approx([one["solo"] for one in beliefs if one["p"]], abs=1e-8)


def test_the_truth_is_told_when_it_is_asked_for(archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = page_of(monkeypatch, archive, "roles", game=NAME, view=-1)
    assert [one.value for one in app.success] == []
    app.toggle[0].set_value(True).run()
    (told,) = [one.value for one in app.success]
    assert told.startswith("其实是独保：")


def test_no_truth_is_told_of_a_game_that_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (found,) = loads(FILES["06-simple-solo"].read_bytes(), "a.json")
    assert isinstance(found, Sourced)
    file = tmp_path / "going.paipu.jsonl"
    file.write_bytes(dumps_lines(structs.replace(found.log, events=found.log.events[:40])))
    assert [entry.status for entry in bring([file], tmp_path)] == ["incomplete"]
    app = page_of(monkeypatch, tmp_path, "roles", game=NAME, view=-1)
    assert len(app.toggle) == 0
    assert "打完才揭晓。" in said(app)
