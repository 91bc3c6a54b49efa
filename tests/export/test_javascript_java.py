"""JavaScript is run by Node.js, Java is compiled and run; both say what predict says."""

from __future__ import annotations

import subprocess
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cutpoint.errors import InputError
from cutpoint.export import to_java, to_javascript
from cutpoint.tree import Tree, example_tree
from support.random_rules import make_rules, rows_for
from support.random_trees import alternating_chain
from support.run_exports import node, run_java, run_javascript
from support.same_rows import HOSTILE, N_ROWS, agree, expected, make_rows, make_tree, matrix_of

RUNNERS = [run_javascript, run_java]
NAMES = (*HOSTILE, "__proto__", "constructor", "int", "class")


@pytest.mark.parametrize("run", RUNNERS)
@pytest.mark.parametrize("seed", range(3))
def test_the_source_says_what_predict_says(seed: int, run: Any, tmp_path: Path) -> None:
    random = Random(seed)
    tree = make_tree(random, single=seed == 2, holes=seed == 1, depth=5)
    rows = make_rows(random, tree, N_ROWS)
    agree(*run(tree, rows, tmp_path), expected(tree, rows))


@pytest.mark.parametrize("run", RUNNERS)
def test_hostile_names_values_and_classes_stay_texts(run: Any, tmp_path: Path) -> None:
    random = Random(1)
    tree = make_tree(random, names=NAMES, values=NAMES, classes=NAMES[-9:], depth=5)
    rows = make_rows(random, tree, 200)
    agree(*run(tree, rows, tmp_path), expected(tree, rows))


@pytest.mark.parametrize("run", RUNNERS)
def test_rules_say_what_predict_says(run: Any, tmp_path: Path) -> None:
    random = Random(3)
    rules = make_rules(random, names=NAMES, values=NAMES, classes=NAMES[-9:])
    rows = rows_for(random, rules, 300)
    matrix = matrix_of(rules, rows)  # type: ignore[arg-type]
    classes, shares = run(rules, rows, tmp_path)
    assert classes == [rules.classes[code] for code in rules.predict_codes(matrix)]
    assert abs(rules.predict_proba(matrix) - shares).max() < 1e-12


@pytest.mark.slow
def test_a_large_tree_fits_into_a_class_file(tmp_path: Path) -> None:
    tree = alternating_chain(4_000)
    rows = make_rows(Random(2), tree, 50)
    agree(*run_java(tree, rows, tmp_path), expected(tree, rows))


def test_the_script_can_be_put_into_a_page() -> None:
    source = to_javascript(make_tree(Random(1), names=("</script>", "b"), classes=("<!--", "x")))
    assert "</script>" not in source
    assert "<!--" not in source


def test_the_name_of_the_java_class_must_be_a_name() -> None:
    assert "public final class Golf {" in to_java(example_tree(), "Golf")
    for name in ("golf", "A-B", "", "A{}"):
        with pytest.raises(InputError, match="name of a Java class"):
            to_java(example_tree(), name)
    with pytest.raises(InputError, match="which Java cannot hold"):
        to_java(make_tree(Random(2), classes=("x", "half \ud800")))


def test_dates_are_read_from_texts_in_javascript(tmp_path: Path) -> None:
    from cutpoint.data.attribute import Attribute
    from cutpoint.data.dates import Calendar

    leaf = {"cases": 1.0, "errors": 0.0}
    for calendar, cut, texts in (
        (Calendar.DATE, 19799.5, ["2024-03-17", "2024-03-18"]),
        (Calendar.DATETIME, 60.25, ["1970-01-01T00:01:00.25", "1970-01-01 00:01:00.250001"]),
        (Calendar.DATETIME_UTC, 0.0, ["1970-01-01T02:00:00+02:00", "1970-01-01T00:00:01Z"]),
    ):
        nodes: list[dict[str, Any]] = [
            {
                "class": 0,
                "cases": 2.0,
                "errors": 0.0,
                "distribution": [1.0, 1.0],
                "attribute": 0,
                "cuts": [cut],
                "branches": [1, 2],
            },
            leaf | {"class": 0, "distribution": [1.0, 0.0]},
            leaf | {"class": 1, "distribution": [0.0, 1.0]},
        ]
        tree = Tree.from_nodes(nodes, [Attribute("d", calendar=calendar)], ["early", "late"])
        (tmp_path / "t.js").write_text(to_javascript(tree))
        told = subprocess.run(
            [
                node(),
                "-e",
                f"const m = require('./t.js'); for (const d of {texts!r})"
                " console.log(m.predict({d}))",
            ],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=True,
        )
        assert told.stdout.split() == ["early", "late"]
