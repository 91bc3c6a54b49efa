"""What C4.5 prints: trees and evaluations in the layout that its users know by heart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from cutpoint.cli.score import Errors, Score, amount, count_errors
from cutpoint.tree.names import printable
from cutpoint.tree.split import NumericTest

if TYPE_CHECKING:
    from cutpoint.data.table import Table
    from cutpoint.engines.windows import Trial
    from cutpoint.tree.tree import Tree

_MOST_CLASSES = 21
"""C4.5 prints no larger confusion matrix."""
_NOT_ZERO = 0.001
"""What C4.5 adds to the number of cases outside the window: there may be none."""


def tree_text(tree: Tree, heading: str) -> str:
    """Return a tree under its heading; a leaf alone stands right below, after a blank."""
    text = str(tree)
    return f"{heading}\n {text}\n\n" if tree.n_nodes == 1 else f"{heading}\n\n{text}\n\n"


def evaluation_text(
    kind: str, n_items: int, unpruned: Tree, pruned: Tree | None, before: Errors, after: Errors
) -> str:
    """Return the table of sizes and errors before and after pruning.

    Parameters
    ----------
    kind : str
        ``"training"`` or ``"test"``.
    n_items : int
        The number of cases.
    unpruned, before : Tree, Errors
    pruned, after : Tree, Errors
        No tree if nothing was pruned.
    """
    line = f"\t{unpruned.n_nodes:4d}  {_errors(before)}"
    if pruned is None:
        heading = "\tSize      Errors"
        return f"Evaluation on {kind} data ({n_items} items):\n\n{heading}\n\n{line}\n"
    line += f"   {pruned.n_nodes:4d}  {_errors(after)}"
    line += f"    ({100 * pruned.estimated_error_rate:4.1f}%)   <<"
    return (
        f"Evaluation on {kind} data ({n_items} items):\n\n"
        "\t Before Pruning           After Pruning\n"
        "\t----------------   ---------------------------\n"
        "\tSize      Errors   Size      Errors   Estimate\n\n"
        f"{line}\n"
    )


def trial_text(number: int, trial: Trial, n_cases: int) -> str:
    """Return the cycles of a trial, and its tree before and after pruning."""
    lines = [
        f"--------\nTrial {number}\n--------\n",
        "Cycle   Tree    -----Cases----    -----------------Errors-----------------",
        "        size    window   other    window  rate   other  rate   total  rate",
        "-----   ----    ------  ------    ------  ----  ------  ----  ------  ----",
    ]
    for i, cycle in enumerate(trial.cycles, 1):
        other = n_cases - cycle.window
        lines.append(
            f"{i:3d}{cycle.size:9d}{cycle.window:10d}{other:8d}"
            f"{cycle.window_errors:10d}{_rate(cycle.window_errors, cycle.window)}"
            f"{cycle.other_errors:8d}{_rate(cycle.other_errors, other + _NOT_ZERO)}"
            f"{cycle.errors:8d}{_rate(cycle.errors, n_cases)}"
        )
    text = "\n".join(lines) + "\n\n" + tree_text(trial.unpruned, "Decision Tree:")
    if trial.simplified:
        text += "\n" + tree_text(trial.pruned, "Simplified Decision Tree:")
    return text


def trials_text(kind: str, table: Table, trials: Sequence[Trial], best: int) -> str:
    """Return the sizes and errors of the trees of all trials on a table."""
    lines = [
        f"Evaluation on {kind} data ({table.n_rows} items):\n",
        "Trial\t Before Pruning           After Pruning",
        "-----\t----------------   ---------------------------",
        "\tSize      Errors   Size      Errors   Estimate\n",
    ]
    for number, trial in enumerate(trials):
        before = count_errors(trial.unpruned, table)
        after = count_errors(trial.pruned, table)
        lines.append(
            f"{number:4d}\t{trial.unpruned.n_nodes:4d}  {_errors(before)}"
            f"   {trial.pruned.n_nodes:4d}  {_errors(after)}"
            f"    ({100 * trial.pruned.estimated_error_rate:4.1f}%)" + ("   <<" * (number == best))
        )
    return "\n".join(lines) + "\n"


def softening_text(tree: Tree) -> str:
    """Return the bounds of the soft thresholds, and the tree with them."""
    blocks = ["Softening thresholds\n"]
    for node in tree.root.walk():
        test = node.test
        if isinstance(test, NumericTest):
            name, shown = printable(test.attribute.name), test.attribute.shown
            blocks += [
                f"Test {name} <> {shown(cut, 6)}\n"
                f"\tLower = {shown(low, 6)}, Upper = {shown(high, 6)}\n"
                for cut, (low, high) in zip(test.cuts, test.bounds, strict=True)
            ]
    return "\n".join(blocks) + "\n" + tree_text(tree, "Decision Tree:")


def _rate(part: int, whole: float) -> str:
    return f"{100 * part / whole:5.1f}%"


def confusion_text(score: Score) -> str:
    """Return the confusion matrix; nothing if there are more than 21 classes."""
    if len(score.classes) > _MOST_CLASSES:
        return ""
    return "\n".join(_confusion_lines(score)) + "\n"


def _confusion_lines(score: Score) -> Iterator[str]:
    letters = [chr(ord("a") + position) for position in range(len(score.classes))]
    yield "\t" + "".join(f"  ({letter})" for letter in letters) + "\t<-classified as"
    yield "\t" + " ----" * len(letters)
    for letter, label, row in zip(letters, score.classes, score.confusion().tolist(), strict=True):
        cells = "".join(f" {amount(cell):>4}" if cell else "     " for cell in row)
        yield f"\t{cells}\t({letter}): class {printable(label)}"


def _errors(score: Errors) -> str:
    return f"{amount(score.errors):>3}({100 * score.rate:4.1f}%)"
