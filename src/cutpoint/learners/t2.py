"""T2 as a learner."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from cutpoint.data.attribute import Label
from cutpoint.learn import LearnSpec
from cutpoint.learners.base import TreeLearner


class T2Learner(TreeLearner):
    """What :class:`cutpoint.T2Classifier` learns, with the same parameters."""

    classifier: ClassVar[str] = "T2Classifier"

    def __init__(
        self,
        max_intervals: int | None = None,
        *,
        categorical_features: Any = "from_dtype",
        class_order: Sequence[Label] | None = None,
        class_weight: Any = None,
        cost_matrix: Any = None,
        n_jobs: int | None = None,
    ) -> None:
        self.max_intervals = max_intervals
        self.categorical_features = categorical_features
        self.class_order = class_order
        self.class_weight = class_weight
        self.cost_matrix = cost_matrix
        self.n_jobs = n_jobs

    def learn_spec(self) -> LearnSpec:
        """Return what the parameters ask for: T2's tree."""
        return LearnSpec.for_t2(self.max_intervals, self.n_jobs)
