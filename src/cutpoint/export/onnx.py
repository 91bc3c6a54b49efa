"""A tree as an ONNX model: TreeEnsemble of ai.onnx.ml 5, in double precision."""

# ruff: noqa: PLC0415 - onnx is an extra

from __future__ import annotations

import json
import math
from dataclasses import dataclass, field
from typing import Any

from cutpoint.data.attribute import Attribute
from cutpoint.errors import InputError
from cutpoint.export.steps import (
    End,
    Step,
    check_is_tree,
    check_texts,
    is_whole,
    spellings,
    steps_of,
    unknown_numbers,
    used_columns,
)
from cutpoint.export.subject import Exported, subject_of
from cutpoint.tree.split import NominalTest
from cutpoint.tree.tree import Tree

_LEQ, _EQ, _MEMBER = 0, 4, 6
"""Kinds of node in TreeEnsemble."""
_ML, _MAIN, _IR = 5, 21, 10
"""Versions of ai.onnx.ml, of the operators and of the file that know TreeEnsemble."""
_NOTE = (
    "Unknown values (NaN; a text or code not seen in training) take the branch with the most "
    "training cases: ONNX follows one path and cannot share a case among branches."
)


def to_onnx(model: Exported) -> bytes:
    """Return an ONNX model, as the bytes of its file.

    It has one input of shape [N, 1] for each column that the tree tests, under the column's name:
    doubles, where NaN is unknown; texts for nominal values, or 64-bit integers if all values are;
    what was not seen in training, such as an empty text, is unknown. The outputs are ``label`` and
    ``probabilities``. The columns with their values and the classes are also in the model's
    metadata, as JSON. An unknown value takes the branch with the most training cases.

    It needs the package ``onnx``; running the model, an ONNX runtime that knows ai.onnx.ml 5, such
    as onnxruntime 1.21.

    Examples
    --------
    >>> import numpy as np
    >>> import onnxruntime
    >>> from cutpoint.tree import example_tree
    >>> session = onnxruntime.InferenceSession(to_onnx(example_tree()))
    >>> label, probabilities = session.run(None, {
    ...     "outlook": np.array([["sunny"]]),
    ...     "humidity": np.array([[70.0]]),
    ...     "windy": np.array([[""]]),
    ... })
    >>> label.tolist(), probabilities.tolist()
    (['Play'], [[1.0, 0.0]])
    """
    try:
        import onnx
    except ImportError:
        raise InputError("needs the package onnx: pip install 'cutpoint[onnx]'") from None
    tree, estimate, _ = subject_of(model)
    check_is_tree(tree)
    assert isinstance(tree, Tree)
    steps = steps_of(tree, estimate)
    check_texts(tree.classes, tree.tested, "ONNX")
    made = _Graph(tree, steps).model()
    onnx.checker.check_model(made)
    return bytes(made.SerializeToString())


