"""``cutpoint fit --learner``: who learns, and which options each of them has."""

from __future__ import annotations

import json

import pytest

from support.running import refuses, succeeds

TABLE = "x,colour,y\n" + "".join(
    f"{row},{'rgb'[row % 3]},{'abc'[row // 10 % 3]}\n" for row in range(60)
)


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text(TABLE)
    return path


def test_a_multiway_tree_prints_intervals_and_is_saved(table, tmp_path):
    model = tmp_path / "model.json"
    printed = succeeds(
        "fit", table, "--target", "y", "--learner", "multiway", "--cuts", "mdlp", "--out", model
    )
    assert "x in (9.5, 19.5] : b" in printed
    saved = json.loads(model.read_text())
    assert saved["learner"] == "MultiwayTreeClassifier"
    assert saved["parameters"]["cuts"] == "mdlp"
    assert "x in (9.5, 19.5] : b" in succeeds("show", model)


def test_the_tree_learner_takes_any_measure_and_threshold(table, tmp_path):
    model = tmp_path / "model.json"
    options = ["--criterion", "symmetric", "--threshold", "averaging", "--penalty", "filter"]
    succeeds("fit", table, "-t", "y", "--learner", "tree", *options, "-s", "-g", "--out", model)
    saved = json.loads(model.read_text())["parameters"]
    assert saved["criterion"] == "gain"  # -g comes last
    assert saved["threshold"] == "averaging"
    assert saved["penalty"] == "filter"
    assert saved["nominal"] == "groups"


def test_values_are_put_in_two_groups_if_asked(table, tmp_path):
    model = tmp_path / "model.json"
    fit = ["fit", table, "--target", "y", "--learner", "tree", "--two-groups"]
    succeeds(*fit, "--out", model)
    assert json.loads(model.read_text())["parameters"]["nominal"] == "binary"
    assert "--two-groups says so: leave one of them out" in refuses(*fit, "-s")


@pytest.mark.parametrize(
    ("learner", "option", "others"),
    [
        ("c45", ["--two-groups"], "tree or multiway or bagging"),
        ("c45", ["--cuts", "mdlp"], "tree or multiway or bagging"),
        ("multiway", ["--threshold", "median"], "tree or bagging"),
        ("tree", ["--soft"], "c45"),
        ("t2", ["--min-cases", "3"], "c45 or tree or multiway or bagging"),
        ("tree", ["--max-intervals", "3"], "t2"),
    ],
)
def test_an_option_of_another_learner_is_refused(table, learner, option, others):
    message = refuses("fit", table, "--target", "y", "--learner", learner, *option)
    assert f"{option[0]} is an option of --learner {others}" in message


def test_c45_refuses_a_measure_that_it_does_not_have(table):
    message = refuses("fit", table, "--target", "y", "--criterion", "gini")
    assert "--learner tree" in message
