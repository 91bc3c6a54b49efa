"""Independent pieces of work, shared among threads."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from cutpoint._core import Progress

Result = TypeVar("Result")


def in_threads(
    work: Callable[[int], Result], count: int, n_threads: int, progress: Progress
) -> Iterator[Result]:
    """Yield the results of ``work(0)``, ``work(1)``, ... in this order.

    If one of them fails, or Ctrl-C comes, ``progress`` tells the others to stop.

    Examples
    --------
    >>> list(in_threads(lambda number: number * number, 4, 2, Progress()))
    [0, 1, 4, 9]
    """
    if n_threads == 1 or count < 2:
        yield from map(work, range(count))
        return
    with ThreadPoolExecutor(min(n_threads, count)) as pool:
        try:
            yield from pool.map(work, range(count))
        except BaseException:
            progress.request_stop()
            pool.shutdown(cancel_futures=True)
            raise
