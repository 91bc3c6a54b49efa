"""What a person reads: tables and headings, coloured on a terminal and plain elsewhere.

Trees are printed by plain ``print``: no line of a tree may be wrapped or cropped.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from cutpoint.cli.score import Errors, Score, amount
from cutpoint.errors import InputError
from cutpoint.tree.names import printable
from cutpoint.wording import count_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cutpoint.compare import Outcome
    from cutpoint.data.attribute import Attribute, Label
    from cutpoint.data.table import Table
    from cutpoint.engines.windows import Trial
    from cutpoint.tree.tree import Tree

_MOST_CLASSES = 21
"""A larger confusion matrix is not shown: C4.5's limit."""
_MOST_ROWS = 50
_MOST_CONFUSIONS = 10
_WIDE = 1 << 16
"""Wider than any table: what does not fit a terminal is wrapped by it, not cropped by rich."""


class _Screen(Console):
    """A console that leaves it to us what happens when nobody reads on."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def console() -> Console:
    """Return what prints on stdout, without reading anything into the text."""
    return _Screen(
        file=sys.stdout,
        width=_WIDE if not sys.stdout.isatty() else None,
        markup=False,
        emoji=False,
        highlight=False,
        soft_wrap=True,
    )


def heading(text: str) -> None:
    """Print a heading after a blank line."""
    console().print(Text(f"\n{text}", style="bold"))


def note(text: str) -> None:
    """Print a line of explanation."""
    console().print(Text(text, style="dim"))


def print_json(parts: dict[str, Any]) -> None:
    """Print plain values as JSON.

    Raises
    ------
    InputError
        If they hold a tree that is too deep to be nested.
    """
    try:
        print(json.dumps(parts, allow_nan=False))
    except RecursionError:
        raise InputError(
            "the tree is too deep to be nested in JSON; the model file lists its nodes"
        ) from None


def described(table: Table, source: str) -> str:
    """Return one line on what was read.

    Examples
    --------
    >>> from cutpoint.data import make_mixed
    >>> described(make_mixed(50), "demo.csv")
    "50 cases from demo.csv: 10 attributes (6 numeric, 4 nominal), 3 classes of 'outcome'"
    """
    return (
        f"{count_of(table.n_rows, 'case')} from {source}: "
        f"{attributes_line(table.attributes)}, "
        f"{count_of(len(table.classes), 'class', 'classes')} of {printable(table.target_name)!r}"
    )


def attributes_line(attributes: Sequence[Attribute]) -> str:
    """Return how many attributes there are, and of which kind.

    Examples
    --------
    >>> from cutpoint.data import Attribute
    >>> age, ward, notes = Attribute("age"), Attribute("ward", ("eye", "heart")), Attribute("x", ())
    >>> attributes_line([age]), attributes_line([age, ward, notes])
    ('1 attribute (numeric)', '3 attributes (1 numeric, 1 nominal, 1 without values)')
    """
    total = count_of(len(attributes), "attribute")
    numeric = sum(attribute.is_numeric for attribute in attributes)
    empty = sum(attribute.is_empty for attribute in attributes)
    counts = {
        "numeric": numeric,
        "nominal": len(attributes) - numeric - empty,
        "without values": empty,
    }
    kinds = [(count, kind) for kind, count in counts.items() if count]
    if not kinds:
        return total
    if len(kinds) == 1:
        return f"{total} ({kinds[0][1]})"
    return f"{total} ({', '.join(f'{count} {kind}' for count, kind in kinds)})"


def print_tree(tree: Tree, title: str) -> None:
    """Print a tree under a heading."""
    heading(title)
    print(f"\n{tree}", flush=True)


def print_trials(trials: Sequence[Trial], n_cases: int) -> None:
    """Print how each window grew and what its tree is expected to do; the best is marked."""
    heading(f"{count_of(len(trials), 'trial')} with windows of the {n_cases:,} cases")
    grid = grid_of("trial", "cycles", "last window", "errors", "size", "estimate", "")
    best = min(range(len(trials)), key=lambda number: trials[number].pruned.errors[0])
    for number, trial in enumerate(trials):
        fewest = min(cycle.errors for cycle in trial.cycles)
        grid.add_row(
            str(number),
            str(len(trial.cycles)),
            str(trial.cycles[-1].window),
            str(fewest),
            str(trial.pruned.n_nodes),
            f"({percent(trial.pruned.estimated_error_rate)})",
            "best" if number == best else "",
        )
    show_grid(grid)


def print_stages(
    unpruned: Tree, before: Errors, pruned: Tree | None, after: Errors, estimate: float | None
) -> None:
    """Print size and errors before and after pruning, as C4.5's users know them."""
    grid = grid_of("", "size", "leaves", "depth", "errors", "")
    if pruned is None:
        _stage(grid, "not pruned", unpruned, before)
    else:
        told = []
        if estimate is not None:
            grid.add_column("estimate", justify="right")
            told = [f"({percent(estimate)})"]
        _stage(grid, "before pruning", unpruned, before)
        _stage(grid, "after pruning", pruned, after, *told)
    show_grid(grid)


