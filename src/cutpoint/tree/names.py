"""How a name or a label is printed: as it is, but for characters that would break the layout."""

from __future__ import annotations

import unicodedata

from cutpoint.data.attribute import Label

_BREAKING = {"Cc", "Cs", "Zl", "Zp"}  # controls, lone surrogates, line and paragraph separators
_DIRECTION = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def printable(label: Label) -> str:
    r"""Return a name or label as text on one line.

    Control characters, line separators and the marks that reverse the reading direction are shown
    as escapes; all other text, of any script, is left alone.

    Examples
    --------
    >>> printable("two\nlines"), printable("naïve café"), printable(3)
    ('two\\nlines', 'naïve café', '3')
    """
    text = str(label)
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        character.encode("unicode_escape").decode("ascii")
        if unicodedata.category(character) in _BREAKING or character in _DIRECTION
        else character
        for character in text
    )
