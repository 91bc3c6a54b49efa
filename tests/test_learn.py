"""One description of a fit: what estimators make of their parameters."""

from __future__ import annotations

import pickle
from dataclasses import fields
from typing import Any

import numpy as np
import pytest

from cutpoint import (
    C45Classifier,
    InputError,
    MultiwayTreeClassifier,
    T2Classifier,
    TreeClassifier,
)
from cutpoint import discretize as d
from cutpoint.catalog import INTERVALS, RELEASES
from cutpoint.learn import IntervalMethod, LearnSpec, Windowing
from cutpoint.seeds import seed_from


def test_a_tree_with_its_defaults_is_the_default_spec() -> None:
    assert TreeClassifier().learn_spec() == LearnSpec()


def test_every_parameter_of_a_tree_is_in_its_spec() -> None:
    given: dict[str, Any] = {
        "criterion": "gini",
        "cuts": "hybrid",
        "threshold": "smoothing",
        "placement": "weighted",
        "penalty": "filter",
        "nominal": "groups",
        "pruning": None,
        "confidence": 0.1,
        "min_cases": 7.0,
        "max_depth": 4,
        "max_branches": 5,
        "window": 3,
        "width": 1.5,
        "resamples": 4,
        "switch_at": 50.0,
        "min_fraction": 0.1,
        "n_jobs": 2,
    }
    spec = TreeClassifier(**given).learn_spec()
    assert {name: getattr(spec, name) for name in given} == given
    assert spec.cut_by == "gain"  # a charge is for the cut of greatest gain


@pytest.mark.parametrize("release", RELEASES)
def test_a_release_of_c45_is_its_spec(release: str) -> None:
    spec = C45Classifier(release, group_values=True, trials=3).learn_spec()
    assert (spec.release, spec.penalty) == (release, RELEASES[release].penalty)
    assert (spec.cut_by, spec.nominal) == (RELEASES[release].cut_by, "groups")
    assert spec.windowing == Windowing(3)
    assert spec.minimum_split
    assert spec.collapse
    assert not spec.leave_out_many_values  # with groups of values none is left out


def test_there_is_no_release_9() -> None:
    with pytest.raises(InputError, match="release must be 8, 7, '7G' or '7GS', not 9"):
        LearnSpec.for_release(9)


def test_t2_is_not_pruned() -> None:
    spec = T2Classifier(max_intervals=3, n_jobs=2).learn_spec()
    assert (spec.learner, spec.max_intervals, spec.n_jobs) == ("t2", 3, 2)
    assert spec.pruning is None


def test_a_method_by_name_gets_what_the_tree_asks_of_it() -> None:
    model = MultiwayTreeClassifier("gini", min_cases=5, max_branches=4)
    options = IntervalMethod(
        "contextual", {"criterion": "gini", "min_cases": 5.0, "max_branches": 4}
    )
    assert model.learn_spec().intervals == options
    optimal = model.set_params(cuts="optimal").learn_spec().intervals
    assert optimal == IntervalMethod("optimal", {"min_cases": 5.0, "max_intervals": 4})
    chi2 = model.set_params(cuts="contextual", criterion="chi2").learn_spec().intervals
    assert chi2 is not None
    assert chi2.options["criterion"] is None  # the method's own: chi2 cannot score partitions


def test_a_discretizer_keeps_its_own_options_in_a_tree() -> None:
    spec = TreeClassifier(cuts=d.OptimalDiscretizer(max_intervals=3), min_cases=9).learn_spec()
    assert spec.cuts == "optimal"
    assert spec.intervals == IntervalMethod("optimal", {"max_intervals": 3})


def test_a_function_is_a_custom_criterion() -> None:
    def measure(before: Any, after: Any) -> float:
        return 1.0

    spec = TreeClassifier(measure).learn_spec()
    assert (spec.criterion, spec.custom_criterion) == ("custom", measure)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"criterion": "entropy"}, "criterion must be one of gain_ratio"),
        ({"cuts": "quantile"}, "cuts must be one of binary"),
        ({"criterion": "custom"}, "a custom criterion is a function"),
        ({"custom_criterion": max}, "a custom criterion is a function"),
        ({"cuts": "binary", "intervals": IntervalMethod("zeta")}, "'binary' does not go with"),
        ({"cuts": "mdlp", "intervals": IntervalMethod("zeta")}, "'mdlp' does not go with"),
        ({"criterion": "mpi", "cuts": "mdlp"}, "compares the two sides of one cut"),
        ({"threshold": "median", "cuts": "mdlp"}, "chooses a single cut"),
        ({"faithful": True}, "faithful=True reproduces Release 8"),
        ({"release": "7", "faithful": True}, "for release 7 leave it out"),
    ],
)
def test_settings_that_contradict_each_other_are_refused(
    wrong: dict[str, Any], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        LearnSpec(**wrong)


def test_an_interval_method_has_no_options_but_its_own() -> None:
    with pytest.raises(InputError, match="there is no interval method 'quantile'"):
        IntervalMethod("quantile")
    with pytest.raises(InputError, match="zeta has no option n_bins"):
        IntervalMethod("zeta", {"n_bins": 3})


@pytest.mark.parametrize("method", INTERVALS)
def test_a_spec_travels_to_another_process(method: str) -> None:
    spec = LearnSpec(cuts=method, windowing=Windowing(2, 30))
    assert pickle.loads(pickle.dumps(spec)) == spec


def test_all_that_a_spec_holds_can_be_read_flat_by_name() -> None:
    spec = LearnSpec(cuts="contextual", windowing=Windowing(2, 30))
    flat = spec.flat()
    assert {name.split(".")[0] for name in flat} == {field.name for field in fields(spec)}
    plain = (str, int, float, bool, type(None))
    assert all(isinstance(value, plain) for value in flat.values())
    assert flat["intervals"] == "contextual"
    assert flat["intervals.bins"] == 25
    assert flat["windowing.size"] == 30


def test_a_seed_is_a_number_whatever_the_random_state_is() -> None:
    assert seed_from(np.int64(7)) == 7
    state = np.random.RandomState(0)
    assert seed_from(state) != seed_from(state)
    assert seed_from(np.random.RandomState(0)) == seed_from(np.random.RandomState(0))
