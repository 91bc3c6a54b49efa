"""The discretizer of an interval method that has no class of its own, made from the catalog."""

from __future__ import annotations

from inspect import Parameter, Signature
from typing import Any

from cutpoint.catalog import IntervalEntry
from cutpoint.discretize.base import Discretizer, constraints_of

_COMMON = {
    "encode": "ordinal",
    "missing": "keep",
    "categorical_features": "from_dtype",
    "n_jobs": None,
}


def discretizer_of(entry: IntervalEntry) -> type[Discretizer]:
    """Return a discretizer with a parameter for each option of an interval method.

    Examples
    --------
    >>> from cutpoint.catalog import INTERVALS
    >>> discretizer_of(INTERVALS["equal_depth"])(n_bins=3)
    EqualDepthDiscretizer(n_bins=3)
    """
    parameters = [
        Parameter(option.name, Parameter.POSITIONAL_OR_KEYWORD, default=option.default)
        for option in entry.options
    ]
    parameters += [
        Parameter(name, Parameter.KEYWORD_ONLY, default=default)
        for name, default in _COMMON.items()
    ]
    signature = Signature([Parameter("self", Parameter.POSITIONAL_OR_KEYWORD), *parameters])

    def __init__(*arguments: Any, **options: Any) -> None:  # noqa: N807  # scikit-learn reads it
        bound = signature.bind(*arguments, **options)
        bound.apply_defaults()
        given = dict(bound.arguments)
        vars(given.pop("self")).update(given)

    __init__.__signature__ = signature  # type: ignore[attr-defined]
    lines = [
        f"    {option.name}, default={option.default!r}: {option.help}" for option in entry.options
    ]
    members = {
        "__init__": __init__,
        "__doc__": "\n".join([f"Intervals: {entry.help}.", "", *lines]),
        "__module__": "cutpoint.discretize",
        "_parameter_constraints": constraints_of(entry.name),
        "_needs_classes": entry.supervised,
        "method_name": entry.name,
    }
    return type(entry.discretizer, (Discretizer,), members)
