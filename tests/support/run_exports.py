"""Run what a tree, rules or a model were exported to: Python, C, JavaScript, Java, ONNX."""

from __future__ import annotations

import json
import math
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.parse import quote

import numpy as np
import pyarrow as pa

from cutpoint.export import to_c, to_java, to_javascript, to_onnx, to_python
from cutpoint.rules.ruleset import Ruleset
from cutpoint.tree import Tree
from support import needs

RUN_PYTHON = """
import json, runpy, sys
module = runpy.run_path(sys.argv[1])
for line in sys.stdin:
    case = json.loads(line)
    print(json.dumps([module["predict"](case), list(module["predict_proba"](case).values())]))
"""


def run_python(
    tree: Tree | Ruleset, rows: pa.Table, folder: Path, model: Any = None
) -> tuple[list, list]:
    path = folder / "tree.py"
    path.write_text(to_python(model or tree), encoding="ascii")
    cases = "".join(json.dumps(row) + "\n" for row in rows.to_pylist())
    ran = subprocess.run(
        [sys.executable, "-S", "-I", "-c", RUN_PYTHON, str(path)],
        input=cases,
        capture_output=True,
        text=True,
        check=True,
    )
    found = [json.loads(line) for line in ran.stdout.splitlines()]
    return [entry[0] for entry in found], [entry[1] for entry in found]


def run_c(
    tree: Tree | Ruleset, rows: pa.Table, folder: Path, model: Any = None
) -> tuple[list, list]:
    """Compile the file with a table of cases, run it, and read what it prints."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        needs.absent("no C compiler on this system")
    source = to_c(model or tree)
    assert source.isascii()
    (folder / "tree.c").write_text(source, encoding="ascii")
    body = source[source.index("struct cutpoint_case {") : source.index("};")]
    kinds = re.findall(r"^    (double |const char \*)(\w+); /\*", body, re.MULTILINE)
    names = [attribute.name for attribute in tree.tested]
    assert len(kinds) == len(names) > 0
    lines = [
        f"{{{', '.join(_c_cell(row[n], k[0]) for n, k in zip(names, kinds, strict=True))}}}"
        for row in rows.to_pylist()
    ]
    (folder / "main.c").write_text(
        '#include "tree.c"\n#include <stdio.h>\n#include <math.h>\n'
        "static const struct cutpoint_case cases[] = {\n" + ",\n".join(lines) + "\n};\n"
        "int main(void) {\n"
        "  double p[cutpoint_N_CLASSES];\n"
        f"  for (int i = 0; i < {len(lines)}; i++) {{\n"
        '    printf("%d", cutpoint_predict(&cases[i], p));\n'
        "    if (cutpoint_predict(&cases[i], NULL) < 0) return 1;\n"
        '    for (int k = 0; k < cutpoint_N_CLASSES; k++) printf(" %.17g", p[k]);\n'
        '    printf("\\n");\n'
        "  }\n  return 0;\n}\n",
        encoding="ascii",
    )
    flags = ["-std=c99", "-O1", "-Wall", "-Wextra", "-pedantic", "-Werror", "-fsanitize=undefined"]
    command = [compiler, *flags, "-o", str(folder / "main"), str(folder / "main.c"), "-lm"]
    built = subprocess.run(command, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    ran = subprocess.run([str(folder / "main")], capture_output=True, text=True, check=True)
    assert ran.stderr == ""
    found = [line.split() for line in ran.stdout.splitlines()]
    return (
        [tree.classes[int(line[0])] for line in found],
        [[float(p) for p in line[1:]] for line in found],
    )


def _c_cell(value: Any, kind: str) -> str:
    if kind.startswith("double"):
        return "NAN" if value is None or math.isnan(value) else repr(value)
    if value is None:
        return "NULL"
    return '"' + "".join(f"\\{byte:03o}" for byte in str(value).encode()) + '"'


RUN_NODE = """
const model = require("./tree.js");
const lines = require("fs").readFileSync(0, "utf8").split("\\n").filter(Boolean);
for (const line of lines) {
  const row = JSON.parse(line);
  console.log(JSON.stringify([model.predict(row), model.predictProba(row)]));
}
"""


def node() -> str:
    """Return the program that runs JavaScript."""
    found = shutil.which("node") or shutil.which("nodejs")
    if found is None:
        needs.absent("needs Node.js")
    return found


def run_javascript(
    tree: Tree | Ruleset, rows: pa.Table, folder: Path, model: Any = None
) -> tuple[list, list]:
    source = to_javascript(model or tree)
    assert source.isascii()
    (folder / "tree.js").write_text(source, encoding="ascii")
    (folder / "run.js").write_text(RUN_NODE, encoding="ascii")
    cells = [
        {key: None if isinstance(v, float) and math.isnan(v) else v for key, v in row.items()}
        for row in rows.to_pylist()
    ]
    cases = "".join(json.dumps(row) + "\n" for row in cells)
    ran = subprocess.run(
        [node(), "run.js"], input=cases, capture_output=True, text=True, check=True, cwd=folder
    )
    found = [json.loads(line) for line in ran.stdout.splitlines()]
    return [entry[0] for entry in found], [entry[1] for entry in found]


RUN_JAVA = """
import java.net.URLDecoder;
import java.util.*;

