"""Every kind of bad input, through the command: one line that names the place, and exit code 2."""

import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from support.running import refuses, run, succeeds, write

GOOD = "x,colour,y\n" + "".join(f"{row},red,a\n{row},blue,b\n" for row in range(10))


@pytest.fixture
def good(tmp_path):
    return write(tmp_path / "good.csv", GOOD)


@pytest.fixture
def model(tmp_path, good):
    path = tmp_path / "model.json"
    succeeds("fit", good, "--target", "y", "--out", path)
    return path


@pytest.fixture
def numeric_model(tmp_path):
    """A model that tests the number x."""
    rows = "".join(f"{row},red,{'ab'[row > 9]}\n" for row in range(20))
    path = tmp_path / "numeric.json"
    table = write(tmp_path / "numeric.csv", "x,colour,y\n" + rows)
    succeeds("fit", table, "--target", "y", "--out", path)
    return path


def numbers(n, *, odd="", place=None):
    rows = [f"{odd if row == place else row},{'ab'[row % 2]}" for row in range(n)]
    return "x,y\n" + "\n".join(rows) + "\n"


BAD_TABLES = {
    "empty": ("", "t.csv is empty"),
    "blank": ("\n\n  \n", "t.csv is empty"),
    "header only": ("x,y\n", "t.csv has a header but no rows"),
    "ragged": ("x,y\n1,a\n2,b,c\n3,a\n", "t.csv, line 3: 3 values where the header has 2"),
    "short row": ("x,y\n1,a\n2\n3,a\n", "t.csv, line 3: 1 value where the header has 2"),
    "no such target": ("x,z\n1,a\n2,b\n", "t.csv has no column 'y'"),
    "no class at all": ("x,y\n1,\n2,?\n", "t.csv, column 'y': the class is missing in every row"),
    "infinite": ("x,y\n1,a\ninf,b\n3,a\n", "t.csv, line 3, column 'x': the number is infinite"),
    "too large": ("x,y\n1,a\n1e999,b\n3,a\n", "t.csv, line 3, column 'x': the number is infinite"),
    "stray word": (numbers(40, odd="n.d.", place=7), "t.csv, line 9, column 'x': 'n.d.'"),
    "same name twice": ("x,x,y\n1,2,a\n2,3,b\n", "two columns named 'x'"),
    "nameless column": ("x,,y\n1,2,a\n2,3,b\n", "t.csv: column 2 has no name"),
    "open quote": ('x,y\n1,a\n"2,b\n3,a\n', "t.csv, line 3: a quote is opened"),
}


@pytest.mark.parametrize("what", BAD_TABLES)
def test_a_table_that_cannot_be_learned_from_is_refused(what, tmp_path):
    text, said = BAD_TABLES[what]
    table, out = write(tmp_path / "t.csv", text), tmp_path / "model.json"
    assert said in refuses("fit", table, "--target", "y", "--out", out)
    assert [path.name for path in tmp_path.iterdir()] == ["t.csv"]


def test_bytes_that_are_no_text_are_refused(tmp_path):
    table = tmp_path / "t.csv"
    table.write_bytes(b"x,y\n1,n\xe9\x81\n2,b\n")
    assert "t.csv, line 2: byte 0xe9" in refuses("fit", table, "--target", "y")
    assert "is not ascii text" in refuses("fit", table, "--target", "y", "--encoding", "ascii")
    for encoding in ("klingon", "hex"):
        said = refuses("fit", table, "--target", "y", "--encoding", encoding)
        assert f"there is no encoding '{encoding}'" in said


def test_files_that_are_not_what_their_names_say_are_refused(tmp_path):
    for name in ("t.parquet", "t.csv.gz", "t.arff"):
        assert name in refuses("fit", write(tmp_path / name, GOOD), "--target", "y")
    assert "cannot be read" in refuses("fit", write(tmp_path / "t.doc", GOOD), "--target", "y")


def test_a_table_that_is_not_there_or_is_a_folder_is_refused(tmp_path):
    assert "no such file" in refuses("fit", tmp_path / "none.csv", "--target", "y")
    for folder in (tmp_path, tmp_path / "t.csv", ".", "/", ""):
        (tmp_path / "t.csv").mkdir(exist_ok=True)
        assert "folder" in refuses("fit", folder, "--target", "y")


def test_a_table_without_a_target_is_refused_with_its_columns(good):
    line = refuses("fit", good)
    assert "--target" in line
    assert "'x', 'colour', 'y'" in line


