"""Run clang-tidy on every source file that is not as it was when it last passed.

``python tools/tidy.py build/checks`` takes the flags of ``compile_commands.json`` in that folder
and remembers there what passed. What clang-tidy looks for is in ``.clang-tidy``.

Most of its time goes into the headers of the standard library, so the files of a folder are looked
at as one. Where that has remarks (or two files have the same name for something of their own), each
file is looked at by itself, and says its own.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import chain
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


def sources(build: Path) -> Iterator[tuple[Path, list[str]]]:
    """Yield our source files, each once, with the flags that it is compiled with."""
    commands = json.loads((build / "compile_commands.json").read_text(encoding="utf-8"))
    found = {Path(one["file"]).resolve(): shlex.split(one["command"]) for one in commands}
    for path, (_, *words) in sorted(found.items()):
        if path.is_relative_to(ROOT) and path.relative_to(ROOT).parts[0] in OURS:
            yield path, words[: words.index("-o")]


def look(program: str, path: Path, flags: list[str]) -> str:
    """Return what clang-tidy has to say of a file."""
    # Flags and precompiled headers for g++ alone, and warnings that clang has and g++ has not,
    # are no matter here.
    quiet = ["-Qunused-arguments", "-Wno-unknown-warning-option", "-Wno-sign-conversion"]
    quiet += ["-Wno-ignored-gch", "-Wno-deprecated-declarations"]
    command = [program, "--quiet", f"--config-file={ROOT / '.clang-tidy'}", str(path)]
    if path.is_relative_to(ROOT / "build"):
        command.append("--checks=-bugprone-suspicious-include")
    result = subprocess.run(
        [*command, "--", *flags, *quiet], capture_output=True, text=True, check=False
    )
    said = result.stdout.strip() or result.stderr.strip()
    return said or "clang-tidy failed" if result.returncode else ""


def main() -> int:
    """Return 1 if clang-tidy has anything to say."""
    build = Path(sys.argv[1]).resolve()
    beside = Path(sys.executable).parent / "clang-tidy"
    program = str(beside) if beside.exists() else shutil.which("clang-tidy")
    if program is None:
        raise SystemExit("clang-tidy is not installed: pip install -e '.[dev]'")
    version = subprocess.run([program, "--version"], capture_output=True, check=True).stdout
    passed_file = build / "tidy.json"
    passed = json.loads(passed_file.read_text("utf-8")) if passed_file.exists() else {}
    flags = dict(sources(build))
    prints = {path: fingerprint(path, version) for path in flags}
    todo = [path for path in flags if passed.get(name_of(path)) != prints[path]]

    def look_at(folder: Path) -> dict[Path, str]:
        inside = [path for path in todo if path.parent == folder]
        whole = build / f"tidy_{name_of(folder).replace('/', '_')}.cpp"
        whole.write_text("".join(f'#include "{path}"\n' for path in inside), encoding="utf-8")
        if len(inside) > 1 and not look(program, whole, flags[inside[0]]):
            return dict.fromkeys(inside, "")
        return {path: look(program, path, flags[path]) for path in inside}

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        remarks = dict(chain(*map(dict.items, pool.map(look_at, {path.parent for path in todo}))))
    for path, said in remarks.items():
        if said:
            print(said)
        else:
            passed[name_of(path)] = prints[path]
    passed_file.write_text(json.dumps(passed), encoding="utf-8")
    n_failed = sum(map(bool, remarks.values()))
    print(f"clang-tidy: {len(todo)} of {len(prints)} files looked at, {n_failed} with remarks")
    return 1 if n_failed else 0


def name_of(path: Path) -> str:
    """Return the name of a file of ours, the same in every clone."""
    return path.relative_to(ROOT).as_posix()


if __name__ == "__main__":
    sys.exit(main())
