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

from cutpoint import C45Classifier

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


if __name__ == "__main__":
    release8_table(rounds=3)
