"""How a tree or rules are handed to other systems: one file per target."""

from cutpoint.export.c import to_c
from cutpoint.export.dot import to_dot
from cutpoint.export.java import to_java
from cutpoint.export.javascript import to_javascript
from cutpoint.export.latex import to_latex
from cutpoint.export.markdown import to_markdown
from cutpoint.export.mermaid import to_mermaid
from cutpoint.export.onnx import to_onnx
from cutpoint.export.pmml import to_pmml
from cutpoint.export.python import to_python
from cutpoint.export.rules import to_rules, to_text
from cutpoint.export.schema import model_schema, to_schema
from cutpoint.export.sql_case import to_sql_case
from cutpoint.export.sql_query import to_sql

__all__ = [
    "model_schema",
    "to_c",
    "to_dot",
    "to_java",
    "to_javascript",
    "to_latex",
    "to_markdown",
    "to_mermaid",
    "to_onnx",
    "to_pmml",
    "to_python",
    "to_rules",
    "to_schema",
    "to_sql",
    "to_sql_case",
    "to_text",
]