class _Graph:
    """The graph: columns become one matrix, the matrix a leaf, the leaf a row of a table."""

    def __init__(self, tree: Tree, steps: list[Step]) -> None:
        from onnx import TensorProto, helper

        self.tree, self.steps, self.onnx, self.types = tree, steps, helper, TensorProto
        self.columns = used_columns(steps) or list(range(min(1, len(tree.attributes))))
        if not self.columns:
            raise InputError("the tree asks nothing and has no columns: ONNX needs an input")
        self.names = [tree.attributes[column].name for column in self.columns]
        if "" in self.names:
            raise InputError("a column without a name cannot be an input of ONNX: rename it")
        self.nodes: list[Any] = []
        self.constants: list[Any] = []

    def model(self) -> Any:
        """Return the model."""
        inputs, parts = [], []
        for column in self.columns:
            inputs.append(self._input(self.tree.attributes[column]))
            parts.append(self._as_double(column))
        self._add("Concat", parts, "matrix", axis=1)
        ensemble = _Ensemble(self.tree, self.steps, self.columns)
        self.nodes.append(ensemble.node(self._own("matrix"), self._own("leaf as number")))
        self._add("Cast", [self._own("leaf as number")], "leaf column", to=self.types.INT64)
        shape = self._constant("flat", self.types.INT64, [1], [-1])
        self._add("Reshape", [self._own("leaf column"), shape], "leaf")
        outputs = self._answer(ensemble.ends)
        graph = self.onnx.make_graph(
            self.nodes, "cutpoint", inputs, outputs, initializer=self.constants, doc_string=_NOTE
        )
        model = self.onnx.make_model(
            graph,
            producer_name="Cutpoint",
            ir_version=_IR,
            doc_string=_NOTE,
            opset_imports=[
                self.onnx.make_opsetid("", _MAIN),
                self.onnx.make_opsetid("ai.onnx.ml", _ML),
            ],
        )
        self.onnx.set_model_props(model, self._metadata())
        return model

    def _answer(self, ends: list[End]) -> list[Any]:
        classes = self.tree.classes
        whole = is_whole(classes)
        kind = self.types.INT64 if whole else self.types.STRING
        labels: list[Any] = [classes[end.code] for end in ends]
        if not whole:
            labels = [str(label).encode() for label in labels]
        label_table = self._constant("labels", kind, [len(ends)], labels)
        flat = [share for end in ends for share in end.shares]
        share_table = self._constant("shares", self.types.DOUBLE, [len(ends), len(classes)], flat)
        label, probabilities = self._output("label"), self._output("probabilities")
        self.nodes.append(self.onnx.make_node("Gather", [label_table, self._own("leaf")], [label]))
        self.nodes.append(
            self.onnx.make_node("Gather", [share_table, self._own("leaf")], [probabilities])
        )
        value = self.onnx.make_tensor_value_info
        return [
            value(label, kind, ["N"]),
            value(probabilities, self.types.DOUBLE, ["N", len(classes)]),
        ]

    def _input(self, attribute: Attribute) -> Any:
        kind = self.types.DOUBLE
        if attribute.values is not None:
            kind = self.types.INT64 if is_whole(attribute.values) else self.types.STRING
        unit = "" if attribute.calendar is None else attribute.calendar.unit
        return self.onnx.make_tensor_value_info(attribute.name, kind, ["N", 1], unit)

    def _as_double(self, column: int) -> str:
        """Return the name of a column as doubles: numbers, or positions among its values."""
        attribute = self.tree.attributes[column]
        if attribute.values is None:
            return self._known_numbers(attribute.name, column)
        keys: dict[str, Any] = {"keys_int64s": list(attribute.values)}
        positions = list(range(len(attribute.values)))
        if not is_whole(attribute.values):
            spelled = spellings(attribute)
            keys, positions = {"keys_strings": list(spelled)}, list(spelled.values())
        self._add(
            "LabelEncoder",
            [attribute.name],
            f"code {column}",
            domain="ai.onnx.ml",
            values_int64s=positions,
            default_int64=-1,
            **keys,
        )
        return self._add(
            "Cast", [self._own(f"code {column}")], f"value {column}", to=self.types.DOUBLE
        )

    def _known_numbers(self, name: str, column: int) -> str:
        """Return the name of numbers in which those that count as unknown are NaN."""
        limits = unknown_numbers(self.tree)
        if limits is None:
            return name
        double = self.types.DOUBLE
        low, high, nan = (
            self._constant(f"{what} {column}", double, [1], [number])
            for what, number in zip(("low", "high", "nan"), (*limits, math.nan), strict=True)
        )
        above = self._add("GreaterOrEqual", [name, low], f"above {column}")
        below = self._add("LessOrEqual", [name, high], f"below {column}")
        unknown = self._add("And", [above, below], f"unknown {column}")
        return self._add("Where", [unknown, nan, name], f"value {column}")

    def _metadata(self) -> dict[str, str]:
        attributes = [self.tree.attributes[column] for column in self.columns]
        return {
            "cutpoint.columns": json.dumps(
                [
                    {"name": a.name, "values": None if a.values is None else list(a.values)}
                    for a in attributes
                ]
            ),
            "cutpoint.classes": json.dumps(list(self.tree.classes)),
            "cutpoint.unknown": _NOTE,
        }

    def _own(self, name: str) -> str:
        """Return a name for a part of the graph that is not that of any column."""
        own = f"cutpoint: {name}"
        while own in self.names:
            own += "'"
        return own

    def _output(self, name: str) -> str:
        while name in self.names:
            name = f"predicted {name}"
        return name

    def _add(self, operator: str, inputs: list[str], name: str, **options: Any) -> str:
        self.nodes.append(self.onnx.make_node(operator, inputs, [self._own(name)], **options))
        return self._own(name)

    def _constant(self, name: str, kind: int, shape: list[int], values: list[Any]) -> str:
        self.constants.append(self.onnx.make_tensor(self._own(name), kind, shape, values))
        return self._own(name)


