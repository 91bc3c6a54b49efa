"""What the documents for contributors name exists: paths, make targets, names in the code."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
DOCUMENTS = ("docs/architecture.md", "CONTRIBUTING.md")
SUFFIXES = (".cpp", ".hpp", ".json", ".md", ".py", ".pyi", ".sh", ".toml", ".txt", ".cmake")
MADE = ("build/", "dist/", ".venv/")
"""Folders that are made by a build, and are not there before it."""
SOURCES = ("bindings", "core", "src", "tests", "tools", "Makefile", "CMakeLists.txt", "cmake")


def quoted(document: str) -> list[str]:
    """Return what stands in backticks, and the words of the examples in fences."""
    text = (ROOT / document).read_text(encoding="utf-8")
    fences = re.findall(r"^```\w*\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    text = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    return [
        *re.findall(r"`([^`\n]+)`", text),
        *(word for fence in fences for word in fence.split()),
    ]


def looks_like_a_path(text: str) -> bool:
    """Whether it has a slash, and a known suffix or the name of a folder of the repository."""
    if not re.fullmatch(r"[\w.<>-]+(/[\w.<>-]+)*/?", text) or "/" not in text:
        return False
    if text.startswith(MADE):
        return False
    return text.endswith(("/", *SUFFIXES)) or (ROOT / text.partition("/")[0]).is_dir()


def paths_in(document: str) -> list[str]:
    return sorted({text for text in quoted(document) if looks_like_a_path(text)})


@cache
def words_of_the_code() -> frozenset[str]:
    """Return the words of all sources but this one."""
    places = [ROOT / name for name in SOURCES]
    files = [place for place in places if place.is_file()]
    files += [path for place in places for path in place.rglob("*") if path.suffix in SUFFIXES]
    text = [path.read_text(encoding="utf-8") for path in files if path.name != Path(__file__).name]
    return frozenset(re.findall(r"\w+", "\n".join(text)))


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_path_exists(document: str) -> None:
    paths = paths_in(document)
    assert len(paths) > 10
    absent = []
    for path in paths:
        there = path.partition("<")[0].rpartition("/")[0] if "<" in path else path  # <name>.hpp
        if not (ROOT / there).exists():
            absent.append(path)
    assert not absent


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_make_target_exists(document: str) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    text = (ROOT / document).read_text(encoding="utf-8")
    targets = set(re.findall(r"(?:^|`|1 )make ([a-z-]+)", text, re.MULTILINE))
    assert targets
    assert not [target for target in targets if f"\n{target}:" not in makefile]


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_name_in_the_code_is_found_there(document: str) -> None:
    """Names that no English word is: with an underscore, or of several capitalised words."""
    is_name = re.compile(r"\w*[a-zA-Z]_\w+|_\w+|\w*[a-z][A-Z]\w*").fullmatch
    texts = [text for text in quoted(document) if not looks_like_a_path(text)]
    names = {word for text in texts for word in re.findall(r"\w+", text) if is_name(word)}
    assert names
    assert not sorted(names - words_of_the_code())
