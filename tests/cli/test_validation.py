"""An honest first number: ``fit`` says how often it errs on cases that it has not seen."""

import json
import re
from dataclasses import replace

import numpy as np
import pytest
from sklearn.model_selection import cross_val_score

from cutpoint import C45Classifier, read_table
from cutpoint.cli import validation
from cutpoint.compare import folds_of
from cutpoint.data import demo_path
from cutpoint.validation import held_out_rows
from support.running import refuses, succeeds, write

DEMO = demo_path()
LINE = re.compile(r"^Error on new cases: ([\d.]+)% ± ([\d.]+) \((.*), seed (\d+)\)$", re.MULTILINE)


def by_hand(table, rows):
    """Return the error on rows of a tree learned from the others."""
    tree = C45Classifier().fit_table(table.take(~rows)).tree_
    held = table.take(rows)
    return float(np.mean(tree.predict_codes(held.matrix()) != held.target))


@pytest.fixture(scope="module")
def table():
    return read_table(DEMO, target="outcome")


@pytest.mark.parametrize(
    ("options", "folds", "seed"), [([], 10, 0), (["--cv", 5, "--seed", 3], 5, 3)]
)
def test_cross_validation_can_be_repeated_by_hand(table, options, folds, seed):
    printed = succeeds("fit", DEMO, "-t", "outcome", *options)
    error, spread, method, said = LINE.search(printed).groups()
    fold = folds_of(table.target, folds, np.random.default_rng(seed))
    errors = [by_hand(table, fold == f) for f in range(folds)]
    assert error == f"{100 * np.mean(errors):.1f}"
    assert spread == f"{100 * np.std(errors, ddof=1) / np.sqrt(folds):.1f}"
    assert (method, said) == (f"{folds}-fold cross-validation", str(seed))


def test_it_agrees_with_scikit_learn(table):
    parts = json.loads(succeeds("fit", DEMO, "-t", "outcome", "--cv", 4, "--json"))["validation"]
    frame = table.matrix()
    numeric = [a for a, attribute in enumerate(table.attributes) if attribute.is_numeric]
    nominal = [a for a in range(frame.shape[1]) if a not in numeric]
    fold = folds_of(table.target, 4, np.random.default_rng(0))
    splits = [(np.flatnonzero(fold != f), np.flatnonzero(fold == f)) for f in range(4)]
    model = C45Classifier(categorical_features=nominal)
    scores = cross_val_score(model, frame, table.target, cv=splits)
    assert parts["error_rate"] == pytest.approx(1 - scores.mean())
    assert (parts["method"], parts["folds"], parts["seed"]) == ("cross_validation", 4, 0)


def test_a_holdout_can_be_repeated_by_hand(table):
    printed = succeeds("fit", DEMO, "-t", "outcome", "--holdout", 0.25, "--seed", 7)
    error, spread, method, seed = LINE.search(printed).groups()
    rows = held_out_rows(table.target, 0.25, np.random.default_rng(7))
    assert rows.sum() == 100
    rate = by_hand(table, rows)
    assert error == f"{100 * rate:.1f}"
    assert spread == f"{100 * np.sqrt(rate * (1 - rate) / 100):.1f}"
    assert (method, seed) == ("100 cases held out", "7")


def test_the_model_is_learned_from_all_cases(table, tmp_path):
    out = tmp_path / "m.json"
    printed = succeeds("fit", DEMO, "-t", "outcome", "--holdout", 0.5, "--out", out)
    assert str(C45Classifier().fit_table(table).tree_) in printed


def test_the_honest_number_comes_before_the_training_error():
    printed = succeeds("fit", DEMO, "-t", "outcome")
    assert printed.index("Error on new cases") < printed.index("training cases")


def test_it_can_be_switched_off():
    assert "Error on new cases" not in succeeds("fit", DEMO, "-t", "outcome", "--cv", 0)
    assert (
        json.loads(succeeds("fit", DEMO, "-t", "outcome", "--cv", 0, "--json"))["validation"]
        is None
    )


def test_where_folds_would_take_long_a_part_is_held_out(table):
    options = validation.ValidationOptions()
    learned = lambda part: C45Classifier().fit_table(part)  # noqa: E731
    assert validation.validate(learned, table, options, 0.01).folds == 10
    slow = validation.validate(learned, table, options, 2.0)
    assert (slow.folds, slow.held_out) == (None, 120)
    asked = replace(options, cv=3)
    assert validation.validate(learned, table, asked, 1e9).folds == 3


def test_of_few_cases_each_is_a_fold_and_of_one_class_none(tmp_path):
    few = write(tmp_path / "few.csv", "x,y\n" + "".join(f"{i},{'pq'[i > 2]}\n" for i in range(6)))
    assert "6-fold cross-validation" in succeeds("fit", few, "-t", "y")
    one = write(tmp_path / "one.csv", "x,y\n" + "1,p\n" * 30)
    assert "Error on new cases" not in succeeds("fit", one, "-t", "y")
    assert "cannot be divided into 10 folds" in refuses("fit", few, "-t", "y", "--cv", 10)


def test_c45s_own_files_print_what_c45_prints(tmp_path):
    stem = tmp_path / "golf"
    write(tmp_path / "golf.names", "yes, no.\nx: continuous.\nsky: sun, rain.\n")
    rows = [f"{i},{'sun' if i % 3 else 'rain'},{'no' if i > 9 else 'yes'}\n" for i in range(20)]
    write(tmp_path / "golf.data", "".join(rows))
    plain = succeeds("fit", stem)
    assert "Error on new cases" not in plain
    assert "distinct" not in plain
    asked = succeeds("fit", stem, "--cv", 3)
    assert asked.startswith(plain.rstrip("\n"))
    assert LINE.search(asked)[3] == "3-fold cross-validation"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--cv", 1], "--cv 1 leaves nothing to learn from"),
        (["--cv", 5, "--holdout", 0.3], "give one"),
        (["--holdout", 0], "--holdout must be a share above 0 and below 1"),
        (["--holdout", 30], "such as 0.3, not 30"),
        (["--cv", "many"], "'many' is not a whole number"),
        (["--quiet", "--json"], "leave one out"),
        (["--seed", -1], "must be at least 0"),
    ],
)
def test_what_contradicts_itself_is_refused(options, message):
    assert message in refuses("fit", DEMO, "-t", "outcome", *options)
