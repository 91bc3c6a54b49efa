"""The order of the classes, the default class, and the rules that do more harm than good."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cutpoint.compiled import ZERO, Int, Ints, Reals, allocating
from cutpoint.rules.sets import count, size_of, size_of_both

NONE = -1


@allocating
def ordered(cover: Ints, label: Ints, error: Reals, by_class: Ints) -> tuple[Ints, Int]:
    """Return the rules in the order in which they are asked, and the default class.

    Next comes the class whose rules have the fewest false positives among the cases not covered
    yet; its rules by increasing error. The default is the class with the most cases left over, on
    ties the more frequent one.
    """
    n_classes = by_class.shape[0] - 1
    n_rules, n_words = cover.shape
    order = np.empty(n_rules, dtype=np.int64)
    by_error = np.argsort(error, kind="mergesort")
    union = np.zeros((n_classes, n_words), dtype=np.uint64)
    waiting = np.zeros(n_classes, dtype=np.bool_)
    for r in range(n_rules):
        waiting[label[r]] = True
        union[label[r]] |= cover[r]
    left = by_class[n_classes].copy()
    n_placed = 0
    while n_placed < n_rules:
        best, fewest = ZERO, np.int64(-1)
        for c in range(n_classes):
            if waiting[c]:
                wrong = ZERO
                for w in range(n_words):
                    wrong += count(union[c, w] & left[w] & ~by_class[c, w])
                if fewest < 0 or wrong < fewest:
                    best, fewest = np.int64(c), wrong
        waiting[best] = False
        for w in range(n_words):
            left[w] &= ~union[best, w]
        for r in by_error:
            if label[r] == best:
                order[n_placed] = r
                n_placed += 1
    default = ZERO
    most, most_of_all = np.int64(-1), np.int64(-1)
    for c in range(n_classes):
        here, everywhere = size_of_both(left, by_class[c]), size_of(by_class[c])
        if here > most or (here == most and everywhere > most_of_all):
            default, most, most_of_all = np.int64(c), here, everywhere
    return order, default


class Tally(NamedTuple):
    """What each rule did, in order: cases it was the first to fire on, and how many went wrong.

    Where the next rule that fires (else the default) gives another class, the rule was ``better``
    if it is right, and ``worse`` if the other one is.
    """

    used: Ints
    wrong: Ints
    better: Ints
    worse: Ints


def tally(first: Ints, second: Ints, label: Ints, default: int, target: Ints) -> Tally:
    """Count what each rule did on cases, from the first and the second rule that fire on each.

    Examples
    --------
    >>> import numpy as np
    >>> first, second = np.array([0, 0, 1, -1]), np.array([1, -1, -1, -1])
    >>> tally(first, second, np.array([0, 1]), 1, np.array([0, 1, 1, 1]))
    Tally(used=array([2, 1]), wrong=array([1, 0]), better=array([1, 0]), worse=array([1, 0]))
    """
    fired = first != NONE
    rule, true = first[fired], target[fired]
    given = label[rule]
    other = np.where(second[fired] == NONE, default, label[second[fired]])
    right = given == true
    differs = given != other

    def by_rule(chosen: Ints) -> Ints:
        return np.bincount(rule[chosen], minlength=len(label))

    return Tally(
        np.bincount(rule, minlength=len(label)),
        by_rule(~right),
        by_rule(differs & right),
        by_rule(differs & (other == true)),
    )
