"""Trees of resamples: the same as weighted fits, whoever learns them."""

import threading
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from cutpoint import C45Classifier, InputError, MultiwayTreeClassifier, T2Classifier, TreeClassifier
from cutpoint._core import Progress
from cutpoint.data import make_mixed
from cutpoint.data.frames import table_from
from cutpoint.engines.resample import ResampleLearner, Resamples, expected_progress

MODELS = {
    "c45": C45Classifier(),
    "c45 faithful": C45Classifier(faithful=True),
    "soft": C45Classifier(soft_thresholds=True),
    "release 7": C45Classifier(release=7),
    "averaging": TreeClassifier(criterion="symmetric", threshold="averaging"),
    "gini": TreeClassifier(criterion="gini", pruning=None, min_cases=1),
    "multiway": MultiwayTreeClassifier(),
    "t2": T2Classifier(),
}


def numbers(n_rows=400, seed=0):
    rng = np.random.default_rng(seed)
    X = np.column_stack([rng.normal(size=n_rows), rng.integers(0, 9, n_rows), rng.random(n_rows)])
    return table_from(X, (X[:, 0] + X[:, 1] / 4 > rng.normal(1, 0.7, n_rows)).astype(int))


@pytest.mark.parametrize("kind", MODELS)
@pytest.mark.parametrize("mixed", [False, True], ids=["numbers", "mixed"])
def test_the_tree_of_a_resample_is_that_of_a_weighted_fit(kind, mixed):
    table = make_mixed(300, random_state=3) if mixed else numbers()
    resamples = Resamples.drawn(table.n_rows, 3, table.n_rows, replacement=True, random_state=5)
    model = MODELS[kind]
    learner = ResampleLearner(table, model.learn_spec())
    for r in range(len(resamples)):
        weights = resamples[r].astype(float)
        fitted = model.fit_table(replace(table, weights=weights))
        learned = learner.learn(resamples[r])
        assert learned.pruned == fitted.tree_
        assert learned.unpruned == fitted.unpruned_tree_


def drawn_table(rng):
    """A table without missing values: numbers of many and of few values, and nominal columns."""
    n_rows, n_classes = int(rng.choice([5, 60, 400, 1500])), int(rng.integers(2, 7))
    makers = (
        lambda: rng.normal(size=n_rows),
        lambda: np.round(rng.normal(size=n_rows), 1),
        lambda: rng.integers(0, 5, n_rows).astype(float),
        lambda: np.array(list("pqrst"))[rng.integers(0, 5, n_rows)],
    )
    kinds = rng.integers(0, 4, int(rng.integers(1, 6)))
    frame = pd.DataFrame({f"c{i}": makers[kind]() for i, kind in enumerate(kinds)})
    numbers = [column.to_numpy() for _, column in frame.items() if column.dtype == float]
    score = sum(numbers, rng.normal(size=n_rows))
    return table_from(frame, np.digitize(score, np.linspace(-2, 2, n_classes - 1)))


@pytest.mark.parametrize("seed", range(60))
def test_shared_columns_grow_the_trees_of_weighted_fits(seed):
    rng = np.random.default_rng(seed)
    table = drawn_table(rng)
    models = (
        C45Classifier(min_cases=int(rng.integers(1, 6))),
        TreeClassifier(
            str(rng.choice(["gain", "gain_ratio", "gini", "mantaras"])),
            placement=str(rng.choice(["midpoint", "observed", "weighted"])),
            penalty=str(rng.choice(["none", "filter", "rank"])),
            nominal=str(rng.choice(["values", "groups", "binary"])),
            pruning=None if rng.integers(2) else "error",
            max_depth=[None, 3][int(rng.integers(2))],
        ),
    )
    model = models[int(rng.integers(2))]
    size = table.n_rows if rng.integers(2) else int(rng.integers(1, table.n_rows + 1))
    resamples = Resamples.drawn(table.n_rows, 2, size, bool(rng.integers(2)), seed)
    learner = ResampleLearner(table, model.learn_spec())
    assert learner._shared is not None
    for r in range(2):
        learned = learner.learn(resamples[r])
        fitted = model.fit_table(replace(table, weights=resamples[r].astype(float)))
        assert learned.unpruned == fitted.unpruned_tree_
        assert learned.pruned == fitted.tree_


