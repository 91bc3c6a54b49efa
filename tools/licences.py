"""What a wheel contains and needs, with licences: a software bill of materials, in CycloneDX JSON.

``make sbom`` writes it for the newest wheel in ``dist/`` to ``dist/sbom.json``, and lists it. The
wheel holds Cutpoint's own code and what the build links into it (nanobind and its hash table); the
packages that it needs at run time are listed with the versions of this environment.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
import zipfile
from email.parser import Parser
from importlib import metadata
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
LINKED = (
    ("nanobind", "BSD-3-Clause", "the bindings between C++ and Python"),
    ("robin-map", "MIT", "a hash table that comes with nanobind"),
)
"""What is compiled into the extension modules beside Cutpoint's own sources."""


def licence(package: metadata.PackageMetadata) -> str:
    """Return the licence that a package states, in the shortest form that it gives."""
    stated = package.get("License-Expression") or package.get("License") or ""
    if stated and "\n" not in stated and len(stated) < 60:
        return str(stated)
    classified = [
        line.rpartition(" :: ")[2]
        for line in package.get_all("Classifier") or []
        if line.startswith("License ::")
    ]
    return ", ".join(classified) or "see the package"


def component(name: str, version: str, stated: str, about: str) -> dict[str, Any]:
    """Return an entry of the list."""
    entry: dict[str, Any] = {"type": "library", "name": name, "description": about}
    if version:
        entry |= {"version": version, "purl": f"pkg:pypi/{name}@{version}"}
    return entry | {"licenses": [{"license": {"name": stated}}]}


def needed(wheel: zipfile.ZipFile) -> list[dict[str, Any]]:
    """Return what the wheel says that it needs at run time, extras left out."""
    name = next(name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
    fields = Parser().parsestr(wheel.read(name).decode("utf-8"))
    found = []
    for line in fields.get_all("Requires-Dist") or []:
        if "extra ==" in line:
            continue
        package = re.split(r"[\s<>=!~;\[(]", line, maxsplit=1)[0]
        try:
            stated = metadata.metadata(package)
            found.append(component(package, stated["Version"], licence(stated), line))
        except metadata.PackageNotFoundError:
            found.append(component(package, "", "not installed here", line))
    return found


def bill_of(path: Path) -> dict[str, Any]:
    """Return the bill of materials of a wheel."""
    with zipfile.ZipFile(path) as wheel:
        files = [
            {
                "type": "file",
                "name": entry.filename,
                "hashes": [
                    {"alg": "SHA-256", "content": hashlib.sha256(wheel.read(entry)).hexdigest()}
                ],
            }
            for entry in sorted(wheel.infolist(), key=lambda entry: entry.filename)
            if not entry.is_dir()
        ]
        packages = needed(wheel)
    name, version = path.name.split("-")[:2]
    linked = [
        component(part, _version(part), stated, f"linked: {about}")
        for part, stated, about in LINKED
    ]
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": component(name, version, "MIT", path.name)},
        "components": [*linked, *packages, *files],
    }


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return ""


def main() -> None:
    """Write the bill of the newest wheel, and print its list."""
    wheels = sorted((ROOT / "dist").glob("*.whl"), key=lambda path: path.stat().st_mtime)
    if not wheels:
        sys.exit("there is no wheel in dist/: run make wheel")
    bill = bill_of(wheels[-1])
    (ROOT / "dist" / "sbom.json").write_text(json.dumps(bill, indent=1) + "\n", encoding="utf-8")
    for entry in bill["components"]:
        if entry["type"] == "library":
            stated = entry["licenses"][0]["license"]["name"]
            print(
                f"{entry['name']:16}{entry.get('version', ''):10}{stated:34} {entry['description']}"
            )
    n_files = sum(entry["type"] == "file" for entry in bill["components"])
    print(f"{n_files} files of {wheels[-1].name}, each with its SHA-256: dist/sbom.json")


if __name__ == "__main__":
    main()
