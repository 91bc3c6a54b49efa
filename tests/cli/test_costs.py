"""``--costs`` and ``--class-weight``: from the file to every other command."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from cutpoint import C45Classifier, load, read_table
from cutpoint.data import demo_path
from cutpoint.data.folds import folds_of
from support.running import refuses, run, succeeds, write

DEMO = demo_path()
COSTS = "pass, repair: 10  | a pump that breaks\nmonitor, repair: 4\n"
FIT = ("fit", DEMO, "--target", "outcome")


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("costs")
    costs = write(folder / "pumps.costs", COSTS)
    printed = succeeds(*FIT, "--costs", costs, "--out", folder / "m.json")
    assert "Mean cost of a case" in printed
    assert "estimate" not in printed
    return folder / "m.json"


def test_the_first_class_of_a_line_is_the_predicted_one(model: Path) -> None:
    classes = ["monitor", "pass", "repair"]
    costs = np.array([[0, 1, 1], [1, 0, 1], [4, 10, 0]])
    assert load(model).classes_.tolist() == classes
    np.testing.assert_array_equal(load(model).tree_.costs, costs)
    table = pd.read_csv(DEMO)
    X, y = table.drop(columns="outcome"), table["outcome"]
    in_python = C45Classifier(cost_matrix={"repair": {"pass": 10, "monitor": 4}}).fit(X, y)
    assert in_python.predict(X).tolist() == load(model).predict(X).tolist()


def test_predict_evaluate_and_show_honour_the_costs(model: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(succeeds("predict", model, DEMO, "--proba"))))
    classes, costs = load(model).classes_, load(model).tree_.costs
    shares = np.array([[float(row[f"p({c})"]) for c in classes] for row in rows])
    given = classes[np.argmin(shares @ costs, axis=1)].tolist()
    assert [row["predicted"] for row in rows] == given
    told = json.loads(succeeds("evaluate", model, DEMO, "--json"))
    confusion = np.array(told["confusion"])
    assert told["mean_cost"] == pytest.approx((confusion * costs).sum() / 400)
    assert told["estimated_error_rate"] is None
    assert f"Mean cost of a case  {told['mean_cost']:.4g}" in succeeds("evaluate", model, DEMO)
    printed = succeeds("show", model)
    assert "pass where repair is true costs 10" in printed
    assert json.loads(succeeds("show", model, "--json"))["costs"][2] == [4, 10, 0]


def test_any_model_can_be_evaluated_by_costs(tmp_path: Path) -> None:
    costs = write(tmp_path / "x.costs", COSTS)
    succeeds(*FIT, "-q", "-o", tmp_path / "tree.json")
    succeeds("rules", DEMO, "-t", "outcome", "-q", "-o", tmp_path / "rules.json")
    for name in ("tree", "rules"):
        path = tmp_path / f"{name}.json"
        told = json.loads(succeeds("evaluate", path, DEMO, "--costs", costs, "--json"))
        matrix = np.array([[0, 1, 1], [1, 0, 1], [4, 10, 0]])
        assert told["mean_cost"] == pytest.approx(
            (np.array(told["confusion"]) * matrix).sum() / 400
        )
        assert "mean_cost" not in json.loads(succeeds("evaluate", path, DEMO, "--json"))


def test_pmml_says_where_it_cannot_follow(model: Path) -> None:
    ran = run("export", model, "--to", "pmml")
    assert ran.code == 0
    assert "a reader of PMML gives the most probable class" in ran.err
    assert run("export", model, "--to", "c").err == ""


def test_weights_of_classes_are_those_of_python(tmp_path: Path) -> None:
    table = pd.read_csv(DEMO)
    X, y = table.drop(columns="outcome"), table["outcome"]
    weights = write(tmp_path / "w.txt", "repair: 3\n")
    for given, meant in (("balanced", "balanced"), (weights, {"repair": 3.0})):
        succeeds(*FIT, "--class-weight", given, "-q", "-o", tmp_path / "m.json")
        wanted = C45Classifier(class_weight=meant).fit(X, y).tree_
        assert load(tmp_path / "m.json").tree_ == wanted


@pytest.mark.parametrize(
    ("options", "content", "said"),
    [
        (("--costs",), "pass, broken: 3", "line 1: 'broken' is not among the classes: monitor"),
        (("--costs",), "pass, repair: -3", "must be a finite number, 0 or more"),
        (("--costs",), "pass, pass: 3", "a right prediction must cost 0"),
        (("--costs",), "", "holds no line"),
        (("--class-weight",), "broken: 3", "'broken' is not among the classes"),
        (("--learner", "bagging", "--costs"), COSTS, "--learner bagging does not have it"),
        (("--trials", 2, "--costs"), COSTS, "leave out the trials, or the costs"),
    ],
)
def test_what_makes_no_sense_is_refused_and_nothing_is_written(
    options: tuple[object, ...], content: str, said: str, tmp_path: Path
) -> None:
    file = write(tmp_path / "x.costs", content)
    assert said in refuses(*FIT, *options, file, "--out", tmp_path / "m.json")
    assert not (tmp_path / "m.json").exists()
    assert "does not exist" in refuses(*FIT, "--costs", tmp_path / "none")


def test_tuning_by_costs_compares_the_mean_cost_of_cases_held_out(tmp_path: Path) -> None:
    costs = write(tmp_path / "pumps.costs", COSTS)
    out = tmp_path / "m.json"
    asked = ("--costs", costs, "-m", "2,30", "-c", "0.25", "--cv", 4, "--out", out)
    told = json.loads(succeeds("tune", DEMO, "--target", "outcome", *asked, "--json"))
    table = read_table(DEMO, target="outcome")
    matrix = np.array([[0, 1, 1], [1, 0, 1], [4, 10, 0.0]])
    fold = folds_of(table.target, 4, np.random.default_rng(0))
    assert told["chosen_by"] == "cost"
    for candidate in told["candidates"]:
        paid = []
        for held in range(4):
            part, others = table.take(fold != held), table.take(fold == held)
            model = C45Classifier(min_cases=candidate["min_cases"], cost_matrix=matrix)
            given = model.fit_table(part).tree_.predict_codes(others.matrix())
            paid.append(matrix[others.target, given].mean())
        assert candidate["cost"] == pytest.approx(np.mean(paid))
    np.testing.assert_array_equal(load(out).tree_.costs, matrix)
    printed = succeeds("tune", DEMO, "--target", "outcome", *asked[:-2])
    assert "mean cost" in printed
    assert f"--costs {costs}" in printed


def test_what_takes_no_costs_says_so(tmp_path: Path) -> None:
    costs = write(tmp_path / "pumps.costs", COSTS)
    rules = ("rules", DEMO, "--target", "outcome")
    assert "cutpoint evaluate --costs" in refuses(*rules, "--costs", costs)
    assert "leave --class-weight out" in refuses(*rules, "--class-weight", "balanced")
    assert "leave --weight out" in refuses(*rules, "--weight", "age_years")
    assert "--costs" not in succeeds("rules", "--help")