@pytest.mark.parametrize("seed", range(12))
def test_rows_that_count_several_cases_grow_the_trees_of_weighted_fits(seed):
    rng = np.random.default_rng(seed)
    n_rows = int(rng.choice([30, 900, 6000]))  # the largest is grown in subtrees
    X = rng.normal(size=(n_rows, 4))
    X[:, 1] = np.round(X[:, 1], 3)  # some values are tied
    table = table_from(X, (X[:, 0] + X[:, 1] > rng.normal(0, 1, n_rows)).astype(int))
    model = TreeClassifier(
        ["gain", "gain_ratio", "symmetric", "mantaras"][seed % 4],
        penalty=["none", "filter", "rank"][seed % 3],
        min_cases=int(rng.integers(1, 9)),
        placement=["midpoint", "observed", "weighted"][seed // 4],
    )
    learner = ResampleLearner(table, model.learn_spec())
    copies = rng.poisson(1.0, n_rows) * rng.choice([1, 1, 1, 7], n_rows)
    learned = learner.learn(copies)
    fitted = model.fit_table(replace(table, weights=copies.astype(float)))
    assert learned.unpruned == fitted.unpruned_tree_
    assert learned.pruned == fitted.tree_


@pytest.mark.parametrize("kind", ["c45", "averaging", "gini", "multiway"])
@pytest.mark.parametrize("mixed", [False, True], ids=["numbers", "mixed"])
def test_a_pruning_set_prunes_the_trees_of_resamples_as_it_does_a_fit(kind, mixed):
    table = make_mixed(300, random_state=3) if mixed else numbers()
    other = make_mixed(200, random_state=4) if mixed else numbers(200, seed=1)
    other = replace(other, attributes=table.attributes, classes=table.classes)
    copies = Resamples.drawn(table.n_rows, 1, table.n_rows, replacement=True, random_state=5)[0]
    model = MODELS[kind]
    learned = ResampleLearner(table, model.learn_spec(), pruning_set=other).learn(copies)
    weighted = replace(table, weights=copies.astype(float))
    fitted = model.fit_table(weighted, pruning_set=other)
    assert learned.unpruned == fitted.unpruned_tree_
    assert learned.pruned == fitted.tree_
    assert learned.path.chosen == fitted.pruning_path_.chosen


@pytest.mark.parametrize("kind", ["c45", "c45 faithful", "averaging", "soft", "multiway"])
@pytest.mark.parametrize("mixed", [False, True], ids=["numbers", "mixed"])
def test_progress_ends_where_it_is_expected_to(kind, mixed):
    table = make_mixed(300, random_state=3) if mixed else numbers()
    resamples = Resamples.drawn(table.n_rows, 4, table.n_rows, replacement=True, random_state=5)
    progress, spec = Progress(), MODELS[kind].learn_spec()
    learner = ResampleLearner(table, spec, progress)
    list(learner.learn_all(resamples, 1, lambda copies, learned: None))
    assert progress.done == pytest.approx(expected_progress(table, spec, resamples), rel=0.1)


def test_copies_that_do_not_fit_the_table_are_refused():
    table = numbers(50)
    learner = ResampleLearner(table, TreeClassifier().learn_spec())
    for copies in (np.ones(49), np.full(50, 2**31)):
        with pytest.raises(InputError):
            learner._shared.grow(copies.astype(np.uint32), learner.progress)
    assert len(learner._shared.grow(np.zeros(50, dtype=np.uint32), learner.progress)) == 1


def test_weights_of_the_table_are_multiplied_by_the_copies():
    table = replace(numbers(), weights=np.linspace(1, 3, 400))
    copies = Resamples.drawn(400, 1, 400, replacement=True, random_state=0)[0]
    model = C45Classifier()
    learned = ResampleLearner(table, model.learn_spec()).learn(copies)
    fitted = model.fit_table(replace(table, weights=table.weights * copies))
    assert learned.pruned == fitted.tree_


def test_windows_are_drawn_from_the_cases_of_the_resample():
    table = numbers()
    spec = C45Classifier(trials=2).learn_spec()
    copies = Resamples.drawn(400, 1, 400, replacement=True, random_state=0)[0]
    learned = ResampleLearner(table, spec).learn(copies)
    assert len(learned.trials) == 2
    assert learned.pruned.cases[0] == 400


def test_any_number_of_threads_gives_the_same_trees_in_the_same_order():
    table = numbers(1500)
    resamples = Resamples.drawn(1500, 7, 1500, replacement=True, random_state=1)
    learner = ResampleLearner(table, TreeClassifier().learn_spec())
    one, three = (
        list(learner.learn_all(resamples, n, lambda copies, learned: (copies, learned.pruned)))
        for n in (1, 3)
    )
    for r, (copies, tree) in enumerate(three):
        assert (copies == resamples[r]).all()
        assert tree == one[r][1]


def test_a_subsample_has_each_case_at_most_once():
    resamples = Resamples.drawn(50, 4, 20, replacement=False, random_state=0)
    for r in range(4):
        assert resamples[r].max() == 1
        assert resamples[r].sum() == 20
    assert len({tuple(resamples[r]) for r in range(4)}) == 4


def test_more_cases_than_there_are_cannot_be_drawn_without_replacement():
    with pytest.raises(InputError, match="51 cases cannot be drawn from 50"):
        Resamples.drawn(50, 4, 51, replacement=False, random_state=0)


def test_the_expected_number_of_different_cases_is_about_right():
    resamples = Resamples.drawn(1000, 40, 1000, replacement=True, random_state=0)
    found = sum(int((resamples[r] > 0).sum()) for r in range(40))
    assert resamples.expected_rows == pytest.approx(found, rel=0.01)


def test_a_request_to_stop_ends_all_threads():
    progress = Progress()
    table = numbers(3000)
    resamples = Resamples.drawn(3000, 50, 3000, replacement=True, random_state=0)
    learner = ResampleLearner(table, TreeClassifier().learn_spec(), progress)
    n_learned = []

    def stop(copies, learned):
        n_learned.append(learned)
        progress.request_stop()

    with pytest.raises(KeyboardInterrupt):
        list(learner.learn_all(resamples, 2, stop))
    assert len(n_learned) < 50
    assert threading.active_count() < 10
