"""Plots are drawn without a screen; what is on them is looked at, and that they become pictures."""

from __future__ import annotations

import html
import io
import json
import re
import sys
from random import Random
from typing import Any

import numpy as np
import pandas as pd
import pytest

from cutpoint import C45Classifier
from cutpoint.data import demo_path
from cutpoint.data.attribute import Attribute
from cutpoint.errors import InputError
from cutpoint.tree import Tree, example_tree
from cutpoint.views.plots import (
    plot_confusion,
    plot_distribution,
    plot_pruning_path,
    plot_scores,
    plot_tree,
)
from cutpoint.views.plots.attribute import candidates
from cutpoint.views.plots.cases import Cases, cases_at
from support import needs

matplotlib = needs.package("matplotlib")
matplotlib.use("Agg")


@pytest.fixture(autouse=True)
def _closed() -> Any:
    from matplotlib import pyplot as plt

    yield
    plt.close("all")


def pumps() -> tuple[Tree, pd.DataFrame, pd.Series]:
    table = pd.read_csv(demo_path())
    X, y = table.drop(columns="outcome"), table["outcome"]
    return C45Classifier(min_cases=5).fit(X, y).tree_, X, y


def texts(ax: Any) -> list[str]:
    return [text.get_text() for text in ax.texts]


def upright_lines(ax: Any, style: str) -> list[float]:
    return [
        float(line.get_xdata()[0])
        for line in ax.lines
        if len(set(line.get_xdata())) == 1 and line.get_linestyle() == style
    ]


def rendered(ax: Any) -> bytes:
    file = io.BytesIO()
    ax.figure.savefig(file, format="png")
    data = file.getvalue()
    assert data.startswith(b"\x89PNG")
    return data


def test_the_tree_shows_every_node_and_what_leads_to_it() -> None:
    for tree in (example_tree(), pumps()[0]):
        ax = plot_tree(tree)
        rendered(ax)
        written = texts(ax)
        assert len(written) == tree.n_nodes + (tree.n_nodes - 1) + len(tree.classes)
        for node in tree.root.walk():
            if node.is_leaf:
                assert any(text.startswith(f"{node.label} ({node.cases:.1f}") for text in written)
            else:
                assert node.attribute.name in written
                for branch in range(len(node.branches)):
                    assert node.test.condition(branch) in written


def test_no_two_texts_of_the_tree_overlap() -> None:
    tree = pumps()[0]
    ax = plot_tree(tree)
    ax.figure.canvas.draw()
    boxes = [text.get_window_extent() for text in ax.texts]
    for one, box in enumerate(boxes):
        for other in boxes[one + 1 :]:
            across = min(box.x1, other.x1) - max(box.x0, other.x0)
            down = min(box.y1, other.y1) - max(box.y0, other.y0)
            assert across <= 1 or down <= 1, ax.texts[one]


def test_the_bars_of_a_leaf_are_its_class_shares() -> None:
    ax = plot_tree(example_tree())
    coloured = [p for p in ax.patches if p.get_facecolor()[3] > 0 and p.get_y() > -1]
    assert len(coloured) == 5  # every leaf is pure
    assert {p.get_width() for p in coloured} == {6.0}


def test_max_depth_counts_what_is_not_drawn() -> None:
    ax = plot_tree(example_tree(), max_depth=1)
    assert "… 2 leaves (5.0)" in texts(ax)
    assert "humidity" not in texts(ax)
    ax = plot_tree(example_tree(), max_depth=0)
    assert "… 5 leaves (14.0)" in texts(ax)


def test_a_tree_is_drawn_on_axes_that_are_given_in_letters_that_fit() -> None:
    from matplotlib import pyplot as plt

    _, (left, right) = plt.subplots(1, 2, figsize=(4, 2))
    assert plot_tree(pumps()[0], ax=right) is right
    assert max(text.get_fontsize() for text in right.texts) < 9
    assert not left.texts
    rendered(right)


