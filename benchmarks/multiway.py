"""Multi-way trees beside binary ones: how long they take, how often they err, how large they are.

Times are those of a made table. Errors and sizes are those on the sets of Berzal et al. (Tables 3
and 4): ten-fold cross-validation on the same stratified folds for all learners, gain ratio,
pessimistic pruning at 0.25; each tree is measured as it is after pruning.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from clock import take_turns
from report import Table
from work import SEED, catalog, made, real_table

FOLDS = 10
SETS = {
    "adult": "adult",
    "australian": "australian",
    "breast": "breast-w",
    "bupa": "bupa",
    "car": "car",
    "glass": "glass",
    "hayesroth": "hayes-roth",
    "heart": "heart-statlog",
    "ionosphere": "ionosphere",
    "iris": "iris",
    "pima": "diabetes",
    "spambase": "spambase",
    "thyroid": "thyroid-allbp",
    "waveform": "waveform-5000",
    "wine": "wine",
    "yeast": "yeast",
}
"""The paper's sets, and what they are called in the shared data folder."""

BINARY = "binary, Release 8"
SAME_LEARNER = "binary, gain ratio"
"""The multi-way learner itself, asked for single cuts."""
INTERVALS = ("contextual", "mdlp", "hybrid")


class Figures(NamedTuple):
    """What is measured of a tree; of several, the mean."""

    error: float  # per cent of the cases held out
    nodes: float
    leaves: float
    depth: float  # tests that a training case meets on its way to a leaf
    leaf_depth: float  # tests above a leaf


def learners() -> dict[str, Callable[[], Any]]:
    """Return how to make each learner: first the binary tree that others are compared with."""
    from cutpoint import C45Classifier, MultiwayTreeClassifier, TreeClassifier  # noqa: PLC0415

    def intervals(cuts: str) -> Callable[[], Any]:
        return lambda: MultiwayTreeClassifier("gain_ratio", cuts=cuts)

    binary: dict[str, Callable[[], Any]] = {
        BINARY: C45Classifier,
        "binary, Release 7": lambda: C45Classifier(release=7),
        SAME_LEARNER: lambda: TreeClassifier("gain_ratio"),
    }
    return binary | {f"multi-way, {cuts}": intervals(cuts) for cuts in INTERVALS}


def multiway_tables(rounds: int, scale: float = 1.0) -> list[Table]:
    """Return the times, the means over all sets and the figures of each."""
    return [_times(rounds, scale), *_errors_and_sizes(scale)]


def _times(rounds: int, scale: float) -> Table:
    """Time one tree of full depth for each method."""
    from cutpoint import TreeClassifier  # noqa: PLC0415

    work = made("b", scale)
    X, y = work.train()

    def job(criterion: str, cuts: str) -> Callable[[], Any]:
        return lambda: TreeClassifier(criterion, cuts=cuts, pruning=None).fit(X, y)

    jobs = {
        f"{criterion}, {cuts}": job(criterion, cuts)
        for cuts in ("binary", *INTERVALS)
        for criterion in ("gain", "gain_ratio")
    }
    for one in jobs.values():
        one()  # compiles what it needs
    clocks = take_turns(jobs, rounds)
    table = Table(
        "Multi-way trees, time",
        f"One tree of full depth of (b), {work.what}, one thread.",
        ["measure, cuts", "s", "x gain", "nodes", "leaves"],
    )
    base = next(iter(clocks.values())).cpu
    for name, clock in clocks.items():
        tree = clock.result.tree_
        shown = (f"{clock.cpu:.3f}", f"{clock.cpu / base:.1f}")
        table.add(name, *shown, f"{tree.n_nodes:,}", f"{tree.n_leaves:,}")
    return table


