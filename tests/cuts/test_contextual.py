"""Contextual intervals: Berzal's worked example, number by number, and random tables."""

from __future__ import annotations

import numpy as np
import pytest
import reference_intervals as slow
from hypothesis import given
from hypothesis import strategies as st
from reference_intervals import parts, run

from cutpoint.cuts.merging import merge, next_pair, start
from cutpoint.cuts.options import NO_LIMIT, Options
from cutpoint.cuts.score import MEASURES
from cutpoint.cuts.similarity import SIMILARITIES, SQUARED_EUCLIDEAN, dissimilarity
from cutpoint.measures.codes import GAIN, GAIN_RATIO

# Section 4.3.1: four values with ten cases each.
EXAMPLE = np.array([[3, 4, 3], [2, 6, 2], [8, 1, 1], [6, 4, 0]], dtype=float)
ROWS = st.lists(
    st.lists(st.integers(0, 4), min_size=3, max_size=3).filter(any), min_size=1, max_size=14
)


def test_the_worked_example_goes_as_in_the_paper_number_by_number() -> None:
    options, least = Options(similarity=SQUARED_EUCLIDEAN), np.float64(1)
    s = start(EXAMPLE, SQUARED_EUCLIDEAN, least, options)
    assert s.key[:3] == pytest.approx([0.06, 0.62, 0.14])
    assert next_pair(s) == 0
    merge(s, next_pair(s), SQUARED_EUCLIDEAN, least, options)
    assert s.counts[0] / s.weight[0] == pytest.approx([0.25, 0.5, 0.25])
    # The paper prints 0.3475 = 0.55^2 + 0.15^2 + 0.15^2, a slip: the middle class of V12 has 0.5,
    # not 0.25. By the paper's own definition it is 0.485; 0.14 is less than either.
    assert pytest.approx(0.3475) == 0.55**2 + 0.15**2 + 0.15**2
    assert s.key[[0, 2]] == pytest.approx([0.55**2 + 0.4**2 + 0.15**2, 0.14])
    assert s.key[0] == pytest.approx(0.485)
    assert next_pair(s) == 2
    assert merge(s, next_pair(s), SQUARED_EUCLIDEAN, least, options) == 2
    assert s.last[[0, 2]].tolist() == [1, 3]  # {v1, v2} and {v3, v4}


@pytest.mark.parametrize("similarity", ["squared_euclidean", "euclidean"])
def test_the_worked_example_ends_with_two_intervals(similarity: str) -> None:
    options = Options(similarity=SIMILARITIES[similarity], max_branches=2)
    assert run("contextual", EXAMPLE, options) == [1]
    assert run("contextual", EXAMPLE, options._replace(max_branches=NO_LIMIT, measure=GAIN)) == [
        0,
        1,
        2,
    ]


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
    """A heap keeps the pairs of more than a few."""
    rng = np.random.default_rng(seed)
    rows = rng.integers(0, 30, (rng.integers(33, 90), 3)).tolist()
    for similarity in ("euclidean", "gregson"):
        merges_plainly(rows, similarity, "gain_ratio", 0, int(rng.integers(1, 60)))


def merges_plainly(
    rows: list[list[int]], similarity: str, measure: str, max_branches: int, min_cases: int
) -> None:
    options = Options(
        similarity=SIMILARITIES[similarity],
        measure=MEASURES[measure],
        bins=NO_LIMIT,
        max_branches=max_branches,
        min_cases=float(min_cases),
    )

    def unlike(a: list[int], b: list[int]) -> float:
        x, y = np.array(a, dtype=float), np.array(b, dtype=float)
        return dissimilarity(options.similarity, options, x, x.sum(), y, y.sum())

    score = getattr(slow, measure)
    expected = slow.contextual(rows, unlike, score, max_branches, min_cases)
    assert run("contextual", rows, options) == expected


@given(ROWS, st.sampled_from(["contextual", "contextual_divisive"]), st.integers(1, 6))
def test_limits_on_branches_and_cases_are_kept(
    rows: list[list[int]], method: str, min_cases: int
) -> None:
    options = Options(max_branches=3, min_cases=float(min_cases), measure=GAIN)
    cuts = run(method, rows, options)
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
    assert set(run("contextual", rows, measure=GAIN)) <= bins
    assert run("contextual", rows, measure=GAIN) == sorted(bins)


def test_all_similarities_and_measures_agree_where_the_classes_lie_apart() -> None:
    rows = [[5, 0, 0]] * 4 + [[0, 5, 0]] * 4 + [[0, 0, 5]] * 4
    for similarity in SIMILARITIES.values():
        for measure in MEASURES.values():
            options = Options(similarity=similarity, measure=measure, max_branches=3)
            assert run("contextual", rows, options) == [3, 7]
            # One cut has the gain ratio of two; the one that is found first stays.
            expected = [3] if measure == GAIN_RATIO else [3, 7]
            assert run("contextual_divisive", rows, options) == expected
