"""Plots of a tree and of the data it was learned from, with matplotlib (the extra ``plots``).

Each function draws on the axes that it is given, or on new ones, and returns them.
"""

from cutpoint.views.plots.attribute import plot_distribution, plot_scores
from cutpoint.views.plots.confusion import plot_confusion
from cutpoint.views.plots.pruning import plot_pruning_path
from cutpoint.views.plots.stability import plot_stability
from cutpoint.views.plots.tree import plot_tree

__all__ = [
    "plot_confusion",
    "plot_distribution",
    "plot_pruning_path",
    "plot_scores",
    "plot_stability",
    "plot_tree",
]