def print_score(score: Score) -> None:
    """Print errors, the confusion matrix and a line per class."""
    low, high = score.interval
    line = Text("\nErrors  ")
    line.append(f"{amount(score.errors)} of {amount(score.cases)}", style="bold")
    line.append(
        f" ({percent(score.rate)}); with 95% confidence between {percent(low)} and {percent(high)}"
    )
    out = console()
    out.print(line)
    print_mean_cost(score)
    if score.proba is not None:
        auc = "-" if score.proba.auc is None else f"{score.proba.auc:.4f}"
        out.print(
            f"Probabilities  log loss {score.proba.log_loss:.4f}, Brier score "
            f"{score.proba.brier:.4f}, AUC {auc}"
        )
    if score.unclassed:
        note(f"{count_of(score.unclassed, 'row')} without a class left out")
    print_confusion(score)
    print_classes(score)


def print_mean_cost(score: Score) -> None:
    """Print the mean cost of a case, if it is known what errors cost."""
    if score.mean_cost is not None:
        console().print(Text(f"Mean cost of a case  {score.mean_cost:.4g}"))


def print_confusion(score: Score) -> None:
    """Print the confusion matrix, or its largest cells if there are many classes."""
    if len(score.classes) > _MOST_CLASSES:
        _print_confusions(score)
        return
    letters = [chr(ord("a") + position) for position in range(len(score.classes))]
    grid = grid_of("true class", *(f"({letter})" for letter in letters))
    for true, (label, row) in enumerate(
        zip(score.classes, score.confusion().tolist(), strict=True)
    ):
        cells = [
            Text(amount(cell) if cell else ".", style=_cell_style(cell, true == given))
            for given, cell in enumerate(row)
        ]
        grid.add_row(Text(f"({letters[true]}) {printable(label)}"), *cells)
    heading("Confusion matrix: true class by row, predicted class by column")
    show_grid(grid)


def print_classes(score: Score) -> None:
    """Print precision, recall and F1 of each class; of the most frequent if there are many."""
    entries = score.by_class()
    shown = sorted(entries, key=lambda entry: -entry.support)[:_MOST_ROWS]
    if len(entries) <= _MOST_ROWS:
        shown = entries
    grid = grid_of("class", "precision", "recall", "F1", "cases")
    for entry in shown:
        rates = (_rate(entry.precision), _rate(entry.recall), _rate(entry.f1))
        grid.add_row(Text(printable(entry.label)), *rates, amount(entry.support))
    heading("By class")
    show_grid(grid)
    if len(shown) < len(entries):
        note(f"The {_MOST_ROWS} most frequent of {len(entries):,} classes.")


def print_facts(facts: Sequence[tuple[str, str]]) -> None:
    """Print names and values in two columns."""
    width = max(len(name) for name, _ in facts) + 2
    out = console()
    for name, value in facts:
        out.print(Text.assemble((name.ljust(width), "bold"), value))


