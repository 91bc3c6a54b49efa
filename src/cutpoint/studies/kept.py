"""What is kept of a run, so that it can go on where it was stopped: a file per set and system."""

from __future__ import annotations

import hashlib
import json
import re
import time
from pathlib import Path
from typing import Any

from cutpoint.errors import InputError
from cutpoint.files import write_whole

Figures = list[dict[str, float]]

_SECONDS = 2.0
"""How much work may be lost."""


class Kept:
    """The finished cross-validations of a run.

    Each has a mark, of everything that it was made from: with another mark it is not used.

    Parameters
    ----------
    folder : path or None
        Where they are kept; None is nowhere.
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._files: dict[Path, dict[str, Any]] = {}
        self._changed: set[Path] = set()
        self._written = time.monotonic()
        if folder is not None:
            try:
                folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise InputError(f"cannot write to {folder}: {error.strerror}") from error

    def find(self, dataset: str, system: str, repeat: int, mark: str) -> Figures | None:
        """Return the figures of each fold, if they are there, and made from the same."""
        if self._folder is None:
            return None
        entry = self._content(self._path(dataset, system)).get(str(repeat + 1))
        if not isinstance(entry, dict) or entry.get("made from") != mark:
            return None
        figures: Figures | None = entry.get("folds")
        return figures

    def add(self, dataset: str, system: str, repeat: int, mark: str, figures: Figures) -> None:
        """Keep the figures of each fold of a cross-validation."""
        if self._folder is None:
            return
        path = self._path(dataset, system)
        self._content(path)[str(repeat + 1)] = {"made from": mark, "folds": figures}
        self._changed.add(path)
        if time.monotonic() - self._written > _SECONDS:
            self.write()

    def write(self) -> None:
        """Write what has changed, each file whole."""
        for path in sorted(self._changed):
            write_whole(path, json.dumps(self._files[path]) + "\n")
        self._changed.clear()
        self._written = time.monotonic()

    def _content(self, path: Path) -> dict[str, Any]:
        if path not in self._files:
            try:
                content = json.loads(path.read_text(encoding="utf-8"))
            except (OSError, ValueError):
                content = {}
            self._files[path] = content if isinstance(content, dict) else {}
        return self._files[path]

    def _path(self, dataset: str, system: str) -> Path:
        assert self._folder is not None
        return self._folder / f"{_file_name(dataset)}--{_file_name(system)}.json"


def _file_name(text: str) -> str:
    """Return a name that any file system takes; different texts have different names."""
    plain = re.sub(r"[^A-Za-z0-9.+-]+", "_", text)
    return plain if plain == text else f"{plain}-{hashlib.sha256(text.encode()).hexdigest()[:8]}"
