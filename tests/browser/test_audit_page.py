"""计分: the audit page without a browser - its figures are those of the command, and every part says something."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from analyzer.importing import bring
from dashboards.importing import samples
from tests.browser import samples as games
from tests.browser.apps import page_of
from tests.conftest import Paishen

FILES = {path.name.split(".")[0]: path for path in samples()}


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("archive")
    assert {entry.outcome for entry in bring(FILES.values(), folder)} == {"stored"}
    return folder


def opened(archive: Path, monkeypatch: pytest.MonkeyPatch, game: str) -> AppTest:
    return page_of(monkeypatch, archive, "audit", game=f"样例/{game}")


def cells(app: AppTest, table: int, column: str) -> list[str]:
    """A column without its Markdown."""
    return [re.sub(r":\w+-badge\[(.*)\]", r"\1", cell).replace("✕ ", "") for cell in app.table[table].value[column]]


def written(scores: list[int]) -> list[str]:
    return [f"+{score}" if score > 0 else str(score).replace("-", "−") for score in scores]


@pytest.mark.parametrize("name", list(FILES))
def test_the_figures_are_those_of_the_command(
    archive: Path, monkeypatch: pytest.MonkeyPatch, paishen: Paishen, name: str
) -> None:
    (told,) = paishen("audit", FILES[name], "--json").json
    app = opened(archive, monkeypatch, name)
    assert cells(app, 0, "名次") == [str(place or "–") for place in told["places"]]
    assert cells(app, 0, "得分") == (written(told["scores"]) if told["scores"] else ["–"] * 5)
    claimed = told["claimed"]["scores"]
    assert cells(app, 0, "所报得分") == (written(claimed) if claimed else ["–"] * 5)
    messages = [text.value for text in app.text]
    assert [finding["message"] for finding in told["findings"] if finding["message"] not in messages] == []
    for seat, sheet in enumerate(told["sheets"], 1):
        shares = [line["value"] for line in sheet["lines"] if line["line"] == "total"]
        assert cells(app, seat, "值")[6:] == [written(shares)[0] if shares[0] is not None else "–"]


def test_integers_stay_integers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = games.log()
    log["events"][-1]["scores"] = [2**53 - 1, 2, -4, 4, 0]
    file = tmp_path / "large.paipu.json"
    file.write_text(json.dumps(log), "utf-8")
    assert [entry.status for entry in bring([file], tmp_path)] == ["disputed"]
    app = page_of(monkeypatch, tmp_path, "audit", game=log["game"])
    assert cells(app, 0, "所报得分") == ["+9007199254740991", "+2", "−4", "+4", "0"]
    assert app.caption[0].value.endswith("所报合计 +9007199254740993")


def test_rulesets_are_tried_when_asked(archive: Path, monkeypatch: pytest.MonkeyPatch, paishen: Paishen) -> None:
    (told,) = paishen("fit", FILES["04-room-six"], "--json").json
    app = opened(archive, monkeypatch, "04-room-six")
    next(button for button in app.button if button.label == "逐一试八种玩法").click().run()
    assert not app.exception
    verdicts = app.table[-1].value["判定"]
    assert [verdict == "✓ 说得通" for verdict in verdicts] == [one["fits"] for one in told["rulesets"].values()]
    assert "✓ 说得通" in set(verdicts)


def test_a_receipt_is_hex_or_nothing(archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = opened(archive, monkeypatch, "04-room-six")
    app.text_input(key="receipt").set_value("*x*").run()
    assert [error.value for error in app.error] == ["要 64 位十六进制数。"]
    app.text_input(key="receipt").set_value("AB " * 32).run()
    assert any("收据 abab" in text.value for text in app.text)
    assert not app.exception


def test_a_sitting_is_worked_out_when_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, paishen: Paishen) -> None:
    logs = tmp_path / "night.paipu.jsonl"
    assert paishen("simulate", "--rules", "tribute", "--games", "4", "--seed", "3", "-o", logs).status == 0
    folder = tmp_path / "archive"
    assert {entry.outcome for entry in bring([logs, *FILES.values()], folder)} == {"stored"}
    (told,) = paishen("ledger", folder, "--sitting", "simulated-3", "--json").json
    app = page_of(monkeypatch, folder, "audit", game="simulated-tribute-3/2")
    next(button for button in app.button if button.label == "算这一桌的账").click().run()
    assert not app.exception
    table = app.table[-1].value
    for name, total in told["totals"].items():
        assert table[name].iloc[-2].split(" ")[0] == written([total])[0]
    assert len(table["记事"]) == len(told["rows"]) + 1 == 5
