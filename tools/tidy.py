"""Run clang-tidy on every source file that is not as it was when it last passed.

``python tools/tidy.py build/checks`` takes the flags of ``compile_commands.json`` in that folder
and remembers there what passed. What clang-tidy looks for is in ``.clang-tidy``.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
OURS = ("core", "bindings")
ROOTS = [ROOT / folder for folder in ("core/include", "core/src", "core/tests", "bindings")]
INCLUDE = re.compile(rb'^#include "([^"]+)"', re.MULTILINE)


@cache
def included(path: Path) -> tuple[Path, ...]:
    """Return our own headers that a file includes itself."""
    names = [name.decode() for name in INCLUDE.findall(path.read_bytes())]
    places = [path.parent, *ROOTS]
    found = (next((p / n for p in places if (p / n).exists()), None) for n in names)
    return tuple(header.resolve() for header in found if header is not None)


def closure(path: Path) -> list[Path]:
    """Return a file and all of our headers that it includes, directly or not."""
    seen: set[Path] = set()
    pending = [path]
    while pending:
        one = pending.pop()
        if one not in seen:
            seen.add(one)
            pending += included(one)
    return sorted(seen)


def fingerprint(path: Path, version: bytes) -> str:
    """Return what is the same as long as clang-tidy would say the same of a file."""
    digest = hashlib.sha256(version + (ROOT / ".clang-tidy").read_bytes())
    for one in closure(path):
        digest.update(one.relative_to(ROOT).as_posix().encode() + one.read_bytes())
    return digest.hexdigest()


def sources(build: Path) -> Iterator[Path]:
    """Yield our source files, each once."""
    commands = json.loads((build / "compile_commands.json").read_text(encoding="utf-8"))
    for path in sorted({Path(command["file"]).resolve() for command in commands}):
        if path.is_relative_to(ROOT) and path.relative_to(ROOT).parts[0] in OURS:
            yield path


def main() -> int:
    """Return 1 if clang-tidy has anything to say."""
    build = Path(sys.argv[1])
    beside = Path(sys.executable).parent / "clang-tidy"
    program = str(beside) if beside.exists() else shutil.which("clang-tidy")
    if program is None:
        raise SystemExit("clang-tidy is not installed: pip install -e '.[dev]'")
    version = subprocess.run([program, "--version"], capture_output=True, check=True).stdout
    passed_file = build / "tidy.json"
    passed = json.loads(passed_file.read_text("utf-8")) if passed_file.exists() else {}
    prints = {str(path.relative_to(ROOT)): fingerprint(path, version) for path in sources(build)}
    todo = [name for name, print_ in prints.items() if passed.get(name) != print_]

    def look(name: str) -> subprocess.CompletedProcess[str]:
        # Flags and precompiled headers for g++ alone, and warnings that clang has and g++ has not,
        # are no matter here.
        quiet = ["-Qunused-arguments", "-Wno-unknown-warning-option", "-Wno-sign-conversion"]
        quiet.append("-Wno-ignored-gch")
        arguments = [f"--extra-arg={flag}" for flag in quiet]
        command = [program, "-p", str(build), "--quiet", *arguments, str(ROOT / name)]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for name, result in zip(todo, pool.map(look, todo), strict=True):
            if result.returncode == 0:
                passed[name] = prints[name]
            else:
                print(result.stdout.strip() or result.stderr.strip())
    passed_file.write_text(json.dumps(passed), encoding="utf-8")
    n_failed = sum(passed.get(name) != prints[name] for name in todo)
    print(f"clang-tidy: {len(todo)} of {len(prints)} files looked at, {n_failed} with remarks")
    return 1 if n_failed else 0


if __name__ == "__main__":
    sys.exit(main())
