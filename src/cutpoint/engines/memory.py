"""Learning from a table in memory."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from cutpoint.compiled import Ints, Reals
from cutpoint.data.coded import MOST_FEW
from cutpoint.data.ranked import needs_order
from cutpoint.data.sorted import Columns, Layout, sort_columns
from cutpoint.data.table import Table
from cutpoint.engines.apart import Apart, Task
from cutpoint.engines.faithful import LARGEST_TABLE, Faithful
from cutpoint.engines.windows import (
    DEFAULT_TRIALS,
    Grower,
    Trial,
    Windows,
    best_of,
    run_trials,
)
from cutpoint.errors import InputError
from cutpoint.grow.exact import DONE, FAILED, SHORT, grow_on
from cutpoint.grow.faithful.c_random import CRandom, Draws, draws_from
from cutpoint.grow.filter import MOST_CHILDREN
from cutpoint.grow.finish import finish
from cutpoint.grow.fixed import BITS, CASE, PER_UNIT, phi_of_cases, scale_for, to_units
from cutpoint.grow.found import Numbers
from cutpoint.grow.growth import (
    N_LEFT,
    N_MAPPED,
    N_NODES,
    Growth,
    begin,
    enlarged,
    is_plain,
    new_growth,
)
from cutpoint.grow.plan import Plan
from cutpoint.grow.settings import (
    GAIN,
    GAIN_RATIO,
    GROUPS,
    UNLIMITED,
    VALUES,
    Settings,
    release,
)
from cutpoint.grow.small import SMALL, SMALL_FOR_TABLES
from cutpoint.grow.t2.learn import learn_t2
from cutpoint.prune.cases import give_cuts_back, rank_by_cuts
from cutpoint.prune.release8 import prune
from cutpoint.prune.soften import softened
from cutpoint.tree.growing import finished
from cutpoint.tree.predict import thread_count
from cutpoint.tree.tree import Tree

_LARGEST_SINGLE = 1 << 24  # whole numbers end here in single precision
_LARGEST_WEIGHT = 1 << 31  # cases that can be counted in units
_LARGEST_COUNTS = 1 << 28  # values x classes
_MOST_GROUPED = 500
_NEAR = 1 << 17  # cases whose membership fits near memory, with room for what is scanned
_MOST_CLASSES_LEFT = 1 << 16  # what an entry of a small node has room for


@dataclass(frozen=True)
class C45Settings:
    """The release and the options of C4.5: ``-m -c -g -s -p -t -w -i``.

    ``faithful`` keeps the arithmetic and the oddities of Release 8.
    """

    release: int | str = 8
    min_cases: float = 2
    confidence: float = 0.25
    gain_ratio: bool = True
    group_values: bool = False
    faithful: bool = False
    max_depth: int | None = None
    pruning: bool = True
    soft_thresholds: bool = False
    trials: int | None = None
    window: int | None = None
    increment: int | None = None
    n_jobs: int | None = None
    random_state: Any = 0

    @property
    def windowing(self) -> bool:
        """Whether trees are grown from windows: any of the three options asks for it."""
        return not (self.trials is self.window is self.increment is None)


class Learned(NamedTuple):
    """What a learner makes of a table; ``simplified`` says whether pruning changed the tree.

    With windowing the trees are those of the best of the ``trials``.
    """

    unpruned: Tree
    pruned: Tree
    simplified: bool
    trials: tuple[Trial, ...] = ()


def new_progress() -> Ints:
    """Return what learning reports to: cases placed so far, and whether to stop."""
    return np.zeros(2, dtype=np.int64)


def learn_c45(table: Table, options: C45Settings, progress: Ints | None = None) -> Learned:
    """Grow and prune a tree as C4.5 does.

    Examples
    --------
    >>> import numpy as np
    >>> from cutpoint.data.attribute import Attribute
    >>> x = np.array([1.0, 2.0, 3.0, 4.0, 5.0, 6.0])
    >>> y = np.array([0, 0, 0, 1, 1, 1], dtype=np.int32)
    >>> table = Table((Attribute("x"),), (x,), 6, ("no", "yes"), y)
    >>> learn_c45(table, C45Settings()).pruned.n_leaves
    2
    """
    if progress is None:
        progress = new_progress()
    settings = None if options.faithful else _exact_settings(options)
    if options.windowing:
        learned = _in_trials(table, options, settings, progress)
    elif settings is None:
        learned = _learn_faithful(table, options, progress)
    else:
        confidence = options.confidence if options.pruning else None
        learned = learn(
            table, settings, confidence=confidence, n_jobs=options.n_jobs, progress=progress
        )
    if options.soft_thresholds:
        learned = learned._replace(pruned=softened(learned.pruned, table))
    return learned


def _exact_settings(options: C45Settings) -> Settings:
    return release(
        options.release,
        criterion=GAIN_RATIO if options.gain_ratio else GAIN,
        nominal=GROUPS if options.group_values else VALUES,
        min_cases=float(options.min_cases),
        max_depth=UNLIMITED if options.max_depth is None else options.max_depth,
    )


def _learn_faithful(table: Table, options: C45Settings, progress: Ints) -> Learned:
    """Grow and prune a tree as Release 8 does."""
    _check_faithful(table, options)
    learner = Faithful(table, options, progress)
    item = np.arange(table.n_rows, dtype=np.int32)
    grown = learner.grow(item)
    return Learned(grown[0], *learner.prune(grown, item))


def learn(
    table: Table,
    settings: Settings,
    *,
    confidence: float | None,
    n_jobs: int | None = None,
    progress: Ints | None = None,
    plan: Plan | None = None,
) -> Learned:
    """Grow a tree exactly, and prune it by its estimated errors unless ``confidence`` is None."""
    unpruned = grow_exact(table, settings, n_jobs=n_jobs, progress=progress, plan=plan)
    return Learned(unpruned, *prune_exact(table, unpruned, settings, confidence))


def prune_exact(
    table: Table, unpruned: Tree, settings: Settings, confidence: float | None
) -> tuple[Tree, bool]:
    """Return the tree pruned by its estimated errors, and whether that changed it.

    Examples
    --------
    >>> import numpy as np
    >>> from cutpoint.data.attribute import Attribute
    >>> x, y = np.arange(8.0), np.array([0, 0, 0, 0, 0, 0, 1, 0], dtype=np.int32)
    >>> table = Table((Attribute("x"),), (x,), 8, ("no", "yes"), y)
    >>> settings = Settings(min_cases=1.0)
    >>> tree = grow_exact(table, settings)
    >>> pruned, simplified = prune_exact(table, tree, settings, 0.25)
    >>> tree.n_leaves, pruned.n_leaves, simplified
    (3, 1, True)
    """
    if confidence is None:
        return unpruned, False
    cases, nodes, branch_of = rank_by_cuts(table, unpruned)
    weight = np.ones(table.n_rows)
    if table.weights is not None:
        weight = to_units(table.weights) * PER_UNIT
    nodes, simplified = prune(
        cases, np.arange(table.n_rows, dtype=np.int32), weight, nodes, branch_of,
        np.float64(confidence), settings.nominal == GROUPS, needs_order(cases, weight), np.float64,
    )  # fmt: skip
    give_cuts_back(cases, nodes)
    branch_of = branch_of[: len(unpruned.branch_of)]
    pruned = finished(
        nodes, unpruned.cuts, branch_of, table.attributes, table.classes, single=False
    )
    return pruned, bool(simplified)


def learn_two_levels(
    table: Table,
    *,
    max_intervals: int | None = None,
    n_jobs: int | None = None,
    progress: Ints | None = None,
) -> Learned:
    """Find T2's tree, which is not pruned.

    Examples
    --------
    >>> import numpy as np
    >>> from cutpoint.data.attribute import Attribute
    >>> x = np.array([1.0, 2.0, 3.0, 4.0, 5.0, 6.0])
    >>> y = np.array([0, 1, 1, 0, 0, 1], dtype=np.int32)
    >>> table = Table((Attribute("x"),), (x,), 6, ("no", "yes"), y)
    >>> learn_two_levels(table, max_intervals=2).pruned.errors[0]
    np.float64(0.0)
    """
    if table.weights is not None:
        _check_weights(table.weights)
    n_classes = len(table.classes)
    _check_counts(table, n_classes * (n_classes + 1 if max_intervals is None else max_intervals))
    tree = learn_t2(
        table,
        max_intervals=max_intervals,
        n_threads=thread_count(n_jobs),
        progress=new_progress() if progress is None else progress,
    )
    return Learned(tree, tree, simplified=False)


class _Sound:
    """Grows and prunes trees exactly."""

    def __init__(
        self, table: Table, settings: Settings, confidence: float | None, progress: Ints | None
    ) -> None:
        self.table, self.settings, self.confidence = table, settings, confidence
        self.progress = progress

    def grow(self, item: Ints) -> tuple[Tree, None]:
        """Return the tree of some cases."""
        return grow_exact(self.table.take(item), self.settings, progress=self.progress), None

    def prune(self, grown: tuple[Tree, None], item: Ints) -> tuple[Tree, bool]:
        """Return the tree pruned with all cases, and whether it differs."""
        del item
        return prune_exact(self.table, grown[0], self.settings, self.confidence)


def _in_trials(
    table: Table, options: C45Settings, settings: Settings | None, progress: Ints
) -> Learned:
    """Grow a tree from each of several windows and take the best."""
    if table.weights is not None:
        raise InputError("windows are drawn from cases that count the same: leave the weights out")
    assert table.target is not None
    grower: Grower
    draws: Draws
    if settings is None:
        _check_faithful(table, options)
        grower, draws = Faithful(table, options, progress, in_order=True), CRandom()
    else:
        confidence = options.confidence if options.pruning else None
        grower = _Sound(table, settings, confidence, progress)
        draws = draws_from(options.random_state)
    n_trials = DEFAULT_TRIALS if options.trials is None else options.trials
    windows = Windows(n_trials, options.window, options.increment)
    trials = run_trials(
        grower, table.matrix(), table.target, len(table.classes), windows, draws, progress
    )
    best = trials[best_of(trials)]
    return Learned(best.unpruned, best.pruned, best.simplified, tuple(trials))


def grow_exact(
    table: Table,
    settings: Settings,
    *,
    n_jobs: int | None = None,
    progress: Ints | None = None,
    plan: Plan | None = None,
) -> Tree:
    """Grow the unpruned tree of a table, exactly.

    The tree does not depend on the order of rows or on the number of threads. A ``plan`` is for
    cuts and measures that need evidence tables; that takes one thread.

    Examples
    --------
    >>> import numpy as np
    >>> from cutpoint.data.attribute import Attribute
    >>> x = np.array([1.0, 2.0, 3.0, 4.0, 5.0, 6.0])
    >>> y = np.array([0, 0, 0, 1, 1, 1], dtype=np.int32)
    >>> table = Table((Attribute("x"),), (x,), 6, ("no", "yes"), y)
    >>> print(grow_exact(table, Settings()))
    x <= 3.5 : no (3.0)
    x > 3.5 : yes (3.0)
    """
    if table.weights is not None and bool((table.weights <= 0).any()):
        table = table.take(table.weights > 0)
    assert table.target is not None
    _check_size(table, group_values=settings.nominal == GROUPS)
    columns, layout = sort_columns(table, MOST_FEW if plan is None else 0, thread_count(n_jobs))
    weight = np.full(table.n_rows, CASE)
    if table.weights is not None:
        _check_weights(table.weights)
        weight = to_units(table.weights)
    counts = np.zeros(len(table.classes), dtype=np.int64)
    np.add.at(counts, table.target, weight)
    total = float(counts.sum()) * PER_UNIT
    scale = scale_for(total)
    # Whole cases are looked up, however many they are; the weights of others may sum to anything.
    most = int(total) if table.weights is None else min(int(total), LARGEST_TABLE)
    values, slopes = phi_of_cases(most + 2, scale)
    numbers = Numbers(values, slopes, scale, int(BITS * scale))
    growth = _grow(
        table, columns, layout, weight, counts, numbers, settings, total, thread_count(n_jobs),
        new_progress() if progress is None else progress, plan,
    )  # fmt: skip
    n_nodes, n_mapped = int(growth.at[N_NODES]), growth.at[N_MAPPED]
    return finish(
        growth.grown, n_nodes, growth.maps[:n_mapped].copy(), growth.places[:n_mapped].copy(),
        columns, table, settings,
    )  # fmt: skip


def _grow(
    table: Table, columns: Columns, layout: Layout, weight: Ints, counts: Ints, numbers: Numbers,
    settings: Settings, total: float, n_threads: int, progress: Ints, plan: Plan | None,
) -> Growth:  # fmt: skip
    """Return the tree when nothing waits to be grown any more."""
    assert table.target is not None
    n_classes = len(table.classes)
    all_weighted = table.weights is not None
    widest = max((len(a.values) for a in table.attributes if a.values), default=2)
    methods = None
    if plan is not None:
        widest = plan.most_branches(table)
        methods = plan.methods(table, columns, settings)
    n_sorted, n_entries = columns.entries.shape
    if plan is None and not all_weighted and is_plain(columns, table.n_rows):
        n_entries -= table.n_rows // 2  # the larger child of a node stays where it is
    growth = new_growth(
        columns,
        # NumPy's memory comes in larger pages than a kernel's.
        np.empty((n_sorted, n_entries), dtype=columns.entries.dtype),
        table.target.astype(np.uint8 if n_classes <= 256 else np.int32), np.append(weight, CASE),
        np.zeros(table.n_rows, dtype=np.uint8 if widest <= MOST_CHILDREN else np.int32),
        all_weighted, n_classes, 0 if plan is None else widest, settings,
    )  # fmt: skip
    key = 0 if plan is None else plan.seed
    begin(growth, counts, table.n_rows, all_weighted, 0, key, settings, progress)
    small = 0
    if plan is None and _leaves_small_nodes(table, columns, n_threads):
        small = SMALL if len(columns.lengths) > 0 else SMALL_FOR_TABLES
    task = Task(columns, layout, numbers, settings, progress, total)
    with Apart(task, table.n_rows, n_classes, small=small, n_threads=n_threads) as apart:
        why = SHORT
        while why != DONE:
            why = grow_on(
                growth, all_weighted, layout, numbers, settings, progress, total, small, apart.left,
                methods,
            )  # fmt: skip
            if why == SHORT:
                growth = enlarged(growth)
            elif why == FAILED:
                assert plan is not None and plan.own is not None  # no other measure gives NaN
                plan.own.complain()
            elif growth.at[N_LEFT] > 0:
                growth = apart.grow(growth)
        growth = apart.wait(growth)
    if plan is not None and plan.own is not None and plan.own.error is not None:
        plan.own.complain()
    return growth


def _leaves_small_nodes(table: Table, columns: Columns, n_threads: int) -> bool:
    """Return whether small nodes are grown apart: where that is possible, and pays.

    It pays for two classes when the cases do not fit near memory or columns have few values, and
    for several threads unless tables serve better.
    """
    n_classes, n_few = len(table.classes), columns.few.shape[1]
    pays = n_classes == 2 and (table.n_rows > _NEAR or n_few > 0)
    threads = n_threads > 1 and n_few == 0
    return (
        (pays or threads)
        and n_classes <= _MOST_CLASSES_LEFT
        and table.weights is None
        and all(attribute.is_numeric for attribute in table.attributes)
        and bool((columns.lengths == table.n_rows).all())
        and bool(columns.few_known.all())
    )


def _check_faithful(table: Table, options: C45Settings) -> None:
    """Refuse what Release 8 does not have, or its arithmetic cannot take."""
    if str(options.release) != "8":
        raise InputError(
            f"faithful=True reproduces Release 8: for release {options.release} leave it out"
        )
    if table.n_rows >= _LARGEST_SINGLE:
        raise InputError(
            f"faithful=True counts cases in single precision, which ends at {_LARGEST_SINGLE:,}; "
            f"the table has {table.n_rows:,} rows: use faithful=False"
        )
    _check_size(table, group_values=options.group_values)


def _check_weights(weights: Reals) -> None:
    """Refuse weights that are too large or too small to be counted in units."""
    total = float(weights.sum())
    if total > _LARGEST_WEIGHT:
        raise InputError(
            f"the weights sum to {total:,.0f} cases, more than {_LARGEST_WEIGHT:,}: divide them"
        )
    if float(weights.min(initial=np.inf)) < PER_UNIT:  # there may be no case at all
        row = int(np.argmin(weights))
        raise InputError(
            f"case {row} (of those with a weight) weighs {weights[row]:g}, less than 2^-30 of a "
            "case: multiply the weights, or make it 0"
        )


def _check_size(table: Table, *, group_values: bool) -> None:
    """Refuse what the memory, or any patience, cannot take."""
    _check_counts(table, len(table.classes))
    for attribute in table.attributes:
        n_values = len(attribute.values or ())
        if group_values and n_values > _MOST_GROUPED:
            raise InputError(
                f"column {attribute.name!r} has {n_values:,} values; grouping compares every pair "
                f"of values again and again and takes at most {_MOST_GROUPED}: "
                "leave the column out, or use group_values=False"
            )


def _check_counts(table: Table, n_for_each: int) -> None:
    """Refuse a nominal attribute with more values than can be counted, so many for each."""
    for attribute in table.attributes:
        n_values = len(attribute.values or ())
        if n_values * n_for_each > _LARGEST_COUNTS:
            raise InputError(
                f"column {attribute.name!r} has {n_values:,} values and there are "
                f"{len(table.classes):,} classes: too many to count together; leave the column out"
            )
