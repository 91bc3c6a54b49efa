"""Where the parts of cases end."""

import numpy as np
import pytest

from cutpoint import C45Classifier, MultiwayTreeClassifier, T2Classifier, TreeClassifier
from cutpoint.data import make_mixed
from cutpoint.tree.parts import parts_of

MODELS = {
    "c45": C45Classifier(),
    "faithful": C45Classifier(faithful=True),
    "multiway": MultiwayTreeClassifier(),
    "groups": TreeClassifier(nominal="groups", pruning=None),
    "t2": T2Classifier(),
}


@pytest.mark.parametrize("kind", MODELS)
def test_the_leaves_of_all_parts_give_the_probabilities_of_the_tree(kind):
    table = make_mixed(400, random_state=1)
    tree = MODELS[kind].fit_table(table).tree_
    rows, ends, shares = parts_of(tree, table)
    assert (tree.attribute[ends[tree.cases[ends] > 0]] < 0).all()
    given = np.zeros((table.n_rows, len(tree.classes)))
    of_end = np.where(
        tree.cases[ends, None] > 0,
        tree.distribution[ends] / np.maximum(tree.cases[ends, None], 1e-9),
        np.eye(len(tree.classes))[tree.label[ends]],
    )
    np.add.at(given, rows, shares[:, None] * of_end)
    assert np.bincount(rows, weights=shares, minlength=400) == pytest.approx(np.ones(400))
    np.testing.assert_allclose(given, tree.predict_proba(table), atol=1e-5 if tree.single else 1e-9)


def test_a_case_without_unknown_values_ends_where_apply_says():
    table = make_mixed(300, random_state=2)
    known = np.ones(300, dtype=bool)
    for attribute, column in zip(table.attributes, table.columns, strict=True):
        known &= ~np.isnan(column) if attribute.is_numeric else column >= 0
    table = table.take(known)
    tree = C45Classifier(pruning=None).fit_table(table).tree_
    rows, ends, shares = parts_of(tree, table)
    np.testing.assert_array_equal(ends[np.argsort(rows)], tree.apply(table))
    assert (shares == 1).all()
