"""The two kinds of test a node can ask, and everything that is said about them.

A numeric test has sorted cut points; branch ``i`` holds ``cut[i-1] < value <= cut[i]``. A nominal
test has one group of values per branch. Either may have one more branch, the last, for unknown
values.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from dataclasses import dataclass
from typing import Any

from cutpoint.data.attribute import EXACT_DIGITS, Attribute, Label
from cutpoint.tree.names import printable

IS_UNKNOWN = "is unknown"
"""What the branch for unknown values asks; a value may be called unknown, so there is no ``=``."""


@dataclass(frozen=True, slots=True)
class NumericTest:
    """A test that compares a number with cut points.

    Parameters
    ----------
    attribute : Attribute
        The numeric attribute.
    cuts : tuple of float
        The cut points, ascending.
    unknown : bool, default=False
        Whether the last branch is for unknown values.
    bounds : tuple of pairs of float
        For soft thresholds, per cut: the values below and above which the outcome is certain. Empty
        for hard ones.

    Examples
    --------
    >>> test = NumericTest(Attribute("age"), (18.0, 30.0))
    >>> [test.describe(branch) for branch in range(test.n_branches)]
    ['age <= 18', 'age in (18, 30]', 'age > 30']
    >>> test.branch_of(30), test.branch_of(31), test.branch_of(None)
    (1, 2, None)
    >>> test.to_dict()
    {'attribute': 'age', 'cuts': [18.0, 30.0]}
    >>> test = NumericTest(Attribute("age"), (18.0,), unknown=True)
    >>> test.branch_of(None), test.describe(2)
    (2, 'age is unknown')
    >>> from cutpoint.data.dates import Calendar
    >>> admitted = Attribute("admitted", calendar=Calendar.DATE)
    >>> NumericTest(admitted, (19799.5,)).describe(0)
    'admitted <= 2024-03-17'
    """

    attribute: Attribute
    cuts: tuple[float, ...]
    unknown: bool = False
    bounds: tuple[tuple[float, float], ...] = ()

    @property
    def n_branches(self) -> int:
        """Number of branches: one more than cut points, and one for unknown values if it has it."""
        return len(self.cuts) + 1 + self.unknown

    def branch_of(self, value: float | None) -> int | None:
        """Return the branch of a value (None or NaN is unknown); None when no branch holds it."""
        if value is None or math.isnan(value):
            return len(self.cuts) + 1 if self.unknown else None
        return bisect_left(self.cuts, value)

    def condition(self, branch: int, digits: int = EXACT_DIGITS) -> str:
        """Return what the branch asks of the value, as in ``"<= 75"``."""
        if branch > len(self.cuts):
            return IS_UNKNOWN
        if not self.cuts:
            return "is any number" if self.attribute.calendar is None else "is any date"
        shown = [self.attribute.shown(cut, digits) for cut in self.cuts[max(branch - 1, 0) :][:2]]
        if branch == 0:
            return f"<= {shown[0]}"
        if branch == len(self.cuts):
            return f"> {shown[0]}"
        return f"in ({shown[0]}, {shown[1]}]"

    def describe(self, branch: int, digits: int = EXACT_DIGITS) -> str:
        """Return the branch in words, as in ``"humidity <= 75"``."""
        return f"{printable(self.attribute.name)} {self.condition(branch, digits)}"

    def to_dict(self) -> dict[str, Any]:
        """Return the test in the form of :meth:`cutpoint.tree.Tree.to_dict`."""
        test: dict[str, Any] = {"attribute": self.attribute.name, "cuts": list(self.cuts)}
        if self.attribute.calendar is not None:
            test["dates"] = [self.attribute.shown(cut) for cut in self.cuts]
        if self.unknown:
            test["unknown"] = True
        if self.bounds:
            test["bounds"] = [list(pair) for pair in self.bounds]
        return test

    def lines(self, branch: int, digits: int, room: int) -> list[str]:
        """Return the branch as C4.5 prints it: one line, a blank or the bounds before the colon."""
        del room
        known = branch <= len(self.cuts)
        pairs = self.bounds[max(branch - 1, 0) : branch + 1] if known else ()
        shown = self.attribute.shown
        softened = ",".join(f"[{shown(low, digits)},{shown(high, digits)}]" for low, high in pairs)
        return [f"{self.describe(branch, digits)} {softened}:"]

    def value_width(self, branch: int) -> int:
        """Return the width that C4.5 reckons for the value of a branch."""
        if len(self.cuts) == 1 and branch <= 1 and self.attribute.calendar is None:
            return 4
        return len(self.condition(branch))


@dataclass(frozen=True, slots=True)
class NominalTest:
    """A test that looks a category up in groups.

    Parameters
    ----------
    attribute : Attribute
        The nominal attribute.
    groups : tuple of tuples of labels
        The values of each branch. A value in no group is treated as unknown.
    unknown : bool, default=False
        Whether one more branch, the last, is for unknown values.

    Examples
    --------
    >>> outlook = Attribute("outlook", ("sunny", "overcast", "rain"))
    >>> test = NominalTest(outlook, (("overcast",), ("sunny", "rain")))
    >>> test.describe(0), test.describe(1)
    ('outlook = overcast', 'outlook in {sunny,rain}')
    >>> test.branch_of("rain"), test.branch_of("snow")
    (1, None)
    >>> test.to_dict()
    {'attribute': 'outlook', 'groups': [['overcast'], ['sunny', 'rain']]}
    """

    attribute: Attribute
    groups: tuple[tuple[Label, ...], ...]
    unknown: bool = False

    @property
    def n_branches(self) -> int:
        """Number of branches: one per group, and one for unknown values if it has it."""
        return len(self.groups) + self.unknown

    def branch_of(self, value: Label | None) -> int | None:
        """Return the branch of a value; None when no branch holds it."""
        for branch, group in enumerate(self.groups):
            if value in group:
                return branch
        return len(self.groups) if self.unknown else None

    def condition(self, branch: int) -> str:
        """Return what the branch asks of the value, as in ``"in {sunny,rain}"``."""
        if branch == len(self.groups):
            return IS_UNKNOWN
        values = [printable(value) for value in self.groups[branch]]
        if len(values) == 1:
            return f"= {values[0]}"
        return f"in {{{','.join(values)}}}"

    def describe(self, branch: int) -> str:
        """Return the branch in words, as in ``"outlook = sunny"``."""
        return f"{printable(self.attribute.name)} {self.condition(branch)}"

    def to_dict(self) -> dict[str, Any]:
        """Return the test in the form of :meth:`cutpoint.tree.Tree.to_dict`."""
        groups = [list(group) for group in self.groups]
        test = {"attribute": self.attribute.name, "groups": groups}
        return test | {"unknown": True} if self.unknown else test

    def lines(self, branch: int, digits: int, room: int) -> list[str]:
        """Return the branch as C4.5 prints it: a long list of values is wrapped.

        A branch that holds no value gives no line: C4.5 prints nothing for it.
        """
        del digits
        if branch == len(self.groups):
            return [f"{self.describe(branch)}:"]
        values = [printable(value) for value in self.groups[branch]]
        if len(values) <= 1:
            return [f"{self.describe(branch)}:"] if values else []
        line = f"{printable(self.attribute.name)} in {{"
        skip = len(line)
        lines = []
        for value in values:
            if len(line) > skip and len(line) + len(value) + 11 > room:
                lines.append(line)
                line = " " * skip
            line += f"{value},"
        lines.append(f"{line[:-1]}}}:")
        return lines

    def value_width(self, branch: int) -> int:
        """Return the width that C4.5 reckons for the value of a branch.

        C4.5 takes the value with the branch's own number, in a grouped test as well.
        """
        if branch == len(self.groups):
            return len(IS_UNKNOWN)
        values = self.attribute.values or ()
        return len(printable(values[branch])) if branch < len(values) else 0


Test = NumericTest | NominalTest
