"""The threshold methods against slow references, and what Geurts & Wehenkel say of them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats

from cutpoint import InputError, _core, criterion
from cutpoint.cuts import threshold
from cutpoint.cuts.evidence import evidence
from cutpoint.datasets.generators import gaussian_table
from support.reference import thresholds as reference

METHODS = _core.THRESHOLD_METHODS
MEASURES = [name for name in _core.MEASURES if name != "custom"]
OF_COUNTS = [name for name in MEASURES if name != "contrast"]


def random_table(rng: np.random.Generator) -> tuple[Any, Any]:
    """Return values and class weights: ties, gaps in the table, whole or fractional weights."""
    n_values, n_classes = int(rng.integers(1, 40)), int(rng.integers(2, 5))
    values = np.unique(np.round(rng.normal(0, 3, n_values), int(rng.integers(0, 4)))) + 0.0
    drift = np.arange(len(values))[:, None] / len(values) * np.arange(n_classes)
    weights = rng.poisson(rng.uniform(0.3, 2) * (0.3 + drift)).astype(float)
    if rng.random() < 0.3:
        weights *= rng.integers(1, 1024, weights.shape) / 1024
    return values, weights


def ours(
    method: str, measure: str, values: Any, weights: Any, least: float, asked: Any
) -> _core.ThresholdChoice:
    options = _core.ThresholdOptions(method, measure)
    options.least = least
    options.window, options.width, options.resamples, options.key = asked
    return _core.choose_threshold(values, weights, options)


def deviation(measure: str, values: Any, weights: Any, position: int) -> float:
    options = _core.ThresholdOptions("classic", measure)
    return _core.score_deviation(values, weights, position, options)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("measure", OF_COUNTS)
def test_the_cut_is_that_of_the_reference(method: str, measure: str) -> None:
    rng = np.random.default_rng([len(method), len(measure), METHODS.index(method)])
    for trial in range(12):
        values, weights = random_table(rng)
        least = float(rng.choice([1e-9, 1, 2.5]))
        window, width = int(rng.choice([1, 3, 21])), float(rng.choice([0, 0.5, 2.5]))
        options = (window, width, int(rng.integers(1, 5)), trial)
        expected = reference.choose(method, measure, values, weights, least, *options)
        chosen = ours(method, measure, values, weights, least, options)
        choice, positions, scores = chosen["candidate"], chosen["positions"], chosen["scores"]
        if expected is None:
            assert choice == -1
            continue
        best, lowest, highest = expected
        assert values[positions[choice]] == best.last_below
        value = reference.MEASURES[measure](best.table)
        assert scores[choice] == pytest.approx(value, rel=1e-7, abs=1e-9)
        found = reference.candidates(values, weights, least)
        assert len(found) == len(positions)
        assert found[chosen["lowest"]].cut == lowest
        assert found[chosen["highest"]].cut == highest


@pytest.mark.parametrize("measure", OF_COUNTS)
def test_the_standard_deviation_is_that_of_many_samples(measure: str) -> None:
    """Draw the table again and again: the delta method is for large samples, so within 10 %."""
    weights = np.array([[300.0, 60.0, 40.0], [90.0, 210.0, 300.0]])
    values = np.array([1.0, 2.0])
    rng = np.random.default_rng(5)
    drawn = rng.multinomial(1000, weights.ravel() / 1000, 4000).reshape(-1, 2, 3).astype(float)
    measured = np.std([reference.MEASURES[measure](table) for table in drawn])
    spread = deviation(measure, values, weights, 0)
    assert spread == pytest.approx(measured, rel=0.1)


def test_the_standard_deviation_of_the_contrast_is_that_of_many_samples() -> None:
    rng = np.random.default_rng(6)
    values = np.arange(10.0)
    weights = rng.integers(20, 200, (10, 2)).astype(float)
    total = int(weights.sum())

    def contrast(table: Any) -> float:
        sides = table[:4], table[4:]
        x = values[:4], values[4:]
        means = [(v * t.sum(axis=1)).sum() / t.sum() for v, t in zip(x, sides, strict=True)]
        shares = [t.sum() / total for t in sides]
        left = sum(
            share * reference.entropy(t.sum(axis=0)) for share, t in zip(shares, sides, strict=True)
        )
        return float(shares[0] * shares[1] * (means[0] - means[1]) ** 2 / left)

    drawn = rng.multinomial(total, weights.ravel() / total, 3000).reshape(-1, 10, 2)
    measured = np.std([contrast(table) for table in drawn])
    spread = deviation("contrast", values, weights, 3)
    assert spread == pytest.approx(measured, rel=0.1)
    labels, column = np.tile([0, 1], 10), np.repeat(values, 2)
    found = threshold(column, labels, "classic", "contrast", sample_weight=weights.ravel())
    assert found.scores[3] == pytest.approx(contrast(weights))


def test_the_standard_deviation_of_the_symmetric_measure_is_the_papers_formula() -> None:
    table = np.array([[7.0, 2.0], [1.0, 10.0]])
    p = table / 20
    p_t, p_c = p.sum(axis=1, keepdims=True), p.sum(axis=0, keepdims=True)
    entropies = -(p_t * np.log(p_t)).sum() - (p_c * np.log(p_c)).sum()
    shared = 2 * (p * np.log(p / (p_t * p_c))).sum() / entropies
    psi = (2 * np.log(p / (p_t * p_c)) - shared * (-np.log(p_c) - np.log(p_t))) / entropies
    expected = np.sqrt((p * psi**2).sum() / 20)
    spread = deviation("symmetric", np.array([0.0, 1.0]), table, 0)
    assert spread == pytest.approx(expected, rel=1e-12)


def test_the_generator_is_splitmix() -> None:
    """The numbers of the published generator for the seed 1234567."""
    expected = [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]
    assert _core.split_mix(1234567, 0, 5).tolist() == expected
    assert _core.split_mix(1234567, 2, 1).tolist() == expected[2:3]
    uniforms = (_core.split_mix(9, 3, 4) >> np.uint64(11)) * 2.0**-53
    assert uniforms.tolist() == reference.splitmix(9, 3, 4)


def test_a_resample_draws_cells_by_their_weight() -> None:
    weights = np.array([[10.0, 0.0], [5.5, 20.25], [0.0, 4.25]])
    drawn = np.zeros_like(weights)
    for number in range(2000):
        out = _core.resample(weights, 3, number)
        assert out.sum() == pytest.approx(40)
        drawn += out
    used = weights > 0
    assert (drawn[~used] == 0).all()
    assert stats.chisquare(drawn[used], weights[used] * 2000).pvalue > 1e-4


cases = st.lists(
    st.tuples(st.integers(-4, 4), st.sampled_from("abc"), st.floats(0.1, 3)),
    min_size=2,
    max_size=40,
)


@given(cases, st.sampled_from(METHODS), st.sampled_from(MEASURES), st.randoms())
def test_the_order_of_the_cases_does_not_matter(
    rows: list[tuple[int, str, float]], method: str, measure: str, shuffler: Any
) -> None:
    values, y, weight = zip(*rows, strict=True)
    assume(len(set(values)) > 1)
    found = threshold(values, y, method, measure, sample_weight=weight, min_cases=0, random_state=1)
    shuffler.shuffle(rows)
    values, y, weight = zip(*rows, strict=True)
    again = threshold(values, y, method, measure, sample_weight=weight, min_cases=0, random_state=1)
    assert again.cut == found.cut
    assert again.sd == found.sd
    assert again.interval == found.interval
    assert (again.scores == found.scores).all()


@given(cases, st.sampled_from(METHODS), st.sampled_from(["midpoint", "observed", "weighted"]))
def test_a_cut_is_admissible_and_among_the_candidates(
    rows: list[tuple[int, str, float]], method: str, placement: str
) -> None:
    values, y, weight = (np.array(column) for column in zip(*rows, strict=True))
    order = np.argsort(values)
    below = np.cumsum(weight[order])[:-1][np.diff(values[order]) > 0]
    assume((np.minimum(below, weight.sum() - below) >= 2.001).any())
    found = threshold(
        values, y, method, sample_weight=weight, min_cases=2, placement=placement, random_state=0
    )
    side = weight[values <= found.cut].sum()
    assert min(side, weight.sum() - side) >= 2 - 1e-9
    assert found.interval[0] <= found.interval[1]
    assert found.score in found.scores
    divided = [(values <= cut).sum() for cut in found.cuts]
    assert (values <= found.cut).sum() in divided


def test_a_column_that_one_cut_divides_purely_is_cut_there_by_every_method() -> None:
    values, y = np.arange(20.0), np.repeat([0, 1], 10)
    for method in METHODS:
        found = threshold(values, y, method, "gain", random_state=0, window=3)
        assert 8 < found.cut < 11


def test_the_median_puts_the_middle_case_of_an_odd_number_above() -> None:
    """As the paper's test, value < threshold, does."""
    assert threshold([1, 2, 3, 4, 5], list("aabbb"), "median").cut == 2.5
    assert threshold([1, 2, 3, 4], list("aabb"), "median").cut == 2.5


