"""Trees of many samples, pruned with a set of their own: error, complexity and variance."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutpoint._core import Progress
from cutpoint.catalog import CRITERIA, THRESHOLDS
from cutpoint.classifiers import TreeClassifier
from cutpoint.data.table import Table
from cutpoint.ensemble import BaggedTreesClassifier
from cutpoint.studies.exhibit import Settings
from cutpoint.studies.kept import Kept
from cutpoint.studies.record import made_with
from cutpoint.threads import thread_count

CASES = 1000
BAGS = 10
BAGGING = "bagging"
_INTERVALS = ("mdlp",)

Shares = NDArray[np.float64]
Learn = Callable[[Table, Table, np.random.Generator], list[Any]]


@dataclass(frozen=True, eq=False)
class Database:
    """A database divided into what is learned from, pruned with and tested on."""

    name: str
    table: Table
    sizes: Mapping[str, Any]

    def parts(self) -> tuple[Table, Table, Table]:
        """Return the three parts; the cases are in random order as they are."""
        ends = np.cumsum([self.sizes[part] for part in ("learning", "pruning", "test")])
        rows = np.split(np.arange(self.table.n_rows), ends)[:3]
        learning, pruning, test = (self.table.take(part) for part in rows)
        return learning, pruning, test


class Spread(NamedTuple):
    """What became of the trees of one method: a figure per tree, and the variance over them."""

    errors: Sequence[float]
    sizes: Sequence[float]
    variance: float


def is_method(name: str) -> bool:
    """Return whether there are trees by this name: of a threshold method, or a criterion.

    Examples
    --------
    >>> is_method("averaging"), is_method("sklearn")
    (True, False)
    """
    return name in {*THRESHOLDS, *CRITERIA, *_INTERVALS, BAGGING}


def methods_of(names: Iterable[str]) -> dict[str, Learn]:
    """Return how each method learns the trees of a sample: one, or several that are averaged."""
    found: dict[str, Learn] = {}
    for name in names:
        if name == BAGGING:
            found[name] = _bag
        elif name in THRESHOLDS:
            found[name] = partial(_tree, {"threshold": name})
        else:
            found[name] = partial(_tree, {"criterion" if name in CRITERIA else "cuts": name})
    return found


def _tree(
    options: dict[str, Any], sample: Table, pruning: Table, rng: np.random.Generator
) -> list[Any]:
    learner = _learner(**options, random_state=int(rng.integers(2**31)))
    return [learner.fit_table(sample, pruning_set=pruning).tree_]


def _bag(sample: Table, pruning: Table, rng: np.random.Generator) -> list[Any]:
    bag = BaggedTreesClassifier(_learner(), BAGS, random_state=int(rng.integers(2**31)))
    bag.fit_table(sample, pruning_set=pruning)
    return [fitted.tree_ for fitted in bag.estimators_]


def _learner(**options: Any) -> TreeClassifier:
    settings: dict[str, Any] = {"criterion": "symmetric", "min_cases": 1}
    return TreeClassifier(**(settings | options))


def trees_of(
    database: Database,
    methods: Mapping[str, Learn],
    count: int,
    settings: Settings,
    progress: Progress,
) -> dict[str, Spread]:
    """Return error, size and variance of the trees of so many samples, for each method.

    All methods see the same samples. What is finished is kept, method by method.
    """
    learning, pruning, test = database.parts()
    matrix, target = test.matrix(), np.asarray(test.target)
    kept = Kept(settings.folder)
    seeds = np.random.SeedSequence([settings.random_state, count]).spawn(count)

    def grow(learn: Learn, seed: np.random.SeedSequence) -> tuple[Shares, int]:
        if progress.stop_requested:
            raise KeyboardInterrupt
        rng = np.random.default_rng(seed)
        sample = learning.take(rng.permutation(learning.n_rows)[:CASES])
        trees = learn(sample, pruning, rng)
        shares = np.mean([tree.predict_proba(matrix) for tree in trees], axis=0)
        progress.advance(1)
        return shares, sum(tree.n_nodes for tree in trees)

    found = {}
    with ThreadPoolExecutor(thread_count(settings.n_jobs)) as pool:
        for method, learn in methods.items():
            mark = _mark(database, method, count, settings)
            earlier = kept.find(f"geurts {database.name}", method, 0, mark)
            if earlier is None:
                grown = list(pool.map(partial(grow, learn), seeds))
                spread = _spread(grown, target)
                kept.add(f"geurts {database.name}", method, 0, mark, _as_folds(spread))
                kept.write()
            else:
                spread = _from_folds(earlier)
                progress.advance(count)
            found[method] = spread
    return found


def _spread(grown: list[tuple[Shares, int]], target: NDArray[Any]) -> Spread:
    shares = np.array([share for share, _ in grown])  # trees x cases x classes
    errors = (shares.argmax(axis=2) != target).mean(axis=1)
    variance = float(shares.var(axis=0).mean())
    return Spread(errors.tolist(), [float(size) for _, size in grown], variance)


def _mark(database: Database, method: str, count: int, settings: Settings) -> str:
    digest = hashlib.sha256()
    for column in (*database.table.columns, database.table.target):
        digest.update(np.ascontiguousarray(column).tobytes())
    version = made_with()["versions"]["cutpoint"]
    digest.update(json.dumps([method, count, settings.random_state, version]).encode())
    return digest.hexdigest()


def _as_folds(spread: Spread) -> list[dict[str, float]]:
    return [
        {"errors": error, "size": size, "variance": spread.variance}
        for error, size in zip(spread.errors, spread.sizes, strict=True)
    ]


def _from_folds(folds: list[dict[str, float]]) -> Spread:
    return Spread(
        [fold["errors"] for fold in folds],
        [fold["size"] for fold in folds],
        folds[0]["variance"],
    )
