"""The readers take or refuse whatever fuzzing has found, and a short run finds nothing new."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from fuzz.readers import READERS, attempt, seeds
from support.needs import package


@pytest.mark.parametrize(
    ("name", "path"), [(name, path) for name in READERS for path in seeds(name)], ids=str
)
def test_a_file_of_the_corpus_is_read_or_refused(name: str, path: Path) -> None:
    attempt(name, path.read_bytes())


@pytest.mark.parametrize("name", READERS)
def test_every_cut_off_file_is_read_or_refused(name: str) -> None:
    for path in seeds(name):
        data = path.read_bytes()
        for end in range(0, min(len(data), 2000), max(1, len(data) // 25)):
            attempt(name, data[:end])


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="atheris has wheels for Linux only")
def test_a_short_run_finds_nothing() -> None:
    package("atheris")
    command = [sys.executable, str(Path(__file__).with_name("run.py")), "--seconds", "3"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, (done.stdout + done.stderr)[-3000:]
