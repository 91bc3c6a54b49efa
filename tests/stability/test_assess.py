"""What an assessment says, against loops of plain fits and against what is known exactly."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from sklearn.exceptions import NotFittedError

from cutpoint import (
    C45Classifier,
    C45RulesClassifier,
    InputError,
    MultiwayTreeClassifier,
    T2Classifier,
    TreeClassifier,
    load,
)
from cutpoint.data import make_mixed
from cutpoint.engines.resample import Resamples
from cutpoint.stability import Stability, assess
from cutpoint.stability.assess import Plan, assess_table
from support.reference import stability as reference

MODELS = {
    "c45": C45Classifier(),
    "multiway": MultiwayTreeClassifier(),
    "groups": TreeClassifier(nominal="groups", min_cases=10),
    "two groups": TreeClassifier("gini", nominal="binary", min_cases=10),
    "t2": T2Classifier(),
}


def numbers(n_rows=200, seed=0):
    rng = np.random.default_rng(seed)
    X = np.column_stack([rng.normal(size=n_rows), rng.integers(0, 6, n_rows), rng.random(n_rows)])
    y = np.where(X[:, 0] + X[:, 1] / 3 > rng.normal(1, 0.8, n_rows), "yes", "no")
    return X, y


def cases_of(table):
    """The cases of a table as dicts, None where unknown."""
    rows = []
    for row in range(table.n_rows):
        case = {}
        for attribute, column in zip(table.attributes, table.columns, strict=True):
            value = column[row]
            if attribute.is_numeric:
                case[attribute.name] = None if np.isnan(value) else float(value)
            else:
                case[attribute.name] = None if value < 0 else attribute.values[value]
        rows.append(case)
    return rows


@pytest.fixture(scope="module", params=MODELS)
def assessed(request):
    """A model, its table, and its assessment, with missing and nominal values."""
    table = make_mixed(150, random_state=4)
    model = MODELS[request.param].fit_table(table)
    return model, table, assess_table(model, table, Plan(12, random_state=3))


def test_trees_are_those_of_a_plain_loop_of_weighted_fits(assessed):
    model, table, found = assessed
    resamples = Resamples.drawn(150, 12, 150, replacement=True, random_state=3)
    fresh = type(model)(**model.get_params())
    for r, tree in enumerate(found.trees):
        weights = resamples[r].astype(float)
        assert fresh.fit_table(replace(table, weights=weights)).tree_ == tree
        out = weights == 0
        error = np.mean(tree.predict_codes(table.take(out)) != table.target[out])
        assert found.errors[r] == pytest.approx(error)
    assert found.sizes.tolist() == [tree.n_nodes for tree in found.trees]


def test_places_are_matched_by_path(assessed):
    _model, _, found = assessed
    ours = {id(node): number for number, node in enumerate(level_by_level(found.reference))}
    nested = level_by_level.last
    expected = reference.at_places(nested, [tree.to_dict() for tree in found.trees])
    for path, node in reference.places(nested).items():
        reached, shares, cuts = expected[path]
        known = found.nodes[ours[id(node)]]
        assert known.reached == reached
        leaf = shares.pop(None, 0.0)
        if reached:
            assert known.attribute_share == pytest.approx(shares)
            assert known.leaf_share == pytest.approx(leaf)
            assert sum(shares.values()) + leaf == pytest.approx(1)
        else:
            assert str(known) == "no resample reaches it"
        assert known.cut_rows.tolist() == [list(entry) for entry in cuts]
        if len(cuts) > 1:
            assert np.atleast_1d(known.cut_sd) == pytest.approx(np.std(cuts, axis=0, ddof=1))


def level_by_level(tree):
    """The nested nodes in the order of their numbers; the root is kept for the caller."""
    nodes = [tree.to_dict()]
    level_by_level.last = nodes[0]
    for node in nodes:
        nodes += node["branches"]
    return nodes


def test_variance_is_that_of_equation_1(assessed):
    _model, table, found = assessed
    shares = [tree.predict_proba(table).tolist() for tree in found.trees]
    expected = reference.variance(shares)
    assert list(found.variance_by_class.values()) == pytest.approx(expected)
    assert found.variance == pytest.approx(np.mean(expected))


def test_similarity_is_the_share_of_pairs_treated_alike(assessed):
    _, table, found = assessed
    leaves = [tree.apply(table) for tree in found.trees]
    pairs = [reference.alike(a, b) for i, a in enumerate(leaves) for b in leaves[:i]]
    assert found.similarity == pytest.approx(np.mean(pairs))
    likeness = [np.mean([reference.alike(a, b) for b in leaves if b is not a]) for a in leaves]
    assert found.closeness == pytest.approx(likeness)
    assert found.representative is found.trees[int(np.argmax(likeness))]


def test_probability_variance_is_that_of_a_fixed_structure(assessed):
    _model, table, found = assessed
    nested, cases = found.reference.to_dict(), cases_of(table)
    classes = list(found.reference.classes)
    labels = [classes[code] for code in table.target]
    resamples = Resamples.drawn(150, 12, 150, replacement=True, random_state=3)
    probabilities = []
    for r in range(12):
        of_node = reference.re_estimated(nested, cases, labels, resamples[r].tolist(), classes)
        probabilities.append(
            [
                np.sum(
                    [s * np.array(of_node[id(leaf)]) for leaf, s in reference.ends(nested, c)], 0
                )
                for c in cases
            ]
        )
    expected = reference.variance(probabilities)
    assert found.probability_variances == pytest.approx(expected, rel=1e-6)
    assert found.structure_variance == pytest.approx(found.variance - np.mean(expected))


def test_two_cases_give_what_four_equally_likely_resamples_give():
    """Both twice, or one of each: in three of four the first case is certain of its own class."""
    X, y = [[0.0], [1.0]], ["a", "b"]
    model = TreeClassifier(min_cases=1, pruning=None).fit(X, y)
    found = assess(model, X, y, n_resamples=600)
    assert found.variance == pytest.approx(3 / 16, abs=0.02)
    assert found.nodes[0].attribute_share["x0"] == pytest.approx(1 / 2, abs=0.06)
    assert found.nodes[0].leaf_share == pytest.approx(1 / 2, abs=0.06)
    assert found.nodes[0].cut_sd == 0.0
    assert found.nodes[0].cut_interval(0.9) == (0.5, 0.5)
    # Alike: both split, or neither; with probability 1/2.
    assert found.similarity == pytest.approx(1 / 2, abs=0.01)


def test_a_cut_between_three_values_has_the_spread_of_a_coin():
    """One middle value, of either class as the resample has it: the cut is below or above it."""
    X = np.repeat([0.0, 1.0, 2.0], [500, 2, 500])[:, None]
    y = np.repeat(["a", "a", "b", "b"], [500, 1, 1, 500])
    model = TreeClassifier("gain", min_cases=1, pruning=None, max_depth=1).fit(X, y)
    node = assess(model, X, y, n_resamples=100).nodes[0]
    cuts = node.cuts
    assert set(cuts) <= {0.5, 1.0, 1.5}
    assert node.cut_sd == pytest.approx(np.sqrt(np.sum((cuts - cuts.mean()) ** 2) / 99))
    assert node.cut_interval(0.9) == (0.5, 1.5)


def test_the_same_for_any_number_of_threads_and_for_the_same_seed():
    X, y = numbers()
    model = TreeClassifier(threshold="bootstrap", min_cases=5).fit(X, y)
    one = assess(model, X, y, n_resamples=8, n_jobs=1)
    assert assess(model, X, y, n_resamples=8, n_jobs=3).to_json() == one.to_json()
    assert assess(model, X, y, n_resamples=8, random_state=1).to_json() != one.to_json()


def test_variance_is_over_test_cases_and_errors_are_on_them_if_they_are_given():
    X, y = numbers()
    X_test, y_test = numbers(90, seed=1)
    model = C45Classifier().fit(X, y)
    found = assess(model, X, y, n_resamples=6, X_test=X_test, y_test=y_test)
    shares = [tree.predict_proba(X_test).tolist() for tree in found.trees]
    assert found.variance == pytest.approx(np.mean(reference.variance(shares)))
    errors = [np.mean(model.classes_[tree.predict_codes(X_test)] != y_test) for tree in found.trees]
    assert found.errors == pytest.approx(errors)
    without = assess(model, X, y, n_resamples=6, X_test=X_test)
    assert without.variance == found.variance
    assert without.errors == pytest.approx(assess(model, X, y, n_resamples=6).errors)


def test_subsamples_have_the_fraction_that_was_asked_for():
    X, y = numbers()
    model = C45Classifier().fit(X, y)
    found = assess(model, X, y, n_resamples=5, sampler="subsample", fraction=0.25)
    assert found.size == 50
    assert {float(tree.cases[0]) for tree in found.trees} == {50.0}
    whole = assess(model, X, y, n_resamples=3, sampler="subsample", fraction=1.0)
    assert whole.variance == 0.0
    assert whole.similarity == 1.0
    assert np.isnan(whole.errors).all()
    assert all(tree == model.tree_ for tree in whole.trees)


def test_weights_of_cases_and_of_classes_count():
    X, y = numbers()
    weights = np.where(y == "yes", 3.0, 1.0)
    by_case = assess(C45Classifier().fit(X, y, weights), X, y, 5, sample_weight=weights)
    by_class = assess(C45Classifier(class_weight={"yes": 3.0, "no": 1.0}).fit(X, y), X, y, 5)
    assert by_case.to_json() == by_class.to_json()
    assert by_case.trees[0].cases[0] > 200


def test_a_loaded_model_is_assessed_like_the_one_that_was_saved(tmp_path):
    X, y = numbers()
    X = pd.DataFrame(X, columns=["a", "b", "c"])
    model = C45Classifier().fit(X, y)
    model.save(tmp_path / "model.json")
    again = assess(load(tmp_path / "model.json"), X, y, 4)
    assert again.to_json() == assess(model, X, y, 4).to_json()


def test_everything_survives_a_file(assessed, tmp_path):
    _, _, found = assessed
    found.save(tmp_path / "stability.json")
    from cutpoint.stability import load as load_stability

    again = load_stability(tmp_path / "stability.json")
    assert again.to_json() == found.to_json()
    assert str(again) == str(found)
    assert again.similarity == found.similarity


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("nothing", "is not JSON"),
        ("{}", "is not an assessment"),
        ('{"format": "cutpoint-stability", "version": 2}', "newer Cutpoint"),
        ('{"format": "cutpoint-stability", "version": 1}', "has no 'errors'"),
    ],
)
def test_a_file_that_holds_anything_else_is_refused(text, message):
    with pytest.raises(InputError, match=message):
        Stability.from_json(text)


def test_a_class_may_be_missing_from_resamples():
    X = [[value] for value in range(12)]
    y = ["rare"] + ["a"] * 6 + ["b"] * 5
    found = assess(C45Classifier().fit(X, y), X, y, n_resamples=20)
    assert list(found.variance_by_class) == ["a", "b", "rare"]
    assert all(np.isfinite(value) for value in found.variance_by_class.values())
    absent = [tree for tree in found.trees if tree.distribution[0, 2] == 0]
    assert absent
    assert (absent[0].predict_proba([[0.0]])[:, 2] == 0).all()


def test_one_row_and_constant_data_do_not_vary():
    alone = assess(C45Classifier().fit([[1.0]], ["a"]), [[1.0]], ["a"], n_resamples=3)
    assert (alone.variance, alone.similarity, alone.nodes[0].leaf_share) == (0.0, 1.0, 1.0)
    assert "a leaf in 100 %" in str(alone)
    X, y = [[1.0]] * 10, ["a", "b"] * 5
    constant = assess(C45Classifier().fit(X, y), X, y, n_resamples=5)
    assert constant.nodes[0].leaf_share == 1.0
    assert constant.variance == pytest.approx(constant.probability_variance)
    assert constant.variance > 0


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"n_resamples": 1}, "n_resamples must be a whole number from 2"),
        ({"sampler": "jackknife"}, "sampler must be one of bootstrap, subsample"),
        ({"fraction": 1.5}, "fraction must be above 0 and at most 1"),
        ({"n_jobs": 0}, "n_jobs must not be 0"),
        ({"y_test": ["yes"]}, "X_test, which is missing"),
    ],
)
def test_arguments_that_cannot_be_used_are_refused(changes, message):
    X, y = numbers(20)
    with pytest.raises(InputError, match=message):
        assess(C45Classifier().fit(X, y), X, y, **changes)


def test_cases_that_do_not_fit_the_model_are_refused():
    X, y = numbers(20)
    model = C45Classifier().fit(X, y)
    with pytest.raises(ValueError, match="2 features"):
        assess(model, X[:, :2], y)
    with pytest.raises(InputError, match="maybe"):
        assess(model, X, np.where(y == "yes", "maybe", y))
    with pytest.raises(InputError, match="20 rows, but y has 19"):
        assess(model, X, y[1:])
    with pytest.raises(NotFittedError, match="not fitted"):
        assess(C45Classifier(), X, y)
    with pytest.raises(InputError, match="C45RulesClassifier has no tree"):
        assess(C45RulesClassifier(), X, y)


def test_frames_have_a_row_per_node_cut_and_tree(assessed):
    _, _, found = assessed
    nodes = found.to_frame("nodes")
    assert sorted(set(nodes["node"])) == list(range(found.reference.n_nodes))
    root = nodes[nodes["node"] == 0].iloc[0]
    assert root["chosen_share"] == found.nodes[0].chosen_share
    cuts = found.to_frame("cuts")
    assert len(cuts) == sum(node.cut_rows.size for node in found.nodes)
    assert found.to_frame("trees", "polars")["nodes"].to_list() == found.sizes.tolist()
    with pytest.raises(InputError, match="nodes, cuts, trees"):
        found.to_frame("leaves")


def test_print_shows_each_cut_with_its_interval_and_share():
    X, y = numbers()
    found = assess(C45Classifier(min_cases=20).fit(X, y), X, y)
    low, high = found.nodes[0].cut_interval(0.9)
    share = found.nodes[0].attribute_share[found.nodes[0].attribute]
    line = str(found).splitlines()[0]
    assert f"(90 %: {low:.4g} .. {high:.4g}; chosen by {share * 100:.0f} %)" in line
    assert f"{found.variance:.4f}" in str(found)
