"""What C4.5's rule program prints: the rules of each tree, and how they do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from cutpoint.cli.c45_report import confusion_text
from cutpoint.cli.score import score
from cutpoint.rules.ruleset import Ruleset
from cutpoint.rules.tally import Tally, tally
from cutpoint.rules.text import c45_text
from cutpoint.tree.names import printable

if TYPE_CHECKING:
    from cutpoint.data.table import Table
    from cutpoint.rules.learn import Made

_HEADING = (
    "Rule  Size  Error  Used  Wrong\t          Advantage\n"
    "----  ----  -----  ----  -----\t          ---------"
)


def rules_report(
    rulesets: Sequence[Made], cases: Table, held_out: Table | None, source: str
) -> str:
    """Return everything from the number of cases read on.

    The last of several rulesets is the one made of all the others.
    """
    n_trees = max(len(rulesets) - 1, 1)
    blocks = [f"Read {cases.n_rows} cases ({len(cases.attributes)} attributes) from {source}\n"]
    for number, made in enumerate(rulesets):
        if number < n_trees:
            blocks.append(f"------------------\nProcessing tree {number}\n")
            blocks.append(f"Final rules from tree {number}:\n")
        else:
            blocks.append("Composite ruleset:\n")
        blocks.append(c45_text(made.chosen) + "\n")
    blocks.append(f"\nEvaluation on training data ({cases.n_rows} items):\n")
    blocks += _evaluation(rulesets, cases, training=True)
    if held_out is not None:
        blocks.append(f"\nEvaluation on test data ({held_out.n_rows} items):\n")
        blocks += _evaluation(rulesets, held_out, training=False)
    return "\n".join(blocks)


def _evaluation(rulesets: Sequence[Made], table: Table, training: bool) -> list[str]:
    """Return the tables of all rulesets, the confusion matrix of the last, and a summary."""
    several = len(rulesets) > 1
    blocks, sizes, errors = [], [], []
    for number, made in enumerate(rulesets):
        last = number == len(rulesets) - 1
        if several:
            blocks.append("Composite ruleset:\n" if last else f"Ruleset {number}:\n")
        if training:
            blocks += _with_drops(made)
        else:
            blocks.append(_table(made.final, _tally_of(made.final, table)))
        result = score(made.final, table)
        sizes.append(len(made.final))
        errors.append(result.errors)
        blocks.append(
            f"Tested {table.n_rows}, errors {result.errors:.0f} ({100 * result.rate:.1f}%)"
            + ("   <<\n" if last else "\n")
        )
        if last or (training and made.dropped):  # C4.5 shows it wherever it has dropped a rule
            blocks.append("\n" + confusion_text(result))
    if several:
        blocks.append(_summary(sizes, errors, table.n_rows))
    return blocks


def _tally_of(ruleset: Ruleset, table: Table) -> Tally:
    assert table.target is not None
    first, second = ruleset.firing(table.matrix())
    labels = np.array([rule.label for rule in ruleset], dtype=np.int64)
    return tally(first, second, labels, ruleset.default, table.target)


def _with_drops(made: Made) -> list[str]:
    """Return a table for each pass over the training cases, with the rule dropped after it."""
    blocks = []
    for number, counts in zip((*made.dropped, None), made.tallies, strict=True):
        blocks.append(_table(made.chosen, counts))
        if number is not None:
            blocks.append(f"Drop rule {number}\n")
    return blocks


def _table(ruleset: Ruleset, counts: Tally) -> str:
    """Return what each rule did, if it did anything."""
    lines = [_HEADING]
    for rule, used, wrong, better, worse in zip(ruleset, *counts, strict=True):
        if used:
            lines.append(
                f"{rule.number:4d}{len(rule.conditions):6d}{100 * rule.error:6.1f}%{used:6d}"
                f"{wrong:7d} ({100 * wrong / used:.1f}%)\t{better - worse:6d} ({better}|{worse}) "
                f"\t{printable(ruleset.classes[rule.label])}"
            )
    return "\n".join(lines) + "\n"


def _summary(sizes: Sequence[int], errors: Sequence[float], n_cases: int) -> str:
    """Return the sizes and errors of all rulesets."""
    lines = ["\nTrial   Size      Errors", "-----   ----      ------"]
    for number, (size, wrong) in enumerate(zip(sizes, errors, strict=True)):
        name = "**" if number == len(sizes) - 1 else number
        rate = f"{100 * wrong / n_cases:4.1f}%"
        lines.append(f"{name:>4}    {size:4d}  {wrong:3.0f}({rate})")
    average = float(np.mean(errors))
    rate = f"{100 * average / n_cases:.1f}%"
    lines.append(f"\t\t\t\tAv size = {np.mean(sizes):.1f},  av errors = {average:.1f} ({rate})")
    return "\n".join(lines) + "\n"
