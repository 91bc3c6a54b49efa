"""What other libraries say about the command line, in our words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from cutpoint.wording import suggestion

_PARAMETER = re.compile(
    r"The '(\w+)' parameter of \w+ must be (?:an? )?(.+?)\.? Got (.+?) instead\.?", re.DOTALL
)
_RANGE = re.compile(r"(?:a )?(float|int) in the range ([\[(])(\S+), (\S+)([\])])")
_CHOICE = re.compile(r"'([^']*)' is not one of (.+)")
_POSSIBLE = re.compile(r"(no such option: (\S+))(?: \(Possible options: ([^)]*)\))?", re.IGNORECASE)
_HINT = re.compile(r"invalid value for '([^:]*)': (.*)", re.IGNORECASE)

_SAYINGS: tuple[tuple[str, str], ...] = (
    (r"Input should be a valid number.*", "{} is not a number"),
    (r"Input should be a valid integer.*", "{} is not a whole number"),
    (r"Input should be greater than or equal to (\S+)", r"must be at least \1, not {}"),
    (r"Input should be less than or equal to (\S+)", r"must be at most \1, not {}"),
    (r"Input should be greater than (\S+)", r"must be more than \1, not {}"),
    (r"Input should be less than (\S+)", r"must be less than \1, not {}"),
    (r"Input should be a finite number.*", "{} is not a finite number"),
)
_PARAMETERS: tuple[tuple[str, str], ...] = (
    (r"nominal='binary'", "--two-groups"),
    (r"faithful=True", "--faithful"),
    (r"faithful=False", "--no-faithful"),
    (r"cuts='(\w+)'( or '(\w+)')?", r"--cuts \1\2"),
    (r"\b(criterion|threshold|penalty)='(\w+)'", r"--\1 \2"),
    (r"\ba greater min_cases\b", "a greater --min-cases"),
)


def usage(message: str, given: Sequence[str]) -> str:
    """Return what is wrong with the command line, with the value and the nearest right one.

    Parameters
    ----------
    message : str
        What the library that reads the command line says.
    given : sequence of str
        The command line.

    Examples
    --------
    >>> usage("Invalid value for '--max-depth': Input should be a valid integer, unable to parse",
    ...       ["fit", "t.csv", "--max-depth", "two"])
    "invalid value for '--max-depth': 'two' is not a whole number"
    >>> usage("Invalid value for '--to': 'sq' is not one of 'sql', 'c'", [])
    "invalid value for '--to': 'sq' is not one of 'sql', 'c'; did you mean 'sql'?"
    >>> usage("No such option: --min-case (Possible options: --min-cases, --nominal)", [])
    'no such option: --min-case; did you mean --min-cases?'
    """
    message = message[:1].lower() + message[1:]
    possible = _POSSIBLE.fullmatch(message)
    if possible is not None:
        return possible[1] + suggestion(possible[2], (possible[3] or "").split(", "), str)
    hint = _HINT.fullmatch(message)
    if hint is None:
        return message
    said = hint[2].removeprefix("Value error, ")
    choice = _CHOICE.fullmatch(said)
    if choice is not None:
        said += suggestion(choice[1], re.findall(r"'([^']*)'", choice[2]))
    for pattern, ours in _SAYINGS:
        if re.fullmatch(pattern, said):
            value = repr(_value(hint[1], given))
            said = re.sub(pattern, ours, said).replace("{}", value)
            break
    return f"invalid value for '{hint[1]}': {said}"


def parameters(message: str) -> str:
    """Return a message about parameters as one about the options of the command line.

    Examples
    --------
    >>> parameters("The 'alpha' parameter of ChiMergeDiscretizer must be a float in the range "
    ...            "(0.0, 1.0). Got 2.0 instead.")
    '--alpha must be a number above 0 and below 1, not 2.0'
    >>> parameters("criterion='mpi' compares two branches: use nominal='binary'")
    '--criterion mpi compares two branches: use --two-groups'
    """
    found = _PARAMETER.fullmatch(message)
    if found is not None:
        what = _RANGE.sub(_range, found[2])
        return f"--{found[1].replace('_', '-')} must be {what}, not {found[3]}"
    for pattern, ours in _PARAMETERS:
        message = re.sub(pattern, ours, message)
    return message


def _range(found: re.Match[str]) -> str:
    """Return a range in words."""
    low, high = (bound.removesuffix(".0") for bound in (found[3], found[4]))
    bounds = []
    if low != "-inf":
        bounds.append(f"{'of at least' if found[2] == '[' else 'above'} {low}")
    if high != "inf":
        bounds.append(f"{'at most' if found[5] == ']' else 'below'} {high}")
    kind = "a whole number" if found[1] == "int" else "a number"
    return f"{kind} {' and '.join(bounds) or 'that is finite'}"


def _value(hint: str, given: Sequence[str]) -> str:
    """Return the value that was given for an option, by the names of the option."""
    names = re.findall(r"-[\w-]+", hint)
    for position, word in enumerate(given):
        name, _, value = word.partition("=")
        if name in names:
            return value or (given[position + 1] if position + 1 < len(given) else "")
        short = next((name for name in names if len(name) == 2 and word.startswith(name)), None)
        if short is not None and not word.startswith("--"):
            return word[2:]
    return ""
