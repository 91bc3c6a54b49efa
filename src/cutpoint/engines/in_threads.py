"""Independent pieces of work, shared among threads."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from cutpoint._core import Progress

Result = TypeVar("Result")


def in_threads(
    work: Callable[[int], Result], count: int, n_threads: int, progress: Progress
) -> list[Result]:
    """Return the results of ``work(0)``, ``work(1)``, ... in this order.

    If one of them fails, or Ctrl-C comes, ``progress`` tells the others to stop.

    Examples
    --------
    >>> in_threads(lambda number: number * number, 4, 2, Progress())
    [0, 1, 4, 9]
    """
    if n_threads == 1 or count < 2:
        return [work(number) for number in range(count)]
    with ThreadPoolExecutor(min(n_threads, count)) as pool:
        try:
            return list(pool.map(work, range(count)))
        except BaseException:
            progress.request_stop()
            pool.shutdown(cancel_futures=True)
            raise
