"""Odd calls, each with what must come of it: the right answer, or a refusal that helps.

A call is a line: the command, an arrow, what must be among what it says. After ``=>`` it succeeds;
after ``=x`` it is refused with exit code 2 and one line on stderr. ``M`` stands for a model of
good.csv, ``R`` for its rules, ``B`` for a bag of trees, ``D`` for a model of dates.csv; words that
end in a known ending are files of tests/support/odd_tables.py. Nothing but what ``--out`` names may
be left behind.
"""

from __future__ import annotations

import re
import shlex

import pytest

from support.odd_tables import write_tables
from support.running import run, succeeds

CALLS = """
# ---- tables as they come
fit good.csv -t y => x <= 14
fit bom.csv -t y => x <= 14
fit crlf.csv -t y => x <= 14
fit cr.csv -t y => x <= 14
fit utf16.csv -t y => x <= 14
fit latin.csv -t y => Windows-1252
fit latin.csv -t y --encoding cp1252 => x <= 14
fit latin.csv -t y --encoding klingon =x klingon
fit semicolon.csv -t y => x <= 14
fit tab.tsv -t y => x <= 14
fit pipe.csv -t y => x <= 14
fit blanks.txt -t y => separated by blanks
fit sep.csv -t y => x <= 14
fit titled.csv -t y --skip-rows 2 => x <= 14
fit titled.csv -t y =x titled.csv
fit titled.csv -t y --skip-rows 99 =x nothing after
fit good.csv -t y --skip-rows -1 =x skip-rows
fit trailing.csv -t y => x <= 14
fit index.csv -t y => x <= 14
fit quoted.csv -t y => x <= 14
fit good.csv.gz -t y => x <= 14
fit packed.zip -t y => x <= 14
fit two.zip -t y =x two.zip
fit broken.csv.gz -t y =x broken.csv.gz
fit empty.csv -t y =x is empty
fit blank.csv -t y =x is empty
fit header.csv -t y =x a header but no rows
fit one.csv -t y => p
fit nul.csv -t y =x holds zero bytes
fit picture.csv -t y =x picture.csv
fit open_quote.csv -t y =x line 11: a quote is opened
fit short_row.csv -t y =x line 11: 2 values
fit long_row.csv -t y =x line 11: 4 values
fit twice.csv -t y =x two columns named 'x'
fit nowhere.csv -t y =x nowhere.csv
fit folder.csv -t y =x is a folder
fit . -t y =x folder
fit '' -t y =x folder
fit table.parquet -t y =x not a Parquet file
fit table.xlsx -t y =x not an Excel file
fit table.xls -t y =x old format
fit table.docx -t y =x cannot be read
fit table.arff =x 'z' is not among the classes
fit good.csv -t y --delimiter ;; =x one character
fit good.csv -t y --delimiter ; =x no column 'y'
fit good.csv -t y --sheet two => x <= 14
fit unicode.csv -t y => größe <= 14
# ---- numbers and dates in disguise
fit shop.csv -t y => read as numbers
fit euro.csv -t y => read as numbers
fit euro.csv -t y --decimal , => x <= 14
fit euro.csv -t y --decimal , --thousands , =x cannot separate both
fit euro.csv -t y --decimal ab =x one character
fit shop.csv -t y --thousands 7 =x no digit
fit dates.csv -t y => day <= 2024-01-15
fit either.csv -t y =x --date-format dmy or --date-format mdy
fit either.csv -t y --date-format dmy => day first
fit either.csv -t y --date-format mdy => month first
fit either.csv -t y --date-format %d/%m/%Y => 1 attribute (numeric)
fit either.csv -t y --date-format day=mdy => month first
fit either.csv -t y --date-format year=mdy =x no column 'year'
fit either.csv -t y --date-format sometimes =x no format of dates
fit either.csv -t y --nominal day => y
fit either.csv -t y --ignore day => There is no column besides the class
fit dates.csv -t y --numeric day => day <= 2024-01-15
fit stray.csv -t y =x 'nine' stands among numbers
fit stray.csv -t y --missing nine => x <= 14
fit stray.csv -t y --nominal x => y
fit infinite.csv -t y =x line 11, column 'x': the number is infinite
fit huge.csv -t y =x infinite or too large
# ---- values and classes
fit cases.csv -t y => differ only by case
fit truths.csv -t y => one value
fit missing.csv -t y => x <= 14
fit unclassed.csv -t y => 2 rows have no class
fit no_class.csv -t y =x missing in every row
fit one_class.csv -t y => p
fit measured.csv -t y =x is a measurement
fit measured.csv -t y --nominal y => y
fit constant.csv -t y => y
fit empty_column.csv -t y => x <= 14
# ---- columns
fit good.csv =x --target
fit good.csv -t Y =x did you mean 'y'
fit good.csv -t z =x no column 'z'
fit good.csv -t y -t x =x target
fit good.csv -t y --ignore y =x is the target
fit good.csv -t y --ignore z =x no column 'z'
fit good.csv -t y --ignore x,colour => There is no column besides the class
fit good.csv -t y --numeric colour =x is not a number
fit good.csv -t y --nominal x --numeric x =x both nominal and numeric
fit good.csv -t y --nominal x --ignore x =x left out
fit good.csv -t y --numeric y =x holds classes
fit good.csv -t x => x
fit good.csv -t colour => colour
# ---- weights
fit weights.csv -t y --weight w => x <= 14
fit light.csv -t y --weight w => scaled to a mean of 1
fit negative.csv -t y --weight w =x negative
fit good.csv -t y --weight w =x no column 'w'
fit good.csv -t y --weight colour =x is not a number
fit weights.csv -t y --weight w --ignore w =x holds the weights
fit weights.csv -t y --weight y =x target
# ---- options of fit
fit good.csv -t y -c 0 =x range
fit good.csv -t y -c 101 =x range
fit good.csv -t y -c ten =x confidence
fit good.csv -t y -m -1 =x min
fit good.csv -t y -m 1000 => too few
fit good.csv -t y --max-depth 0 =x max-depth
fit good.csv -t y --max-depth 1 => x <= 14
fit good.csv -t y --no-pruning -c 10 =x --no-pruning
fit good.csv -t y --criterion gian =x gain
fit good.csv -t y --learner forest =x learner
fit good.csv -t y --learner t2 => x <= 14
fit good.csv -t y --learner multiway => x
fit good.csv -t y --maxdepth 3 =x --max-depth
fit good.csv -t y --test other_class.csv => does not know the class
fit good.csv -t y --test other_value.csv => y
fit good.csv -t y --test only_x.csv =x no column
fit good.csv -t y --test nowhere.csv --out new.json =x nowhere.csv
fit good.csv -t y --out folder.csv =x it is a folder
fit good.csv -t y --out no/where.json =x the folder does not exist
fit good.csv -t y --out good.csv =x the file that is read
fit good.csv -t y -q =>
fit =x TABLE
fit good.csv good.csv -t y =x unexpected
# ---- predict
predict M good.csv => predicted
predict M only_x.csv => predicted
predict M other_value.csv => predicted
predict M no_x.csv =x has no column 'x'
predict M word_x.csv =x 'one' is not a number
predict M empty.csv =x is empty
predict M nowhere.csv =x nowhere.csv
predict M M =x cannot be read
predict good.csv good.csv =x good.csv
predict not_a_model.json good.csv =x is not a Cutpoint model
predict half.json good.csv =x ends too early
predict text.json good.csv =x is not JSON
predict nowhere.json good.csv =x nowhere.json
predict M good.csv --out good.csv =x the file that is read
predict M =x
predict D dates.csv => predicted
predict D either.csv =x --date-format dmy
predict D either.csv --date-format dmy => predicted
predict D good.csv =x has no column 'day'
predict M table.docx =x cannot be read
# ---- evaluate, show, view
evaluate M good.csv => 0
evaluate M other_class.csv => does not know the class
evaluate M only_x.csv =x the class is not in the table
evaluate M no_class.csv =x missing in every row
evaluate M good.csv -t colour => colour
evaluate M good.csv --weight w =x no column 'w'
evaluate M measured.csv =x is a measurement
evaluate D dates.csv => 0
show M => x <= 14
show D => day <= 2024-01-15
show good.csv =x good.csv
show nowhere.json =x nowhere.json
show half.json =x ends too early
view M --out page.html => page.html
view M --data good.csv --out page.html => page.html
view M --data nowhere.csv --out page.html =x nowhere.csv
view M --data no_x.csv --out page.html =x has no column
view M --out no/page.html =x the folder does not exist
view D --data dates.csv --out page.html => page.html
# ---- export
export M --to sql => CASE
export M --to python => def predict
export M --to c => struct
export M --to dot => digraph
export M --to mermaid => flowchart
export M --to pmml => PMML
export M --to json => cutpoint
export D --to sql => DATE '2024-01-15'
export D --to sql --dialect postgresql => DATE '2024-01-15'
export M --to sql --dialect oracle =x oracle
export M --to fortran =x fortran
export M =x --to
export good.csv --to sql =x good.csv
export M --to sql --out no/where.sql =x the folder does not exist
# ---- rules, discretize, compare, consult
rules good.csv -t y => Rule
rules empty.csv -t y =x is empty
rules good.csv =x --target
rules unclassed.csv -t y => 2 rows have no class
rules dates.csv -t y => day <= 2024-01-15
discretize good.csv -t y => cut at 14
discretize good.csv -t y --method mdpl =x mdlp
discretize constant.csv -t y --numeric x => no cut
discretize truths.csv -t y --ignore x =x no numeric column
discretize dates.csv -t y => cut at 2024-01-15
discretize good.csv -t y --out good.csv =x the file that is read
discretize good.csv --method equal_width => cut at
compare good.csv -t y --folds 2 => error
compare good.csv -t y --folds 1 =x folds
compare good.csv -t y --folds 99 =x folds
compare one_class.csv -t y --folds 2 => 1 class
consult M --script nowhere.txt =x nowhere.txt
consult good.csv =x good.csv
# ---- describe, tune
describe good.csv => 30 rows and 3 columns
describe one.csv -t y => 1 row and 3 columns
describe good.csv -t Y =x did you mean 'y'
describe good.csv --json => "likely_targets"
describe empty.csv =x is empty
describe no_class.csv -t y =x missing in every row
describe either.csv => day
tune good.csv -t y => 20 settings
tune good.csv -t y --json => "chosen"
tune good.csv -t y --json -q =x leave one out
tune good.csv -t y --cv 1 =x at least 2
tune good.csv -t y --cv 99 =x 30 cases cannot be divided
tune one.csv -t y =x 1 case cannot be divided
tune one_class.csv -t y => 1 class
tune good.csv =x --target
tune good.csv -t y --learner tre =x did you mean 'tree'
tune good.csv -t y --out good.csv =x the file that is read
# ---- costs, weights of classes, validation, prunings
fit good.csv -t y --costs costs.txt => x <= 14
fit good.csv -t y --costs nowhere.txt =x nowhere.txt
fit good.csv -t y --costs good.csv =x good.csv, line 1
fit good.csv -t y --class-weight balanced => x <= 14
fit good.csv -t y --class-weight balnced =x 'balanced' or a file
evaluate M good.csv --costs costs.txt => cost
rules good.csv -t y --costs costs.txt =x cutpoint fit --costs
fit good.csv -t y --learner bagging --costs costs.txt =x --learner bagging does not have it
fit good.csv -t y --cv 0 => x <= 14
fit good.csv -t y --cv 1 =x --cv 1 leaves nothing
fit good.csv -t y --cv 5 --holdout 0.3 =x give one
fit good.csv -t y --holdout 2 =x --holdout
fit good.csv -t y --seed -1 =x at least 0
fit good.csv -t y --json => "validation"
fit good.csv -t y --json -q =x leave one out
fit good.csv -t y --pruning-set good.csv => x <= 14
fit good.csv -t y --pruning-set no_x.csv =x has no column 'x'
fit good.csv -t y --pruning-set other_class.csv =x 'r' is not among the classes
fit good.csv -t y --pruning-fraction 0.3 => Pruned with 9 other cases
fit good.csv -t y --pruning-fraction 1 =x between 0 and 1
fit good.csv -t y --pruning-fraction 0.3 --no-pruning =x contradict each other
fit good.csv -t y --pruning-fraction 0.3 --pruning-set good.csv =x leave one out
fit one.csv -t y --pruning-fraction 0.3 =x one case cannot be divided
fit good.csv -t y --ccp-alpha 0.1 =x --pruning cost_complexity
fit good.csv -t y --probabilities laplac =x did you mean 'laplace'
fit good.csv -t y --learner tree --group-values --two-groups =x leave one of them out
fit good.csv -t y --faithful --learner tree =x --learner tree does not have it
fit good.csv -t y --learner bagging --class-weight balanced =x --learner bagging does not have it
fit good.csv -t y --learner bagging --trees 3 => 3 trees with 2 leaves each
fit one.csv -t y --learner bagging --trees 2 => 2 trees with 1 leaf each
fit good.csv -t y --trees 3 =x --learner c45 does not have it
# ---- explain, stability
explain M good.csv --row 1 => by 14
explain M good.csv --where x=14 => exactly on the cut
explain M good.csv --row 31 =x the table has 30 rows
explain M one.csv --row 2 =x the table has 1 row
explain M good.csv --where X=14 =x did you mean 'x'
explain M good.csv --where x=99 =x no row has x = 99
explain M good.csv --where x =x has no '='
explain M good.csv --row 1 --where x=1 =x give one of them
explain M good.csv --level 1 =x between 0 and 1
explain M good.csv --row 1 --json => "margin": 14.0
explain M no_x.csv =x has no column 'x'
explain R good.csv =x holds rules
explain B good.csv =x holds a bag of trees
stability good.csv -t y --resamples 5 => chosen by 100 %
stability good.csv -t y --resamples 1 =x at least 2
stability good.csv -t y --fraction 2 =x --fraction must be
stability good.csv -t y --sampler jackknife =x 'bootstrap', 'subsample'
stability one.csv -t y --resamples 3 => 1 of 1 case each
stability constant.csv -t y --resamples 3 => a leaf in 100 %
stability good.csv -t y --learner bagging =x a single tree
stability good.csv -t y --out report.txt =x ends in .html
view M --stability 3 =x --data TABLE
view M --data good.csv --stability 3 --out page.html => page.html
view R --data good.csv --stability 3 --out page.html =x holds rules
view B --out page.html =x a page shows one tree
view M --ask --data good.csv --out page.html =x leave out --data
# ---- rules and bags as models
predict R good.csv => predicted
predict B good.csv => predicted
predict M good.csv --soft =x add --proba
predict M good.csv --probs =x did you mean --proba
evaluate R good.csv => Errors
evaluate B good.csv => Errors
show R => Rule
show B => 3 with 2 leaves each
export R --to pmml => RuleSet
export R --to onnx =x these are rules
export B --to sql =x one by one
consult B --script only_x.csv =x cannot be consulted
diff M M => the same
diff M D => newly tested: day
diff M R =x compares trees
diff M =x AFTER
# ---- comparisons, studies
compare good.csv -t y c54 --folds 2 =x did you mean 'c45'
compare good.csv -t y --folds 2 --criterion gia =x --criterion must be one of
compare good.csv -t y --folds 2 --json => "systems"
compare good.csv -t y --folds 2 --out result.txt =x .csv, .json or .html
compare one.csv -t y =x one.csv: 1 case cannot be divided
study quinlin =x did you mean 'quinlan'
study quinlan --table 9 =x has no table 9
study all --table 1 =x name it instead of all
study quinlan --also nothing =x no system 'nothing'
study quinlan --out good.csv =x not a folder
discretize good.csv -t y --json => "cut_points"
discretize good.csv --method mdlp =x --target
rules good.csv -t y --json => "n_rules"
# ---- the command itself
--version => 0
--help => fit
help =>
help fit => --target
help nothing =x nothing
ft =x fit
fit --help => --target
--nonsense =x nonsense
"""


