"""The runner: the same folds for all, figures counted by hand, resumed where it was stopped."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.tree import DecisionTreeClassifier

from cutpoint import C45Classifier, InputError, TreeClassifier
from cutpoint._core import Progress
from cutpoint.compare import Fitted, System, systems
from cutpoint.data import make_mixed
from cutpoint.data.attribute import Attribute
from cutpoint.data.table import Table
from cutpoint.datasets import make_gaussian
from cutpoint.studies import run
from cutpoint.studies.systems import discretized_system, indicators_of, intervals_of
from support.golden import load_golden, read_matrix, read_target, require_shared, used_attributes


def constant(code: int, seen: list[Any] | None = None) -> System:
    """Return a system that gives every case the same class."""

    def learn(table: Table) -> Fitted:
        if seen is not None:
            seen.append(table.n_rows)
        return Fitted(lambda cases: np.full(cases.n_rows, code), 1 + code, 1, 0, {"code": code})

    return System(f"always {code}", f"class {code}", learn)


def numbered(target: list[int]) -> Table:
    column = np.arange(len(target), dtype=float)
    codes = np.array(target, dtype=np.int32)
    return Table((Attribute("number"),), (column,), len(target), ("a", "b"), codes, "class")


def test_error_rates_are_over_all_cases_and_their_spread_over_cross_validations() -> None:
    """Seven cases in two folds: the mean of the folds' rates is not the rate of the whole."""
    table = numbered([0, 0, 0, 0, 1, 1, 1])
    results = run([constant(0), constant(1)], {"t": table}, folds=2, repeats=4)
    assert results.mean("t", "always 0") == pytest.approx(3 / 7)
    assert results.values("t", "always 0").tolist() == pytest.approx([3 / 7] * 4)
    assert results.standard_error("t", "always 0") == pytest.approx(0)
    assert results.wins("t", "always 0", "always 1") == (4, 0, 0)
    assert results.wins("t", "always 0", "always 0") == (0, 4, 0)
    assert results.ratio("t", "always 1", "always 0") == pytest.approx(4 / 3)
    assert results.ratio("t", "always 1", "always 0", "size") == 2
    assert results.mean("t", "always 1", "code") == 1
    with pytest.raises(InputError, match="no figure 'colour'"):
        results.mean("t", "always 1", "colour")


def test_means_of_ratios_are_arithmetic_and_geometric() -> None:
    tables = {"two": numbered([0, 0, 0, 0, 1, 1]), "five": numbered([1] * 5 + [0] * 5)}
    results = run([constant(0), constant(1)], tables, folds=2, repeats=2)
    assert results.mean_ratio("always 1", "always 0") == pytest.approx((2 + 1) / 2)
    assert results.geometric_mean_ratio("always 1", "always 0") == pytest.approx(np.sqrt(2))
    averages = {row["system"]: row for row in results.averages()}
    assert averages["always 1"]["size_ratio"] == 2
    assert averages["always 0"]["rank"] == pytest.approx((1 + 1.5) / 2)
    assert averages["always 1"]["probability_worse"] > averages["always 1"]["probability_better"]


def test_folds_do_not_depend_on_what_else_is_run() -> None:
    table = make_mixed(120, random_state=3)
    alone = run(["r8"], {"t": table}, folds=3, repeats=2, random_state=5)
    beside = run(
        ["r7", "r8"], {"u": make_mixed(90), "t": table}, folds=3, repeats=2, random_state=5
    )
    assert alone.values("t", "r8").tolist() == beside.values("t", "r8").tolist()
    other = run(["r8"], {"t": table}, folds=3, repeats=2, random_state=6)
    assert alone.values("t", "r8").tolist() != other.values("t", "r8").tolist()


