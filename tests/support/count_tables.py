"""Random count tables and the measures of them from their definitions: slow, obvious."""

from __future__ import annotations

import math

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray

Table = NDArray[np.float64]


def entropy(weights: NDArray[np.float64]) -> float:
    total = math.fsum(weights.ravel())
    return -math.fsum(n / total * math.log2(n / total) for n in weights.ravel() if n > 0)


@st.composite
def tables(
    draw: st.DrawFn, branches: tuple[int, int] = (1, 5), classes: tuple[int, int] = (1, 5)
) -> Table:
    """Tables of whole or fractional weights, with holes, not empty."""
    shape = (draw(st.integers(*branches)), draw(st.integers(*classes)))
    weight = st.just(0.0) | st.integers(0, 60).map(float) | st.floats(1e-3, 1e4)
    cells = draw(st.lists(weight, min_size=math.prod(shape), max_size=math.prod(shape)))
    table = np.array(cells).reshape(shape)
    if table.sum() == 0:
        table[0, 0] = 1.0
    return table
