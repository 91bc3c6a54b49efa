"""The documentation builds without a warning, and every page of the repository is part of it."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from support.needs import package

DOCS = Path(__file__).resolve().parents[1] / "docs"
FLOOR = Path(__file__).with_name("floor.txt")


@pytest.mark.slow
def test_the_documentation_builds_without_a_warning(tmp_path: Path) -> None:
    for name in ("sphinx", "pydata_sphinx_theme", "myst_parser", "numpydoc", "sphinx_gallery"):
        package(name)
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-E"]
    command += ["-d", str(tmp_path / "doctrees"), str(DOCS), str(tmp_path / "html")]
    built = subprocess.run(command, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr[-3000:]
    pages = {page.stem for page in DOCS.glob("*.md")}
    assert pages <= {page.stem for page in (tmp_path / "html").glob("*.html")}
    fit = (tmp_path / "html" / "commands" / "fit.html").read_text(encoding="utf-8")
    assert "--target" in fit
    pictures = {picture.name for picture in (tmp_path / "html" / "_images").iterdir()}
    assert "room-graph.svg" in pictures
    assert len([name for name in pictures if name.startswith("sphx_glr_plot_")]) >= 6
    n_drawn = sum(page.read_text(encoding="utf-8").count(".. plot::") for page in DOCS.glob("*.md"))
    assert len([name for name in pictures if not name.startswith("sphx")]) > n_drawn


def test_every_link_between_pages_leads_to_a_page() -> None:
    """Links within the repository; the build itself refuses unknown headings."""
    broken = []
    for page in DOCS.glob("*.md"):
        for link in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
            made = link.startswith(("http", "commands/", "gallery/"))
            if not made and not (DOCS / link).exists():
                broken.append(f"{page.name}: {link}")
    assert not broken


def test_the_lower_bounds_are_those_that_are_tested() -> None:
    """``tests/floor.txt`` pins what ``pyproject.toml`` allows, no more and no less."""
    project = tomllib.loads((DOCS.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    bounds = [*project["dependencies"], *extras["plots"], *extras["excel"]]
    floor = dict(
        re.findall(r"^([\w-]+)==([\d.]+)$", FLOOR.read_text(encoding="utf-8"), re.MULTILINE)
    )
    for bound in bounds:
        name, least = re.fullmatch(r"([\w-]+)>=([\d.]+)", bound).groups()
        assert (floor[name] + ".0.0").startswith(least), f"{bound}, but {floor[name]} is tested"


def test_the_version_is_the_same_everywhere() -> None:
    root = DOCS.parent
    version = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"][
        "version"
    ]
    assert f"\nversion: {version}\n" in (root / "CITATION.cff").read_text(encoding="utf-8")
    newest = re.search(r"^## (\S+)", (root / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert newest is not None
    assert newest[1] == version


def test_the_papers_of_methods_are_cited() -> None:
    """Those that docstrings refer to, and those of the tables of measures and interval methods."""
    root = DOCS.parent
    cited = (root / "CITATION.cff").read_text(encoding="utf-8")
    papers = cited.split("\n  - type: ")[1:]
    for path in (root / "src").rglob("*.py"):
        text = " ".join(path.read_text(encoding="utf-8").split())
        for title in re.findall(r'\.\. \[\d\] [^"]*?"(.+?)"', text):
            assert f'title: "{title}'.lower() in cited.lower(), f"{path.name}: {title}"
    found = 0
    for page in ("method-measures.md", "discretization.md"):
        rows = re.findall(r"^\|.*\|([^|]+)\|$", (DOCS / page).read_text("utf-8"), re.MULTILINE)
        for name, year in re.findall(
            r"(\w[\w ]*?)(?: & | et al|, ).*?\b((?:19|20)\d\d)", "\n".join(rows)
        ):
            said = [p for p in papers if f"year: {year}" in p and name.strip() in p]
            assert said, f"{page}: {name} {year}"
            found += 1
    assert found > 10
