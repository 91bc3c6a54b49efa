"""The page of how one tree differs from another: one file, without a script."""

from __future__ import annotations

import html
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from cutpoint.tree.names import printable
from cutpoint.tree.text import to_text

if TYPE_CHECKING:
    from cutpoint.tree.difference import Change, Difference
    from cutpoint.tree.moves import Moves

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
_NUMBER = ' class="number"'
_WIDE = '<div class="wide" tabindex="0" role="region" aria-label="{}">'
"""What scrolls if a table is wider than the screen; with the keyboard, too."""
_STYLE = """
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem;
  padding: 0 1rem; color: #1a1a1a; background: #fff; }
h1, h2 { line-height: 1.2; overflow-wrap: anywhere; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: 0.9rem; }
th, td { padding: 0.35rem 0.8rem; text-align: left; border-bottom: 1px solid #767676;
  vertical-align: top; overflow-wrap: break-word; max-width: 30rem; }
th { white-space: nowrap; } td:not(.number) { min-width: 7rem; } .path, .rule { min-width: 14rem; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
.kind { white-space: nowrap; font-weight: 600; }
.was { color: #8a2500; } .now { color: #00549e; }
.trees { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(20rem, 1fr)); }
pre { font-size: 0.8rem; overflow: auto; max-height: 40rem; padding: 0.8rem;
  border: 1px solid #767676; border-radius: 6px; }
@media (prefers-color-scheme: dark) { body { color: #eee; background: #16181c; }
  .was { color: #ffab8a; } .now { color: #8ec7ff; } th, td, pre { border-color: #8a8a8a; } }
@media print { pre { max-height: none; overflow: visible; } }
"""


def difference_page(found: Difference, names: tuple[str, str] = ("before", "after")) -> str:
    """Return a page that says how one tree differs from another.

    Parameters
    ----------
    found : Difference
        What :func:`cutpoint.tree.diff` returns.
    names : pair of str
        What the trees are called.

    Examples
    --------
    >>> from cutpoint.tree import diff, example_tree
    >>> page = difference_page(diff(example_tree(), example_tree().prune([3])))
    >>> page[:15], "subtree pruned" in page, "<script" in page
    ('<!doctype html>', True, False)
    """
    old, new = (_text(printable(name)) for name in names)
    return "\n".join(
        [
            '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{old} and {new}: what changed</title>\n<style>{_STYLE}</style>\n</head>",
            f'<body>\n<main>\n<h1>From <span class="was">{old}</span> to '
            f'<span class="now">{new}</span></h1>',
            *_sizes(found),
            *_changes(found.changes),
            *([] if found.moves is None else _moves(found.moves)),
            *_trees(found, (old, new)),
            "</main>\n</body>\n</html>\n",
        ]
    )


def _sizes(found: Difference) -> Iterator[str]:
    rows = [
        (what, f"{getattr(found.before, field):,}", f"{getattr(found.after, field):,}")
        for what, field in (("nodes", "n_nodes"), ("leaves", "n_leaves"), ("depth", "depth"))
    ]
    yield from _table("Sizes", ("size", "before", "after"), rows, numbers={1, 2})
    for line in found.one_sided():
        yield f"<p>{_text(line[0].upper() + line[1:])}.</p>"


def _changes(changes: tuple[Change, ...]) -> Iterator[str]:
    yield "<h2>Changes</h2>"
    if not changes:
        yield "<p>The tests and classes are the same.</p>"
        return
    yield f"{_WIDE.format('Changes')}<table>"
    yield "<thead><tr><th>where</th><th>what</th><th>before</th><th>after</th>"
    yield '<th class="number">training cases</th></tr></thead><tbody>'
    for change in changes:
        yield (
            f'<tr><td class="path">'
            f"{_text(' and '.join(change.path) or 'at the root')}</td>"
            f'<td class="kind">{change.kind}</td>'
            f'<td class="was">{_text(change.was)}</td><td class="now">{_text(change.now)}</td>'
            f'<td class="number">{change.cases[0]:,.10g} → {change.cases[1]:,.10g}</td></tr>'
        )
    yield "</tbody></table></div>"


def _moves(moves: Moves) -> Iterator[str]:
    yield "<h2>Cases</h2>"
    share = f" ({100 * moves.n_changed / moves.n_cases:.1f}%)" if moves.n_cases else ""
    yield f"<p><strong>{moves.n_changed:,}</strong> of {moves.n_cases:,} cases change class{share}."
    if moves.errors is not None:
        old, new = moves.errors
        yield f"Errors: {old:,} → {new:,} of {moves.n_known:,} cases with a known class."
    yield "</p>"
    rows = [
        (
            f"{pair.cases:,}",
            f"{_text(printable(pair.was))} → {_text(printable(pair.now))}",
            *(f'<div class="rule">{_text(rule)}</div>' for rule in pair.rules),
        )
        for pair in moves.pairs
    ]
    if rows:
        heads = ("cases", "class", "leaf before", "leaf after")
        yield from _table("Cases that change class", heads, rows, numbers={0})


def _trees(found: Difference, names: tuple[str, str]) -> Iterator[str]:
    yield '<h2>The trees</h2>\n<div class="trees">'
    for name, tree in zip(names, (found.before, found.after), strict=True):
        yield f'<section><h3>{name}</h3><pre tabindex="0">{_text(to_text(tree))}</pre></section>'
    yield "</div>"


def _table(
    name: str, heads: tuple[str, ...], rows: Iterable[tuple[str, ...]], numbers: set[int]
) -> Iterator[str]:
    """Give a table whose cells are HTML already."""

    def line(tag: str, cells: tuple[str, ...]) -> str:
        marked = (
            f"<{tag}{_NUMBER if place in numbers else ''}>{cell}</{tag}>"
            for place, cell in enumerate(cells)
        )
        return f"<tr>{''.join(marked)}</tr>"

    yield f"{_WIDE.format(name)}<table><thead>{line('th', heads)}</thead><tbody>"
    yield from (line("td", row) for row in rows)
    yield "</tbody></table></div>"


def _text(text: str) -> str:
    return html.escape(text)
