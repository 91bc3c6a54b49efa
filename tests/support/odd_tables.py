"""Odd tables for odd calls: each a file, by name, made on demand."""

from __future__ import annotations

import gzip
import zipfile
from collections.abc import Callable
from pathlib import Path

_GOOD = [f"{row},{'red' if row % 3 else 'blue'},{'pq'[row > 14]}" for row in range(30)]


def _csv(rows: list[str], header: str = "x,colour,y", end: str = "\n") -> bytes:
    return (end.join([header, *rows]) + end).encode()


def _zip(path: Path, members: dict[str, bytes]) -> None:
    with zipfile.ZipFile(path, "w") as packed:
        for name, data in members.items():
            packed.writestr(name, data)


_SHOP = [f'{row},"{row * 1234:,}",{row % 7}%,{"pq"[row > 14]}' for row in range(30)]
_EURO = [f"{row},5;{row}.000,00 €;{'pq'[row > 14]}" for row in range(30)]
_DAYS = [f"2024-{1 + row // 28:02d}-{1 + row % 28:02d},{'pq'[row > 14]}" for row in range(30)]

FILES: dict[str, bytes] = {
    "good.csv": _csv(_GOOD),
    "empty.csv": b"",
    "blank.csv": b"\n \n\n",
    "header.csv": b"x,colour,y\n",
    "one.csv": _csv(_GOOD[:1]),
    "bom.csv": b"\xef\xbb\xbf" + _csv(_GOOD),
    "crlf.csv": _csv(_GOOD, end="\r\n"),
    "cr.csv": _csv(_GOOD, end="\r"),
    "utf16.csv": _csv(_GOOD).decode().encode("utf-16"),
    "latin.csv": _csv([row.replace("red", "grün") for row in _GOOD]).decode().encode("cp1252"),
    "nul.csv": _csv(_GOOD).replace(b"red", b"r\0d"),
    "semicolon.csv": _csv([row.replace(",", ";") for row in _GOOD], "x;colour;y"),
    "tab.tsv": _csv([row.replace(",", "\t") for row in _GOOD], "x\tcolour\ty"),
    "pipe.csv": _csv([row.replace(",", "|") for row in _GOOD], "x|colour|y"),
    "blanks.txt": _csv([row.replace(",", "   ") for row in _GOOD], "x colour  y"),
    "sep.csv": b"sep=;\n" + _csv([row.replace(",", ";") for row in _GOOD], "x;colour;y"),
    "titled.csv": b"A title\n\n" + _csv(_GOOD),
    "trailing.csv": _csv([f"{row}," for row in _GOOD], "x,colour,y,"),
    "index.csv": _csv([f"{i},{row}" for i, row in enumerate(_GOOD)], ",x,colour,y"),
    "quoted.csv": _csv([f'"{row.split(",")[0]}",{row.split(",", 1)[1]}' for row in _GOOD]),
    "open_quote.csv": _csv([*_GOOD[:9], '9,"red,p', *_GOOD[10:]]),
    "short_row.csv": _csv([*_GOOD[:9], "9,red", *_GOOD[10:]]),
    "long_row.csv": _csv([*_GOOD[:9], "9,red,p,1", *_GOOD[10:]]),
    "twice.csv": _csv(_GOOD, "x,x,y"),
    "shop.csv": _csv(_SHOP, "x,price,share,y"),
    "euro.csv": _csv(_EURO, "x;price;y"),
    "dates.csv": _csv(_DAYS, "day,y"),
    "either.csv": _csv(
        [f"0{1 + r % 9}/0{1 + r * 2 % 9}/2024,{'pq'[r > 14]}" for r in range(30)], "day,y"
    ),
    "stray.csv": _csv([*_GOOD[:9], "nine,red,p", *_GOOD[10:]]),
    "infinite.csv": _csv([*_GOOD[:9], "inf,red,p", *_GOOD[10:]]),
    "huge.csv": _csv([*_GOOD[:9], "1e999,red,p", *_GOOD[10:]]),
    "cases.csv": _csv(
        [row.replace("red", "Red" if i % 2 else "red") for i, row in enumerate(_GOOD)]
    ),
    "truths.csv": _csv([f"{i},{'TRUE' if i % 2 else 'True'},{'pq'[i > 14]}" for i in range(30)]),
    "missing.csv": _csv([*_GOOD, ",,p", "NA,?,q", "n/a,#N/A,p"]),
    "unclassed.csv": _csv([*_GOOD, "3,red,", "4,blue,?"]),
    "no_class.csv": _csv([f"{row.rsplit(',', 1)[0]}," for row in _GOOD]),
    "one_class.csv": _csv([row.replace(",q", ",p") for row in _GOOD]),
    "measured.csv": _csv([f"{i},{i / 7:.3f}" for i in range(30)], "x,y"),
    "constant.csv": _csv([f"1,a,{'pq'[i > 14]}" for i in range(30)]),
    "empty_column.csv": _csv([f"{i},,{'pq'[i > 14]}" for i in range(30)]),
    "unicode.csv": _csv([row.replace("red", "日本\u202e") for row in _GOOD], "größe,цвет,y"),
    "weights.csv": _csv([f"{row},{i % 3}" for i, row in enumerate(_GOOD)], "x,colour,y,w"),
    "light.csv": _csv([f"{row},0.001" for row in _GOOD], "x,colour,y,w"),
    "negative.csv": _csv([f"{row},-1" for row in _GOOD], "x,colour,y,w"),
    "other_class.csv": _csv(["1,red,p", "2,blue,r"]),
    "other_value.csv": _csv(["1,green,p", "20,red,q"]),
    "only_x.csv": _csv(["1", "20"], "x"),
    "no_x.csv": _csv(["red,p"], "colour,y"),
    "word_x.csv": _csv(["one,red,p"]),
    "picture.csv": bytes(range(256)) * 20,
    "table.parquet": b"PAR1 no more",
    "table.xlsx": b"PK\x03\x04 no more",
    "table.xls": b"\xd0\xcf\x11\xe0",
    "table.arff": b"@relation r\n@attribute x numeric\n@attribute class {p,q}\n@data\n1,p\n3,z\n",
    "table.docx": b"PK",
    "good.csv.gz": gzip.compress(_csv(_GOOD)),
    "broken.csv.gz": gzip.compress(_csv(_GOOD))[:40],
    "costs.txt": b"p, q: 2\n",
    "not_a_model.json": b'{"format": "other"}',
    "half.json": b'{"format": "cutpoint-model", "version": 1, "attr',
    "text.json": b"hello",
}

_MADE: dict[str, Callable[[Path], None]] = {
    "packed.zip": lambda path: _zip(path, {"good.csv": FILES["good.csv"]}),
    "two.zip": lambda path: _zip(path, {"a.csv": FILES["good.csv"], "b.csv": FILES["good.csv"]}),
}


def write_tables(folder: Path) -> None:
    """Write all of them."""
    for name, data in FILES.items():
        (folder / name).write_bytes(data)
    for name, make in _MADE.items():
        make(folder / name)
    (folder / "folder.csv").mkdir()
