"""A comparison as a file: CSV, JSON, or a page that needs nothing else."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cutpoint.compare import Outcome

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
body {{ font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem;
  color: #1a1a1a; background: #fff; }}
table {{ border-collapse: collapse; }}
th, td {{ padding: 0.3rem 0.8rem; text-align: right; border-bottom: 1px solid #ddd;
  font-variant-numeric: tabular-nums; }}
th:first-child {{ text-align: left; font-weight: 600; }}
thead th {{ border-bottom: 2px solid #666; }}
@media (prefers-color-scheme: dark) {{ body {{ color: #eee; background: #16181c; }}
  th, td {{ border-color: #444; }} }}
</style>
</head>
<body>
<h1>Comparison</h1>
<p>{title}</p>
<table>
<thead><tr>{head}</tr></thead>
<tbody>
{rows}
</tbody>
</table>
<p>Means over {folds} folds. Wins, draws and losses are folds against {first}.</p>
</body>
</html>
"""


def summary(outcome: Outcome, first: Outcome) -> dict[str, Any]:
    """Return the figures of one system as plain values."""
    wins, draws, losses = outcome.against(first)
    return {
        "system": outcome.name,
        "settings": outcome.about,
        "error": outcome.error,
        "standard_error": outcome.standard_error,
        "size": float(outcome.size.mean()),
        "leaves": float(outcome.leaves.mean()),
        "depth": float(outcome.depth.mean()),
        "seconds": float(outcome.seconds.mean()),
        "wins": wins,
        "draws": draws,
        "losses": losses,
    }


def csv_text(outcomes: Sequence[Outcome], title: str) -> str:
    """Return a line for each system, under a header."""
    rows = [summary(outcome, outcomes[0]) for outcome in outcomes]
    out = io.StringIO(newline="")
    writer = csv.DictWriter(out, rows[0], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def json_text(outcomes: Sequence[Outcome], title: str) -> str:
    """Return the figures of each system, and those of each fold."""
    systems = [
        {
            **summary(outcome, outcomes[0]),
            "folds": {
                name: getattr(outcome, name).tolist()
                for name in ("errors", "size", "leaves", "depth", "seconds")
            },
        }
        for outcome in outcomes
    ]
    return json.dumps({"table": title, "systems": systems}, indent=1) + "\n"


def html_text(outcomes: Sequence[Outcome], title: str) -> str:
    """Return a page with the figures of each system."""
    head = ("system", "error", "±", "size", "leaves", "depth", "ms", "wins/draws/losses")
    rows = []
    for outcome in outcomes:
        figures = summary(outcome, outcomes[0])
        cells = [
            f"{100 * figures['error']:.2f} %",
            f"{100 * figures['standard_error']:.2f}",
            *(f"{figures[name]:.1f}" for name in ("size", "leaves", "depth")),
            f"{1000 * figures['seconds']:.1f}",
            "" if outcome is outcomes[0] else "/".join(map(str, outcome.against(outcomes[0]))),
        ]
        name = f'<th title="{escape(outcome.about)}">{escape(outcome.name)}</th>'
        rows.append(f"<tr>{name}{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>")
    return _PAGE.format(
        title=escape(title),
        head="".join(f"<th>{name}</th>" for name in head),
        rows="\n".join(rows),
        folds=len(outcomes[0].errors),
        first=escape(outcomes[0].name),
    )
