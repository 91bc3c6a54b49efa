"""The documentation builds without a warning, and every page of the repository is part of it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from support.needs import package

DOCS = Path(__file__).resolve().parents[1] / "docs"


@pytest.mark.slow
def test_the_documentation_builds_without_a_warning(tmp_path: Path) -> None:
    for name in ("sphinx", "pydata_sphinx_theme", "myst_parser", "numpydoc"):
        package(name)
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-E"]
    command += ["-d", str(tmp_path / "doctrees"), str(DOCS), str(tmp_path / "html")]
    built = subprocess.run(command, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr[-3000:]
    pages = {page.stem for page in DOCS.glob("*.md")}
    assert pages <= {page.stem for page in (tmp_path / "html").glob("*.html")}
    fit = (tmp_path / "html" / "commands" / "fit.html").read_text(encoding="utf-8")
    assert "--target" in fit
