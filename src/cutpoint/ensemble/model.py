"""The model file of a bag of trees."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, Self

from cutpoint.ensemble.bag import Bag
from cutpoint.errors import InputError
from cutpoint.tree.consult import Ask, Verdict
from cutpoint.tree.flat import items
from cutpoint.tree.header import Header, Scalar, get
from cutpoint.tree.probabilities import estimate_of
from cutpoint.tree.saved import SavedModel
from cutpoint.tree.tree import Tree


@dataclass(frozen=True)
class BaggedModel(SavedModel):
    """A bag of trees, ready to be saved in a file.

    Attributes
    ----------
    bag : Bag
        The trees that predict.
    tree_learner : str
        What learned each of them, as in ``"TreeClassifier"``.
    tree_parameters : dict
        Its parameters: text, numbers, true, false or None.
    target, learner, parameters, report
        Where they came from: see :class:`cutpoint.tree.saved.SavedModel`.

    Examples
    --------
    >>> from cutpoint.tree import example_tree
    >>> bag = Bag((example_tree(), example_tree().prune([1])))
    >>> model = BaggedModel(bag, "TreeClassifier", {}, "play", "BaggedTreesClassifier", {})
    >>> BaggedModel.from_json(model.to_json()) == model
    True
    """

    FORMAT: ClassVar[str] = "cutpoint-bag"
    VERSION: ClassVar[int] = 1
    NOUN: ClassVar[str] = "a bag of trees"

    bag: Bag
    tree_learner: str
    tree_parameters: dict[str, Scalar]
    target: str
    learner: str
    parameters: dict[str, Scalar]
    report: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._check()

    @property
    def predicting(self) -> Bag:
        """The trees."""
        return self.bag

    def consult(self, ask: Ask) -> Verdict:
        """Refuse: the questions would be those of many trees."""
        del ask
        raise InputError(
            f"a bag of {len(self.bag.trees)} trees cannot be consulted: ask 'cutpoint predict', "
            "or learn a single tree"
        )

    def _own_fields(self) -> dict[str, Any]:
        return {
            "tree_learner": self.tree_learner,
            "tree_parameters": self.tree_parameters,
            "trees": [{"nodes": tree.to_nodes()} for tree in self.bag.trees],
        }

    @classmethod
    def _read(cls, header: Header, fields: dict[str, Any]) -> Self:
        learner, parameters = get(fields, "tree_learner"), get(fields, "tree_parameters")
        if not isinstance(learner, str):
            raise InputError("'tree_learner' must be text")
        if not isinstance(parameters, dict) or not all(
            isinstance(value, Scalar) for value in parameters.values()
        ):
            raise InputError("'tree_parameters' must be an object of single values")
        trees = [
            _tree_of(entry, number, header)
            for number, entry in enumerate(items(get(fields, "trees"), "'trees'"))
        ]
        return cls(
            Bag(tuple(trees), *estimate_of(parameters)),
            learner,
            parameters,
            header.target,
            header.learner,
            header.parameters,
            header.report,
        )


def _tree_of(entry: Any, number: int, header: Header) -> Tree:
    if not isinstance(entry, dict) or "nodes" not in entry:
        raise InputError(f"tree {number}: must be an object with 'nodes'")
    try:
        nodes = items(entry["nodes"], "'nodes'")
        return Tree.from_nodes(nodes, header.attributes, header.classes, header.single)
    except InputError as error:
        raise InputError(f"tree {number}: {error}") from None
