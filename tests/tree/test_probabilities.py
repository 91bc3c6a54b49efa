"""Intervals of leaf probabilities."""

import pytest
from scipy.stats import beta

from cutpoint import InputError
from cutpoint.tree.probabilities import jeffreys_interval


@pytest.mark.parametrize("cases", [1, 7, 40.5, 1000])
@pytest.mark.parametrize("share", [0.1, 0.5, 0.73])
@pytest.mark.parametrize("level", [0.5, 0.9, 0.99])
def test_the_ends_are_quantiles_of_a_beta_distribution(cases, share, level):
    low, high = jeffreys_interval(share * cases, cases, level)
    posterior = beta(share * cases + 0.5, (1 - share) * cases + 0.5)
    assert posterior.cdf(low) == pytest.approx((1 - level) / 2)
    assert posterior.sf(high) == pytest.approx((1 - level) / 2)


def test_nothing_and_everything_reach_the_ends():
    assert jeffreys_interval(0, 12)[0] == 0.0
    assert jeffreys_interval(12, 12)[1] == 1.0
    assert 0 < jeffreys_interval(0, 12)[1] < 0.2


@pytest.mark.parametrize(("successes", "cases", "level"), [(3, 2, 0.9), (-1, 2, 0.9), (1, 2, 1.0)])
def test_impossible_numbers_are_refused(successes, cases, level):
    with pytest.raises(InputError, match=r"successes|level"):
        jeffreys_interval(successes, cases, level)
