"""Whether an installed Cutpoint works at all, and how long it takes to begin.

Needs nothing but the package: ``make wheel`` and cibuildwheel run it in an empty environment.
"""

from __future__ import annotations

import time

started = time.perf_counter()
import numpy as np
import sklearn.base  # noqa: F401  # what any scikit-learn estimator imports

base = time.perf_counter()
import cutpoint
from cutpoint import _core

imported = time.perf_counter()


def main() -> None:
    """Fit and predict with three learners; print what it took."""
    print(f"{cutpoint.__file__}, processor level {_core.LEVEL}")
    print(f"NumPy and scikit-learn's base: {base - started:.3f} s")
    print(f"import cutpoint: {imported - base:.3f} s more")
    rng = np.random.default_rng(0)
    X = rng.normal(size=(500, 5))
    X[rng.random(X.shape) < 0.05] = np.nan
    y = np.where(X[:, 0] > 0.3, "a", np.where(X[:, 1] > 0.2, "b", "c"))
    for learner in (
        cutpoint.TreeClassifier(),
        cutpoint.MultiwayTreeClassifier(),
        cutpoint.C45Classifier(faithful=True),
    ):
        begun = time.perf_counter()
        learner.fit(X, y)
        fitted = time.perf_counter()
        accuracy = float(np.mean(learner.predict(X) == y))
        predicted = time.perf_counter()
        print(
            f"{type(learner).__name__}: first fit {fitted - begun:.3f} s, "
            f"first predict {predicted - fitted:.3f} s, {accuracy:.1%} of the rows right"
        )
        if accuracy < 0.8:
            raise SystemExit(f"{type(learner).__name__} has learned nothing")


if __name__ == "__main__":
    main()
