"""
A first tree
============

A tree from a mixed, incomplete table: inspections of pumps, with numbers, words and gaps.
"""

import pandas as pd

from cutpoint import C45Classifier
from cutpoint.data import demo_path
from cutpoint.views.plots import plot_distribution, plot_tree

table = pd.read_csv(demo_path())
X, y = table.drop(columns="outcome"), table["outcome"]
model = C45Classifier(min_cases=20).fit(X, y)
print(model.tree_)

# %%
# The same tree as a picture. The bar in each node shows its classes.
plot_tree(model.tree_)

# %%
# And why the first test cuts where it does: the values of its attribute, by class.
plot_distribution(model.tree_, X, y, "vibration_mm_s")
