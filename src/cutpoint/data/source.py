"""How the bytes of a file are read, with one clear message for each way this fails."""

# ruff: noqa: PLC0415 - what unpacks is imported where it is used, so that `import cutpoint` is cheap

from __future__ import annotations

import codecs
import io
import sys
import zlib
from collections.abc import Callable
from pathlib import Path, PurePath

from cutpoint.errors import InputError

STANDARD_INPUT = Path("-")
"""What stands for standard input where a file is expected."""
_FALLBACK = "cp1252"
_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # begins as UTF-16 does
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_MAGIC = {b"\x1f\x8b": ".gz", b"BZh": ".bz2", b"\xfd7zXZ\0": ".xz", b"\x28\xb5\x2f\xfd": ".zst"}
_PROBE = 1 << 12


def shown(path: Path) -> str:
    """Return a path as messages name it.

    Examples
    --------
    >>> shown(Path("visits.csv")), shown(Path("-"))
    ('visits.csv', 'standard input')
    """
    return "standard input" if path == STANDARD_INPUT else str(path)


def check_file(path: Path) -> None:
    """Refuse a path that is not a file."""
    if path.is_dir():
        raise InputError(f"{path} is a folder, not a file")
    if not path.exists():
        raise InputError(f"{path}: no such file")


def unpacked_name(path: Path) -> str:
    """Return the name of a file, in lower case, without the ending that says how it is packed.

    Examples
    --------
    >>> unpacked_name(Path("Visits.CSV.gz")), unpacked_name(Path("visits.csv"))
    ('visits.csv', 'visits.csv')
    """
    name = path.name.lower()
    return name.removesuffix(PurePath(name).suffix) if PurePath(name).suffix in _UNPACK else name


def read_bytes(path: Path) -> bytes:
    """Return the content of a file, or of standard input, unpacked if it is packed.

    A file is packed if its name ends in .gz, .bz2, .xz, .zst or .zip; standard input, if its first
    bytes say so.

    Raises
    ------
    InputError
        If it cannot be read, or is damaged.
    """
    if path == STANDARD_INPUT:
        data = _standard_input()
        packing = next((kind for start, kind in _MAGIC.items() if data.startswith(start)), "")
    else:
        check_file(path)
        try:
            data = path.read_bytes()
        except OSError as error:
            raise InputError(f"{path} cannot be read: {error.strerror}") from None
        packing = path.suffix.lower()
    unpack = _UNPACK.get(packing)
    if unpack is None:
        return data
    try:
        return unpack(data, path)
    except EOFError:
        raise InputError(f"{shown(path)} is cut short: copy or download it again") from None
    except (OSError, ValueError, zlib.error) as error:
        if isinstance(error, InputError):
            raise
        kind = _NAMES.get(packing, packing.removeprefix("."))
        why = " ".join(str(error).split())
        raise InputError(f"{shown(path)} is not a sound {kind} file: {why}") from None


def _standard_input() -> bytes:
    buffer = getattr(sys.stdin, "buffer", None)
    try:
        return b"" if buffer is None else bytes(buffer.read())
    except OSError as error:
        raise InputError(f"standard input cannot be read: {error.strerror}") from None


def _gunzip(data: bytes, _: Path) -> bytes:
    import gzip

    return gzip.decompress(data)


def _bunzip2(data: bytes, _: Path) -> bytes:
    import bz2

    unpacker = bz2.BZ2Decompressor()
    out = unpacker.decompress(data)
    if not unpacker.eof:
        raise EOFError
    return out if not unpacker.unused_data else bz2.decompress(data)


def _unxz(data: bytes, _: Path) -> bytes:
    import lzma

    try:
        return lzma.decompress(data)
    except lzma.LZMAError as error:
        if "end-of-stream" in str(error):
            raise EOFError from None
        raise ValueError(str(error)) from None


def _unzstd(data: bytes, _: Path) -> bytes:
    import pyarrow as pa

    return bytes(pa.CompressedInputStream(pa.BufferReader(data), "zstd").read())


