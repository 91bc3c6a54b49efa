"""Bad input reaches no undefined behaviour: every function of the core takes anything."""

from __future__ import annotations

import ast
import enum
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from pathlib import Path

import pytest

from cutpoint import _core
from support.fuzz_core.targets import ALL, UNSAFE

TESTS = Path(__file__).resolve().parents[1]
STUB = TESTS.parent / "src" / "cutpoint" / "_core.pyi"
SANITIZED = bool(sys.flags.no_site)
"""Whether the core is the one with the sanitizers: tests/sanitize.sh starts us so."""
N_CALLS = 100 if SANITIZED else 50
"""Of each function. The sanitizers see what goes wrong; without them it must crash to be seen."""
PATIENCE = 600
"""Seconds for all calls; a call that never ends is an error as well."""


def run(seed: int, names: list[str]) -> tuple[list[str], str, int | None]:
    """Return what was reported, the last call begun, and how the process ended."""
    command = [sys.executable, "-m", "support.fuzz_core", str(N_CALLS), str(seed), *names]
    if SANITIZED:
        command.insert(1, "-S")
    path = os.pathsep.join([str(TESTS), os.environ.get("PYTHONPATH", "")])
    code: int | None = None
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=os.environ | {"PYTHONPATH": path},
    ) as process:
        try:
            output, _ = process.communicate(timeout=PATIENCE)
            code = process.returncode
        except subprocess.TimeoutExpired:
            process.kill()
            output, _ = process.communicate()
    lines = output.decode(errors="replace").splitlines()
    begun = [line for line in lines if line.partition(" ")[0] in ALL]
    assert begun, output
    return [line for line in lines if line not in begun], begun[-1], code


def problems_of(names: list[str]) -> list[str]:
    """Return all that goes wrong in calls of these functions, which are begun again after it."""
    problems: list[str] = []
    seed = 0
    while names:
        reported, last, code = run(seed, names)
        problems += [line for line in reported if line.startswith("!")]
        if code == 0:
            break
        name, count = last.split()
        names, seed = names[names.index(name) :], int(count) + 1
        if any("out-of-memory" in line or "-too-big" in line for line in reported):
            continue  # a MemoryError, but the sanitizer ends the process
        end = "did not end" if code is None else f"ended the process with {code}"
        problems += [f"{last}: {end}", *reported[-40:]]
        names, seed = names[1:], 0
    return problems


@pytest.mark.slow
def test_no_call_crashes_hangs_or_raises_anything_but_an_error_of_type_or_value() -> None:
    names = sorted(ALL)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        problems = chain(*pool.map(problems_of, (names[::2], names[1::2])))
    assert not (said := list(problems)), "\n".join(said)


def described() -> dict[str, set[str]]:
    """Return the names in the stub, with those of the members of a class."""
    found: dict[str, set[str]] = {}
    for node in ast.parse(STUB.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef):
            found[node.name] = set()
        elif isinstance(node, ast.ClassDef):
            found[node.name] = {
                one.name if isinstance(one, ast.FunctionDef) else ast.unparse(one.target)
                for one in node.body
                if isinstance(one, ast.FunctionDef | ast.AnnAssign)
            }
    return found


def test_the_stub_describes_all_that_the_core_has() -> None:
    built = {name: value for name, value in vars(_core._built).items() if name[0] != "_"}
    stub = described()
    assert {name for name, value in built.items() if callable(value)} <= set(stub)
    for name, value in built.items():
        if isinstance(value, type):
            members = {
                member
                for member, one in vars(value).items()
                if isinstance(one, property)
                or (hasattr(one, "__nb_signature__") and member != "__new__")
            }
            assert members == stub[name], name


def test_everything_that_the_stub_describes_is_called() -> None:
    """But for what needs an address, values of an enumeration, and the shapes of results."""
    called = set(ALL) | UNSAFE
    for name, members in described().items():
        value = getattr(_core, name, None)
        if value is None or (isinstance(value, type) and issubclass(value, Exception | enum.Enum)):
            continue
        names = {f"{name}.{member}" for member in members} if members else {name}
        assert names <= called, f"never called: {sorted(names - called)}"


def test_an_argument_of_a_wrong_type_is_refused_by_name() -> None:
    with pytest.raises(TypeError, match="extra_errors"):
        _core.extra_errors("one", 0.0, 0.25)  # type: ignore[arg-type]
