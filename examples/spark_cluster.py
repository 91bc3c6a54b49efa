"""A real cluster of Spark on this machine: a master and workers, from the pyspark package alone.

Everything listens on the loopback address, on ports that the system gives. What was started is
stopped at the end, whatever happens: each process carries a mark in its environment by which also
those are found that Spark started itself.
"""

from __future__ import annotations

import os
import re
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Self

import pyspark
from pyspark import SparkContext
from pyspark.sql import SparkSession

MARK = "CUTPOINT_SPARK_CLUSTER"
"""The variable of the environment by which processes are found."""
SHORT_LIVED = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
"""How Java starts quickly."""
PATIENCE = 300.0
"""Seconds after which something that was waited for is taken to be broken."""


class Service:
    """A master or a worker: one process, and what it has written so far."""

    def __init__(self, name: str, command: list[str], folder: Path, env: dict[str, str]) -> None:
        self.name, self.log = name, folder / f"{name}.log"
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                command,
                stdout=log,
                stderr=subprocess.STDOUT,
                stdin=subprocess.DEVNULL,
                cwd=folder,
                env=env,
                start_new_session=True,
            )

    def waits_for(self, pattern: str) -> str:
        """Return what the pattern's group matches, as soon as the process has written it."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            found = re.search(pattern, self.log.read_text(errors="replace"))
            if found is not None:
                return found[1]
            if self.process.poll() is not None:
                break
            time.sleep(0.1)
        last = "\n".join(self.log.read_text(errors="replace").splitlines()[-5:])
        raise RuntimeError(f"the {self.name} did not start:\n{last}")

    def kill(self) -> None:
        """Kill it and the executors below it, at once."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


class Cluster:
    """A master and workers of one core each, to be used in a ``with`` statement.

    Parameters
    ----------
    workers : int, default=2
    memory : str, default="600m"
        Of the executor of each worker.
    """

    def __init__(self, workers: int = 2, memory: str = "600m") -> None:
        self.count, self.memory = workers, memory
        self.mark = secrets.token_hex(8)
        self.services: list[Service] = []

    def __enter__(self) -> Self:
        self.folder = Path(tempfile.mkdtemp(prefix="cutpoint-spark-"))
        self.home = Path(pyspark.__file__).parent
        os.environ[MARK] = self.mark
        os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
        os.environ["PYSPARK_PYTHON"] = sys.executable
        self.env = os.environ | {
            "SPARK_HOME": str(self.home),
            "SPARK_DAEMON_MEMORY": "400m",
            "SPARK_DAEMON_JAVA_OPTS": SHORT_LIVED,
            "SPARK_LOG_DIR": str(self.folder),
        }
        try:
            master = self._start("master", "master.Master")
            self.address = master.waits_for(r"Starting Spark master at (spark://\S+)")
            self.workers = [self._worker(number) for number in range(self.count)]
            for worker in self.workers:
                worker.waits_for("(Successfully registered) with master")
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        for service in reversed(self.services):
            service.kill()
        for process in marked(self.mark):
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        os.environ.pop(MARK, None)
        shutil.rmtree(self.folder, ignore_errors=True)

    @contextmanager
    def session(self, **settings: str) -> Iterator[Any]:
        """Give a session on the cluster, and end it and its Java."""
        builder = SparkSession.builder.master(self.address).appName("cutpoint")
        builder = builder.config(
            map={
                "spark.log.level": "OFF",  # a killed worker is no news here
                "spark.ui.enabled": "false",
                "spark.ui.showConsoleProgress": "false",
                "spark.driver.host": "127.0.0.1",
                "spark.driver.bindAddress": "127.0.0.1",
                "spark.driver.memory": "1g",
                "spark.driver.extraJavaOptions": SHORT_LIVED,
                "spark.executor.memory": self.memory,
                "spark.executor.cores": "1",
                "spark.executor.extraJavaOptions": SHORT_LIVED,
                "spark.sql.shuffle.partitions": "4",
                **settings,
            }
        )
        warnings.filterwarnings("ignore", ".*support pandas", FutureWarning)  # none is used here
        session = builder.getOrCreate()
        gateway = SparkContext._gateway
        try:
            yield session
        finally:
            session.stop()
            gateway.shutdown()
            gateway.proc.stdin.close()
            gateway.proc.wait()
            SparkContext._gateway = SparkContext._jvm = None

    def add_worker(self) -> Service:
        """Start one more worker and wait until the master knows it."""
        worker = self._worker(len(self.workers))
        self.workers.append(worker)
        worker.waits_for("(Successfully registered) with master")
        return worker

    def _worker(self, number: int) -> Service:
        name = f"worker-{number}"
        options = ["--cores", "1", "--memory", "1g", "--work-dir", str(self.folder / name)]
        return self._start(name, "worker.Worker", *options, self.address)

    def _start(self, name: str, what: str, *arguments: str) -> Service:
        script = str(self.home / "bin" / "spark-class")
        where = ["--host", "127.0.0.1", "--port", "0", "--webui-port", "0"]
        command = [script, f"org.apache.spark.deploy.{what}", *where, *arguments]
        service = Service(name, command, self.folder, self.env)
        self.services.append(service)
        return service


def marked(mark: str) -> list[int]:
    """Return the other processes that have a mark in their environment, where /proc tells."""
    wanted = f"{MARK}={mark}".encode()
    found = []
    for entry in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError):
            if wanted in entry.read_bytes().split(b"\0"):
                found.append(int(entry.parent.name))
    return [process for process in found if process != os.getpid()]