def _errors_and_sizes(scale: float) -> list[Table]:
    """Return the means over all sets, and the figures of each, from a part of the rows."""
    systems = learners()
    by_set = Table(
        "Multi-way trees, set by set",
        f"{FOLDS}-fold cross-validation, the same folds for all; means over the folds.",
        ["data set", "learner", "error, %", "nodes", "leaves", "depth", "leaf depth"],
    )
    figures: dict[str, list[Figures]] = {learner: [] for learner in systems}
    at_hand = catalog()
    for title, name in SETS.items():
        if name not in at_hand:
            by_set.add(title, "not at hand")
            continue
        table = real_table(name)
        rng = np.random.default_rng(SEED)
        if scale < 1.0:
            table = table.take(rng.permutation(table.n_rows)[: max(100, int(scale * table.n_rows))])
        label = f"{title}, {table.n_rows:,} rows"
        for learner, found in zip(systems, _cross_validated(table, systems, rng), strict=True):
            figures[learner].append(found)
            by_set.add(label, learner, *_cells(found))
            label = ""
    return [_means(figures), by_set]


def _means(figures: dict[str, list[Figures]]) -> Table:
    """Return the table of means over the sets."""
    n_sets = len(figures[BINARY])
    table = Table(
        "Multi-way trees",
        f"Means over the {n_sets} sets at hand of the 16 of Berzal et al. `depth` is the number of "
        "tests on the way of a training case, `leaf depth` that above a leaf. `of Release 8` and "
        "`of gain ratio` are means over the sets of the ratio of nodes to those of the binary "
        f"trees so named; `won-lost-tied` counts the sets whose error is more than one point below "
        f"or above that of '{BINARY}'.",
        [
            "over all sets",
            "learner",
            "error, %",
            "nodes",
            "leaves",
            "depth",
            "leaf depth",
            "of Release 8",
            "of gain ratio",
            "won-lost-tied",
        ],
    )
    if n_sets == 0:
        table.add("the shared data folder is not beside the repository")
        return table
    for learner, found in figures.items():
        mean = Figures(*np.mean(found, axis=0))
        ratios = [_nodes_of(found, figures[binary]) for binary in (BINARY, SAME_LEARNER)]
        apart = [a.error - b.error for a, b in zip(found, figures[BINARY], strict=True)]
        won, lost = sum(points < -1 for points in apart), sum(points > 1 for points in apart)
        record = f"{won}-{lost}-{n_sets - won - lost}"
        table.add("mean", learner, *_cells(mean), *(f"{ratio:.2f}" for ratio in ratios), record)
    return table


def _nodes_of(found: list[Figures], others: list[Figures]) -> float:
    """Return the mean over the sets of the ratio of nodes."""
    return float(np.mean([a.nodes / b.nodes for a, b in zip(found, others, strict=True)]))


def _cells(found: Figures) -> list[str]:
    shown = [f"{found.error:.2f}", f"{found.nodes:.1f}", f"{found.leaves:.1f}"]
    return [*shown, f"{found.depth:.2f}", f"{found.leaf_depth:.2f}"]


def _cross_validated(
    table: Any, systems: dict[str, Callable[[], Any]], rng: np.random.Generator
) -> list[Figures]:
    """Return the mean figures of each learner over the folds."""
    from cutpoint.compare import folds_of  # noqa: PLC0415

    fold = folds_of(np.asarray(table.target), FOLDS, rng)
    found = np.array(
        [
            [_figures(make, table.take(fold != f), table.take(fold == f)) for f in range(FOLDS)]
            for make in systems.values()
        ]
    )
    return [Figures(*of_learner) for of_learner in found.mean(axis=1)]


def _figures(make: Callable[[], Any], training: Any, held_out: Any) -> Figures:
    """Return what one tree is like, and how often it errs on cases it has not seen."""
    tree = make().fit_table(training).tree_
    wrong = tree.predict_codes(held_out.matrix()) != held_out.target
    leaf = tree.attribute < 0
    depths, cases = tree.node_depths()[leaf], tree.cases[leaf]
    return Figures(
        100.0 * float(np.mean(wrong)),
        tree.n_nodes,
        tree.n_leaves,
        float(np.average(depths, weights=cases)),
        float(depths.mean()),
    )


if __name__ == "__main__":
    multiway_tables(rounds=3)