def test_averaging_takes_the_middle_of_what_is_not_clearly_worse() -> None:
    y = list("ababababab")
    found = threshold(range(10), y, "averaging")
    assert found.interval == (0.5, 8.5)  # the classes alternate: no cut is better than others
    assert found.cut == 4.5
    assert (
        threshold(range(10), y, "averaging", width=0).cut == threshold(range(10), y, "classic").cut
    )


def test_the_bootstrap_follows_its_seed_alone() -> None:
    rng = np.random.default_rng(0)
    values, y = rng.normal(size=200), rng.integers(0, 2, 200)
    one, two, other = (
        threshold(values, y, "bootstrap", random_state=seed).cut for seed in (1, 1, 2)
    )
    assert one == two != other


def test_a_measure_of_ones_own_chooses_too() -> None:
    def gini(before: Any, after: Any) -> float:
        total = before.sum()
        value = -((before / total) ** 2).sum()
        for b in range(after.shape[0]):
            value += (after[b] ** 2).sum() / after[b].sum() / total
        return value

    rng = np.random.default_rng(3)
    values, y = np.round(rng.normal(size=60), 1), rng.integers(0, 3, 60)
    for method in METHODS:
        expected = threshold(values, y, method, "gini", random_state=0)
        for function in (gini, criterion(gini)):
            found = threshold(values, y, method, function, random_state=0)
            assert found.cut == expected.cut
            assert found.sd == pytest.approx(expected.sd, rel=1e-6)


