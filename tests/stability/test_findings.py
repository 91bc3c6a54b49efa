"""The findings of Geurts & Wehenkel hold on the data they describe, and bias is what it must be."""

import numpy as np
import pytest
from scipy.optimize import minimize_scalar
from scipy.stats import norm

from cutpoint import InputError
from cutpoint.cuts import threshold
from cutpoint.datasets import make_gaussian, make_waveform
from cutpoint.stability import threshold_spread


def entropy(shares):
    shares = np.asarray(shares)
    shares = shares[shares > 0]
    return -(shares * np.log2(shares)).sum()


def symmetric(cut, first, second):
    """The score 2 I / (H_C + H_T) of a cut between two equally likely distributions, exactly."""
    below = np.array([first.cdf(cut), second.cdf(cut)]) / 2
    above = np.array([first.sf(cut), second.sf(cut)]) / 2
    class_bits, branch_bits = 1.0, entropy([below.sum(), above.sum()])
    information = class_bits + branch_bits - entropy([*below, *above])
    return 2 * information / (class_bits + branch_bits)


FIRST, SECOND = norm(0, 1), norm(2, np.sqrt(1.5))
"""The first attribute of GAUSSIAN in either class; both are equally likely."""


@pytest.fixture(scope="module")
def gaussian():
    """Attribute a1 of the paper's GAUSSIAN data, and the cut that an endless sample would give."""
    X, y = make_gaussian(20_000, random_state=0)
    best = minimize_scalar(
        lambda cut: -symmetric(cut, FIRST, SECOND), bounds=(-2, 4), method="bounded"
    )
    return X.iloc[:, 0].to_numpy(), np.asarray(y), best.x


@pytest.fixture(scope="module")
def table(gaussian):
    x, y, best = gaussian
    return threshold_spread(x, y, sizes=(50, 500), n_samples=100, reference=best)


def of(table, method, size, column):
    rows = table[(table["method"] == method) & (table["size"] == size)]
    return rows[column].item()


@pytest.mark.parametrize("method", ["averaging", "median", "kolmogorov"])
def test_three_methods_cut_the_spread_at_500_cases_to_at_most_six_tenths(table, method):
    assert of(table, method, 500, "sd") <= 0.6 * of(table, "classic", 500, "sd")
    assert of(table, method, 500, "variance") < of(table, "classic", 500, "variance")


def test_smoothing_does_not_and_the_bootstrap_lies_between(table):
    classic = of(table, "classic", 500, "sd")
    assert of(table, "smoothing", 500, "sd") > 0.8 * classic
    assert 0.6 * classic < of(table, "bootstrap", 500, "sd") < 0.9 * classic


def test_spread_falls_slowly_with_the_size_of_samples(table):
    """By less than the root of ten, which it would be for a mean."""
    small, large = of(table, "classic", 50, "sd"), of(table, "classic", 500, "sd")
    assert small / np.sqrt(10) < large < small


def test_the_classic_cut_is_unbiased_about_the_exact_optimum(gaussian):
    """All cases give a cut near the optimum; so does the mean over samples, within its error."""
    x, y, best = gaussian
    found = threshold(x, y, "classic", "symmetric").cut
    assert found == pytest.approx(best, abs=0.35)
    given = threshold_spread(x, y, [2000], 40, ["classic"], reference=best)
    sd, bias = given["sd"].item(), given["bias"].item()
    assert abs(bias) < 4 * sd / np.sqrt(40) + 0.1
    assert threshold_spread(x, y, [2000], 40, ["classic"])["bias"].item() == pytest.approx(
        bias + best - found
    )


def test_the_median_is_biased_by_the_distance_of_the_median(gaussian):
    x, y, best = gaussian
    given = threshold_spread(x, y, [2000], 30, ["median"], reference=best)
    assert given["bias"].item() == pytest.approx(np.median(x) - best, abs=0.05)
    # The standard deviation of a median: sqrt(1/4n) over the density there.
    middle = np.median(x)
    density = (FIRST.pdf(middle) + SECOND.pdf(middle)) / 2
    assert given["sd"].item() == pytest.approx(np.sqrt(1 / (4 * 2000)) / density, rel=0.35)


def test_the_findings_hold_on_waveform_data():
    """On average over attributes that tell the three classes apart; there is no best one."""
    X, y = make_waveform(5000, random_state=0)
    ratios = []
    for name in X.columns[5:16:2]:
        given = threshold_spread(X[name], y, [500], 30)
        ratios.append(given["sd"].to_numpy() / given["sd"][0])
    _, kolmogorov, median, averaging, _, smoothing = np.mean(ratios, axis=0)
    assert median <= 0.6
    assert averaging <= 0.6
    assert kolmogorov < 0.75
    assert smoothing > 0.8


def test_figures_are_those_of_a_plain_loop():
    rng = np.random.default_rng(1)
    y = rng.integers(0, 2, 300)
    x = rng.normal(y)
    given = threshold_spread(x, y, [40], 5, ["classic"], random_state=3)
    draws = np.random.RandomState(3)
    cuts, shares = [], []
    for rows in [draws.permutation(300)[:40] for _ in range(5)]:
        cut = threshold(x[rows], y[rows], "classic").cut
        cuts.append(cut)
        below = x[rows] <= cut
        shares.append([y[rows][below].mean(), y[rows][~below].mean()])
    assert given["sd"].item() == pytest.approx(np.std(cuts, ddof=1))
    reference = threshold(x, y, "classic").cut
    assert given["bias"].item() == pytest.approx(np.mean(cuts) - reference)
    assert given["variance"].item() == pytest.approx(np.var(shares, axis=0).mean())
    assert given["samples"].item() == 5


def test_two_values_have_one_cut_and_no_spread():
    given = threshold_spread([0.0, 1.0] * 50, ["a", "b"] * 50, [10], 4, ["classic"])
    assert given[["sd", "bias", "variance"]].to_numpy().tolist() == [[0.0, 0.0, 0.0]]


def test_samples_of_a_single_class_are_not_cut():
    y = ["a"] * 99 + ["b"]
    given = threshold_spread(np.arange(100.0), y, [20], 50, ["classic"], random_state=0)
    draws = np.random.RandomState(0)
    holding = sum(99 in draws.permutation(100)[:20] for _ in range(50))
    assert given["samples"].item() == holding < 50


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"x": [1.0] * 20}, "there is no cut"),
        ({"sizes": [21]}, "21 cases cannot be drawn from 20"),
        ({"sizes": []}, "sizes is empty"),
        ({"n_samples": 1}, "n_samples must be a whole number from 2"),
        ({"methods": ["mean"]}, "methods must be some of classic"),
        ({"criterion": "luck"}, "criterion must be one of"),
        ({"y": [0, 1]}, "as long as each other"),
        ({"y": [1] * 20}, "y has a single class"),
        ({"x": ["a"] * 20}, "x must be numbers"),
        ({"x": [np.inf] * 20}, "row 0: x is infinite"),
    ],
)
def test_what_cannot_be_used_is_refused(changes, message):
    given = {"x": np.arange(20.0), "y": [0, 1] * 10, "sizes": [10], "n_samples": 3} | changes
    with pytest.raises(InputError, match=message):
        threshold_spread(**given)
