"""The tests that any Python must pass, with each one that this machine has.

``make test-pythons`` looks for Python 3.11 to 3.14, free-threaded ones too, on the path and among
those of pyenv and uv. For each it makes an environment, builds and installs the package, and runs
the smoke test and some of the tests. Those that are not found are named.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
VERSIONS = ("3.11", "3.12", "3.13", "3.13t", "3.14", "3.14t")
TESTS = ("tests/test_invariants.py", "tests/test_concurrency.py", "tests/tree", "tests/cuts")
NEEDED = ("pytest>=8", "pytest-xdist", "hypothesis", "pandas", "cloudpickle")
NEEDED_WITH_LOCK = ("polars",)
"""It has no wheel for free-threaded Python."""
ASK = """
import sys, sysconfig
free = "t" if sysconfig.get_config_var("Py_GIL_DISABLED") else ""
print("{}.{}".format(*sys.version_info) + free)
"""


def interpreter(version: str) -> Path | None:
    """Return a Python of this version, or None."""
    name = f"python{version}"
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    uv = Path(os.environ.get("UV_PYTHON_INSTALL_DIR", Path.home() / ".local/share/uv/python"))
    installed = [str(path) for folder in (pyenv, uv) for path in folder.glob(f"*/bin/{name}")]
    found = [shutil.which(name), *sorted(installed, reverse=True)]
    for path in filter(None, found):
        asked = subprocess.run([path, "-c", ASK], capture_output=True, text=True, check=False)
        if asked.returncode == 0 and asked.stdout.strip() == version:
            return Path(path)
    return None


def passes(version: str, python: Path, requires: list[str]) -> bool:
    """Build, install and test with one Python; say what failed."""
    folder = ROOT / "build" / "pythons" / version
    inside = folder / "bin" / "python"
    pip = [str(inside), "-m", "pip", "--disable-pip-version-check", "--quiet", "install"]
    environment = os.environ | {"PATH": f"{inside.parent}{os.pathsep}{os.environ['PATH']}"}
    free = version.endswith("t")
    if free:
        environment["PYTHON_GIL"] = "0"  # else Cutpoint's modules, which declare nothing, lock it
    needed = NEEDED if free else (*NEEDED, *NEEDED_WITH_LOCK)
    wheels = ["--only-binary", "duckdb"] if free else []  # it has a development version only
    for command in (
        [str(python), "-m", "venv", "--clear", str(folder)],
        [*pip, *requires, "cmake", "ninja"],
        [*pip, *wheels, "--no-build-isolation", f"{ROOT}[plots,excel]", *needed],
        [str(inside), str(ROOT / "tests" / "smoke.py")],
        [str(inside), "-m", "pytest", "-q", "-W", "default", "-p", "no:cacheprovider", *TESTS],
    ):
        if subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode != 0:
            print(f"Python {version}: failed: {' '.join(command[:4])} ...")
            return False
    return True


def main() -> int:
    """Test with every Python that is found; return 1 if one fails."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("versions", nargs="*", default=VERSIONS, help="such as 3.13 (all)")
    parser.add_argument("--requires", type=Path, help="a file with what the build needs")
    chosen = parser.parse_args()
    requires = chosen.requires.read_text(encoding="utf-8").split() if chosen.requires else []
    outcome = {}
    for version in chosen.versions:
        python = interpreter(version)
        if python is None:
            outcome[version] = "not on this machine"
        else:
            outcome[version] = "passed" if passes(version, python, requires) else "FAILED"
    for version, said in outcome.items():
        print(f"Python {version}: {said}")
    return int("FAILED" in outcome.values())


if __name__ == "__main__":
    sys.exit(main())