def test_an_error_in_a_measure_of_ones_own_is_told() -> None:
    with pytest.raises(InputError, match="criterion <lambda> raised IndexError"):
        threshold([1, 2, 3], list("aab"), "classic", lambda before, after: after[9, 9])


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"method": "mean"}, "method must be one of classic"),
        ({"criterion": "entropy"}, "criterion must be one of gain"),
        ({"placement": "left"}, "placement must be one of"),
        ({"window": 20}, "odd number"),
        ({"width": -1}, "width"),
        ({"resamples": 0}, "resamples"),
        ({"values": [1, 1, 1, 1]}, "no cut: 1 distinct value and"),
        ({"values": [np.nan] * 4}, "no cut: 0 distinct values"),
        ({"min_cases": 3}, "leaves 3 cases on both sides"),
        ({"values": [1, 2, np.inf, 4]}, "case 2 is inf"),
        ({"sample_weight": [1, -1, 1, 1]}, "weight of case 1 is -1"),
        ({"y": list("aab")}, "one length"),
        ({"values": list("abcd")}, "numbers"),
        ({"y": ["a", 1, None, "b"]}, "several types"),
    ],
)
def test_what_cannot_be_used_is_refused(changes: dict[str, Any], complaint: str) -> None:
    given = {"values": [1, 2, 3, 4], "y": np.array(list("aabb"), dtype=object), **changes}
    if isinstance(given["y"], list):
        given["y"] = np.array(given["y"], dtype=object)
    with pytest.raises(InputError, match=complaint):
        threshold(**given)


def test_missing_values_are_left_out() -> None:
    table = evidence([1, np.nan, 2, -0.0, 0.0], ["a", "c", "b", "a", "a"])
    assert table.values.tolist() == [0, 1, 2]
    assert table.weights.tolist() == [[2, 0], [1, 0], [0, 1]]
    assert table.classes.tolist() == ["a", "b"]


def test_averaged_and_median_thresholds_vary_much_less_than_classic_ones() -> None:
    """Geurts & Wehenkel, Table 1, on their GAUSSIAN data: 100 samples of 500 cases.

    Theirs for OMIB: classic 55, Kolmogorov 27, median 13, averaging 20, bootstrap 37, smoothing 52.
    """
    cuts: dict[str, list[float]] = {method: [] for method in METHODS}
    for sample in range(100):
        table = gaussian_table(500, random_state=sample)
        for method in METHODS:
            found = threshold(table.columns[0], table.target, method, random_state=sample)
            cuts[method].append(found.cut)
    spread = {method: float(np.std(found)) for method, found in cuts.items()}
    assert spread["averaging"] < 0.6 * spread["classic"]
    assert spread["median"] < 0.6 * spread["classic"]
    assert spread["smoothing"] > 0.75 * spread["classic"]
    assert spread["bootstrap"] < 0.9 * spread["classic"]
