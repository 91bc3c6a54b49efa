"""C4.5 Release 8: Cutpoint beside the original program's own figures.

The original's seconds are those of the reference (user time: reading, growing and pruning, on a
machine like the one the project is built on).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from clock import take_turns
from report import Table
from work import catalog, real_table

from cutpoint import C45Classifier, C45RulesClassifier
from cutpoint.data import make_mixed

ORIGINAL_RULES = {"credit-a": (0.032, 0.084), "hypo": (0.055, 0.112), "yeast": (0.081, 0.661)}
"""Wall seconds of the tree program and of the rule program."""
ORIGINAL = {"letter": 0.40, "adult": 0.87, "electricity": 1.06, "covertype": 19.0}


def release8_table(rounds: int) -> Table:
    """Return a row for each data set; the learners fit whole tables, with pruning, one thread."""
    table = Table(
        "C4.5 Release 8",
        "Growing and pruning with C4.5's defaults, one thread: the original C program, the "
        "faithful learner (its trees to the last bit) and the default. A ratio is the original's "
        "time over Cutpoint's.",
        ["data set", "rows", "original, s", "faithful, s", "ratio", "default, s", "ratio"],
    )
    if not catalog():
        table.add("the shared data folder is not beside the repository")
        return table
    for name, original in ORIGINAL.items():
        data = real_table(name)
        fits: dict[str, Callable[[], Any]] = {
            "faithful": lambda data=data: C45Classifier(faithful=True).fit_table(data),
            "default": lambda data=data: C45Classifier().fit_table(data),
        }
        for fit in fits.values():
            fit()  # the first may compile
        cells = [name, f"{data.n_rows:,}", f"{original:.2f}"]
        for clock in take_turns(fits, rounds).values():
            cells += [f"{clock.cpu:.3f}", f"{original / clock.cpu:.1f}x"]
        table.add(*cells)
    return table


def rules_table(rounds: int) -> Table:
    """Return a row for each data set, and for made tables of growing size."""
    table = Table(
        "C4.5's rules",
        "From the table to the rules, tree included, one thread: the original programs (whole "
        "runs), the faithful rules and the default ones. The ratio is Cutpoint's faithful time "
        "over that of the original tree program alone. Made tables show how time grows with cases.",
        ["data set", "rows", "tree, s", "rules, s", "faithful, s", "ratio", "default, s", "kept"],
    )
    tables = {f"made, {n:,}": make_mixed(n, random_state=0) for n in (10_000, 20_000, 40_000)}
    if catalog():
        tables = {name: real_table(name) for name in ORIGINAL_RULES} | tables
    for name, data in tables.items():
        fits: dict[str, Callable[[], Any]] = {
            "faithful": lambda data=data: C45RulesClassifier(faithful=True).fit_table(data),
            "default": lambda data=data: C45RulesClassifier().fit_table(data),
        }
        for fit in fits.values():
            fit()  # the first may compile
        clocks = take_turns(fits, rounds)
        faithful, default = clocks["faithful"], clocks["default"]
        cells = ["", "", f"{faithful.cpu:.3f}", ""]
        if name in ORIGINAL_RULES:
            tree, rules = ORIGINAL_RULES[name]
            cells = [
                f"{tree:.3f}",
                f"{rules:.3f}",
                f"{faithful.cpu:.3f}",
                f"{faithful.cpu / tree:.1f}x",
            ]
        kept = len(default.result.rules_)
        table.add(name, f"{data.n_rows:,}", *cells, f"{default.cpu:.3f}", f"{kept}")
    return table


if __name__ == "__main__":
    release8_table(rounds=3)
    rules_table(rounds=3)
