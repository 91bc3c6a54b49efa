"""Pruning sets, cost-complexity, probabilities and bagging on the command line."""

import json
import re

import numpy as np
import pandas as pd
import pytest

from cutpoint import BaggedTreesClassifier, C45Classifier, TreeClassifier, load
from cutpoint.data import demo_path, read_table
from cutpoint.validation import held_out_rows
from support import needs
from support.running import refuses, run, succeeds

DEMO = demo_path()


@pytest.fixture
def halves(tmp_path):
    table = pd.read_csv(DEMO)
    table[::2].to_csv(tmp_path / "grow.csv", index=False)
    table[1::2].to_csv(tmp_path / "prune.csv", index=False)
    return tmp_path


def has(tables):
    return read_table(tables, target="outcome")


def test_a_pruning_set_is_read_from_a_table(halves):
    out = halves / "model.json"
    printed = succeeds(
        "fit",
        halves / "grow.csv",
        "-t",
        "outcome",
        "--pruning-set",
        halves / "prune.csv",
        "--out",
        out,
    )
    grow, prune = (pd.read_csv(halves / name) for name in ("grow.csv", "prune.csv"))
    expected = C45Classifier().fit(
        grow.drop(columns="outcome"),
        grow["outcome"],
        pruning_set=(prune.drop(columns="outcome"), prune["outcome"]),
    )
    model = load(out)
    assert model.tree_ == expected.tree_
    path = model.pruning_path_
    assert path.errors.tolist() == expected.pruning_path_.errors.tolist()
    rate = f"{path.errors[path.chosen]:.1%}"
    assert f"the one with {model.tree_.n_leaves} leaves; it errs in {rate} of them." in printed
    assert f"Pruned with 200 other cases: of {len(path)} trees the one" in printed
    shown = json.loads(succeeds("show", out, "--json"))
    assert shown["estimated_error_rate"] == pytest.approx(path.errors[path.chosen])


def test_a_share_of_the_cases_prunes_what_the_others_grow(tmp_path):
    out = tmp_path / "model.json"
    succeeds(
        "fit",
        DEMO,
        "-t",
        "outcome",
        "--learner",
        "tree",
        "--pruning-fraction",
        0.3,
        "--seed",
        5,
        "--out",
        out,
    )
    cases = has(DEMO)
    chosen = held_out_rows(cases.target, 0.3, np.random.default_rng(5))
    assert chosen.sum() == 120
    expected = TreeClassifier().fit_table(cases.take(~chosen), pruning_set=cases.take(chosen))
    assert load(out).tree_ == expected.tree_
    assert load(out).unpruned_tree_.cases[0] == 280


def test_cost_complexity_by_folds_or_by_a_strength(tmp_path):
    out = tmp_path / "model.json"
    printed = succeeds("fit", DEMO, "-t", "outcome", "--pruning", "cost_complexity", "--out", out)
    model = load(out)
    assert model.tree_.n_leaves == model.pruning_path_.sizes[model.pruning_path_.chosen]
    assert "Pruned by ten-fold cross-validation" in printed
    succeeds(
        "fit",
        DEMO,
        "-t",
        "outcome",
        "--pruning",
        "cost_complexity",
        "--no-one-standard-error",
        "--out",
        out,
    )
    assert load(out).tree_.n_leaves >= model.tree_.n_leaves
    printed = succeeds(
        "fit",
        DEMO,
        "-t",
        "outcome",
        "--pruning",
        "cost_complexity",
        "--ccp-alpha",
        0.02,
        "--out",
        out,
    )
    assert "Pruned at the given strength" in printed
    assert load(out).get_params()["ccp_alpha"] == 0.02


def test_a_bag_is_learned_saved_shown_evaluated_and_predicts(tmp_path):
    out = tmp_path / "bag.json"
    printed = succeeds(
        "fit",
        DEMO,
        "-t",
        "outcome",
        "--learner",
        "bagging",
        "--trees",
        7,
        "--seed",
        3,
        "--min-cases",
        4,
        "--out",
        out,
    )
    model = load(out)
    assert isinstance(model, BaggedTreesClassifier)
    expected = BaggedTreesClassifier(TreeClassifier(min_cases=4), 7, random_state=3)
    expected.fit_table(has(DEMO))
    assert [m.tree_ for m in model.estimators_] == [m.tree_ for m in expected.estimators_]
    assert re.search(r"^7 trees with \d+ to \d+ leaves", printed, re.MULTILINE)
    assert f"Error on new cases: {1 - model.oob_score_:.1%}, out of bag" in printed
    facts = json.loads(succeeds("show", out, "--json"))
    assert facts["n_trees"] == 7
    assert facts["oob_score"] == model.oob_score_
    assert "7 with" in succeeds("show", out)
    table = pd.read_csv(DEMO)
    told = json.loads(succeeds("evaluate", out, DEMO, "--json"))
    wrong = (model.predict(table.drop(columns="outcome")) != table["outcome"]).sum()
    assert told["errors"] == wrong
    lines = succeeds("predict", out, DEMO, "--proba").splitlines()
    first = [float(cell) for cell in lines[1].split(",")[1:]]
    assert first == pytest.approx(model.predict_proba(table.drop(columns="outcome"))[0].tolist())


