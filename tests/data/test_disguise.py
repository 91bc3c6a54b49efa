"""Numbers that are not written plainly."""

import warnings

import numpy as np
import pytest

from cutpoint import InputWarning, read_table
from cutpoint.data.text import is_number
from cutpoint.errors import InputError
from support.running import refuses, run, succeeds, write


def column_of(tmp_path, tokens, mark=";", **options):
    """Return the attribute and the column of some cells, and what is said about them."""
    rows = "".join(f'"{token}"{mark}{"pq"[row % 2]}\n' for row, token in enumerate(tokens))
    path = write(tmp_path / "t.csv", f"x{mark}y\n{rows}")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        table = read_table(path, target="y", **options)
    assert all(issubclass(entry.category, InputWarning) for entry in caught)
    said = [str(entry.message).removeprefix(f"{path}: ") for entry in caught]
    return table.attributes[0], table.columns[0], said


@pytest.mark.parametrize(
    ("mark", "tokens", "numbers"),
    [
        (";", ["1,5", "-0,25", "12"], [1.5, -0.25, 12]),
        ("\t", ["1,5", ",5", "+7,"], [1.5, 0.5, 7]),
        (";", ["1.234,56", "12,5", "1.234.567"], [1234.56, 12.5, 1234567]),
        (";", ["1,234", "2,345"], [1.234, 2.345]),
        (",", ["1,234", "567"], [1234, 567]),
        (",", ["1,234,567.89", "-1.5"], [1234567.89, -1.5]),
        (";", ["1,234,567", "12"], [1234567, 12]),
        (",", ["12,5", "1,25"], [12.5, 1.25]),
        (",", ["1 234 567", "12"], [1234567, 12]),
        (",", ["1\u00a0234,5", "12"], [1234.5, 12]),
        (",", ["1'234.50", "12"], [1234.5, 12]),
        (",", ["$5", "-$1,200.50", "$ 7"], [5, -1200.5, 7]),
        (";", ["5 €", "1.200,50 €", "7€"], [5, 1200.5, 7]),
        (",", ["£5", "6"], [5, 6]),
        (",", ["12%", "7.5 %", "100%"], [12, 7.5, 100]),
        (",", ["\u22125", "$3"], [-5, 3]),
    ],
)
def test_numbers_in_disguise_are_numbers_and_said(mark, tokens, numbers, tmp_path):
    attribute, column, said = column_of(tmp_path, tokens, mark)
    assert attribute.is_numeric
    assert column.tolist() == numbers
    first = next(i for i, token in enumerate(tokens) if not is_number(token))
    shown = f"{tokens[first]!r} as {numbers[first]:.10g}"
    assert said == [f"column 'x' is read as numbers: {shown}"]


def test_missing_cells_stay_missing(tmp_path):
    _, column, _ = column_of(tmp_path, ["1,5", "", "NA", "2,5"])
    np.testing.assert_array_equal(column, [1.5, np.nan, np.nan, 2.5])


def test_plain_numbers_are_not_looked_at_twice(tmp_path):
    _, column, said = column_of(tmp_path, ["1.234", "5.678"])
    assert column.tolist() == [1.234, 5.678]
    assert said == []


def test_what_the_user_says_goes_first(tmp_path):
    assert column_of(tmp_path, ["1.234", "5"], thousands=".")[1].tolist() == [1234, 5]
    assert column_of(tmp_path, ["1.234", "5,5"], ",", decimal=",")[1].tolist() == [1234, 5.5]
    assert column_of(tmp_path, ["1,234", "5"], ",", decimal=",")[1].tolist() == [1.234, 5]
    assert column_of(tmp_path, ["1,234", "5"], ";", thousands=",")[1].tolist() == [1234, 5]
    assert column_of(tmp_path, ["1.5", "5"], decimal=",")[1].tolist() == [1.5, 5]
    attribute, _, said = column_of(tmp_path, ["1,5", "2,5"], nominal=["x"])
    assert (attribute.values, said) == (("1,5", "2,5"), [])


@pytest.mark.parametrize(
    "tokens",
    [
        ["1,5 m", "2 m"],
        ["1.2.3", "1.10"],
        ["12:30", "1"],
        ["$", "€"],
        ["5-7", "8"],
        ["1,2,3", "4,5"],
    ],
    ids=str,
)
def test_words_stay_words(tokens, tmp_path):
    attribute, _, said = column_of(tmp_path, tokens)
    assert attribute.values == tuple(sorted(tokens))
    assert said == []


@pytest.mark.parametrize("tokens", [["12%", "0.12"], ["$5", "€6"], ["1,5", "1.5"]], ids=str)
def test_numbers_written_in_several_ways_are_refused(tokens, tmp_path):
    with pytest.raises(InputError, match="column 'x': its numbers are written in several ways"):
        column_of(tmp_path, tokens, ",")


def test_a_stray_word_among_disguised_numbers_is_named(tmp_path):
    tokens = [f"{n},5" for n in range(20)]
    tokens[7] = "n.d."
    with pytest.raises(InputError, match=r"t.csv, line 9, column 'x': 'n.d.' stands among numbers"):
        column_of(tmp_path, tokens)


def test_separators_that_make_no_sense_are_refused(tmp_path):
    table = write(tmp_path / "t.csv", "x;y\n1,5;p\n")
    for options, said in (
        (["--decimal", ",,"], "the decimal separator must be one character"),
        (["--thousands", "7"], "the thousands separator must be one character"),
        (["--decimal", ",", "--thousands", ","], "cannot separate both"),
    ):
        assert said in refuses("fit", table, "--target", "y", *options)


def test_the_whole_way_with_a_german_table(tmp_path):
    rows = [
        f"{row},5;{row * 1000:,} €;{'pq'[row > 9]}".replace(",000", ".000") for row in range(20)
    ]
    table = write(tmp_path / "t.csv", "\n".join(["größe;preis;y", *rows]) + "\n")
    out = tmp_path / "m.json"
    ran = run("fit", table, "--target", "y", "--out", out)
    assert ran.code == 0
    assert "größe <= 9.5 : p (10.0/1.3)" in ran.out
    assert len(ran.complaints) == 2
    later = write(tmp_path / "later.csv", "größe;preis\n3,25;1.000 €\n17,5;2.000 €\n")
    ran = run("predict", out, later)
    assert (ran.code, ran.out) == (0, "predicted\np\nq\n")
    plain = write(tmp_path / "plain.csv", "größe,preis\n3.25,1\n17.5,2\n")
    assert succeeds("predict", out, plain) == "predicted\np\nq\n"
