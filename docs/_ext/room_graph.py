"""The import graph of the package as a picture: ``{room-graph}``, drawn when the site is built.

The layers are those of ``pyproject.toml``; the arrows are the imports that grimp finds in the code.
An import that goes up, or sideways, stops the build.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import grimp
import matplotlib as mpl
from docutils import nodes
from docutils.parsers.rst import Directive
from matplotlib.figure import Figure
from matplotlib.patches import FancyArrowPatch

PACKAGE = "cutpoint"
FILE = "room-graph.svg"


def setup(app: Any) -> dict[str, bool]:
    """Draw before Sphinx reads, so that the page finds the picture."""
    app.add_directive("room-graph", RoomGraph)
    app.connect("builder-inited", lambda sphinx: draw_into(Path(sphinx.srcdir)))
    return {"parallel_read_safe": True}


class RoomGraph(Directive):
    """Puts the picture where the page asks for it."""

    def run(self) -> list[nodes.Node]:
        """Return the image."""
        return [
            nodes.image(uri=f"/generated/{FILE}", alt="Which room imports which: only downwards")
        ]


def layers(root: Path) -> list[list[str]]:
    """Return the rooms of each layer, the highest first."""
    config = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    rooms = config["tool"]["importlinter"]["contracts"][0]["layers"]
    return [[name.strip(" ()").partition(".")[2] for name in line.split("|")] for line in rooms]


def imports(rooms: list[str]) -> set[tuple[str, str]]:
    """Return which room imports which."""
    graph = grimp.build_graph(PACKAGE)
    members = {room: graph.find_descendants(f"{PACKAGE}.{room}") for room in rooms}
    home = {f"{PACKAGE}.{room}": room for room in rooms}
    home |= {module: room for room, modules in members.items() for module in modules}
    found = set()
    for module, room in home.items():
        for imported in graph.find_modules_directly_imported_by(module):
            if home.get(imported, room) != room:
                found.add((room, home[imported]))
    return found


def direct(arrows: set[tuple[str, str]]) -> set[tuple[str, str]]:
    """Leave out every arrow that a chain of others implies: there would be too many to follow."""
    below: dict[str, set[str]] = {}
    for one, two in arrows:
        below.setdefault(one, set()).add(two)

    def reached(room: str) -> set[str]:
        return {end for two in below.get(room, ()) for end in (two, *reached(two))}

    return {
        (one, two)
        for one, two in arrows
        if not any(two in reached(other) for other in below[one] - {two})
    }


def draw_into(docs: Path) -> None:
    """Draw the rooms by layer, an arrow for each import, and save it beside the generated pages."""
    rows = layers(docs.parent)
    level = {room: i for i, row in enumerate(rows) for room in row}
    found = imports(list(level))
    upward = sorted(f"{one} -> {two}" for one, two in found if level[one] >= level[two])
    if upward:
        raise RuntimeError("imports that go up: " + ", ".join(upward))
    place = {
        room: (1.9 * (j - (len(row) - 1) / 2), -float(i))
        for i, row in enumerate(rows)
        for j, room in enumerate(row)
    }
    figure = Figure(figsize=(8.5, 0.62 * len(rows)))
    axes = figure.add_axes((0, 0, 1, 1))
    for one, two in sorted(direct(found)):
        (x, y), (to_x, to_y) = place[one], place[two]
        bend = 0.0 if y - to_y <= 1 else 0.28 + 0.03 * (y - to_y)
        side = -1 if (len(one) + len(two)) % 2 else 1
        axes.add_patch(
            FancyArrowPatch(
                (x, y - 0.22),
                (to_x, to_y + 0.26),
                connectionstyle=f"arc3,rad={side * bend}",
                arrowstyle="-|>",
                mutation_scale=8,
                color="#5b6b8c",
                alpha=0.45,
                linewidth=0.8,
            )
        )
    for room, (x, y) in place.items():
        box = {"boxstyle": "round,pad=0.35", "facecolor": "#eef2fb", "edgecolor": "#31456f"}
        axes.text(x, y, room, ha="center", va="center", fontsize=9, bbox=box)
    axes.set_xlim(-4.6, 4.6)
    axes.set_ylim(-len(rows) + 0.4, 0.6)
    axes.set_axis_off()
    target = docs / "generated"
    target.mkdir(exist_ok=True)
    with mpl.rc_context({"svg.hashsalt": "rooms"}):  # the same bytes in every build
        figure.savefig(target / FILE, metadata={"Date": None})
