"""What C4.5 prints: trees and evaluations in the layout that its users know by heart."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cutpoint.cli.score import Errors, Score, amount, estimated_rate
from cutpoint.tree.names import printable

if TYPE_CHECKING:
    from cutpoint.tree.tree import Tree

_MOST_CLASSES = 21
"""C4.5 prints no larger confusion matrix."""


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
    line += f"    ({100 * estimated_rate(pruned):4.1f}%)   <<"
    return (
        f"Evaluation on {kind} data ({n_items} items):\n\n"
        "\t Before Pruning           After Pruning\n"
        "\t----------------   ---------------------------\n"
        "\tSize      Errors   Size      Errors   Estimate\n\n"
        f"{line}\n"
    )


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
