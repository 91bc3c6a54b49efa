import time

import numpy as np
import pytest

from cutpoint.data import Attribute, read_c45, read_table
from cutpoint.data.c45 import _tokens
from cutpoint.errors import InputError

NAMES = """| the weather
Play, Don't Play.   | classes

outlook: sunny, overcast,
         rain.
temperature: continuous.
day: ignore.
windy: true, false
"""
DATA = "sunny, 85, mon, false, Don't Play\novercast, ?, tue, true, Play\nrain,-7.5,?,?,Play\n"


@pytest.fixture
def golf(tmp_path):
    """Return a function that writes the files of a stem and returns it."""

    def write(data=DATA, names=NAMES, test=None):
        for ending, text in (("names", names), ("data", data), ("test", test)):
            if text is not None:
                (tmp_path / f"golf.{ending}").write_bytes(text.encode())
        return tmp_path / "golf"

    return write


def tokens(text):
    return [(token.text, token.delimiter) for token in _tokens(text + "\n\n")]


class TestTokens:
    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("a, b:c", [("a", ","), ("b", ":"), ("c", "\n")]),
            ("a  b   c", [("a b c", "\n")]),
            ("a \t\n", [("a", "\n")]),
            ("a\tb", [("a\tb", "\n")]),
            ("a.", [("a", "\n")]),
            ("a. b", [("a", " "), ("b", "\n")]),
            ("a.|note", [("a", "\n")]),
            ("1.5", [("1.5", "\n")]),
            ("5.,1", [("5.,1", "\n")]),
            ("a..b", [("a..b", "\n")]),
            (r"a\,b\.", [("a,b.", "\n")]),
            (r"a.\,b", [("a.,b", "\n")]),
            (r"a\|b", [("a|b", "\n")]),
            ("a|note, x\nb", [("a", "\n"), ("b", "\n")]),
            ("|note\n\n |more\nb", [("b", "\n")]),
            ("a,,b", [("a", ","), ("", ","), ("b", "\n")]),
            ("a,\nb", [("a", ","), ("b", "\n")]),
            ("|only", []),
            ("\\", [("", "\n")]),
        ],
    )
    def test_are_those_of_release_8(self, text, expected):
        assert tokens(text) == expected


class TestReading:
    def test_names_decide_types_and_orders(self, golf):
        table = read_c45(golf())
        assert table.attributes == (
            Attribute("outlook", ("sunny", "overcast", "rain")),
            Attribute("temperature"),
            Attribute("windy", ("true", "false")),
        )
        assert table.columns[0].tolist() == [0, 1, 2]
        np.testing.assert_array_equal(table.columns[1], [85, np.nan, -7.5])
        assert table.columns[2].tolist() == [1, 0, -1]
        assert table.classes == ("Play", "Don't Play")
        assert table.target.tolist() == [1, 0, 0]

    @pytest.mark.parametrize(
        "change",
        [
            lambda text: text.replace("\n", "\r\n"),
            lambda text: text.rstrip("\n"),
            lambda text: text.replace("\n", ".\n"),
            lambda text: text.replace("\n", "."[:0] + " | comment\n"),
            lambda text: "| comment, with: signs.\n\n" + text,
            lambda text: text.replace("mon,", "mon,\n  "),
            lambda text: text.rstrip("\n") + ".",
            lambda text: text.replace("\n", "\n\n  \n"),
            lambda text: text.replace("Don't Play", "Don't   Play"),
            lambda text: text.replace("sunny", r"s\unny"),
        ],
        ids=[
            "CRLF",
            "no last newline",
            "periods",
            "comments",
            "leading comment",
            "case over two lines",
            "last period at the end of the file",
            "blank lines",
            "runs of blanks",
            "escapes",
        ],
    )
    def test_the_same_cases_written_otherwise(self, golf, change):
        expected = read_c45(golf())
        table = read_c45(golf(change(DATA)))
        np.testing.assert_array_equal(table.matrix(), expected.matrix())
        np.testing.assert_array_equal(table.target, expected.target)

    def test_names_may_have_crlf_and_no_last_newline(self, golf):
        table = read_c45(golf(names=NAMES.replace("\n", "\r\n").rstrip()))
        assert table.attributes == read_c45(golf()).attributes

    def test_a_path_may_be_the_stem_or_any_of_the_files(self, golf):
        stem = golf(test="rain,1,?,true,Play\n")
        assert read_table(stem).n_rows == 3
        assert read_table(f"{stem}.names").n_rows == 3
        assert read_table(f"{stem}.data").n_rows == 3
        assert read_table(f"{stem}.test").n_rows == 1
        assert read_c45(stem, "test").n_rows == 1

    def test_a_stem_may_hold_a_period(self, golf, tmp_path):
        golf()
        for ending in ("names", "data"):
            (tmp_path / f"golf.{ending}").rename(tmp_path / f"golf.v1.{ending}")
        assert read_table(tmp_path / "golf.v1").n_rows == 3
        assert read_table(tmp_path / "golf.v1.data").n_rows == 3

    def test_discrete_values_come_in_order_of_appearance(self, golf):
        names = "a, b.\nx: discrete 3.\ny: continuous.\n"
        stem = golf("r,1,a\n?,2,b\np,3,a\nr,4,b\n", names, test="p,1,a\n")
        assert read_c45(stem).attributes[0].values == ("r", "p")
        assert read_c45(stem, "test").columns[0].tolist() == [1]
        with pytest.raises(InputError, match=r"column 'x': 3 values occur, but 'discrete 2'"):
            read_c45(golf("r,1,a\nq,2,b\np,3,a\n", names.replace("3", "2")))

    def test_an_attribute_with_one_value_stays_nominal(self, golf):
        table = read_c45(golf("u,1,a\n", "a, b.\nx: u.\ny: continuous.\n"))
        assert table.attributes[0] == Attribute("x", ("u",))

    def test_an_attribute_may_be_called_class(self, golf):
        table = read_c45(golf("1,a\n", "a, b.\nclass: continuous.\n"))
        assert table.target_name == "(class)"

    def test_like_a_model(self, golf):
        model = read_c45(golf())
        like = (model.attributes[:1], model.classes, "play")
        table = read_table(golf(DATA.replace("Don't Play", "?")), like=like)
        assert table.target.tolist() == [-1, 0, 0]
        assert table.target_name == "play"

    def test_a_declared_type_can_be_overruled(self, golf):
        table = read_table(golf(), nominal=["temperature"], ignore=["windy"], missing=["rain"])
        assert table.attributes[1] == Attribute("temperature", ("-7.5", "85"))
        assert table.columns[0].tolist() == [0, 1, -1]

    @pytest.mark.parametrize("end", ["\n", ".\n"], ids=["plain", "with periods"])
    def test_fifty_thousand_cases_are_read_in_seconds(self, golf, end):
        rng = np.random.default_rng(0)
        names = "a, b.\n" + "".join(f"x{i}: continuous.\n" for i in range(15))
        values = np.round(rng.random((50_000, 15)), 4)
        lines = [",".join(map(str, row)) + ",a" for row in values.tolist()]
        stem = golf(end.join(lines) + end, names)
        start = time.process_time()
        table = read_c45(stem)
        assert time.process_time() - start < 8
        np.testing.assert_array_equal(table.matrix(), values)


