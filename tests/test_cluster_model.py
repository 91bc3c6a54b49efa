"""The simulation of a large cluster gives what can be worked out by hand where it can."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

PLACE = Path(__file__).resolve().parents[1] / "benchmarks" / "cluster_model.py"


@pytest.fixture(scope="module")
def model() -> Any:
    spec = importlib.util.spec_from_file_location("cluster_model", PLACE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["cluster_model"] = module
    spec.loader.exec_module(module)
    return module


def ideal(model: Any) -> Any:
    """Return a machine that costs nothing but work."""
    return model.Measured(launch=0.0, job=0.0, added_per_second=float("inf"), spread=0.0)


def test_equal_tasks_on_equal_cores_run_in_waves(model: Any) -> None:
    cluster = model.Cluster(machines=2, cores=3, lost=0)
    ends = model.schedule([5.0] * 13, cluster, ideal(model), Random(0))
    assert sorted(ends) == [5.0] * 6 + [10.0] * 6 + [15.0]


def test_a_driver_that_launches_slowly_is_what_counts(model: Any) -> None:
    cluster = model.Cluster(machines=10, cores=10, lost=0)
    measured = replace(ideal(model), launch=1.0)
    ends = model.schedule([0.5] * 100, cluster, measured, Random(0))
    assert max(ends) == 100.5


def test_what_a_lost_machine_did_is_done_by_the_others(model: Any) -> None:
    cluster = model.Cluster(machines=2, cores=1, lost=1)
    ends = model.schedule([4.0] * 2, cluster, ideal(model), Random(0))
    assert sorted(ends) == [4.0, 8.0]
    with pytest.raises(ValueError, match="all machines are lost"):
        model.schedule([4.0], replace(cluster, lost=2), ideal(model), Random(0))


def test_without_other_costs_a_pass_is_its_work_divided_among_all_cores(model: Any) -> None:
    cluster = model.Cluster(machines=10, cores=10, network=float("inf"), lost=0)
    fit = model.Fit(rows=1e8, learner_memory=1e9)
    steps = model.simulate(fit, cluster, ideal(model))
    level = next(step for step in steps if step.name == "level 0")
    assert level.seconds == pytest.approx(1e8 / 100 / ideal(model).rows_per_second)
    # 1e8 rows halve seven times before a node is below 961,538 rows.
    assert model.small_rows(fit) == pytest.approx(1e9 / 2 / 520)
    assert [step.name for step in steps][-2:] == ["level 6, bins", "finish"]


def test_sums_of_every_task_cross_the_link_of_the_driver(model: Any) -> None:
    cluster = model.Cluster(machines=10, cores=10, network=1e6, lost=0)
    fit = model.Fit(rows=1e7, bins=100, attributes=10, classes=2)
    steps = model.simulate(fit, cluster, ideal(model))
    level = next(step for step in steps if step.name == "level 0")
    assert level.collected == 100 * 100 * 10 * 2 * 8
    assert level.driver == pytest.approx(level.collected / 1e6)


def test_many_sums_are_added_up_before_the_driver_gets_them(model: Any) -> None:
    cluster = model.Cluster(machines=10, cores=10, network=1e6, disk=float("inf"), lost=0)
    fit = model.Fit(rows=1e7, bins=1000, attributes=100, classes=2)
    steps = model.simulate(fit, cluster, ideal(model))
    level = next(step for step in steps if step.name == "level 0")
    assert level.collected == 1000 * 100 * 2 * 8
    assert level.driver == pytest.approx(level.collected / 1e6)
    # Each machine sends nine tenths of what its ten tasks have counted to the others.
    counting = 1e7 / 100 / ideal(model).rows_per_second
    assert level.work == pytest.approx(counting + 10 * level.collected * 0.9 / 1e6)


def test_the_program_prints_the_passes_and_what_breaks_first() -> None:
    found = subprocess.run(
        [sys.executable, str(PLACE), "--rows", "1e9", "--machines", "10"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "| level 0 |" in found.stdout
    assert "In all " in found.stdout
    assert "to the driver: spark.driver.maxResultSize" in found.stdout
