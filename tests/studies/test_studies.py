"""The studies: what they run, what they say, and the files they write."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from cutpoint import InputError, TreeClassifier
from cutpoint._core import Progress
from cutpoint.data import make_mixed
from cutpoint.datasets.generators import gaussian_table
from cutpoint.studies import boundary, geurts, mantaras, pruned_trees, quinlan
from cutpoint.studies.catalog import STUDIES, find_study
from cutpoint.studies.exhibit import Cell, Check, Exhibit, Grid, Settings, close, printed, within
from cutpoint.studies.files import exhibits_csv, exhibits_json, index_page, study_page
from support.shared import SHARED, require_shared

EXPECTED = {
    "quinlan": ["table 1", "table 2", "table 3", "table 4", "table 5", "figure 1", "figure 2"],
    "mantaras": ["table 2", "table 3"],
    "berzal": ["table 3", "table 4", "table 5"],
    "geurts": ["table 1", "table 2", "figure 1", "figure 2"],
    "boundary": ["table 1", "property"],
}


def test_every_table_and_figure_of_the_papers_has_a_plan() -> None:
    assert {name: [p.key for p in study.plans(Settings())] for name, study in STUDIES.items()} == (
        EXPECTED
    )
    assert all(plan.steps > 0 for study in STUDIES.values() for plan in study.plans(Settings()))


def test_a_plan_is_found_by_its_number() -> None:
    study = find_study("quinlan")
    chosen = study.chosen(Settings(), [3, 1], [2])
    assert [plan.key for plan in chosen] == ["table 3", "table 1", "figure 2"]
    with pytest.raises(InputError, match="quinlan has no table 6: there are table 1"):
        study.chosen(Settings(), [6], [])
    with pytest.raises(InputError, match="no study 'quinlin'; did you mean 'quinlan'"):
        find_study("quinlin")


def test_deviations_are_in_combined_standard_errors() -> None:
    assert Cell(5.0, 0.3, 4.0, 0.4).deviation == pytest.approx(2)
    assert Cell(5.0, 0.5, 4.0).deviation == pytest.approx(2)
    assert Cell(5.0, None, 4.0).deviation is None
    assert Cell(5.0, 0.0, 4.0, 0.0).deviation is None
    cells = [Cell(5.0, 0.5, 4.0), Cell(6.0, 0.5, 4.0), Cell(1.0)]
    assert within(cells) == (1, 2)
    assert close(0.97, 0.96, 0.05)
    assert not close(float("nan"), 0.96, 0.05)


def test_averages_of_some_sets_are_compared_with_the_papers_over_the_same() -> None:
    comparison = quinlan.COMPARISONS[1]
    every = list(printed("quinlan")["tasks"])
    assert quinlan.printed_average(comparison, "error ratio", every) == [0.96]
    assert quinlan.printed_average(comparison, "error ratio", ["auto", "iris"]) == [0.865]


@pytest.fixture
def small(monkeypatch) -> Settings:
    """Settings under which Quinlan's tables take seconds: two small sets, two folds."""
    require_shared()
    monkeypatch.setattr(quinlan, "FOLDS", 2)
    monkeypatch.setattr(quinlan, "QUICK_CASES", 150)
    return Settings(quick=True, data=SHARED / "data", n_jobs=2)


def test_quinlans_tables_have_our_figures_beside_the_papers(
    small: Settings, tmp_path: Path
) -> None:
    settings = replace(small, folder=tmp_path, also=("sklearn",))
    for plan in quinlan.plans(settings):
        progress = Progress()
        exhibit = plan.make(progress)
        assert progress.done == plan.steps, plan.key
        assert exhibit.key == plan.key
        assert exhibit.grid is not None
        assert all(len(row) == len(exhibit.grid.columns) for row in exhibit.grid.rows.values())
        assert exhibit.remarks
        if plan.key == "table 1":
            table = exhibit
    assert table.grid is not None
    assert list(table.grid.rows) == ["iris", "labor", "average"]
    assert "sklearn error %" in table.grid.columns
    iris = dict(zip(table.grid.columns, table.grid.rows["iris"], strict=True))
    assert isinstance(iris["Rel 8 error %"], Cell)
    assert iris["Rel 8 error %"].paper == 4.80
    assert 2 < (iris["Rel 8 error %"].value or 0) < 12
    assert iris["w/d/l"][1] == "3/3/4"
    assert sum(map(int, iris["w/d/l"][0].split("/"))) == 2
    rows = {(row["dataset"], row["system"]): row for row in table.results["rows"]}
    assert iris["Rel 8 error %"].value == pytest.approx(100 * rows["iris", "r8"]["error"])


