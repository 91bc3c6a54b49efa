"""An assessment as JSON: the file, and what the report of a model holds of it."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from cutpoint.errors import InputError
from cutpoint.files import FilePath, read_whole
from cutpoint.stability.positions import Positions
from cutpoint.tree.model import Model
from cutpoint.tree.tree import Tree

if TYPE_CHECKING:
    from cutpoint.stability.report import Stability

FORMAT, VERSION = "cutpoint-stability", 1
_ARRAYS = ("errors", "similarities", "variances", "probability_variances")
_PLAIN = {"sampler": str, "size": int, "n_cases": int, "on_test": bool}


def text_of(stability: Stability) -> str:
    """Return everything that cannot be had from the rest: the trees, and what was measured.

    What resamples have at each node follows from the trees.
    """
    reference = stability.reference
    fields: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        **{name: getattr(stability, name) for name in _PLAIN},
        **{name: _listed(getattr(stability, name)) for name in _ARRAYS},
        # The reference is a model file of its own, with the attributes and classes of all trees.
        "reference": json.loads(Model(reference, None, "class", "TreeClassifier", {}).to_json()),
        "trees": [tree.to_nodes() for tree in stability.trees],
    }
    lines = [f"{json.dumps(name)}: {_line(name, value)}" for name, value in fields.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _line(name: str, value: Any) -> str:
    if name == "trees":
        return "[\n" + ",\n".join(json.dumps(tree, allow_nan=False) for tree in value) + "\n]"
    return json.dumps(value, allow_nan=False)


def _listed(array: NDArray[np.float64]) -> Any:
    """Return an array as lists, with None for NaN."""
    if array.ndim > 1:
        return [_listed(row) for row in array]
    return [None if math.isnan(value) else value for value in array.tolist()]


def read(path: FilePath) -> str:
    """Return the text of a file."""
    try:
        return read_whole(path).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError("is not a text file") from None


def fields_of(text: str) -> dict[str, Any]:
    """Return the fields of a Stability from its JSON, checked.

    Raises
    ------
    InputError
        If anything is wrong.
    """
    try:
        given = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"is not JSON: {error}") from None
    if not isinstance(given, dict) or given.get("format") != FORMAT:
        raise InputError("is not an assessment of stability by Cutpoint")
    if given.get("version") != VERSION:
        raise InputError("was written by a newer Cutpoint; upgrade Cutpoint to read it")
    missing = {*_PLAIN, *_ARRAYS, "reference", "trees"} - given.keys()
    if missing:
        raise InputError(f"has no {sorted(missing)[0]!r}")
    for name, kind in _PLAIN.items():
        if type(given[name]) is not kind:
            raise InputError(f"{name!r} must be a {kind.__name__}")
    reference = Model.from_json(json.dumps(given["reference"])).tree
    trees = _trees(given["trees"], reference)
    n, n_classes = len(trees), len(reference.classes)
    shapes = dict(zip(_ARRAYS, ((n,), (n, n), (n_classes,), (n_classes,)), strict=True))
    positions = Positions(reference)
    for tree in trees:
        positions.add(tree)
    return {
        **{name: given[name] for name in _PLAIN},
        **{name: _array(given[name], name, shape) for name, shape in shapes.items()},
        "reference": reference,
        "nodes": positions.nodes(),
        "trees": trees,
    }


def _trees(given: Any, reference: Tree) -> tuple[Tree, ...]:
    if not isinstance(given, list) or len(given) < 2:
        raise InputError("'trees' must be a list of at least two trees")
    like = reference.attributes, reference.classes, reference.single
    trees = []
    for number, nodes in enumerate(given):
        try:
            trees.append(Tree.from_nodes(nodes, *like))
        except InputError as error:
            raise InputError(f"tree {number}: {error}") from None
    return tuple(trees)


def _array(given: Any, name: str, shape: tuple[int, ...]) -> NDArray[np.float64]:
    try:
        array = np.array(given, dtype=np.float64)
    except (TypeError, ValueError):
        array = np.empty(0)
    if array.shape != shape:
        raise InputError(f"{name!r} must be numbers of shape {shape}")
    return array


def page_report(stability: Stability, level: float) -> dict[str, Any]:
    """Return what a page shows of an assessment, by node; see ``docs/page.md``."""
    bands, nodes = {}, {}
    for node in stability.nodes:
        key = str(node.node)
        found: dict[str, Any] = {"reached": node.reached}
        if node.reached:
            found["chosen"] = node.chosen_share
            found["others"] = [[name, share] for name, share in node.alternatives.items()]
            if node.attribute is not None and node.leaf_share > 0:
                found["leaf"] = node.leaf_share
        spread = [s for s in np.atleast_1d(node.cut_sd).tolist() if math.isfinite(s)]
        if spread:
            found["sd"] = spread
        if node.reference_cuts:  # from them follows which share agrees on a value
            found["cuts"] = node.cut_rows.tolist()
        nodes[key] = found
        if node.bands(level):
            bands[key] = [list(band) for band in node.bands(level)]
    return {
        "resamples": stability.n_resamples,
        "sampler": stability.sampler,
        "level": level,
        "variance": stability.variance,
        "similarity": stability.similarity,
        "bands": bands,
        "nodes": nodes,
    }
