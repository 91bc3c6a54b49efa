"""The scikit-learn face of the discretizers."""

from __future__ import annotations

from typing import Any

import pytest
from sklearn.utils.estimator_checks import parametrize_with_checks

from cutpoint import discretize as d

# Nothing is expected to fail. (scikit-learn itself skips check_array_api_input unless
# SCIPY_ARRAY_API is set.)
CHECKED = [
    d.ContextualDiscretizer(),
    d.ContextualDiscretizer("gregson", "divisive", bins=None, max_branches=4),
    d.MDLPDiscretizer(),
    d.MDLPDiscretizer("mantaras", missing="bin"),
    d.OneRuleDiscretizer(),
    d.ZetaDiscretizer(),
    d.ChiMergeDiscretizer(),
    d.ChiMergeDiscretizer(inconsistency=0.1),
    d.CAIMDiscretizer(encode="onehot"),
    d.KMeansDiscretizer(),
    d.EqualWidthDiscretizer(encode="onehot"),
    d.EqualDepthDiscretizer(n_jobs=2),
    d.OptimalDiscretizer(),
]


@pytest.mark.filterwarnings("ignore:invalid value encountered in cast:RuntimeWarning")
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.SkipTestWarning")
@parametrize_with_checks(CHECKED)
def test_scikit_learn_accepts_it(estimator: Any, check: Any) -> None:
    check(estimator)
