"""What is said about mistakes on the command line: in our words, and with what to do."""

import pytest

from support.running import refuses, succeeds, write

ROWS = "".join(f"{row},{'red' if row % 2 else 'blue'},1,{'pq'[row > 9]}\n" for row in range(20))


@pytest.fixture
def table(tmp_path):
    return write(tmp_path / "t.csv", "x,colour,w,y\n" + ROWS)


FOREIGN = ("Input should be", "parameter of", "Value error", "Classifier", "Discretizer")

MISTAKES = {
    # numbers
    "fit -t y --min-cases inf": "--min-cases must be a number of at least 1, not inf",
    "fit -t y --min-cases two": "'--min-cases' / '-m': 'two' is not a number",
    "fit -t y -mtwo": "'--min-cases' / '-m': 'two' is not a number",
    "fit -t y --max-depth two": "'--max-depth': 'two' is not a whole number",
    "fit -t y --max-depth=two": "'--max-depth': 'two' is not a whole number",
    "fit -t y --max-depth 0": "'--max-depth': must be at least 1, not '0'",
    "compare -t y --folds 1": "'--folds': must be at least 2, not '1'",
    "discretize -t y --method chimerge --alpha 2": "--alpha must be a number above 0 and below 1",
    "discretize -t y --method chimerge --alpha x": "'--alpha': 'x' is not a number",
    "rules -t y --redundancy nan": "--redundancy must be a number above 0, not nan",
    # names
    "fit -t y --criterion gain-ratio": "did you mean 'gain_ratio'?",
    "fit -t y --criterion Gini": "did you mean 'gini'?",
    "fit -t y --criterion gian": "did you mean 'gain'?",
    "fit -t y --learner tre": "did you mean 'tree'?",
    "discretize -t y --method chimerg": "did you mean 'chimerge'?",
    "compare -t y --systems multi-way": "there is no system 'multi-way'; did you mean 'multiway'?",
    "compare -t y --criterion mantara": "not 'mantara'; did you mean 'mantaras'?",
    "fit -t y --min-case 3": "no such option: --min-case; did you mean --min-cases?",
    "fit -t y --confidance 3": "did you mean --confidence?",
    "fit -t Y": "has no column 'Y'; did you mean 'y'?",
    "fit -t y --ignore COLOR": "did you mean 'colour'?",
    # contradictions
    "fit -t y --no-pruning -c 10": "--no-pruning leaves the tree as it is grown",
    "fit -t y --target colour": "--target is given twice",
    "fit -t y -t colour": "--target is given twice",
    "fit --target=y --target=colour": "--target is given twice",
    "fit -t y --max-depth 2 --max-depth 3": "--max-depth is given twice",
    "fit -t y --weight w --ignore w": "'w' holds the weights",
    "fit -t y --weight w --nominal w": "'w' holds the weights",
    "fit -t y --ignore x --nominal x": "'x' is left out",
    "fit -t y --numeric y": "'y' is the target: it holds classes",
    "fit -t y --learner tree --max-branches 3": "--max-branches means nothing to --cuts binary",
    "fit -t y --learner multiway --cuts mdlp --max-branches 3": "it is for contextual, optimal",
    # parameters of Python
    "fit -t y --learner tree --criterion mpi --cuts mdlp": "use --cuts binary",
    "fit -t y --learner tree --threshold median --cuts mdlp": "--threshold median chooses",
}


@pytest.mark.parametrize("line", MISTAKES)
def test_a_mistake_is_told_in_our_words(line, table):
    command, *options = line.split()
    said = refuses(command, table, *options)
    assert MISTAKES[line] in said
    assert not any(words in said for words in FOREIGN)


def test_what_is_right_is_not_refused(table):
    succeeds("fit", table, "-t", "y", "--ignore", "w", "--ignore", "colour")
    succeeds("fit", table, "-t", "y", "--nominal", "y", "-m", "2", "--no-pruning", "-q")
    options = ["--learner", "multiway", "--max-branches", "3"]
    succeeds("fit", table, "--target", "y", *options)


@pytest.mark.parametrize("command", ["predict", "evaluate"])
def test_no_option_is_advised_that_the_command_lacks(command, table, tmp_path):
    model = tmp_path / "m.json"
    succeeds("fit", table, "-t", "y", "--out", model)
    bad = write(tmp_path / "bad.csv", "x,colour,y\nmany,red,p\n")
    said = refuses(command, model, bad)
    assert said.endswith("'many' is not a number: correct it, or name the word with --missing")
