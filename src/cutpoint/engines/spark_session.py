"""What is particular to Spark's sessions: types, and what they say when they fail."""

from __future__ import annotations

import os
import re
import shutil
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pyarrow as pa

from cutpoint.engines.spark_work import CLOSING, OPENING
from cutpoint.errors import InputError

_LOST = "the session of Spark has ended: make the DataFrame again in a new session"
_GONE = re.compile(
    r"stopped SparkContext|SparkContext was shut ?down|SparkContext.*stopped"
    r"|No active Spark ?Session|Connection refused|Answer from Java side is empty"
    r"|SESSION_CLOSED|SESSION_CHANGED|failed to connect|StatusCode.UNAVAILABLE"
    r"|Error while obtaining a new communication",
    re.IGNORECASE | re.DOTALL,
)
_ABSENT = re.compile(r"ModuleNotFoundError: No module named '([^']+)'")
_RAISED = re.compile(r"[\w.]+(Error|Exception): ")
"""The last line of a trace of Python."""


def spark_schema(schema: pa.Schema) -> Any:
    """Return the types of Spark for those of Arrow."""
    from pyspark.sql.pandas.types import from_arrow_schema  # noqa: PLC0415 - an extra

    return from_arrow_schema(schema, prefer_timestamp_ntz=True)


def forget(blocks: Any) -> None:
    """Let Spark forget what it holds of a DataFrame, if its session is still there."""
    with suppress(Exception):
        blocks.unpersist()


@contextmanager
def failures() -> Iterator[None]:
    """Raise what Spark cannot do as one sentence."""
    try:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", ".*pandas", FutureWarning)  # none is used here
            yield
    except Exception as error:
        cause = error.__context__
        while cause is not None:  # what stopped Spark may be the user, and Spark says otherwise
            if not isinstance(cause, Exception):
                raise cause from None
            cause = cause.__context__
        sentence = sentence_of(error)
        if sentence is None:
            raise
        raise InputError(sentence) from error


def sentence_of(error: Exception) -> str | None:
    """Return what an exception of Spark says, in one sentence; None if it is not one of Spark's."""
    text = str(error)
    marked = text.find(OPENING)
    if marked >= 0:
        return text[marked + len(OPENING) : text.find(CLOSING, marked)]
    if not _is_of_spark(error):
        return None
    if _GONE.search(text) or isinstance(error, (ConnectionError, AttributeError)):
        return _LOST
    absent = _ABSENT.search(text)
    if absent is not None:
        return (
            f"the Python of Spark's executors has no package {absent[1]!r}: install Cutpoint there "
            "as well, or set PYSPARK_PYTHON to a Python that has it before the session is made"
        )
    # The first line says it, or the last of the trace of a worker; what follows is Java's.
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    cause = [line for line in lines if line.startswith("Caused by:")]
    said = cause[-1].removeprefix("Caused by:").strip() if cause else (lines or [""])[0]
    raised = [line for line in lines if _RAISED.match(line)]
    if raised and said.endswith(":"):
        said = raised[-1]
    return f"Spark cannot read the DataFrame: {said[:400]}"


def _is_of_spark(error: Exception) -> bool:
    origins = {kind.__module__.partition(".")[0] for kind in type(error).__mro__}
    if origins & {"pyspark", "py4j", "grpc"} or isinstance(error, ConnectionError):
        return True
    # A classic session that was stopped has no Java object any more.
    return isinstance(error, AttributeError) and "NoneType" in str(error)


def local_session(memory: int) -> Any:
    """Return the active session of Spark, or a local one with all cores of this machine.

    Half of the memory is for Java, which holds the blocks; the other half is for Python.

    Raises
    ------
    InputError
        If pyspark or Java is missing, or Java does not start.
    """
    try:
        from pyspark.sql import SparkSession  # noqa: PLC0415 - an extra
    except ImportError:
        raise InputError(
            "Spark needs the package pyspark: install it with pip install 'cutpoint[spark]'"
        ) from None
    active = SparkSession.getActiveSession()
    if active is not None:
        return active
    remote = {"SPARK_REMOTE", "MASTER"} & set(os.environ)
    home = os.environ.get("JAVA_HOME")
    found = shutil.which("java") or (home and Path(home, "bin", "java").exists())
    if not remote and not found:
        raise InputError(
            "Spark needs Java 17 or newer, and none was found: install it, for example with "
            "apt install openjdk-17-jre-headless, or set JAVA_HOME"
        )
    builder = SparkSession.builder.appName("cutpoint")
    if not remote:
        builder = builder.master("local[*]").config("spark.ui.enabled", "false")
        builder = builder.config("spark.ui.showConsoleProgress", "false")  # there is our own
        builder = builder.config("spark.driver.memory", f"{max(1024, memory >> 21)}m")
        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)  # else some python3 of the PATH
    try:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", ".*pandas", FutureWarning)  # none is used here
            session = builder.getOrCreate()
            if not remote:  # what goes wrong is said in one sentence, not in Java's log
                session.sparkContext.setLogLevel("ERROR")
            return session
    except Exception as error:
        raise InputError(f"Spark does not start: {str(error).splitlines()[0]}") from error
