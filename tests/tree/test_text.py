import re
from itertools import product

import pytest

from cutpoint.data.attribute import Attribute
from cutpoint.tree import Tree, example_tree, to_text
from support.golden import RUNS, VARIANTS, load_golden, require_shared, tree_from_golden

SETS = ("crx", "golf", "hypo", "labor-neg", "monk1", "monk2")


def printed(file, title):
    """Return the last tree printed under a title, without the blank of a lone leaf; or None."""
    text = (RUNS / file).read_text()
    if f"\n{title}:\n" not in text:
        return None
    tree = text.split(f"\n{title}:\n")[-1]
    return re.split(r"\n\n\n(?:Simplified|Tree saved|---)|\n\nSoftening", tree)[0].strip()


@pytest.mark.parametrize(("name", "variant"), list(product(SETS, VARIANTS)))
def test_a_golden_tree_is_printed_as_the_program_printed_it(name, variant):
    require_shared()
    golden = load_golden(f"c45-{name}")
    file = f"{name}/{variant}.tree.txt"
    assert str(tree_from_golden(golden, variant, "unpruned")) == printed(file, "Decision Tree")
    simplified = printed(file, "Simplified Decision Tree")
    if simplified is not None:
        assert str(tree_from_golden(golden, variant, "pruned")) == simplified


@pytest.mark.parametrize(("name", "option"), list(product(SETS, [("p", "default"), ("sp", "s")])))
def test_a_pruned_tree_is_printed_like_the_one_with_soft_thresholds_but_for_these(name, option):
    require_shared()
    run, variant = option
    softened = printed(f"{name}/{run}.tree.txt", "Decision Tree")
    pruned = tree_from_golden(load_golden(f"c45-{name}"), variant, "pruned")
    assert str(pruned) == re.sub(r"(?m) \[[^]S]*\]:", " :", softened)


def leaf(label=0, cases=1.0, errors=0.0, n_classes=2):
    distribution = [0.0] * n_classes
    return {"class": label, "cases": cases, "errors": errors, "distribution": distribution}


def fork(attribute, cuts, branches):
    return leaf() | {"attribute": attribute, "cuts": cuts, "branches": branches}


def test_a_lone_leaf_is_printed_without_a_blank():
    tree = Tree.from_nodes([leaf(1, 14.0, 7.94)], [], ["n", "p"])
    assert str(tree) == "p (14.0/7.9)"


def test_tiny_errors_are_printed_and_no_errors_are_not():
    assert str(Tree.from_nodes([leaf(0, 2.0, 1e-9)], [], ["n", "p"])) == "n (2.0/0.0)"
    assert str(Tree.from_nodes([leaf(0, 2.0)], [], ["n", "p"])) == "n (2.0)"


def test_a_test_with_more_than_two_intervals_is_printed():
    nodes = [fork(0, [18.0, 30.5], [1, 2, 3]), leaf(0), leaf(1), leaf(0)]
    assert str(Tree.from_nodes(nodes, [Attribute("age")], ["n", "p"])) == (
        "age <= 18 : n (1.0)\nage in (18, 30.5] : p (1.0)\nage > 30.5 : n (1.0)"
    )


def test_thresholds_have_six_digits_in_single_precision_and_ten_otherwise():
    nodes = [fork(0, [0.123456789012], [1, 2]), leaf(0), leaf(1)]
    attributes, classes = [Attribute("a")], ["n", "p"]
    assert "0.123457 :" in str(Tree.from_nodes(nodes, attributes, classes, single=True))
    assert "0.123456789 :" in str(Tree.from_nodes(nodes, attributes, classes))


def long_tree(levels, single):
    nodes = []
    for level in range(levels):
        nodes += [fork(0, [float(level)], [2 * level + 1, 2 * level + 2]), leaf()]
    first = nodes.pop(0)
    ordered = [first]
    for level in range(levels):
        ordered.append(leaf())
        ordered.append(nodes[2 * level + 1] if 2 * level + 1 < len(nodes) else leaf())
    return Tree.from_nodes(ordered, [Attribute("a" * 70)], ["n", "p"], single)


def test_a_subtree_too_wide_is_broken_off_and_follows():
    text = str(long_tree(3, single=False))
    assert "> 0 :[S1]" in text
    assert "\n\n\nSubtree [S1]\n\n" in text
    assert text.index("Subtree [S1]") < text.index("Subtree [S2]")


def test_the_hundredth_subtree_is_left_out_only_as_the_program_does():
    assert str(long_tree(120, single=True)).count("[S??]") == 1
    assert "Subtree [S100]" not in str(long_tree(120, single=True))
    assert "Subtree [S119]" in str(long_tree(120, single=False))
    assert "[S??]" not in str(long_tree(120, single=False))


def test_a_branch_that_holds_no_value_is_not_printed():
    test = {"attribute": 0, "groups": [[], [0, 1]], "branches": [1, 2]}
    tree = Tree.from_nodes(
        [leaf() | test, leaf(), leaf()], [Attribute("a", ("x", "y"))], ["n", "p"]
    )
    assert str(tree) == "a in {x,y}: n (1.0)"


@pytest.mark.parametrize("label", ["two\nlines", "\x1b[2J", "\u202eabc", "x" * 300, "שלום", ""])
def test_hostile_labels_do_not_break_the_layout(label):
    attributes = [Attribute(label, (label, "b", "c")), Attribute(label + "2")]
    groups = {"attribute": 0, "groups": [[0, 2], [1]], "branches": [1, 2]}
    nodes = [leaf() | groups, fork(1, [0.5], [3, 4]), leaf(1), leaf(), leaf(1)]
    text = to_text(Tree.from_nodes(nodes, attributes, [label, "p"]))
    wrapped = 1 if len(label) > 70 else 0
    broken_off = 4 if "[S1]" in text else 0
    assert len(text.split("\n")) == len(text.splitlines()) == 4 + wrapped + broken_off


def test_a_wider_page_breaks_off_less():
    assert "[S1]" in to_text(example_tree(), max_width=36)
    assert "[S1]" not in to_text(example_tree(), max_width=37)
