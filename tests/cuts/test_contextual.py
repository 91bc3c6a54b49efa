"""Contextual intervals: Berzal's worked example, number by number, and random tables."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutpoint import _core
from support.interval_methods import NO_LIMIT, PARTITION_MEASURES, Options, dissimilarity, run
from support.reference import intervals as slow
from support.reference.intervals import parts

# Section 4.3.1: four values with ten cases each.
EXAMPLE = np.array([[3, 4, 3], [2, 6, 2], [8, 1, 1], [6, 4, 0]], dtype=float)
ROWS = st.lists(
    st.lists(st.integers(0, 4), min_size=3, max_size=3).filter(any), min_size=1, max_size=14
)


def test_the_worked_example_goes_as_in_the_paper_number_by_number() -> None:
    def unlike(a: list[float], b: list[float]) -> float:
        return dissimilarity(a, b, similarity="squared_euclidean")

    v1, v2, v3, v4 = EXAMPLE.tolist()
    assert [unlike(v1, v2), unlike(v2, v3), unlike(v3, v4)] == pytest.approx([0.06, 0.62, 0.14])
    v12 = (EXAMPLE[0] + EXAMPLE[1]).tolist()
    assert np.array(v12) / 20 == pytest.approx([0.25, 0.5, 0.25])
    # The paper prints 0.3475 = 0.55^2 + 0.15^2 + 0.15^2, a slip: the middle class of V12 has 0.5,
    # not 0.25. By the paper's own definition it is 0.485; 0.14 is less than either.
    assert pytest.approx(0.3475) == 0.55**2 + 0.15**2 + 0.15**2
    assert unlike(v12, v3) == pytest.approx(0.55**2 + 0.4**2 + 0.15**2) == pytest.approx(0.485)
    # So v1 and v2 merge first, and of the next partitions {v1, v2} and {v3, v4} is the one.
    three: Options = {"similarity": "squared_euclidean", "max_branches": 3, "measure": "gain"}
    assert run("contextual", EXAMPLE, three) == [1, 2]
    assert run("contextual", EXAMPLE, three, max_branches=2) == [1]


@pytest.mark.parametrize("similarity", ["squared_euclidean", "euclidean"])
def test_the_worked_example_ends_with_two_intervals(similarity: str) -> None:
    options: Options = {"similarity": similarity, "max_branches": 2}
    assert run("contextual", EXAMPLE, options) == [1]
    any_number: Options = {"similarity": similarity, "max_branches": NO_LIMIT, "measure": "gain"}
    assert run("contextual", EXAMPLE, any_number) == [0, 1, 2]


@given(
    ROWS,
    st.sampled_from(["euclidean", "manhattan", "gregson", "dot_product", "restle"]),
    st.sampled_from(["gain", "gain_ratio"]),
    st.sampled_from([0, 2, 3]),
    st.integers(1, 5),
)
def test_intervals_merge_as_in_the_plain_algorithm(
    rows: list[list[int]], similarity: str, measure: str, max_branches: int, min_cases: int
) -> None:
    merges_plainly(rows, similarity, measure, max_branches, min_cases)


@pytest.mark.parametrize("seed", range(8))
def test_many_intervals_merge_as_few_do(seed: int) -> None:
    """The pairs of many are kept in a tree of several levels."""
    rng = np.random.default_rng(seed)
    rows = rng.integers(0, 30, (rng.integers(33, 300), 3)).tolist()
    for similarity in ("euclidean", "gregson"):
        merges_plainly(rows, similarity, "gain_ratio", 0, int(rng.integers(1, 60)))


def merges_plainly(
    rows: list[list[int]], similarity: str, measure: str, max_branches: int, min_cases: int
) -> None:
    options: Options = {
        "similarity": similarity,
        "measure": measure,
        "bins": NO_LIMIT,
        "max_branches": max_branches,
        "min_cases": float(min_cases),
    }

    def unlike(a: Sequence[int], b: Sequence[int]) -> float:
        return dissimilarity(a, b, similarity=similarity)

    score = getattr(slow, measure)
    expected = slow.contextual(rows, unlike, score, max_branches, min_cases)
    assert run("contextual", rows, options) == expected


@given(ROWS, st.sampled_from(["contextual", "contextual_divisive"]), st.integers(1, 6))
def test_limits_on_branches_and_cases_are_kept(
    rows: list[list[int]], method: str, min_cases: int
) -> None:
    cuts = run(method, rows, max_branches=3, min_cases=float(min_cases), measure="gain")
    assert cuts == sorted(set(cuts))
    assert len(cuts) <= 2
    if cuts:
        assert min(map(sum, parts(rows, cuts))) >= min_cases


def test_from_the_top_the_first_cut_is_where_the_sides_are_least_alike() -> None:
    rows = [[9, 1], [8, 2], [1, 9], [2, 8], [5, 5]]
    sides = [parts(rows, [cut]) for cut in range(4)]
    shares = [[np.array(side) / sum(side) for side in both] for both in sides]
    distances = [np.linalg.norm(a - b) for a, b in shares]
    assert run("contextual_divisive", rows, max_branches=2) == [int(np.argmax(distances))]


def test_a_partition_that_tells_nothing_of_the_classes_is_no_partition() -> None:
    for method in ("contextual", "contextual_divisive"):
        assert run(method, [[2, 2], [3, 3], [1, 1]]) == []
        assert run(method, [[2], [3], [1]]) == []


def test_many_values_start_from_equal_depth_bins() -> None:
    rng = np.random.default_rng(0)
    rows = np.eye(2)[((np.arange(1000) > 500) ^ (rng.random(1000) < 0.1)).astype(int)]
    bins = set(run("equal_depth", rows, n_bins=25))
    assert set(run("contextual", rows, measure="gain")) <= bins
    assert run("contextual", rows, measure="gain") == sorted(bins)


def test_all_similarities_and_measures_agree_where_the_classes_lie_apart() -> None:
    rows = [[5, 0, 0]] * 4 + [[0, 5, 0]] * 4 + [[0, 0, 5]] * 4
    for similarity in _core.SIMILARITIES:
        for measure in PARTITION_MEASURES:
            options: Options = {"similarity": similarity, "measure": measure, "max_branches": 3}
            assert run("contextual", rows, options) == [3, 7]
            # One cut has the gain ratio of two; the one that is found first stays.
            expected = [3] if measure == "gain_ratio" else [3, 7]
            assert run("contextual_divisive", rows, options) == expected
