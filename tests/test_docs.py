"""The examples of the documentation do what they show."""

from __future__ import annotations

import doctest
import re
import shlex
import shutil
from pathlib import Path

import pytest

from cutpoint.data import demo_path
from support.running import run

DOCS = Path(__file__).resolve().parents[1] / "docs"
WITH_EXAMPLES = [page for page in sorted(DOCS.glob("*.md")) if ">>> " in page.read_text("utf-8")]
WITH_OUTPUT = [page for page in sorted(DOCS.glob("*.md")) if "\n$ " in page.read_text("utf-8")]
OUTPUT = re.compile(r"^```text\n\$ cutpoint (.*)\n([^`]*)^```", re.MULTILINE)


@pytest.mark.parametrize("page", WITH_EXAMPLES, ids=[page.stem for page in WITH_EXAMPLES])
def test_the_examples_of_a_page_run(page: Path) -> None:
    result = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert result.attempted > 0
    assert result.failed == 0


@pytest.mark.parametrize("page", WITH_OUTPUT, ids=[page.stem for page in WITH_OUTPUT])
def test_commands_print_the_lines_that_a_page_shows(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(demo_path(), tmp_path / "pumps.csv")
    monkeypatch.chdir(tmp_path)
    shown = OUTPUT.findall(page.read_text("utf-8"))
    assert len(shown) == page.read_text("utf-8").count("\n$ ")
    for command, lines in shown:
        ran = run(*shlex.split(command))
        assert ran.code == 0, ran.err
        printed = iter(ran.out.splitlines())
        for line in lines.splitlines():  # in this order, others may be between
            assert line in {"", "..."} or line in printed, f"{command}: {line}"
