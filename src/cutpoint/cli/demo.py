"""``cutpoint demo``: the whole way, from a table to an honest evaluation, in one command."""

# ruff: noqa: PLC0415 - what learns is imported where it is used: the help text must come at once

from __future__ import annotations

import shlex
from itertools import islice
from pathlib import Path
from typing import Annotated

from cutpoint.cli.fit import learn
from cutpoint.cli.fit_report import Outcome, print_outcome
from cutpoint.cli.learners import new_learner
from cutpoint.cli.options import ColumnOptions, out_option
from cutpoint.cli.tables import Source, check_output, learning_table

_TARGET = "outcome"
_LINES = 6
_SEED = 1


def demo(
    out: Annotated[Path | None, out_option("Save the model to this file, as JSON.")] = None,
) -> None:
    """Learn from the table that comes with Cutpoint, and say what to type next.

    The table holds made-up inspections of pumps, with gaps and some noise. Two thirds of it are
    learned from; the rest is held out to see how often the tree errs on cases it has not seen.
    """
    import numpy as np

    from cutpoint.cli import report
    from cutpoint.data import demo_path

    path = demo_path()
    check_output(out, path)
    table = learning_table(Source(path), ColumnOptions(target=_TARGET))
    order = np.random.default_rng(_SEED).permutation(table.n_rows)
    third = table.n_rows // 3
    held_out, cases = table.take(np.sort(order[:third])), table.take(np.sort(order[third:]))
    classifier = new_learner("c45", {})
    learn(classifier, cases)
    outcome = Outcome.of(classifier, cases, held_out)
    if out is not None:
        classifier.save(out)

    print(f"The table is {path}; it begins:")
    print()
    with path.open(encoding="utf-8") as file:
        for line in islice(file, _LINES):
            print(f"    {line.rstrip()}")
    print()
    print_outcome(outcome, "the table (a random two thirds of it)", "the other third")
    if out is not None:
        print(f"\nModel written to {out}")
    report.heading("What to type next")
    print()
    name, model = shlex.quote(str(path)), "pumps.json" if out is None else shlex.quote(str(out))
    for line in (
        f"cutpoint fit {name} --target {_TARGET} --out {model}",
        f"cutpoint show {model}",
        f"cutpoint view {model} --data {name}",
        f"cutpoint predict {model} {name} --proba",
        "cutpoint fit YOUR-TABLE.csv --target COLUMN",
        "cutpoint fit --help",
    ):
        print(f"    {line}")
