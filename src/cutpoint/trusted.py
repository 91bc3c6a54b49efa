"""What skops must be told to trust to load a fitted classifier.

``save`` and :func:`cutpoint.load` keep a model as JSON, which is checked in every detail when it is
read: use it for models from others. skops, pickle and joblib keep the estimator with all its
parameters; skops runs no code but does not look at what the arrays of a tree hold, so trust the
file's origin as well as its types.

Examples
--------
>>> import skops.io
>>> from cutpoint import TRUSTED_TYPES, C45Classifier
>>> model = C45Classifier().fit([[1], [2], [3], [4]], ["a", "a", "b", "b"])
>>> data = skops.io.dumps(model)
>>> skops.io.loads(data, trusted=TRUSTED_TYPES).predict([[4]]).tolist()
['b']
"""

from __future__ import annotations

TRUSTED_TYPES = (
    "cutpoint.classifiers.c45.C45Classifier",
    "cutpoint.classifiers.multiway.MultiwayTreeClassifier",
    "cutpoint.classifiers.t2.T2Classifier",
    "cutpoint.classifiers.tree.TreeClassifier",
    "cutpoint.data.attribute.Attribute",
    "cutpoint.tree.tree.Tree",
)
"""Names of the types in a fitted classifier besides those that skops knows."""
