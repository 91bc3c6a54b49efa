"""How a fitted classifier is shown: its page, also beside scikit-learn's box in a notebook."""

from __future__ import annotations

from importlib import import_module
from typing import Any

MOST_NODES = 2000
"""A tree of more nodes would make the notebook heavy: it is shown only if it is asked for."""


class Display:
    """A page that a notebook shows, and that prints as text elsewhere.

    Attributes
    ----------
    page : str
        HTML that needs no other file.
    text : str
        What is printed where no page can be shown.
    title : str
    """

    def __init__(self, page: str, text: str, title: str) -> None:
        self.page, self.text, self.title = page, text, title

    def _repr_html_(self) -> str:
        frame: str = import_module("cutpoint.views.page").framed(self.page, self.title)
        return frame

    def __repr__(self) -> str:
        return self.text


class Displayed:
    """A classifier that shows what it has learned.

    In a notebook a fitted classifier is scikit-learn's box of parameters with the page below it.
    """

    def show(self, data: Any = None, test: Any = None) -> Display:
        """Return the page of what was learned, to be shown by a notebook.

        Parameters
        ----------
        data : pair (X, y), optional
            The training cases: the page then shows their values and errors, and follows them.
        test : pair (X, y), optional
            Other cases, whose errors are shown beside.

        Returns
        -------
        Display
            A notebook shows the page, ``print`` the text; ``page`` is the HTML.

        Examples
        --------
        >>> from cutpoint import C45Classifier
        >>> model = C45Classifier().fit([[1], [2], [3], [4]], ["a", "a", "b", "b"])
        >>> model.show()
        x0 <= 2 : a (2.0/1.0)
        x0 > 2 : b (2.0/1.0)
        """
        pages = import_module("cutpoint.views.page")
        model: Any = self.to_model()  # type: ignore[attr-defined]
        known = model.predicting
        cases = [
            pages.shown_pair(known, pair, what) for pair, what in ((data, "data"), (test, "test"))
        ]
        return Display(pages.page_of(model, *cases), str(known), pages.title_of(model))

    def _html_repr(self) -> str:
        """Return scikit-learn's box and, of what is fitted, the page below it."""
        box: str = super()._html_repr()  # type: ignore[misc]
        learned = vars(self).get("tree_", vars(self).get("rules_"))
        if learned is None or getattr(learned, "n_nodes", 0) > MOST_NODES:
            return box
        return f"{box}\n{self.show()._repr_html_()}"