public class Main {
    public static void main(String[] arguments) throws Exception {
        Scanner lines = new Scanner(System.in, "UTF-8").useDelimiter("\\n");
        List<String> classes = Arrays.asList(CutpointModel.CLASSES);
        while (lines.hasNext()) {
            Map<String, Object> row = new HashMap<>();
            for (String cell : lines.next().split("&")) {
                String[] parts = cell.split("=", 3);
                String name = URLDecoder.decode(parts[0], "UTF-8");
                if (parts[1].equals("t")) row.put(name, URLDecoder.decode(parts[2], "UTF-8"));
                if (parts[1].equals("n")) row.put(name, Double.parseDouble(parts[2]));
            }
            StringBuilder told = new StringBuilder();
            told.append(classes.indexOf(CutpointModel.predict(row)));
            for (double share : CutpointModel.predictProba(row)) told.append(" ").append(share);
            System.out.println(told);
        }
    }
}
"""


def run_java(
    tree: Tree | Ruleset, rows: pa.Table, folder: Path, model: Any = None
) -> tuple[list, list]:
    """Compile the class with one that reads cases, and run both."""
    if shutil.which("javac") is None:
        needs.absent("needs javac")
    source = to_java(model or tree)
    assert source.isascii()
    (folder / "CutpointModel.java").write_text(source, encoding="ascii")
    (folder / "Main.java").write_text(RUN_JAVA, encoding="ascii")
    built = subprocess.run(
        ["javac", "-Xlint:all", "-Werror", "-d", ".", "CutpointModel.java", "Main.java"],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
    )
    assert built.returncode == 0, built.stderr

    def cell(name: str, value: Any) -> str:
        named = quote(name, safe="")
        if value is None:
            return f"{named}=-"
        if isinstance(value, float):
            return f"{named}=n={'NaN' if math.isnan(value) else repr(value)}"
        return f"{named}=t={quote(str(value), safe='')}"

    cases = "\n".join("&".join(map(cell, row, row.values())) for row in rows.to_pylist())
    ran = subprocess.run(
        ["java", "-Xshare:auto", "-XX:TieredStopAtLevel=1", "Main"],
        input=cases,
        capture_output=True,
        text=True,
        check=True,
        cwd=folder,
    )
    found = [line.split() for line in ran.stdout.splitlines()]
    return (
        [tree.classes[int(line[0])] for line in found],
        [[float(share) for share in line[1:]] for line in found],
    )


def run_onnx(tree: Tree, rows: pa.Table, model: Any = None) -> tuple[list, np.ndarray]:
    onnxruntime = needs.package("onnxruntime")
    session = onnxruntime.InferenceSession(to_onnx(model or tree))
    inputs = {}
    for entry in session.get_inputs():
        cells = rows[entry.name].to_pylist()
        if entry.type == "tensor(double)":
            column: Any = np.array([math.nan if c is None else c for c in cells], dtype=np.float64)
        elif entry.type == "tensor(int64)":
            column = np.array([-1 if c is None else c for c in cells], dtype=np.int64)
        else:
            column = np.array(["" if c is None else str(c) for c in cells], dtype=object)
        inputs[entry.name] = column.reshape(-1, 1)
    label, probabilities = session.run(None, inputs)
    assert probabilities.dtype == np.float64
    return label.tolist(), probabilities
