"""What a table is: attributes, columns, readers, generators."""

from cutpoint.data.attribute import Attribute, Label
from cutpoint.data.frames import conform, table_from
from cutpoint.data.table import Column, Table, missing
from cutpoint.data.target import encode_target

__all__ = [
    "Attribute",
    "Column",
    "Label",
    "Table",
    "conform",
    "encode_target",
    "missing",
    "table_from",
]
