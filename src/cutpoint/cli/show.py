"""``cutpoint show``: a model's tree or rules, and where they came from."""

# ruff: noqa: PLC0415 - NumPy is imported where it is used: the help text must come at once

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cutpoint.cli.options import ModelFile
from cutpoint.errors import InputError
from cutpoint.wording import percent_of

if TYPE_CHECKING:
    from cutpoint.ensemble.model import BaggedModel
    from cutpoint.rules.model import RulesModel
    from cutpoint.tree.model import Model
    from cutpoint.tree.saved import SavedModel
    from cutpoint.tree.tree import Tree

_MOST_CLASSES = 10
_MOST_COSTS = 6
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
    """Print the tree or the rules of a model, and what the model was learned from.

    [bold]cutpoint show model.json[/bold]
    """
    from cutpoint.loading import load_model
    from cutpoint.rules.model import RulesModel
    from cutpoint.tree.model import Model

    loaded = load_model(model)
    if unpruned and getattr(loaded, "unpruned", None) is None:
        raise InputError(f"{model} does not hold the tree before pruning")
    shown: _ShownTree | _ShownRules | _ShownBag
    if isinstance(loaded, Model):
        tree = loaded.unpruned if unpruned and loaded.unpruned is not None else loaded.tree
        shown = _ShownTree(loaded, tree)
    elif isinstance(loaded, RulesModel):
        shown = _ShownRules(loaded)
    else:
        shown = _ShownBag(loaded)
    if as_json:
        shown.print_json()
        return

    from cutpoint.cli import report

    report.print_facts([*_origin(loaded), *shown.facts()])
    shown.print_text()


@dataclass(frozen=True)
class _ShownTree:
    """What is shown of a model that is a tree."""

    model: Model
    tree: Tree

    def facts(self) -> list[tuple[str, str]]:
        from cutpoint.cli.score import amount
        from cutpoint.cli.validation import expected_error
        from cutpoint.tree.text import size_text

        model, tree = self.model, self.model.tree
        facts = [("cases", amount(float(tree.cases[0]))), ("tree", size_text(tree))]
        if model.unpruned is not None and model.expected_error_rate is not None:
            facts.append(("before pruning", size_text(model.unpruned)))
        expected = expected_error(model)
        if expected is not None:
            facts.append(("expected error", expected))
        if tree.costs is not None:
            facts.append(("costs", _costs(tree)))
        return facts

    def print_text(self) -> None:
        from cutpoint.cli import report
        from cutpoint.cli.fit_report import print_importances

        before = self.tree is self.model.unpruned
        report.print_tree(self.tree, "Decision tree before pruning" if before else "Decision tree")
        print_importances(self.tree)

    def print_json(self) -> None:
        from cutpoint.cli.fit_report import importances
        from cutpoint.cli.report import print_json

        tree = self.tree
        parts: dict[str, Any] = {
            **_origin_parts(self.model),
            "cases": float(tree.cases[0]),
            "n_nodes": tree.n_nodes,
            "n_leaves": tree.n_leaves,
            "depth": tree.depth,
            "estimated_error_rate": self.model.expected_error_rate,
            **({} if tree.costs is None else {"costs": tree.costs.tolist()}),
            "importances": importances(tree),
            "tree": tree.to_dict(),
        }
        print_json(parts)


@dataclass(frozen=True)
class _ShownRules:
    """What is shown of a model that is rules."""

    model: RulesModel

    def facts(self) -> list[tuple[str, str]]:
        rules = self.model.rules
        n_conditions = sum(len(rule.conditions) for rule in rules)
        return [
            (
                "rules",
                f"{len(rules):,} with {n_conditions:,} condition{'s' * (n_conditions != 1)}, and a "
                "default class",
            )
        ]

    def print_text(self) -> None:
        from cutpoint.cli import report

        report.heading("Rules: the first that holds gives the class")
        print(f"\n{self.model.rules}", flush=True)

    def print_json(self) -> None:
        from cutpoint.cli.report import print_json

        rules = self.model.rules
        parts = {**_origin_parts(self.model), "n_rules": len(rules), **rules.to_dict()}
        print_json(parts)


@dataclass(frozen=True)
class _ShownBag:
    """What is shown of a model that is a bag of trees."""

    model: BaggedModel

    def facts(self) -> list[tuple[str, str]]:
        from cutpoint.cli.bag_report import leaves_text

        sizes = [tree.n_leaves for tree in self.model.bag.trees]
        facts = [("trees", f"{len(sizes):,} with {leaves_text(sizes)}")]
        score = self.model.report.get("oob_score")
        if isinstance(score, int | float):
            facts.append(("out of bag", f"{1 - score:.1%} of cases get a wrong class"))
        return facts

    def print_text(self) -> None:
        from cutpoint.cli import report

        shares = self.model.bag.importances_by_name().items()
        if shares:
            report.heading("Share of each attribute in the information that the tests give")
            print()
            report.print_facts([(name, percent_of(*share)) for name, share in shares])

    def print_json(self) -> None:
        from cutpoint.cli import report

        bag, shares = self.model.bag, self.model.bag.importances_by_name()
        parts = {
            **_origin_parts(self.model),
            "n_trees": len(bag.trees),
            "n_leaves": [tree.n_leaves for tree in bag.trees],
            "oob_score": self.model.report.get("oob_score"),
            "importances": {name: mean for name, (mean, _) in shares.items()},
            "importances_std": {name: std for name, (_, std) in shares.items()},
        }
        report.print_json(parts)


def _origin(model: SavedModel) -> list[tuple[str, str]]:
    """Return who learned the model, and from which columns, as facts for people."""
    from cutpoint.cli.report import attributes_line
    from cutpoint.tree.names import printable

    labels = model.predicting.classes
    classes = [printable(label) for label in labels[:_MOST_CLASSES]]
    if len(labels) > _MOST_CLASSES:
        classes.append(f"... ({len(labels):,} in all)")
    parameters = [
        f"{printable(name)}={printable(str(value))}"
        for name, value in model.parameters.items()
        if value not in _UNSAID
    ]
    return [
        ("learner", f"{printable(model.learner)}({', '.join(parameters)})"),
        ("target", f"{printable(model.target)}: {', '.join(classes)}"),
        ("attributes", attributes_line(model.predicting.attributes)),
    ]


def _origin_parts(model: SavedModel) -> dict[str, Any]:
    """Return the same for programs."""
    return {
        "learner": model.learner,
        "parameters": model.parameters,
        "target": model.target,
        "classes": list(model.predicting.classes),
        "attributes": [
            {
                "name": attribute.name,
                "values": None if attribute.values is None else list(attribute.values),
            }
            for attribute in model.predicting.attributes
        ],
    }


def _costs(tree: Tree) -> str:
    """Return the costs that are not 1, and that they decide."""
    from cutpoint.tree.names import printable

    assert tree.costs is not None
    names = [printable(label) for label in tree.classes]
    listed = [
        f"{names[j]} where {names[i]} is true costs {cost:g}"
        for i, row in enumerate(tree.costs.tolist())
        for j, cost in enumerate(row)
        if i != j and cost != 1
    ]
    if len(listed) > _MOST_COSTS:
        listed = [*listed[:_MOST_COSTS], f"{len(listed) - _MOST_COSTS} more"]
    return "; ".join(["the class of least expected cost is predicted", *listed])
