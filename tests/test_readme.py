"""What the README shows is what happens."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

README = Path(__file__).resolve().parents[1] / "README.md"


def test_the_ten_lines_of_python_print_the_tree_shown() -> None:
    text = README.read_text(encoding="utf-8")
    picture = re.search(r"```text\n(.*?)```", text, re.DOTALL)
    code = re.search(r"```python\n(.*?)```", text, re.DOTALL)
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
    for target in re.findall(r"make ([a-z]+)", README.read_text(encoding="utf-8")):
        assert f"\n{target}:" in makefile
