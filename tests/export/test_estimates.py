"""Exports of a model give the probabilities that it estimates: they are run, and compared."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from cutpoint import C45Classifier
from cutpoint.ensemble import BaggedTreesClassifier
from cutpoint.errors import InputError
from cutpoint.export import to_pmml, to_python, to_sql
from cutpoint.tree import Model, Tree
from support import databases
from support.pmml_evaluator import Evaluator
from support.run_exports import run_c, run_java, run_javascript, run_onnx, run_python
from support.running import run
from support.same_rows import branch_of, make_rows, make_tree, matrix_of

M = 3.5
SEEDS = range(4)


def added(tree: Tree, way: str) -> np.ndarray:
    """Return the cases that an estimate adds to every leaf."""
    root = tree.distribution[0]
    return np.ones(len(root)) if way == "laplace" else M * root / root.sum()


def by_formula(tree: Tree, row: np.ndarray, more: np.ndarray) -> np.ndarray:
    """Return (n_c + a_c) / (n + a) over all leaves that a case reaches, by its weight there."""
    found = np.zeros(len(more))
    reached = [(tree.root, 1.0)]
    for node, weight in reached:  # grows as it is read
        branch = None if node.is_leaf else branch_of(tree, node, row)
        if branch is not None:
            reached.append((node.branches[branch], weight))
        elif node.is_leaf or node.cases <= 0:
            counts = np.array(list(node.distribution.values())) + more
            found += weight * counts / counts.sum()
        else:
            reached += [(child, weight * child.cases / node.cases) for child in node.branches]
    return found / found.sum()


def made(seed: int, way: str, count: int = 300) -> tuple[Model, pa.Table, list[Any], np.ndarray]:
    """Return a model, rows, their classes and their probabilities by the formula."""
    random = Random(seed)
    tree = make_tree(random, single=seed == 2, holes=seed == 1)
    if seed == 3:
        costs = np.array([[0.0, 1.0, 9.0], [1.0, 0.0, 2.0], [4.0, 1.0, 0.0]])
        tree = replace(tree, costs=costs)
    rows = make_rows(random, tree, count)
    model = Model(tree, None, "the target", "C45Classifier", {"probabilities": way, "m": M})
    matrix = matrix_of(tree, rows)
    classes = [tree.classes[code] for code in tree.predict_codes(matrix)]
    return model, rows, classes, np.array([by_formula(tree, r, added(tree, way)) for r in matrix])


def close(found: Any, wanted: np.ndarray, single: bool) -> None:
    tolerance = 1e-6 if single else 1e-12
    np.testing.assert_allclose(np.array(found, dtype=float), wanted, atol=tolerance, rtol=0)


@pytest.mark.parametrize(("seed", "way"), [(0, "m"), (1, "laplace"), (2, "laplace"), (3, "m")])
def test_python_javascript_and_c_give_the_estimate(seed: int, way: str, tmp_path: Path) -> None:
    model, rows, classes, wanted = made(seed, way)
    close(model.predict_proba(matrix_of(model.tree, rows)), wanted, model.tree.single)
    for run_it in (run_python, run_javascript, run_c):
        found, shares = run_it(model.tree, rows, tmp_path, model)
        assert found == classes
        close(shares, wanted, model.tree.single)


def test_java_gives_the_estimate(tmp_path: Path) -> None:
    model, rows, classes, wanted = made(3, "m")
    found, shares = run_java(model.tree, rows, tmp_path, model)
    assert found == classes
    close(shares, wanted, model.tree.single)


@pytest.mark.parametrize("name", ["duckdb", "sqlite"])
@pytest.mark.parametrize("way", ["laplace", "m"])
def test_databases_give_the_estimate(way: str, name: str) -> None:
    with databases.opened(name) as database:
        for seed in SEEDS:
            model, rows, classes, wanted = made(seed, way)
            width, row = rows.num_columns, "row number"
            numbered = rows.append_column(row, pa.array(range(len(rows)), pa.int64()))
            query = to_sql(model, database.dialect, **databases.with_key(database, row))
            (found,) = database.run(numbered, [query])
            found.sort(key=lambda cells: cells[width])
            assert [cells[width + 1] for cells in found] == classes
            close([cells[width + 2 :] for cells in found], wanted, model.tree.single)


@pytest.mark.parametrize("seed", [0, 3])
def test_pmml_and_onnx_give_the_estimate(seed: int) -> None:
    model, rows, _, wanted = made(seed, "laplace", 100)
    evaluator = Evaluator(to_pmml(model, "the target"))
    close([evaluator.evaluate(row) for row in rows.to_pylist()], wanted, single=False)
    known = make_rows(Random(seed), model.tree, 100, unknown=0)
    _, shares = run_onnx(model.tree, known, model)
    matrix = matrix_of(model.tree, known)
    close(shares, model.predict_proba(matrix), single=False)


def test_a_fitted_classifier_and_its_file_are_exported_with_the_estimate(tmp_path: Path) -> None:
    fitted = C45Classifier(probabilities="laplace").fit([[1], [2], [3], [4]], list("aabb"))
    fitted.save(tmp_path / "model.json")
    told = run("export", tmp_path / "model.json", "--to", "python")
    assert told.err == ""
    for source, share in (
        (told.out, 0.75),
        (to_python(fitted), 0.75),
        (to_python(fitted.tree_), 1),
    ):
        exec(compile(source, "tree.py", "exec"), module := {})
        assert module["predict_proba"]({"x0": 1}) == {"a": share, "b": 1 - share}


def test_pmml_says_that_missing_values_may_change_the_class(tmp_path: Path) -> None:
    fitted = C45Classifier(probabilities="m").fit([[1], [2], [3], [4]], list("aabb"))
    fitted.save(tmp_path / "model.json")
    said = "most probable by the model's estimate"
    assert said in run("export", tmp_path / "model.json", "--to", "pmml").err
    assert said not in run("export", tmp_path / "model.json", "--to", "pmml", "--default-child").err


def test_a_bag_is_refused() -> None:
    bag = BaggedTreesClassifier(n_estimators=2, random_state=0).fit([[1], [2]], ["a", "b"])
    with pytest.raises(InputError, match="export its trees one by one"):
        to_python(bag)