def _unzip(data: bytes, path: Path) -> bytes:
    """Return the only file of a .zip; those that macOS adds do not count."""
    import zipfile

    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = [
                name
                for name in archive.namelist()
                if not name.endswith("/") and not name.startswith("__MACOSX/")
            ]
            if len(names) != 1:
                raise InputError(
                    f"{path} holds {len(names)} files, not one: unpack it and name the file"
                )
            return archive.read(names[0])
    except (zipfile.BadZipFile, RuntimeError, NotImplementedError) as error:  # or it is encrypted
        raise ValueError(str(error)) from None


_UNPACK: dict[str, Callable[[bytes, Path], bytes]] = {
    ".gz": _gunzip,
    ".bz2": _bunzip2,
    ".xz": _unxz,
    ".zst": _unzstd,
    ".zip": _unzip,
}
_NAMES = {".gz": "gzip", ".bz2": "bzip2", ".zst": "Zstandard"}


def utf8(
    data: bytes, path: Path, encoding: str | None = None, notes: list[str] | None = None
) -> bytes:
    """Return the bytes of a text as UTF-8, without a byte-order mark.

    UTF-8 and UTF-16 are recognised. What is neither is taken for Windows-1252, with a note.

    Parameters
    ----------
    data : bytes
    path : Path
        For messages.
    encoding : str, optional
        The encoding, if the user names it.
    notes : list of str, optional
        Where the note goes.

    Raises
    ------
    InputError
        If it is no text, or not in that encoding; the message names the line and the byte.

    Examples
    --------
    >>> utf8("né".encode("utf-16"), Path("t.csv")).decode()
    'né'
    """
    if encoding is not None:
        return _recoded(data, path, encoding)
    for mark, known in _BOMS:
        if data.startswith(mark):
            data = data.removeprefix(mark)
            return _recoded(data, path, known)
    if data.isascii() and b"\0" not in data[:_PROBE]:
        return data
    if b"\0" in data[:_PROBE]:
        return _recoded(data, path, _without_mark(data, path))
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        try:
            text = data.decode(_FALLBACK)
        except UnicodeDecodeError:
            raise InputError(
                f"{shown(path)}, line {line}: byte 0x{data[error.start]:02x} at offset "
                f"{error.start} is not UTF-8 text: say which encoding it is with --encoding"
            ) from None
        if notes is not None:
            notes.append(
                f"line {line} is not UTF-8: it is read as Windows-1252 (if it is something else, "
                "say so with --encoding)"
            )
        return text.encode("utf-8")
    return data


def _without_mark(data: bytes, path: Path) -> str:
    """Return the encoding of bytes with zeros among them: UTF-16 of mostly Latin letters."""
    even, odd = data[:_PROBE:2].count(0), data[1:_PROBE:2].count(0)
    if max(even, odd) > 4 * min(even, odd) and max(even, odd) * 4 >= len(data[:_PROBE:2]):
        return "utf-16-be" if even > odd else "utf-16-le"
    raise InputError(f"{shown(path)} is not a text file: it holds zero bytes")


def _recoded(data: bytes, path: Path, encoding: str) -> bytes:
    """Return text in some encoding as UTF-8."""
    try:
        known = codecs.lookup(encoding)
        if known.name == "utf-8" and data.isascii():
            return data
        return data.decode(encoding).removeprefix("\ufeff").encode("utf-8")
    except LookupError:
        raise InputError(
            f"there is no encoding {encoding!r}: try utf-8, utf-16, windows-1252 or latin-1"
        ) from None
    except UnicodeError as error:
        start = getattr(error, "start", 0)
        line = data.count(b"\n", 0, start) + 1
        raise InputError(
            f"{shown(path)}, line {line}: byte 0x{data[start]:02x} at offset {start} is not "
            f"{known.name} text: say which encoding it is with --encoding"
        ) from None