def test_tables_with_and_without_irrelevant_attributes_do_not_undo_each_others_parts(
    small: Settings, tmp_path: Path
) -> None:
    settings = replace(small, folder=tmp_path)
    plans = {plan.key: plan for plan in quinlan.plans(settings)}

    def made() -> dict[Path, str]:
        for key in ("table 1", "table 2"):
            plans[key].make(Progress())
        return {path: path.read_text() for path in tmp_path.rglob("*.json")}

    parts = made()
    assert {path.name for path in parts} == {
        f"{name}--{system}.json" for name in ("iris", "labor") for system in ("r7", "r8")
    }
    assert len(parts) == 8
    times = {path: path.stat().st_mtime_ns for path in parts}
    assert made() == parts
    assert {path: path.stat().st_mtime_ns for path in parts} == times  # not written again


def test_sets_that_cannot_be_had_are_named_in_the_remarks(small: Settings, monkeypatch) -> None:
    monkeypatch.setitem(printed("quinlan")["tasks"]["labor"], "cases", 57)
    monkeypatch.setattr(
        "cutpoint.studies.runner.load_table",
        lambda name, data: gaussian_table(60, 0) if name == "iris" else _absent(name),
    )
    [plan] = [plan for plan in quinlan.plans(small) if plan.key == "table 1"]
    exhibit = plan.make(Progress())
    assert exhibit.grid is not None
    assert list(exhibit.grid.rows) == ["iris", "average"]
    assert "Not at hand, so left out: labor." in exhibit.remarks


def _absent(name: str) -> None:
    raise InputError(f"{name} could not be had")


def test_splits_hold_out_the_share_that_is_not_trained_on() -> None:
    table = make_mixed(50)
    folds = mantaras.splits_of(table, 0.6, 7, 0)
    assert folds.shape == (7, 50)
    assert (folds == 0).sum(axis=1).tolist() == [20] * 7
    assert len({tuple(fold) for fold in folds.tolist()}) == 7


def test_boundaries_are_cuts_between_cases_of_several_classes() -> None:
    counts = np.array([[2, 0], [1, 0], [0, 3], [1, 1], [0, 2.0]])
    assert boundary.boundaries(counts).tolist() == [False, True, True, True]
    evidence = boundary.Evidence(np.arange(5.0), counts)
    assert boundary.best_is_at_boundary(evidence, "gain")
    rng = np.random.default_rng(0)
    drawn = [boundary.random_evidence(rng) for _ in range(50)]
    assert all(boundary.boundaries(one.counts).any() for one in drawn)


def test_a_best_cut_away_from_boundaries_is_noticed() -> None:
    rng = np.random.default_rng(0)
    drawn = [boundary.random_evidence(rng) for _ in range(400)]
    missed = [one for one in drawn if not boundary.best_is_at_boundary(one, "distance")]
    assert 0 < len(missed) < 40
    assert all(boundary.best_is_at_boundary(one, "gain") for one in drawn)


