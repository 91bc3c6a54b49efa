"""Bagging and stability: what resamples cost, in fits, and beside scikit-learn's bagging."""

from __future__ import annotations

from typing import Any

from clock import Clock, take_turns
from report import Table
from work import made

from cutpoint import BaggedTreesClassifier, TreeClassifier
from cutpoint.stability import assess

N_TREES, N_RESAMPLES = 10, 50
SETTINGS: dict[str, dict[str, Any]] = {
    "gain, unpruned": {"criterion": "gain", "pruning": None},
    "gain ratio, pruned (the default)": {},
}


def trust_tables(rounds: int, scale: float) -> list[Table]:
    """Return the times of bagging and of assessments."""
    X, y = made("b", scale).train()
    table = Table(
        "Bagging and stability",
        f"{len(X):,} x {X.shape[1]} floats like (b), one thread. In fits is the time over that of "
        "one fit of the same settings; a ratio is the learner's time over that of Cutpoint's bag "
        "of unpruned trees by gain. scikit-learn bags its own trees: entropy, min_samples_leaf=2.",
        ["settings", "learner", "s", "in fits", "ratio"],
    )
    bags: dict[str, float] = {}
    for name, settings in SETTINGS.items():
        model = TreeClassifier(**settings)
        model.fit(X, y)
        bag = BaggedTreesClassifier(model, N_TREES, random_state=0)
        jobs = {
            "one fit": lambda model=model: model.fit(X, y),
            f"bagging, {N_TREES} trees": lambda bag=bag: bag.fit(X, y),
            f"assess, {N_RESAMPLES} resamples": lambda model=model: assess(
                model, X, y, N_RESAMPLES, random_state=0
            ),
        }
        clocks = take_turns(jobs, rounds)
        one, title = clocks["one fit"].cpu, name
        for job, clock in clocks.items():
            table.add(title, job, f"{clock.cpu:.3f}", f"{clock.cpu / one:.1f}")
            title = ""
        bags[name] = clocks[f"bagging, {N_TREES} trees"].cpu
    theirs = _scikit_learn(X, y).cpu
    ours = bags["gain, unpruned"]
    title = f"scikit-learn, bagging, {N_TREES} trees"
    table.add("entropy, unpruned", title, f"{theirs:.3f}", "", f"{theirs / ours:.1f}x")
    return [table]


def _scikit_learn(X: Any, y: Any) -> Clock:
    """Return the time of scikit-learn's bagging: once, for it takes long."""
    from sklearn.ensemble import BaggingClassifier  # noqa: PLC0415
    from sklearn.tree import DecisionTreeClassifier  # noqa: PLC0415

    tree = DecisionTreeClassifier(criterion="entropy", min_samples_leaf=2)
    clock = Clock()
    clock.time(lambda: BaggingClassifier(tree, N_TREES, random_state=0).fit(X, y))
    return clock
