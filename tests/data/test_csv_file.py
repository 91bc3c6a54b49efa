import gzip

import numpy as np
import pyarrow as pa
import pyarrow.csv as pa_csv
import pytest

from cutpoint.data import read_table
from cutpoint.errors import InputError


@pytest.fixture
def csv(tmp_path):
    """Return a function that writes a file and returns its path."""

    def write(content, name="visits.csv"):
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return write


def numbers(n):
    return "".join(f"{i},b\n" for i in range(n))


class TestTyping:
    def test_numbers_words_and_classes(self, csv):
        path = csv("age,ward,code,outcome\n41, eye ,1,stay\n,NA,10,home\n7.5e0,surgery,x,home\n")
        table = read_table(path, target="outcome")
        assert [a.name for a in table.attributes] == ["age", "ward", "code"]
        assert table.attributes[0].is_numeric
        np.testing.assert_array_equal(table.columns[0], [41, np.nan, 7.5])
        assert table.attributes[1].values == ("eye", "surgery")
        assert table.columns[1].tolist() == [0, -1, 1]
        assert table.attributes[2].values == ("1", "10", "x")
        assert table.classes == ("home", "stay")
        assert table.target.tolist() == [1, 0, 0]
        assert table.target_name == "outcome"

    @pytest.mark.parametrize("word", ["", "?", "NA", "N/A", "NaN", "nan", "null", "NULL", "  ? "])
    def test_missing_words(self, csv, word):
        table = read_table(csv(f"a,b\n1,x\n{word},{word}\n"))
        assert np.isnan(table.columns[0][1])
        assert table.columns[1].tolist() == [0, -1]

    def test_more_missing_words_can_be_given(self, csv):
        table = read_table(csv("a,b\n1,x\n-,unknown\n"), missing=["-", "unknown"])
        assert np.isnan(table.columns[0][1])
        assert table.columns[1].tolist() == [0, -1]

    def test_spellings_of_numbers(self, csv):
        table = read_table(csv("a,b\n+1,x\n1.,x\n.5,x\n-1E-3,x\n1e-999,x\n"))
        assert table.columns[0].tolist() == [1, 1, 0.5, -0.001, 0]
        for word in ("1_000", "0x1F", "1,5x", "٣"):
            path = csv(f'a,b\n1,x\n"{word}",x\n')
            assert not read_table(path).attributes[0].is_numeric

    def test_labels_sort_as_text_even_if_they_are_numbers(self, csv):
        path = csv("a,y\n10,10\n9,9\n1,1\n")
        table = read_table(path, target="y", nominal=["a"])
        assert table.attributes[0].values == ("1", "10", "9")
        assert table.classes == ("1", "10", "9")

    def test_a_column_of_nothing_is_of_unknown_type_unless_declared(self, csv):
        path = csv("a,b\n,x\n?,x\n")
        table = read_table(path)
        assert table.attributes[0].is_empty
        assert table.columns[0].tolist() == [-1, -1]
        assert read_table(path, nominal=["a"]).attributes[0].is_empty
        numeric = read_table(path, numeric=["a"])
        assert numeric.attributes[0].is_numeric
        assert np.isnan(numeric.columns[0]).all()

    def test_a_stray_word_is_named_with_what_to_do(self, csv):
        path = csv("a,b\n" + numbers(12) + "twelve,b\n")
        with pytest.raises(InputError) as caught:
            read_table(path)
        message = str(caught.value)
        assert "visits.csv, line 14, column 'a': 'twelve' stands among numbers" in message
        assert "--nominal 'a'" in message
        assert "--missing 'twelve'" in message
        assert not read_table(path, nominal=["a"]).attributes[0].is_numeric
        assert read_table(path, missing=["twelve"]).attributes[0].is_numeric

    def test_few_numbers_or_many_words_are_nominal(self, csv):
        assert not read_table(csv("a,b\n" + numbers(9) + "x,b\n")).attributes[0].is_numeric
        path = csv("a,b\n" + numbers(10) + "x,b\ny,b\n")
        assert not read_table(path).attributes[0].is_numeric

    @pytest.mark.parametrize("word", ["inf", "-Infinity", "1e999"])
    def test_an_infinite_number_is_named(self, csv, word):
        with pytest.raises(InputError, match=r"csv, line 3, column 'a': the number is infinite"):
            read_table(csv(f"a,b\n1,x\n{word},x\n"))

    def test_numeric_refuses_a_word(self, csv):
        with pytest.raises(InputError, match=r"csv, line 3, column 'a': 'one' is not a number"):
            read_table(csv("a,b\n1,x\none,x\n"), numeric=["a"])