def _calls():
    for line in CALLS.strip().splitlines():
        if not line.startswith("#"):
            command, arrow, said = re.fullmatch(r"(.*?) (=>|=x) ?(.*)", line).groups()
            yield pytest.param(command, arrow == "=>", said, id=command)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("odd")
    write_tables(folder)
    succeeds("fit", folder / "good.csv", "-t", "y", "-q", "--out", folder / "M")
    succeeds("fit", folder / "dates.csv", "-t", "y", "-q", "--out", folder / "D")
    succeeds("rules", folder / "good.csv", "-t", "y", "-q", "--out", folder / "R")
    bag = ("--learner", "bagging", "--trees", 3)
    succeeds("fit", folder / "good.csv", "-t", "y", *bag, "-q", "--out", folder / "B")
    return folder


@pytest.mark.parametrize(("command", "succeeds", "said"), list(_calls()))
def test_an_odd_call_is_right_or_refused(command, succeeds, said, folder, monkeypatch):
    monkeypatch.chdir(folder)
    before = sorted(path.name for path in folder.iterdir())
    ran = run(*shlex.split(command))
    assert "Traceback" not in ran.out + ran.err
    if succeeds:
        assert ran.code == 0, ran.err
    else:
        assert ran.code == 2, (ran.code, ran.out, ran.err)
        assert ran.out == ""
        errors = [line for line in ran.complaints if not line.startswith("cutpoint: note: ")]
        assert len(errors) == 1, ran.err
        assert errors[0].startswith("cutpoint: error: ")
    assert said in (ran.out + ran.err)
    new = sorted({path.name for path in folder.iterdir()} - set(before))
    assert new == ([] if "--out page.html" not in command or not succeeds else ["page.html"])
    for name in new:
        (folder / name).unlink()


def test_there_are_at_least_150_odd_calls():
    assert len(list(_calls())) >= 150
