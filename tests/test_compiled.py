"""The cache of machine code: nothing stale is served, and compiling is announced."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import cutpoint
from cutpoint.compiled import Reals, inlined, kernel

PACKAGE = Path(cutpoint.__file__).parent


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Give a copy of the package that may be edited."""
    shutil.copytree(
        PACKAGE, tmp_path / "src" / "cutpoint", ignore=shutil.ignore_patterns("__pycache__")
    )
    return tmp_path


def run(copy: Path, code: str) -> subprocess.CompletedProcess[str]:
    environment = {
        **os.environ,
        "PYTHONPATH": str(copy / "src"),
        "CUTPOINT_CACHE_DIR": str(copy / "cache"),
        "NUMBA_DISABLE_JIT": "0",
    }
    return subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )


@pytest.mark.slow
def test_compiling_is_announced_once_and_then_never_again(copy: Path) -> None:
    ask = (
        "import numpy as np; from cutpoint.grow.fixed import phi, phi_real;"
        "print(phi(np.int64(3 << 30), 4.0), phi_real(np.int64(3 << 30)))"
    )
    first = run(copy, ask)
    assert first.stderr.count("Cutpoint is compiling its kernels") == 1
    assert "starting with phi)" in first.stderr
    second = run(copy, ask)
    assert second.stderr == ""
    assert second.stdout == first.stdout


@pytest.mark.slow
def test_an_edit_in_a_file_that_a_kernel_imports_is_not_served_stale(copy: Path) -> None:
    ask = (
        "import numpy as np; from cutpoint.grow.blocks import above_phi;"
        "print(above_phi(np.int64(3 << 29), np.zeros(4, np.int64), 8.0))"
    )
    before = run(copy, ask)
    assert "compiling" in before.stderr
    constants = copy / "src" / "cutpoint" / "grow" / "fixed.py"
    text = constants.read_text(encoding="utf-8")
    edited = text.replace("UNIT_BITS = 30", "UNIT_BITS = 28")
    assert edited != text
    constants.write_text(edited, encoding="utf-8")
    after = run(copy, ask)
    assert "compiling" in after.stderr
    assert after.stdout != before.stdout


@pytest.mark.slow
def test_processes_that_compile_at_once_do_not_take_each_others_code(copy: Path) -> None:
    # The same kernel for two kinds of number: each process asks for one of them first.
    ask = (
        "import numpy as np; from cutpoint.tree.growing import copy_row;"
        "a = np.arange(4, dtype=np.{kind}); b = np.zeros(4, dtype=np.{kind});"
        "copy_row(a, b); assert (a == b).all(), b"
    )
    kinds = ("float32", "float64", "int32", "int64", "uint8", "int16")
    environment = {
        **os.environ,
        "PYTHONPATH": str(copy / "src"),
        "CUTPOINT_CACHE_DIR": str(copy / "cache"),
        "NUMBA_DISABLE_JIT": "0",
    }
    asking = [
        subprocess.Popen([sys.executable, "-c", ask.format(kind=kind)], env=environment)
        for kind in kinds
    ]
    assert [process.wait() for process in asking] == [0] * len(kinds)
    index = len(list((copy / "cache").rglob("*.nbc")))
    assert index == len(kinds)
    for kind in kinds:
        assert "compiling" not in run(copy, ask.format(kind=kind)).stderr


def test_an_edit_elsewhere_leaves_the_machine_code_of_a_file_in_use(copy: Path) -> None:
    ask = (
        "import cutpoint.grow.fixed as f; from pathlib import Path;"
        "from cutpoint.compiled import cache_folder; print(cache_folder(Path(f.__file__)))"
    )
    before = run(copy, ask).stdout
    elsewhere = copy / "src" / "cutpoint" / "prune" / "errors.py"
    elsewhere.write_text(elsewhere.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    assert run(copy, ask).stdout == before


def test_importing_cutpoint_imports_neither_numba_nor_scikit_learn(copy: Path) -> None:
    loaded = run(copy, "import cutpoint, sys; print({'numba', 'sklearn'} & set(sys.modules))")
    assert loaded.stdout.strip() == "set()"


PLAIN = {
    "abs", "bool_", "ceil", "exp", "finfo", "float32", "float64", "floor", "iinfo", "int32",
    "int64", "isfinite", "isnan", "lgamma", "log", "log1p", "log2", "reshape", "sqrt", "type",
    "uint32", "uint64", "uint8", "view",
}  # fmt: skip
"""What a kernel may call of NumPy: numbers, functions of a number, and views."""


MARKS = {"kernel", "inlined"}


def kernels() -> Iterator[tuple[str, ast.FunctionDef]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and any(
                isinstance(mark, ast.Name) and mark.id in MARKS for mark in node.decorator_list
            ):
                yield f"{path.stem}.{node.name}", node


def test_no_kernel_calls_what_numba_compiles_with_arrays_of_its_own() -> None:
    # Such a call fails or not depending on what was compiled before it: mark it 'allocating'.
    found = [
        f"{name} calls {ast.unparse(call.func)}"
        for name, node in kernels()
        for call in ast.walk(node)
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Attribute)
        and call.func.attr not in PLAIN
    ]
    assert found == []
    assert sum(1 for _ in kernels()) > 100


@pytest.mark.parametrize("mark", [kernel, inlined])
def test_a_kernel_that_returns_an_array_is_refused(mark: Any) -> None:
    with pytest.raises(TypeError, match="make it 'allocating'"):

        @mark
        def first(a: Reals) -> Reals:
            return a[:1]
