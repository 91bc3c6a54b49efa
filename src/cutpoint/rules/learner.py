"""C4.5's rules as a learner."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Self

from cutpoint.data.attribute import Label
from cutpoint.data.table import Table
from cutpoint.errors import InputError
from cutpoint.learn import LearnSpec, Windowing
from cutpoint.learners.base import Learner
from cutpoint.rules.model import RulesModel
from cutpoint.rules.ruleset import Ruleset
from cutpoint.seeds import seed_from
from cutpoint.threads import thread_count
from cutpoint.tree.tree import Tree

if TYPE_CHECKING:
    from cutpoint._core import Progress
    from cutpoint.rules.learn import Made


class C45RulesLearner(Learner):
    """What :class:`cutpoint.C45RulesClassifier` learns, with the same parameters."""

    classifier: ClassVar[str] = "C45RulesClassifier"

    rules_: Ruleset
    rulesets_: tuple[Made, ...]
    trees_: tuple[Tree, ...]

    class_weight = None  # what every other classifier has: rules count cases

    def __init__(
        self,
        release: int | str = 8,
        min_cases: float = 2,
        confidence: float = 0.25,
        criterion: str = "gain_ratio",
        group_values: bool = False,
        faithful: bool = False,
        *,
        redundancy: float = 1.0,
        significance: float | None = None,
        trials: int | None = None,
        window: int | None = None,
        increment: int | None = None,
        random_state: Any = 0,
        categorical_features: Any = "from_dtype",
        class_order: Sequence[Label] | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.release = release
        self.min_cases = min_cases
        self.confidence = confidence
        self.criterion = criterion
        self.group_values = group_values
        self.faithful = faithful
        self.redundancy = redundancy
        self.significance = significance
        self.trials = trials
        self.window = window
        self.increment = increment
        self.random_state = random_state
        self.categorical_features = categorical_features
        self.class_order = class_order
        self.n_jobs = n_jobs

    def fit_table(self, table: Table, progress: Progress | None = None) -> Self:
        """Make the rules of a typed table: see :meth:`cutpoint.C45RulesClassifier.fit_table`."""
        if table.target is None:
            raise InputError("the table has no target column to learn")
        return self._learn(table, progress)

    def _learn(self, table: Table, progress: Progress | None) -> Self:
        from cutpoint.engines.memory import learn  # noqa: PLC0415  # imported when it is needed
        from cutpoint.rules.learn import RuleSettings, learn_rules  # noqa: PLC0415

        if table.weights is not None:
            raise InputError("rules count cases and cannot weigh them: leave the weights out")
        windowing = Windowing.asked(self.trials, self.window, self.increment)
        spec = LearnSpec.for_release(
            self.release,
            criterion=self.criterion,
            nominal="groups" if self.group_values else "values",
            min_cases=float(self.min_cases),
            confidence=float(self.confidence),
            faithful=bool(self.faithful),
            windowing=windowing,
            pruning=None if windowing is None else "error",  # rules come from unpruned trees
            seed=1 if windowing is None else seed_from(self.random_state),
            n_jobs=self.n_jobs,
        )
        learned = learn(table, spec, progress)
        self.trees_ = tuple(trial.unpruned for trial in learned.trials) or (learned.unpruned,)
        rule_options = RuleSettings(
            confidence=float(self.confidence),
            redundancy=float(self.redundancy),
            significance=self.significance,
            group_values=bool(self.group_values),
            faithful=bool(self.faithful),
            random_state=self.random_state,
            n_threads=thread_count(self.n_jobs),
        )
        self.rulesets_ = tuple(learn_rules(self.trees_, table, rule_options, progress))
        self.rules_ = self.rulesets_[-1].final
        self.target_name_ = table.target_name
        return self

    def to_model(self) -> RulesModel:
        """Return what :meth:`save` writes: the rules that predict, and where they came from."""
        return RulesModel(self.rules_, self.target_name_, self._made_by(), self._plain_parameters())
