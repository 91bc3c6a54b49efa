"""What spreadsheets, pandas and other programs leave in tables."""

import bz2
import datetime
import gzip
import io
import lzma
import subprocess
import sys
import warnings
import zipfile

import numpy as np
import openpyxl
import pandas as pd
import pyarrow as pa
import pytest

from cutpoint import InputWarning, read_table
from cutpoint.errors import InputError
from support.running import COMMAND, refuses, run, succeeds

PLAIN = "age,ward,y\n41,eye,p\n32,heart,q\n50,eye,p\n"


@pytest.fixture
def file(tmp_path):
    def write(content, name="t.csv"):
        data = content.encode() if isinstance(content, str) else content
        (tmp_path / name).write_bytes(data)
        return tmp_path / name

    return write


def read(path, **options):
    """Return the table, and the warnings without the file's name."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        table = read_table(path, target="y", **options)
    assert all(issubclass(entry.category, InputWarning) for entry in caught)
    return table, [str(entry.message).removeprefix(f"{path}: ") for entry in caught]


def is_plain(table):
    """Whether a table is the one that PLAIN holds."""
    return (
        [attribute.name for attribute in table.attributes] == ["age", "ward"]
        and table.columns[0].tolist() == [41, 32, 50]
        and table.attributes[1].values == ("eye", "heart")
        and table.columns[1].tolist() == [0, 1, 0]
        and table.classes == ("p", "q")
    )


def test_an_index_without_a_name_is_left_out(tmp_path):
    pd.read_csv(io.StringIO(PLAIN)).to_csv(tmp_path / "t.csv")
    table, said = read(tmp_path / "t.csv")
    assert is_plain(table)
    assert said == ["the first column has no name and is left out, as a row index"]
    pd.read_csv(tmp_path / "t.csv").to_csv(tmp_path / "twice.csv", index=False)
    table, said = read(tmp_path / "twice.csv")
    assert is_plain(table)
    assert said == ["column 'Unnamed: 0' numbers the rows and is left out"]


def test_an_unnamed_column_that_does_not_number_the_rows_stays(file):
    table, said = read(file("Unnamed: 0,y\n5,p\n7,q\n"))
    assert [attribute.name for attribute in table.attributes] == ["Unnamed: 0"]
    assert said == []


@pytest.mark.parametrize(
    "text",
    [
        PLAIN.replace("\n", ",\n"),
        PLAIN.replace("\n", ",\n").replace("y,", "y", 1),
        PLAIN.replace("y\n", "y,\n", 1),
        PLAIN.replace("\n", ";\n").replace(",", ";"),
    ],
    ids=["everywhere", "rows alone", "header alone", "semicolons"],
)
def test_a_delimiter_at_the_end_of_lines_does_no_harm(text, file):
    assert is_plain(read(file(text))[0])


def test_a_value_too_many_is_refused_as_before(file):
    with pytest.raises(InputError, match="line 2: 4 values where the header has 3 columns"):
        read_table(file("age,ward,y\n41,eye,p,\n32,heart,q,z\n"))
    with pytest.raises(InputError, match="line 3: 4 values where the header has 3 columns"):
        read_table(file("age,ward,y\n41,eye,p\n32,heart,q,\n"))


@pytest.mark.parametrize("first", ["sep=;\n", "SEP=;\r\n", '"sep=;"\n'])
def test_excel_is_told_the_delimiter_in_a_line_of_its_own(first, file):
    path = file(first + PLAIN.replace(",", ";"))
    assert is_plain(read(path)[0])
    with pytest.raises(InputError, match=r"t.csv, line 4, column 'age': 'x' is not a number"):
        bad = file(first + PLAIN.replace(",", ";").replace("32", "x"), "bad_t.csv")
        read_table(bad, numeric=["age"])


def test_lines_before_the_header_are_skipped(file):
    path = file("Visits of 2024\nfrom the eye clinic, and others\n" + PLAIN)
    assert is_plain(read(path, skip_rows=2)[0])
    bad = file("Visits\n\n" + PLAIN.replace("32", "x"))
    with pytest.raises(InputError, match=r"t.csv, line 5, column 'age': 'x' is not a number"):
        read_table(bad, skip_rows=2, numeric=["age"])
    with pytest.raises(InputError, match="nothing after the lines that are skipped"):
        read_table(path, skip_rows=20)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_unicode_is_recognised(encoding, file):
    assert is_plain(read(file(PLAIN.encode(encoding)))[0])
    table, said = read(file("café,y\nnoël,p\nété,q\n".encode(encoding)))
    assert (table.attributes[0].name, table.attributes[0].values) == ("café", ("noël", "été"))
    assert said == []


def test_windows_1252_is_recognised_with_a_note(file):
    path = file("price,y\n“5 €”,p\n7 €,q\n".encode("cp1252"))
    table, said = read(path, nominal=["price"])
    assert table.attributes[0].values == ("7 €", "“5 €”")
    assert said[0].startswith("line 2 is not UTF-8: it is read as Windows-1252")


def test_the_encoding_can_be_named(file):
    path = file("мир,y\nда,p\nнет,q\n".encode("koi8-r"))
    table, said = read(path, encoding="koi8-r")
    assert (table.attributes[0].name, said) == ("мир", [])


@pytest.mark.parametrize("word", ["#N/A", "n/a", "#DIV/0!", "<NA>", "NaT", "None", "-", "."])
def test_the_usual_words_are_missing_values(word, file):
    rows = "".join(f"{row},{'pq'[row % 2]}\n" for row in range(20))
    table, said = read(file(f"x,y\n{rows}{word},p\n"))
    assert np.isnan(table.columns[0]).tolist() == [False] * 20 + [True]
    assert said == []


@pytest.mark.parametrize("word", ["None", "-", "."])
def test_a_doubtful_word_in_a_column_of_words_is_said(word, file):
    table, said = read(file(f"x,y\nbrick,p\n{word},q\nstone,p\n{word},p\n"))
    assert table.columns[0].tolist() == [0, -1, 1, -1]
    assert said == [f"column 'x': {word!r} counts as missing, in 2 rows"]


def test_minus_beside_plus_is_a_value(file):
    table, said = read(file("x,y\n+,-\n-,+\n"))
    assert table.attributes[0].values == table.classes == ("+", "-")
    assert said == []


PACKED = {
    "t.csv.gz": gzip.compress,
    "t.csv.bz2": bz2.compress,
    "t.csv.xz": lzma.compress,
    "t.csv.zst": lambda data: pa.compress(data, "zstd", asbytes=True),
}


def zipped(**files):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name.replace("__", "/").replace("_", "."), text)
    return out.getvalue()


@pytest.mark.parametrize("name", PACKED)
def test_packed_files_are_unpacked(name, file):
    packed = PACKED[name](PLAIN.encode() * 1)
    assert is_plain(read(file(packed, name))[0])
    for damaged in (packed[:-5], b"nothing of the kind", b""):
        with pytest.raises(InputError, match=rf"{name} is (not a sound|cut short|empty)"):
            read_table(file(damaged, name))


def test_a_zip_of_one_file_is_unpacked(file):
    assert is_plain(read(file(zipped(t_csv=PLAIN), "t.zip"))[0])
    assert is_plain(read(file(zipped(t_csv=PLAIN), "t.csv.zip"))[0])
    with pytest.raises(InputError, match=r"t.zip holds 2 files, not one"):
        read_table(file(zipped(a_csv=PLAIN, b_csv=PLAIN), "t.zip"))
    with pytest.raises(InputError, match=r"t.zip is not a sound zip file"):
        read_table(file(b"PK", "t.zip"))


def test_standard_input_is_read(file, tmp_path):
    for data in (PLAIN.encode(), gzip.compress(PLAIN.encode())):
        out = tmp_path / "m.json"
        ran = subprocess.run(
            [*COMMAND, "fit", "-", "--target", "y", "--out", out],
            input=data,
            capture_output=True,
            check=False,
            timeout=60,
        )
        assert (ran.returncode, ran.stderr) == (0, b"")
        assert b"3 cases from standard input: 2 attributes (1 numeric, 1 nominal)" in ran.stdout
    ran = subprocess.run(
        [*COMMAND, "predict", out, "-"],
        input=b"age,ward\n41,eye\n",
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert ran.stdout == b"predicted\np\n"
    ran = subprocess.run(
        [*COMMAND, "predict", out, "-"], input=b"", capture_output=True, check=False, timeout=60
    )
    assert ran.returncode == 2
    assert b"standard input is empty" in ran.stderr
    assert sys.stdin is not None


def test_single_quotes_quote_where_the_header_is_quoted_so(file):
    text = "'age','ward, old','y'\n41,'eye, left','p'\n32,'it''s',q\n"
    table, _ = read(file(text))
    assert [attribute.name for attribute in table.attributes] == ["age", "ward, old"]
    assert table.attributes[1].values == ("eye, left", "it's")
    table, _ = read(file("age,ward,y\n41,'t huis,p\n32,it's,q\n"))
    assert table.attributes[1].values == ("'t huis", "it's")


@pytest.mark.parametrize(
    "text",
    [
        "age ward y\n41 eye p\n32 heart q\n50 eye p\n",
        "  age   ward  y\n   41   eye  p \n   32 heart  q\n   50   eye  p\n",
        '"age" "ward" "y"\r\n41 "eye" "p"\r\n32 "heart" "q"\r\n50 "eye" "p"\r\n',
    ],
    ids=["one blank", "aligned", "quoted"],
)
def test_columns_may_be_separated_by_blanks(text, file):
    table, said = read(file(text, "t.txt"))
    assert is_plain(table)
    assert said == ["the columns are read as separated by blanks"]
    table, said = read(file(text, "t.txt"), delimiter=" ")
    assert is_plain(table)
    assert said == []


def test_a_single_column_of_phrases_stays_one(file):
    table = read_table(file("what was said\nyes\nno it was not\n"))
    assert [attribute.name for attribute in table.attributes] == ["what was said"]


def book(**sheets):
    made = openpyxl.Workbook()
    made.remove(made.active)
    for name, rows in sheets.items():
        sheet = made.create_sheet(name)
        for row in rows:
            sheet.append(row)
    out = io.BytesIO()
    made.save(out)
    return out.getvalue()


ROWS = [["age", "ward", "y"], [41, "eye", "p"], [32, "heart", "q"], [50, "eye", "p"]]


def test_excel_files_are_read(file):
    table, said = read(file(book(Visits=ROWS), "t.xlsx"))
    assert is_plain(table)
    assert said == []
    table, said = read(file(book(Visits=ROWS, Other=[["x"], [1]]), "t.xlsx"))
    assert is_plain(table)
    assert said == ["the first of 2 sheets is read, 'Visits' (name another with --sheet)"]
    path = file(book(Notes=[["nothing"]], Visits=ROWS), "t.xlsx")
    assert is_plain(read(path, sheet="Visits")[0])
    with pytest.raises(InputError, match="has no sheet 'visits'; did you mean 'Visits'"):
        read_table(path, sheet="visits")


def test_what_excel_sheets_have_around_a_table_does_no_harm(file):
    rows = [["Visits of 2024"], [], *ROWS[:2], [None, None, None], *ROWS[2:], [None]]
    table, _ = read(file(book(Visits=rows), "t.xlsx"), skip_rows=1)
    assert is_plain(table)
    indexed = [[None, *ROWS[0]], *([i, *row] for i, row in enumerate(ROWS[1:]))]
    table, said = read(file(book(Visits=indexed), "t.xlsx"))
    assert is_plain(table)
    assert said == ["the first column has no name and is left out, as a row index"]


def test_cells_of_excel_have_their_types(file):
    header = ["number", "text", "truth", "gap", "mixed", "y"]
    rows = [[1.5, "a", True, "#N/A", 1, "p"], [2, "b", False, 7, "many", "q"]]
    table, _ = read(file(book(t=[header, *rows]), "t.xlsx"))
    values = {attribute.name: attribute.values for attribute in table.attributes}
    assert values == {
        "number": None,
        "text": ("a", "b"),
        "truth": (False, True),
        "gap": None,
        "mixed": ("1", "many"),
    }
    assert np.isnan(table.columns[3]).tolist() == [True, False]
    dated = [["day", "y"], [datetime.date(2024, 3, 17), "p"], ["later", "q"]]
    table, _ = read(file(book(t=dated), "t.xlsx"))
    assert table.attributes[0].values == ("2024-03-17", "later")


def test_sheets_that_are_no_tables_are_refused(file):
    for rows, said in (([], "is empty"), ([["x", "y"]], "has a header but no rows")):
        with pytest.raises(InputError, match=said):
            read_table(file(book(t=rows), "t.xlsx"))
    with pytest.raises(InputError, match="is not an Excel file that can be read"):
        read_table(file(PLAIN, "t.xlsx"))


def test_the_command_line_has_the_options(file):
    path = file("Visits\n" + PLAIN.replace("eye", "œil"), "t.csv")
    path.write_bytes(path.read_text().encode("cp1252"))
    options = ["--target", "y", "--skip-rows", 1, "--encoding", "windows-1252"]
    assert "3 cases from" in succeeds("fit", path, *options)
    ran = run("fit", path, *options[:4])
    assert ran.complaints == [
        f"cutpoint: note: {path}: line 3 is not UTF-8: it is read as Windows-1252 (if it is "
        "something else, say so with --encoding)"
    ]
    sheets = file(book(Notes=[["nothing"]], Visits=ROWS), "t.xlsx")
    assert "3 cases from" in succeeds("fit", sheets, "--target", "y", "--sheet", "Visits")
    parquet = file(b"", "t.parquet")
    assert "leave --skip-rows out" in refuses("fit", parquet, "--target", "y", "--skip-rows", 1)
