"""The contract between those who learn and where the cases are.

A table that is not in memory is a :class:`Source`: something that maps a function over Arrow record
batches. What learning needs is built on that alone (``engines/out_of_core.py``), so that a new
engine is a class with a handful of methods; retries, scheduling, spilling and shuffles are its own.

A table in memory needs no contract: the core learns from it in place (``engines/memory.py``). Both
give a :class:`Learned`, and what is to be learned is a :class:`~cutpoint.learn.LearnSpec`.

Weights are whole numbers, 2^30 to a case. They add up to the same in any order, so neither batches
nor partitions nor threads can change a tree; an engine must add them up exactly.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from cutpoint.tree.tree import Tree

if TYPE_CHECKING:
    import pyarrow as pa

    from cutpoint.engines.windows import Trial
    from cutpoint.tree.pruning_path import PruningPath

Weights = NDArray[np.int64]
"""Weights in units of 2^-30 of a case."""

CASE = 1 << 30
"""The units of one case."""
ROUNDING = 1024
"""Units that the rounding of parts may add up to: what differs by less is equal."""


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

    def map_sums(self, task: Task, columns: Sequence[str], size: int) -> Iterator[pa.RecordBatch]:
        """Return the results of a task that may be added up.

        They have a column "place" of whole numbers and a column "units" of lists of them: lists of
        the same place are as long as each other, and whoever asks adds them up. An engine whose
        partitions are far away may do so before.

        Parameters
        ----------
        task : Task
        columns : sequence of str
        size : int
            How many sums there are in all places together.
        """
        del size
        return self.map(task, columns)

    def part(self, task: Task, columns: Sequence[str]) -> Part | None:
        """Return the results of a task as a source of its own, whose rows are read faster.

        None, as here, if the engine has no place for them. Whoever asks closes it.
        """
        del task, columns
        return None

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


class Part(Source):
    """Some rows of a source, held for passes that need no others."""

    @abstractmethod
    def close(self) -> None:
        """Free what they take up: nothing can be read of them any more."""


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
