"""A task that never ends, for the tests of Ctrl-C: executors and threads import it from here."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cutpoint.engines.seen import Describe

PIPE = "CUTPOINT_TEST_PIPE"


@dataclass(frozen=True)
class Endless(Describe):
    """Tells a named pipe which process it runs in, and then goes on for ever."""

    pipe: str = ""

    def __call__(self, batches: Iterator[Any]) -> Iterator[Any]:
        """Return batches without rows."""
        import pyarrow as pa

        for _ in batches:
            with Path(self.pipe).open("w", encoding="utf-8") as pipe:
                pipe.write(f"{os.getpid()}\n")
            while True:
                time.sleep(0.01)
                yield pa.RecordBatch.from_pylist([], schema=self.schema)


def describe_for_ever(names: Any, roles: Any, file: str) -> Endless:
    """Return the task; the pipe is named by the environment of whoever asks."""
    return Endless(names, roles, file, os.environ[PIPE])
