"""Trees whose numeric tests have several intervals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from cutpoint.data.attribute import Label
from cutpoint.learn import CustomCriterion
from cutpoint.learners.tree import ExactTreeLearner


class MultiwayTreeLearner(ExactTreeLearner):
    """What :class:`cutpoint.MultiwayTreeClassifier` learns, with the same parameters."""

    classifier: ClassVar[str] = "MultiwayTreeClassifier"

    threshold = "classic"
    window, width, resamples, random_state = 21, 2.5, 10, 0  # of no use here

    def __init__(
        self,
        criterion: str | CustomCriterion = "gain_ratio",
        cuts: Any = "contextual",
        placement: str = "midpoint",
        penalty: str = "none",
        nominal: str = "values",
        pruning: str | None = "error",
        confidence: float = 0.25,
        min_cases: float = 2,
        max_depth: int | None = None,
        max_branches: int | None = None,
        *,
        switch_at: float = 200,
        min_fraction: float = 0.0,
        ccp_alpha: float | None = None,
        ccp_risk: str = "criterion",
        one_standard_error: bool = True,
        probabilities: str = "raw",
        m: float = 2.0,
        categorical_features: Any = "from_dtype",
        class_order: Sequence[Label] | None = None,
        class_weight: Any = None,
        cost_matrix: Any = None,
        n_jobs: int | None = None,
    ) -> None:
        self.criterion = criterion
        self.cuts = cuts
        self.placement = placement
        self.penalty = penalty
        self.nominal = nominal
        self.pruning = pruning
        self.confidence = confidence
        self.min_cases = min_cases
        self.max_depth = max_depth
        self.max_branches = max_branches
        self.switch_at = switch_at
        self.min_fraction = min_fraction
        self.ccp_alpha = ccp_alpha
        self.ccp_risk = ccp_risk
        self.one_standard_error = one_standard_error
        self.probabilities = probabilities
        self.m = m
        self.categorical_features = categorical_features
        self.class_order = class_order
        self.class_weight = class_weight
        self.cost_matrix = cost_matrix
        self.n_jobs = n_jobs
