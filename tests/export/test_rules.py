"""What rules are exported to is run for real, and agrees with ``predict`` on every row."""

from __future__ import annotations

import math
import os
import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from cutpoint import C45RulesClassifier, export
from cutpoint.data.frames import conform
from cutpoint.data.generate import make_mixed
from cutpoint.errors import InputError
from cutpoint.export.dialects import DIALECTS
from cutpoint.rules.ruleset import Ruleset
from support import databases, needs
from support.random_rules import make_rules, rows_for
from support.run_exports import run_c, run_python
from support.same_rows import HOSTILE, N_ROWS

ROW = "row number"
SETTINGS: list[dict[str, Any]] = [
    {},
    {"single": True},
    {"n_rules": 60, "classes": (3, -4, 0)},
    {"values": (1, 2, 30, 4), "classes": (False, True)},
    {"values": (False, True), "single": True},
    {"names": tuple(name[:60] for name in HOSTILE), "values": HOSTILE, "classes": HOSTILE},
]


def made(number: int) -> tuple[Ruleset, pa.Table]:
    random = Random(number)
    rules = make_rules(random, **SETTINGS[number])
    return rules, rows_for(random, rules, N_ROWS)


def told(rules: Ruleset, rows: pa.Table) -> tuple[list[Any], np.ndarray]:
    """Return the classes and probabilities that the rules give."""
    matrix = conform(rows, rules.attributes).matrix()
    codes = rules.predict_codes(matrix)
    assert len(set(codes.tolist())) > 1
    return [rules.classes[code] for code in codes], rules.predict_proba(matrix)


def agrees(found: tuple[list[Any], Any], wanted: tuple[list[Any], np.ndarray]) -> None:
    assert found[0] == wanted[0]
    np.testing.assert_array_equal(np.array(found[1], dtype=float), wanted[1])


@pytest.fixture(scope="module", params=databases.NAMES)
def database(request: pytest.FixtureRequest) -> Iterator[Any]:
    with databases.opened(request.param) as base:
        yield base


@pytest.mark.parametrize("number", range(len(SETTINGS)))
def test_a_database_gives_every_row_what_predict_gives(number: int, database: Any) -> None:
    rules, rows = made(number)
    if database.dialect == "mysql" and any(max(name) > "\uffff" for name in rows.column_names):
        with pytest.raises(InputError, match="rename it"):
            export.to_sql(rules, "mysql")
        return
    numbered = rows.append_column(ROW, pa.array(range(len(rows)), pa.int64()))
    place = DIALECTS[database.dialect].identifier(ROW)
    query, case = database.run(
        numbered,
        [
            export.to_sql(rules, database.dialect, **databases.with_key(database, ROW)),
            f"SELECT {place}, {export.to_sql_case(rules, database.dialect)} FROM cases",
        ],
    )
    width = rows.num_columns
    query.sort(key=lambda row: row[width])
    wanted = told(rules, rows)
    agrees(([row[width + 1] for row in query], [row[width + 2 :] for row in query]), wanted)
    assert [row[1] for row in sorted(case)] == wanted[0]


@pytest.mark.parametrize("number", range(len(SETTINGS)))
def test_the_python_module_gives_every_row_what_predict_gives(number: int, tmp_path: Path) -> None:
    rules, rows = made(number)
    agrees(run_python(rules, rows, tmp_path), told(rules, rows))


@pytest.mark.parametrize("number", range(len(SETTINGS)))
def test_the_c_function_gives_every_row_what_predict_gives(number: int, tmp_path: Path) -> None:
    rules, rows = made(number)
    agrees(run_c(rules, rows, tmp_path), told(rules, rows))


def jpmml() -> Path:
    package = needs.package("jpmml_evaluator")
    needs.package("jpype")
    if shutil.which("java") is None and "JAVA_HOME" not in os.environ:
        needs.absent("JPMML needs Java")
    return Path(package.__file__).parent


@pytest.mark.parametrize("number", range(len(SETTINGS)))
def test_jpmml_gives_every_row_what_predict_gives(number: int, tmp_path: Path) -> None:
    jpmml()
    from jpmml_evaluator import make_evaluator

    rules, rows = made(number)
    path = tmp_path / "rules.pmml"
    path.write_text(export.to_pmml(rules, "the target"), encoding="utf-8")
    evaluator = make_evaluator(str(path), backend="jpype")
    cases = rows.to_pylist()
    matrix = conform(rows, rules.attributes).matrix()
    first, _ = rules.firing(matrix)
    numbers = [None if place < 0 else str(rules.rules[place].number) for place in first]
    kept = [not (rules.single and any(map(near_the_mark, case.values()))) for case in cases]
    assert sum(kept) > N_ROWS // 2
    for case, label, rule, keep in zip(cases, told(rules, rows)[0], numbers, kept, strict=True):
        if keep:
            known = {
                k: None if isinstance(v, float) and math.isnan(v) else v for k, v in case.items()
            }
            found = evaluator.evaluate(known)
            assert (found["predicted"], found["rule"]) == (label, rule)


