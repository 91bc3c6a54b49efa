"""Exhibits as files: CSV, JSON, and a page that needs nothing else."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from importlib import resources
from typing import Any

from cutpoint.errors import InputError
from cutpoint.studies.exhibit import Cell, Check, Exhibit, Grid, has_paper
from cutpoint.studies.figures import svg_of
from cutpoint.studies.results import csv_text

_FAR = 2.0
"""Standard errors beyond which a deviation stands out."""


def exhibits_csv(exhibits: Sequence[Exhibit]) -> str:
    """Return a line per figure: ours, the paper's, and their difference in standard errors."""
    rows = [
        {
            "exhibit": exhibit.key,
            "row": name,
            "column": column,
            **_plain(cell),
        }
        for exhibit in exhibits
        if exhibit.grid is not None
        for name, cells in exhibit.grid.rows.items()
        for column, cell in zip(exhibit.grid.columns, cells, strict=True)
        if not _is_blank(cell)
    ]
    return csv_text(rows) if rows else "exhibit,row,column,ours\n"


def exhibits_json(study: str, citation: str, exhibits: Sequence[Exhibit]) -> str:
    """Return everything that is known of the exhibits."""
    content = {
        "study": study,
        "paper": citation,
        "exhibits": [
            {
                "key": exhibit.key,
                "title": exhibit.title,
                "checks": [check._asdict() for check in exhibit.checks],
                "remarks": list(exhibit.remarks),
                "cells": _cells(exhibit.grid),
                "results": exhibit.results,
            }
            for exhibit in exhibits
        ],
    }
    return json.dumps(content, indent=1, ensure_ascii=False, default=float) + "\n"


def _cells(grid: Grid | None) -> dict[str, dict[str, Any]]:
    if grid is None:
        return {}
    return {
        name: {
            column: _plain(cell)
            for column, cell in zip(grid.columns, cells, strict=True)
            if not _is_blank(cell)
        }
        for name, cells in grid.rows.items()
    }


def _plain(cell: Cell | tuple[str, str]) -> dict[str, Any]:
    if isinstance(cell, tuple):
        return {"ours": cell[0], "paper": cell[1]}
    found = {
        "ours": cell.value,
        "standard_error": cell.spread,
        "paper": cell.paper,
        "paper_standard_error": cell.paper_spread,
        "deviation": cell.deviation,
    }
    return {name: value for name, value in found.items() if value is not None}


def _is_blank(cell: Cell | tuple[str, str]) -> bool:
    return not any(cell) if isinstance(cell, tuple) else cell.value is None and cell.paper is None


def study_page(title: str, citation: str, exhibits: Sequence[Exhibit]) -> str:
    """Return the page of a study: tables, figures, and what agrees with the paper."""
    body = "\n".join(part for exhibit in exhibits for part in _section(exhibit))
    records = [exhibit.results["record"] for exhibit in exhibits if "record" in exhibit.results]
    record = records[0] if records else {}
    return _fill(
        title,
        f"<p>{escape(citation)}</p>\n{_LEGEND}\n{body}\n<footer>{_made_with(record)}</footer>",
    )


def index_page(studies: Mapping[str, tuple[str, Sequence[Exhibit]]]) -> str:
    """Return a page with a link to each study, and which claims hold in it."""
    parts = []
    for name, (citation, exhibits) in studies.items():
        parts.append(f'<h2><a href="{name}.html">{escape(name)}</a></h2><p>{escape(citation)}</p>')
        for exhibit in exhibits:
            parts.append(f"<h3>{escape(exhibit.key)}: {escape(exhibit.title)}</h3>")
            parts += _checks(exhibit.checks)
    return _fill("The papers again", "\n".join(parts))


def _fill(title: str, body: str) -> str:
    page = (resources.files("cutpoint.studies") / "page.html").read_text(encoding="utf-8")
    return page.replace("{title}", escape(title)).replace("{body}", body)


_LEGEND = (
    "<p>In each cell: our figure, <span class='paper'>the paper's below it</span>, and where both "
    "have standard errors, their difference in combined standard errors.</p>"
)


def _made_with(record: Mapping[str, Any]) -> str:
    if not record:
        return ""
    versions = ", ".join(f"{name} {version}" for name, version in record["versions"].items())
    return escape(
        f"Seed {record['random_state']}; {versions}; Python {record['python']}; "
        f"{record['machine']}, {record['cores']} cores, {record['system']}."
    )


def _section(exhibit: Exhibit) -> Iterator[str]:
    yield f"<section><h2>{escape(exhibit.key.capitalize())}: {escape(exhibit.title)}</h2>"
    if exhibit.draw is not None:
        try:
            yield f"<figure>{svg_of(exhibit.draw())}</figure>"
        except InputError as error:  # without matplotlib
            yield f"<p>No figure: {escape(str(error))}</p>"
    if exhibit.grid is not None:
        yield from _grid(exhibit.grid)
    yield from _checks(exhibit.checks)
    for remark in exhibit.remarks:
        yield f"<p>{escape(remark)}</p>"
    yield "</section>"


def _grid(grid: Grid) -> Iterator[str]:
    head = "".join(f"<th>{escape(column)}</th>" for column in grid.columns)
    yield "<div class='wide' tabindex='0' role='region' aria-label='Table'>"
    yield f"<table><thead><tr><th>{escape(grid.corner)}</th>{head}</tr></thead>"
    yield "<tbody>"
    for name, cells in grid.rows.items():
        show = _with_paper if has_paper(cells) else _alone
        yield f"<tr><th>{escape(name)}</th>{''.join(map(show, cells))}</tr>"
    yield "</tbody></table></div>"


def _alone(cell: Cell | tuple[str, str]) -> str:
    return f"<td>{escape(cell[0] if isinstance(cell, tuple) else cell.shown())}</td>"


def _with_paper(cell: Cell | tuple[str, str]) -> str:
    if isinstance(cell, tuple):
        return f"<td>{escape(cell[0])}<br><span class='paper'>{escape(cell[1])}</span></td>"
    mark = ""
    if cell.deviation is not None:
        far = " far" if abs(cell.deviation) > _FAR else ""
        mark = f" <span class='deviation{far}'>{cell.deviation:+.1f}</span>"
    return f"<td>{cell.shown()}<br><span class='paper'>{cell.shown_paper()}</span>{mark}</td>"


def _checks(checks: Sequence[Check]) -> list[str]:
    if not checks:
        return []
    items = "".join(
        f"<li class='{'holds' if check.holds else 'fails'}'>{'✓' if check.holds else '✗'} "
        f"{escape(check.claim)}: {escape(check.detail)}</li>"
        for check in checks
    )
    return [f"<ul class='checks'>{items}</ul>"]
