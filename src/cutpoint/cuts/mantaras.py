"""Cuts of least distance to the classes, as long as they shorten the description.

Cerquides & López de Mántaras 1997: one growing set of cuts for the whole column. Each round adds
the cut that brings the partition nearest to that of the classes, in López de Mántaras' normalised
distance d = 2 - (H(C) + H(D)) / H(C, D); the first cut that lengthens the description ends it.
"""

from __future__ import annotations

import numpy as np

from cutpoint.compiled import Int, Ints, Real, Reals, allocating
from cutpoint.cuts.score import sum_phi
from cutpoint.measures.entropies import phi

_SAME = 1e-12


@allocating
def mantaras(counts: Reals, out: Ints) -> Int:
    """Fill in the cuts that the description length accepts; return how many."""
    n, k = counts.shape
    taken = np.zeros(n, dtype=np.bool_)
    classes = np.zeros(k)
    for i in range(n):
        for c in range(k):
            classes[c] += counts[i, c]
    cases = classes.sum()
    if cases <= 1.0:
        return 0
    split, joint = phi(cases), sum_phi(classes)  # sums over intervals of phi(W) and phi(n)
    shortest = _length(counts, taken, cases, classes)
    n_cuts = 0
    while n_cuts < n - 1:
        cut, split, joint = _nearest(counts, taken, cases, sum_phi(classes), split, joint)
        if cut < 0:
            break
        taken[cut] = True
        length = _length(counts, taken, cases, classes)
        if length > shortest + _SAME * cases:
            taken[cut] = False
            break
        shortest = length
        n_cuts += 1
    k = 0
    for i in range(n):
        if taken[i]:
            out[k] = i
            k += 1
    return n_cuts


@allocating
def _nearest(
    counts: Reals, taken: Reals, cases: Real, classes: Real, split: Real, joint: Real
) -> tuple[Int, Real, Real]:
    """Return the new cut that leaves the least distance, and the two sums with it."""
    n, k = counts.shape
    of_classes = phi(cases) - classes
    found, nearest, new_split, new_joint = -1, np.inf, split, joint
    below, above = np.zeros(k), np.zeros(k)
    first = 0
    while first < n:
        last = first
        above[:] = 0.0
        below[:] = 0.0
        while True:
            for c in range(k):
                above[c] += counts[last, c]
            if last == n - 1 or taken[last]:
                break
            last += 1
        weight = above.sum()
        other_split, other_joint = split - phi(weight), joint - sum_phi(above)
        left = 0.0
        for i in range(first, last):
            for c in range(k):
                below[c] += counts[i, c]
                above[c] -= counts[i, c]
                left += counts[i, c]
            s = other_split + phi(left) + phi(weight - left)
            j = other_joint + sum_phi(below) + sum_phi(above)
            both = phi(cases) - j
            d = 2.0 - (of_classes + phi(cases) - s) / both if both > 0.0 else 0.0
            if d < nearest - _SAME:
                found, nearest, new_split, new_joint = i, d, s, j
        first = last + 1
    return found, new_split, new_joint


@allocating
def _length(counts: Reals, taken: Reals, cases: Real, classes: Reals) -> Real:
    """Return the description length of a partition with p cuts, in bits.

    p lg(N - 1) + (p + 1) k + sum of k_i Ent_i + sum of N_i Ent_i.
    """
    n, k = counts.shape
    n_classes: Int = 0
    for x in classes:
        n_classes += x > 0.0
    length = 0.0
    n_intervals = 0
    inside = np.zeros(k)
    for i in range(n):
        for c in range(k):
            inside[c] += counts[i, c]
        if i == n - 1 or taken[i]:
            n_intervals += 1
            weight = inside.sum()
            bits = phi(weight) - sum_phi(inside)
            present: Int = 0
            for x in inside:
                present += x > 0.0
            length += bits + present * bits / weight
            inside[:] = 0.0
    return length + (n_intervals - 1) * np.log2(cases - 1.0) + n_intervals * n_classes
