"""
Two branches or several
=======================

The same table as a binary tree and as a tree of intervals: a number is asked about once, not again
and again on the way down.
"""

import pandas as pd

from cutpoint import MultiwayTreeClassifier, TreeClassifier
from cutpoint.data import demo_path
from cutpoint.views.plots import plot_tree

table = pd.read_csv(demo_path())
X, y = table.drop(columns="outcome"), table["outcome"]
binary = TreeClassifier(min_cases=10).fit(X, y)
several = MultiwayTreeClassifier(cuts="mdlp", min_cases=10).fit(X, y)
for name, model in (("binary", binary), ("intervals", several)):
    tree = model.tree_
    print(f"{name}: {tree.n_nodes} nodes, {tree.n_leaves} leaves, at most {tree.depth} tests")

# %%
plot_tree(binary.tree_)

# %%
plot_tree(several.tree_)
