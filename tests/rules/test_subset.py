"""The search for a subset of many rules, against one that counts everything anew at each step."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from cutpoint import InputError
from cutpoint._core import best_rule_subset
from support.reference.rules import biased, lg, lg_factorial

Masks = np.ndarray

MOST_TRIED = 10
"""Up to so many rules all subsets are tried."""
N_STARTS = 11
"""With more, hill climbing starts from so many subsets."""


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


def random_rules(seed: int, n_rules: int) -> tuple[Masks, np.ndarray, np.ndarray]:
    """Return the cases that some rules cover, their bits and the cases of their class."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(30, 300))
    of_class = rng.random(n) < rng.uniform(0.2, 0.8)
    masks = rng.random((n_rules, n)) < rng.uniform(0.03, 0.4, (n_rules, 1))
    masks &= of_class | (rng.random((n_rules, n)) < 0.3)
    return masks, rng.uniform(2, 15, n_rules), of_class


@pytest.mark.parametrize("n_threads", [1, 3])
@pytest.mark.parametrize("seed", range(25))
def test_it_climbs_from_every_start_and_keeps_the_best(seed: int, n_threads: int) -> None:
    n_rules = MOST_TRIED + 1 + seed % 9
    masks, bits, of_class = random_rules(seed, n_rules)
    draws = np.random.default_rng([seed, 1]).random(N_STARTS * n_rules)
    expected = min(
        climbed((draws[t * n_rules : (t + 1) * n_rules] < t / 10).tolist(), masks, bits, of_class)
        for t in range(N_STARTS)
    )
    chosen = best_rule_subset(masks, bits, of_class, draws, n_threads).astype(bool)
    assert value(chosen.tolist(), masks, bits, of_class) == pytest.approx(expected[0])
    assert chosen.tolist() == expected[1]


@pytest.mark.parametrize("seed", range(10))
def test_all_subsets_of_few_rules_are_tried(seed: int) -> None:
    masks, bits, of_class = random_rules(seed, 1 + seed % 8)
    chosen = best_rule_subset(masks, bits, of_class, np.empty(0)).astype(bool)
    every = itertools.product([False, True], repeat=len(bits))
    best = min(value(list(inside), masks, bits, of_class) for inside in every)
    assert value(chosen.tolist(), masks, bits, of_class) == pytest.approx(best)


def test_arrays_that_do_not_fit_together_are_refused() -> None:
    masks, bits, of_class = random_rules(0, 12)
    draws = np.zeros(N_STARTS * 12)
    for wrong in (
        (masks, bits[1:], of_class, draws),
        (masks, bits, of_class[1:], draws),
        (masks, bits, of_class, draws[1:]),
    ):
        with pytest.raises(InputError, match="elements"):
            best_rule_subset(*wrong)
    with pytest.raises(TypeError):
        best_rule_subset(masks, bits.astype(np.float32), of_class, draws)
