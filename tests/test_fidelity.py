"""Release 8 is reproduced to the last bit: the golden results of Quinlan's own program."""

from __future__ import annotations

import copy
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from cutpoint._core import LEVEL
from support.fidelity import (
    classifier,
    compare,
    compare_folds,
    compare_rules,
    data_of,
    first_difference,
)
from support.golden import VARIANTS, golden_names, load_golden, read_frame, require_shared

LARGE = {"adult", "electricity", "letter", "shuttle", "pendigits", "waveform-5000"}
LEVELS = [n for n in (1, 3, 4) if n <= LEVEL and find_spec(f"cutpoint._core_v{n}") is not None]
QUICK_FOLDS = {"labor", "iris", "c45-golf", "heart-h", "c45-soybean"}


def _named(quick: set[str] | None = None) -> list[object]:
    names = golden_names() or ["absent"]  # then the test itself says why it cannot run
    slow = LARGE if quick is None else set(names) - quick
    return [pytest.param(name, marks=[pytest.mark.slow] if name in slow else []) for name in names]


def test_all_44_golden_sets_are_there() -> None:
    require_shared()
    assert len(golden_names()) == 44


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("name", _named())
def test_trees_counts_and_predictions_are_those_of_the_program(name: str, variant: str) -> None:
    require_shared()
    assert compare(load_golden(name), variant) is None


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("name", _named(QUICK_FOLDS))
def test_every_fold_of_the_cross_validation_is_the_programs(name: str, variant: str) -> None:
    require_shared()
    assert compare_folds(load_golden(name), variant) is None


@pytest.mark.parametrize("variant", ["default", "s"])
@pytest.mark.parametrize("name", _named())
def test_rules_are_those_of_the_program(name: str, variant: str) -> None:
    require_shared()
    golden = load_golden(name)
    if "rules" not in golden["variants"][variant]:
        pytest.skip("the rule program was not run on so many rows")
    assert compare_rules(golden, variant) is None


def test_the_comparison_of_rules_would_notice() -> None:
    require_shared()
    golden = copy.deepcopy(load_golden("labor"))
    rules = golden["variants"]["default"]["rules"]
    rules["rules"][0]["error"] += 1e-7
    assert "rule 0" in (compare_rules(golden, "default") or "")
    rules["dropped"] = []
    assert "dropped" in (compare_rules(golden, "default") or "")


def test_columns_that_the_program_ignores_change_nothing() -> None:
    require_shared()
    golden = load_golden("hypo")
    data = data_of(golden)
    ignored = [entry["name"] for entry in golden["attributes"] if entry["kind"] == "ignore"]
    frame = data.frame.copy()
    frame.insert(0, ignored[0], read_frame(golden)[ignored[0]].astype(object))
    assert ignored
    with_it = classifier(golden, "s").fit(frame, data.target)
    without = classifier(golden, "s").fit(data.frame, data.target)
    assert with_it.tree_.to_dict() == without.tree_.to_dict()


@pytest.mark.parametrize("level", LEVELS)
def test_every_build_for_a_level_of_processor_gives_the_same_bits(level: int) -> None:
    require_shared()
    script = (
        "from support.fidelity import *\n"
        "from cutpoint import _core\n"
        "sets = [load_golden(name) for name in ('c45-golf', 'labor', 'hayes-roth')]\n"
        "same = all(compare(golden, variant) is None for golden in sets for variant in VARIANTS)\n"
        "print(_core.LEVEL, same)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=Path(__file__).parent,
        env={**os.environ, "CUTPOINT_LEVEL": str(level)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == [str(level), "True"]


def test_a_difference_is_seen_wherever_it_is() -> None:
    """The comparison itself can fail."""
    require_shared()
    golden = load_golden("iris")
    data = data_of(golden)
    usual = classifier(golden, "default").fit(data.frame, data.target)
    other = classifier(golden, "m5c10").fit(data.frame, data.target)
    assert first_difference(usual.tree_, other.tree_) is not None
    assert first_difference(usual.tree_, usual.tree_) is None
    target = data.target.copy()
    target[0] = golden["classes"][1]
    changed = classifier(golden, "default").fit(data.frame, target)
    assert first_difference(changed.unpruned_tree_, usual.unpruned_tree_) is not None


def test_a_genuine_minus_999_is_unknown_only_when_faithful() -> None:
    from cutpoint import C45Classifier

    X = np.array([[-999.0], [-999.0], [-999.0], [5.0], [6.0], [7.0]])
    y = ["a", "a", "a", "b", "b", "b"]
    assert C45Classifier(faithful=True).fit(X, y).tree_.n_leaves == 1
    assert C45Classifier(faithful=False).fit(X, y).tree_.n_leaves == 2
