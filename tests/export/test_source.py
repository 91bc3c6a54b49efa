"""The Python module is run alone, in an interpreter without packages; the C file is compiled."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import pyarrow as pa
import pytest

from cutpoint.errors import InputError
from cutpoint.export import to_c, to_python
from cutpoint.tree import Tree
from support import needs
from support.random_trees import alternating_chain
from support.run_exports import run_c, run_python
from support.same_rows import HOSTILE, N_ROWS, agree, expected, make_rows, make_tree


@pytest.mark.parametrize("run", [run_python, run_c])
@pytest.mark.parametrize("seed", needs.seeds(12, quick=4))
def test_the_source_says_what_predict_says(seed: int, run: Any, tmp_path: Path) -> None:
    random = Random(seed)
    tree = make_tree(random, single=seed % 3 == 2, holes=seed % 4 == 3)
    rows = make_rows(random, tree, N_ROWS)
    agree(*run(tree, rows, tmp_path), expected(tree, rows))


@pytest.mark.parametrize("run", [run_python, run_c])
def test_hostile_names_values_and_classes_stay_texts(run: Any, tmp_path: Path) -> None:
    random = Random(1)
    tree = make_tree(random, names=HOSTILE, values=HOSTILE, classes=HOSTILE[:9], depth=5)
    rows = make_rows(random, tree, 100)
    agree(*run(tree, rows, tmp_path), expected(tree, rows))


@pytest.mark.parametrize("run", [run_python, run_c])
def test_whole_numbers_and_truth_values_are_found_as_values(run: Any, tmp_path: Path) -> None:
    random = Random(5)
    for values in [(1, 2, 30, 4), (False, True)]:
        tree = make_tree(random, values=values, classes=(0, 1))
        rows = make_rows(random, tree, 40)
        agree(*run(tree, rows, tmp_path), expected(tree, rows))


def test_a_single_leaf_needs_no_columns(tmp_path: Path) -> None:
    leaf = {"class": 1, "cases": 4.0, "errors": 1.0, "distribution": [1.0, 3.0]}
    tree = Tree.from_nodes([leaf], [], ["no", "yes"])
    module: dict[str, Any] = {}
    exec(to_python(tree), module)
    assert module["predict"]({}) == "yes"
    assert module["predict_proba"]({}) == {"no": 0.25, "yes": 0.75}
    if shutil.which("cc"):
        (tmp_path / "t.c").write_text(to_c(tree))
        subprocess.run(
            ["cc", "-std=c99", "-Wall", "-Wextra", "-Werror", "-c", "t.c"], cwd=tmp_path, check=True
        )


def test_names_that_c_reserves_or_confuses_get_fields_of_their_own() -> None:
    tree = make_tree(Random(3), names=("int", "INT", "a b", "a_b", "2x"), depth=8)
    source = to_c(tree)
    fields = re.findall(r"^    (?:double |const char \*)(\w+); /\*", source, re.MULTILINE)
    assert sorted(fields) == ["a_b", "a_b_2", "c_2x", "c_int", "c_int_2"]


@pytest.mark.parametrize("text", ["a\0b", "half \ud800"])
def test_c_refuses_texts_that_it_cannot_hold(text: str) -> None:
    with pytest.raises(InputError, match="which C cannot hold: rename it"):
        to_c(make_tree(Random(2), classes=("x", text)))
    module: dict[str, Any] = {}
    exec(to_python(make_tree(Random(2), classes=("x", text))), module)
    assert module["CLASSES"] == ("x", text)


def test_the_name_of_the_c_functions_must_be_a_name() -> None:
    assert "int golf_predict(" in to_c(make_tree(Random(2)), name="golf")
    with pytest.raises(InputError, match="cannot start the names"):
        to_c(make_tree(Random(2)), name="x; int y")


def test_a_deep_tree_becomes_python_and_c(tmp_path: Path) -> None:
    """A chain of 2,000 tests: no nesting, so no limit of a parser is met."""
    tree = alternating_chain(2_000)
    rows = pa.table({"x": [-1.0, 0.0, 0.5, 1000.0, 1999.0, 5000.0, None]})
    for run in (run_python, run_c):
        agree(*run(tree, rows, tmp_path), expected(tree, rows))