def test_variance_error_and_size_of_trees_are_counted_by_hand(tmp_path: Path) -> None:
    sizes = {"learning": 1200, "pruning": 200, "test": 100}
    database = pruned_trees.Database("gaussian", gaussian_table(1500, 0), sizes)
    settings = Settings(folder=tmp_path, n_jobs=2)
    methods = pruned_trees.methods_of(["classic", "median", "bagging"])
    progress = Progress()
    found = pruned_trees.trees_of(database, methods, 4, settings, progress)
    assert progress.done == 12
    learning, pruning, test = database.parts()
    assert (learning.n_rows, pruning.n_rows, test.n_rows) == (1200, 200, 100)
    shares = []
    for seed in np.random.SeedSequence([0, 4]).spawn(4):
        rng = np.random.default_rng(seed)
        sample = learning.take(rng.permutation(1200)[:1000])
        learner = TreeClassifier(criterion="symmetric", threshold="median", min_cases=1)
        shares.append(learner.fit_table(sample, pruning_set=pruning).tree_)
    proba = np.array([tree.predict_proba(test.matrix()) for tree in shares])
    spread = found["median"]
    assert spread.sizes == [tree.n_nodes for tree in shares]
    assert spread.variance == pytest.approx(proba[:, :, 0].var(axis=0).mean())
    assert spread.errors == pytest.approx((proba.argmax(axis=2) != test.target).mean(axis=1))
    assert found["bagging"].variance < found["classic"].variance
    again = pruned_trees.trees_of(database, methods, 4, settings, Progress())
    assert again == found  # as it was kept


def test_a_study_says_which_systems_it_can_add() -> None:
    accepted = {
        name: [system for system in ("averaging", "mdlp", "sklearn") if study.accepts(system)]
        for name, study in STUDIES.items()
    }
    everything = ["averaging", "mdlp", "sklearn"]
    assert accepted == {
        "quinlan": everything,
        "mantaras": everything,
        "berzal": everything,
        "geurts": ["averaging", "mdlp"],
        "boundary": [],
    }


def test_the_databases_are_as_large_as_the_papers() -> None:
    for name in ("gaussian", "waveform"):
        sizes = printed("geurts")["databases"][name]
        table = geurts.database(name, 0)
        assert table.n_rows == sizes["samples"]
        assert len(table.attributes) == sizes["variables"]
        assert len(table.classes) == sizes["classes"]


EXHIBIT = Exhibit(
    "table 1",
    "Errors <of> it",
    Grid(("a & b", "w/d/l"), {"<iris>": [Cell(5.0, 0.3, 4.0, 0.4), ("1/2/3", "4/5/6")]}, "set"),
    checks=[Check("it holds", True, "yes"), Check("it fails", False, "no")],
    remarks=["Because <x> & y."],
)


def test_pages_show_both_figures_and_escape_everything() -> None:
    page = study_page("Study <1>", "A & B", [EXHIBIT])
    assert "5.00 ±0.30" in page
    assert "4.00 ±0.40" in page
    assert "+2.0" in page
    assert "✓ it holds: yes" in page
    assert "✗ it fails: no" in page
    assert "&lt;iris&gt;" in page
    for raw in ("<iris>", "<x>", "<of>", "Study <1>"):
        assert raw not in page
    index = index_page({"quinlan": ("A & B", [EXHIBIT])})
    assert 'href="quinlan.html"' in index


def test_figures_are_drawn_into_the_page() -> None:
    [plan] = [plan for plan in boundary.plans(Settings()) if plan.key == "table 1"]
    assert "<svg" not in study_page("x", "y", [plan.make(Progress())])
    drawn = replace(EXHIBIT, draw=_draw)
    page = study_page("x", "y", [drawn])
    assert page.count("<svg") == 1
    assert page == study_page("x", "y", [drawn])


def _draw():
    from cutpoint.studies.drawing import draw_ratios_by_size

    return draw_ratios_by_size([10, 100], [0.9, 0.8], [1.0, 0.7])


def test_csv_and_json_hold_every_cell() -> None:
    [first, second] = csv.DictReader(io.StringIO(exhibits_csv([EXHIBIT])))
    assert (first["row"], first["column"]) == ("<iris>", "a & b")
    assert float(first["deviation"]) == pytest.approx(2)
    assert (second["ours"], second["paper"]) == ("1/2/3", "4/5/6")
    content = json.loads(exhibits_json("quinlan", "A & B", [EXHIBIT]))
    [exhibit] = content["exhibits"]
    assert exhibit["cells"]["<iris>"]["a & b"]["paper"] == 4.0
    assert exhibit["checks"][1] == {"claim": "it fails", "holds": False, "detail": "no"}
