"""``cutpoint tune`` and ``fit --tune``."""

import json
import re

import pytest

from cutpoint import C45Classifier, TreeClassifier, load, read_table
from cutpoint.data import demo_path
from cutpoint.tuning import tune_table
from support.running import refuses, succeeds

DEMO = demo_path()
SMALL = ["-m", "2,10,50", "-c", "0.1,0.25", "--cv", 4]


def test_what_is_chosen_is_what_python_chooses(tmp_path):
    out = tmp_path / "m.json"
    parts = json.loads(succeeds("tune", DEMO, "-t", "outcome", *SMALL, "--json", "-o", out))
    settings = [(m, c) for m in (2, 10, 50) for c in (0.1, 0.25)]
    candidates = [C45Classifier(min_cases=m, confidence=c) for m, c in settings]
    table = read_table(DEMO, target="outcome")
    search = tune_table(candidates, table, folds=4)
    chosen = settings[search.best_index_]
    assert parts["chosen"] == {
        "learner": "c45",
        "min_cases": chosen[0],
        "confidence": chosen[1],
    }
    assert [row["error"] for row in parts["candidates"]] == pytest.approx(
        (1 - search.cv_results_["mean_test_score"]).tolist()
    )
    assert [row["size"] for row in parts["candidates"]] == search.cv_results_[
        "mean_test_size"
    ].tolist()
    assert [row["chosen"] for row in parts["candidates"]].index(True) == search.best_index_
    assert load(out).tree_ == candidates[search.best_index_].fit_table(table).tree_
    assert parts["model"] == str(out)


def test_the_table_shows_the_same_numbers():
    printed = succeeds("tune", DEMO, "-t", "outcome", *SMALL)
    parts = json.loads(succeeds("tune", DEMO, "-t", "outcome", *SMALL, "--json"))
    rows = re.findall(
        r"^\d+ +(\d+) +([\d.]+) +([\d.]+)% +([\d.]+) +([\d.]+)( +chosen)?$", printed, re.M
    )
    assert len(rows) == 6
    expected = {
        (f"{row['min_cases']:g}", f"{row['confidence']:g}"): (
            f"{100 * row['error']:.1f}",
            f"{100 * row['standard_error']:.1f}",
            f"{row['size']:.1f}",
            row["chosen"],
        )
        for row in parts["candidates"]
    }
    for m, c, error, spread, size, mark in rows:
        assert expected[m, c] == (error, spread, size, bool(mark))


def test_the_command_that_is_advised_learns_the_same_tree(tmp_path):
    printed = succeeds("tune", DEMO, "-t", "outcome", *SMALL)
    tree = re.search(r"Decision tree\n\n(.*?)\n\n", printed, re.DOTALL)[1]
    advised = printed.strip().splitlines()[-1].split()
    assert advised[:2] == ["cutpoint", "fit"]
    assert tree in succeeds(*advised[1:], "--cv", 0)


def test_fit_tunes_as_tune_does(tmp_path):
    one, two = tmp_path / "one.json", tmp_path / "two.json"
    succeeds("fit", DEMO, "-t", "outcome", "--tune", "-c", 0.1, "--cv", 0, "-o", one)
    succeeds("tune", DEMO, "-t", "outcome", "-c", 0.1, "-o", two)
    assert load(one).tree_ == load(two).tree_
    assert load(one).get_params() == load(two).get_params()
    assert load(one).confidence == 0.1


def test_the_error_of_a_tuned_tree_is_of_trees_tuned_without_the_cases():
    options = ["--tune", "-c", 0.25, "--holdout", 0.3]
    parts = json.loads(succeeds("fit", DEMO, "-t", "outcome", *options, "--json"))
    assert parts["validation"]["held_out"] == 120
    assert len(parts["tuning"]["candidates"]) == 5
    assert sum(row["chosen"] for row in parts["tuning"]["candidates"]) == 1


def test_learners_criteria_and_cuts_are_tried_when_asked_for(tmp_path):
    out = tmp_path / "m.json"
    options = ["--learner", "c45,tree", "--criterion", "gain,gini", "--cuts", "binary,mdlp"]
    options += ["-m", "5", "-c", "0.25", "--cv", 3, "--json", "-o", out]
    parts = json.loads(succeeds("tune", DEMO, "-t", "outcome", *options))
    tried = [(r["learner"], r["criterion"], r.get("cuts")) for r in parts["candidates"]]
    assert tried == [
        ("c45", "gain", None),
        ("tree", "gain", "binary"),
        ("tree", "gain", "mdlp"),
        ("tree", "gini", "binary"),
        ("tree", "gini", "mdlp"),
    ]
    errors = {}
    for criterion, cuts in (("gain", "binary"), ("gini", "mdlp")):
        table = read_table(DEMO, target="outcome")
        candidate = TreeClassifier(criterion, cuts, min_cases=5, random_state=0)
        search = tune_table([candidate], table, folds=3)
        errors["tree", criterion, cuts] = 1 - search.cv_results_["mean_test_score"][0]
    for setting, error in errors.items():
        assert parts["candidates"][tried.index(setting)]["error"] == pytest.approx(error)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--learner", "c4"], "did you mean 'c45'?"),
        (["--learner", "t2"], "--learner t2 has no settings to tune"),
        (["--learner", "c45,bagging"], "must be one of c45, tree, multiway, t2, not 'bagging'"),
        (["--criterion", "gini"], "add --learner tree"),
        (["--cuts", "mdlp"], "--cuts is an option of --learner tree or multiway"),
        (["-m", "2,x"], "--min-cases: 'x' is not a number"),
        (["-c", "0"], "not in the range"),
        (["-m", "0.5,2"], "min-cases must be a number of at least 1"),
        (["--cv", 1], "must be at least 2"),
        (["--cv", 4000], "400 cases cannot be divided into 4000 folds"),
    ],
)
def test_what_cannot_be_tried_is_refused(options, message):
    assert message in refuses("tune", DEMO, "-t", "outcome", *options)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--learner", "t2", "--tune"], "no settings to tune"),
        (["--tune", "-m", 2, "-c", 0.1], "leave --tune out"),
    ],
)
def test_fit_refuses_to_tune_nothing(options, message):
    assert message in refuses("fit", DEMO, "-t", "outcome", *options)
