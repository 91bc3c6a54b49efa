"""Comparing systems: the same folds for all, and figures that can be counted by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutpoint import C45Classifier, InputError
from cutpoint import compare as comparing
from cutpoint._core import Progress
from cutpoint.compare import Fitted, Outcome, System, folds_of, grid, offered, systems
from cutpoint.data import make_mixed
from cutpoint.data.attribute import Attribute
from cutpoint.data.table import Table
from cutpoint.studies import run


def compare(table: Table, systems: list[System], repeats: int = 1, **options: Any) -> list[Outcome]:
    """Return the outcomes of systems on one table."""
    named = {str(number): system for number, system in enumerate(systems)}
    return list(run(named, {"table": table}, repeats=repeats, **options).outcomes["table"].values())


def majority(seen: list[Any] | None = None) -> System:
    """Return a system that gives every case the most frequent class."""

    def learn(table: Table) -> Fitted:
        if seen is not None:
            seen.append(sorted(table.columns[0].tolist()))
        most = int(np.bincount(table.target).argmax())
        return Fitted(lambda cases: np.full(cases.n_rows, most), 1, 1, 0)

    return System("majority", "no test at all", learn)


def numbered(target: list[int], weights: Any = None) -> Table:
    """Return a table whose one column is the number of the case."""
    n = len(target)
    column = np.arange(n, dtype=float)
    codes = np.array(target, dtype=np.int32)
    return Table((Attribute("number"),), (column,), n, ("a", "b"), codes, "class", weights)


@given(st.lists(st.integers(0, 3), min_size=2, max_size=60), st.integers(2, 12), st.integers(0, 9))
def test_folds_and_their_shares_of_each_class_differ_by_at_most_one(
    target: list[int], folds: int, seed: int
) -> None:
    fold = folds_of(np.array(target), folds, np.random.default_rng(seed))
    sizes = np.bincount(fold, minlength=folds)
    assert sizes.max() - sizes.min() <= 1
    for label in set(target):
        shares = np.bincount(fold[np.array(target) == label], minlength=folds)
        assert shares.max() - shares.min() <= 1


def test_all_systems_learn_from_the_same_folds_and_each_case_is_held_out_once_per_repeat() -> None:
    one: list[Any] = []
    two: list[Any] = []
    table = numbered([0, 1] * 10)
    compare(table, [majority(one), majority(two)], folds=5, repeats=2, random_state=3)
    assert one == two
    assert len(one) == 10
    for repeat in (one[:5], one[5:]):
        left_out = sorted(number for seen in repeat for number in set(range(20)) - set(seen))
        assert left_out == list(range(20))
    assert one[:5] != one[5:]


def test_error_and_its_standard_error_are_those_of_the_folds() -> None:
    """Fifteen cases of one class and five of another, one of which is in each fold of four."""
    [outcome] = compare(numbered([0] * 15 + [1] * 5), [majority()], folds=5, random_state=0)
    assert outcome.errors.tolist() == [0.25] * 5
    assert outcome.error == 0.25
    assert outcome.standard_error == 0
    rates = np.array([0.0, 0.5, 0.25, 0.25])
    other = replace(outcome, errors=rates)
    assert other.error == 0.25
    assert other.standard_error == pytest.approx(np.sqrt((0.0625 * 2) / 3 / 4))


def test_errors_are_weighted_and_cases_without_a_class_left_out() -> None:
    weights = np.array([1.0] * 8 + [3.0] * 2 + [9.0])
    table = numbered([0] * 8 + [1, 1, -1], weights)
    [outcome] = compare(table, [majority()], folds=2, random_state=0)
    assert outcome.errors.tolist() == [3 / 7, 3 / 7]


def test_wins_draws_and_losses_are_counted_by_fold() -> None:
    zeros = np.zeros(4)

    def outcome(errors: list[float]) -> Outcome:
        return Outcome("", "", np.array(errors), zeros, zeros, zeros, zeros)

    assert outcome([0.1, 0.2, 0.3, 0.1]).against(outcome([0.2, 0.2, 0.2, 0.2])) == (2, 1, 1)


def test_figures_are_those_of_the_trees() -> None:
    table = make_mixed(150, random_state=1)
    [outcome] = compare(table, [systems()["r8"]], folds=3, random_state=5)
    fold = folds_of(np.asarray(table.target), 3, np.random.default_rng(5))
    for f in range(3):
        tree = C45Classifier().fit_table(table.take(fold != f)).tree_
        held_out = table.take(fold == f)
        wrong = tree.predict_codes(held_out.matrix()) != held_out.target
        assert outcome.errors[f] == wrong.mean()
        assert (outcome.size[f], outcome.leaves[f]) == (tree.n_nodes, tree.n_leaves)
        assert outcome.depth[f] == tree.depth


def test_the_number_of_threads_changes_nothing_but_time() -> None:
    table = make_mixed(120, random_state=2)
    chosen = [systems()["r7"], systems()["mantaras"]]
    one = compare(table, chosen, folds=4, random_state=0, n_jobs=1)
    three = compare(table, chosen, folds=4, random_state=0, n_jobs=3)
    for a, b in zip(one, three, strict=True):
        assert a.errors.tolist() == b.errors.tolist()
        assert a.size.tolist() == b.size.tolist()


def test_a_grid_offers_what_the_classifier_accepts_and_nothing_else() -> None:
    assert offered("criterion")[0] == "gain_ratio"
    assert {"gain", "mantaras"} <= set(offered("criterion"))
    assert None in offered("pruning")
    names = [system.name for system in grid(criterion=["gain"], penalty=["none", "rank"])]
    assert names == ["gain none", "gain rank"]
    with pytest.raises(InputError, match="criterion must be one of gain_ratio"):
        grid(criterion=["entropy"])
    with pytest.raises(InputError, match="a grid is of criterion"):
        grid(max_depth=["2"])


def test_a_registered_system_has_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comparing, "_registered", {})
    comparing.register(majority())
    assert systems()["majority"].about == "no test at all"


def test_progress_is_counted_and_a_stop_is_heard() -> None:
    progress = Progress()
    compare(numbered([0, 1] * 5), [majority()], folds=2, repeats=3, progress=progress)
    assert progress.done == 6
    progress.request_stop()
    with pytest.raises(KeyboardInterrupt):
        compare(numbered([0, 1] * 5), [majority()], folds=2, progress=progress)


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"folds": 11}, "10 cases cannot be divided into 11 folds"),
        ({"folds": 1}, "cannot be divided into 1 folds"),
        ({"repeats": 0}, "repeats"),
        ({"systems": []}, "nothing to compare"),
        ({"table": replace(numbered([0, 1]), target=None)}, "no target"),
    ],
)
def test_what_cannot_be_compared_is_refused(changes: dict[str, Any], complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        compare(**{"table": numbered([0, 1] * 5), "systems": [majority()], **changes})
