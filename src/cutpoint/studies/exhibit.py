"""A table or figure of a paper again: our figures, the printed ones, and what they say together."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from cutpoint._core import Progress
from cutpoint.files import FilePath


@dataclass(frozen=True)
class Cell:
    """One figure: ours, and what the paper prints.

    Attributes
    ----------
    value, spread : float or None
        Ours, and its standard error if it has one.
    paper, paper_spread : float or None
        The paper's.
    digits : int
        How many decimals are shown.
    """

    value: float | None
    spread: float | None = None
    paper: float | None = None
    paper_spread: float | None = None
    digits: int = 2

    @property
    def deviation(self) -> float | None:
        """Ours less the paper's, in combined standard errors; None where there are none.

        Examples
        --------
        >>> Cell(5.0, 0.3, 4.0, 0.4).deviation
        2.0
        """
        if self.value is None or self.paper is None or self.spread is None:
            return None
        combined = math.hypot(self.spread, self.paper_spread or 0.0)
        return (self.value - self.paper) / combined if combined > 0 else None

    def shown(self) -> str:
        """Return our figure as text.

        Examples
        --------
        >>> Cell(5.123, 0.3).shown(), Cell(None).shown()
        ('5.12 ±0.30', '')
        """
        return _with_spread(self.value, self.spread, self.digits)

    def shown_paper(self) -> str:
        """Return the paper's figure as text."""
        return _with_spread(self.paper, self.paper_spread, self.digits)


def _with_spread(value: float | None, spread: float | None, digits: int) -> str:
    if value is None or not math.isfinite(value):
        return ""
    text = f"{value:.{digits}f}"
    return text if spread is None else f"{text} ±{spread:.{digits}f}"


@dataclass(frozen=True)
class Grid:
    """A table of cells, with texts such as wins/draws/losses where a cell is a pair of them."""

    columns: tuple[str, ...]
    rows: Mapping[str, Sequence[Cell | tuple[str, str]]]
    corner: str = ""


def has_paper(cells: Sequence[Cell | tuple[str, str]]) -> bool:
    """Return whether the paper prints any of these.

    Examples
    --------
    >>> has_paper([Cell(1.0), ("3/2/5", "")]), has_paper([Cell(1.0, paper=2.0)])
    (False, True)
    """
    return any(cell[1] if isinstance(cell, tuple) else cell.paper is not None for cell in cells)


class Check(NamedTuple):
    """A claim of the paper, and whether it holds here."""

    claim: str
    holds: bool
    detail: str


@dataclass(frozen=True, eq=False)
class Exhibit:
    """A table or figure again.

    Attributes
    ----------
    key : str
        Such as ``"table 1"``.
    title : str
        The paper's own.
    grid : Grid or None
    draw : function or None
        Draws the figure and returns its axes.
    checks : list of Check
    remarks : list of str
        What agrees, what does not, and why.
    results : mapping
        All figures as plain values, for files.
    """

    key: str
    title: str
    grid: Grid | None = None
    draw: Callable[[], Any] | None = None
    checks: Sequence[Check] = ()
    remarks: Sequence[str] = ()
    results: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Settings:
    """How studies are run."""

    quick: bool = False
    also: tuple[str, ...] = ()
    random_state: int = 0
    n_jobs: int | None = -1
    folder: Path | None = None
    data: FilePath | None = None


@dataclass(frozen=True, eq=False)
class Plan:
    """An exhibit that is to be made: so many steps of work."""

    key: str
    title: str
    steps: int
    make: Callable[[Progress], Exhibit]


@cache
def printed(paper: str) -> dict[str, Any]:
    """Return the figures that a paper prints, as they were typed.

    Examples
    --------
    >>> printed("quinlan")["table 1"]["rows"]["iris"]["error"]
    [[4.8, 0.17], [4.87, 0.2]]
    """
    file = resources.files("cutpoint.studies") / "papers" / f"{paper}.json"
    content: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return content


def citation(paper: str) -> str:
    """Return whose paper it is, and where to find it."""
    about = printed(paper)["paper"]
    return f"{about['authors']}, “{about['title']}”, {about['where']}"


def within(cells: Sequence[Cell], limit: float = 2.0) -> tuple[int, int]:
    """Return how many of the cells with a deviation are within so many standard errors."""
    found = [abs(cell.deviation) for cell in cells if cell.deviation is not None]
    return sum(deviation <= limit for deviation in found), len(found)


def close(ours: float, paper: float, tolerance: float) -> bool:
    """Return whether two figures agree within a tolerance."""
    return bool(np.isfinite(ours)) and abs(ours - paper) <= tolerance
