import subprocess
import sys
from pathlib import Path

RUN = Path(__file__).resolve().parents[1] / "benchmarks" / "run.py"


def test_the_benchmarks_run_on_tiny_tables_and_write_their_results(tmp_path):
    out = tmp_path / "results.md"
    sections = "fit predict memory growth read measures discretize t2 multiway trust"
    options = f"--scale 0.002 --rounds 1 --only b e --sections {sections}"
    learners = ["Cutpoint", "Cutpoint, C4.5", "scikit-learn"]
    result = subprocess.run(
        [sys.executable, str(RUN), *options.split(), "--learners", *learners, "--out", str(out)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    text = out.read_text(encoding="utf-8")
    for title in (
        "In short", "Fit", "Predict", "Memory", "Growth", "Read", "Measures", "Discretize", "T2",
        "T2, growth", "Multi-way trees, time", "Multi-way trees",
        "Multi-way trees, set by set", "Bagging and stability",
    ):  # fmt: skip
        assert f"## {title}\n" in text
    assert "b: 200 x 20 floats" in text
    assert "| scikit-learn |" in text
