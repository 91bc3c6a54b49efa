"""Random mixed tables, and the two ways to learn from them: in memory, and from a source."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa

from cutpoint.data.frames import table_from
from cutpoint.data.weights import weighted_table
from cutpoint.engines.base import Learned, Source
from cutpoint.engines.budget import Budget
from cutpoint.engines.described import describe
from cutpoint.engines.memory import learn
from cutpoint.engines.out_of_core import learn_source
from cutpoint.engines.roles import Roles
from cutpoint.engines.weighing import weighed
from cutpoint.learn import LearnSpec
from cutpoint.tree.tree import Tree

TARGET, WEIGHT = "outcome", "weight"


def random_table(
    seed: int, n_rows: int, *, missing: float = 0.08, weighted: bool = False, n_classes: int = 3
) -> pa.Table:
    """Return a table of numbers with many and few values, and of words; some are missing."""
    draws = np.random.default_rng(seed)
    age, visits = draws.normal(50, 15, n_rows), draws.integers(0, 40, n_rows).astype(float)
    dose = np.round(draws.exponential(size=n_rows), 2)
    ward, smokes = draws.choice(list("abcd"), n_rows), draws.choice(["often", "never"], n_rows)
    score = age / 15 + 0.1 * visits * (smokes == "often") + (ward == "a")
    score = score + 0.7 * draws.normal(size=n_rows)
    limits = np.quantile(score, np.linspace(0, 1, n_classes + 1)[1:-1])
    columns: dict[str, Any] = {}
    named = {"age": age, "visits": visits, "ward": ward, "dose": dose, "smokes": smokes}
    for name, values in named.items():
        columns[name] = pa.array(values.tolist(), mask=draws.random(n_rows) < missing)
    outcomes = np.array([f"outcome {c}" for c in range(n_classes)])
    columns[TARGET] = outcomes[np.digitize(score, limits)].tolist()
    if weighted:
        columns[WEIGHT] = np.round(draws.exponential(1.5, n_rows), 3)
    return pa.table(columns)


def roles_in(table: pa.Table) -> Roles:
    """Return what the columns of a random table are for."""
    return Roles(TARGET, WEIGHT if WEIGHT in table.column_names else None)


def learn_in_memory(table: pa.Table, spec: LearnSpec) -> Learned:
    """Return what is learned from the table itself."""
    names = [name for name in table.column_names if name not in {TARGET, WEIGHT}]
    weights = table[WEIGHT].to_numpy() if WEIGHT in table.column_names else None
    cases = table_from(table.select(names), table[TARGET], sample_weight=weights)
    return learn(weighted_table(cases, cases.weights), spec)


def learn_out_of_core(
    source: Source, roles: Roles, spec: LearnSpec, budget: Budget | None = None
) -> Learned:
    """Return what is learned from a source, of which only so much fits into memory."""
    described = weighed(source, describe(source, roles), None)
    return learn_source(source, described, spec, budget=budget)


def assert_same(expected: Learned, found: Learned) -> None:
    """Fail unless all trees are the same, bit for bit."""
    _assert_same_tree(expected.unpruned, found.unpruned)
    _assert_same_tree(expected.pruned, found.pruned)
    assert expected.simplified == found.simplified


def _assert_same_tree(expected: Tree, found: Tree) -> None:
    assert expected.attributes == found.attributes
    assert expected.classes == found.classes
    assert expected.n_nodes == found.n_nodes
    for name in ("attribute", "first_child", "label", "cases", "errors", "distribution"):
        np.testing.assert_array_equal(getattr(expected, name), getattr(found, name), name)
    assert expected.to_dict() == found.to_dict()
