"""Explanations of single cases, against what the tree says of every other case near them."""

import json
import math

import numpy as np
import pandas as pd
import pytest
from sklearn.exceptions import NotFittedError

from cutpoint import C45Classifier, InputError, MultiwayTreeClassifier, T2Classifier, TreeClassifier
from cutpoint.data import make_mixed
from cutpoint.stability import assess
from cutpoint.stability.assess import Plan, assess_table
from cutpoint.tree import example_tree
from cutpoint.tree.explain import explain
from cutpoint.tree.probabilities import jeffreys_interval
from support import needs
from support.reference import stability as reference

MODELS = {
    "c45": C45Classifier(),
    "faithful": C45Classifier(faithful=True),
    "multiway": MultiwayTreeClassifier(),
    "t2": T2Classifier(),
}


def weather():
    X = pd.DataFrame(
        {
            "outlook": [
                "sunny",
                "sunny",
                "overcast",
                "rain",
                "rain",
                "rain",
                "overcast",
                "sunny",
                "sunny",
                "rain",
                "sunny",
                "overcast",
                "overcast",
                "rain",
            ],
            "humidity": [85, 90, 78, 96, 80, 70, 65, 95, 70, 80, 70, 90, 75, 80],
            "windy": [
                False,
                True,
                False,
                False,
                False,
                True,
                True,
                False,
                False,
                False,
                True,
                True,
                False,
                True,
            ],
        }
    )
    y = [
        "no",
        "no",
        "yes",
        "yes",
        "yes",
        "no",
        "yes",
        "no",
        "yes",
        "yes",
        "yes",
        "yes",
        "yes",
        "no",
    ]
    return X, y


@pytest.mark.parametrize("kind", MODELS)
def test_the_class_the_probabilities_and_the_leaves_are_those_of_the_tree(kind):
    table = make_mixed(200, random_state=6)
    model = MODELS[kind].fit_table(table)
    tree, nested = model.tree_, model.tree_.to_dict()
    for row in range(40):
        case = table.matrix()[row].tolist()
        found = explain(tree, case)
        shares = tree.predict_proba([case])[0]
        assert found.label == tree.classes[tree.predict_codes([case])[0]]
        assert [entry.probability for entry in found.probabilities.values()] == pytest.approx(
            shares
        )
        assert sum(found.leaves.values()) == pytest.approx(1)
        for entry in found.probabilities.values():
            assert 0 <= entry.low <= entry.high <= 1
        named = {}
        for attribute, value in zip(table.attributes, case, strict=True):
            unknown = math.isnan(value) or (tree.single and value == -999)
            of_code = (lambda v: v) if attribute.values is None else attribute.values.__getitem__
            named[attribute.name] = (
                None if unknown else of_code(value if attribute.values is None else int(value))
            )
        ends = reference.ends(nested, named)
        assert sorted(found.leaves.values()) == pytest.approx(sorted(s for _, s in ends))


@pytest.mark.parametrize("kind", MODELS)
def test_no_smaller_change_of_a_number_gives_another_class(kind):
    table = make_mixed(200, random_state=7)
    tree = MODELS[kind].fit_table(table).tree_
    rng = np.random.default_rng(0)
    for row in range(30):
        case = np.array(table.matrix()[row])
        before = tree.predict_codes([case])[0]
        found = {flip.attribute: flip for flip in explain(tree, case).flip}
        for position, attribute in enumerate(table.attributes):
            if not attribute.is_numeric or np.isnan(case[position]):
                continue
            flip = found.get(attribute.name)
            reach = 1e6 if flip is None else abs(flip.change) * (1 - 1e-6)
            others = np.repeat([case], 200, axis=0)
            others[:, position] += rng.uniform(-reach, reach, 200)
            assert (tree.predict_codes(others) == before).all()
            if flip is not None:
                changed = case.copy()
                changed[position] = flip.value
                assert tree.classes[tree.predict_codes([changed])[0]] == flip.label
                assert flip.label != tree.classes[before]


def test_margins_and_intervals_are_those_of_the_cut_and_the_leaf():
    X, y = weather()
    model = C45Classifier(min_cases=1).fit(X, y)
    found = model.explain({"outlook": "sunny", "humidity": 85.0, "windy": True})
    first, second = found.steps
    assert (first.attribute, first.value, first.margin) == ("outlook", "sunny", None)
    cut = model.tree_.node(second.node).test.cuts[0]
    assert second.test == f"humidity > {cut:.10g}"
    assert second.margin == pytest.approx(85 - cut)
    assert (second.margin_sd, second.agreement) == (None, None)
    leaf = model.tree_.node(next(iter(found.leaves)))
    expected = jeffreys_interval(leaf.distribution["no"], leaf.cases, 0.9)
    assert (found.probabilities["no"].low, found.probabilities["no"].high) == expected
    wider = model.explain({"outlook": "sunny", "humidity": 85.0}, level=0.99)
    assert wider.probabilities["no"].low < found.probabilities["no"].low
    changes = {flip.condition: flip.label for flip in found.flip}
    assert changes[f"humidity <= {cut:.10g}"] == "yes"
    assert changes["outlook = overcast"] == "yes"


