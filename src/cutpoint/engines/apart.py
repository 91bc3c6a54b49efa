"""Small nodes grown apart from the rest of the tree, batch by batch.

With several threads, one of them goes on with the large nodes while the others grow the batches;
where these fall behind, it grows a batch itself.
"""

from __future__ import annotations

from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from typing import NamedTuple, Self

import numpy as np

from cutpoint.compiled import Ints
from cutpoint.data.sorted import Columns, Layout
from cutpoint.grow.found import Numbers
from cutpoint.grow.growth import LEFT_END, N_LEFT, Growth
from cutpoint.grow.left import Left
from cutpoint.grow.settings import Settings
from cutpoint.grow.small import SMALL, Grafts, grafted, grow_small, room_for_left

_MOST_LEFT = 1 << 16  # cases of a batch
_BATCHES = 8  # for each thread, so that none waits long for the last


class Task(NamedTuple):
    """What a tree is grown from, and by."""

    columns: Columns
    layout: Layout
    numbers: Numbers
    settings: Settings
    progress: Ints
    total_cases: float


class Apart:
    """The small nodes that a learner leaves in ``left``."""

    def __init__(
        self, task: Task, n_cases: int, n_classes: int, *, small: int, n_threads: int
    ) -> None:
        most, several = min(n_cases, _MOST_LEFT), small > 0 and n_threads > 1
        if several:
            most = min(most, max(SMALL, n_cases // (_BATCHES * n_threads)))
        self._task = task
        rooms = [
            room_for_left(task.columns, n_cases, most if small > 0 else 0, n_classes)
            for _ in range(n_threads + 1 if several else 1)
        ]
        # One place for each case is enough: nodes are left one after the other.
        self._rooms = [room._replace(number=rooms[0].number) for room in rooms]
        self._nothing = room_for_left(task.columns, 0, 0, n_classes)
        self._helpers = ThreadPoolExecutor(n_threads - 1) if several else None
        self._batches: deque[tuple[Future[Grafts], Left, Ints]] = deque()
        self.left = self._rooms.pop()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._helpers is not None:
            self._helpers.shutdown(cancel_futures=True)

    def grow(self, growth: Growth) -> Growth:
        """Have the nodes in ``left`` grown; return the growth, and make room for others."""
        nodes = np.argsort(-self.left.size[: growth.at[N_LEFT]], kind="stable")
        growth.at[N_LEFT], growth.at[LEFT_END] = 0, 0
        while self._batches and self._batches[0][0].done():
            batch, left, done = self._batches.popleft()
            growth = grafted(growth, left, done, batch.result())
            self._rooms.append(left)
        if self._helpers is None or not self._rooms:
            return grafted(growth, self.left, nodes, self._grown(self.left, nodes))
        batch = self._helpers.submit(self._grown, self.left, nodes)
        self._batches.append((batch, self.left, nodes))
        self.left = self._rooms.pop()
        return growth

    def wait(self, growth: Growth) -> Growth:
        """Return the growth when everything that was left is in its place."""
        while self._batches:
            batch, left, nodes = self._batches.pop()
            grafts = self._grown(left, nodes) if batch.cancel() else batch.result()
            growth = grafted(growth, left, nodes, grafts)
        return growth

    def _grown(self, left: Left, nodes: Ints) -> Grafts:
        return grow_small(left, nodes, *self._task, self._nothing)
