"""Which studies there are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from cutpoint.errors import InputError
from cutpoint.studies import berzal, boundary, geurts, mantaras, quinlan
from cutpoint.studies.exhibit import Plan, Settings
from cutpoint.studies.pruned_trees import is_method
from cutpoint.wording import suggestion


@dataclass(frozen=True, eq=False)
class Study:
    """The experiments of one paper.

    Attributes
    ----------
    name : str
        As the command line knows it.
    title : str
    plans : function
        From settings to the tables and figures that can be made.
    accepts : function
        From the name of another system to whether it can be added to the tables.
    """

    name: str
    title: str
    plans: Callable[[Settings], list[Plan]]
    accepts: Callable[[str], bool] = lambda _: True

    def chosen(
        self, settings: Settings, tables: Sequence[int], figures: Sequence[int]
    ) -> list[Plan]:
        """Return the plans of these tables and figures; of all, if none is named."""
        plans = self.plans(settings)
        wanted = [f"table {n}" for n in tables] + [f"figure {n}" for n in figures]
        by_key = {plan.key: plan for plan in plans}
        for key in wanted:
            if key not in by_key:
                raise InputError(f"{self.name} has no {key}: there are {', '.join(by_key)}")
        return [by_key[key] for key in dict.fromkeys(wanted)] if wanted else plans


STUDIES = {
    study.name: study
    for study in (
        Study("quinlan", "Quinlan (1996): continuous attributes in C4.5", quinlan.plans),
        Study("mantaras", "López de Mántaras (1991): a distance to choose by", mantaras.plans),
        Study("berzal", "Berzal et al. (2004): multi-way trees", berzal.plans),
        Study("geurts", "Geurts & Wehenkel (2000): the variance of cuts", geurts.plans, is_method),
        Study(
            "boundary", "Boundary points: where the best cut lies", boundary.plans, lambda _: False
        ),
    )
}
"""By name, in the order of ``all``."""


def find_study(name: str) -> Study:
    """Return a study by its name.

    Examples
    --------
    >>> find_study("quinlan").title
    'Quinlan (1996): continuous attributes in C4.5'
    """
    if name not in STUDIES:
        guess = suggestion(name, [*STUDIES, "all"], otherwise=".")
        raise InputError(
            f"there is no study {name!r}{guess} There are {', '.join(STUDIES)}, and all"
        )
    return STUDIES[name]
