"""What learns a tree from a typed table: parameters in, a model out, without scikit-learn."""

from cutpoint.learners.base import TreeLearner
from cutpoint.learners.c45 import C45Learner
from cutpoint.learners.multiway import MultiwayTreeLearner
from cutpoint.learners.t2 import T2Learner
from cutpoint.learners.tree import ExactTreeLearner

LEARNERS: dict[str, type[TreeLearner]] = {
    kind.classifier: kind for kind in (C45Learner, ExactTreeLearner, MultiwayTreeLearner, T2Learner)
}
"""By the name of the scikit-learn classifier of the same parameters."""

__all__ = ["LEARNERS", "C45Learner", "ExactTreeLearner", "MultiwayTreeLearner", "T2Learner"]
