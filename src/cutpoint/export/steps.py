"""The one walk of a tree that every export is written from.

A step says of a node what a program must know to send a case on: the numbers to compare a value
with, the branch of each value, where an unknown value goes, and what to say of a case that ends
there. Numbers are doubles: the cuts of a tree in single precision are moved to where doubles that
round to either side part, so that no program has to round.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from cutpoint.data.attribute import Attribute, Label
from cutpoint.data.column import spelled_values
from cutpoint.errors import InputError
from cutpoint.rules.ruleset import Ruleset
from cutpoint.tree import ends
from cutpoint.tree.names import printable
from cutpoint.tree.split import NumericTest, Test

if TYPE_CHECKING:
    from cutpoint.tree.saved import Predicting
    from cutpoint.tree.tree import Tree

_UNKNOWN = -999.0
"""C4.5's own mark of an unknown number, in a tree of its own precision."""


@dataclass(frozen=True, slots=True)
class End:
    """What is said of a case that ends at a node.

    Attributes
    ----------
    code : int
        The position of its class.
    counts : tuple of float
        A case of weight ``w`` adds ``w * counts[c] / total`` to the weight of class ``c``.
    total : float
    shares : tuple of float
        The probability of each class.
    estimate : tuple of float
        What stands in place of the counts where probabilities are summed up, not classes; empty if
        they are the same.
    """

    code: int
    counts: tuple[float, ...]
    total: float
    shares: tuple[float, ...]
    estimate: tuple[float, ...] = ()

    @property
    def parts(self) -> tuple[float, ...]:
        """The counts, then the estimate: a program sums up both alike."""
        return self.counts + self.estimate


@dataclass(frozen=True, slots=True)
class Step:
    """A node as a program reads it.

    Attributes
    ----------
    id, depth, parent, branch : int
        The node's number, the number of tests above it, the node above and its branch there. The
        root is its own parent.
    column : int
        Position of the attribute that is tested; -1 at a leaf.
    test : Test or None
    cuts : tuple of float
        Of a numeric test: a number takes the first branch whose cut is not below it.
    branch_of : dict
        Of a nominal test: the branch of each text that stands for a value.
    branches : tuple of int
        The nodes below.
    shared : tuple of (int, float)
        Where an unknown value goes: branches, and the weight of each. Empty if it ends here.
    total : float
        What the weights in ``shared`` are divided by.
    heaviest : int or None
        The branch that an unknown value takes where it cannot be shared: the first of those with
        the most cases. None if it ends here.
    end : End or None
        What is said of a case that ends here; None at a test where none can.
    """

    id: int
    depth: int
    parent: int
    branch: int
    column: int
    test: Test | None
    cuts: tuple[float, ...]
    branch_of: dict[str, int]
    branches: tuple[int, ...]
    shared: tuple[tuple[int, float], ...]
    total: float
    heaviest: int | None
    end: End | None

    @property
    def is_numeric(self) -> bool:
        """Whether the test compares numbers."""
        return isinstance(self.test, NumericTest)

    def texts(self, branch: int) -> list[str]:
        """Return the texts that take a branch of a nominal test."""
        return [text for text, taken in self.branch_of.items() if taken == branch]


def steps_of(tree: Tree, estimate: Tree | None = None) -> list[Step]:
    """Return the steps of a tree, each before those below it, depth first: as they are added up.

    Parameters
    ----------
    tree : Tree
    estimate : Tree, optional
        The same with the shares that probabilities are estimated by: see
        :func:`cutpoint.tree.probabilities.smoothed`.

    Examples
    --------
    >>> from cutpoint.tree import example_tree
    >>> [(step.id, step.heaviest) for step in steps_of(example_tree())]
    [(0, 0), (1, 1), (4, None), (5, None), (2, None), (3, 1), (6, None), (7, None)]
    """
    check_is_tree(tree)
    found = ends_of(tree, estimate)
    spelled = [spellings(attribute) for attribute in tree.attributes]
    steps: list[Step] = []
    waiting = [(0, 0, 0, 0)]
    while waiting:
        number, depth, parent, branch = waiting.pop()
        test = tree.test(number)
        place = (number, depth, parent, branch)
        if test is None:
            steps.append(Step(*place, -1, None, (), {}, (), (), 1.0, None, found[number]))
            continue
        first, count = int(tree.first_child[number]), int(tree.n_branches[number])
        branches = tuple(range(first, first + count))
        shared, total, heaviest = _unknown(tree, number, test, branches)
        column = int(tree.attribute[number])
        cuts: tuple[float, ...] = ()
        branch_of: dict[str, int] = {}
        if isinstance(test, NumericTest):
            cuts = tuple(last_below(cut) for cut in test.cuts) if tree.single else test.cuts
        else:
            start = int(tree.test_start[number])
            for text, position in spelled[column].items():
                taken = int(tree.branch_of[start + position])
                if taken >= 0:
                    branch_of[text] = taken
        end = None if shared else found[number]
        steps.append(
            Step(*place, column, test, cuts, branch_of, branches, shared, total, heaviest, end)
        )
        waiting += [(branches[b], depth + 1, number, b) for b in range(count - 1, -1, -1)]
    return steps


def check_is_tree(model: object) -> None:
    """Refuse what is not a tree, for targets that describe nothing else.

    Raises
    ------
    InputError
        If it is a ruleset.
    """
    if isinstance(model, Ruleset):
        raise InputError(
            "ONNX, DOT, Mermaid, LaTeX and drawings describe trees, and these are rules: export "
            "them to sql, python, c, javascript, java, pmml, md, html, text or json"
        )


