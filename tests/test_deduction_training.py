"""训练和考核: the fit finds what was put in, the figures are right by hand, the shipped model holds up on strangers."""

from __future__ import annotations

import json
import re
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from analyzer.archive import Archive
from analyzer.deduction import Model, load_model
from analyzer.deduction.model import Origin
from analyzer.deduction.signs import NAMES
from analyzer.deduction.training.fit import fit, posterior
from analyzer.deduction.training.games import TRAINED_ON, digested, made_up, watched
from analyzer.deduction.training.report import PARTS, brier, ece, quality, report, tabled
from analyzer.deduction.training.samples import Table, gathered
from analyzer.paipu import write
from analyzer.simulate import simulate
from tests.conftest import Paishen
from tests.left_out import guards, left_out

KEYS = [
    "kind", "part", "games", "moments", "log_loss", "gain", "gain_se", "brier", "top1", "ece", "ece_se", "table",
]  # fmt: skip


def toy(size: int, seed: int, weights: Any, imitates: float) -> Table:
    """Made-up samples in which the truth follows a model exactly."""
    random = np.random.default_rng(seed)
    signs = np.zeros((size, 5, len(NAMES)))
    signs[:, :, :4] = random.normal(size=(size, 5, 4))
    proof = np.full((size, 5), 0.25)
    proof[:, 0] = 0.0
    table = Table(
        np.arange(size).astype(str), np.array(["toy"] * size), random.random(size), np.arange(size) % 9 == 0,
        np.zeros(size, dtype=bool), np.zeros(size, dtype=int), proof, proof, signs,
    )  # fmt: skip
    chances = posterior(table, weights, imitates)
    truth = (chances.cumsum(axis=1) < random.random(size)[:, None]).sum(axis=1)
    return table._replace(truth=truth)


def test_the_fit_finds_the_weights_that_made_the_truth() -> None:
    wanted = np.zeros(len(NAMES))
    wanted[:4] = (1.0, -0.8, 0.4, 0.0)
    found = fit(toy(3000, 1, wanted, 0.1), 0.1, penalty=0.1)
    assert np.abs(found - wanted).max() < 0.2


def test_a_fitted_model_is_calibrated_and_beats_counting_where_there_is_something_to_learn() -> None:
    wanted = np.zeros(len(NAMES))
    wanted[0] = 1.5
    model = Model(dict(zip(NAMES, map(float, fit(toy(3000, 2, wanted, 0.1), 0.1)), strict=True)), Origin(""), 0.1)
    found = quality("toy", "all", toy(3000, 3, wanted, 0.1), model)
    assert found.gain > 0.15
    assert found.ece < 0.02
    blank = Model(dict.fromkeys(NAMES, 0.0), Origin(""))
    nothing = quality("toy", "all", toy(3000, 4, np.zeros(len(NAMES)), 0.1), blank)
    assert nothing.gain == pytest.approx(0)


def test_figures_by_hand() -> None:
    """Two moments with two seats each; 0.75 for the truth, then 0.25."""
    said = np.array([[0.75, 0.25, 0, 0, 0], [0.75, 0.25, 0, 0, 0]])
    was = np.array([[1.0, 0, 0, 0, 0], [0, 1.0, 0, 0, 0]])
    bins = tuple(tabled(said, was))
    assert [(one.size, one.said, one.was) for one in bins if one.size] == [(2, 0.25, 0.5), (2, 0.75, 0.5)]
    assert ece(bins) == 0.25
    found = brier(said, was)
    assert found.score == pytest.approx((2 * 0.25**2 + 2 * 0.75**2) / 10)
    assert found.score == pytest.approx(found.reliability - found.resolution + found.uncertainty + found.within)
    assert found.within == pytest.approx(0)


def test_only_open_moments_and_whole_logs_count() -> None:
    table = gathered(watched(made_up("training", 8, 3), "training"))
    assert ((table.proof > 0).sum(axis=1) >= 2).all()
    assert (table.proof[np.arange(len(table.truth)), table.truth] > 0).all()
    assert ((table.progress >= 0) & (table.progress < 1)).all()
    assert len(set(table.games.tolist())) > 4
    assert np.allclose(table.proof.sum(axis=1), 1)


def test_made_up_games_come_back_from_their_seed() -> None:
    assert next(made_up("mimics", 1, 5)) == next(made_up("mimics", 1, 5))
    assert next(made_up("mimics", 1, 5)) != next(made_up("mimics", 1, 6))


def test_training_is_deterministic() -> None:
    """To the last bit, and the digest of its games with it."""
    made = []
    for _ in range(2):
        digest = sha256()
        table = gathered(watched(digested(made_up("training", 8, 3), digest), "training"))
        made.append((fit(table).tobytes(), digest.hexdigest()))
    assert made[0] == made[1]
    other = sha256()
    assert len(list(digested(made_up("training", 8, 4), other))) == 8
    assert other.hexdigest() != made[0][1]


def test_a_bot_left_out_is_judged_by_models_that_never_saw_it_as_guard(monkeypatch: pytest.MonkeyPatch) -> None:
    table = gathered(watched(made_up("training", 12, 3), "training"))
    whose, seen = guards(table), []

    def noted(some: Table, *_: float) -> Any:
        seen.append(set(guards(some)))
        return np.zeros(len(NAMES))

    monkeypatch.setattr("tests.left_out.fit", noted)
    found = left_out(table, 0.5, 5.0)
    assert np.allclose(found, table.proof)
    assert [set(whose) - some for some in seen] == [{bot} for bot in TRAINED_ON if bot in whose]


