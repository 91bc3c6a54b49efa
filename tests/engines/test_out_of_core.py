"""A source gives the tree of the same table in memory, bit for bit."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from numpy.typing import NDArray

from cutpoint import _core
from cutpoint.engines.base import CASE, Source
from cutpoint.engines.batches import ArrowSource
from cutpoint.engines.budget import Budget
from cutpoint.engines.exact import spec_fields
from cutpoint.engines.tasks import OpenBins
from cutpoint.errors import InputError
from cutpoint.learn import LearnSpec
from support.sources import (
    assert_same,
    learn_in_memory,
    learn_out_of_core,
    random_table,
    roles_in,
)

TINY = Budget(rows=40, sums=20_000, values=2_000)
"""So little that most nodes of a small table are large."""


def check(table: pa.Table, spec: LearnSpec, budget: Budget = TINY, **division: int) -> None:
    source = ArrowSource(table, **division)
    assert_same(
        learn_in_memory(table, spec), learn_out_of_core(source, roles_in(table), spec, budget)
    )


@pytest.mark.parametrize("criterion", ["gain", "gain_ratio", "mantaras", "symmetric", "distance"])
@pytest.mark.parametrize("missing", [0.0, 0.1])
def test_every_information_measure_gives_the_tree_of_memory(criterion: str, missing: float) -> None:
    table = random_table(1, 300, missing=missing)
    depth = 6 if criterion == "distance" else None  # which takes away a few cases at a time
    check(table, LearnSpec(criterion=criterion, max_depth=depth))


@pytest.mark.parametrize("n_classes", [2, 3, 6])
def test_the_gini_index_gives_the_tree_of_memory(n_classes: int) -> None:
    check(random_table(2, 300, n_classes=n_classes), LearnSpec(criterion="gini"))


@pytest.mark.parametrize("nominal", ["values", "groups", "binary"])
@pytest.mark.parametrize("penalty", ["none", "filter", "rank"])
def test_every_form_of_nominal_test_and_every_charge(nominal: str, penalty: str) -> None:
    cut_by = "criterion" if penalty == "none" else "gain"
    table = random_table(3, 300)
    check(table, LearnSpec(nominal=nominal, penalty=penalty, cut_by=cut_by))


@pytest.mark.parametrize("release", [8, "7G", "7GS"])
@pytest.mark.parametrize("seed", [4, 5])
def test_the_releases_of_c45_give_the_tree_of_memory(release: int | str, seed: int) -> None:
    check(random_table(seed, 350), LearnSpec.for_release(release))


@pytest.mark.parametrize("placement", ["midpoint", "observed", "weighted"])
def test_cuts_are_placed_as_in_memory(placement: str) -> None:
    check(random_table(6, 300), LearnSpec(placement=placement))


@pytest.mark.parametrize("spec", [LearnSpec(), LearnSpec.for_release(8)], ids=["tree", "c45"])
def test_weights_give_the_tree_of_memory(spec: LearnSpec) -> None:
    check(random_table(7, 300, weighted=True), spec)


def test_weights_that_are_shares_of_one_are_scaled_as_in_memory() -> None:
    table = random_table(8, 250, weighted=True)
    shares = table["weight"].to_numpy() / 1000.0
    check(table.set_column(table.column_names.index("weight"), "weight", [shares]), LearnSpec())


def test_bins_that_are_few_and_coarse_change_nothing() -> None:
    budget = Budget(rows=60, sums=300, values=50)
    check(random_table(9, 300), LearnSpec.for_release(8), budget)


def test_counting_hidden_values_decides_as_memory_does() -> None:
    """With few bins the number of distinct values is unknown, and noise makes it matter."""
    draws = np.random.default_rng(10)
    columns = {f"x{i}": draws.normal(size=240) for i in range(4)}
    columns["outcome"] = draws.choice(["yes", "no"], 240)
    budget = Budget(rows=50, sums=300, values=100)
    check(pa.table(columns), LearnSpec.for_release(8, pruning=None), budget)


def noisy_table(seed: int, n_rows: int) -> pa.Table:
    """Return a table with one attribute that matters, and seven that do not or hardly do."""
    draws = np.random.default_rng(seed)
    columns = {f"x{i}": draws.normal(size=n_rows) for i in range(8)}
    signal = columns["x3"] + 0.2 * columns["x5"] + draws.normal(size=n_rows)
    columns["outcome"] = np.where(signal > 0, "yes", "no")
    return pa.table(columns)


@pytest.mark.parametrize("criterion", ["gain", "gain_ratio", "gini", "mantaras"])
def test_bins_that_cannot_be_chosen_from_are_not_opened(criterion: str, monkeypatch) -> None:
    opened: list[int] = []
    collect = OpenBins.collect

    def watched(self: OpenBins, source: Source) -> tuple[NDArray[Any], ...]:
        opened.append(len(self.decoder.columns) - 1)
        return collect(self, source)

    monkeypatch.setattr(OpenBins, "collect", watched)
    spec = LearnSpec(criterion=criterion, cut_by="gain", max_depth=1, pruning=None)
    if criterion in {"gini", "mantaras"}:
        spec = replace(spec, cut_by="criterion")
    check(noisy_table(17, 2000), spec)
    assert opened == [1]  # the attribute that matters; others are not even read


def test_a_choice_is_certain_unless_closed_bins_may_raise_the_average_gain() -> None:
    spec = LearnSpec(criterion="gain_ratio", cut_by="gain")
    chooser = _core.NodeChooser(spec_fields(spec), np.array([-1, -1], dtype=np.int32), 2, 80.0)
    classes = np.array([40, 40]) * CASE
    # Classes by place, and the unknown: the first attribute divides well, by a single cut.
    good = np.array([[35, 5, 0], [5, 35, 0]]) * CASE
    # The other gains nothing between its bins, but may do anything within them.
    unclear = np.array([[20, 20, 0], [20, 20, 0]]) * CASE
    single, closed = np.zeros(2, dtype=np.uint8), np.ones(2, dtype=np.uint8)
    none = np.zeros(2, dtype=np.int64)

    def choice(is_closed: NDArray[np.uint8]) -> tuple[int, bool]:
        return chooser.choose(classes, [good, unclear], [single, is_closed], none, False, 0)[:2]

    assert choice(single) == (0, True)
    assert choice(closed) == (0, False)
    opened = chooser.open_bins(classes, [good, unclear], [single, closed], none, False)
    assert [flags.tolist() for flags in opened] == [[0, 0], [1, 1]]
    # Of hardly any cases, they cannot.
    clear = np.array([[39, 1, 0], [39, 1, 0]]) * CASE
    middle = np.array([0, 1], dtype=np.uint8)
    opened = chooser.open_bins(classes, [good, clear], [single, middle], none, False)
    assert not any(flags.any() for flags in opened)
    assert chooser.open_bins(classes, [good, clear], [single, middle], none, True)[1].any()


def test_both_zeros_are_one_value() -> None:
    table = noisy_table(20, 300)
    draws = np.random.default_rng(20)
    zeros = np.where(table["x3"].to_numpy() > 0, draws.choice([0.0, -0.0, 1.0], 300), -1.0)
    table = table.set_column(table.column_names.index("x3"), "x3", [zeros])
    check(table, LearnSpec(max_depth=3), batch_rows=17)


@pytest.mark.parametrize("max_depth", [0, 1, 3])
def test_the_depth_limit_counts_from_the_root(max_depth: int) -> None:
    check(random_table(11, 300), LearnSpec(max_depth=max_depth))


def test_neither_batches_nor_partitions_nor_row_order_change_a_tree() -> None:
    table = random_table(12, 250)
    spec = LearnSpec.for_release(8)
    check(table, spec, batch_rows=13, partitions=3)
    shuffled = table.take(np.random.default_rng(1).permutation(table.num_rows))
    expected = learn_in_memory(table, spec)
    source = ArrowSource(shuffled, batch_rows=64, partitions=2)
    assert_same(expected, learn_out_of_core(source, roles_in(table), spec, TINY))


def test_cost_complexity_pruning_by_strength() -> None:
    check(random_table(13, 300), LearnSpec(pruning="cost_complexity", ccp_alpha=0.01))


def test_what_fits_into_memory_may_ask_for_anything() -> None:
    table = random_table(15, 120)
    for spec in (LearnSpec(cuts="mdlp"), LearnSpec(criterion="chi2"), LearnSpec.for_release(7)):
        check(table, spec, Budget(rows=1000, sums=1000, values=1000))


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        (LearnSpec(cuts="mdlp"), "cuts='mdlp'"),
        (LearnSpec(cuts="hybrid"), "cuts='hybrid'"),
        (LearnSpec(threshold="median"), "threshold='median'"),
        (LearnSpec(criterion="chi2", nominal="binary"), "criterion='chi2'"),
        (LearnSpec.for_release(7), "release 7"),
        (LearnSpec(pruning="cost_complexity"), "ccp_alpha"),
        (LearnSpec.for_release(8, faithful=True), "faithful=True"),
        (LearnSpec.for_release(8, soft_thresholds=True), "soft_thresholds"),
        (LearnSpec.for_t2(), "T2"),
    ],
)
def test_what_cannot_be_exact_beyond_memory_is_refused(spec: LearnSpec, words: str) -> None:
    table = random_table(16, 100)
    with pytest.raises(InputError, match=words):
        learn_out_of_core(ArrowSource(table), roles_in(table), spec, TINY)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20, 32))
def test_random_specs_and_tables_give_the_tree_of_memory(seed: int) -> None:
    draws = np.random.default_rng(seed)
    table = random_table(
        seed,
        int(draws.integers(60, 400)),
        missing=float(draws.choice([0.0, 0.1])),
        weighted=bool(draws.random() < 0.4),
        n_classes=int(draws.integers(2, 5)),
    )
    criteria = ["gain", "gain_ratio", "mantaras", "symmetric", "distance", "gini"]
    for _ in range(4):
        penalty = str(draws.choice(["none", "filter", "rank"]))
        spec = LearnSpec(
            criterion=str(draws.choice(criteria)),
            nominal=str(draws.choice(["values", "groups", "binary"])),
            penalty=penalty,
            cut_by="criterion" if penalty == "none" else "gain",
            placement=str(draws.choice(["midpoint", "observed", "weighted"])),
            pruning="error" if draws.random() < 0.7 else None,
            max_depth=8,
        )
        budget = Budget(int(draws.choice([20, 60])), int(draws.choice([400, 20_000])), 500)
        check(table, spec, budget, partitions=int(draws.integers(1, 4)))
