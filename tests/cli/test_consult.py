"""``cutpoint consult``: a conversation, or a script of one."""

import io
import json
import subprocess
import sys

import pytest

from cutpoint.data import demo_path
from cutpoint.tree import example_tree
from cutpoint.tree.model import Model
from support.running import COMMAND, refuses, run, succeeds, write


@pytest.fixture
def golf(tmp_path):
    path = tmp_path / "golf.json"
    Model(example_tree(), None, "play", "C45Classifier", {}).save(path)
    return path


def test_a_script_answers_in_the_order_of_the_questions(golf, tmp_path):
    script = write(tmp_path / "script.txt", "# a sunny day\nsunny\n\n72\n")
    assert succeeds("consult", golf, "--script", script) == (
        "outlook (sunny, overcast, rain)? sunny\n"
        "humidity (a number)? 72\n"
        "\n"
        "  Play  certainty 1.00  [1.00 - 1.00]\n"
        "\n"
        "Because\n"
        "  outlook = sunny and humidity <= 75\n"
        "      -> Play, with weight 1.00 (2 cases)\n"
    )


def test_a_script_may_name_the_attributes_and_hold_several_cases(golf, tmp_path):
    script = write(
        tmp_path / "script.txt",
        "windy = true: 0.4, false: 0.6\noutlook = rain\nhumidity = 70-80\n---\novercast\n",
    )
    lines = succeeds("consult", golf, "--script", script, "--json").splitlines()
    first, second = map(json.loads, lines)
    assert {entry["class"]: entry["certainty"] for entry in first["classes"]} == pytest.approx(
        {"Play": 0.6, "Don't Play": 0.4}
    )
    assert [one["path"] for one in first["because"]] == [
        ["outlook = rain", "windy = false"],
        ["outlook = rain", "windy = true"],
    ]
    assert second["classes"] == [{"class": "Play", "certainty": 1.0, "low": 1.0, "high": 1.0}]


def test_what_is_piped_in_is_a_script(golf, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO("?\n70..80\n?\n"))
    printed = succeeds("consult", golf)
    assert "outlook (sunny, overcast, rain)? ?" in printed
    assert "outlook = sunny [0.36] and humidity <= 75 [0.50]" in printed


def test_a_piped_script_works_in_a_process_of_its_own(golf):
    ran = subprocess.run(
        [*COMMAND, "consult", golf], input="overcast\n", capture_output=True, text=True, check=True
    )
    assert "Play  certainty 1.00" in ran.stdout


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_in_a_conversation_a_wrong_answer_is_asked_for_again(golf, monkeypatch):
    answers = iter(["snow", "sunny", "wet", "80", "y", "overcast", ""])
    monkeypatch.setattr(sys, "stdin", Terminal())
    monkeypatch.setattr("builtins.input", lambda prompt: (print(prompt), next(answers))[1])
    printed = succeeds("consult", golf)
    assert "'snow' is not one of its values" in printed
    assert "'wet' is not a number" in printed
    assert printed.count("outlook (sunny, overcast, rain)?") == 3
    assert printed.count("Because") == 2


def test_the_end_of_the_input_ends_a_conversation(golf, monkeypatch):
    def no_more(prompt):
        raise EOFError

    monkeypatch.setattr(sys, "stdin", Terminal())
    monkeypatch.setattr("builtins.input", no_more)
    assert run("consult", golf).code == 130


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("snow\n", "line 1: outlook: 'snow' is not one of its values"),
        ("sunny\n\nwet\n", "line 3: humidity: 'wet' is not a number"),
        ("sunny\n", "no answer for 'humidity'; write ?"),
        ("", "no answer for 'outlook'"),
        ("overcast\n70\n", "line 2: '70' answers nothing"),
        ("outlook = sunny\nhumidity = 9-3\n", "goes down"),
    ],
)
def test_a_script_that_does_not_fit_is_refused_with_its_line(golf, tmp_path, text, message):
    script = write(tmp_path / "script.txt", text)
    assert message in refuses("consult", golf, "--script", script)


def test_files_that_are_no_script_or_no_model_are_refused(golf, tmp_path):
    assert "nowhere.txt" in refuses("consult", golf, "--script", tmp_path / "nowhere.txt")
    binary = tmp_path / "binary"
    binary.write_bytes(b"\xff\xfe\x00")
    assert "not a text file" in refuses("consult", golf, "--script", binary)
    assert "binary" in refuses("consult", binary, "--script", golf)


def test_a_model_learned_with_soft_thresholds_is_consulted_softly(tmp_path):
    model = tmp_path / "model.json"
    succeeds("fit", demo_path(), "--target", "outcome", "--soft", "--out", model, "-q")
    tree = Model.load(model).tree
    assert tree.lower is not None
    names = [attribute.name for attribute in tree.attributes]
    script = write(tmp_path / "script.txt", "".join(f"{name} = ?\n" for name in names))
    verdict = json.loads(succeeds("consult", model, "--script", script, "--json"))
    expected = tree.predict_proba([[float("nan")] * len(names)])[0]
    found = {entry["class"]: entry["certainty"] for entry in verdict["classes"]}
    assert [found.get(label, 0.0) for label in tree.classes] == pytest.approx(expected)
