"""An assessment as tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from cutpoint.errors import InputError
from cutpoint.tree.frame import table_of

if TYPE_CHECKING:
    from cutpoint.stability.report import Stability


def frame_of(stability: Stability, what: str, kind: str | None) -> Any:
    """Return one of the tables; see :meth:`cutpoint.stability.Stability.to_frame`."""
    makers = {"nodes": node_columns, "cuts": cut_columns, "trees": tree_columns}
    if what not in makers:
        raise InputError(f"what must be one of {', '.join(makers)}, not {what!r}")
    return table_of(makers[what](stability), kind)


def node_columns(stability: Stability) -> dict[str, Any]:
    """Return a row per node; of a test with several cuts, a row for each of them."""
    tree = stability.reference
    names = (
        "node",
        "depth",
        "attribute",
        "cut",
        "reached",
        "chosen_share",
        "cut_sd",
        "low",
        "high",
        "leaf_share",
        "alternatives",
    )
    columns: dict[str, list[Any]] = {name: [] for name in names}
    depths = tree.node_depths().tolist()
    for node in stability.nodes:
        spread = np.atleast_1d(node.cut_sd).tolist()
        bands = node.bands()
        for c in range(max(1, len(node.reference_cuts))):
            has_cut = c < len(node.reference_cuts)
            low, high = bands[c] if bands else (None, None)
            row = (
                node.node,
                depths[node.node],
                node.attribute,
                node.reference_cuts[c] if has_cut else None,
                node.reached,
                _known(node.chosen_share),
                _known(spread[c]) if has_cut else None,
                low,
                high,
                _known(node.leaf_share),
                node.instead(most=len(node.attribute_share) + 1) or None,
            )
            for name, value in zip(names, row, strict=True):
                columns[name].append(value)
    return columns


def cut_columns(stability: Stability) -> dict[str, Any]:
    """Return a row per cut that a resample has at the place of a node."""
    columns: dict[str, list[Any]] = {
        name: [] for name in ("node", "attribute", "position", "resample", "cut")
    }
    for node in stability.nodes:
        rows = node.cut_rows
        for resample, cuts in zip(node.resamples.tolist(), rows.tolist(), strict=True):
            for position, cut in enumerate(cuts):
                row = (node.node, node.attribute, position, resample, cut)
                for name, value in zip(columns, row, strict=True):
                    columns[name].append(value)
    return columns


def tree_columns(stability: Stability) -> dict[str, Any]:
    """Return a row per resample."""
    trees = stability.trees
    return {
        "resample": list(range(len(trees))),
        "error": [_known(error) for error in stability.errors.tolist()],
        "nodes": [tree.n_nodes for tree in trees],
        "leaves": [tree.n_leaves for tree in trees],
        "depth": [tree.depth for tree in trees],
        "similarity": stability.closeness.tolist(),
    }


def _known(value: float) -> float | None:
    return None if np.isnan(value) else value
