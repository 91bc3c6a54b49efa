"""Plots of stability draw the report's own numbers."""

import numpy as np
import pytest

from cutpoint import C45Classifier, InputError
from cutpoint.data import make_mixed
from cutpoint.stability import assess
from cutpoint.stability.assess import Plan, assess_table
from cutpoint.views.plots import plot_stability
from support.needs import package

package("matplotlib")


@pytest.fixture(scope="module")
def found():
    table = make_mixed(200, random_state=2)
    return assess_table(C45Classifier().fit_table(table), table, Plan(10))


def test_cuts_are_drawn_in_standard_deviations(found):
    ax = found.plot("cuts")
    rows = [n for n in found.nodes if n.reference_cuts and np.atleast_1d(n.cut_sd)[0] > 0][:20]
    assert len(ax.get_yticks()) == len(rows)
    drawn = ax.lines[1].get_xdata()
    expected = (rows[0].cuts - rows[0].reference_cuts[0]) / rows[0].cut_sd
    np.testing.assert_allclose(drawn, expected)


def test_the_shares_of_attributes_fill_each_bar(found):
    ax = found.plot("attributes")
    widths = {}
    for bar in ax.patches:
        key = round(bar.get_y(), 3)
        widths[key] = widths.get(key, 0) + bar.get_width()
    assert list(widths.values()) == pytest.approx([1.0] * len(widths))


def test_trees_are_points_of_size_and_error(found):
    ax = plot_stability(found, "trees")
    points = ax.collections[0].get_offsets()
    np.testing.assert_allclose(points[:, 0], found.sizes)
    np.testing.assert_allclose(points[:, 1], found.errors)


def test_what_cannot_be_drawn_is_refused(found):
    with pytest.raises(InputError, match="cuts, attributes, trees"):
        found.plot("leaves")
    leaf = assess(C45Classifier().fit([[1.0]] * 4, list("abab")), [[1.0]] * 4, list("abab"), 3)
    with pytest.raises(InputError, match="no cut varies"):
        leaf.plot("cuts")
    with pytest.raises(InputError, match="tests nothing"):
        leaf.plot("attributes")
    assert leaf.plot("trees") is not None
