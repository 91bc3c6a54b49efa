"""PMML is read by JPMML, checked against the schema, and evaluated by the standard's own words.

JPMML does not know ``weightedConfidence`` and stops at a missing value: it is asked about the cases
whose way has none.
"""

from __future__ import annotations

import math
import os
import shutil
import zipfile
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from cutpoint.errors import InputError
from cutpoint.export import to_pmml
from cutpoint.tree import Tree, example_tree
from support import needs
from support.pmml_evaluator import Evaluator
from support.same_rows import (
    HOSTILE,
    N_ROWS,
    branch_of,
    expected,
    make_rows,
    make_tree,
    matrix_of,
)

SEEDS = range(20)


def made(seed: int) -> tuple[Tree, Any]:
    random = Random(seed)
    hostile: dict[str, Any] = {}
    if seed % 4 == 3:
        hostile = {"names": HOSTILE, "values": HOSTILE, "classes": HOSTILE[:5], "depth": 5}
    tree = make_tree(random, holes=seed % 5 == 4, **hostile)
    return tree, make_rows(random, tree, N_ROWS if seed < 3 else 60)


def jpmml() -> Path:
    """Return the folder of JPMML; skip where it or Java is absent."""
    package = needs.package("jpmml_evaluator")
    needs.package("jpype")
    if shutil.which("java") is None and "JAVA_HOME" not in os.environ:
        needs.absent("JPMML needs Java")
    return Path(package.__file__).parent


@pytest.mark.parametrize("seed", SEEDS)
def test_the_standard_gives_the_probabilities_of_predict_proba(seed: int) -> None:
    tree, rows = made(seed)
    evaluator = Evaluator(to_pmml(tree, "the target"))
    found = np.array([evaluator.evaluate(row) for row in rows.to_pylist()])
    wanted = expected(tree, rows)
    np.testing.assert_allclose(found, wanted.shares, atol=1e-12, rtol=0)
    sure = np.sort(found, axis=1)[:, -1] - np.sort(found, axis=1)[:, -2] > 1e-9
    chosen = [tree.classes[code] for code in found.argmax(axis=1)]
    assert [c for c, s in zip(chosen, sure, strict=True) if s] == [
        c for c, s in zip(wanted.classes, sure, strict=True) if s
    ]


def test_a_tree_in_single_precision_compares_doubles_where_singles_part() -> None:
    for seed in range(8):
        random = Random(seed)
        tree = make_tree(random, single=True)
        rows = make_rows(random, tree, 60)
        evaluator = Evaluator(to_pmml(tree))
        found = np.array([evaluator.evaluate(row) for row in rows.to_pylist()])
        marks = np.array(
            [
                [-999.01 < v < -998.99 if isinstance(v, float) else False for v in row.values()]
                for row in rows.to_pylist()
            ]
        )
        exact = np.array([[v == -999.0 for v in row.values()] for row in rows.to_pylist()])
        near = (marks & ~exact).any(axis=1)  # PMML declares one number to be missing, not a range
        assert (~near).sum() > 30
        np.testing.assert_allclose(found[~near], expected(tree, rows).shares[~near], atol=1e-6)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_document_keeps_to_the_schema(seed: int, tmp_path: Path) -> None:
    etree = needs.package("lxml.etree")
    jar = next((jpmml() / "dependencies").glob("pmml-model-1*.jar"))
    with zipfile.ZipFile(jar) as archive:
        schema = etree.XMLSchema(etree.fromstring(archive.read("pmml.xsd")))
    document = etree.fromstring(to_pmml(made(seed)[0]).encode())
    assert schema.validate(document), schema.error_log


@pytest.mark.slow
def test_jpmml_gives_the_same_class_and_probabilities_where_all_values_are_known(
    tmp_path: Path,
) -> None:
    jpmml()
    from jpmml_evaluator import make_evaluator

    seen = 0
    for seed in SEEDS:
        tree, rows = made(seed)
        path = tmp_path / f"{seed}.pmml"
        path.write_text(to_pmml(tree, "the target"), encoding="utf-8")
        evaluator = make_evaluator(str(path), backend="jpype")
        wanted = expected(tree, rows)
        matrix = matrix_of(tree, rows)
        for number, row in enumerate(rows.to_pylist()):
            if not all_known(tree, matrix[number]):
                continue
            case = {
                k: None if isinstance(v, float) and math.isnan(v) else v for k, v in row.items()
            }
            found = evaluator.evaluate(case)
            shares = [found[f"p({label})"] for label in tree.classes]
            np.testing.assert_allclose(shares, wanted.shares[number], atol=1e-12, rtol=0)
            assert found["predicted"] == wanted.classes[number]
            seen += 1
    assert seen > N_ROWS


def all_known(tree: Tree, row: np.ndarray) -> bool:
    """Return whether a case meets no unknown value on its way."""
    node = tree.root
    while not node.is_leaf:
        branch = branch_of(tree, node, row)
        if branch is None:
            return False
        node = node.branches[branch]
    return True


def test_values_that_are_numbers_or_truths_are_typed_so() -> None:
    for values, kind in [((1, 2, 30, 4), "integer"), ((False, True), "boolean")]:
        random = Random(4)
        tree = make_tree(random, values=values, classes=(0, 1))
        rows = make_rows(random, tree, 60)
        text = to_pmml(tree)
        assert f'optype="categorical" dataType="{kind}"' in text
        assert 'name="class" optype="categorical" dataType="integer"' in text
        evaluator = Evaluator(text)
        found = [evaluator.evaluate(row) for row in rows.to_pylist()]
        np.testing.assert_allclose(found, expected(tree, rows).shares, atol=1e-12)


@pytest.mark.parametrize("text", ["a\0b", "half \ud800", "bell\x07", "no character \uffff"])
def test_texts_that_xml_cannot_hold_are_refused(text: str) -> None:
    with pytest.raises(InputError, match=r"XML cannot\s+hold: rename it"):
        to_pmml(make_tree(Random(2), classes=("x", text)))


def test_a_target_named_like_a_tested_attribute_is_refused() -> None:
    with pytest.raises(InputError, match="target 'outlook' is also the name of an attribute"):
        to_pmml(example_tree(), "outlook")
