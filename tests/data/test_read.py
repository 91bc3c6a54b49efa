from pathlib import Path

import numpy as np
import pytest

from cutpoint.data import Attribute, read_table
from cutpoint.errors import InputError

TEXT = "age,ward,weight,outcome\n41,eye,2,stay\n7,surgery,1,home\n"


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "visits.csv"
    path.write_text(TEXT)
    return path


class TestTarget:
    @pytest.mark.parametrize("target", ["outcome", 3, -1])
    def test_the_target_is_a_name_or_a_position(self, path, target):
        table = read_table(path, target=target)
        assert table.target_name == "outcome"
        assert [a.name for a in table.attributes] == ["age", "ward", "weight"]

    def test_without_a_target_there_are_no_classes(self, path):
        table = read_table(path)
        assert (table.target, table.classes, len(table.attributes)) == (None, (), 4)

    def test_an_absent_target_is_named_with_the_nearest_column(self, path):
        with pytest.raises(InputError) as caught:
            read_table(path, target="outcom")
        assert "no column 'outcom'; did you mean 'outcome'?" in str(caught.value)
        assert "'age', 'ward', 'weight', 'outcome'" in str(caught.value)
        with pytest.raises(InputError, match="has 4 columns, so there is no column 7"):
            read_table(path, target=7)

    def test_rows_without_a_class_are_counted_and_the_first_named(self, tmp_path):
        path = tmp_path / "visits.csv"
        path.write_text("a,y\n1,x\n2,?\n3,\n")
        with pytest.raises(
            InputError, match=r"line 3, column 'y': the class is missing, in 2 of 3"
        ):
            read_table(path, target="y")

    def test_a_single_class_is_allowed(self, tmp_path):
        path = tmp_path / "visits.csv"
        path.write_text("a,y\n1,x\n2,x\n")
        assert read_table(path, target="y").classes == ("x",)


class TestDeclarations:
    def test_columns_are_declared_and_ignored(self, path):
        table = read_table(path, target="outcome", nominal=["age"], ignore=["ward"])
        assert table.attributes == (Attribute("age", ("41", "7")), Attribute("weight"))

    def test_a_column_gives_the_weights(self, path):
        table = read_table(path, target="outcome", weight="weight")
        assert table.weights.tolist() == [2, 1]
        assert [a.name for a in table.attributes] == ["age", "ward"]

    @pytest.mark.parametrize("option", ["nominal", "numeric", "ignore"])
    def test_an_unknown_column_is_named(self, path, option):
        with pytest.raises(InputError, match=r"no column 'wards'; did you mean 'ward'\?"):
            read_table(path, **{option: ["wards"]})

    def test_an_unknown_weight_is_named(self, path):
        with pytest.raises(InputError, match=r"no column 'weights'; did you mean 'weight'\?"):
            read_table(path, weight="weights")

    def test_contradictions_are_named(self, path):
        with pytest.raises(InputError, match="'age' is declared both nominal and numeric"):
            read_table(path, nominal=["age"], numeric=["age"])
        with pytest.raises(InputError, match="'outcome' is the target"):
            read_table(path, target="outcome", ignore=["outcome"])

    def test_a_negative_weight_is_named_by_line(self, tmp_path):
        path = tmp_path / "visits.csv"
        path.write_text("a,w\n1,1\n2,-2\n")
        with pytest.raises(InputError, match=r"visits.csv, line 3: the weight is -2.0"):
            read_table(path, weight="w")


