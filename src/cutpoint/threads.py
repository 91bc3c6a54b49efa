"""How many threads ``n_jobs`` asks for."""

from __future__ import annotations

import os

from cutpoint.errors import InputError


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
