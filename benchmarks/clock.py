"""How time and memory are measured."""

from __future__ import annotations

import ctypes
import gc
import math
import resource
import sys
import time
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

PATIENCE = 20.0
"""Seconds after which a job takes no more than the fewest turns."""
FEWEST = 3
"""Turns of the slowest job: the time of one turn is a matter of luck, and favours the fast."""

QUICK = 5.0
"""Seconds; a job that takes less is done twice in each of its turns. While slower jobs had theirs,
a virtual machine lent the free memory to others, and to have it back is dear for a quick job."""

Name = TypeVar("Name", bound=Hashable)


@dataclass
class Clock:
    """The least times of a job so far, and its last result."""

    cpu: float = math.inf
    wall: float = math.inf
    spent: float = 0.0
    result: Any = None

    def time(self, job: Callable[[], Any]) -> None:
        """Do the job once more."""
        self.result = None
        gc.collect()
        cpu, wall = time.process_time(), time.perf_counter()
        self.result = job()
        cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
        self.spent += wall
        own = getattr(self.result, "own_seconds", None)  # of a program that has its own clock
        self.cpu = min(self.cpu, cpu if own is None else own)
        self.wall = min(self.wall, wall if own is None else own)


def take_turns(jobs: Mapping[Name, Callable[[], Any]], rounds: int) -> dict[Name, Clock]:
    """Return the clock of each job, after rounds in which all take turns.

    What else the machine does then falls on all alike, and the least time of each is spoilt least.
    """
    clocks = {name: Clock() for name in jobs}
    for turn in range(rounds):
        for name, job in jobs.items():
            if turn < FEWEST or clocks[name].spent < PATIENCE:
                clocks[name].time(job)
                if clocks[name].wall < QUICK:
                    clocks[name].time(job)
    return clocks


def extra_memory(job: Callable[[], Any]) -> float:
    """Return the megabytes that a job needs at its peak, beyond what is in use before."""
    gc.collect()
    before = _start_peak()
    job()
    return (_peak() - before) / 2**20


def _start_peak() -> float:
    """Forget earlier peaks, where the system can; return the bytes in use, or the peak so far."""
    if not sys.platform.startswith("linux"):
        return _peak()
    ctypes.CDLL(None).malloc_trim(0)  # what is free but kept would hide what the job needs
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    return _status("VmRSS")


def _peak() -> float:
    if sys.platform.startswith("linux"):
        return _status("VmHWM")  # ru_maxrss begins with that of the process that started this one
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return float(peak if sys.platform == "darwin" else peak * 1024)


def _status(field: str) -> float:
    for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
        if line.startswith(field):
            return float(line.split()[1]) * 1024
    return math.nan