def remarks(model: object) -> list[str]:
    """Return what a file must say of its answers, a sentence for each.

    Examples
    --------
    >>> from dataclasses import replace
    >>> import numpy as np
    >>> from cutpoint.tree import example_tree
    >>> remarks(example_tree())
    []
    >>> print(remarks(replace(example_tree(), lower=np.array([70.0]), upper=np.array([80.0])))[0])
    The model has soft thresholds; this gives the hard answer, as predict does.
    """
    if getattr(model, "lower", None) is None:
        return []
    return ["The model has soft thresholds; this gives the hard answer, as predict does."]


def used_columns(steps: list[Step]) -> list[int]:
    """Return the positions of the attributes that the tree tests, in order."""
    return sorted({step.column for step in steps if step.test is not None})


def shares_unknown(steps: list[Step]) -> bool:
    """Return whether any test sends an unknown value down several branches."""
    return any(len(step.shared) > 1 for step in steps)


def default_shares(tree: Tree, estimate: Tree | None = None) -> tuple[float, ...]:
    """Return the shares of the classes, then their estimate, of a case whose weights are all 0."""
    found = tuple(ends.default_shares(tree).tolist())
    return found if estimate is None else found + default_shares(estimate)


def unknown_numbers(model: Predicting) -> tuple[float, float] | None:
    """Return the least and the greatest of the numbers that count as unknown, if there are any."""
    if not model.single:
        return None
    below = float(np.nextafter(np.float32(_UNKNOWN), np.float32(-np.inf)))
    return math.nextafter(last_below(below), math.inf), last_below(_UNKNOWN)


def last_below(cut: float) -> float:
    """Return the greatest double that is not above a cut once it is rounded to single precision.

    Examples
    --------
    >>> import numpy as np
    >>> limit = last_below(0.5)
    >>> np.float32(limit) <= 0.5, np.float32(np.nextafter(limit, 1)) <= 0.5
    (np.True_, np.False_)
    """
    single = np.float32(cut)
    with np.errstate(over="ignore"):
        above = np.nextafter(single, np.float32(np.inf))
    top = 2.0**128 if np.isinf(above) else float(above)
    middle = (float(single) + top) / 2
    with np.errstate(over="ignore"):
        return middle if np.float32(middle) <= single else math.nextafter(middle, -math.inf)


def plain_text(text: str, what: str, target: str) -> str:
    """Return a text if a target can hold it.

    Raises
    ------
    InputError
        If it has a NUL, or half of a character.
    """
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        raise InputError(
            f"{what} {printable(text)!r:.80} holds half a character (a lone surrogate), which "
            f"{target} cannot hold: rename it"
        ) from None
    if "\0" in text:
        raise InputError(
            f"{what} {printable(text)!r:.80} holds a NUL character, which {target} cannot hold: "
            "rename it"
        )
    return text


def check_texts(classes: tuple[Label, ...], tested: Iterable[Attribute], target: str) -> None:
    """Refuse a model with names, values or classes that a target cannot hold."""
    for label in classes:
        plain_text(str(label), "class", target)
    for attribute in tested:
        plain_text(attribute.name, "column", target)
        for value in attribute.values or ():
            plain_text(str(value), f"column {printable(attribute.name)!r}: value", target)


def is_whole(labels: tuple[Label, ...]) -> bool:
    """Return whether all labels are whole numbers of 64 bits."""
    return all(
        isinstance(label, int) and not isinstance(label, bool) and -(2**63) <= label < 2**63
        for label in labels
    )


def spellings(attribute: Attribute) -> dict[str, int]:
    """Return the value that each text stands for: numbers also with a point and a zero."""
    spelled = spelled_values(attribute.values or ())
    for text, position in list(spelled.items()):
        value = (attribute.values or ())[position]
        if isinstance(value, int) and not isinstance(value, bool):
            spelled.setdefault(f"{text}.0", position)
    return spelled


def _unknown(
    tree: Tree, number: int, test: Test, branches: tuple[int, ...]
) -> tuple[tuple[tuple[int, float], ...], float, int | None]:
    """Return where an unknown value goes: shared, total and heaviest of a step."""
    if getattr(test, "unknown", False):  # the last branch is for unknown values
        last = len(branches) - 1
        return ((last, 1.0),), 1.0, last
    total = float(tree.cases[number])
    cases = [float(tree.cases[child]) for child in branches]
    shared = tuple((b, weight) for b, weight in enumerate(cases) if weight > 0 and total > 0)
    heaviest = max(range(len(cases)), key=cases.__getitem__) if shared else None
    return shared, total, heaviest


def ends_of(tree: Tree, estimate: Tree | None = None) -> list[End]:
    """Return what is said of a case that ends at each node."""
    codes = ends.codes_of_ends(tree).tolist()
    default = default_shares(tree)
    n_classes = len(tree.classes)
    real: type[np.floating[Any]] = np.float32 if tree.single else np.float64
    found = []
    for number, (code, total) in enumerate(zip(codes, tree.cases.tolist(), strict=True)):
        counts = tuple(tree.distribution[number].tolist())
        if total <= 0:
            counts, total = tuple(float(c == code) for c in range(n_classes)), 1.0  # noqa: PLW2901
        if estimate is not None:
            shares = estimate.distribution[number] / estimate.cases[number]
            estimated = tuple((shares * total).tolist())
            found.append(End(code, counts, total, tuple(shares.tolist()), estimated))
            continue
        weights = (np.array(counts, dtype=real) / real(total)).astype(np.float64)
        whole = float(weights.sum())
        raw = tuple((weights / whole).tolist()) if whole > 0 else default
        found.append(End(code, counts, total, raw))
    return found
