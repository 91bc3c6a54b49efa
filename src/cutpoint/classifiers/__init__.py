"""The scikit-learn face: parameters in, fitted attributes out, no algorithm."""

from cutpoint.classifiers.c45 import C45Classifier
from cutpoint.classifiers.multiway import MultiwayTreeClassifier
from cutpoint.classifiers.t2 import T2Classifier
from cutpoint.classifiers.tree import TreeClassifier

__all__ = ["C45Classifier", "MultiwayTreeClassifier", "T2Classifier", "TreeClassifier"]
