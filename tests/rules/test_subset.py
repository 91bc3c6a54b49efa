"""The search for a subset of many rules, against one that counts everything anew at each step."""

from __future__ import annotations

import numpy as np
import pytest
from reference_rules import biased, lg, lg_factorial

from cutpoint.rules.codes import logarithms
from cutpoint.rules.sets import sets_by_class
from cutpoint.rules.subset import MOST_TRIED, N_STARTS, Candidates, best_subset

Masks = np.ndarray


def value(inside: list[bool], masks: Masks, bits: np.ndarray, of_class: np.ndarray) -> float:
    fired = masks[inside].any(axis=0) if any(inside) else np.zeros(len(of_class), dtype=bool)
    n, f = len(of_class), int(fired.sum())
    fp, fn = int((fired & ~of_class).sum()), int((~fired & of_class).sum())
    half = (fp + fn) / 2
    first, second = (half, fn) if f > n / 2 else (fp, half)
    exceptions = lg(n) + biased(f, fp, first) + biased(n - f, fn, second)
    return 0.5 * (bits[inside].sum() - lg_factorial(sum(inside))) + exceptions


def climbed(
    inside: list[bool], masks: Masks, bits: np.ndarray, of_class: np.ndarray
) -> tuple[float, list[bool]]:
    here = value(inside, masks, bits, of_class)
    while True:
        others = [[flag != (i == r) for i, flag in enumerate(inside)] for r in range(len(inside))]
        savings = [here - value(other, masks, bits, of_class) for other in others]
        best = int(np.argmax(savings))
        if savings[best] <= 1e-9:
            return here, inside
        inside, here = others[best], value(others[best], masks, bits, of_class)


@pytest.mark.parametrize("seed", range(25))
def test_it_climbs_from_every_start_and_keeps_the_best(seed: int) -> None:
    rng = np.random.default_rng(seed)
    n, n_rules = int(rng.integers(30, 300)), int(rng.integers(MOST_TRIED + 1, 20))
    of_class = rng.random(n) < rng.uniform(0.2, 0.8)
    masks = rng.random((n_rules, n)) < rng.uniform(0.03, 0.4, (n_rules, 1))
    masks &= of_class | (rng.random((n_rules, n)) < 0.3)
    bits = rng.uniform(2, 15, n_rules)
    draws = rng.random(N_STARTS * n_rules)
    expected = min(
        climbed((draws[t * n_rules : (t + 1) * n_rules] < t / 10).tolist(), masks, bits, of_class)
        for t in range(N_STARTS)
    )

    def as_set(mask: np.ndarray) -> np.ndarray:
        return sets_by_class(np.where(mask, 0, 1).astype(np.int32), 2)[0]

    chosen = best_subset(
        Candidates(
            np.array([as_set(mask) for mask in masks]),
            bits,
            as_set(of_class),
            int(of_class.sum()),
            n,
            *logarithms(n + n_rules, np.float64),
        ),
        draws,
        np.float64,
    )
    assert value(chosen.tolist(), masks, bits, of_class) == pytest.approx(expected[0])
    assert chosen.tolist() == expected[1]


def test_sets_hold_the_cases_of_each_class() -> None:
    from cutpoint.rules.sets import bit, size_of, size_of_both

    target = (np.arange(200) * 7 % 3).astype(np.int32)
    sets = sets_by_class(target, 3)
    assert [size_of(one) for one in sets] == [*np.bincount(target).tolist(), 200]
    assert size_of_both(sets[0], sets[1]) == 0
    for case in range(200):
        held = [bool(one[case // 64] & bit(case)) for one in sets[:3]]
        assert held == [target[case] == c for c in range(3)]
