"""The model file of a tree: the tree with what is needed to use it and to know its origin.

The file holds a flat list of nodes, so that depth has no limit, one node to a line.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cutpoint.errors import InputError
from cutpoint.tree.consult import Ask, Verdict, consult
from cutpoint.tree.costs import Costs, cost_matrix
from cutpoint.tree.flat import items
from cutpoint.tree.header import Header, Scalar, get
from cutpoint.tree.probabilities import estimate_of, smoothed
from cutpoint.tree.pruning_path import PruningPath
from cutpoint.tree.saved import SavedModel
from cutpoint.tree.structure import same_costs
from cutpoint.tree.tree import Tree


@dataclass(frozen=True)
class Model(SavedModel):
    """A learned tree, ready to be saved in a file.

    Attributes
    ----------
    tree : Tree
        The tree that predicts.
    unpruned : Tree or None
        The tree before pruning, if there was any.
    target, learner, parameters, report
        Where it came from: see :class:`cutpoint.tree.saved.SavedModel`.

    Examples
    --------
    >>> from cutpoint.tree import example_tree
    >>> model = Model(example_tree(), None, "play", "C45Classifier", {"min_cases": 2})
    >>> Model.from_json(model.to_json()) == model
    True
    """

    FORMAT: ClassVar[str] = "cutpoint-model"
    VERSION: ClassVar[int] = 2
    NOUN: ClassVar[str] = "a decision tree"

    tree: Tree
    unpruned: Tree | None
    target: str
    learner: str
    parameters: dict[str, Scalar]
    report: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        other = self.unpruned
        if other is not None and (
            other.attributes != self.tree.attributes
            or other.classes != self.tree.classes
            or other.single != self.tree.single
        ):
            raise InputError("the unpruned tree has other attributes, classes or arithmetic")
        if other is not None and not same_costs(other, self.tree):
            raise InputError("the unpruned tree has other costs")
        self._check()

    @property
    def predicting(self) -> Tree:
        """The tree."""
        return self.tree

    def predict_proba(self, X: ArrayLike, n_jobs: int | None = 1) -> NDArray[np.float64]:
        """Return the probability of each class, estimated as the learner's parameters say."""
        return self.estimating.predict_proba(X, n_jobs)

    @property
    def estimating(self) -> Tree:
        """The tree with the shares in its leaves that probabilities are estimated by."""
        return smoothed(self.tree, *estimate_of(self.parameters))

    @property
    def expected_error_rate(self) -> float | None:
        """The error rate that pruning expects on new cases; None if it does not say.

        It is C4.5's estimate, or, of a tree of a cost-complexity sequence, its error rate on the
        pruning set or by cross-validation. A tree that decides by costs has the errors of its
        classes, not those of pruning.
        """
        if self.tree.costs is not None:
            return None
        if "pruning_path" in self.report:
            path = PruningPath.from_dict(self.report["pruning_path"])
            return float(path.errors[path.chosen]) if path.measured else None
        return self.tree.estimated_error_rate if self.parameters.get("pruning") == "error" else None

    def consult(self, ask: Ask) -> Verdict:
        """Follow a case down the tree: see :func:`cutpoint.tree.consult.consult`."""
        return consult(self.tree, ask, self.estimating)

    def _own_fields(self) -> dict[str, Any]:
        costs = self.tree.costs
        extra = {} if costs is None else {"version": 2, "costs": costs.tolist()}
        return extra | {
            "tree": self.tree.to_nodes(),
            "unpruned": None if self.unpruned is None else self.unpruned.to_nodes(),
        }

    @classmethod
    def _read(cls, header: Header, fields: dict[str, Any]) -> Self:
        costs = _costs(fields.get("costs"), header)

        def tree_of(key: str) -> Tree:
            nodes = items(get(fields, key), f"'{key}'")
            tree = Tree.from_nodes(nodes, header.attributes, header.classes, header.single)
            return replace(tree, costs=costs)

        tree, unpruned = tree_of("tree"), None
        if get(fields, "unpruned") is not None:
            try:
                unpruned = tree_of("unpruned")
            except InputError as error:
                raise InputError(f"unpruned tree: {error}") from None
        return cls(tree, unpruned, header.target, header.learner, header.parameters, header.report)


def _costs(value: Any, header: Header) -> Costs | None:
    """Return the costs of a file, from version 2 on: true classes by row."""
    if value is None:
        return None
    rows = [items(row, "'costs': a row") for row in items(value, "'costs'")]
    for cost in (cost for row in rows for cost in row):
        if not isinstance(cost, int | float) or isinstance(cost, bool):
            raise InputError("'costs' must hold numbers")
    try:
        return cost_matrix(rows, header.classes)
    except (InputError, OverflowError) as error:
        raise InputError(f"'costs': {error}") from None
