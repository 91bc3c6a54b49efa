"""One list of methods: estimators, discretizers and the command line offer what it holds."""

from __future__ import annotations

import inspect
from typing import Any, get_args

import pytest
from sklearn.utils._param_validation import Interval, StrOptions

from cutpoint import (
    C45Classifier,
    C45RulesClassifier,
    MultiwayTreeClassifier,
    T2Classifier,
    TreeClassifier,
    catalog,
    discretize,
)
from cutpoint.catalog import INTERVALS, LEARNER_OPTIONS, WINDOWING_OPTIONS, Option
from cutpoint.cli.discretize import discretize as cut
from cutpoint.cli.fit import fit
from cutpoint.cli.groups import grouped
from cutpoint.compare import offered, systems
from cutpoint.learn import IntervalMethod
from cutpoint.parameters import of_option

CLASSIFIERS = (
    C45Classifier,
    C45RulesClassifier,
    MultiwayTreeClassifier,
    T2Classifier,
    TreeClassifier,
)
BY_NAME = {
    "criterion": catalog.CRITERIA,
    "cuts": catalog.CUTS,
    "threshold": catalog.THRESHOLDS,
    "placement": catalog.PLACEMENTS,
    "penalty": catalog.PENALTIES,
    "nominal": catalog.NOMINAL,
    "pruning": catalog.PRUNINGS,
}
DISCRETIZERS = {name: getattr(discretize, entry.discretizer) for name, entry in INTERVALS.items()}


def defaults_of(kind: type) -> dict[str, Any]:
    parameters = inspect.signature(kind).parameters.values()
    return {parameter.name: parameter.default for parameter in parameters}


def names_of(kind: Any, parameter: str) -> set[str]:
    """Return the names that an estimator accepts."""
    constraints = kind._parameter_constraints[parameter]
    return set().union(*(c.options for c in constraints if isinstance(c, StrOptions)))


def range_of(kind: Any, parameter: str) -> tuple[Any, Any, str]:
    (allowed,) = [c for c in kind._parameter_constraints[parameter] if isinstance(c, Interval)]
    return allowed.left, allowed.right, allowed.closed


@pytest.mark.parametrize("parameter", BY_NAME)
@pytest.mark.parametrize("kind", [TreeClassifier, MultiwayTreeClassifier])
def test_a_tree_takes_the_names_of_the_catalog_and_explains_them(kind: Any, parameter: str) -> None:
    if parameter == "threshold" and kind is MultiwayTreeClassifier:
        return
    assert names_of(kind, parameter) == set(BY_NAME[parameter])
    assert defaults_of(kind)[parameter] in BY_NAME[parameter]
    text = " ".join(kind.__doc__.split())
    for name, method in BY_NAME[parameter].items():
        assert f'"{name}" ({method.help})' in text


@pytest.mark.parametrize("kind", CLASSIFIERS)
def test_numbers_have_the_range_and_the_default_of_the_catalog(kind: Any) -> None:
    windows = kind in (C45Classifier, C45RulesClassifier)
    options = LEARNER_OPTIONS | (WINDOWING_OPTIONS if windows else {})
    defaults = defaults_of(kind)
    shared = [option for name, option in options.items() if name in defaults]
    assert shared
    for option in shared:
        assert defaults[option.name] == option.default
        assert range_of(kind, option.name) == (option.least, option.most, option.closed)


@pytest.mark.parametrize("method", INTERVALS)
def test_a_discretizer_has_the_options_of_its_method(method: str) -> None:
    kind, entry = DISCRETIZERS[method], INTERVALS[method]
    defaults = defaults_of(kind)
    for option in entry.options:
        if (method, option.name) != ("chi2", "inconsistency"):  # None is ChiMerge
            assert defaults[option.name] == option.default
        assert option.name in kind.__doc__
        if option.choices:
            assert names_of(kind, option.name) == set(option.choices)
        else:
            assert range_of(kind, option.name) == (option.least, option.most, option.closed)
    assert kind()._needs_classes == entry.supervised


@pytest.mark.parametrize("method", INTERVALS)
def test_a_discretizer_hands_its_options_to_a_tree(method: str) -> None:
    given = {"inconsistency": 0.1} if method == "chi2" else {}
    made = DISCRETIZERS[method](**given).interval_method()
    assert made == IntervalMethod(method, given)


def test_every_discretizer_is_in_the_catalog() -> None:
    assert {entry.discretizer for entry in INTERVALS.values()} == set(discretize.__all__)


def offered_by(command: Any, option: str) -> list[str]:
    """Return the names that an option of the command line can be."""
    kind = get_args(inspect.signature(grouped(command)).parameters[option].annotation)[0]
    return [*(kind if isinstance(kind, type) else get_args(kind)[0])]


def test_the_command_line_offers_the_names_of_the_catalog() -> None:
    for command, option, expected in (
        (fit, "learner", catalog.LEARNERS),
        (fit, "criterion", catalog.CRITERIA),
        (fit, "cuts", catalog.CUTS),
        (fit, "threshold", catalog.THRESHOLDS),
        (fit, "penalty", catalog.PENALTIES),
        (cut, "method", INTERVALS),
        (cut, "encode", catalog.ENCODINGS),
    ):
        assert offered_by(command, option) == [*expected]


@pytest.mark.parametrize("flag", catalog.FLAGS)
def test_an_option_of_discretize_names_the_methods_that_have_it(flag: str) -> None:
    having = [
        entry.name
        for entry in INTERVALS.values()
        if flag in {option.flag for option in entry.options}
    ]
    name = flag.removeprefix("--").replace("-", "_")
    text = get_args(inspect.signature(grouped(cut)).parameters[name].annotation)[1].help
    assert having
    assert all(method in text for method in having)


def test_every_flag_of_a_method_is_a_flag_of_the_command() -> None:
    flags = {option.flag for entry in INTERVALS.values() for option in entry.options}
    assert flags - {None} == set(catalog.FLAGS)


def test_a_comparison_offers_the_names_of_the_catalog() -> None:
    assert set(catalog.CRITERIA) < set(systems())
    assert {f"r{name.lower()}" for name in catalog.RELEASES} < set(systems())
    for parameter in ("criterion", "threshold", "penalty", "pruning"):
        assert set(offered(parameter)) - {None} == set(BY_NAME[parameter])


def test_defaults_are_in_their_own_range() -> None:
    options: list[Option] = [*LEARNER_OPTIONS.values(), *WINDOWING_OPTIONS.values()]
    options += [option for entry in INTERVALS.values() for option in entry.options]
    for option in options:
        if option.default is None:
            assert option.optional
        else:
            assert of_option(option)[0].is_satisfied_by(option.default)
