"""Model files of version 0.1.0 load, and say what they said then.

``tests/models_0_1_0/`` was written by that version from the table that ships with Cutpoint;
``answers.json`` has what each model said of its first 25 rows. The files never change.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import cutpoint
from cutpoint.data import demo_path

FOLDER = Path(__file__).resolve().parents[1] / "models_0_1_0"
ANSWERS = json.loads((FOLDER / "answers.json").read_text(encoding="utf-8"))
FILES = sorted(path for path in FOLDER.glob("*.json") if path.stem != "answers")


@pytest.fixture(scope="module")
def rows() -> pd.DataFrame:
    table = pd.read_csv(demo_path()).drop(columns="outcome").head(25)
    return table.assign(inspected=pd.date_range("2024-01-01", periods=25))


def test_there_is_an_answer_for_every_kind_of_model() -> None:
    assert [path.stem for path in FILES] == sorted(ANSWERS)
    assert len(FILES) >= 9


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_of_0_1_0_loads_and_predicts_as_it_did(path: Path, rows: pd.DataFrame) -> None:
    assert json.loads(path.read_text(encoding="utf-8"))["cutpoint"] == "0.1.0"
    model, then = cutpoint.load(path), ANSWERS[path.stem]
    columns = list(model.feature_names_in_)
    assert [str(label) for label in model.classes_] == then["classes"]
    assert [str(label) for label in model.predict(rows[columns])] == then["predicted"]
    probabilities = model.predict_proba(rows[columns])
    np.testing.assert_allclose(probabilities, then["proba"], rtol=0, atol=1e-11)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_it_is_saved_again_without_loss(path: Path, tmp_path: Path, rows: pd.DataFrame) -> None:
    model = cutpoint.load(path)
    model.save(tmp_path / "again.json")
    again = cutpoint.load(tmp_path / "again.json")
    columns = list(model.feature_names_in_)
    assert (again.predict_proba(rows[columns]) == model.predict_proba(rows[columns])).all()
