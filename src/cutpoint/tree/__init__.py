"""What a tree is: nodes, tests, routing a case, its text and its file."""

from cutpoint.tree.difference import Difference, diff
from cutpoint.tree.example import example_tree
from cutpoint.tree.model import Model
from cutpoint.tree.node import Node
from cutpoint.tree.split import NominalTest, NumericTest
from cutpoint.tree.text import to_text
from cutpoint.tree.tree import Tree

__all__ = [
    "Difference",
    "Model",
    "Node",
    "NominalTest",
    "NumericTest",
    "Tree",
    "diff",
    "example_tree",
    "to_text",
]
