"""The settings that ``cutpoint tune`` and ``cutpoint fit --tune`` try."""

# ruff: noqa: PLC0415 - what learns is imported where it is used: the help text must come at once

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import product
from typing import Annotated, Any

import typer

from cutpoint.catalog import C45_CRITERIA, CRITERIA, CUTS, LEARNERS
from cutpoint.cli.learners import OPTIONS, TreeOptions
from cutpoint.cli.options import fraction
from cutpoint.errors import InputError
from cutpoint.wording import suggestion

_TRIED = "What is tried"

Settings = dict[str, Any]


def _names(name: str, help_text: str) -> Any:
    return typer.Option(
        name, metavar="NAMES", help=help_text, show_default=False, rich_help_panel=_TRIED
    )


_OF_ONE_TREE = tuple(name for name in LEARNERS if name != "bagging")
"""The rule chooses the smallest tree: of a bag there is no such size."""


@dataclass(frozen=True)
class CandidateOptions:
    """What is tried."""

    learner: Annotated[
        list[str] | None,
        _names("--learner", f"Learners, separated by commas: {', '.join(_OF_ONE_TREE)}."),
    ] = None
    min_cases: Annotated[
        list[str] | None,
        typer.Option(
            "--min-cases",
            "-m",
            metavar="NUMBERS",
            help="Least numbers of cases, separated by commas. By default 2,5,10,20,50.",
            show_default=False,
            rich_help_panel=_TRIED,
        ),
    ] = None
    confidence: Annotated[
        list[str] | None,
        typer.Option(
            "--confidence",
            "-c",
            metavar="NUMBERS",
            help="Confidence levels of pruning, separated by commas. By default 0.05,0.1,0.25,0.5.",
            show_default=False,
            rich_help_panel=_TRIED,
        ),
    ] = None
    criterion: Annotated[
        list[str] | None,
        _names("--criterion", "Measures of tests, separated by commas; 'all' for every one."),
    ] = None
    cuts: Annotated[
        list[str] | None,
        _names("--cuts", "tree, multiway: ways to divide a numeric column, separated by commas."),
    ] = None


def candidates_of(given: CandidateOptions, faithful: bool) -> list[Settings]:
    """Return every combination of settings that the user asks for."""
    from cutpoint.tuning import GRID

    learners = _chosen("--learner", given.learner, _OF_ONE_TREE) or ["c45"]
    criteria = _chosen("--criterion", given.criterion, tuple(CRITERIA))
    cuts = _chosen("--cuts", given.cuts, tuple(CUTS))
    numbers = {
        "min_cases": _numbers("--min-cases", given.min_cases) or GRID["min_cases"],
        "confidence": [fraction(level) for level in _numbers("--confidence", given.confidence)]
        or GRID["confidence"],
    }
    found: list[Settings] = []
    for learner in learners:
        options: dict[str, Sequence[Any]] = {
            name: values for name, values in numbers.items() if name in OPTIONS[learner]
        }
        if criteria and "criterion" in OPTIONS[learner]:
            known = C45_CRITERIA if learner == "c45" else tuple(CRITERIA)
            options["criterion"] = [name for name in criteria if name in known]
            if not options["criterion"]:
                raise InputError(
                    f"C4.5 compares tests by {' or '.join(C45_CRITERIA)}: for --criterion "
                    f"{','.join(criteria)} add --learner tree"
                )
        if cuts and "cuts" in OPTIONS[learner]:
            options["cuts"] = cuts
        base: Settings = {"learner": learner}
        if learner == "c45":
            base["faithful"] = faithful
        found += [
            base | dict(zip(options, chosen, strict=True)) for chosen in product(*options.values())
        ]
    if cuts and not any("cuts" in settings for settings in found):
        raise InputError("--cuts is an option of --learner tree or multiway: add one of them")
    if len(found) < 2:
        raise InputError(f"--learner {learners[0]} has no settings to tune: name another as well")
    return found


def _chosen(option: str, given: Sequence[str] | None, known: Sequence[str]) -> list[str]:
    """Return the names that the user gives, separated by commas or one by one."""
    names = [part.strip() for entry in given or () for part in entry.split(",") if part.strip()]
    if names == ["all"]:
        return list(known)
    for name in names:
        if name not in known:
            guess = suggestion(name, known)
            raise InputError(f"{option} must be one of {', '.join(known)}, not {name!r}{guess}")
    return list(dict.fromkeys(names))


def _numbers(option: str, given: Sequence[str] | None) -> list[float]:
    """Return the numbers that the user gives, separated by commas or one by one."""
    found = []
    for part in [part for entry in given or () for part in entry.split(",") if part.strip()]:
        try:
            found.append(float(part))
        except ValueError:
            raise InputError(f"{option}: {part.strip()!r} is not a number") from None
    return list(dict.fromkeys(found))


def grid_of(tree: TreeOptions, fixed: Sequence[str]) -> list[Settings]:
    """Return what ``fit --tune`` tries: the usual values of what the user does not fix."""
    from cutpoint.tuning import GRID

    if "min_cases" not in OPTIONS[tree.learner]:
        raise InputError(f"--learner {tree.learner} has no settings to tune: leave --tune out")
    values: dict[str, Sequence[Any]] = {
        name: GRID[name]
        for name in ("min_cases", "confidence")
        if name not in fixed and not (name == "confidence" and tree.no_pruning)
    }
    if not values:
        raise InputError("--min-cases and --confidence are both given: leave --tune out")
    base = asdict(tree)
    return [base | dict(zip(values, chosen, strict=True)) for chosen in product(*values.values())]
