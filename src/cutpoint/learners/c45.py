"""C4.5 as a learner."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from cutpoint.data.attribute import Label
from cutpoint.learn import LearnSpec, Windowing
from cutpoint.learners.base import TreeLearner
from cutpoint.seeds import seed_from, seed_of_folds


class C45Learner(TreeLearner):
    """What :class:`cutpoint.C45Classifier` learns, with the same parameters."""

    classifier: ClassVar[str] = "C45Classifier"

    def __init__(
        self,
        release: int | str = 8,
        min_cases: float = 2,
        confidence: float = 0.25,
        criterion: str = "gain_ratio",
        group_values: bool = False,
        faithful: bool = False,
        *,
        pruning: str | None = "error",
        max_depth: int | None = None,
        soft_thresholds: bool = False,
        trials: int | None = None,
        window: int | None = None,
        increment: int | None = None,
        random_state: Any = 0,
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
        self.release = release
        self.min_cases = min_cases
        self.confidence = confidence
        self.criterion = criterion
        self.group_values = group_values
        self.faithful = faithful
        self.pruning = pruning
        self.max_depth = max_depth
        self.soft_thresholds = soft_thresholds
        self.trials = trials
        self.window = window
        self.increment = increment
        self.random_state = random_state
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

    def learn_spec(self) -> LearnSpec:
        """Return what the parameters ask for: a release of C4.5."""
        windowing = Windowing.asked(self.trials, self.window, self.increment)
        return LearnSpec.for_release(
            self.release,
            criterion=self.criterion,
            nominal="groups" if self.group_values else "values",
            min_cases=float(self.min_cases),
            max_depth=self.max_depth,
            pruning=self.pruning,
            confidence=float(self.confidence),
            ccp_alpha=None if self.ccp_alpha is None else float(self.ccp_alpha),
            ccp_risk=self.ccp_risk,
            one_standard_error=bool(self.one_standard_error),
            faithful=bool(self.faithful),
            soft_thresholds=bool(self.soft_thresholds),
            windowing=windowing,
            seed=seed_of_folds(self.pruning, self.ccp_alpha, self.random_state)
            if windowing is None
            else seed_from(self.random_state),
            n_jobs=self.n_jobs,
        )