def test_stability_adds_deviations_and_agreement():
    rng = np.random.default_rng(0)
    X = np.column_stack([rng.normal(size=300), rng.normal(size=300)])
    y = np.where(X[:, 0] + 0.5 * X[:, 1] > rng.normal(0, 0.5, 300), "yes", "no")
    model = C45Classifier(min_cases=15).fit(X, y)
    stability = assess(model, X, y, n_resamples=30)
    case = [0.7, -0.3]
    found = model.explain(case, stability)
    for step in found.steps:
        node = stability.nodes[step.node]
        cut = node.reference_cuts[0]
        assert step.margin == pytest.approx(abs(step.value - cut))
        if len(node.cuts) > 1:
            assert step.margin_sd == pytest.approx(step.margin / np.std(node.cuts, ddof=1))
        same = np.count_nonzero((node.cuts < step.value) == (cut < step.value))
        if node.reached:
            assert step.agreement == pytest.approx(same / node.reached)
    given = [tree.classes[tree.predict_codes([case])[0]] for tree in stability.trees]
    assert found.agreement == pytest.approx(np.mean([label == found.label for label in given]))
    assert "standard deviations of this cut" in str(found)
    assert "% of resamples agree" in str(found)
    assert json.loads(json.dumps(found.to_dict()))["steps"][0]["margin"] == found.steps[0].margin


def test_agreement_at_a_nominal_test_is_on_the_branch():
    table = make_mixed(150, random_state=8)
    model = TreeClassifier("gain", min_cases=5).fit_table(table)
    stability = assess_table(model, table, Plan(15))
    nominal = 0
    for row in range(60):
        for step in explain(model.tree_, table.matrix()[row], stability=stability).steps:
            if isinstance(step.value, str) and step.reached:
                nominal += 1
                branch = model.tree_.node(step.node).test.branch_of(step.value)
                child = model.tree_.node(step.node).branches[branch].id
                assert step.agreement == stability.nodes[child].reached / step.reached
    assert nominal > 10


def test_an_unknown_value_takes_every_branch():
    tree = example_tree()
    found = explain(tree, [0, 70, math.nan, 1])
    assert found.steps[1].value is None
    assert found.leaves == {4: 0.4, 5: 0.6}
    assert "humidity is unknown, and so every branch is taken" in str(found)


@pytest.mark.parametrize("form", ["dict", "series", "frame", "list", "array", "polars"])
def test_a_case_comes_in_any_form(form):
    X, y = weather()
    model = C45Classifier(min_cases=1).fit(X, y)
    one = X.iloc[[3]]
    rows = {
        "dict": one.iloc[0].to_dict(),
        "series": one.iloc[0],
        "frame": one,
        "list": one.iloc[0].tolist(),
        "array": np.array(one.iloc[0].tolist(), dtype=object),
    }
    if form == "polars":
        rows["polars"] = needs.package("polars").from_pandas(one)
    assert model.explain(rows[form]).label == model.predict(one)[0]


def test_what_cannot_be_explained_is_refused():
    X, y = weather()
    model = C45Classifier(min_cases=1).fit(X, y)
    with pytest.raises(InputError, match="one case can be explained at a time, not 14"):
        model.explain(X)
    with pytest.raises(InputError, match="none of the attributes of the tree: outlook"):
        model.explain({"humidty": 3})
    with pytest.raises(InputError, match="numeric"):
        model.explain({"humidity": "high"})
    with pytest.raises(InputError, match="level must be between 0 and 1"):
        model.explain(X.iloc[0], level=2)
    other = C45Classifier(min_cases=5).fit(X[["humidity"]], y)
    with pytest.raises(InputError, match="of another tree"):
        model.explain(X.iloc[0], assess(other, X[["humidity"]], y, 3))
    with pytest.raises(NotFittedError):
        C45Classifier().explain(X.iloc[0])


def test_a_tree_without_tests_is_explained():
    found = C45Classifier().fit([[1.0], [1.0]], ["a", "a"]).explain([1.0])
    assert found.steps == ()
    assert "The tree tests nothing." in str(found)
    assert "No single change" in str(found)


def test_a_value_exactly_on_a_cut_is_said_to_be_so():
    found = explain(example_tree(), [0, 70, 75, 1])
    assert (found.steps[1].test, found.steps[1].margin) == ("humidity <= 75", 0.0)
    assert "2. humidity is 75: humidity <= 75, exactly on the cut." in str(found)
    flip = next(flip for flip in found.flip if flip.attribute == "humidity")
    assert (flip.condition, flip.change) == ("humidity > 75", 0.0)
    assert flip.value == np.nextafter(75, np.inf)
    assert "- humidity > 75 (it is exactly on the cut): class Don't Play" in str(found)
