"""What errors cost and what classes weigh: options of the commands that learn and evaluate."""

# ruff: noqa: PLC0415 - NumPy is imported where it is used: the help text must come at once

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cutpoint.cli.options import TREE
from cutpoint.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from cutpoint.data.attribute import Label

BALANCED = "balanced"
CostsFile = Annotated[
    Path | None,
    typer.Option(
        "--costs",
        metavar="FILE",
        help="What errors cost: lines 'predicted, true: cost', as in C5.0's .costs files. What is "
        "not listed costs 1.",
        show_default=False,
        rich_help_panel=TREE,
    ),
]


@dataclass(frozen=True)
class CostOptions:
    """What errors cost and what classes weigh."""

    costs: CostsFile = None
    class_weight: Annotated[
        str | None,
        typer.Option(
            "--class-weight",
            metavar="balanced|FILE",
            help="What the cases of a class weigh: 'balanced' makes all classes weigh the same; a "
            "file has lines 'class: weight'.",
            show_default=False,
            rich_help_panel=TREE,
        ),
    ] = None

    def parameters(self, classes: Sequence[Label]) -> dict[str, Any]:
        """Return the parameters of a classifier for what was asked, and no others."""
        from cutpoint.data.class_files import read_class_weights

        found: dict[str, Any] = {}
        if self.costs is not None:
            found["cost_matrix"] = costs_from(self.costs, classes)
        if self.class_weight == BALANCED:
            found["class_weight"] = BALANCED
        elif self.class_weight is not None:
            if not Path(self.class_weight).exists():
                raise InputError(
                    f"--class-weight is '{BALANCED}' or a file, and there is no file "
                    f"{self.class_weight!r}"
                )
            found["class_weight"] = read_class_weights(self.class_weight, classes)
        return found


def costs_from(path: Path, classes: Sequence[Label]) -> NDArray[np.float64]:
    """Return the cost matrix of a file, true classes by row."""
    from cutpoint.data.class_files import read_costs
    from cutpoint.tree.costs import cost_matrix

    return cost_matrix(read_costs(path, classes), tuple(classes))
