"""Cases that a model was learned from flatter it: the commands say so, where it can be told."""

import json
from dataclasses import replace

import numpy as np
import pytest

from cutpoint import (
    C45Classifier,
    C45RulesClassifier,
    MultiwayTreeClassifier,
    T2Classifier,
    TreeClassifier,
    read_table,
)
from cutpoint.cli.seen import among, looks_learned_from
from cutpoint.data import demo_path, make_mixed
from cutpoint.data.folds import folds_of
from support.running import run, succeeds, write

DEMO = demo_path()
SAID = "These look like the cases that the model was learned from"

LEARNERS = {
    "c45": C45Classifier(),
    "faithful": C45Classifier(faithful=True),
    "unpruned": C45Classifier(pruning=None),
    "small": C45Classifier(min_cases=20),
    "mdlp": TreeClassifier(cuts="mdlp"),
    "multiway": MultiwayTreeClassifier(),
    "t2": T2Classifier(),
    "rules": C45RulesClassifier(),
}


def halves(table, seed):
    """Return two halves of a table with the same class counts, or None if they cannot have."""
    fold = folds_of(table.target, 2, np.random.default_rng(seed))
    first, second = table.take(fold == 0), table.take(fold == 1)
    same = np.array_equal(np.bincount(first.target), np.bincount(second.target))
    return (first, second) if same else None


@pytest.mark.parametrize("learner", LEARNERS.values(), ids=LEARNERS)
def test_the_training_cases_are_recognised_in_any_order_with_gaps_and_all(learner):
    table = read_table(DEMO, target="outcome")  # 4 % of its values are missing
    model = learner.fit_table(table).to_model()
    assert looks_learned_from(model, table)
    assert looks_learned_from(model, table.take(np.random.default_rng(0).permutation(400)))


@pytest.mark.parametrize("learner", LEARNERS.values(), ids=LEARNERS)
def test_other_cases_are_not_taken_for_them_even_with_the_same_class_counts(learner):
    tables = (make_mixed(200, seed) for seed in range(40))
    pairs = [pair for seed, table in enumerate(tables) if (pair := halves(table, seed))][:5]
    assert len(pairs) == 5
    for first, second in pairs:
        model = learner.fit_table(first).to_model()
        assert looks_learned_from(model, first)
        assert not looks_learned_from(model, second)
        if not isinstance(learner, C45RulesClassifier):  # a rule also counts cases of rules before
            assert not looks_learned_from(model, first.take(np.arange(first.n_rows) > 0))


def test_what_cannot_be_told_is_not_said():
    table = read_table(DEMO, target="outcome")
    leaf = C45Classifier(min_cases=300).fit_table(table).to_model()
    assert not looks_learned_from(leaf, table)  # any cases with these class counts look the same
    clear = table.take(table.target != 0)
    X = (clear.target == 1).astype(float)[:, np.newaxis]
    pure = C45Classifier().fit(X, clear.target)
    assert pure.tree_.n_leaves == 2
    assert not looks_learned_from(pure.to_model(), pure._typed_table(X, clear.target, None, pure))


@pytest.mark.parametrize("command", ["fit", "rules"])
def test_evaluate_says_that_figures_on_the_training_cases_flatter(command, tmp_path):
    model, other = tmp_path / "m.json", tmp_path / "other.csv"
    succeeds(
        command, DEMO, "-t", "outcome", *(["--cv", 3] if command == "fit" else []), "-o", model
    )
    told = succeeds("evaluate", model, DEMO)
    assert told.count(SAID) == 1
    assert told.index(SAID) < told.index("Errors")
    assert ("estimated when it was learned: " in told) == (command == "fit")
    assert ("cutpoint compare" in told) == (command == "rules")
    assert json.loads(succeeds("evaluate", model, DEMO, "--json"))["likely_training_cases"] is True
    write(other, "\n".join(DEMO.read_text().splitlines()[:300]))
    assert SAID not in succeeds("evaluate", model, other)
    assert (
        json.loads(succeeds("evaluate", model, other, "--json"))["likely_training_cases"] is False
    )


def test_cases_are_found_among_others_by_their_values_and_class():
    table = read_table(DEMO, target="outcome")
    rng = np.random.default_rng(0)
    assert among(table.take(rng.permutation(400)), table)
    assert among(table.take(np.arange(400) < 9), table)
    other = table.take(np.arange(400) >= 9)
    assert not among(table, other)
    assert not among(table.take(np.arange(400) < 9), other)
    changed = np.where(np.arange(400) == 3, (table.target + 1) % 3, table.target)
    assert not among(replace(table, target=changed), table)


def test_equal_rows_of_a_table_of_few_values_need_not_be_the_same_cases(tmp_path):
    rows = [",".join(map(str, row)) for row in np.random.default_rng(1).integers(0, 2, (200, 3))]
    table = read_table(write(tmp_path / "t.csv", "\n".join(["a,b,class", *rows])), target="class")
    assert among(table, table)
    assert not among(table.take(np.arange(200) < 50), table)


NOTE = "are also learned from"


@pytest.mark.parametrize(
    ("command", "option"),
    [
        ("fit", "--test"),
        ("fit", "--pruning-set"),
        ("rules", "--test"),
        ("stability", "--test"),
    ],
)
def test_a_table_of_other_cases_that_holds_the_same_ones_is_noted(command, option, tmp_path):
    lines = DEMO.read_text().splitlines()
    first, second = tmp_path / "first.csv", tmp_path / "second.csv"
    write(first, "\n".join(lines[:300]))
    write(second, "\n".join([lines[0], *lines[300:]]))
    more = ["--resamples", 3] if command == "stability" else []
    for other, same in ((first, True), (second, False)):
        ran = run(command, first, "-t", "outcome", option, other, *more)
        assert ran.code == 0
        assert (NOTE in ran.err) == same
