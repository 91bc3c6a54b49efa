"""A tree as tables: a row for each node, a row for each rule."""

# ruff: noqa: PLC0415 - Arrow is imported where it is used, so that `import cutpoint` stays cheap

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import numpy as np

from cutpoint.errors import InputError
from cutpoint.tree import structure
from cutpoint.tree.names import printable
from cutpoint.tree.rules import rules_of
from cutpoint.tree.split import NumericTest

if TYPE_CHECKING:
    from cutpoint.tree.tree import Tree

KINDS = ("pandas", "polars", "pyarrow")


def frame_of_nodes(tree: Tree, kind: str | None) -> Any:
    """Return a table with a row for each node; see :meth:`cutpoint.tree.Tree.to_frame`."""
    numbers = range(tree.n_nodes)
    tests = [tree.test(number) for number in numbers]
    parents = structure.parents(tree)
    branches = np.arange(tree.n_nodes) - tree.first_child[parents]
    above: list[str | None] = [None]
    for number in numbers[1:]:
        test = tests[parents[number]]
        above.append(None if test is None else test.describe(int(branches[number])))
    columns: dict[str, Any] = {
        "node": list(numbers),
        "parent": [None, *parents[1:].tolist()],
        "branch": [None, *branches[1:].tolist()],
        "depth": tree.node_depths().tolist(),
        "condition": above,
        "attribute": [None if test is None else test.attribute.name for test in tests],
        "cuts": [list(test.cuts) if isinstance(test, NumericTest) else None for test in tests],
    }
    if tree.lower is not None:  # soft thresholds
        bounds = [test.bounds if isinstance(test, NumericTest) else None for test in tests]
        for side, name in enumerate(("lower", "upper")):
            columns[name] = [pairs and [pair[side] for pair in pairs] for pairs in bounds]
    return table_of(columns | _counts(tree, np.arange(tree.n_nodes)), kind)


def frame_of_rules(tree: Tree, kind: str | None) -> Any:
    """Return a table with a row for each rule; see :meth:`cutpoint.tree.Tree.rules_frame`."""
    rules = list(rules_of(tree))
    leaves = np.array([rule.leaf.id for rule in rules])
    columns = {
        "node": leaves.tolist(),
        "rule": [str(rule) for rule in rules],
        "length": [len(rule.conditions) for rule in rules],
    }
    return table_of(columns | _counts(tree, leaves), kind)


def _counts(tree: Tree, nodes: np.ndarray[Any, np.dtype[np.int64]]) -> dict[str, Any]:
    """Return the class, the cases, the errors and the cases of each class at some nodes."""
    labels = [tree.classes[code] for code in tree.label[nodes].tolist()]
    if len({type(label) for label in tree.classes}) > 1:
        labels = [str(label) for label in labels]
    columns: dict[str, Any] = {
        "class": labels,
        "cases": tree.cases[nodes].tolist(),
        "errors": tree.errors[nodes].tolist(),
    }
    for code, label in enumerate(tree.classes):
        columns[f"cases({printable(label)})"] = tree.distribution[nodes, code].tolist()
    return columns


def table_of(columns: Mapping[str, Any], kind: str | None) -> Any:
    """Return columns as a table: pandas' if it is installed, else Arrow's."""
    import pyarrow as pa

    if kind is None:
        kind = "pandas" if find_spec("pandas") else "pyarrow"
    if kind not in KINDS:
        raise InputError(f"kind must be one of {', '.join(KINDS)}, not {kind!r}")
    # Of a column without any value Arrow cannot tell the type.
    types = {
        "parent": pa.int64(),
        "branch": pa.int64(),
        "condition": pa.string(),
        "attribute": pa.string(),
        "cuts": pa.list_(pa.float64()),
        "lower": pa.list_(pa.float64()),
        "upper": pa.list_(pa.float64()),
        "alternatives": pa.string(),
    }
    types |= dict.fromkeys(
        (
            "cut",
            "cut_sd",
            "low",
            "high",
            "error",
            "chosen_share",
            "leaf_share",
            "sd",
            "bias",
            "variance",
        ),
        pa.float64(),
    )
    arrays = {name: pa.array(cells, types.get(name)) for name, cells in columns.items()}
    table = pa.table(arrays)
    if kind == "pyarrow":
        return table
    try:
        if kind == "polars":
            import polars

            return polars.from_arrow(table)
        import pandas as pd
    except ImportError:
        raise InputError(f"needs the package {kind}: pip install {kind}") from None
    # Whole numbers with a gap would become floats.
    whole = {pa.int64(): pd.Int64Dtype()}
    return table.to_pandas(types_mapper=whole.get)
