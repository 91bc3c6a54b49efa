"""What a tree says of the rows of a matrix: prepares the arrays, shares the rows among threads."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.lib.stride_tricks import as_strided
from numpy.typing import ArrayLike, NDArray

from cutpoint.errors import InputError
from cutpoint.tree import ends, route, structure
from cutpoint.tree.route import Reals, Routes, Rows, Scratch, Steps
from cutpoint.tree.soft import cuts_of, soft_weights

if TYPE_CHECKING:
    from scipy.sparse import csr_array

    from cutpoint.tree.tree import Tree

_BLOCK = 1 << 15
"""Rows that one thread takes at a time; a tree in single precision copies them."""
_MOST_STEPS = 32
"""Steps that every row takes before it is looked at whether it has stopped."""
_UNKNOWN = np.float32(-999.0)
"""C4.5's own mark of an unknown number."""


class Router:
    """A tree made ready for routing; kept by the tree from its first use on."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.real: type[np.floating[Any]] = np.float32 if tree.single else np.float64
        self.routes = _routes(tree, self.real)
        branches = np.maximum(tree.n_branches.astype(np.int64) - 1, 0)
        self.room = int((structure.sums_above(tree, branches) + branches).max()) + 1
        self.default = ends.default_shares(tree)
        self.default_code = int(np.argmax(self.default))
        self.code_of = ends.codes_of_ends(tree)
        self.code_of[tree.n_branches > 0] = route.SHARED

    def weights(self, X: ArrayLike, n_jobs: int | None) -> NDArray[np.float64]:
        """Return the class weights of each row."""
        matrix = self._checked(X)
        sums = np.zeros((len(matrix), len(self.tree.classes)), dtype=np.float64)

        def work(low: int, high: int) -> None:
            rows, first = self._rows(matrix, low, high)
            out = (
                np.zeros((high - low, sums.shape[1]), self.real)
                if self.tree.single
                else sums[low:high]
            )
            route.class_weights(self.routes, rows, first, _stops(low, high), self._scratch(), out)
            sums[low:high] = out

        share_out(work, len(matrix), n_jobs)
        return sums

    def codes(self, X: ArrayLike, n_jobs: int | None) -> NDArray[np.int32]:
        """Return the class of each row, as a position in the classes."""
        matrix = self._checked(X)
        codes = np.empty(len(matrix), dtype=np.int32)

        def work(low: int, high: int) -> None:
            rows, first = self._rows(matrix, low, high)
            stops, scratch, out = _stops(low, high), self._scratch(), codes[low:high]
            route.class_codes(
                self.routes, rows, first, stops, scratch, self.code_of, self.default_code, out
            )

        share_out(work, len(matrix), n_jobs)
        return codes

    def shares(self, X: ArrayLike, n_jobs: int | None) -> NDArray[np.float64]:
        """Return the class weights of each row, scaled to sum to 1."""
        return self._scaled(self.weights(X, n_jobs))

    def soft_shares(self, X: ArrayLike) -> NDArray[np.float64]:
        """Return the class weights of each row by soft thresholds, scaled to sum to 1."""
        matrix = self._checked(X)
        rows, first = self._rows(matrix, 0, len(matrix))
        sums = np.zeros((len(matrix), len(self.tree.classes)), self.real)
        soft_weights(self.routes, rows, first, cuts_of(self.tree), self._scratch(), sums)
        return self._scaled(sums.astype(np.float64))

    def _scaled(self, sums: NDArray[np.float64]) -> NDArray[np.float64]:
        totals = sums.sum(axis=1, keepdims=True)
        empty = totals[:, 0] <= 0
        if empty.any():
            sums[empty], totals[empty] = self.default, 1.0
        sums /= totals
        return sums

    def ends(self, X: ArrayLike, n_jobs: int | None) -> NDArray[np.int64]:
        """Return the leaf of each row that gets the greatest share."""
        matrix = self._checked(X)
        ends = np.empty(len(matrix), dtype=np.int64)

        def work(low: int, high: int) -> None:
            rows, first = self._rows(matrix, low, high)
            route.heaviest_ends(
                self.routes, rows, first, _stops(low, high), self._scratch(), ends[low:high]
            )

        share_out(work, len(matrix), n_jobs)
        return ends

    def paths(self, X: ArrayLike) -> csr_array[Any, tuple[int, int]]:
        """Return which nodes each row reaches."""
        from scipy.sparse import csr_array  # noqa: PLC0415  # scipy is slow to import

        matrix = self._checked(X)
        rows, _ = self._rows(matrix, 0, len(matrix))
        above, scratch = structure.parents(self.tree), self._scratch()
        starts = np.zeros(len(matrix) + 1, dtype=np.int64)
        follow = partial(self._follow, rows, scratch, above)
        follow(route.path_lengths, starts[1:])
        np.cumsum(starts, out=starts)
        nodes = np.empty(starts[-1], dtype=np.int32)
        follow(route.paths, starts, nodes)
        shape = (len(matrix), self.tree.n_nodes)
        result = csr_array((np.ones(len(nodes), dtype=np.int8), nodes, starts), shape=shape)
        result.sort_indices()
        return result

    def _follow(
        self,
        rows: Rows,
        scratch: Scratch,
        above: NDArray[np.int32],
        write: Callable[..., None],
        *out: NDArray[Any],
    ) -> None:
        seen = np.full(self.tree.n_nodes, -1, dtype=np.int64)
        write(self.routes, rows, scratch, above, seen, *out)

    def _checked(self, X: ArrayLike) -> NDArray[np.float64]:
        try:
            matrix = np.asarray(X, dtype=np.float64)
        except (TypeError, ValueError) as error:
            raise InputError(f"the tree needs a matrix of numbers: {error}") from None
        n_attributes = len(self.tree.attributes)
        if matrix.ndim != 2 or matrix.shape[1] != n_attributes:
            raise InputError(
                f"the tree needs a matrix with {n_attributes} columns, not one of shape "
                f"{matrix.shape}"
            )
        return matrix

    def _rows(self, matrix: NDArray[np.float64], low: int, high: int) -> tuple[Rows, int]:
        """Return rows low ... high - 1 as the kernels read them, and the place of the first."""
        if not self.tree.single:
            return _strided(matrix), low
        with np.errstate(over="ignore"):  # beyond single precision is infinite, as in C
            block = matrix[low:high].astype(np.float32)
        block[block == _UNKNOWN] = np.nan
        return _strided(block), 0

    def _scratch(self) -> Scratch:
        return Scratch(
            np.empty(self.room, dtype=np.int32),
            np.empty(self.room, dtype=self.real),
            np.empty(self.tree.n_leaves, dtype=np.int32),
            np.empty(self.tree.n_leaves, dtype=self.real),
            np.empty(route.BLOCK, dtype=np.int32),
        )


def _routes(tree: Tree, real: type[np.floating[Any]]) -> Routes:
    n_values = np.array(
        [-1 if attribute.values is None else len(attribute.values) for attribute in tree.attributes]
        or [-1],
        dtype=np.int64,
    )[tree.attribute]
    leaf = tree.n_branches == 0
    n_known = tree.n_known_branches
    has_unknown = n_known < tree.n_branches
    one_cut = (n_known == 2) & (n_values < 0) & ~has_unknown
    steps = np.zeros(tree.n_nodes, dtype=route.step_type(real))
    steps["attribute"] = np.where(leaf, 0, np.where(one_cut, tree.attribute, -1 - tree.attribute))
    steps["first"] = np.where(leaf, np.arange(tree.n_nodes), tree.first_child)
    steps["cut"] = np.inf
    steps["cut"][one_cut] = tree.cuts[tree.test_start[one_cut]]

    # Of all other tests, one entry per value or interval, and one for unknown values.
    other = np.flatnonzero(~leaf & ~one_cut)
    nominal = n_values[other] >= 0
    size = np.where(nominal, n_values[other], n_known[other])
    start = np.cumsum(size + 1) - (size + 1)
    steps["first"][other] = start
    steps["cut"][other] = np.where(nominal, size, -size)
    node, nominal = np.repeat(other, size + 1), np.repeat(nominal, size + 1)
    position = np.arange(len(node)) - np.repeat(start, size + 1)
    source = tree.test_start[node] + position
    branch = position.copy()
    branch[start + size] = -1
    mapped = nominal & (branch >= 0)
    branch[mapped] = tree.branch_of[source[mapped]]
    branch = np.where((branch < 0) & has_unknown[node], n_known[node], branch)
    following = np.where(branch < 0, node, tree.first_child[node] + branch)
    cuts = np.full(len(node), np.inf)
    cut = ~nominal & (position < n_known[node] - 1)
    cuts[cut] = tree.cuts[source[cut]]
    return Routes(
        Steps(steps, following.astype(np.int32), _plain(cuts, real)),
        len(other) == 0,
        _typical_steps(tree.cases, leaf),
        np.ascontiguousarray(tree.first_child, dtype=np.int32),
        np.ascontiguousarray(tree.n_branches, dtype=np.int32),
        np.ascontiguousarray(tree.label, dtype=np.int32),
        _plain(tree.cases, real),
        _plain(tree.distribution, real),
    )


def _typical_steps(cases: NDArray[np.float64], leaf: NDArray[np.bool_]) -> int:
    """Return the mean number of tests that a case meets, or a few dozen.

    The weights of a tree that was not learned need not make sense.
    """
    with np.errstate(over="ignore", divide="ignore", invalid="ignore"):
        steps = cases[~leaf].sum() / cases[0]
    return int(steps) if steps < _MOST_STEPS else _MOST_STEPS


def _stops(low: int, high: int) -> NDArray[np.int32]:
    return np.empty(high - low, dtype=np.int32)


def _plain(array: NDArray[np.float64], real: type[np.floating[Any]]) -> Reals:
    return np.ascontiguousarray(array, dtype=real)


def _strided(matrix: NDArray[Any]) -> Rows:
    """Return a matrix of any layout as flat memory, without a copy where that is possible.

    Numba compiles a kernel for each layout it meets; flat memory with two steps is one for all. The
    memory is marked read-only for the same reason.
    """
    size = matrix.itemsize
    if matrix.size == 0:
        return Rows(np.broadcast_to(matrix.dtype.type(0), (1,)), 0, 0)
    if any(step < 0 or step % size for step in matrix.strides) or not matrix.flags.aligned:
        matrix = matrix.copy()
    row_step, column_step = (step // size for step in matrix.strides)
    span = (len(matrix) - 1) * row_step + (matrix.shape[1] - 1) * column_step + 1
    memory = as_strided(matrix, (span,), (size,), writeable=False)
    return Rows(memory, row_step, column_step)


def share_out(work: Callable[[int, int], None], n_rows: int, n_jobs: int | None) -> None:
    """Do the work on blocks of rows, in as many threads as asked for."""
    blocks = [(low, min(low + _BLOCK, n_rows)) for low in range(0, n_rows, _BLOCK)]
    n_threads = min(thread_count(n_jobs), len(blocks))
    if n_threads <= 1:
        for low, high in blocks:
            work(low, high)
        return
    with ThreadPoolExecutor(n_threads) as pool:
        list(pool.map(lambda block: work(*block), blocks))


def thread_count(n_jobs: int | None) -> int:
    """Return the number of threads that ``n_jobs`` asks for: None is 1, -1 is every core.

    Examples
    --------
    >>> thread_count(None), thread_count(3)
    (1, 3)
    """
    if n_jobs is None:
        return 1
    if n_jobs == 0:
        raise InputError("n_jobs must not be 0; use 1 for one thread, -1 for every core")
    if n_jobs > 0:
        return n_jobs
    try:
        cores = len(os.sched_getaffinity(0))
    except AttributeError:  # not on this system
        cores = os.cpu_count() or 1
    return max(1, cores + 1 + n_jobs)
