"""The seed that a ``random_state`` of scikit-learn stands for."""

from __future__ import annotations

from numbers import Integral
from typing import Any

from cutpoint import catalog


def seed_from(random_state: Any) -> int:
    """Return the seed that scikit-learn's ``random_state`` stands for; a generator gives its next.

    Examples
    --------
    >>> seed_from(5)
    5
    """
    if isinstance(random_state, Integral):
        return int(random_state)
    from sklearn.utils import check_random_state  # noqa: PLC0415  # only where it is needed

    return int(check_random_state(random_state).randint(2**31 - 1))


def seed_of_folds(pruning: str | None, ccp_alpha: float | None, random_state: Any) -> int:
    """Return the seed of the folds of cost-complexity pruning; 1 if nothing else is said.

    Examples
    --------
    >>> seed_of_folds("cost_complexity", None, 7), seed_of_folds("error", None, 7)
    (7, 1)
    """
    needed = pruning == catalog.COST_COMPLEXITY and ccp_alpha is None and random_state is not None
    return seed_from(random_state) if needed else 1
