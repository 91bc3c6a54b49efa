"""The nested form of a tree, as users and other programs read it; made without recursion."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from cutpoint.data.attribute import Attribute, Label
from cutpoint.errors import InputError
from cutpoint.tree.flat import items

if TYPE_CHECKING:
    from cutpoint.tree.tree import Tree


def nested_of(tree: Tree) -> dict[str, Any]:
    """Return the root as nested dicts."""
    nodes: list[dict[str, Any]] = [
        {
            "class": tree.classes[label],
            "cases": cases,
            "errors": errors,
            "distribution": dict(zip(tree.classes, distribution, strict=True)),
            "test": None,
            "branches": [],
        }
        for label, cases, errors, distribution in zip(
            tree.label.tolist(),
            tree.cases.tolist(),
            tree.errors.tolist(),
            tree.distribution.tolist(),
            strict=True,
        )
    ]
    for node in np.flatnonzero(tree.attribute >= 0).tolist():
        test = tree.test(node)
        nodes[node]["test"] = None if test is None else test.to_dict()
        first = int(tree.first_child[node])
        nodes[node]["branches"] = nodes[first : first + int(tree.n_branches[node])]
    return nodes[0]


def flat_of(
    nested: Mapping[str, Any], attributes: Sequence[Attribute], classes: Sequence[Label]
) -> list[dict[str, Any]]:
    """Return nested nodes in flat form, numbered level by level."""
    class_position = {label: position for position, label in enumerate(classes)}
    attribute_position = {attribute.name: i for i, attribute in enumerate(attributes)}
    value_position = [
        {value: position for position, value in enumerate(attribute.values or ())}
        for attribute in attributes
    ]
    queue: list[Mapping[str, Any]] = [nested]
    nodes: list[dict[str, Any]] = []
    for node in queue:  # grows as it is read: level by level
        try:
            flat = {
                "class": class_position[node["class"]],
                "cases": node["cases"],
                "errors": node["errors"],
                "distribution": [float(node["distribution"].get(label, 0)) for label in classes],
            }
            if node.get("test") is not None:
                test, branches = node["test"], items(node["branches"], "the branches")
                position = attribute_position[test["attribute"]]
                flat["attribute"] = position
                for key in ("cuts", "bounds"):
                    if key in test:
                        flat[key] = test[key]
                if "groups" in test:
                    flat["groups"] = [
                        [value_position[position][value] for value in group]
                        for group in test["groups"]
                    ]
                if "unknown" in test:
                    flat["unknown"] = test["unknown"]
                flat["branches"] = list(range(len(queue), len(queue) + len(branches)))
                queue += branches
        except InputError as error:
            raise InputError(f"node {len(nodes)}: {error}") from None
        except KeyError as error:
            raise InputError(
                f"node {len(nodes)}: {error.args[0]!r:.60} is missing or not known"
            ) from None
        except (TypeError, AttributeError, ValueError):
            raise InputError(f"node {len(nodes)}: is not in the form of Tree.to_dict") from None
        nodes.append(flat)
    return nodes
