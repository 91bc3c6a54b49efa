"""How a tree is handed to other systems: one file per target."""

from cutpoint.export.c import to_c
from cutpoint.export.pmml import to_pmml
from cutpoint.export.python import to_python
from cutpoint.export.sql_case import to_sql_case
from cutpoint.export.sql_query import to_sql

__all__ = ["to_c", "to_pmml", "to_python", "to_sql", "to_sql_case"]