class TestRefusals:
    @pytest.mark.parametrize(
        ("data", "message"),
        [
            (
                "sunny,1,?,true,Play\nrain,2,?,Play\nrain,3,?,true,Play\n",
                "line 2: 4 values where 5",
            ),
            ("sunny,1,?,true,Play\nrain,2,?,true,1,Play\n", "line 2: 6 values where 5"),
            ("sunny,1,?,true\n", "line 1: 4 values where 5"),
            ("| note\n\nsunny,1,?,true\n", "line 3: 4 values where 5"),
            ("sunny,5.,?,true,Play\n", "line 1: 4 values where 5"),
            (
                "\nsunny,1,?,true,Play\nfog,1,?,true,Play\n",
                "line 3, column 'outlook': 'fog' is not",
            ),
            ("sunny,1,?,true,Play.\nfog,1,?,true,Play\n", "line 2, column 'outlook': 'fog' is not"),
            ("sunny,hot,?,true,Play\n", "line 1, column 'temperature': 'hot' is not a number"),
            ("sunny,1,?,true,Stay\n", "line 1, column 'class': 'Stay' is not among the classes"),
            ("sunny,1,?,true,?\n", "line 1, column 'class': the class is missing, in 1 of 1"),
            ("sunny,,?,true,Play\n", "line 1, column 'temperature': '' is not a number"),
            ("", "golf.data has no cases"),
            ("\n \n", "golf.data has no cases"),
            ("| note\n", "golf.data has no cases"),
        ],
    )
    def test_a_wrong_case_is_named(self, golf, data, message):
        with pytest.raises(InputError) as caught:
            read_c45(golf(data))
        assert message in str(caught.value)
        assert "\n" not in str(caught.value)

    @pytest.mark.parametrize(
        ("names", "message"),
        [
            ("", "golf.names is empty"),
            ("a, b.\n", "declares classes but no attributes"),
            ("x: continuous.\n", "line 1: the names of the classes are expected first"),
            ("a, b.\nx continuous.\n", "line 2: a colon is expected after 'x continuous'"),
            ("a, b.\nx: discrete.\n", "line 2: 'discrete' must be 'discrete N'"),
            ("a, b.\nx: discrete 1.\n", "line 2: 'discrete 1' must be 'discrete N'"),
            ("a, b.\nx: u, v, u.\n", "line 2: 'u' is listed twice"),
            ("a, b, a.\nx: u, v.\n", "line 1: 'a' is listed twice"),
            ("a, b.\nx: u, v.\nx: continuous.\n", "two columns named 'x'"),
        ],
    )
    def test_a_wrong_declaration_is_named(self, golf, names, message):
        with pytest.raises(InputError) as caught:
            read_c45(golf(names=names))
        assert message in str(caught.value)

    def test_an_absent_part_is_named(self, golf):
        with pytest.raises(InputError, match=r"golf.test: no such file"):
            read_c45(golf(), "test")
        with pytest.raises(InputError, match="part must be 'data' or 'test', not 'train'"):
            read_c45(golf(), "train")
