"""What cannot be exact for a table that does not fit into memory, said before any work is done."""

from __future__ import annotations

from cutpoint import _core
from cutpoint.catalog import COST_COMPLEXITY
from cutpoint.errors import InputError
from cutpoint.learn import T2, LearnSpec

_MORE = "or give it more memory"
_BOUNDED = "gain, gain_ratio, mantaras, symmetric, distance or gini"


def check_spec(spec: LearnSpec, chooser: _core.NodeChooser) -> None:
    """Refuse a spec whose tree does not follow from counts by bin.

    Raises
    ------
    InputError
        Which names the option, and what to use instead.
    """
    what = "beyond memory"
    if spec.learner == T2:
        raise InputError(f"T2 looks at all cases at once and is not learned {what}: {_MORE}")
    if spec.faithful:
        raise InputError(
            f"faithful=True counts in single precision, case by case, which is not done {what}: "
            f"use faithful=False, {_MORE}"
        )
    if spec.windowing is not None:
        raise InputError(f"windows are not drawn {what}: leave the trials out, {_MORE}")
    if spec.soft_thresholds:
        raise InputError(f"soft_thresholds are not found {what}: leave them out, {_MORE}")
    if spec.cuts != "binary":
        raise InputError(
            f"cuts={spec.cuts!r} needs every value of a column at once, which is not done {what}: "
            f"use cuts='binary', {_MORE}"
        )
    if spec.threshold != "classic":
        raise InputError(
            f"threshold={spec.threshold!r} needs the whole score curve, which is not known {what}: "
            f"use threshold='classic', {_MORE}"
        )
    if spec.cut_by == "release7" and spec.criterion != "gain":
        raise InputError(
            f"release 7 compares with the average gain of all cuts, which is not known {what}: use "
            f"release 8, '7G' or '7GS', {_MORE}"
        )
    if not chooser.knows_bounds():
        raise InputError(
            f"criterion={spec.criterion!r} is not bounded inside bins, so that its trees are not "
            f"grown {what}: use {_BOUNDED}, {_MORE}"
        )
    if spec.pruning == COST_COMPLEXITY and spec.ccp_alpha is None:
        raise InputError(
            f"cost-complexity pruning by cross-validation draws its folds row by row, which is not "
            f"done {what}: give ccp_alpha, use pruning='error', {_MORE}"
        )