def print_comparison(outcomes: Sequence[Outcome]) -> None:
    """Print a line for each system: error, size and time, and how it fares against the first."""
    first = outcomes[0]
    grid = grid_of("system", "error", "±", "size", "leaves", "depth", "ms")
    grid.add_column("wins/draws/losses", justify="right", no_wrap=True)
    for outcome in outcomes:
        means = (outcome.size.mean(), outcome.leaves.mean(), outcome.depth.mean())
        grid.add_row(
            Text(printable(outcome.name)),
            percent(outcome.error),
            f"{100 * outcome.standard_error:.1f}",
            *(f"{mean:.1f}" for mean in means),
            f"{1000 * outcome.seconds.mean():.1f}",
            "" if outcome is first else "/".join(map(str, outcome.against(first))),
        )
    show_grid(grid)


def print_intervals(
    title: str, intervals: Sequence[str], weights: NDArray[np.float64], classes: Sequence[Label]
) -> None:
    """Print the cases of a column by interval and class, under a heading.

    Of many classes only the most frequent of each interval is shown.
    """
    heading(title)
    few = len(classes) <= _MOST_CLASSES
    grid = grid_of("interval", "cases", *([printable(label) for label in classes] if few else ()))
    if not few:
        grid.add_column("most frequent class", no_wrap=True)
    for label, row in zip(intervals, weights, strict=True):
        total = float(row.sum())
        if few:
            cells = [Text(amount(x), style="" if x else "dim") for x in row.tolist()]
        else:
            top = int(np.argmax(row))
            share = f" ({percent(row[top] / total)})" if total else ""
            cells = [Text(printable(classes[top]) + share if total else "")]
        grid.add_row(Text(label), amount(total), *(cells if len(classes) else ()))
    show_grid(grid)


def _print_confusions(score: Score) -> None:
    wrong = np.flatnonzero((score.true != score.given) & (score.weight > 0))
    largest = wrong[np.argsort(-score.weight[wrong], kind="stable")][:_MOST_CONFUSIONS]
    if not len(largest):
        return
    heading(f"The most frequent confusions among {len(score.classes):,} classes")
    grid = grid_of("true class", "cases")
    grid.add_column("predicted class", no_wrap=True)
    for cell in largest.tolist():
        grid.add_row(
            Text(printable(score.classes[score.true[cell]])),
            amount(score.weight[cell]),
            Text(printable(score.classes[score.given[cell]])),
        )
    show_grid(grid)


def _stage(grid: Grid, name: str, tree: Tree, score: Errors, *more: str) -> None:
    sizes = (str(tree.n_nodes), str(tree.n_leaves), str(tree.depth))
    grid.add_row(name, *sizes, amount(score.errors), f"({percent(score.rate)})", *more)


def grid_of(first: str, *others: str) -> Grid:
    """Return a table whose first column is text and the others are numbers."""
    grid = Grid(box=SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style="bold")
    grid.add_column(first, no_wrap=True)
    for name in others:
        grid.add_column(name, justify="right", no_wrap=True)
    return grid


def show_grid(grid: Grid) -> None:
    """Print a table as wide as it is, without blanks at the ends of its lines."""
    screen = console()
    wide = Console(width=_WIDE, color_system=None, markup=False, emoji=False)
    lines = screen.render_lines(grid, wide.options, pad=False)
    print()
    for line in lines:
        text = Text.assemble(*((segment.text, segment.style or "") for segment in line))
        text.rstrip()
        screen.print(text, no_wrap=True, overflow="ignore", crop=False)


def _cell_style(cell: float, right: bool) -> str:
    if not cell:
        return "dim"
    return "green" if right else "red"


def percent(rate: float) -> str:
    """Return a share in percent."""
    return f"{100 * rate:.1f}%"


def _rate(rate: float) -> str:
    return "-" if np.isnan(rate) else f"{rate:.3f}"
