"""Files are written whole or not at all, and read with one clear message when they cannot be."""

from __future__ import annotations

import errno
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from cutpoint.errors import InputError

FilePath = str | os.PathLike[str]


def write_whole(path: FilePath, content: str | bytes) -> None:
    """Write a file whole or not at all; text is written as UTF-8.

    The content goes to another file in the same folder, which then takes the file's place. Whatever
    goes wrong, an existing file keeps its old content and nothing half-written is left.

    Raises
    ------
    InputError
        If the file cannot be written; the message is one line.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_whole(folder + "/note.txt", "a cut point")
    ...     read_whole(folder + "/note.txt")
    b'a cut point'
    """
    data = content.encode("utf-8") if isinstance(content, str) else content
    with whole_file(path) as file:
        file.write(data)


@contextmanager
def whole_file(path: FilePath) -> Iterator[BinaryIO]:
    """Open a file to write bytes to; it appears under its name only when the block ends well.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with whole_file(folder + "/table.csv") as file:
    ...         _ = file.write(b"outlook,play")
    ...     read_whole(folder + "/table.csv")
    b'outlook,play'
    """
    _check_name(path, "write")
    target = Path(os.path.realpath(os.fspath(path)))  # a link stays: what it points to is replaced
    part = target.with_name(f".{secrets.token_hex(8)}.part")
    try:
        if target.is_dir():
            raise IsADirectoryError(errno.EISDIR, "it is a folder", str(target))
        if target.exists() and not target.is_file():  # a pipe or a device cannot be replaced
            with target.open("wb") as file:
                yield file
            return
        if is_protected(target):
            raise PermissionError(errno.EACCES, "it is write-protected", str(target))
        try:
            with part.open("xb") as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            if target.exists():
                part.chmod(target.stat().st_mode & 0o7777)
            part.replace(target)
        except BaseException:
            with suppress(OSError):
                part.unlink()
            raise
        _settle(target.parent)
    except OSError as error:
        if error.filename not in {None, str(target), str(part)}:
            raise  # about some other file that was used in the block
        protected = isinstance(error, PermissionError) and is_protected(target)
        reason = "it is write-protected" if protected else _reason(error, target)
        raise InputError(f"cannot write {_shown(path)}: {reason}") from error


def is_protected(path: Path) -> bool:
    """Return whether a file is there that nobody may write, or not this user.

    Another file could take its place all the same, but whoever protected it did not want that.
    """
    return path.is_file() and not (path.stat().st_mode & 0o222 and os.access(path, os.W_OK))


def read_whole(path: FilePath) -> bytes:
    """Return the content of a file.

    Raises
    ------
    InputError
        If the file cannot be read; the message is one line.
    """
    _check_name(path, "read")
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise InputError(f"cannot read {_shown(path)}: {_reason(error, Path(path))}") from error


def _check_name(path: FilePath, what: str) -> None:
    try:
        valid = b"\0" not in os.fsencode(path) and os.fspath(path) != ""
    except UnicodeEncodeError:
        valid = False
    if not valid:
        raise InputError(f"cannot {what} {_shown(path)}: the name is not valid")


def _shown(path: FilePath) -> str:
    """Return a path for a message: as it was given, on one line."""
    text = os.fspath(path)
    return text if text.isprintable() and text.strip() else repr(text)


def _reason(error: OSError, path: Path) -> str:
    if isinstance(error, FileNotFoundError):
        return "it does not exist" if path.parent.is_dir() else "the folder does not exist"
    if isinstance(error, PermissionError):
        return "permission denied"
    if isinstance(error, IsADirectoryError):
        return "it is a folder"
    if isinstance(error, NotADirectoryError):
        return "a part of its path is not a folder"
    return (error.strerror or str(error)).lower().replace("\n", " ")


def _settle(folder: Path) -> None:
    """Make the new name last a power cut, where the system lets a folder be synchronised."""
    if os.name != "posix":
        return
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