def test_a_bag_as_json(tmp_path):
    parts = json.loads(succeeds("fit", DEMO, "-t", "outcome", "--learner", "bagging", "--json"))
    assert parts["learner"] == "BaggedTreesClassifier"
    assert len(parts["n_leaves"]) == 10
    assert set(parts["importances"]) == set(parts["importances_std"])


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (("export", "--to", "sql"), "trees are exported one by one"),
        (("view", "--no-open"), "a page shows one tree"),
    ],
)
def test_what_takes_one_tree_refuses_a_bag(command, message, tmp_path):
    out = tmp_path / "bag.json"
    succeeds("fit", DEMO, "-t", "outcome", "--learner", "bagging", "-q", "--out", out)
    assert message in refuses(command[0], out, *command[1:])


def test_probabilities_are_saved_with_the_model(tmp_path):
    out = tmp_path / "model.json"
    table = pd.read_csv(DEMO).drop(columns="outcome")
    for way in ("raw", "laplace", "m"):
        succeeds("fit", DEMO, "-t", "outcome", "--probabilities", way, "-q", "--out", out)
        model = load(out)
        assert model.probabilities == way
        lines = succeeds("predict", out, DEMO, "--proba").splitlines()
        told = np.array([[float(cell) for cell in line.split(",")[1:]] for line in lines[1:]])
        assert np.array_equal(told, model.predict_proba(table))
    assert (told > 0).all()


def test_a_calibration_plot_is_drawn(tmp_path):
    needs.package("matplotlib")
    model = tmp_path / "model.json"
    succeeds("fit", DEMO, "-t", "outcome", "-q", "--out", model)
    for name, start in (("plot.png", b"\x89PNG"), ("plot.svg", b"<?xml"), ("plot.pdf", b"%PDF")):
        succeeds("evaluate", model, DEMO, "--plot", tmp_path / name)
        assert (tmp_path / name).read_bytes().startswith(start)
    assert "a plot is a .png" in refuses("evaluate", model, DEMO, "--plot", tmp_path / "plot.txt")
    assert run("evaluate", model, DEMO, "--plot", model).code == 2


def test_every_tree_of_a_bag_is_pruned_with_the_pruning_set(halves):
    options = ("-t", "outcome", "--learner", "bagging", "--trees", 3)
    grow, prune = halves / "grow.csv", halves / "prune.csv"
    given = ("fit", grow, *options, "--pruning-set", prune)
    found = json.loads(succeeds(*given, "--json"))
    assert found["pruned_with"] == len(pd.read_csv(prune))
    assert f"pruned with {found['pruned_with']:,} others" in succeeds(*given)
    assert found["n_leaves"] != json.loads(succeeds("fit", grow, *options, "--json"))["n_leaves"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--ccp-alpha", 0.1), "is the strength of --pruning cost_complexity"),
        (("--pruning-fraction", 1.5), "between 0 and 1"),
        (("--pruning-fraction", 0), "between 0 and 1"),
        (("--pruning-fraction", 0.2, "--pruning-set", DEMO), "leave one out"),
        (("--pruning-fraction", 0.2, "--tune"), "contradict each other"),
        (("--pruning-fraction", 0.2, "--no-pruning"), "contradict each other"),
        (("--pruning-set", DEMO, "--pruning", "cost_complexity"), "contradict each other"),
        (("--no-pruning", "--pruning", "cost_complexity"), "contradict each other"),
        (("--no-one-standard-error",), "by cross-validation"),
        (("--learner", "t2", "--pruning-fraction", 0.2), "not t2"),
        (("--learner", "bagging", "--tune"), "leave it out with bagging"),
        (("--trees", 5), "--learner bagging"),
    ],
)
def test_options_that_contradict_each_other_are_refused(options, message):
    assert message in refuses("fit", DEMO, "-t", "outcome", *options)


def test_release_8_takes_no_pruning_set(halves):
    given = ("fit", halves / "grow.csv", "-t", "outcome", "--pruning-set", halves / "prune.csv")
    assert "Release 8" in refuses(*given, "--faithful")


def test_a_pruning_set_with_other_columns_or_classes_is_refused(halves):
    grow, prune = halves / "grow.csv", halves / "prune.csv"
    table = pd.read_csv(prune)
    table.drop(columns="age_years").to_csv(halves / "less.csv", index=False)
    table.replace({"outcome": {"pass": "perhaps"}}).to_csv(halves / "other.csv", index=False)
    base = ("fit", grow, "-t", "outcome", "--pruning-set")
    assert "age_years" in refuses(*base, halves / "less.csv")
    assert "perhaps" in refuses(*base, halves / "other.csv")
    assert "no such file" in refuses(*base, halves / "nowhere.csv")
