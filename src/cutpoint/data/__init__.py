"""What a table is: attributes, columns, readers, generators."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cutpoint.data.attribute import Attribute, Label
    from cutpoint.data.c45 import read_c45
    from cutpoint.data.frames import conform, table_from
    from cutpoint.data.generate import demo_path, make_mixed
    from cutpoint.data.read import read_table
    from cutpoint.data.table import Column, Table, missing
    from cutpoint.data.target import encode_target

__all__ = [
    "Attribute",
    "Column",
    "Label",
    "Table",
    "conform",
    "demo_path",
    "encode_target",
    "make_mixed",
    "missing",
    "read_c45",
    "read_table",
    "table_from",
]

_HOME = {
    "Attribute": "attribute",
    "Column": "table",
    "Label": "attribute",
    "Table": "table",
    "conform": "frames",
    "demo_path": "generate",
    "encode_target": "target",
    "make_mixed": "generate",
    "missing": "table",
    "read_c45": "c45",
    "read_table": "read",
    "table_from": "frames",
}


def __getattr__(name: str) -> Any:
    """Import a public name at its first use: who predicts reads no files."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"cutpoint.data.{_HOME[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