class TestLike:
    like = ((Attribute("ward", ("eye", "heart")), Attribute("age")), ("home", "stay"), "outcome")

    def test_columns_values_and_classes_come_from_the_model(self, path):
        table = read_table(path, like=self.like)
        assert table.attributes == self.like[0]
        assert table.columns[0].tolist() == [0, -1]
        assert table.columns[1].tolist() == [41, 7]
        assert table.classes == ("home", "stay")
        assert table.target.tolist() == [1, 0]

    def test_the_target_may_be_absent_or_partly_missing(self, tmp_path):
        path = tmp_path / "new.csv"
        path.write_text("age,ward\n41,eye\n")
        table = read_table(path, like=self.like)
        assert table.target is None
        assert table.classes == ("home", "stay")
        path.write_text("age,ward,outcome\n41,eye,\n42,eye,stay\n")
        assert read_table(path, like=self.like).target.tolist() == [-1, 1]

    def test_the_target_may_have_another_name(self, path, tmp_path):
        path.write_text(TEXT.replace("outcome", "result"))
        assert read_table(path, like=self.like, target="result").target.tolist() == [1, 0]

    def test_an_unknown_class_an_absent_column_and_a_word_are_named(self, path):
        path.write_text(TEXT.replace("stay", "gone"))
        with pytest.raises(InputError, match=r"line 2, column 'outcome': 'gone' is not among"):
            read_table(path, like=self.like)
        path.write_text(TEXT.replace("ward", "wards"))
        with pytest.raises(InputError, match=r"no column 'ward'; did you mean 'wards'\?"):
            read_table(path, like=self.like)
        path.write_text(TEXT.replace("41", "old"))
        with pytest.raises(InputError, match=r"line 2, column 'age': 'old' is not a number"):
            read_table(path, like=self.like)

    def test_labels_that_are_numbers_are_found_in_text(self, path):
        like = ((Attribute("age", (7, 41)),), (), "none")
        assert read_table(path, like=like).columns[0].tolist() == [1, 0]

    def test_a_column_of_nothing_but_new_values_is_all_unknown(self, path):
        like = ((Attribute("weight", ("a", "b")),), (), "none")
        assert read_table(path, like=like).columns[0].tolist() == [-1, -1]


class TestPaths:
    @pytest.mark.parametrize("name", ["no.csv", "no.parquet", "no.arff", "no.data", "no", "no.xyz"])
    def test_an_absent_file_is_named(self, tmp_path, name):
        with pytest.raises(InputError, match=f"{name}: no such file"):
            read_table(tmp_path / name)

    @pytest.mark.parametrize("name", ["a.csv", "a.parquet", "a.arff", "a"])
    def test_a_folder_is_no_file(self, tmp_path, name):
        (tmp_path / name).mkdir()
        with pytest.raises(InputError, match="is a folder, not a file"):
            read_table(tmp_path / name)

    def test_an_unknown_ending_is_named(self, tmp_path):
        (tmp_path / "a.ods").write_bytes(b"PK")
        with pytest.raises(InputError, match=r"files named \*.ods cannot be read"):
            read_table(tmp_path / "a.ods")
        (tmp_path / "a.xls").write_bytes(b"PK")
        with pytest.raises(InputError, match=r"old format cannot be read: save it as .xlsx"):
            read_table(tmp_path / "a.xls")

    def test_cases_without_their_names_file_are_refused_with_advice(self, tmp_path):
        (tmp_path / "a.data").write_text("1,a\n")
        with pytest.raises(InputError, match=r"a.names is not there"):
            read_table(tmp_path / "a.data")

    def test_a_path_may_be_text(self, path):
        assert read_table(str(path)).n_rows == 2
        assert np.isfinite(read_table(str(path)).columns[0]).all()


def test_a_target_of_measurements_is_refused_unless_it_is_declared_nominal(tmp_path: Path) -> None:
    path = tmp_path / "prices.csv"
    path.write_text("x,price\n1,2\n2,0.5\n3,1.5\n")
    with pytest.raises(InputError, match=r"line 3, column 'price': '0\.5' is a measurement"):
        read_table(path, target="price")
    assert read_table(path, target="price", nominal=["price"]).classes == ("0.5", "1.5", "2")
    path.write_text("x,stars\n1,2\n2,1\n3,5\n")
    assert read_table(path, target="stars").classes == ("1", "2", "5")


@pytest.mark.parametrize("path", [".", "/", ".."])
def test_a_folder_is_not_a_table(path: str) -> None:
    with pytest.raises(InputError):
        read_table(path)
