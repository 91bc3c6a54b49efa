"""C4.5's quicksort, swap by swap, and the sort for whole weights."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutpoint.grow.faithful.sort import LOW, quicksort, sort_items, sort_whole


def reference(pairs: list[tuple[int, int]], first: int, last: int) -> None:
    """Sort by the first of each pair, exactly as the description of Release 8 says."""
    if first >= last:
        return
    pivot = pairs[last][0]
    middle = first
    for i in range(first, last):
        if pairs[i][0] <= pivot:
            pairs[middle], pairs[i] = pairs[i], pairs[middle]
            middle += 1
    lower = middle - 1
    for i in range(middle - 1, first - 1, -1):
        if pairs[i][0] == pivot:
            pairs[lower], pairs[i] = pairs[i], pairs[lower]
            lower -= 1
    reference(pairs, first, lower)
    pairs[middle], pairs[last] = pairs[last], pairs[middle]
    reference(pairs, middle + 1, last)


def packed(ranks: list[int]) -> np.ndarray:
    return (np.array(ranks, dtype=np.int64) << 32) | np.arange(len(ranks))


@given(st.lists(st.integers(0, 12), max_size=60))
def test_equal_values_end_in_the_order_that_the_original_leaves(ranks: list[int]) -> None:
    pairs = [(rank, i) for i, rank in enumerate(ranks)]
    reference(pairs, 0, len(pairs) - 1)
    ours = packed(ranks)
    quicksort(ours, len(ranks))
    assert [(int(p >> 32), int(p & LOW)) for p in ours] == pairs


@pytest.mark.parametrize("pattern", ["ascending", "descending", "equal", "ascending with ties"])
def test_data_in_order_is_not_quadratic(pattern: str) -> None:
    """With 2,000,000 values a quadratic sort would not end."""
    n = 2_000_000
    ranks = {
        "ascending": np.arange(n),
        "descending": np.arange(n)[::-1],
        "equal": np.zeros(n, dtype=np.int64),
        "ascending with ties": np.arange(n) // 3,
    }[pattern]
    pairs = (ranks.astype(np.int64) << 32) | np.arange(n)
    quicksort(pairs, n)
    assert (np.diff(pairs >> 32) >= 0).all()


def test_items_are_sorted_in_their_range_only() -> None:
    item = np.array([4, 3, 2, 1, 0], dtype=np.int32)
    rank = np.array([0, 5, 3, 4, 9], dtype=np.int32)
    sort_items(item, rank, 1, 3, np.empty(5, dtype=np.int64))
    assert item.tolist() == [4, 2, 3, 1, 0]


@given(st.integers(1, 3000), st.integers(1, 5000), st.integers(0, 2**31))
def test_the_sort_for_whole_weights_gives_the_ranks_in_order_with_their_classes(
    n: int, n_ranks: int, seed: int
) -> None:
    rng = np.random.default_rng(seed)
    rank = rng.integers(0, n_ranks, n).astype(np.int32)
    target = rng.integers(0, 7, n).astype(np.int32)
    item = rng.permutation(n).astype(np.int32)
    keys, spare = np.empty(n, dtype=np.int64), np.empty(n, dtype=np.int64)
    sort_whole(item, rank, target, 0, n - 1, n_ranks, keys, spare)
    assert (np.diff(keys >> 32) >= 0).all()
    expected = sorted(zip(rank.tolist(), target.tolist(), strict=True))
    assert sorted((int(k >> 32), int(k & LOW)) for k in keys) == expected
