"""How the bytes of a file are read, with one clear message for each way this fails."""

from __future__ import annotations

import gzip
import zlib
from pathlib import Path

from cutpoint.errors import InputError

_BOM = b"\xef\xbb\xbf"


def check_file(path: Path) -> None:
    """Refuse a path that is not a file."""
    if path.is_dir():
        raise InputError(f"{path} is a folder, not a file")
    if not path.exists():
        raise InputError(f"{path}: no such file")


def read_bytes(path: Path) -> bytes:
    """Return the content of a file, unpacked if its name ends in .gz.

    Raises
    ------
    InputError
        If it cannot be read, or is damaged.
    """
    check_file(path)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from None
    if path.suffix.lower() != ".gz":
        return data
    try:
        return gzip.decompress(data)
    except EOFError:
        raise InputError(f"{path} is cut short: copy or download it again") from None
    except (OSError, zlib.error) as error:
        raise InputError(f"{path} is not a sound gzip file: {error}") from None


def utf8(data: bytes, path: Path) -> bytes:
    """Return text without a byte-order mark, once it is known to be UTF-8.

    Raises
    ------
    InputError
        If it is not; the message names the line and the byte.
    """
    data = data.removeprefix(_BOM)
    if data.isascii():
        return data
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError(
            f"{path}, line {line}: byte 0x{data[error.start]:02x} at offset {error.start} is not "
            f"UTF-8 text: save the file as UTF-8 (it may be Latin-1 or UTF-16)"
        ) from None
    return data
