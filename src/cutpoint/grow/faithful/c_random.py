"""The random numbers of C4.5: the C library's ``random()`` with its default seed.

On glibc this is the additive feedback generator r(i) = r(i-3) + r(i-31) mod 2^32, started from a
multiplicative generator, its first 310 numbers discarded and its lowest bit dropped. C4.5 never
sets a seed, so its runs can be repeated, here as well.
"""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from cutpoint.compiled import Int, Ints, Reals, kernel

_LAG = 31
_DISCARDED = 310


class Draws(Protocol):
    """Whatever gives random numbers in [0, 1), such as NumPy's generators."""

    def random(self, size: int) -> NDArray[np.float64]:
        """Return the next numbers."""


def draws_from(random_state: Any) -> Draws:
    """Return NumPy's random numbers from a seed, or the generator itself if it is one."""
    if isinstance(random_state, np.random.RandomState | np.random.Generator):
        return random_state
    return np.random.RandomState(random_state)


class CRandom:
    """The generator of a program that has just been started.

    Examples
    --------
    >>> (CRandom().random(3) * 2**31).astype(int).tolist()  # as every C program on Linux begins
    [1804289383, 846930886, 1681692777]
    """

    def __init__(self) -> None:
        first = [1]
        for _ in range(_LAG - 1):
            first.append(16807 * first[-1] % (2**31 - 1))
        self._state: Ints = np.array(first, dtype=np.int64)
        self._place = np.int64(3)  # the first sum is r(0) + r(3)
        self.random(_DISCARDED)

    def random(self, size: int) -> NDArray[np.float64]:
        """Return the next numbers in [0, 1)."""
        numbers = np.empty(size)
        self._place = draw(self._state, self._place, numbers)
        return numbers


@kernel
def draw(state: Ints, place: Int, numbers: Reals) -> Int:
    """Write the next random numbers; return the new place in the state."""
    for i in range(numbers.size):
        following = (state[place] + state[(place + _LAG - 3) % _LAG]) & np.int64(0xFFFFFFFF)
        state[place] = following
        place = (place + 1) % _LAG
        numbers[i] = (following >> 1) / 2147483648.0
    return np.int64(place)
