"""Studies: systems cross-validated on data sets, and the experiments of the papers again."""

from cutpoint.studies.ranks import Ranks, SignedRank, rank_systems, signed_rank
from cutpoint.studies.results import Results
from cutpoint.studies.runner import run

__all__ = ["Ranks", "Results", "SignedRank", "rank_systems", "run", "signed_rank"]