@pytest.mark.parametrize("option", ["--nominal", "--numeric", "--ignore", "--weight"])
def test_a_column_that_is_not_there_is_refused(option, good):
    assert "no column 'hue'" in refuses("fit", good, "--target", "y", option, "hue")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--ignore", "y"], "'y' is the target"),
        (["--nominal", "x", "--numeric", "x"], "'x' is declared both"),
        (["--numeric", "colour"], "line 2, column 'colour': 'red' is not a number"),
        (["--weight", "colour"], "'red' is not a number"),
        (["--delimiter", "::"], "one character"),
        (["--confidence", "0"], "'--confidence' / '-c'"),
        (["--confidence", "101"], "'--confidence' / '-c'"),
        (["--confidence", "nan"], "'--confidence' / '-c'"),
        (["--min-cases", "0"], "'--min-cases' / '-m'"),
        (["--min-cases", "inf"], "--min-cases"),
        (["--max-depth", "0"], "'--max-depth'"),
        (["--max-depth", "two"], "'--max-depth'"),
        (["--criterion", "luck"], "'luck'"),
        (["--no-such-option"], "--no-such-option"),
        (["one-more.csv"], "one-more.csv"),
    ],
)
def test_an_option_that_makes_no_sense_is_refused(options, said, good):
    assert said in refuses("fit", good, "--target", "y", *options)


def test_a_command_that_does_not_exist_is_refused():
    assert "'fitt'" in refuses("fitt")
    assert "--speed" in refuses("--speed")
    assert "'TABLE'" in refuses("fit")


def test_negative_and_absent_weights_are_refused(tmp_path):
    table = write(tmp_path / "t.csv", "x,w,y\n1,1,a\n2,-1,b\n")
    assert "t.csv, line 3: the weight is -1.0" in refuses(
        "fit", table, "--target", "y", "--weight", "w"
    )
    table = write(tmp_path / "t.csv", "x,w,y\n1,1,a\n2,,b\n")
    assert "t.csv, line 3: the weight is nan" in refuses(
        "fit", table, "--target", "y", "--weight", "w"
    )


# ---- tables that are odd but fine ---------------------------------------------------------------


def test_a_single_class_gives_a_leaf_and_says_why(tmp_path):
    table = write(tmp_path / "t.csv", "x,y\n1,a\n2,a\n3,a\n")
    printed = succeeds("fit", table, "--target", "y")
    assert "\na (3.0/1.1)\n" in printed
    assert "Every case is of class a" in printed


def test_a_single_row_gives_a_leaf(tmp_path):
    table = write(tmp_path / "t.csv", "x,y\n1,a\n")
    assert "\na (1.0/0.8)\n" in succeeds("fit", table, "--target", "y")


def test_columns_that_say_nothing_are_not_tested(tmp_path):
    rows = "".join(f"7,,{'ab'[row % 3 == 0]}\n" for row in range(30))
    table = write(tmp_path / "t.csv", "constant,nothing,y\n" + rows)
    printed = succeeds("fit", table, "--target", "y")
    assert "\na (30.0/" in printed
    assert "No column offers a useful test" in printed


def test_too_few_cases_and_no_columns_are_said(tmp_path):
    table = write(tmp_path / "t.csv", "x,y\n1,a\n2,b\n3,a\n")
    assert "too few for a test" in succeeds("fit", table, "--target", "y")
    assert "no column besides the class" in succeeds("fit", table, "--target", "y", "--ignore", "x")


def test_pruning_that_takes_all_is_said(tmp_path):
    rows = "sunny,no\n" * 3 + "sunny,yes\n" * 2 + "dull,yes\n" * 4 + "rain,yes\n" * 3
    table = write(tmp_path / "t.csv", "outlook,play\n" + rows + "rain,no\n" * 2)
    printed = succeeds("fit", table, "--target", "play", "-m", 5, "-c", 10)
    assert "Pruning removed every test" in printed


def test_a_hundred_thousand_categories_are_taken(tmp_path):
    rows = "".join(f"id{row},{row % 7},{'ab'[row % 7 > 3]}\n" for row in range(100_000))
    table = write(tmp_path / "t.csv", "id,x,y\n" + rows)
    printed = succeeds("fit", table, "--target", "y", "--keep-ids")
    assert "\nx <= 3 : a (57144.0" in printed
    assert "\nx > 3 : b (42856.0" in printed


