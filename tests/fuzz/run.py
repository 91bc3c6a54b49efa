"""Coverage-guided fuzzing of the readers with Atheris: ``make fuzz``.

Every reader has a process of its own, which begins with ``tests/fuzz/corpus/``. What it finds there
is left in ``build/fuzz/``, and belongs into the corpus together with the correction.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
NAMES = ("csv", "arff", "names", "model", "costs")


def fuzz(name: str, seconds: int) -> int:
    """Fuzz one reader in a process of its own; return its exit code."""
    work = ROOT / "build" / "fuzz" / name
    work.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, __file__, "--inside", name, f"-max_total_time={seconds}"]
    command += ["-timeout=20", "-max_len=4096", "-verbosity=0", "-print_final_stats=1"]
    command += ["-seed=1", f"-artifact_prefix={work}/", str(work)]
    command += [str(Path(__file__).parent / "corpus" / name)]
    return subprocess.run(command, cwd=ROOT, check=False).returncode


def inside(name: str, arguments: list[str]) -> None:
    """Fuzz in this process: it never returns."""
    import atheris

    sys.path.insert(0, str(Path(__file__).parent))
    with atheris.instrument_imports(include=["cutpoint.data", "cutpoint.tree", "cutpoint.rules"]):
        import readers

    atheris.Setup([sys.argv[0], *arguments], lambda data: readers.attempt(name, data))
    atheris.Fuzz()


def main() -> int:
    """Fuzz each reader; return 1 if something was found."""
    if sys.argv[1:2] == ["--inside"]:
        inside(sys.argv[2], sys.argv[3:])
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("readers", nargs="*", default=NAMES, help="such as csv (all)")
    parser.add_argument("--seconds", type=int, default=60, help="for each reader (60)")
    chosen = parser.parse_args()
    found = [name for name in chosen.readers if fuzz(name, chosen.seconds) != 0]
    print(f"findings in build/fuzz: {', '.join(found)}" if found else "nothing found")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
