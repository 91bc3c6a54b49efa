"""A table of a paper on the terminal: our figures, the printed ones below them."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table
from rich.text import Text

from cutpoint.studies.exhibit import Cell, Exhibit, has_paper

_FAR = 2.0
_WIDTH = 200
"""Of what is not a terminal."""
_LEGEND = (
    "Below each figure: the paper's, and the difference in standard errors where there are any."
)


def print_exhibit(study: str, exhibit: Exhibit) -> None:
    """Print a table or figure: each figure with the paper's, what holds, and why not."""
    console = Console(highlight=False, markup=False, soft_wrap=False)
    if not console.is_terminal:
        console.width = max(console.width, _WIDTH)
    console.print()
    console.print(Text(f"{study.capitalize()}, {exhibit.key}: {exhibit.title}", style="bold"))
    if exhibit.grid is not None:
        grid = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 1))
        grid.add_column(exhibit.grid.corner, no_wrap=True)
        for column in exhibit.grid.columns:
            grid.add_column(column, justify="right")
        for name, cells in exhibit.grid.rows.items():
            show = _with_paper if has_paper(cells) else _alone
            grid.add_row(Text(name), *(show(cell) for cell in cells))
        console.print(grid)
        if any(has_paper(cells) for cells in exhibit.grid.rows.values()):
            console.print(Text(_LEGEND, style="dim"))
    for check in exhibit.checks:
        mark, style = ("holds", "green") if check.holds else ("does not hold", "red")
        console.print(Text.assemble((f"{mark}: ", style), f"{check.claim}: {check.detail}"))
    for remark in exhibit.remarks:
        console.print(Text(remark))


def _alone(cell: Cell | tuple[str, str]) -> Text:
    return Text(cell[0] if isinstance(cell, tuple) else cell.shown())


def _with_paper(cell: Cell | tuple[str, str]) -> Text:
    """Return our figure above the paper's."""
    if isinstance(cell, tuple):
        return Text.assemble(cell[0], "\n", (cell[1], "dim"))
    text = Text.assemble(cell.shown(), "\n", (cell.shown_paper(), "dim"))
    if cell.deviation is not None:
        far = abs(cell.deviation) > _FAR
        text.append(f" {cell.deviation:+.1f}", style="red" if far else "dim")
    return text
