"""Where the data is, and who scans it."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cutpoint.engines.batches import ArrowSource
    from cutpoint.engines.duckdb_source import DuckDBSource
    from cutpoint.engines.spark import SparkSource

__all__ = ["ArrowSource", "DuckDBSource", "SparkSource"]

_PLACES = {"ArrowSource": "batches", "DuckDBSource": "duckdb_source", "SparkSource": "spark"}


def __getattr__(name: str) -> Any:
    """Import a source when it is asked for: DuckDB and Spark are no small imports."""
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module  # noqa: PLC0415

    return getattr(import_module(f"{__name__}.{_PLACES[name]}"), name)
