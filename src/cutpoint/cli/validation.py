"""An honest first number: the error to expect on new cases, from cases that were held out."""

# ruff: noqa: PLC0415 - what learns is imported where it is used: the help text must come at once

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cutpoint.cli.run_options import Seed
from cutpoint.cli.work import watched
from cutpoint.errors import InputError
from cutpoint.wording import count_of, percent_of

if TYPE_CHECKING:
    from cutpoint.data.table import Table
    from cutpoint.tree.saved import SavedModel

VALIDATION = "Error on new cases"
_FOLDS = 10
_SHARE = 0.3
_SECONDS = 5.0
"""What cross-validation may take, by the time of the first fit, to be done without being asked."""
_SMALL_TABLE = 100_000
_SECONDS_IF_SMALL = 50.0
"""The same for a table of at most so many cells: there the time is mostly that of a slow start."""
_LEAST_CASES = 4


@dataclass(frozen=True)
class ValidationOptions:
    """How the error on new cases is estimated."""

    cv: Annotated[
        int | None,
        typer.Option(
            "--cv",
            metavar="N",
            min=0,
            help="Estimate it by cross-validation with N folds; 0 switches it off. By default 10, "
            "or --holdout 0.3 where 10 folds would take more than a few seconds, and with --tune.",
            show_default=False,
            rich_help_panel=VALIDATION,
        ),
    ] = None
    holdout: Annotated[
        float | None,
        typer.Option(
            "--holdout",
            metavar="SHARE",
            help="Estimate it on this share of the cases, chosen at random and not learned from. "
            "The model that is printed and saved is learned from all cases.",
            show_default=False,
            rich_help_panel=VALIDATION,
        ),
    ] = None
    seed: Seed = 0

    def check(self) -> None:
        """Refuse what contradicts itself."""
        if self.cv and self.holdout is not None:
            raise InputError("--cv and --holdout both say how to estimate the error: give one")
        if self.cv == 1:
            raise InputError("--cv 1 leaves nothing to learn from: give 2 or more folds, or 0")
        if self.holdout is not None and not 0 < self.holdout < 1:
            raise InputError(
                f"--holdout must be a share above 0 and below 1, such as 0.3, not {self.holdout:g}"
            )


@dataclass(frozen=True)
class Validation:
    """The error on cases that were not learned from.

    Attributes
    ----------
    error, standard_error : float
    folds : int or None
        Of the cross-validation; None if a part was held out.
    held_out : int or None
        The number of cases that were held out; None for cross-validation.
    seed : int
        Of the random choice.
    """

    error: float
    standard_error: float
    folds: int | None
    held_out: int | None
    seed: int

    @classmethod
    def of(cls, model: SavedModel) -> Validation | None:
        """Return what was found when a model was learned, if its file says so."""
        known = model.report.get("validation")
        if not isinstance(known, dict):
            return None
        names = ("error_rate", "standard_error", "folds", "held_out", "seed")
        values = [known.get(name) for name in names]
        if any(isinstance(value, str | list | dict) for value in values) or None in values[:2]:
            return None
        return cls(*values)  # type: ignore[arg-type]

    @property
    def method(self) -> str:
        """How it was estimated, in words."""
        if self.folds is not None:
            return f"{self.folds}-fold cross-validation"
        return f"{count_of(self.held_out or 0, 'case')} held out"

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values."""
        return {
            "method": "holdout" if self.folds is None else "cross_validation",
            "error_rate": self.error,
            "standard_error": self.standard_error,
            "folds": self.folds,
            "held_out": self.held_out,
            "seed": self.seed,
        }

    def __str__(self) -> str:
        return f"{percent_of(self.error, self.standard_error)} ({self.method}, seed {self.seed})"


def expected_error(model: SavedModel) -> str | None:
    """Return which error on new cases was expected when a model was learned, if it is known.

    Its pruning estimates it as well, from the training cases alone, and by other means: the two
    numbers differ.
    """
    found, by_pruning = Validation.of(model), model.expected_error_rate
    estimates = [] if found is None else [str(found)]
    if by_pruning is not None:
        estimates.append(f"{by_pruning:.1%} by pruning")
    return "; ".join(estimates) or None


def validate(
    learn: Callable[[Table], Any],
    cases: Table,
    options: ValidationOptions,
    seconds: float | None = None,
) -> Validation | None:
    """Return the error of what is learned from a part of the cases on the others.

    Parameters
    ----------
    learn : function
        From a table to a fitted classifier.
    cases : Table
    options : ValidationOptions
    seconds : float, optional
        The processor time it took to learn from all cases. Unless the user says what to do, it
        decides whether there is time for a cross-validation.

    Returns
    -------
    Validation, or None
        If it is switched off, or, unless asked for, if there are too few cases or classes.
    """
    if options.holdout is not None:
        return _hold_out(learn, cases, options.holdout, options.seed)
    if options.cv is not None:
        return _cross_validate(learn, cases, options.cv, options.seed) if options.cv else None
    assert cases.target is not None
    if cases.n_rows < _LEAST_CASES or len(set(cases.target.tolist())) < 2 or seconds is None:
        return None
    small = cases.n_rows * len(cases.attributes) <= _SMALL_TABLE
    if _FOLDS * seconds > (_SECONDS_IF_SMALL if small else _SECONDS):
        return _hold_out(learn, cases, _SHARE, options.seed)
    return _cross_validate(learn, cases, min(_FOLDS, cases.n_rows), options.seed)


def _cross_validate(
    learn: Callable[[Table], Any], cases: Table, folds: int, seed: int
) -> Validation:
    import numpy as np

    from cutpoint._core import Progress
    from cutpoint.validation import cross_validate

    progress = Progress()
    errors = watched(
        lambda: cross_validate(learn, cases, folds, seed, -1, progress),
        f"Cross-validating with {folds} folds",
        progress,
        folds,
    )
    spread = float(errors.std(ddof=1) / np.sqrt(folds))
    return Validation(float(errors.mean()), spread, folds, None, seed)


def _hold_out(learn: Callable[[Table], Any], cases: Table, share: float, seed: int) -> Validation:
    import numpy as np

    from cutpoint.validation import error_rate, fitted, held_out_rows

    if cases.n_rows < 2:
        raise InputError("a single case cannot be held out and learned from: give --cv 0")
    assert cases.target is not None
    chosen = held_out_rows(cases.target, share, np.random.default_rng(seed))
    others = cases.take(chosen)
    rate = watched(
        lambda: error_rate(fitted(learn(cases.take(~chosen))), others),
        f"Learning without {count_of(others.n_rows, 'case')}",
    )
    weight = others.n_rows if others.weights is None else float(others.weights.sum())
    spread = math.sqrt(rate * (1 - rate) / weight) if weight > 0 else 0.0
    return Validation(rate, spread, None, others.n_rows, seed)
