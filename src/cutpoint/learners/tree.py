"""The exact learner with every setting."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from cutpoint.catalog import CUSTOM
from cutpoint.data.attribute import Label
from cutpoint.learn import CustomCriterion, LearnSpec
from cutpoint.learners.base import TreeLearner
from cutpoint.seeds import seed_of_folds


class ExactTreeLearner(TreeLearner):
    """What :class:`cutpoint.TreeClassifier` learns, with the same parameters."""

    classifier: ClassVar[str] = "TreeClassifier"

    def __init__(
        self,
        criterion: str | CustomCriterion = "gain_ratio",
        cuts: Any = "binary",
        threshold: str = "classic",
        placement: str = "midpoint",
        penalty: str = "none",
        nominal: str = "values",
        pruning: str | None = "error",
        confidence: float = 0.25,
        min_cases: float = 2,
        max_depth: int | None = None,
        max_branches: int | None = None,
        *,
        window: int = 21,
        width: float = 2.5,
        resamples: int = 10,
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
        random_state: Any = None,
    ) -> None:
        self.criterion = criterion
        self.cuts = cuts
        self.threshold = threshold
        self.placement = placement
        self.penalty = penalty
        self.nominal = nominal
        self.pruning = pruning
        self.confidence = confidence
        self.min_cases = min_cases
        self.max_depth = max_depth
        self.max_branches = max_branches
        self.window = window
        self.width = width
        self.resamples = resamples
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
        self.random_state = random_state

    def learn_spec(self) -> LearnSpec:
        """Return what the parameters ask for."""
        cuts, intervals = self.cuts, None
        if not isinstance(self.cuts, str):
            intervals = self.cuts.interval_method()
            cuts = intervals.name
        return LearnSpec(
            criterion=self.criterion if isinstance(self.criterion, str) else CUSTOM,
            custom_criterion=None if isinstance(self.criterion, str) else self.criterion,
            cuts=cuts,
            intervals=intervals,
            switch_at=float(self.switch_at),
            threshold=self.threshold,
            window=int(self.window),
            width=float(self.width),
            resamples=int(self.resamples),
            placement=self.placement,
            penalty=self.penalty,
            cut_by="criterion" if self.penalty == "none" else "gain",
            nominal=self.nominal,
            min_cases=float(self.min_cases),
            max_depth=self.max_depth,
            max_branches=self.max_branches,
            min_fraction=float(self.min_fraction),
            pruning=self.pruning,
            confidence=float(self.confidence),
            ccp_alpha=None if self.ccp_alpha is None else float(self.ccp_alpha),
            ccp_risk=self.ccp_risk,
            one_standard_error=bool(self.one_standard_error),
            seed=self._seed(),
            n_jobs=self.n_jobs,
        )

    def _seed(self) -> int:
        """Return where random numbers come from; none are drawn for it unless they are needed."""
        if self.threshold != "bootstrap":
            return seed_of_folds(self.pruning, self.ccp_alpha, self.random_state)
        from sklearn.utils import check_random_state  # noqa: PLC0415  # slow to import

        return 1 + int(check_random_state(self.random_state).randint(2**31 - 1))
