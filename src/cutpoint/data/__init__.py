"""What a table is: attributes, columns, readers, generators."""

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