class TestFormat:
    @pytest.mark.parametrize("mark", [",", ";", "\t", "|"])
    def test_the_header_shows_the_delimiter(self, csv, mark):
        table = read_table(csv(f'a{mark}"b, c; d"{mark}e\n1{mark}x{mark}2\n'))
        assert [a.name for a in table.attributes] == ["a", "b, c; d", "e"]

    def test_the_delimiter_can_be_given(self, csv):
        table = read_table(csv("a:b\n1:x\n"), delimiter=":")
        assert [a.name for a in table.attributes] == ["a", "b"]
        with pytest.raises(InputError, match="must be one character, not '::'"):
            read_table(csv("a:b\n1:x\n"), delimiter="::")

    def test_tsv_is_separated_by_tabs(self, csv):
        table = read_table(csv("a,1\tb\n1\tx\n", "visits.tsv"))
        assert [a.name for a in table.attributes] == ["a,1", "b"]

    def test_quotes_hold_delimiters_newlines_and_quotes(self, csv):
        table = read_table(csv('a,b\n"x, y","1"\n"two\nlines",2\n"say ""no""",3\n'))
        assert table.attributes[0].values == ('say "no"', "two\nlines", "x, y")
        assert table.columns[1].tolist() == [1, 2, 3]

    def test_a_line_is_counted_rightly_after_quoted_newlines_and_blank_lines(self, csv):
        path = csv('"a\n1",b\n"two\nlines",2\n\n\r\nx,zwei\n')
        with pytest.raises(InputError, match=r"csv, line 7, column 'b': 'zwei'"):
            read_table(path, numeric=["b"])

    @pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
    @pytest.mark.parametrize("last", [True, False], ids=["ended", "open"])
    def test_line_ends(self, csv, end, last):
        text = end.join(["a,b", "1,x", "2,y"]) + (end if last else "")
        table = read_table(csv(text))
        assert table.columns[0].tolist() == [1, 2]
        assert table.attributes[1].values == ("x", "y")

    def test_unicode_with_and_without_a_byte_order_mark(self, csv):
        for mark in ("", "\ufeff"):
            table = read_table(csv(f"{mark}größe,色\n1,青\n2,赤\n"))
            assert [a.name for a in table.attributes] == ["größe", "色"]
            assert table.attributes[1].values == ("赤", "青")

    def test_gzip(self, csv):
        path = csv(gzip.compress(b"a,b\n1,x\n"), "visits.csv.gz")
        assert read_table(path).n_rows == 1

    def test_in_a_single_column_an_empty_line_is_a_missing_value(self, csv):
        path = csv("a\n1\n\n3\n")
        np.testing.assert_array_equal(read_table(path).columns[0], [1, np.nan, 3])
        with pytest.raises(InputError, match="line 5, column 'a': 'x'"):
            read_table(csv("a\n1\n\n3\nx\n"), numeric=["a"])

    def test_a_row_larger_than_a_block_is_read(self, csv):
        long = "x" * 5_000_000
        table = read_table(csv(f"a,b\n1,short\n2,{long}\n"))
        assert table.attributes[1].values == ("short", long)

    def test_a_quote_inside_a_cell_is_a_quote(self, csv):
        table = read_table(csv('a,b\n5" pipe,1\n6 pipe,2\n'))
        assert table.attributes[0].values == ('5" pipe', "6 pipe")

    def test_a_text_behind_a_quote_that_closes_in_its_own_line_belongs_to_the_cell(self, csv):
        table = read_table(csv('a,b\n"x"y,1\n"x" ,2\n"long\ntext" ,3\n'))
        assert table.attributes[0].values == ("long\ntext", "x", "xy")

    def test_a_million_cells_are_read_fast(self, tmp_path):
        rng = np.random.default_rng(0)
        columns = {f"x{i}": np.round(rng.random(100_000), 6) for i in range(8)}
        columns |= {f"s{i}": np.array(["a", "b", "c"])[rng.integers(0, 3, 100_000)] for i in "12"}
        pa_csv.write_csv(pa.table(columns), tmp_path / "big.csv")
        table = read_table(tmp_path / "big.csv", target="s2")
        assert table.n_rows == 100_000
        np.testing.assert_array_equal(table.columns[0], columns["x0"])


class TestRefusals:
    @pytest.mark.parametrize(
        ("content", "message"),
        [
            ("", "is empty"),
            ("\n\n", "is empty"),
            ("a,b\n", "has a header but no rows"),
            ("a,b", "has a header but no rows"),
            ("a,b\n1,x\n2\n", "line 3: 1 value where the header has 2 columns"),
            ("a,b\n1,x\n\n2,y,z\n", "line 4: 3 values where the header has 2 columns"),
            ('a,b\n"x\ny",1\n2\n', "line 4: 1 value where"),
            ("a,,c\n1,2,3\n", "column 2 has no name in the header"),
            ("a, a\n1,2\n", "two columns named 'a'"),
            (b"a,b\n1,x\n2,\xe9\x81\n", "line 3: byte 0xe9 at offset 10 is not UTF-8"),
            (b"a,b\n1,x\0\0\0y\0z\n", "is not a text file: it holds zero bytes"),
            ('a,b\n1,x\n2,"y\n3,z\n', "line 3: a quote is opened and never closed"),
            ('a,b\n1,x\n2,"y\n3,"z"\n', "line 3: a quote is opened and closed only in line 4"),
        ],
        ids=[
            "empty",
            "blank",
            "header only",
            "header without end",
            "short row",
            "long row",
            "short row after quoted newline",
            "no name",
            "same name",
            "no encoding",
            "zero bytes",
            "open quote",
            "quote closed by the next row's",
        ],
    )
    def test_a_broken_file_is_named(self, csv, content, message):
        with pytest.raises(InputError) as caught:
            read_table(csv(content))
        assert message in str(caught.value)
        assert "\n" not in str(caught.value)

    def test_a_damaged_gzip_file_is_named(self, csv):
        packed = gzip.compress(b"a,b\n" + b"1,x\n" * 1000)
        with pytest.raises(InputError, match=r"visits.csv.gz is cut short"):
            read_table(csv(packed[:-20], "visits.csv.gz"))
        with pytest.raises(InputError, match="not a sound gzip file"):
            read_table(csv(b"a,b\n1,x\n", "visits.csv.gz"))
        with pytest.raises(InputError, match="not a sound gzip file"):
            read_table(csv(packed[:15] + b"\xff\xff" + packed[17:], "visits.csv.gz"))
