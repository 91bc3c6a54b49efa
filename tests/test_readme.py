"""What the README shows is what happens, and what it links to exists."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

README = Path(__file__).resolve().parents[1] / "README.md"
TEXT = README.read_text(encoding="utf-8")
RESULTS = (README.parent / "benchmarks" / "RESULTS.md").read_text(encoding="utf-8")


def test_the_ten_lines_of_python_print_the_tree_shown() -> None:
    picture = re.search(r"```text\n(.*?)```", TEXT, re.DOTALL)
    code = re.search(r"```python\n(.*?)```", TEXT, re.DOTALL)
    assert picture is not None
    assert code is not None
    done = subprocess.run(
        [sys.executable, "-c", code[1]], capture_output=True, text=True, check=True
    )
    *tree, score = done.stdout.splitlines()
    assert tree == picture[1].splitlines()
    assert 0.7 < float(score) < 1


def test_every_make_target_that_it_names_exists() -> None:
    makefile = (README.parent / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"make ([a-z]+)", TEXT):
        assert f"\n{target}:" in makefile


def test_every_link_and_picture_is_a_file_of_the_repository() -> None:
    links = re.findall(r"\]\(([^)]+)\)", TEXT)
    assert "docs/images/tree-page.png" in links
    assert not [link for link in links if not (README.parent / link).exists()]


def test_it_is_one_screen_long() -> None:
    assert len(TEXT.splitlines()) <= 80


def test_its_times_beside_scikit_learn_are_those_of_the_benchmark() -> None:
    """Each rounded ratio that the README gives is in the benchmark's summary."""
    line = next(line for line in TEXT.splitlines() if "scikit-learn's trees" in line)
    given = re.search(r"(\d+)x on 100,000 x 20 numbers, (\d+)x on 1,000,000 x 28", line)
    assert given is not None
    for work, ratio in zip("bc", given.groups(), strict=True):
        row = next(row for row in RESULTS.splitlines() if row.startswith(f"| {work} |"))
        measured = float(row.split("|")[3].strip(" x"))
        assert round(measured) == int(ratio)