def test_a_run_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    seen: list[int] = []
    tables = {"one": numbered([0, 1] * 6), "two": numbered([0, 1] * 4)}
    progress = Progress()

    def stopping(table: Table) -> Fitted:
        if table.n_rows == 4:  # the second table
            progress.request_stop()
        return constant(0, seen).learn(table)

    system = System("always 0", "class 0", stopping)
    with pytest.raises(KeyboardInterrupt):
        run([system], tables, folds=2, repeats=2, folder=tmp_path, n_jobs=1, progress=progress)
    [file] = tmp_path.iterdir()
    assert list(json.loads(file.read_text())) == ["1", "2"]
    seen.clear()
    whole = run([constant(0, seen)], tables, folds=2, repeats=2, folder=tmp_path, n_jobs=1)
    assert seen == [4] * 4  # the first table is not learned again
    seen.clear()
    again = run([constant(0, seen)], tables, folds=2, repeats=2, folder=tmp_path)
    assert not seen
    assert again.rows() == whole.rows()


def test_what_was_kept_of_other_work_is_not_used(tmp_path: Path) -> None:
    seen: list[int] = []
    options: dict[str, Any] = {"folds": 2, "repeats": 1, "folder": tmp_path}
    run([constant(0, seen)], {"t": numbered([0, 1] * 6)}, **options)
    run([constant(0, seen)], {"t": numbered([1, 0] * 6)}, **options)  # other cases
    run([constant(0, seen)], {"t": numbered([1, 0] * 6)}, **options, random_state=1)  # other folds
    assert len(seen) == 6
    [file] = tmp_path.iterdir()
    file.write_text(file.read_text()[:-20])  # as a crash would leave it, were it not written whole
    run([constant(0, seen)], {"t": numbered([1, 0] * 6)}, **options, random_state=1)
    assert len(seen) == 8


def test_progress_counts_folds_kept_ones_included(tmp_path: Path) -> None:
    for _ in range(2):
        progress = Progress()
        run([constant(0)], {"t": numbered([0, 1] * 6)}, 3, 2, folder=tmp_path, progress=progress)
        assert progress.done == 6


@pytest.mark.parametrize("name", ["iris", "labor", "hepatitis", "glass", "c45-crx"])
def test_errors_on_the_golden_folds_are_the_golden_figures(name: str) -> None:
    require_shared()
    golden = load_golden(name)
    attributes, matrix, target = used_attributes(golden), read_matrix(golden), read_target(golden)
    columns = tuple(
        matrix[:, i]
        if attribute.is_numeric
        else np.where(np.isnan(matrix[:, i]), -1, matrix[:, i]).astype(np.int32)
        for i, attribute in enumerate(attributes)
    )
    table = Table(attributes, columns, len(target), tuple(golden["classes"]), target)
    folds = {name: [golden["cv10"]["fold"]]}
    results = run({"C4.5": C45Classifier(faithful=True)}, {name: table}, folds)
    outcome = results.outcomes[name]["C4.5"]
    theirs = golden["cv10"]["variants"]["default"]["folds"]
    counts = (outcome.errors * outcome.weight).round(9).tolist()
    assert counts == [fold["test_errors_pruned"] for fold in theirs]
    assert outcome.size.tolist() == [fold["size_pruned"] for fold in theirs]


def test_named_sets_tables_frames_and_any_classifier_are_taken() -> None:
    X, y = make_gaussian(200, random_state=0)
    given = {
        "C4.5": "r8",
        "stump": TreeClassifier(max_depth=1),
        "CART": DecisionTreeClassifier(max_depth=2, random_state=0),
        "line": LogisticRegression(),
    }
    results = run(given, {"normal": (X, y), "iris": "iris"}, folds=4, repeats=1)
    assert results.systems == list(given)
    assert results.mean("normal", "stump", "size") == 3
    assert results.mean("normal", "CART", "leaves") == 4
    assert results.mean("normal", "line") < 0.2
    assert "C4.5" in str(results)


