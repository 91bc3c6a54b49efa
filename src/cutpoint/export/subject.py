"""What is exported: a tree or rules, and how a leaf estimates probabilities."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

from cutpoint.errors import InputError
from cutpoint.rules.ruleset import Ruleset
from cutpoint.tree.probabilities import estimate_of, smoothed
from cutpoint.tree.saved import SavedModel
from cutpoint.tree.tree import Tree


class Fitted(Protocol):
    """A fitted classifier."""

    def to_model(self) -> Any:
        """Return the model as it is saved in a file."""


Exported = Tree | Ruleset | SavedModel | Fitted
"""What exports take. A tree alone gives the shares of its leaves, as its ``predict_proba`` does; a
fitted classifier or the model of a file gives probabilities as they estimate them."""


class Subject(NamedTuple):
    """What predicts, and how probabilities are estimated.

    Attributes
    ----------
    known : Tree or Ruleset
    estimate : Tree or None
        The tree with the estimated shares in its leaves; None if they are those of the cases.
    way : pair of str and float
        The estimate as :func:`cutpoint.tree.probabilities.smoothed` takes it.
    """

    known: Tree | Ruleset
    estimate: Tree | None = None
    way: tuple[str, float] = ("raw", 2.0)


def subject_of(model: Exported) -> Subject:
    """Return what is to be exported.

    Raises
    ------
    InputError
        If it is neither a tree nor rules.

    Examples
    --------
    >>> from cutpoint import C45Classifier
    >>> fitted = C45Classifier(probabilities="laplace").fit([[1], [2], [3], [4]], [0, 0, 1, 1])
    >>> subject_of(fitted).estimate.predict_proba([[1]]).tolist()
    [[0.75, 0.25]]
    >>> subject_of(fitted.tree_).estimate is None
    True
    """
    if isinstance(model, Tree | Ruleset):
        return Subject(model)
    saved: object = model.to_model() if hasattr(model, "to_model") else model
    known = getattr(saved, "predicting", None)
    if isinstance(known, Ruleset):
        return Subject(known)
    if not isinstance(known, Tree) or not isinstance(saved, SavedModel):
        raise InputError(
            "exports take a tree, rules, a fitted classifier or a model that was loaded, not a "
            f"{type(model).__name__}; of a bag, export its trees one by one"
        )
    way = estimate_of(saved.parameters)
    estimate = smoothed(known, *way)
    return Subject(known, None if estimate is known else estimate, way)
