"""The options on pruning and probabilities, and the cases that a tree is pruned with."""

# ruff: noqa: PLC0415 - what learns is imported where it is used: the help text must come at once

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cutpoint.catalog import COST_COMPLEXITY, PROBABILITIES, PRUNINGS
from cutpoint.cli.groups import OneOf
from cutpoint.cli.options import TREE
from cutpoint.cli.tables import other_cases
from cutpoint.errors import InputError
from cutpoint.wording import count_of, percent_of

if TYPE_CHECKING:
    from cutpoint.cli.options import WeightedColumnOptions
    from cutpoint.data.table import Table


@dataclass(frozen=True)
class PruningOptions:
    """How a tree is pruned, and what its leaves say of probabilities."""

    pruning: Annotated[
        str,
        OneOf(PRUNINGS),
        typer.Option(
            "--pruning",
            help="How the tree is pruned: by estimated errors, as in C4.5, or by cost-complexity, "
            "with a strength found by ten-fold cross-validation.",
            rich_help_panel=TREE,
        ),
    ] = "error"
    ccp_alpha: Annotated[
        float | None,
        typer.Option(
            "--ccp-alpha",
            metavar="A",
            min=0,
            help="With --pruning cost_complexity: the strength, instead of cross-validation.",
            show_default=False,
            rich_help_panel=TREE,
        ),
    ] = None
    one_standard_error: Annotated[
        bool,
        typer.Option(
            "--one-standard-error/--no-one-standard-error",
            help="With --pruning cost_complexity: whether cross-validation takes the smallest tree "
            "that errs hardly more than the best.",
            rich_help_panel=TREE,
        ),
    ] = True
    probabilities: Annotated[
        str,
        OneOf(PROBABILITIES),
        typer.Option(
            "--probabilities",
            help="What a leaf says of the probabilities of the classes: their shares, with one "
            "more case of each class, or with two more cases that are as all cases are.",
            rich_help_panel=TREE,
        ),
    ] = "raw"

    def check(self, no_pruning: bool) -> None:
        """Refuse options of which one makes the other mean nothing."""
        by_strength = self.pruning == COST_COMPLEXITY
        if no_pruning and by_strength:
            raise InputError("--no-pruning and --pruning contradict each other: leave one out")
        if self.ccp_alpha is not None and not math.isfinite(self.ccp_alpha):
            raise InputError(f"--ccp-alpha must be a finite number, not {self.ccp_alpha:g}")
        if self.ccp_alpha is not None and not by_strength:
            raise InputError("--ccp-alpha is the strength of --pruning cost_complexity: add that")
        if not self.one_standard_error and (not by_strength or self.ccp_alpha is not None):
            raise InputError(
                "--no-one-standard-error is for --pruning cost_complexity by cross-validation"
            )


_TOO_LARGE = "the tree stays too large: give other cases"
"""What it means to prune with the cases that a tree is grown from."""

PRUNING_NAMES = {"pruning", "ccp_alpha", "one_standard_error", "probabilities"}


@dataclass(frozen=True)
class PruningSetOptions:
    """Cases that a tree is pruned with, and not grown from."""

    pruning_set: Annotated[
        Path | None,
        typer.Option(
            "--pruning-set",
            metavar="TABLE",
            help="Prune with this table of other cases: of the cost-complexity sequence the tree "
            "with the fewest errors on it is taken.",
            show_default=False,
            rich_help_panel=TREE,
        ),
    ] = None
    pruning_fraction: Annotated[
        float | None,
        typer.Option(
            "--pruning-fraction",
            metavar="F",
            help="The same, with this share of the table's cases, such as 0.3; the tree is grown "
            "from the others.",
            show_default=False,
            rich_help_panel=TREE,
        ),
    ] = None

    def check(self, learner: str, *, others: dict[str, bool]) -> None:
        """Refuse a pruning set where none is used; ``others`` are options that exclude it."""
        if self.pruning_set is None and self.pruning_fraction is None:
            return
        name = "--pruning-fraction" if self.pruning_set is None else "--pruning-set"
        if self.pruning_set is not None and self.pruning_fraction is not None:
            raise InputError(
                "--pruning-set and --pruning-fraction both name the cases to prune with: leave "
                "one out"
            )
        if self.pruning_fraction is not None and not 0 < self.pruning_fraction < 1:
            raise InputError(
                f"--pruning-fraction must be between 0 and 1, not {self.pruning_fraction:g}"
            )
        if learner == "t2":
            raise InputError(f"{name} is for --learner c45, tree, multiway or bagging, not t2")
        for other, given in others.items():
            if given:
                raise InputError(f"{name} and {other} contradict each other: leave one out")

    def table(self, cases: Table, columns: WeightedColumnOptions) -> Table | None:
        """Return the pruning set that a file holds, in the columns and classes of the cases."""
        if self.pruning_set is None:
            return None
        table = other_cases(self.pruning_set, columns, cases, _TOO_LARGE, new_classes=False)
        assert table.target is not None
        return table if (table.target >= 0).all() else table.take(table.target >= 0)

    def parts(self, cases: Table, given: Table | None, seed: int) -> tuple[Table, Table | None]:
        """Return the cases to grow from and those to prune with."""
        if self.pruning_fraction is None:
            return cases, given
        import numpy as np

        from cutpoint.validation import held_out_rows

        if cases.n_rows < 2:
            raise InputError("one case cannot be divided into cases to grow from and to prune with")
        assert cases.target is not None
        draws = np.random.default_rng(seed)
        chosen = held_out_rows(cases.target, self.pruning_fraction, draws)
        return cases.take(~chosen), cases.take(chosen)


def pruning_note(path: Any, by_set: int | None) -> str:
    """Return in one line how a tree of the cost-complexity sequence was taken."""
    size = int(path.sizes[path.chosen])
    taken = f"of {count_of(len(path), 'tree')} the one with {count_of(size, 'leaf', 'leaves')}"
    if by_set is not None:
        rate = path.errors[path.chosen]
        return f"Pruned with {by_set:,} other cases: {taken}; it errs in {rate:.1%} of them."
    if not path.measured:
        return f"Pruned at the given strength: {taken}."
    rate, error = path.errors[path.chosen], path.standard_errors[path.chosen]
    return f"Pruned by ten-fold cross-validation: {taken}; its error is {percent_of(rate, error)}."
