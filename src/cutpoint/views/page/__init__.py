"""A tree or rules as one self-contained page: see :func:`cutpoint.views.page.document.page_of`."""

from cutpoint.views.page.cases import ShownCases
from cutpoint.views.page.document import (
    framed,
    page_of,
    page_of_rules,
    page_of_tree,
    questionnaire_of,
    shown_pair,
    title_of,
)

__all__ = [
    "ShownCases",
    "framed",
    "page_of",
    "page_of_rules",
    "page_of_tree",
    "questionnaire_of",
    "shown_pair",
    "title_of",
]
