"""How long work is done: in a thread of its own, watched, and stopped by Ctrl-C."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from cutpoint._core import Progress

Result = TypeVar("Result")

_PATIENCE = 0.7
"""Seconds of silence before anything is shown."""
_TICK = 0.05
_LAST_WORDS = 2.0
"""Seconds that work gets to end after Ctrl-C."""


def watched(
    work: Callable[[], Result], what: str, progress: Progress | None = None, total: int = 0
) -> Result:
    """Do the work and return its result; show on a terminal that it goes on.

    The work runs in another thread, because compiled code does not look at signals: this thread
    waits for both. On Ctrl-C the work is told to stop and KeyboardInterrupt goes on its way, so
    whatever is to be written must be written after, not inside, the work.

    Parameters
    ----------
    work : function
    what : str
        What is being done, such as ``"Reading visits.csv"``.
    progress : Progress, optional
        What the work counts in, and looks at whether it is to stop.
    total : int
        Where the count ends.

    Examples
    --------
    >>> watched(lambda: 6 * 7, "Thinking")
    42
    """
    worker = _Worker(work)
    try:
        worker.start()
        if not worker.ended.wait(_PATIENCE):
            with sign(what, total if progress is not None else 0) as show:
                while not worker.ended.wait(_TICK):
                    show(0 if progress is None else progress.done, None)
    except KeyboardInterrupt:
        if progress is not None:
            progress.request_stop()
        worker.ended.wait(_LAST_WORDS)
        raise
    return worker.outcome()


class _Worker(threading.Thread, Generic[Result]):
    """A thread that holds what its work returned or raised."""

    def __init__(self, work: Callable[[], Result]) -> None:
        super().__init__(daemon=True)  # work that does not hear Ctrl-C must not hold up the exit
        self.work = work
        self.results: list[Result] = []
        self.error: BaseException | None = None
        self.ended = threading.Event()  # a `join` that Ctrl-C interrupts takes the thread for dead

    def run(self) -> None:
        try:
            self.results.append(self.work())
        except BaseException as error:
            self.error = error
        finally:
            self.ended.set()

    def outcome(self) -> Result:
        if self.error is not None:
            raise self.error
        return self.results[0]


@contextmanager
def sign(what: str, total: int) -> Iterator[Callable[[int, str | None], None]]:
    """Show a bar, or a spinner where no total is known, while the block runs: on terminals only.

    The block gets a function to call with the count so far, and with what is being done now, or
    None if that is still the same.
    """
    if not sys.stderr.isatty():
        yield lambda count, now: time.sleep(0)
        return
    from rich.console import Console  # noqa: PLC0415
    from rich.progress import (  # noqa: PLC0415
        BarColumn,
        Progress,
        ProgressColumn,
        SpinnerColumn,
        TaskProgressColumn,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns: list[ProgressColumn] = [
        SpinnerColumn(),
        TextColumn("{task.description}", markup=False),
    ]
    if total:
        columns += [BarColumn(), TaskProgressColumn(), TimeRemainingColumn(), TextColumn("left")]
    with Progress(
        *columns, TimeElapsedColumn(), console=Console(stderr=True), transient=True
    ) as bar:
        task = bar.add_task(what, total=total or None)
        # What is counted may be more than was expected: the bar ends at its end.
        yield lambda count, now: bar.update(
            task, completed=min(count, total) if total else None, description=now
        )
