import subprocess
import sys
from itertools import chain
from pathlib import Path

import pytest

RUN = Path(__file__).resolve().parents[1] / "benchmarks" / "run.py"


QUICK = {"fit": ["Fit"], "predict": ["Predict"]}
ALL = QUICK | {
    "memory": ["Memory"],
    "growth": ["Growth"],
    "read": ["Read"],
    "measures": ["Measures", "A measure of one's own"],
    "discretize": ["Discretize"],
    "t2": ["T2", "T2, growth"],
    "multiway": [
        "Multi-way trees, time",
        "Multi-way trees",
        "Multi-way trees, set by set",
    ],
    "trust": ["Bagging and stability"],
}


@pytest.mark.slow
@pytest.mark.parametrize("sections", [QUICK, ALL], ids=["quick", "all"])
def test_the_benchmarks_run_on_tiny_tables_and_write_their_results(sections, tmp_path):
    out = tmp_path / "results.md"
    options = f"--scale 0.002 --rounds 1 --only b e --sections {' '.join(sections)}"
    learners = ["Cutpoint", "Cutpoint, C4.5", "scikit-learn"]
    result = subprocess.run(
        [sys.executable, str(RUN), *options.split(), "--learners", *learners, "--out", str(out)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    text = out.read_text(encoding="utf-8")
    for title in ("In short", *chain(*sections.values())):
        assert f"## {title}\n" in text
    assert "b: 200 x 20 floats" in text
    assert "| scikit-learn |" in text
