"""Of soft thresholds an export says that it gives the hard answer; tables show the bounds."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import numpy as np
import pytest

from cutpoint import export
from cutpoint.tree import Model, example_tree
from support.run_exports import run_python
from support.running import run
from support.same_rows import agree, expected, make_rows, make_tree

SOFT = replace(example_tree(), lower=np.array([70.0]), upper=np.array([80.0]))
WRITERS = (
    export.to_sql,
    export.to_sql_case,
    export.to_python,
    export.to_c,
    export.to_javascript,
    export.to_java,
    export.to_pmml,
    export.to_rules,
)


@pytest.mark.parametrize("write", WRITERS)
def test_a_comment_says_that_the_answer_is_hard(write) -> None:  # type: ignore[no-untyped-def]
    said = "The model has soft thresholds; this gives the hard answer, as predict does."
    assert said in write(SOFT)
    assert said not in write(example_tree())


def test_the_files_still_run(tmp_path: Path) -> None:
    random = Random(4)
    hard = make_tree(random)
    tree = replace(hard, lower=hard.cuts - 1, upper=hard.cuts + 1)
    rows = make_rows(random, tree, 80)
    agree(*run_python(tree, rows, tmp_path), expected(hard, rows))
    ElementTree.fromstring(export.to_pmml(tree))


def test_the_command_says_it_on_screen(tmp_path: Path) -> None:
    path = tmp_path / "soft.json"
    Model(SOFT, None, "play", "C45Classifier", {}).save(path)
    for target in ("sql", "python", "c", "javascript", "java", "pmml"):
        said = run("export", path, "--to", target).err
        assert "gives the hard answer, as 'cutpoint predict' does without --soft" in said
    assert run("export", path, "--to", "json").err == ""


def test_the_table_of_nodes_has_the_bounds() -> None:
    frame = SOFT.to_frame("pyarrow")
    assert frame["lower"].to_pylist() == [None, [70.0], None, None, None, None, None, None]
    assert frame["upper"].to_pylist()[1] == [80.0]
    assert "lower" not in example_tree().to_frame("pyarrow").column_names