def near_the_mark(value: Any) -> bool:
    """Return whether a number rounds to -999: PMML declares one number missing, not a range."""
    return isinstance(value, float) and value != -999 and abs(value + 999) < 0.01


@pytest.mark.parametrize("number", range(len(SETTINGS)))
def test_the_pmml_document_keeps_to_the_schema(number: int) -> None:
    etree = needs.package("lxml.etree")
    jar = next((jpmml() / "dependencies").glob("pmml-model-1*.jar"))
    with zipfile.ZipFile(jar) as archive:
        schema = etree.XMLSchema(etree.fromstring(archive.read("pmml.xsd")))
    document = etree.fromstring(export.to_pmml(made(number)[0]).encode())
    assert schema.validate(document), schema.error_log


@pytest.mark.parametrize("faithful", [False, True])
def test_learned_rules_give_every_row_the_class_of_predict(
    faithful: bool, tmp_path: Path, database: Any
) -> None:
    table = make_mixed(1200, random_state=3)
    model = C45RulesClassifier(faithful=faithful).fit_table(table)
    rules = model.rules_
    columns = [
        pa.array(column, mask=np.isnan(column))
        if attribute.values is None
        else pa.array([None if code < 0 else attribute.values[code] for code in column.tolist()])
        for attribute, column in zip(table.attributes, table.columns, strict=True)
    ]
    rows = pa.table(columns, names=[attribute.name for attribute in table.attributes])
    wanted = told(rules, rows)
    agrees(run_python(rules, rows, tmp_path), wanted)
    agrees(run_c(rules, rows, tmp_path), wanted)
    numbered = rows.append_column(ROW, pa.array(range(len(rows)), pa.int64()))
    text = export.to_sql(rules, database.dialect, **databases.with_key(database, ROW))
    (query,) = database.run(numbered, [text])
    query.sort(key=lambda row: row[rows.num_columns])
    assert [row[rows.num_columns + 1] for row in query] == wanted[0]


def test_no_rule_at_all_is_the_default_everywhere(tmp_path: Path) -> None:
    rules = C45RulesClassifier().fit([[1.0], [2.0]], ["x", "x"]).rules_
    assert len(rules) == 0
    rows = pa.table({"x0": [1.0, None]})
    assert run_python(rules, rows, tmp_path) == (["x", "x"], [[1.0], [1.0]])
    with databases.opened("duckdb") as base:
        query, case = base.run(
            rows, [export.to_sql(rules), f"SELECT {export.to_sql_case(rules)} FROM cases"]
        )
    assert [row[1:] for row in query] == [("x", 1.0), ("x", 1.0)]
    assert case == [("x",), ("x",)]
    assert "nothing" in export.to_c(rules)
    assert 'defaultScore="x"' in export.to_pmml(rules)


def test_text_is_what_the_rules_print() -> None:
    rules, _ = made(0)
    assert export.to_text(rules) == export.to_rules(rules) == f"{rules}\n"


@pytest.mark.parametrize("write", [export.to_onnx, export.to_dot, export.to_mermaid])
def test_what_describes_trees_alone_says_so(write: Any) -> None:
    with pytest.raises(InputError, match="these are rules: export them to sql"):
        write(made(0)[0])


@pytest.mark.parametrize("text", ["a\0b", "half \ud800"])
def test_texts_that_a_target_cannot_hold_are_refused(text: str) -> None:
    rules = make_rules(Random(2), classes=("x", text))
    for write in (export.to_sql, export.to_sql_case, export.to_c, export.to_pmml):
        with pytest.raises(InputError, match="cannot hold: rename it"):
            write(rules)


def test_a_target_named_like_an_attribute_is_refused_and_one_named_rule_is_not() -> None:
    with pytest.raises(InputError, match="target 'a1' is also the name of an attribute"):
        export.to_pmml(made(0)[0], "a1")
    named = make_rules(Random(0), names=("rule", "x", "y", "z"))
    assert 'name="rule_" optype="categorical" dataType="string" feature="entityId"' in (
        export.to_pmml(named)
    )
