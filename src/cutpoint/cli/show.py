"""``cutpoint show``: a model's tree, and where it came from."""

# ruff: noqa: PLC0415 - NumPy is imported where it is used: the help text must come at once

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from cutpoint.cli.options import ModelFile
from cutpoint.errors import InputError

if TYPE_CHECKING:
    from cutpoint.tree.model import Model
    from cutpoint.tree.tree import Tree

_MOST_CLASSES = 10
_UNSAID = (None, False, "from_dtype")
"""Values of parameters that say nothing worth reading."""


def show(
    model: ModelFile,
    unpruned: Annotated[
        bool, typer.Option("--unpruned", help="Show the tree before pruning instead.")
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print everything as JSON, for programs to read.")
    ] = False,
) -> None:
    """Print the tree of a model, and what the model was learned from.

    [bold]cutpoint show model.json[/bold]
    """
    from cutpoint.tree.model import Model

    loaded = Model.load(model)
    if unpruned and loaded.unpruned is None:
        raise InputError(f"{model} does not hold the tree before pruning")
    tree = loaded.unpruned if unpruned and loaded.unpruned is not None else loaded.tree
    if as_json:
        _print_json(loaded, tree)
        return

    from cutpoint.cli import report
    from cutpoint.cli.fit_report import print_importances

    report.print_facts(_facts(loaded))
    report.print_tree(tree, "Decision tree before pruning" if unpruned else "Decision tree")
    print_importances(tree)


def _facts(model: Model) -> list[tuple[str, str]]:
    from cutpoint.cli.report import attributes_line
    from cutpoint.cli.score import amount, is_pruned
    from cutpoint.tree.names import printable
    from cutpoint.tree.structure import estimated_rate

    tree = model.tree
    classes = [printable(label) for label in tree.classes[:_MOST_CLASSES]]
    if len(tree.classes) > _MOST_CLASSES:
        classes.append(f"... ({len(tree.classes):,} in all)")
    parameters = [
        f"{printable(name)}={printable(str(value))}"
        for name, value in model.parameters.items()
        if value not in _UNSAID
    ]
    facts = [
        ("learner", f"{printable(model.learner)}({', '.join(parameters)})"),
        ("target", f"{printable(model.target)}: {', '.join(classes)}"),
        ("attributes", attributes_line(tree.attributes)),
        ("cases", amount(float(tree.cases[0]))),
        ("tree", _size(tree)),
    ]
    if model.unpruned is not None and is_pruned(model):
        facts.append(("before pruning", _size(model.unpruned)))
        facts.append(("expected error", f"{estimated_rate(tree):.1%} on new cases"))
    return facts


def _size(tree: Tree) -> str:
    return f"{tree.n_nodes:,} nodes, {tree.n_leaves:,} leaves, depth {tree.depth}"


def _print_json(model: Model, tree: Tree) -> None:
    from cutpoint.cli.fit_report import importances
    from cutpoint.cli.report import print_json
    from cutpoint.cli.score import is_pruned
    from cutpoint.tree.structure import estimated_rate

    parts: dict[str, Any] = {
        "learner": model.learner,
        "parameters": model.parameters,
        "target": model.target,
        "classes": list(tree.classes),
        "attributes": [
            {
                "name": attribute.name,
                "values": None if attribute.values is None else list(attribute.values),
            }
            for attribute in tree.attributes
        ],
        "cases": float(tree.cases[0]),
        "n_nodes": tree.n_nodes,
        "n_leaves": tree.n_leaves,
        "depth": tree.depth,
        "estimated_error_rate": estimated_rate(model.tree) if is_pruned(model) else None,
        "importances": importances(tree),
        "tree": tree.to_dict(),
    }
    print_json(parts)