@dataclass(slots=True)
class _Link:
    """A node with two branches; ``yes`` and ``no`` are links, or ends."""

    feature: int
    mode: int
    split: float
    members: list[int]
    yes: _Link | End
    no: _Link | End
    unknown_is_yes: bool = False
    number: int = field(default=-1)


class _Ensemble:
    """The tree of nodes with two branches, in which a test is a chain of links.

    Every leaf weighs its own number, so that the ensemble says which leaf a case reaches.
    """

    def __init__(self, tree: Tree, steps: list[Step], columns: list[int]) -> None:
        self.tree = tree
        self.feature = {column: place for place, column in enumerate(columns)}
        self.ends: list[End] = []
        self.links: list[_Link] = []
        starts: dict[int, _Link | End] = {}
        for step in reversed(steps):  # branches before the test above them
            starts[step.id] = self._chain(step, starts)
        root = starts[0]
        if isinstance(root, End):  # TreeEnsemble wants a test
            root = _Link(0, _LEQ, 0.0, [], root, root)
        self._number(root)

    def _chain(self, step: Step, starts: dict[int, _Link | End]) -> _Link | End:
        """Return the first link of a test, or what all cases come to there."""
        if step.test is None:
            assert step.end is not None
            return step.end
        unknown = step.end if step.heaviest is None else starts[step.branches[step.heaviest]]
        assert unknown is not None
        feature = self.feature[step.column]
        if isinstance(step.test, NominalTest):
            values = step.test.attribute.values or ()
            here = unknown
            for branch in range(len(step.test.groups) - 1, -1, -1):
                codes = sorted(values.index(value) for value in step.test.groups[branch])
                if codes and branch != step.heaviest:
                    mode = _EQ if len(codes) == 1 else _MEMBER
                    below = starts[step.branches[branch]]
                    here = _Link(feature, mode, float(codes[0]), codes, below, here)
            return here
        here = starts[step.branches[len(step.cuts)]]
        for branch in range(len(step.cuts) - 1, -1, -1):
            below = starts[step.branches[branch]]
            cut = step.cuts[branch]
            here = _Link(feature, _LEQ, cut, [], below, here, branch == step.heaviest)
        if step.heaviest is None or step.heaviest > len(step.cuts):
            here = _Link(feature, _LEQ, math.inf, [], here, unknown)  # only NaN is not below it
        return here

    def _number(self, root: _Link) -> None:
        """Give the links their numbers, each before those below it."""
        waiting = [root]
        while waiting:
            link = waiting.pop()
            link.number = len(self.links)
            self.links.append(link)
            waiting += [below for below in (link.no, link.yes) if isinstance(below, _Link)]

    def node(self, matrix: str, leaf: str) -> Any:
        """Return the operator."""
        from onnx import TensorProto, helper

        yes = [self._target(link.yes) for link in self.links]
        no = [self._target(link.no) for link in self.links]
        members: list[float] = []
        for link in self.links:
            if link.mode == _MEMBER:
                members += [*map(float, link.members), math.nan]
        count, double = len(self.links), TensorProto.DOUBLE
        sets = {}
        if members:
            sets["membership_values"] = helper.make_tensor(
                "membership_values", double, (len(members),), members
            )
        modes = [link.mode for link in self.links]
        splits = [link.split for link in self.links]
        return helper.make_node(
            "TreeEnsemble",
            [matrix],
            [leaf],
            domain="ai.onnx.ml",
            n_targets=1,
            aggregate_function=1,
            post_transform=0,
            tree_roots=[0],
            nodes_featureids=[link.feature for link in self.links],
            nodes_modes=helper.make_tensor("nodes_modes", TensorProto.UINT8, (count,), modes),
            nodes_splits=helper.make_tensor("nodes_splits", double, (count,), splits),
            nodes_missing_value_tracks_true=[int(link.unknown_is_yes) for link in self.links],
            nodes_truenodeids=[number for number, _ in yes],
            nodes_trueleafs=[is_leaf for _, is_leaf in yes],
            nodes_falsenodeids=[number for number, _ in no],
            nodes_falseleafs=[is_leaf for _, is_leaf in no],
            leaf_targetids=[0] * len(self.ends),
            leaf_weights=helper.make_tensor(
                "leaf_weights", double, (len(self.ends),), list(map(float, range(len(self.ends))))
            ),
            **sets,
        )

    def _target(self, below: _Link | End) -> tuple[int, int]:
        """Return the number of a link or a leaf, and whether it is a leaf."""
        if isinstance(below, _Link):
            return below.number, 0
        assert isinstance(below, End)
        self.ends.append(below)
        return len(self.ends) - 1, 1
