"""What is fuzzed: each reader as a function of bytes that may raise nothing but ``InputError``."""

from __future__ import annotations

import tempfile
import warnings
from collections.abc import Callable
from pathlib import Path

from cutpoint.data.class_files import read_class_weights, read_costs
from cutpoint.data.read import read_table
from cutpoint.errors import InputError
from cutpoint.loading import load_model

CORPUS = Path(__file__).resolve().parent / "corpus"
CASES = b"sunny,5,1,2,yes\nrain,?,2,3,no\n"


def csv(folder: Path, data: bytes) -> None:
    path = folder / "table.csv"
    path.write_bytes(data)
    read_table(path)


def arff(folder: Path, data: bytes) -> None:
    path = folder / "table.arff"
    path.write_bytes(data)
    read_table(path)


def names(folder: Path, data: bytes) -> None:
    (folder / "table.names").write_bytes(data)
    (folder / "table.data").write_bytes(CASES)
    read_table(folder / "table")


def model(folder: Path, data: bytes) -> None:
    path = folder / "model.json"
    path.write_bytes(data)
    load_model(path)


def costs(folder: Path, data: bytes) -> None:
    path = folder / "costs"
    path.write_bytes(data)
    for read in (read_costs, read_class_weights):
        try:
            read(path, ["yes", "no", "a,b"])
        except InputError:
            continue


READERS: dict[str, Callable[[Path, bytes], None]] = {
    "csv": csv,
    "arff": arff,
    "names": names,
    "model": model,
    "costs": costs,
}


def attempt(name: str, data: bytes) -> None:
    """Read some bytes; what is refused by an InputError is fine, everything else is a finding."""
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            READERS[name](Path(folder), data)
        except InputError as error:
            message = str(error)
            if not message or "\n" in message:
                raise AssertionError(f"not one line: {message!r}") from error


def seeds(name: str) -> list[Path]:
    """Return the files to start from; what fuzzing has found before is among them."""
    return sorted((CORPUS / name).iterdir())
