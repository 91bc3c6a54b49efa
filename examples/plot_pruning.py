"""
How much to prune
=================

The sequence of nested trees, from the tree as grown to a single leaf, and the tree that the
one-standard-error rule takes.
"""

from sklearn.datasets import load_breast_cancer

from cutpoint import TreeClassifier

X, y = load_breast_cancer(return_X_y=True, as_frame=True)
model = TreeClassifier(pruning="cost_complexity").fit(X, y)
path = model.pruning_path_
print(path.to_frame().round(4))

# %%
path.plot()

# %%
# What is left:
print(model.tree_)
