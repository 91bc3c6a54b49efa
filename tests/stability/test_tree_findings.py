"""Table 2 of Geurts & Wehenkel: what the choice of the cut, and bagging, do to whole trees."""

import numpy as np
import pytest

from cutpoint import BaggedTreesClassifier, TreeClassifier
from cutpoint.datasets import make_gaussian, make_waveform

METHODS = ("classic", "kolmogorov", "median", "averaging", "bagging")
SETS = {"gaussian": (make_gaussian, 1000), "waveform": (make_waveform, 500)}
N_TREES = 12


def learned(method, X, y, pruning_set, seed):
    """Fit as the paper does: by the symmetric measure, in full, pruned with a set of its own."""
    threshold = "classic" if method == "bagging" else method
    tree = TreeClassifier("symmetric", threshold=threshold, min_cases=1, random_state=seed)
    model = BaggedTreesClassifier(tree, random_state=seed) if method == "bagging" else tree
    return model.fit(X, y, pruning_set=pruning_set)


@pytest.fixture(scope="module", params=SETS)
def found(request):
    """Return for each method mean error, mean number of nodes, and equation (1)."""
    make, size = SETS[request.param]
    pruning_set, (X_test, y_test) = make(1000, random_state=1), make(1500, random_state=2)
    errors, sizes, shares = ({method: [] for method in METHODS} for _ in range(3))
    for sample in range(N_TREES):
        X, y = make(size, random_state=100 + sample)
        for method in METHODS:
            model = learned(method, X, y, pruning_set, sample)
            errors[method].append(np.mean(model.predict(X_test) != y_test))
            shares[method].append(model.predict_proba(X_test))
            if method != "bagging":
                sizes[method].append(model.tree_.n_nodes)
    return {
        "error": {method: np.mean(errors[method]) for method in METHODS},
        "size": {method: np.mean(sizes[method]) for method in METHODS if sizes[method]},
        "variance": {method: np.var(shares[method], axis=0).mean() for method in METHODS},
    }


def test_bagging_has_the_lowest_variance_and_error(found):
    for figure in ("variance", "error"):
        others = [found[figure][method] for method in METHODS if method != "bagging"]
        assert found[figure]["bagging"] < min(others)
    assert found["variance"]["bagging"] < 0.6 * found["variance"]["classic"]


def test_median_and_averaging_give_larger_trees_that_vary_less(found):
    for method in ("median", "averaging"):
        assert found["size"][method] > found["size"]["classic"]
        assert found["variance"][method] < found["variance"]["classic"]
