"""Which rules fire on a case: the compiled kernel."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from cutpoint.compiled import Flag, Flags, Int, Ints, Reals, kernel
from cutpoint.rules.paths import LAST_OUTCOME

if TYPE_CHECKING:
    from cutpoint.rules.ruleset import Ruleset

MOST_ERROR = 0.7
"""A rule that is expected to err more often never fires."""


class Asked(NamedTuple):
    """Rules as the kernel reads them.

    Rule r has the conditions ``start[r] ... start[r + 1]``. Each asks low < value <= high of a
    number (NaN: no bound), or ``allowed[first_value + value]`` of a nominal value, of which there
    are ``n_values``; it is numeric if that is 0.
    """

    start: Ints
    attribute: Ints
    low: Reals
    high: Reals
    first_value: Ints
    n_values: Ints
    allowed: Flags
    able: Flags
    """Whether a rule may fire at all."""


def compiled(ruleset: Ruleset) -> Asked:
    """Return the rules of a ruleset as the kernel reads them."""
    place = {attribute.name: a for a, attribute in enumerate(ruleset.attributes)}
    start, attribute, first_value, n_values = [0], [], [], []
    low, high = [], []
    allowed: list[bool] = []
    for rule in ruleset.rules:
        for condition in rule.conditions:
            attribute.append(place[condition.attribute.name])
            below, above = condition.bounds
            low.append(np.nan if below is None else below)
            high.append(np.inf if above is None else above)
            first_value.append(len(allowed))
            values = condition.attribute.values or ()
            n_values.append(len(values))
            taken = set(condition.values or ())
            if ruleset.single and condition.branch >= LAST_OUTCOME:
                taken = set()
            allowed += [value in taken for value in values]
        start.append(len(attribute))
    return Asked(
        np.array(start, dtype=np.int64), np.array(attribute, dtype=np.int64),
        np.array(low, dtype=np.float64), np.array(high, dtype=np.float64),
        np.array(first_value, dtype=np.int64), np.array(n_values, dtype=np.int64),
        np.array(allowed, dtype=np.bool_),
        np.array([rule.error <= MOST_ERROR for rule in ruleset.rules], dtype=np.bool_),
    )  # fmt: skip


@kernel
def first_two(
    asked: Asked, active: Flags, columns: Reals, rows: Ints, first: Ints, second: Ints
) -> None:
    """Write the first and the second active rule that fire on the given rows; -1 is none."""
    for row in rows:
        first[row], second[row] = -1, -1
        for r in range(active.size):
            if active[r] and _fires(asked, r, columns, row):
                if first[row] < 0:
                    first[row] = r
                else:
                    second[row] = r
                    break


@kernel
def _fires(asked: Asked, r: Int, columns: Reals, row: Int) -> Flag:
    for c in range(asked.start[r], asked.start[r + 1]):
        value = columns[asked.attribute[c], row]
        if asked.n_values[c] == 0:
            if not value <= asked.high[c] or value <= asked.low[c]:
                return False
        elif (
            not 0 <= value < asked.n_values[c]
            or not asked.allowed[asked.first_value[c] + np.int64(value)]
        ):
            return False
    return True