def test_a_hundred_thousand_classes_are_taken_with_a_note(tmp_path):
    rows = "".join(f"{row % 7},c{row}\n" for row in range(100_000))
    table, model = write(tmp_path / "t.csv", "x,y\n" + rows), tmp_path / "model.json"
    ran = run("fit", table, "--target", "y", "--max-depth", 1, "--out", model)
    assert ran.code == 0
    assert "100,000 classes" in ran.out
    (note,) = ran.complaints
    assert "column 'y' has 100,000 classes for 100,000 cases" in note
    assert "of 100,000" in succeeds("evaluate", model, table)


# ---- models -------------------------------------------------------------------------------------


def change(model, **fields):
    parts = json.loads(model.read_text())
    parts.update(fields)
    model.write_text(json.dumps(parts))


USERS = ("show", "predict", "evaluate")


def use(command, model, table):
    return refuses(command, model, *([] if command == "show" else [table]))


@pytest.mark.parametrize("command", USERS)
def test_a_model_that_is_not_whole_is_refused(command, model, good):
    text = model.read_text()
    for end in (0, 1, len(text) // 2, len(text) - 3):
        model.write_text(text[:end])
        assert "model.json" in use(command, model, good)


@pytest.mark.parametrize("command", USERS)
@pytest.mark.parametrize(
    "fields",
    [
        {"version": 99},
        {"version": "1"},
        {"format": "other"},
        {"classes": []},
        {"classes": ["a", "a"]},
        {"attributes": 3},
        {"tree": []},
        {"tree": [{"class": 0}]},
        {"tree": [[1, 2, 3]]},
        {"arithmetic": "decimal"},
        {"parameters": [1]},
        {"unpruned": "none"},
        {"target": None},
    ],
    ids=str,
)
def test_a_model_that_is_wrong_anywhere_is_refused(command, fields, model, good):
    change(model, **fields)
    assert "model.json" in use(command, model, good)


def test_a_model_from_the_future_says_so(model):
    change(model, version=99, cutpoint="9.9")
    assert "newer Cutpoint (9.9)" in refuses("show", model)


def test_a_model_that_nests_too_deeply_is_refused(model):
    model.write_text("[" * 100_000)
    assert "nested too deeply" in refuses("show", model)


@pytest.mark.parametrize("command", USERS)
def test_a_file_that_is_no_model_is_refused(command, tmp_path, good):
    assert "good.csv" in use(command, good, good)
    assert "none.json" in use(command, tmp_path / "none.json", good)
    assert "folder" in use(command, tmp_path, good)
    packed = tmp_path / "packed.json"
    packed.write_bytes(b"\x1f\x8b\xff\xfe")
    assert "packed.json" in use(command, packed, good)


# ---- tables for a model -------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["predict", "evaluate"])
def test_a_table_without_a_column_of_the_model_is_refused(command, model, tmp_path):
    table = write(tmp_path / "t.csv", "x,y\n1,a\n")
    assert "t.csv has no column 'colour'" in refuses(command, model, table)


@pytest.mark.parametrize("command", ["predict", "evaluate"])
def test_a_word_where_the_model_wants_a_number_is_refused(command, numeric_model, tmp_path):
    table = write(tmp_path / "t.csv", "x,colour,y\n1,red,a\nmany,red,a\n")
    assert "t.csv, line 3, column 'x': 'many'" in refuses(command, numeric_model, table)


def test_a_number_where_the_model_wants_a_word_is_unknown_and_said(model, tmp_path):
    table = write(tmp_path / "t.csv", "x,colour\n1,17\n5,red\n")
    ran = run("predict", model, table)
    assert (ran.code, ran.out.count("\n")) == (0, 3)
    assert "1 value of column 'colour' is not known to the model and counts as missing" in ran.err


def test_durations_and_lists_in_parquet_are_refused(numeric_model, tmp_path):
    for values in (pa.array([1, 2], pa.duration("s")), pa.array([[1], [2]])):
        table = tmp_path / "t.parquet"
        pq.write_table(pa.table({"x": values, "colour": ["red", "blue"], "y": ["a", "b"]}), table)
        assert "'x'" in refuses("fit", table, "--target", "y")
        assert "'x'" in refuses("predict", numeric_model, table)


def test_evaluation_without_classes_is_refused(model, tmp_path):
    table = write(tmp_path / "t.csv", "x,colour\n1,red\n")
    assert "no column 'y'" in refuses("evaluate", model, table)
    assert "no column 'z'" in refuses("evaluate", model, table, "--target", "z")
    table = write(tmp_path / "t.csv", "x,colour,y\n1,red,\n2,blue,?\n")
    assert "missing in every row" in refuses("evaluate", model, table)


def test_a_class_that_the_model_does_not_know_is_an_error_of_the_model(model, tmp_path):
    rows = "x,colour,y\n1,red,a\n2,red,zebra\n1,red,\n1,red,ape\n2,red,zebra\n"
    table = write(tmp_path / "t.csv", rows)
    ran = run("evaluate", model, table, "--json")
    assert ran.code == 0
    assert "3 rows count as errors: the model does not know the classes 'ape', 'zebra'" in ran.err
    facts = json.loads(ran.out)
    assert (facts["cases"], facts["errors"], facts["cases_without_class"]) == (4, 3, 1)
    assert facts["classes"] == ["a", "b", "ape", "zebra"]
    assert facts["confusion"] == [[1, 0, 0, 0], [0, 0, 0, 0], [1, 0, 0, 0], [2, 0, 0, 0]]
    assert facts["by_class"][3] == {
        "class": "zebra",
        "precision": None,
        "recall": 0.0,
        "f1": 0.0,
        "support": 2,
    }
    printed = run("evaluate", model, table).out
    assert "(d) zebra" in printed
    assert "3 of 4" in printed


def test_a_measurement_is_no_class_that_the_model_does_not_know(tmp_path):
    table, out = tmp_path / "t.parquet", tmp_path / "m.json"
    pq.write_table(pa.table({"x": list(range(20)), "y": [1] * 10 + [2] * 10}), table)
    succeeds("fit", table, "--target", "y", "--out", out)
    pq.write_table(pa.table({"x": [1, 2], "y": [1.0, 0.37]}), table)
    assert "0.37, which is no class" in refuses("evaluate", out, table)
    pq.write_table(pa.table({"x": [1, 2], "y": [1, 3]}), table)
    assert json.loads(run("evaluate", out, table, "--json").out)["classes"] == [1, 2, 3]


def test_prediction_does_not_look_at_the_class(model, tmp_path):
    table = write(tmp_path / "t.csv", "x,colour,y\n1,red,zebra\n2,blue,\n")
    assert succeeds("predict", model, table) == "predicted\na\nb\n"


def test_a_test_table_that_does_not_fit_leaves_no_model(good, tmp_path):
    table, out = write(tmp_path / "t.csv", "x,y\n1,a\n"), tmp_path / "m.json"
    line = refuses("fit", good, "--target", "y", "--test", table, "--out", out)
    assert "no column 'colour'" in line
    assert not out.exists()


# ---- outputs ------------------------------------------------------------------------------------


def test_an_output_that_cannot_be_written_is_refused_and_nothing_is_left(good, model, tmp_path):
    before = sorted(path.name for path in tmp_path.rglob("*"))
    absent, folder = tmp_path / "absent" / "m.csv", tmp_path
    for command in (
        ("fit", good, "--target", "y"),
        ("demo",),
    ):
        assert "the folder does not exist" in refuses(*command, "--out", absent)
        assert "it is a folder" in refuses(*command, "--out", folder)
    assert "the folder does not exist" in refuses("predict", model, good, "--out", absent)
    assert ".csv" in refuses("predict", model, good, "--out", tmp_path / "classes.doc")
    assert sorted(path.name for path in tmp_path.rglob("*")) == before


def test_an_input_is_never_overwritten(good, model):
    assert "it is the file that is read" in refuses("fit", good, "--target", "y", "--out", good)
    assert "it is the file that is read" in refuses("predict", model, good, "--out", good)
    assert good.read_text() == GOOD


def test_a_fault_of_our_own_is_one_line_and_code_1(model, monkeypatch):
    def fail(*_):
        raise RuntimeError("two\nlines")

    monkeypatch.setattr("cutpoint.loading.load_model", fail)
    ran = run("show", model)
    assert ran.code == 1
    assert ran.err == (
        "cutpoint: internal error: RuntimeError: two lines; please report it; "
        "set CUTPOINT_DEBUG=1 for the details\n"
    )
    monkeypatch.setenv("CUTPOINT_DEBUG", "1")
    assert "Traceback" in run("show", model).err


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (MemoryError(), 2, "cutpoint: error: there is not enough memory"),
        (OSError(28, "No space left on device"), 2, "cutpoint: error: no space left on device"),
        (KeyboardInterrupt(), 130, "cutpoint: stopped"),
    ],
)
def test_what_the_machine_does_to_us_is_one_line(error, code, said, model, monkeypatch):
    def fail(*_):
        raise error

    monkeypatch.setattr("cutpoint.loading.load_model", fail)
    ran = run("show", model)
    assert (ran.code, len(ran.complaints)) == (code, 1)
    assert ran.err.startswith(said)
