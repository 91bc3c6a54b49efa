import gzip

import numpy as np
import pytest

from cutpoint.data import Attribute, read_table
from cutpoint.errors import InputError

HEADER = """% a comment
@RELATION visits
@Attribute age NUMERIC
@attribute 'blood pressure' real
@ATTRIBUTE ward {surgery, 'eye, left', "don't know"}   % inline
@attribute note string
@attribute result {stay,home}
@DATA
"""


@pytest.fixture
def arff(tmp_path):
    def write(content, name="visits.arff"):
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return write


def test_declarations_decide_types_and_orders(arff):
    rows = "41,120.5,'eye, left',b,home\n?,?,surgery,'a b',home\n% comment\n\n7, 1e2 ,?,?,stay\n"
    table = read_table(arff(HEADER + rows))
    assert table.attributes == (
        Attribute("age"),
        Attribute("blood pressure"),
        Attribute("ward", ("surgery", "eye, left", "don't know")),
        Attribute("note", ("a b", "b")),
    )
    np.testing.assert_array_equal(table.columns[0], [41, np.nan, 7])
    assert table.columns[1].tolist()[2] == 100
    assert table.columns[2].tolist() == [1, 0, -1]
    assert table.columns[3].tolist() == [1, 0, -1]
    assert table.classes == ("stay", "home")
    assert table.target.tolist() == [1, 1, 0]
    assert table.target_name == "result"


def test_an_attribute_called_class_is_the_target_wherever_it_is(arff):
    text = "@relation a\n@attribute Class {x,y}\n@attribute b integer\n@data\ny,1\n"
    assert read_table(arff(text)).target_name == "Class"
    assert read_table(arff(text), target="b").classes == (1,)


def test_rows_may_be_sparse_and_weighted(arff):
    rows = "{0 41, 2 'eye, left', 4 home}\n{}\n{1 ?, 3 x},{2.5}\n"
    table = read_table(arff(HEADER + rows))
    assert table.columns[0].tolist() == [41, 0, 0]
    np.testing.assert_array_equal(table.columns[1], [0, 0, np.nan])
    assert table.columns[2].tolist() == [1, 0, 0]
    assert table.columns[3].tolist() == [-1, -1, 0]
    assert table.target.tolist() == [1, 0, 0]
    assert table.weights.tolist() == [1, 1, 2.5]


def test_dense_rows_may_have_weights(arff):
    table = read_table(arff(HEADER + "1,2,surgery,a,stay,{3}\n1,2,surgery,a,home\n"))
    assert table.weights.tolist() == [3, 1]


def test_escapes_are_resolved(arff):
    rows = r"1,2,'don\'t know','tab\tend \u00e9 \\',stay"
    table = read_table(arff(HEADER + rows))
    assert table.columns[2].tolist() == [2]
    assert table.attributes[3].values == ("tab\tend é \\",)


def test_text_that_looks_like_numbers_stays_text(arff):
    table = read_table(arff(HEADER + "1,2,?,10,stay\n1,2,?,9,stay\n"))
    assert table.attributes[3].values == ("10", "9")


def test_a_quoted_question_mark_is_a_value(arff):
    table = read_table(arff(HEADER + "1,2,?,'?',stay\n"))
    assert table.attributes[3].values == ("?",)


def test_values_may_be_separated_by_blanks(arff):
    table = read_table(arff(HEADER + "1\t2 surgery 'a b' stay\n"))
    assert table.attributes[3].values == ("a b",)


def test_line_ends_gzip_and_no_final_newline(arff):
    text = (HEADER + "1,2,surgery,a,stay").replace("\n", "\r\n")
    assert read_table(arff(text)).n_rows == 1
    path = arff(gzip.compress(text.encode()), "visits.arff.gz")
    assert read_table(path).n_rows == 1


def test_a_declared_type_can_be_overruled(arff):
    path = arff(HEADER + "41,2,surgery,1.5,stay\n7,2,surgery,2.5,stay\n")
    table = read_table(path, nominal=["age", "ward"], numeric=["note"], missing=["41"])
    assert table.attributes[0].values == ("7",)
    assert table.attributes[2].values == ("surgery", "eye, left", "don't know")
    assert table.columns[3].tolist() == [1.5, 2.5]


def test_dates_in_a_form_that_cannot_be_read_can_only_be_ignored_or_declared_nominal(arff):
    path = arff("@relation a\n@attribute d date 'yyyy'\n@attribute c {x}\n@data\n'2020',x\n")
    with pytest.raises(
        InputError,
        match=r"visits.arff, line 2: attribute 'd' holds dates in a form that cannot be read",
    ):
        read_table(path)
    assert read_table(path, ignore=["d"]).attributes == ()
    assert read_table(path, nominal=["d"]).attributes[0].values == ("2020",)


def test_like_a_model_an_unseen_value_is_unknown(arff):
    like = ((Attribute("ward", ("surgery",)),), ("home", "stay"), "result")
    table = read_table(arff(HEADER + "1,2,'eye, left',a,stay\n"), like=like)
    assert table.columns[0].tolist() == [-1]
    assert table.target.tolist() == [1]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (HEADER, "has no rows after @data"),
        ("@relation a\n@attribute b real\n", "has no @data line"),
        ("@relation a\n@data\n1\n", "line 2: @data comes before any @attribute"),
        ("a,b\n1,2\n", "line 1: 'a,b' is not an ARFF declaration"),
        ("@attribute a relational\n@data\n", "line 1: attribute 'a' has type 'relational'"),
        ("@attribute a {x, y\n@data\n", "line 1: the list of values of 'a' has no closing brace"),
        ("@attribute a {x, x}\n@data\n", "line 1: 'a' declares the value 'x' twice"),
        ("@attribute a real\n@attribute a real\n@data\n1,2\n", "two columns named 'a'"),
        (HEADER + "1,2,surgery,a\n", "line 9: 4 values where 5 attributes are declared"),
        (HEADER + "\n1,2,surgery,a,b,c\n", "line 10: 6 values where 5 attributes"),
        (HEADER + "1,2,eye,a,stay\n", "line 9, column 'ward': 'eye' is not among the declared"),
        (HEADER + "1,2,surgery,a,gone\n", "line 9, column 'result': 'gone' is not among"),
        (HEADER + "1,2,?,a,?\n", "line 9, column 'result': the class is missing"),
        (HEADER + "%\none,2,?,a,stay\n", "line 10, column 'age': 'one' is not a number"),
        (HEADER + "1e999,2,?,a,stay\n", "line 9, column 'age': the number is infinite"),
        (HEADER + "1,,?,a,stay\n", "line 9, column 'blood pressure': '' is not a number"),
        (HEADER + "1,2,?,'a,stay\n", "line 9: a quote is opened and not closed"),
        (HEADER + "{0 1, 9 2}\n", "line 9: '9 2' is not an attribute's number (0 to 4)"),
        (HEADER + "{0 1\n", "line 9: the sparse row has no closing brace"),
        (HEADER + "1,2,?,a,stay,{x}\n", "line 9: the weight 'x' is not a number"),
        (HEADER + "1,2,?,a,stay,{-1}\n", "line 9: the weight is -1.0"),
        (HEADER.encode() + b"1,2,?,\xe9\x81,stay\n", "line 9: byte 0xe9"),
    ],
)
def test_a_broken_file_is_named(arff, text, message):
    with pytest.raises(InputError) as caught:
        read_table(arff(text))
    assert message in str(caught.value)
    assert "visits.arff" in str(caught.value)
    assert "\n" not in str(caught.value)
