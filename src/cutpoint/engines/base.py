"""The contract between those who learn and where the cases are.

A table that is not in memory is a :class:`Source`: something that maps a function over Arrow record
batches. What learning needs is built on that alone (``engines/out_of_core.py``), so that a new
engine is a class with a handful of methods; retries, scheduling, spilling and shuffles are its own.

A table in memory is an :class:`Engine`. Choosing a split needs only the class weights per distinct
value of an attribute, so an engine is asked for three things: to deliver such evidence for some
nodes and attributes, to route the cases of a node down the branches of a test, and to collect the
cases of a node. Everything else about a fit is in the :class:`~cutpoint.learn.LearnSpec`.

Weights are whole numbers, 2^30 to a case. They add up to the same in any order, so neither batches
nor partitions nor threads can change a tree; an engine must add them up exactly.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from cutpoint._core import Progress
from cutpoint.data.attribute import Attribute, Label
from cutpoint.data.table import Table
from cutpoint.learn import LearnSpec
from cutpoint.tree.split import Test
from cutpoint.tree.tree import Tree

if TYPE_CHECKING:
    import pyarrow as pa

    from cutpoint.engines.windows import Trial
    from cutpoint.tree.pruning_path import PruningPath

Weights = NDArray[np.int64]
"""Weights in units of 2^-30 of a case."""

CASE = 1 << 30
"""The units of one case."""
ROOT = 0
"""The number of the node that holds all cases."""


class Task(Protocol):
    """A function of record batches that an engine calls where the batches are.

    It can be pickled, and gives the same rows, in whatever order, however the table is divided into
    batches and partitions: those who ask for it add the results up, or take the greatest, or put
    them one after the other.
    """

    @property
    def schema(self) -> pa.Schema:
        """What the batches of the result look like."""

    def __call__(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """Return the results of one partition; none, if it has no batches and nothing to say."""


class Finish(Protocol):
    """A function of all rows of one group; it can be pickled."""

    @property
    def schema(self) -> pa.Schema:
        """What its result looks like."""

    def __call__(self, rows: pa.Table) -> pa.Table:
        """Return the result of the rows of one group, which come in any order."""


class Source(ABC):
    """A table that is not in memory, and the engine that scans it.

    An engine calls a task once per partition (or thread) with the batches of that partition, of any
    size, empty ones included. If a partition is lost it may call the task again, but hands out the
    results of one call only. A failure of its own, such as a file that is damaged or gone, it
    raises as :class:`~cutpoint.errors.InputError` in one sentence.
    """

    @property
    @abstractmethod
    def name(self) -> str:
        """The name of the table in messages."""

    @property
    @abstractmethod
    def schema(self) -> pa.Schema:
        """The names and types of the columns."""

    @property
    @abstractmethod
    def memory(self) -> int:
        """How many bytes a learner may hold at a time."""

    @abstractmethod
    def map(self, task: Task, columns: Sequence[str]) -> Iterator[pa.RecordBatch]:
        """Return the results of a task over some of the columns, in any order.

        Parameters
        ----------
        task : Task
        columns : sequence of str
            Batches have these columns in this order; there may be none of them, and a batch then
            still has its number of rows.
        """

    @abstractmethod
    def map_groups(
        self, task: Task, columns: Sequence[str], key: str, finish: Finish
    ) -> Iterator[pa.RecordBatch]:
        """Return what ``finish`` makes of all rows of the task's results with the same key.

        A group fits into memory; all of them need not.

        Parameters
        ----------
        task : Task
        columns : sequence of str
        key : str
            A column of whole numbers of the task's results.
        finish : Finish
        """

    @abstractmethod
    def write(self, task: Task, destination: Any) -> Any:
        """Write the results of a task over all columns, in the order of the rows if there is one.

        Parameters
        ----------
        task : Task
        destination : any
            Where to: a path for those that write files, which are written whole or not at all.

        Returns
        -------
        any
            What the engine's users expect: the path, or a table of its own kind.
        """


class Evidence(NamedTuple):
    """The class weights per value of an attribute at a node (RainForest's AVC-set).

    Attributes
    ----------
    values : array
        Of a numeric attribute the distinct known values at the node, ascending; of a nominal one
        the codes of all its values.
    weights : int64 array of shape (values, classes)
    unknown : int64 array of shape (classes,)
        The weights of the cases without a value.
    """

    values: NDArray[Any]
    weights: Weights
    unknown: Weights


class Learned(NamedTuple):
    """What became of a fit.

    Attributes
    ----------
    unpruned, pruned : Tree
        The tree as it was grown, and the one that predicts. With windowing they are those of the
        best trial.
    simplified : bool
        Whether pruning changed the tree.
    trials : tuple of Trial
        What became of each window; empty without windows.
    path : PruningPath or None
        The trees of the cost-complexity sequence and how each does, if one of them was taken.
    """

    unpruned: Tree
    pruned: Tree
    simplified: bool
    trials: tuple[Trial, ...] = ()
    path: PruningPath | None = None


class Engine(ABC):
    """Where the cases of a table are, and who scans them.

    A node is known by a number that the caller gives it. :data:`ROOT` holds all cases from the
    start; :meth:`route` makes the nodes below. An engine that cannot look at its cases in place
    maps a function of the core over batches of them and adds up the results.
    """

    @property
    @abstractmethod
    def attributes(self) -> tuple[Attribute, ...]:
        """The columns to learn from, with the order of nominal values."""

    @property
    @abstractmethod
    def classes(self) -> tuple[Label, ...]:
        """The classes, in the order that breaks ties."""

    @abstractmethod
    def evidence(
        self, nodes: Sequence[int], attributes: Sequence[int]
    ) -> Mapping[tuple[int, int], Evidence]:
        """Return the evidence for each of the nodes and attributes, by (node, attribute).

        One call may be one scan of the cases, so it is best to ask for a level of the tree at once.
        """

    @abstractmethod
    def route(
        self, node: int, test: Test, branches: Sequence[int], min_fraction: float = 0.0
    ) -> None:
        """Assign the cases of a node to the branches of a test; the node itself is forgotten.

        A case with a known value goes down its branch. One without goes down the branch for unknown
        values, if the test has one, or else down every branch with the share of the known cases
        that it holds, rounded once; a share below ``min_fraction`` of a case, or of less than one
        unit, is dropped.

        Parameters
        ----------
        node : int
        test : NumericTest or NominalTest
        branches : sequence of int
            The numbers of the new nodes, one per branch.
        min_fraction : float, default=0
        """

    @abstractmethod
    def collect(self, node: int) -> Table:
        """Return the cases of a node as a table in memory, parts of cases as weights."""

    @abstractmethod
    def learn(
        self, spec: LearnSpec, progress: Progress | None = None, pruning_set: Table | None = None
    ) -> Learned:
        """Grow and prune the tree that a spec describes.

        Parameters
        ----------
        spec : LearnSpec
        progress : Progress, optional
            Counts the cases that have reached a leaf.
        pruning_set : Table, optional
            Other cases, with the same attributes and classes, that say how much is pruned. They
            have no part in growing.

        Raises
        ------
        KeyboardInterrupt
            If ``progress`` was asked to stop.
        InputError
            If the cases do not allow what the spec asks for.
        """


def fixed_point(weights: NDArray[np.float64] | None, n_rows: int) -> Weights:
    """Return the weights of cases in units, rounded to the nearest; None is 1 each.

    Examples
    --------
    >>> (fixed_point(np.array([0.5, 2.0]), 2) / CASE).tolist()
    [0.5, 2.0]
    """
    if weights is None:
        return np.full(n_rows, CASE, dtype=np.int64)
    return np.floor(weights * float(CASE) + 0.5).astype(np.int64)
