"""
One column, ten discretizers
============================

Where each method cuts the petal length of iris into intervals.
"""

import matplotlib.pyplot as plt
from sklearn.datasets import load_iris

from cutpoint import discretize

X, y = load_iris(return_X_y=True, as_frame=True)
name = "petal length (cm)"
methods = [method for method in dir(discretize) if method.endswith("Discretizer")]
figure, axes = plt.subplots(figsize=(7, 4.2))
for row, method in enumerate(methods):
    cuts = getattr(discretize, method)().fit(X[[name]], y).cut_points_[name]
    axes.vlines(cuts, row - 0.4, row + 0.4, color="black", linewidth=1.2)
    axes.scatter(X[name], [row] * len(X), c=y, s=8, alpha=0.5)
    print(f"{method}: {len(cuts) + 1} intervals")
axes.set_yticks(range(len(methods)), [method.removesuffix("Discretizer") for method in methods])
axes.set_xlabel(name)
figure.tight_layout()
