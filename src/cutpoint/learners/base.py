"""What every learner of a tree shares: its parameters, how it learns from a table, its model.

The classifiers of :mod:`cutpoint.classifiers` are these learners with the face of scikit-learn. The
command line, which has typed tables already, uses them as they are, and starts without it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from inspect import signature
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from cutpoint.data.table import Table
from cutpoint.data.weights import weighted_table
from cutpoint.errors import InputError
from cutpoint.files import FilePath
from cutpoint.learners.weights import case_weights, weighted_like, with_priors
from cutpoint.tree.costs import cost_matrix, cost_sensitive, prior_weights
from cutpoint.tree.header import Scalar
from cutpoint.tree.model import Model
from cutpoint.tree.pruning_path import PruningPath
from cutpoint.tree.saved import SavedModel
from cutpoint.tree.tree import Tree

if TYPE_CHECKING:
    from cutpoint._core import Progress
    from cutpoint.engines.base import Learned
    from cutpoint.engines.described import Described
    from cutpoint.engines.windows import Trial
    from cutpoint.learn import LearnSpec


class Learner(ABC):
    """What learns from a typed table and is saved as a model."""

    classifier: ClassVar[str]
    """The scikit-learn classifier of the same parameters, as model files name it."""

    target_name_: str

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """Return the parameters by name, as scikit-learn's estimators do."""
        del deep  # for scikit-learn
        return {name: getattr(self, name) for name in signature(type(self)).parameters}

    def new(self, changes: Mapping[str, Any] | None = None) -> Self:
        """Return a learner that has learned nothing yet; some of its parameters may differ.

        Examples
        --------
        >>> from cutpoint.learners import C45Learner
        >>> C45Learner(min_cases=5).new({"max_depth": 1}).get_params()["min_cases"]
        5
        """
        return type(self)(**(self.get_params() | dict(changes or {})))

    @abstractmethod
    def fit_table(self, table: Table, progress: Progress | None = None) -> Self:
        """Learn from a typed table."""

    @abstractmethod
    def to_model(self) -> SavedModel:
        """Return what :meth:`save` writes."""

    def save(self, path: FilePath) -> None:
        """Write what was learned to a JSON file that :func:`cutpoint.load` reads.

        The file holds what was learned, the classes, the attributes with their values, and those
        parameters that are numbers, texts or None.
        """
        self.to_model().save(path)

    def _made_by(self) -> str:
        """Return the name of the classifier that a model file says it is of."""
        return self.classifier

    def _plain_parameters(self) -> dict[str, Scalar]:
        """Return the parameters that a model file holds: numbers, texts, truth values, None."""
        parameters = self.get_params().items()
        return {name: value for name, value in parameters if isinstance(value, Scalar)}