def test_hostile_labels_are_shown_as_they_are() -> None:
    name = r"cost $x^{2 & \alpha $ <b> 🌳" + "y" * 100
    leaf = {"cases": 1.0, "errors": 0.0}
    tree = Tree.from_nodes(
        [
            {
                "class": 0,
                "cases": 2.0,
                "errors": 0.0,
                "distribution": [1.0, 1.0],
                "attribute": 0,
                "cuts": [0.0],
                "branches": [1, 2],
            },
            leaf | {"class": 0, "distribution": [1.0, 0.0]},
            leaf | {"class": 1, "distribution": [0.0, 1.0]},
        ],
        [Attribute(name)],
        ["$a_$", "two\nlines"],
    )
    X, y = pd.DataFrame({name: [-1.0, 1.0]}), ["$a_$", "two\nlines"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("warnings.warn", lambda *args, **kwargs: None)  # no glyph for the emoji
        drawn = plot_tree(tree)
        others = plot_distribution(tree, X, y, name), plot_scores(tree, X, y, name)
        confusion = plot_confusion(y, y)
        for ax in (drawn, *others, confusion):
            rendered(ax)
    start, classes = r"cost \$x^{2 & \alpha \$ <b> 🌳", [r"\$a_\$", r"two\nlines"]  # no formula
    assert texts(drawn)[0] == start + "…"
    assert texts(drawn)[-2:] == classes
    assert all(ax.get_xlabel().startswith(start + "yyy") for ax in others)
    assert [label.get_text() for label in confusion.get_xticklabels()] == classes


def test_the_distribution_adds_up_and_has_the_cuts_of_the_tree() -> None:
    tree, X, y = pumps()
    ax = plot_distribution(tree, X, y, "vibration_mm_s", bins=20)
    rendered(ax)
    known = X["vibration_mm_s"].notna()
    assert sum(p.get_height() for p in ax.patches) == pytest.approx(known.sum())
    assert len(ax.patches) == 20 * len(tree.classes)
    assert upright_lines(ax, "-") == list(tree.root.test.cuts)
    below = {
        cut
        for node in tree.root.walk()
        if node.id and node.attribute is not None and node.attribute.name == "vibration_mm_s"
        for cut in node.test.cuts
    }
    assert set(upright_lines(ax, "--")) == below
    assert f"({(~known).sum()} cases unknown)" in ax.get_xlabel()


def test_the_distribution_of_a_nominal_attribute_has_a_bar_for_each_value() -> None:
    tree, X, y = pumps()
    ax = plot_distribution(tree, X, y, "seal")
    assert [label.get_text() for label in ax.get_xticklabels()] == sorted(
        X["seal"].dropna().unique()
    )
    first = sum(p.get_height() for p in ax.patches[:: len(ax.get_xticks())])
    assert first == pytest.approx((X["seal"] == "ceramic").sum())


def test_the_weights_of_the_cases_at_a_node_are_those_of_training() -> None:
    _, X, y = pumps()
    unpruned = C45Classifier(pruning=None).fit(X, y).tree_
    for node in unpruned.root.walk():
        cases = cases_at(unpruned, X, y, node.id)
        assert cases.weights.sum() == pytest.approx(node.cases, abs=1e-6)
        by_class = np.bincount(cases.codes, cases.weights, len(unpruned.classes))
        np.testing.assert_allclose(by_class, list(node.distribution.values()), atol=1e-6)


def test_the_best_score_of_the_curve_is_at_the_cut_of_the_tree() -> None:
    """Release 8 picks the cut by gain, so the curve of the tested attribute peaks there."""
    tree, X, y = pumps()
    ax = plot_scores(tree, X, y, "vibration_mm_s")
    rendered(ax)
    curve = ax.lines[0]
    best = curve.get_xdata()[int(np.argmax(curve.get_ydata()))]
    (cut,) = upright_lines(ax, "-")
    assert cut == tree.root.test.cuts[0]
    values = np.sort(X["vibration_mm_s"].dropna().unique())
    assert np.searchsorted(values, cut, "right") == np.searchsorted(values, best, "right")


def test_gain_and_gain_ratio_are_those_of_the_golf_example() -> None:
    """Quinlan 1993, section 2: humidity of the 14 mornings; checked by hand for the cut at 75."""
    humidity = [70, 90, 85, 95, 70, 90, 78, 65, 75, 80, 70, 80, 80, 96]
    play = ["P", "D", "D", "D", "P", "P", "P", "P", "P", "D", "D", "P", "P", "P"]
    X = pd.DataFrame({"humidity": humidity})
    tree = C45Classifier().fit(X, play).tree_
    ax = plot_scores(tree, X, play, "humidity")
    x, heights = ax.lines[0].get_data()
    assert x[np.searchsorted(x, 76) - 0] == 76.5
    known = dict(zip(x.tolist(), heights.tolist(), strict=True))

    def bits(*counts: float) -> float:
        total = sum(counts)
        return -sum(c / total * np.log2(c / total) for c in counts if c)

    # At most 75: 4 P, 1 D. Above: 5 P, 4 D.
    gain = bits(9, 5) - 5 / 14 * bits(4, 1) - 9 / 14 * bits(5, 4)
    assert known[76.5] == pytest.approx(gain)
    ax = plot_scores(tree, X, play, "humidity", score="gain_ratio")
    known = dict(zip(*(line.tolist() for line in ax.lines[0].get_data()), strict=True))
    assert known[76.5] == pytest.approx(gain / bits(5, 9))


def test_a_score_of_ones_own_gets_two_branches_by_classes() -> None:
    tree, X, y = pumps()

    def purity(counts: np.ndarray) -> float:
        assert counts.shape == (2, len(tree.classes))
        return float(counts.max(axis=1).sum() / counts.sum())

    ax = plot_scores(tree, X, y, "age_years", score=purity)
    assert ax.get_ylabel() == "purity"
    assert 0.3 < max(ax.lines[0].get_ydata()) <= 1


def test_unknown_values_lower_the_gain_by_their_share() -> None:
    random = Random(1)
    matrix = np.array([[random.choice([1.0, 2.0, 3.0, np.nan])] for _ in range(60)])
    cases = Cases(matrix, np.array([random.randrange(2) for _ in range(60)]), np.ones(60))
    cuts, below, above, unknown = candidates(cases, 0, 2)
    assert cuts.tolist() == [1.5, 2.5]
    assert unknown == np.isnan(matrix).sum()
    np.testing.assert_array_equal((below + above).sum(axis=1), 60 - unknown)


def test_the_pruning_path_has_a_point_for_each_stage_and_marks_the_best() -> None:
    _, X, y = pumps()
    trees = [C45Classifier(confidence=c).fit(X[:250], y[:250]).tree_ for c in (0.01, 0.25, 1.0)]
    ax = plot_pruning_path(trees, X[250:], y[250:])
    rendered(ax)
    training, fresh = ax.lines[0], ax.lines[1]
    sizes = sorted(tree.n_leaves for tree in trees)
    assert training.get_xdata().tolist() == sizes == fresh.get_xdata().tolist()
    rates = [
        np.mean(
            [
                a != b
                for a, b in zip(
                    C45Classifier(confidence=c).fit(X[:250], y[:250]).predict(X[250:]),
                    y[250:],
                    strict=True,
                )
            ]
        )
        for c in (0.01, 0.25, 1.0)
    ]
    assert sorted(fresh.get_ydata()) == pytest.approx(sorted(rates))
    assert (np.diff(training.get_ydata()) <= 1e-12).all()
    assert upright_lines(ax, "--")[0] in sizes


def test_the_confusion_matrix_counts_each_pair() -> None:
    true = ["a", "b", "a", "c", "b"]
    given = ["a", "b", "b", "a", "b"]
    ax = plot_confusion(true, given)
    rendered(ax)
    assert texts(ax) == ["1", "1", "0", "0", "2", "0", "1", "0", "0"]
    ax = plot_confusion([1, 2], [2, 2], classes=[2, 1])
    assert [label.get_text() for label in ax.get_xticklabels()] == ["2", "1"]
    assert texts(ax) == ["1", "0", "1", "0"]


def test_what_cannot_be_drawn_is_refused() -> None:
    tree, X, y = pumps()
    with pytest.raises(InputError, match="no attribute 'pressure'"):
        plot_distribution(tree, X, y, "pressure")
    with pytest.raises(InputError, match="'seal' is nominal"):
        plot_scores(tree, X, y, "seal")
    with pytest.raises(InputError, match="score must be gain, gain_ratio or a function"):
        plot_scores(tree, X, y, "age_years", score="gini")
    with pytest.raises(InputError, match="nodes 0 to"):
        plot_distribution(tree, X, y, "seal", node=999)
    with pytest.raises(InputError, match="X has 400 rows and y has 3"):
        plot_distribution(tree, X, y[:3], "seal")
    with pytest.raises(InputError, match="not among the classes"):
        plot_confusion(["a"], ["b"], classes=["a"])
    with pytest.raises(InputError, match="1 true and 2 predicted"):
        plot_confusion(["a"], ["b", "a"])
    with pytest.raises(InputError, match="no tree"):
        plot_pruning_path([])


def test_without_matplotlib_a_message_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.pyplot", None)
    with pytest.raises(InputError, match=r"pip install 'cutpoint\[plots\]'"):
        plot_tree(example_tree())


def test_a_single_leaf_and_an_attribute_without_values_are_drawn() -> None:
    leaf = {"class": 0, "cases": 2.0, "errors": 0.0, "distribution": [2.0]}
    tree = Tree.from_nodes([leaf], [Attribute("x")], ["yes"])
    drawn = plot_tree(tree)
    rendered(drawn)
    assert texts(drawn) == ["yes (2.0)", "yes"]
    X = pd.DataFrame({"x": [np.nan, np.nan]})
    for plot, label in ((plot_distribution, "x  (2 cases unknown)"), (plot_scores, "x")):
        ax = plot(tree, X, ["yes", "yes"], "x")
        rendered(ax)
        assert ax.get_xlabel() == label


def underscored() -> tuple[Tree, pd.DataFrame, pd.Series]:
    X = pd.DataFrame({"x": np.arange(30.0)})
    y = pd.Series(["_hidden"] * 10 + ["b"] * 10 + ["_"] * 10)
    return C45Classifier().fit(X, y).tree_, X, y


def test_classes_that_begin_with_an_underscore_are_in_the_legend() -> None:
    tree, X, y = underscored()
    ax = plot_distribution(tree, X, y, "x")
    rendered(ax)
    names = [text.get_text() for text in ax.get_legend().get_texts()]
    assert names == list(tree.classes) == ["_", "_hidden", "b"]
    colours = [handle.patches[0].get_facecolor() for handle in ax.containers]
    shown = [patch.get_facecolor() for patch in ax.get_legend().get_patches()]
    assert shown == colours


@pytest.mark.parametrize("n_classes", [2, 8, 11])
def test_classes_have_the_colours_that_they_have_on_the_page(n_classes: int) -> None:
    random = np.random.default_rng(4)
    X = pd.DataFrame({"x": np.arange(300.0)})
    y = pd.Series(np.sort(random.integers(0, n_classes, 300)).astype(str))
    tree = C45Classifier().fit(X, y).tree_
    about = re.search(r'data-about="([^"]*)"', tree.to_html())
    assert about is not None
    told = json.loads(html.unescape(about[1]))
    ax = plot_distribution(tree, X, y, "x")
    drawn = [matplotlib.colors.to_hex(bars.patches[0].get_facecolor()) for bars in ax.containers]
    assert drawn == told["colours"]
    names = [text.get_text() for text in ax.get_legend().get_texts()]
    assert names == [str(tree.classes[position]) for position in told["legend"]]
    assert len(set(drawn)) == n_classes
