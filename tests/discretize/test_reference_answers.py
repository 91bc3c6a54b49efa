"""The cut points of other programs, column by column (reference/DISCRETIZERS.md)."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import numpy as np
import pytest

from cutpoint import discretize as d
from cutpoint import read_table
from cutpoint.data.table import Table
from support.shared import SHARED, require_shared

PROGRAMS = {
    "mdlp": d.MDLPDiscretizer(),
    "mdl-mantaras": d.MDLPDiscretizer("mantaras"),
    "one-rule-6": d.OneRuleDiscretizer(min_majority=6),
    "zeta": d.ZetaDiscretizer(),
    "chimerge-0.05": d.ChiMergeDiscretizer(alpha=0.05),
    "chimerge-0.10": d.ChiMergeDiscretizer(alpha=0.10),
    "caim": d.CAIMDiscretizer(),
    "equal-width-10": d.EqualWidthDiscretizer(n_bins=10),
    "equal-depth-10": d.EqualDepthDiscretizer(n_bins=10),
}
SETS = ("iris", "glass", "diabetes", "wine")


@cache
def table_of(name: str) -> Table:
    return read_table(SHARED / "data" / f"{name}.csv.gz", target=-1)


@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize("program", PROGRAMS)
def test_every_column_is_cut_where_the_program_cuts_it(program: str, name: str) -> None:
    folder = require_shared() / "reference" / "discretizers"
    answers: dict[str, Any] = json.loads((folder / f"{program}.json").read_text())[name]
    model = PROGRAMS[program].fit_table(table_of(name))
    assert list(model.cut_points_) == list(answers)
    for column, cuts in model.cut_points_.items():
        expected = np.unique(answers[column])  # Zeta's program may name a cut twice
        assert cuts == pytest.approx(expected, rel=1e-9), column
