"""Pruning beyond memory: the decisions of memory, in few passes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from cutpoint.engines import raising
from cutpoint.engines.batches import ArrowSource
from cutpoint.engines.budget import Budget
from cutpoint.engines.described import describe
from cutpoint.engines.out_of_core import learn_source
from cutpoint.engines.passes import Level
from cutpoint.learn import LearnSpec
from support.sources import assert_same, learn_in_memory, random_table, roles_in


class Counting(ArrowSource):
    """A source that counts the passes over it."""

    passes = 0

    def map(self, task: Any, columns: Any) -> Iterator[Any]:
        self.passes += 1
        yield from super().map(task, columns)


def prune(seed: int, missing: float, budget: Budget, **options: Any) -> tuple[int, list[Level]]:
    """See that a tree is that of memory; return the passes for pruning, and all reports."""
    table = random_table(seed, 1500, missing=missing)
    spec = LearnSpec(min_cases=3.0, **options)
    source, levels = Counting(table), []
    found = learn_source(
        source, describe(source, roles_in(table)), spec, budget=budget, report=levels.append
    )
    assert_same(learn_in_memory(table, spec), found)
    assert found.simplified
    pruning = sum(level.stage == "prune" for level in levels)
    assert source.passes > pruning
    return pruning, levels


SMALL = Budget(rows=60, sums=20_000, values=5_000)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_without_missing_values_all_nodes_are_tried_in_one_pass(seed: int) -> None:
    passes, levels = prune(seed, 0.0, Budget(rows=150, sums=20_000, values=5_000))
    large = sum(level.n_nodes for level in levels if level.stage == "grow")
    assert large > 10
    assert passes <= 6


def test_passes_do_not_grow_with_the_number_of_large_nodes() -> None:
    few, _ = prune(4, 0.05, Budget(rows=400, sums=20_000, values=5_000))
    many, levels = prune(4, 0.05, Budget(rows=100, sums=20_000, values=5_000))
    assert sum(level.n_nodes for level in levels if level.stage == "grow") > 20
    assert many <= 3 * few


@pytest.mark.parametrize("confidence", [0.01, 0.1, 0.6, 1.0])
@pytest.mark.parametrize("missing", [0.0, 0.15])
def test_every_confidence_gives_the_tree_of_memory(confidence: float, missing: float) -> None:
    prune(5, missing, SMALL, confidence=confidence)


def test_branches_that_must_be_tried_a_few_at_a_time_change_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    together, _ = prune(6, 0.1, SMALL)
    monkeypatch.setattr(raising, "_MOST_TRIED", 1)
    apart, _ = prune(6, 0.1, SMALL)
    assert apart > 2 * together


@pytest.mark.slow
def test_parts_of_cases_that_growing_drops_count_again_in_pruning() -> None:
    prune(7, 0.2, SMALL, min_fraction=0.1)
    prune(8, 0.2, SMALL, min_fraction=0.3, nominal="groups")
