"""The intervals of a chosen numeric test: as few as have the fewest errors, the lowest cuts."""

from __future__ import annotations

import numpy as np

from cutpoint.compiled import Int, Ints, allocating
from cutpoint.grow.t2.stump import add_value, greatest


@allocating
def lowest_cuts(weight: Ints, most: Int) -> Ints:
    """Return after which values to cut, from the class weights of each value.

    ``right[i, j, c]`` is what ``stump.py`` calls ``right[j, c]``, of the values from ``i`` on and
    with the class of the first interval: the cuts can then be placed from the lowest on.
    """
    n_values, n_classes = weight.shape
    right = np.zeros((n_values + 1, most + 1, n_classes), dtype=np.int64)
    for i in range(n_values - 1, -1, -1):
        right[i] = right[i + 1]
        add_value(right[i], weight[i])
    fewest = most
    while fewest > 0 and greatest(right[0, fewest - 1]) == greatest(right[0, most]):
        fewest -= 1
    cuts = np.empty(fewest, dtype=np.int64)
    first = np.int64(0)
    for j in range(fewest, 0, -1):
        goal = greatest(right[first, j])
        interval = weight[first].copy()
        first += 1
        while greatest(interval) + greatest(right[first, j - 1]) < goal:
            interval += weight[first]
            first += 1
        cuts[fewest - j] = first - 1
    return cuts
