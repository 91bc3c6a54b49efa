"""What Quinlan's own program made of the shared data sets, ready to compare with.

The shared folder lies beside the repository. ``golden_names()`` gives no name where it is absent,
and ``require_shared()`` skips a test then, unless all is required (``needs.py``).
"""

from __future__ import annotations

import gzip
import json
from functools import cache
from typing import Any, Literal

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from cutpoint.data.attribute import Attribute
from cutpoint.tree.tree import Tree
from support.shared import SHARED, require_shared

GOLDEN = SHARED / "reference" / "golden"
RUNS = SHARED / "reference" / "c45-runs"
VARIANTS = ("default", "s", "g", "m5c10")

Stage = Literal["unpruned", "pruned"]
Golden = dict[str, Any]


def golden_names() -> list[str]:
    """Return the names of all golden files, sorted."""
    return sorted(path.name.removesuffix(".json.gz") for path in GOLDEN.glob("*.json.gz"))


@cache
def load_golden(name: str) -> Golden:
    """Return a golden file as it is; treat it as read-only, it is cached."""
    require_shared()
    with gzip.open(GOLDEN / f"{name}.json.gz", "rt", encoding="utf-8") as file:
        return json.load(file)


def used_attributes(golden: Golden) -> tuple[Attribute, ...]:
    """Return the attributes in the program's order, without the ignored ones."""
    return tuple(
        Attribute(entry["name"], tuple(entry["values"]) if entry["kind"] == "discrete" else None)
        for entry in golden["attributes"]
        if entry["kind"] != "ignore"
    )


def tree_from_golden(golden: Golden, variant: str, stage: Stage) -> Tree:
    """Return a tree of the program, in its single precision.

    An empty leaf (no items) has a zero distribution: what the program kept there means nothing.
    """
    attributes = used_attributes(golden)
    positions = {attribute.name: i for i, attribute in enumerate(attributes)}
    classes = golden["classes"]
    queue = [golden["variants"][variant][stage]]
    nodes = []
    for node in queue:  # grows as it is read: level by level
        flat = {
            "class": classes.index(node["class"]),
            "cases": node["items"],
            "errors": node["errors"],
            "distribution": node["dist"] if node["items"] > 0 else [0.0] * len(classes),
        }
        if node["kind"] != "leaf":
            position = positions[node["attribute"]]
            flat["attribute"] = position
            if node["kind"] == "continuous":
                flat["cuts"] = [node["threshold"]]
            else:
                values = attributes[position].values
                assert values is not None
                flat["groups"] = [
                    [values.index(value) for value in _as_list(branch["value"])]
                    for branch in node["branches"]
                ]
            flat["branches"] = list(range(len(queue), len(queue) + len(node["branches"])))
            queue += [branch["node"] for branch in node["branches"]]
        nodes.append(flat)
    return Tree.from_nodes(nodes, attributes, classes, single=True)


def read_frame(golden: Golden) -> pd.DataFrame:
    """Return the training rows, then the test rows, as text; NaN where a value is missing.

    All columns are there, ignored ones included; the last is the class.
    """
    shared, name = require_shared(), golden["dataset"]
    folder = shared / ("reference/c45-data" if name.startswith("c45-") else "data")
    files = [folder / f"{name}.csv.gz"]
    if golden["rows_test"]:
        files.append(folder / f"{name}.test.csv.gz")
    frames = [pd.read_csv(file, dtype=str, keep_default_na=False, na_values=[""]) for file in files]
    return pd.concat(frames, ignore_index=True)


def read_matrix(golden: Golden) -> NDArray[np.float64]:
    """Return the attributes of :func:`used_attributes` as float64: codes, NaN where missing.

    A value that the program did not know is coded beyond the known ones.
    """
    frame = read_frame(golden)
    matrix = np.full((len(frame), len(used_attributes(golden))), np.nan)
    for position, attribute in enumerate(used_attributes(golden)):
        column = frame[attribute.name]
        if attribute.values is None:
            matrix[:, position] = column.astype(float)
        else:
            codes = {value: float(code) for code, value in enumerate(attribute.values)}
            known = column.notna().to_numpy()
            unseen = float(len(codes))
            matrix[known, position] = [codes.get(value, unseen) for value in column[known]]
    return matrix


def read_target(golden: Golden) -> NDArray[np.int32]:
    """Return the class of every row of :func:`read_matrix` as a position in the classes."""
    codes = {label: code for code, label in enumerate(golden["classes"])}
    return np.array([codes[label] for label in read_frame(golden).iloc[:, -1]], dtype=np.int32)


def _as_list(value: str | list[str]) -> list[str]:
    return value if isinstance(value, list) else [value]
