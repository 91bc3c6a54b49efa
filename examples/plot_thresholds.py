"""
Where a number is cut: six ways
===============================

The score of every cut of one column, and where six methods put the threshold (Geurts & Wehenkel
2000). The curve is flat and jagged near its top: there the highest point is mostly chance.
"""

import matplotlib.pyplot as plt

from cutpoint.cuts import threshold
from cutpoint.datasets import make_gaussian

X, y = make_gaussian(500, random_state=3)
column = X.iloc[:, 0]
classic = threshold(column, y, "classic")
plt.figure(figsize=(7, 3.6))
plt.plot(classic.cuts, classic.scores, color="0.6", linewidth=1)
methods = ("classic", "kolmogorov", "median", "smoothing", "averaging", "bootstrap")
for i, method in enumerate(methods):
    found = threshold(column, y, method, random_state=0)
    plt.axvline(found.cut, color=f"C{i}", label=f"{method} ({found.cut:.2f})", linewidth=1.4)
plt.xlabel(column.name)
plt.ylabel("symmetric score")
plt.legend(fontsize=8)

# %%
# How sure is the best score? Averaging takes every cut whose score is within 2.5 standard
# deviations of it, and cuts in the middle of them.
averaged = threshold(column, y, "averaging")
print(f"score {averaged.score:.3f}, standard deviation {averaged.sd:.3f}")
print("cuts within 2.5 of these: {:.2f} to {:.2f}".format(*averaged.interval))