class TreeLearner(Learner):
    """What learns a tree.

    Attributes
    ----------
    tree_, unpruned_tree_ : Tree
        The tree that predicts, and the one before pruning.
    simplified_ : bool
        Whether pruning changed the tree.
    trials_ : tuple of Trial
        What became of each window; empty without windows.
    pruning_path_ : PruningPath or None
        The trees of the cost-complexity sequence, if ``tree_`` is one of them.
    validation_ : dict or None
        How often the learner errs on new cases, if ``cutpoint fit`` estimated it.
    target_name_ : str

    Examples
    --------
    >>> from cutpoint.data import make_mixed
    >>> from cutpoint.learners import C45Learner
    >>> model = C45Learner(max_depth=1).fit_table(make_mixed()).to_model()
    >>> model.learner, model.tree.depth
    ('C45Classifier', 1)
    """

    tree_: Tree
    unpruned_tree_: Tree
    simplified_: bool
    approximate_: bool = False  # whether cuts of large nodes are not exact
    trials_: tuple[Trial, ...]
    pruning_path_: PruningPath | None
    validation_: dict[str, Any] | None = None

    # What predict_proba says of a leaf, and what errors and cases of a class count; those who
    # inherit may declare these as parameters.
    probabilities: str = "raw"
    m: float = 2.0
    cost_matrix: Any = None
    class_weight: Any = None

    @abstractmethod
    def learn_spec(self) -> LearnSpec:
        """Return what the parameters ask for: what an engine learns."""

    def fit_table(
        self,
        table: Table,
        progress: Progress | None = None,
        *,
        pruning_set: Table | None = None,
    ) -> Self:
        """Grow and prune the tree of a typed table, such as :func:`cutpoint.read_table` gives.

        Parameters
        ----------
        table : Table
            It must have a target; types and orders are the table's own.
        progress : Progress, optional
            Counts the cases that have reached a leaf; another thread may watch it, or ask it to
            stop, which ends the work with KeyboardInterrupt.
        pruning_set : Table, optional
            Other cases, with the same attributes and classes: of the cost-complexity sequence the
            tree that makes the fewest errors on them is taken.

        Returns
        -------
        self
        """
        if table.target is None:
            raise InputError("the table has no target column to learn")
        if pruning_set is not None:
            pruning_set = weighted_like(pruning_set, table, self.class_weight)
        counted = weighted_table(table, case_weights(table, self.class_weight))
        return self._fit_table(counted, progress, pruning_set)

    def _fit_table(
        self, table: Table, progress: Progress | None = None, pruning_set: Table | None = None
    ) -> Self:
        """Learn from a table and set the fitted attributes."""
        from cutpoint.engines.memory import learn  # noqa: PLC0415  # only where it is needed

        spec = self.learn_spec()
        if self.cost_matrix is None:
            learned = learn(table, spec, progress, pruning_set)
        else:
            learned = self._learn_with_costs(table, spec, progress, pruning_set)
        self._take(learned, table.target_name)
        return self

    def take_learned(self, learned: Learned, described: Described) -> None:
        """Take over what was learned from a source: see :mod:`cutpoint.engines`."""
        self._take(learned, described.decoder.roles.target)

    def _take(self, learned: Learned, target_name: str) -> None:
        """Set the fitted attributes to what was learned."""
        self.tree_ = learned.pruned
        self.unpruned_tree_ = learned.unpruned
        self.simplified_ = learned.simplified
        self.approximate_ = False
        self.trials_ = learned.trials
        self.pruning_path_ = learned.path
        self.validation_ = None
        self.target_name_ = target_name

    def _learn_with_costs(
        self,
        table: Table,
        spec: LearnSpec,
        progress: Progress | None,
        pruning_set: Table | None,
    ) -> Learned:
        """Grow with altered priors, and let the trees decide by costs: see ``tree/costs.py``."""
        from cutpoint.engines.memory import learn  # noqa: PLC0415  # only where it is needed

        if spec.windowing is not None:
            raise InputError(
                "windows are drawn from cases that count the same, and costs weigh them: leave out "
                "the trials, or the costs"
            )
        assert table.target is not None
        costs = cost_matrix(self.cost_matrix, table.classes)
        cases = np.bincount(table.target, table.weights, minlength=len(table.classes))
        priors = prior_weights(costs, cases.astype(np.float64))
        altered = table
        if priors is not None:
            altered = with_priors(table, priors)
            pruning_set = None if pruning_set is None else with_priors(pruning_set, priors)
        learned = learn(altered, spec, progress, pruning_set)
        return learned._replace(
            pruned=cost_sensitive(learned.pruned, costs, priors),
            unpruned=cost_sensitive(learned.unpruned, costs, priors),
        )

    def to_model(self) -> Model:
        """Return what :meth:`save` writes: both trees and where they came from."""
        return Model(
            self.tree_,
            self.unpruned_tree_,
            self.target_name_,
            self._made_by(),
            self._plain_parameters(),
            self._report(),
        )

    def _report(self) -> dict[str, Any]:
        """Return what a model file says of the pruning."""
        report: dict[str, Any] = {"simplified": self.simplified_}
        if self.approximate_:
            report["approximate"] = "the cuts of large nodes lie between 1,024 bins"
        if self.pruning_path_ is not None:
            report["pruning_path"] = self.pruning_path_.to_dict()
        if self.validation_ is not None:
            report["validation"] = self.validation_
        return report
