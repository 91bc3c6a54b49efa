"""Estimators by name, and settings that are drawn for them."""

from __future__ import annotations

import zlib
from typing import Any, NamedTuple

import cutpoint
import cutpoint.discretize
from frozen.tables import Random

SCORED = ("gain", "gain_ratio", "mantaras", "symmetric", "gini", "distance")
OTHERS = ("mpi", "kolmogorov", "chi2", "contrast")
THRESHOLDS = ("kolmogorov", "median", "smoothing", "averaging", "bootstrap")
SIMILARITIES = (
    "euclidean",
    "squared_euclidean",
    "manhattan",
    "dominance",
    "minkowski",
    "bhattacharyya",
    "dot_product",
    "correlation",
    "tversky",
    "restle",
    "restle_sup",
    "min_sum",
    "enta",
    "ratio",
    "gregson",
)
DISCRETIZERS = {
    "contextual": "ContextualDiscretizer",
    "mdlp": "MDLPDiscretizer",
    "one_rule": "OneRuleDiscretizer",
    "zeta": "ZetaDiscretizer",
    "chimerge": "ChiMergeDiscretizer",
    "caim": "CAIMDiscretizer",
    "kmeans": "KMeansDiscretizer",
    "equal_width": "EqualWidthDiscretizer",
    "equal_depth": "EqualDepthDiscretizer",
    "optimal": "OptimalDiscretizer",
}

Settings = dict[str, Any]


class Made(NamedTuple):
    """An estimator by name, with its settings: what is printed, and what is built from it."""

    name: str
    settings: Settings

    def build(self) -> Any:
        home = cutpoint if hasattr(cutpoint, self.name) else cutpoint.discretize
        settings = {key: _built(value) for key, value in self.settings.items()}
        return getattr(home, self.name)(**settings)

    def __str__(self) -> str:
        shown = ",".join(f"{key}={_shown(value)}" for key, value in self.settings.items())
        return f"{self.name.removesuffix('Classifier')}({shown})"


@cutpoint.criterion
def purity(before: Any, after: Any) -> Any:
    """A measure of one's own: the sum of squares, by branch."""
    value = 0.0
    for b in range(after.shape[0]):
        total, squares = 0.0, 0.0
        for weight in after[b]:
            total += weight
            squares += weight * weight
        if total > 0:
            value += squares / total
    return value


@cutpoint.criterion(convex=True)
def accuracy(before: Any, after: Any) -> Any:
    """A convex measure of one's own: the weight of the majority classes."""
    right = 0.0
    for b in range(after.shape[0]):
        most = 0.0
        for weight in after[b]:
            most = max(most, weight)
        right += most
    return right


def _built(value: Any) -> Any:
    return value.build() if isinstance(value, Made) else value


def _shown(value: Any) -> str:
    return getattr(value, "__name__", None) or str(value)


class Draw:
    """Draws settings; what is drawn follows from a text."""

    def __init__(self, seed: str) -> None:
        self.rng = Random(zlib.crc32(seed.encode()))

    def of(self, *values: Any) -> Any:
        return values[self.rng.randint(len(values))]

    def some(self, **choices: tuple[Any, ...]) -> Settings:
        """Return settings, each the default (and left out) or one of its values.

        The default stands first. Settings are drawn in order, so one more goes last.
        """
        drawn = {name: self.of(*values) for name, values in choices.items()}
        return {name: value for name, value in drawn.items() if value != choices[name][0]}


def tree_settings(draw: Draw, *, grouped: bool = True, penalty: bool = True) -> Settings:
    """Return settings that every tree has, at random."""
    nominal = ("values", "values", "groups", "binary") if grouped else ("values", "binary")
    return draw.some(
        placement=("midpoint", "midpoint", "observed", "weighted"),
        penalty=("none", "none", "filter", "rank") if penalty else ("none",),
        nominal=nominal,
        pruning=("error", "error", None),
        confidence=(0.25, 0.25, 0.05, 0.9),
        min_cases=(2, 2, 1, 5, 3.5),
        max_depth=(None, None, None, None, 1, 3),
        min_fraction=(0.0, 0.0, 0.01),
        class_weight=(None,) * 9 + ("balanced",),
    )


def discretizer_settings(name: str, draw: Draw) -> Settings:
    """Return the settings of a discretizer, at random."""
    if name == "contextual":
        settings = draw.some(
            similarity=("euclidean", "euclidean", *SIMILARITIES),
            direction=("agglomerative", "agglomerative", "divisive"),
            criterion=("gain_ratio", *SCORED),
            bins=(25, 25, 4, None),
            max_branches=(None, None, 2, 4),
            min_cases=(2, 2, 0, 4.5),
            power=(2.0, 2.0, 1.0, 3.5),
            theta=(1.0, 0.5),
            alpha=(1.0, 0.25),
            beta=(1.0, 2.0),
        )
        if settings.get("direction") == "divisive":
            settings.pop("similarity", None)
        return settings
    if name == "mdlp":
        return draw.some(criterion=("gain", "mantaras"))
    if name == "one_rule":
        return draw.some(min_majority=(6, 1, 3, 2.5))
    if name == "chimerge":
        return draw.some(alpha=(0.05, 0.3, 0.01), smoothing=(0.0001, 0, 0.5))
    if name in ("kmeans", "equal_width", "equal_depth"):
        return draw.some(n_bins=(10, 2, 3, 5, 50))
    if name == "optimal":
        return draw.some(
            max_intervals=(5, 2, 3, 12),
            criterion=("gain", "gini", "errors"),
            min_cases=(1, 2, 4.5),
            max_blocks=(1024, 4, 50),
        )
    return {}
