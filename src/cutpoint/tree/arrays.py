"""Trees to and from the compiled core: the arrays of nodes, checked on the way in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from cutpoint._core import NodeTable
from cutpoint.data.attribute import Attribute, Label, value_counts
from cutpoint.errors import InputError

if TYPE_CHECKING:
    from cutpoint._core import NodeArrays
    from cutpoint.tree.tree import Tree


def tree_of(
    arrays: NodeArrays,
    attributes: tuple[Attribute, ...],
    classes: tuple[Label, ...],
    *,
    single: bool = False,
) -> Tree:
    """Return the tree that the core has made."""
    from cutpoint.tree.tree import Tree  # noqa: PLC0415  # which imports this module

    return Tree(attributes=attributes, classes=classes, single=single, **arrays)


def node_table(tree: Tree) -> NodeTable:
    """Return the tree as the core reads it, checked.

    Raises
    ------
    InputError
        If the arrays do not make a tree; the message names the array or the node.

    Examples
    --------
    >>> from cutpoint.tree import example_tree
    >>> tree = example_tree()
    >>> len(node_table(tree)) == tree.n_nodes
    True
    """
    arrays: NodeArrays = {
        "attribute": plain(tree.attribute, np.int32, "attribute"),
        "first_child": plain(tree.first_child, np.int32, "first_child"),
        "n_branches": plain(tree.n_branches, np.int32, "n_branches"),
        "test_start": plain(tree.test_start, np.int64, "test_start"),
        "cuts": plain(tree.cuts, np.float64, "cuts"),
        "branch_of": plain(tree.branch_of, np.int32, "branch_of"),
        "label": plain(tree.label, np.int32, "label"),
        "cases": plain(tree.cases, np.float64, "cases"),
        "errors": plain(tree.errors, np.float64, "errors"),
        "distribution": plain(tree.distribution, np.float64, "distribution", 2),
    }
    if tree.unknown is not None:
        arrays["unknown"] = plain(tree.unknown, np.bool_, "unknown")
    n_classes = arrays["distribution"].shape[1]
    if n_classes != len(tree.classes):
        raise InputError(f"the tree has weights of {n_classes} classes, not {len(tree.classes)}")
    return NodeTable(arrays, value_counts(tree.attributes))


def plain(array: Any, dtype: type[np.generic], name: str, n_dimensions: int = 1) -> NDArray[Any]:
    """Return an array in one piece and of the given type; nothing is copied if it is so already."""
    try:
        result = np.ascontiguousarray(
            np.asarray(array).astype(dtype, casting="same_kind", copy=False)
        )
    except (TypeError, ValueError):
        raise InputError(f"the tree's {name!r} is not an array of {dtype.__name__}") from None
    if result.ndim != n_dimensions:
        raise InputError(f"the tree's {name!r} has {result.ndim} dimensions, not {n_dimensions}")
    return result