def test_errors_are_those_of_games_and_not_of_moments() -> None:
    """Every moment told ten times over changes nothing."""
    table = toy(300, 5, np.ones(len(NAMES)) * 0.3, 0.1)
    model = Model(dict.fromkeys(NAMES, 0.2), Origin(""), 0.1)
    once = quality("toy", "all", table, model)
    often = quality("toy", "all", table.where(np.repeat(np.arange(300), 10)), model)
    assert (often.moments, often.games) == (3000, 300)
    assert (often.gain_se, often.ece_se) == pytest.approx((once.gain_se, once.ece_se))
    assert 0 < once.gain_se < 0.1


# -- the shipped model, on bots it was not trained on -------------------------------------------------------------


@pytest.fixture(scope="module")
def strangers() -> dict[str, Any]:
    """A small report; MODEL.md has the one on many more games."""
    kinds = (("strangers", 32), ("mimics", 48))
    found = [one for kind, games in kinds for one in watched(made_up(kind, games, 77), kind)]
    return {f"{one.kind} {one.part}": one for one in report(gathered(found), load_model())}


def test_behaviour_is_well_below_counting_on_strangers_who_hide(strangers: dict[str, Any]) -> None:
    assert strangers["strangers all"].gain > 0.15
    assert strangers["strangers half"].gain > 0.15
    assert strangers["strangers all"].log_loss["all"] < strangers["strangers all"].log_loss["uniform"]


def test_behaviour_does_no_worse_than_counting_on_guards_who_play_as_rebels(
    strangers: dict[str, Any], root: Path
) -> None:
    """Within the error of so few games; the report in MODEL.md, on many, must not be below nothing by it."""
    few = strangers["mimics all"]
    assert few.gain > -few.gain_se
    text = (root / "schemas" / "MODEL.md").read_text("utf-8")
    mimics = text[text.index("\nMimics: ") :]
    gain, *_ = re.findall(r"^\| whole .*?\| (-?[\d.]+)% ± [\d.]+% \|", mimics, re.MULTILINE)
    assert float(gain) >= 0


# -- the command ---------------------------------------------------------------------------------------------------


def test_training_writes_a_model_that_deduce_takes(paishen: Paishen, tmp_path: Path) -> None:
    out = tmp_path / "mine.json"
    done = paishen("train", "--games", 8, "--seed", 3, "--out", out)
    assert (done.status, done.out) == (0, "")
    assert done.err.startswith(f"模型写入 {out}; 训练用的是: 8 局模拟的牌局 (种子 3, 电脑 cautious, ")
    log = tmp_path / "game.paipu.json"
    write(log, [simulate("room-normal", 2)])
    shipped, own = (paishen("deduce", log, "--json", *more) for more in ((), ("--model", out)))
    assert own.status == 0
    assert own.out != shipped.out
    told = paishen("train", "--games", 8, "--seed", 3, "--out", out, "--json")
    assert told.json == [json.loads(out.read_text("utf-8"))]
    assert told.json[0]["command"] == "paishen train --games 8 --seed 3 --out FILE"
    assert re.fullmatch("[0-9a-f]{64}", told.json[0]["games_sha256"])


def test_an_archive_of_ones_own(paishen: Paishen, tmp_path: Path) -> None:
    logs, archive, out = tmp_path / "games.paipu.jsonl", tmp_path / "archive", tmp_path / "mine.json"
    write(logs, [simulate("room-six", f"own {number}", bots=("cunning",) * 5) for number in range(12)])
    assert paishen("import", logs, "--archive", archive).status == 0
    assert len(Archive(archive).games()) == 12
    trained = paishen("train", archive, "--out", out)
    assert trained.status == 0
    assert re.search(r"训练用的是: 档案里的 \d+ 局$", trained.err.strip())
    assert "games of an archive" in json.loads(out.read_text("utf-8"))["trained_on"]
    done = paishen("train", archive, "--report", "--model", out, "--json")
    assert done.status == 0
    assert {part["kind"] for part in done.json[0]["parts"]} == {"archive"}


def test_the_report_is_written_down(paishen: Paishen, root: Path) -> None:
    (found,) = paishen("train", "--report", "--games", 8, "--json").json
    assert list(found) == ["trained_on", "parts"]
    assert all(list(part) == KEYS for part in found["parts"])
    assert {part["part"] for part in found["parts"]} <= set(PARTS)
    text = (root / "schemas" / "MODEL.md").read_text("utf-8")
    rows = re.findall(r"^\| (`.*?) \|", text, re.MULTILINE)
    assert {*KEYS, "trained_on", "parts"} <= {key for row in rows for key in re.findall(r"`(\w+)`", row)}
    table = paishen("train", "--report", "--games", 8, "--lang", "en").out
    assert re.search(r"^bots not trained on: \d games\npart +moments +all +proof +counts +uniform", table, re.MULTILINE)


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ((), "要么 --report, 要么 --out FILE"),
        (("--report", "--out", "x"), "要么 --report, 要么 --out FILE"),
        (("--report", "--model", "no.json"), "no.json"),
        (("no-archive", "--out", "x"), "no-archive: 档案里没有每家的牌都记下的有效牌局"),
    ],
)
def test_bad_usage_is_one_sentence(paishen: Paishen, args: tuple[str, ...], said: str) -> None:
    done = paishen("train", *args)
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert said in done.err
