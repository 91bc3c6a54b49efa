"""C4.5 Release 8: Cutpoint's faithful learner beside the original program's own figures.

The original's seconds are those of the reference (user time, growing and pruning and reading, on a
machine like the one the project is built on); ours are the best of three fits, with pruning, one
thread, kernels compiled.
"""

from __future__ import annotations

import json
import time
from pathlib import Path

from cutpoint import C45Classifier, read_table

SHARED = Path(__file__).resolve().parents[2] / "shared" / "data"
ORIGINAL = {"letter": 0.40, "adult": 0.87, "electricity": 1.06, "covertype": 19.0}


def main() -> None:
    """Print a row for each data set."""
    if not SHARED.is_dir():
        print("The shared data folder is not beside the repository: nothing to measure.")
        return
    catalog = json.loads((SHARED / "catalog.json").read_text(encoding="utf-8"))
    print(f"{'data set':14}{'rows':>9}{'original':>10}{'Cutpoint':>10}{'ratio':>8}")
    for name, original in ORIGINAL.items():
        # The class is the last column, as in all of the shared sets.
        table = read_table(SHARED / f"{name}.csv.gz", target=-1, nominal=catalog[name]["discrete"])
        times = []
        for _ in range(4):
            start = time.perf_counter()
            C45Classifier(faithful=True).fit_table(table)
            times.append(time.perf_counter() - start)
        ours = min(times[1:])  # the first may compile
        print(f"{name:14}{table.n_rows:9,}{original:9.2f}s{ours:9.2f}s{original / ours:7.1f}x")


if __name__ == "__main__":
    main()
