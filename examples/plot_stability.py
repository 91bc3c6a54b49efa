"""
How sure is this tree?
======================

The tree is learned again from 50 resamples of its cases. What stays is sure; what changes is not.
"""

from sklearn.datasets import load_iris

from cutpoint import TreeClassifier
from cutpoint.stability import assess

iris = load_iris(as_frame=True)
X, y = iris.data, iris.target_names[iris.target]
model = TreeClassifier(min_cases=5).fit(X, y)
stability = assess(model, X, y, n_resamples=50, random_state=0)
print(stability)

# %%
# Where the resamples put each cut:
stability.plot("cuts")

# %%
# Which attributes they test instead:
stability.plot("attributes")
