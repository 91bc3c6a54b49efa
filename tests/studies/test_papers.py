"""Figures of the papers are typed as they are printed: spot checks, and sums that must agree."""

from __future__ import annotations

import re

import numpy as np
import pytest

from cutpoint.studies.exhibit import citation, printed
from support.shared import require_shared

PAPERS = ("quinlan", "mantaras", "berzal", "geurts", "boundary")
FILES = {
    "quinlan": "quinlan-1996-continuous-attributes.txt",
    "mantaras": "lopez-de-mantaras-1991-distance.txt",
    "berzal": "berzal-multiway-numerical.txt",
    "geurts": "geurts-wehenkel-2000-discretization-variance.txt",
}


@pytest.mark.parametrize("paper", PAPERS)
def test_every_paper_says_whose_it_is(paper: str) -> None:
    assert len(citation(paper)) > 20


@pytest.mark.parametrize(
    ("table", "name", "figure", "expected"),
    [
        ("table 1", "anneal", "error", [[7.67, 0.12], [7.49, 0.16]]),
        ("table 1", "credit-g", "error", [[28.4, 0.3], [28.9, 0.3]]),
        ("table 1", "labor", "wins", [1, 2, 7]),
        ("table 1", "letter", "size", [[2328, 4], [2370, 4]]),
        ("table 2", "colic", "size ratio", 0.22),
        ("table 2", "waveform", "error", [[30.1, 0.7], [28.0, 0.6]]),
        ("table 3", "diabetes", "size", [[127, 2], [45.4, 2.0]]),
        ("table 3", "sonar", "size", [[32.6, 0.4], [28.5, 0.3]]),
        ("table 3", "iris", "size ratio", [0.92, 0.92]),
        ("table 4", "colic", "error", [[15.0, 0.2], [15.1, 0.1]]),
        ("table 4", "letter", "size", [[2328, 4], [9600, 12]]),
        ("table 5", "vehicle", "size ratio", 8.46),
        ("table 5", "breast-w", "wins", [0, 0, 10]),
    ],
)
def test_quinlans_figures_are_as_printed(table, name, figure, expected) -> None:
    assert printed("quinlan")[table]["rows"][name][figure] == expected


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_quinlans_ratios_and_averages_follow_from_his_figures(number: int) -> None:
    table = printed("quinlan")[f"table {number}"]
    assert len(table["rows"]) == (14 if number == 5 else 20)
    for name, row in table["rows"].items():
        if number == 3:
            continue
        assert sum(row["wins"]) == 10
        for figure in ("error", "size"):
            (one, _), (two, _) = row[figure]
            # printed figures are rounded, and the ratios are of unrounded ones
            assert row[f"{figure} ratio"] == pytest.approx(one / two, rel=0.04, abs=0.012), name
    for figure in ("error ratio", "size ratio"):
        means = np.mean([np.atleast_1d(row[figure]) for row in table["rows"].values()], axis=0)
        assert means == pytest.approx(np.atleast_1d(table["average"][figure]), abs=0.006)


def test_release_8_is_the_same_in_all_of_quinlans_tables() -> None:
    first = printed("quinlan")["table 1"]["rows"]
    for number in (4, 5):
        for name, row in printed("quinlan")[f"table {number}"]["rows"].items():
            assert row["error"][0] == first[name]["error"][0], name
            assert row["size"][0] == first[name]["size"][0], name


def test_berzals_averages_follow_from_his_accuracies() -> None:
    berzal = printed("berzal")
    rows = berzal["table 4"]["rows"]
    assert len(rows) == len(berzal["table 2"]["rows"]) == 16
    assert np.mean(list(rows.values()), axis=0) == pytest.approx(
        np.array(berzal["table 4"]["average"]), abs=0.011
    )
    for number in (3, 5):
        table = {name: np.array(row) for name, row in berzal[f"table {number}"]["rows"].items()}
        assert table["accuracy"] + table["error"] == pytest.approx(np.full(8, 100), abs=1e-9)
        assert table["inner"] + table["leaves"] == pytest.approx(table["size"], abs=0.11)
    assert berzal["table 3"]["rows"]["accuracy"] == berzal["table 4"]["average"]
    assert berzal["table 3"]["rows"]["size"][3] == 42.5
    assert berzal["table 5"]["rows"]["mean_depth"][6] == 4.09
    assert rows["bupa"][:2] == [66.10, 67.83]


def test_the_other_papers_figures_are_as_printed() -> None:
    mantaras, geurts = printed("mantaras"), printed("geurts")
    assert mantaras["table 2"]["rows"]["70 %"] == {"leaves": [20, 18], "accuracy": [78.6, 79.3]}
    assert mantaras["table 3"]["rows"]["60 %"]["leaves"] == [73, 71]
    assert geurts["table 1"]["rows"]["averaging"][1] == [20.3, -20.0, 0.00115]
    assert geurts["table 1"]["rows"]["smoothing"][0] == [96.6, -1.7, 0.01485]
    assert geurts["table 2"]["rows"]["median"][1] == [10.39, 103.92, 0.0383]
    assert geurts["table 2"]["rows"]["bagging"][2] == [20.83, 367.3, 0.0100]
    assert geurts["databases"]["waveform"]["learning"] == 3000


@pytest.mark.parametrize("paper", FILES)
def test_every_figure_of_a_paper_is_found_in_its_text(paper: str) -> None:
    text = (require_shared() / "papers" / FILES[paper]).read_text(encoding="utf-8")
    found = {float(number) for number in re.findall(r"\d*\.?\d+", text)}
    # Five standard errors lost their point in the text at hand.
    misread = {0.3, 0.1, 0.4} if paper == "quinlan" else set()
    tables = [value for key, value in printed(paper).items() if key.startswith("table")]
    typed = {abs(number) for table in tables for number in _numbers(table)}
    assert typed - found - misread == set()


def _numbers(value) -> list[float]:
    if isinstance(value, dict):
        return [number for part in value.values() for number in _numbers(part)]
    if isinstance(value, list):
        return [number for part in value for number in _numbers(part)]
    return [float(value)] if isinstance(value, int | float) else []
