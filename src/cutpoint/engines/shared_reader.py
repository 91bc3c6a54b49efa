"""One reader of record batches, several threads: each takes the next batch."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from queue import Queue
from typing import TYPE_CHECKING, Any

from cutpoint.engines.base import Task

if TYPE_CHECKING:
    import pyarrow as pa


class SharedReader:
    """The batches of one reader, which several threads take in turn."""

    def __init__(self, reader: Any, n_columns: int) -> None:
        self._reader, self._n_columns = reader, n_columns
        self._lock = threading.Lock()
        self.stopped = False

    def __iter__(self) -> Iterator[pa.RecordBatch]:
        return self

    def __next__(self) -> pa.RecordBatch:
        with self._lock:
            if self.stopped:
                raise StopIteration
            batch: pa.RecordBatch = next(self._reader)
        return batch if self._n_columns else batch.select([])


def map_in_threads(task: Task, shared: SharedReader, n_threads: int) -> Iterator[pa.RecordBatch]:
    """Yield the results of a task that several threads carry out together."""
    results: Queue[Any] = Queue(maxsize=2 * n_threads)

    def work() -> None:
        try:
            for batch in task(iter(shared)):
                results.put(batch)
                if shared.stopped:
                    break
            results.put(None)
        except BaseException as error:  # raised again by the thread that asked
            results.put(error)

    threads = [threading.Thread(target=work, daemon=True) for _ in range(n_threads)]
    for thread in threads:
        thread.start()
    try:
        ended = 0
        while ended < n_threads:
            found = results.get()
            if found is None:
                ended += 1
            elif isinstance(found, BaseException):
                ended += 1
                raise found
            else:
                yield found
    finally:
        shared.stopped = True
        while any(thread.is_alive() for thread in threads):
            while not results.empty():
                results.get()
            for thread in threads:
                thread.join(0.02)