def test_systems_of_the_papers_learn_and_predict_what_they_should() -> None:
    table = make_mixed(200, random_state=0)
    cuts = {a.name: np.array([5.0]) for a in table.attributes if a.is_numeric}
    intervals = intervals_of(table, cuts)
    assert all(not attribute.is_numeric for attribute in intervals.attributes)
    column = np.asarray(table.columns[1])
    known = ~np.isnan(column)
    assert (intervals.columns[1][known] == (column[known] > 5)).all()
    assert (intervals.columns[1][~known] == -1).all()
    assert indicators_of(table).shape == (200, 1 + 6 + 4 + 3 + 3 + 3)

    class Fixed:
        def fit_table(self, table: Table) -> Fixed:
            self.cut_points_ = cuts
            return self

    system = discretized_system("fixed", "", Fixed, C45Classifier)
    fitted = system.learn(table)
    tree = C45Classifier().fit_table(intervals).tree_
    assert fitted.size == tree.n_nodes
    assert (fitted.predict(table) == tree.predict_codes(intervals.matrix())).all()


def test_results_are_written_as_csv_and_json(tmp_path: Path) -> None:
    results = run(["r8", "r7"], ["iris", "wine"], folds=3, repeats=2)
    results.save(tmp_path / "r.csv")
    results.save(tmp_path / "r.json")
    frame = pd.read_csv(tmp_path / "r.csv")
    assert frame[["dataset", "system"]].to_numpy().tolist() == [
        ["iris", "r8"],
        ["iris", "r7"],
        ["wine", "r8"],
        ["wine", "r7"],
    ]
    assert frame["error"].tolist() == pytest.approx(results.to_frame()["error"].tolist())
    kept = json.loads((tmp_path / "r.json").read_text())
    assert len(kept["outcomes"]["iris"]["r7"]["errors"]) == 6
    assert kept["record"]["random_state"] == 0
    assert kept["record"]["versions"]["cutpoint"]
    assert set(kept["ranks"]["systems"]) == {"r8", "r7"}
    with pytest.raises(InputError, match=r"must end in \.csv or \.json"):
        results.save(tmp_path / "r.txt")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (([], ["iris"]), "nothing to compare"),
        ((["r9"], ["iris"]), "no system 'r9'"),
        (([3], ["iris"]), "a name or a classifier, not 3"),
        ((3, ["iris"]), "names or classifiers, not 3"),
        ((["r8", "r8"], ["iris"]), "the same name"),
        ((["r8"], ["irish"]), "did you mean 'iris'"),
        ((["r8"], []), "no data set to run on"),
        ((["r8"], [3]), "data sets are names, or a mapping"),
        ((["r8"], ["iris"], 151), "150 cases cannot be divided into 151 folds"),
        ((["r8"], ["iris"], 10, 0), "repeats must be at least 1"),
        ((["r8"], ["iris"], {"iris": [[0, 1]]}), "iris has 150 cases, but 2 folds are given"),
        ((["r8"], {"t": Table((), (), 3)}), "t has no target"),
    ],
)
def test_what_cannot_be_run_is_refused(arguments: Any, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        run(*arguments)


def test_sets_that_cannot_be_had_are_named_and_the_rest_is_run(
    tmp_path: Path, monkeypatch: Any
) -> None:
    monkeypatch.delenv("CUTPOINT_DATA", raising=False)
    (tmp_path / "a" / "b").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "a" / "b")

    def fetch(**_: Any) -> None:
        raise OSError("no network")

    monkeypatch.setattr("sklearn.datasets.fetch_openml", fetch)
    results = run(["r8"], ["iris", "labor"], folds=2, repeats=1)
    assert results.datasets == ["iris"]
    assert results.missing == {
        "labor": "the data set 'labor' could not be had from OpenML: no network"
    }


def test_every_named_system_of_compare_can_be_run() -> None:
    results = run(list(systems()), ["iris"], folds=2, repeats=1)
    assert results.systems == list(systems())
