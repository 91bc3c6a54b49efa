"""What is built of several trees."""

from cutpoint.ensemble.bagging import BaggedTreesClassifier

__all__ = ["BaggedTreesClassifier"]
