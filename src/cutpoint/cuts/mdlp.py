"""Recursive cuts of least class entropy, as long as they shorten the description (MDLP).

Fayyad & Irani 1993: the cut of an interval of N cases and k classes is accepted if its gain exceeds
(lg(N - 1) + lg(3^k - 2) - (k H - k1 H1 - k2 H2)) / N.

The bits that a cut leaves are f(L) - sum over classes of g(l), with f(L) = phi(L) + phi(R),
g(l) = phi(l) + phi(r) and phi(x) = x lg x. L being the sum of all l, a multiple of both can be
taken from f and g alike. For a run of values we take the slope of f over it: what is left of f is
convex and nearly level, each g is convex and greatest at an end, so the running counts at the two
ends of the run bound its cuts from below. Only runs that could hold a cut that is both the best and
accepted are looked into.
"""

from __future__ import annotations

import numpy as np

from cutpoint.compiled import Flag, Int, Ints, Real, Reals, allocating, kernel
from cutpoint.measures.entropies import phi, phi_in, sum_phi_in

_RUN = 64
_ROUNDING = 4e-15
_DEEPEST = 72  # the shorter side first: no more can wait than lg(values)
_LG3, _LG_E = 1.584962500721156, 1.4426950408889634


@allocating
def mdlp(counts: Reals, phis: Reals, out: Ints) -> Int:
    """Fill in the cuts that the description length accepts; return how many.

    ``phis`` is phi of 0, 1, ... cases, as far as it goes.
    """
    n, k = counts.shape
    edges = _running_counts(counts)
    bounds = np.empty(n // _RUN + 2)
    base, whole, below, above = np.zeros(k), np.zeros(k), np.zeros(k), np.zeros(k)
    first, stop = np.zeros(_DEEPEST, dtype=np.int64), np.zeros(_DEEPEST, dtype=np.int64)
    stop[0] = n
    waiting, n_cuts = 1, 0
    while waiting > 0:
        waiting -= 1
        low, high = first[waiting], stop[waiting]
        _counts_before(counts, edges, low, base)
        _counts_before(counts, edges, high, whole)
        for c in range(k):
            whole[c] -= base[c]
        cut = _least_bits(counts, edges, low, high, base, whole, bounds, below, above, phis)
        if cut < 0:
            continue
        _counts_before(counts, edges, cut + 1, below)
        for c in range(k):
            below[c] -= base[c]
            above[c] = whole[c] - below[c]
        if not _pays(whole, below, above, phis):
            continue
        out[n_cuts] = cut
        n_cuts += 1
        left_first = cut + 1 - low > high - cut - 1  # to wait, hence done last
        first[waiting], stop[waiting] = (low, cut + 1) if left_first else (cut + 1, high)
        waiting += 1
        first[waiting], stop[waiting] = (cut + 1, high) if left_first else (low, cut + 1)
        waiting += 1
    out[:n_cuts].sort()
    return n_cuts


@allocating
def _pays(whole: Reals, below: Reals, above: Reals, phis: Reals) -> Flag:
    """Return whether a cut shortens the description of the classes."""
    cases = whole.sum()
    k, bits = _classes_and_bits(whole, phis)
    k1, bits1 = _classes_and_bits(below, phis)
    k2, bits2 = _classes_and_bits(above, phis)
    if cases <= 1.0:
        return False
    theory = _lg_of_3_to_the(k)
    theory -= k * bits / cases - k1 * bits1 / below.sum() - k2 * bits2 / above.sum()
    return bits - bits1 - bits2 > np.log2(cases - 1.0) + theory


@allocating
def _classes_and_bits(counts: Reals, phis: Reals) -> tuple[Int, Real]:
    """Return the number of classes present and cases x entropy."""
    present = 0
    for x in counts:
        present += x > 0.0
    return present, phi_in(counts.sum(), phis) - sum_phi_in(counts, phis)


@allocating
def _running_counts(counts: Reals) -> Reals:
    """Return the class counts before every run of values."""
    n, k = counts.shape
    edges = np.zeros((n // _RUN + 1, k))
    for r in range(1, edges.shape[0]):
        for c in range(k):
            edges[r, c] = edges[r - 1, c]
        for i in range((r - 1) * _RUN, r * _RUN):
            for c in range(k):
                edges[r, c] += counts[i, c]
    return edges


@kernel
def _counts_before(counts: Reals, edges: Reals, i: Int, sums: Reals) -> None:
    """Fill in the class counts of all values before position i."""
    run = i // _RUN
    for c in range(sums.size):
        sums[c] = edges[run, c]
    for j in range(run * _RUN, i):
        for c in range(sums.size):
            sums[c] += counts[j, c]


@allocating
def _least_bits(
    counts: Reals, edges: Reals, first: Int, stop: Int, base: Reals, whole: Reals, bounds: Reals,
    below: Reals, above: Reals, phis: Reals,
) -> Int:  # fmt: skip
    """Return the lowest of the cuts that leave the fewest bits, -1 if there is nothing to cut."""
    cases = whole.sum()
    rounding = _ROUNDING * (whole.size + 2) * phi(cases + 1.0)
    before = phi_in(cases, phis) - sum_phi_in(whole, phis)
    if stop - first < 2 or before <= rounding:
        return -1
    # g at the near end of a run, kept in `below`; the counts there, in `above`.
    for c in range(whole.size):
        below[c] = phi_in(whole[c], phis)
        above[c] = 0.0
    best = before - least_price(cases, _classes_and_bits(whole, phis)[0], before)
    near, split_near, start = 0.0, phi_in(cases, phis), first
    while start < stop:
        end = min((start // _RUN + 1) * _RUN, stop)
        far = cases
        if end < stop:
            far = 0.0
            for c in range(whole.size):
                far += edges[end // _RUN, c] - base[c]
        split_far = phi_in(far, phis) + phi_in(cases - far, phis)
        slope = 0.0
        least = 2.0 * phi(0.5 * cases)
        if 0.0 < near < far < cases:
            slope = (split_far - split_near) / (far - near)
            curve = max(1.0 / near + 1.0 / (cases - near), 1.0 / far + 1.0 / (cases - far)) * _LG_E
            least = split_near - slope * near - curve * (far - near) ** 2 / 8.0
        elif not near <= 0.5 * cases <= far:
            least = min(split_near, split_far)
        most, at_end = 0.0, 0.0
        for c in range(whole.size):
            left = whole[c]
            if end < stop:
                left = edges[end // _RUN, c] - base[c]
            g = phi_in(left, phis) + phi_in(whole[c] - left, phis)
            most += max(below[c] - slope * above[c], g - slope * left)
            at_end += g
            below[c], above[c] = g, left
        bounds[start // _RUN - first // _RUN] = least - most
        if end < stop:
            best = min(best, split_far - at_end)
        near, split_near, start = far, split_far, end
    best, _ = _scan(
        counts, edges, first, stop, base, whole, bounds, below, best, rounding, phis, False
    )
    return _scan(
        counts, edges, first, stop, base, whole, bounds, below, best, rounding, phis, True
    )[1]


@kernel
def least_price(cases: Real, k: Int, bits: Real) -> Real:
    """Return bits that any cut must gain to be accepted, whatever its sides.

    ``bits`` are the cases times the entropy of their k classes.
    """
    return max(np.log2(max(cases - 1.0, 1.0)) + _lg_of_3_to_the(k) - k * bits / cases, 0.0)


@kernel
def _lg_of_3_to_the(k: Int) -> Real:
    """Return lg(3^k - 2)."""
    return np.log2(3.0**k - 2.0) if k < 30 else k * _LG3


@allocating
def _scan(
    counts: Reals, edges: Reals, first: Int, stop: Int, base: Reals, whole: Reals, bounds: Reals,
    below: Reals, best: Real, rounding: Real, phis: Reals, find: bool,
) -> tuple[Real, Int]:  # fmt: skip
    """Look into the runs that could hold the best cut.

    Return the fewest bits; or, to ``find`` it, the first cut that leaves no more than ``best``.
    """
    cases = whole.sum()
    start = first
    while start < stop:
        end = min((start // _RUN + 1) * _RUN, stop)
        if bounds[start // _RUN - first // _RUN] <= best + 2.0 * rounding:
            _counts_before(counts, edges, start, below)
            left = 0.0
            for c in range(whole.size):
                below[c] -= base[c]
                left += below[c]
            for i in range(start, min(end, stop - 1)):
                bits = 0.0
                for c in range(whole.size):
                    x = counts[i, c]
                    below[c] += x
                    left += x
                    bits -= phi_in(below[c], phis) + phi_in(whole[c] - below[c], phis)
                bits += phi_in(left, phis) + phi_in(cases - left, phis)
                if find and bits <= best + rounding:
                    return best, i
                best = min(best, bits)
        start = end
    return best, -1
