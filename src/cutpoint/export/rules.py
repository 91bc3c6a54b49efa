"""A tree as rules to read, a line for each leaf."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cutpoint.export.steps import remarks
from cutpoint.rules.ruleset import Ruleset
from cutpoint.tree.rules import rules_of
from cutpoint.tree.text import leaf_text

if TYPE_CHECKING:
    from cutpoint.tree.tree import Tree


def to_text(model: Tree | Ruleset) -> str:
    """Return a tree or rules as text to read, as ``str`` gives them, with an end of line.

    Examples
    --------
    >>> from cutpoint.tree import example_tree
    >>> print(to_text(example_tree()).splitlines()[0])
    outlook = overcast: Play (4.0)
    """
    return f"{model}\n"


def to_rules(tree: Tree | Ruleset) -> str:
    """Return the rule of each leaf: conditions, class, and its cases and errors in brackets.

    Rules are returned as they print themselves.

    Examples
    --------
    >>> from cutpoint.tree import example_tree
    >>> print(to_rules(example_tree()))
    outlook = sunny and humidity <= 75 -> Play (2.0)
    outlook = sunny and humidity > 75 -> Don't Play (3.0)
    outlook = overcast -> Play (4.0)
    outlook = rain and windy = true -> Don't Play (2.0)
    outlook = rain and windy = false -> Play (3.0)
    <BLANKLINE>
    """
    if isinstance(tree, Ruleset):
        return to_text(tree)
    said = "".join(f"# {remark}\n" for remark in remarks(tree))
    return said + "".join(f"{rule} ->{leaf_text(tree, rule.leaf.id)}\n" for rule in rules_of(tree))
