"""How sure a tree is: what would become of its tests, cuts and probabilities with another sample.

After P. Geurts and L. Wehenkel, "Investigation and Reduction of Discretization Variance in Decision
Tree Induction", ECML 2000.
"""

from cutpoint.stability.assess import assess
from cutpoint.stability.node import NodeStability
from cutpoint.stability.report import Stability, load
from cutpoint.stability.spread import threshold_spread

__all__ = ["NodeStability", "Stability", "assess", "load", "threshold_spread"]
